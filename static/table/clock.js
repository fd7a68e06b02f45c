// The clock runs while the page is visible. Every turn brings the server's own count.

import { byId } from "../dom.js";
import { clock, onwards } from "../times.js";
import { isFinished, status } from "./board.js";
import { afterTurn } from "./turns.js";

let played = Number(status().seconds);

/** How many seconds the game has been played so far. */
export const secondsPlayed = () => played;

setInterval(() => {
  if (document.hidden || isFinished()) return;
  played += 1;
  byId("clock").textContent = clock(played);
}, 1000);

// The note about a daily changes when its day ends. A clock that is set wrong still runs at the right speed.
const opened = Date.now();
const day = document.getElementById("day");
setInterval(() => {
  const gone = (Date.now() - opened) / 1000;
  const due = [2, 1].find((note) => gone >= Number(day?.dataset[`in-${note}`] ?? Infinity));
  const words = due && day?.dataset[`words-${due}`];
  if (day && words && day.textContent !== words) day.textContent = words;
}, 1000);

afterTurn(() => {
  const counted = Number(status().seconds);
  played = isFinished() ? counted : onwards(played, counted);
  if (played !== counted) byId("clock").textContent = clock(played);
});
