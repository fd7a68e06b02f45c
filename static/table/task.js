// A task next to the board: after each turn, htmx asks how the try stands.

import { all } from "../dom.js";
import { clock } from "../times.js";
import { status } from "./board.js";
import { afterTurn } from "./turns.js";

let { seq } = status();

afterTurn(() => {
  const place = document.getElementById("task");
  if (!place || seq === status().seq) return;
  seq = status().seq;
  // The verdict may take a moment; what was said before the move is no longer true.
  const [state] = all(place, ".state");
  if (state && place.matches(".going, .thinking")) state.textContent = "Checking your move…";
  htmx.trigger(place, "turned");
});

// The server's clock times a sprint. The page only counts down from what the server said.
setInterval(() => {
  for (const place of all(document, "[data-seconds-left]")) {
    const seconds = Math.max(Number(place.dataset.secondsLeft) - 1, 0);
    place.dataset.secondsLeft = String(seconds);
    place.textContent = clock(seconds);
  }
}, 1000);
