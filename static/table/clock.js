// The clock runs on while the page is seen; the server's own count comes with every turn.

import { isFinished, status } from "./board.js";
import { afterTurn } from "./turns.js";

let played = Number(status().seconds);

/** Seconds of play by now. */
export const secondsPlayed = () => played;

function inWords(seconds) {
  const two = (count) => String(count).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

setInterval(() => {
  if (document.hidden || isFinished()) return;
  played += 1;
  document.getElementById("clock").textContent = inWords(played);
}, 1000);

afterTurn(() => { played = Number(status().seconds); });
