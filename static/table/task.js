// A task beside the board: after each turn htmx asks how the try stands.

import { status } from "./board.js";
import { afterTurn } from "./turns.js";

let { seq } = status();

afterTurn(() => {
  const place = document.getElementById("task");
  if (!place || seq === status().seq) return;
  seq = status().seq;
  htmx.trigger(place, "turned");
});
