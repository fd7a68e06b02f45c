// The clock runs on while the page is seen; the server's own count comes with every turn.

import { byId } from "../dom.js";
import { clock } from "../times.js";
import { isFinished, status } from "./board.js";
import { afterTurn } from "./turns.js";

let played = Number(status().seconds);

/** Seconds of play by now. */
export const secondsPlayed = () => played;

setInterval(() => {
  if (document.hidden || isFinished()) return;
  played += 1;
  byId("clock").textContent = clock(played);
}, 1000);

afterTurn(() => {
  played = Number(status().seconds);
});
