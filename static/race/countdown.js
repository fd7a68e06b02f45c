// What runs out, counted down on the race's page and at its tables: the seconds to the deal, and how long the race waits.

import { all } from "../dom.js";
import { clock } from "../times.js";

/** @type {Map<HTMLElement, number>} */
const ends = new Map();

function show() {
  for (const [place, at] of ends) {
    if (!place.isConnected) ends.delete(place);
    const seconds = Math.max(Math.ceil((at - performance.now()) / 1000), 0);
    place.textContent = place.id === "countdown" ? String(seconds) : clock(seconds);
  }
}

/** Count down from what the page says now. */
export function countDown() {
  ends.clear();
  for (const place of all(document, "[data-left]")) ends.set(place, performance.now() + Number(place.dataset.left));
}

setInterval(show, 200);
