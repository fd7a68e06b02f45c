// The room of a race: it counts down, and opens the table when the cards are dealt.

import { byId } from "../dom.js";

const room = () => byId("room").dataset;
let had = room().table;
/** @type {ReturnType<typeof setInterval> | undefined} */
let counting;

function count() {
  clearInterval(counting);
  const at = performance.now() + Number(room().startsIn);
  counting = setInterval(() => {
    const seconds = document.getElementById("countdown");
    if (!seconds) return clearInterval(counting);
    seconds.textContent = String(Math.max(Math.ceil((at - performance.now()) / 1000), 0));
  }, 200);
}

document.addEventListener("htmx:after:swap", () => {
  const { table } = room();
  // A player who comes back here from the table wants to see the room.
  if (table && !had) location.assign(table);
  had = table;
  count();
});
count();
