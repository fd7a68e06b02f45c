// The clock runs while the page is visible, and waits after two minutes without a turn. Every turn brings the server's own
// count. In an event whose results count from the deal on, it runs on by itself, and no answer says less than it shows.

import { byId } from "../dom.js";
import { clock, onwards } from "../times.js";
import { isFinished, status } from "./board.js";
import { afterTurn } from "./turns.js";

let played = Number(status().seconds);
let since = Number(status().waited ?? 0);
let counted = played - since;
let { seq } = status();
let dealtAt = Date.now() - played * 1000;

/** How many seconds the game has been played so far. */
export const secondsPlayed = () => played;

setInterval(() => {
  if (document.hidden || isFinished()) return;
  since += 1;
  show(now());
}, 1000);

const now = () =>
  status().runsOn === undefined
    ? onwards(played, counted, since)
    : Math.max(played, Math.floor((Date.now() - dealtAt) / 1000));

/** @param {number} seconds */
function show(seconds) {
  played = seconds;
  byId("clock").textContent = clock(played);
}

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
  if (status().seq !== seq) {
    [seq, counted, since] = [status().seq, Number(status().seconds), 0];
    dealtAt = Math.min(dealtAt, Date.now() - counted * 1000);
  }
  show(isFinished() ? counted : now());
});
