// What runs out, counted down on the race's page and at its tables: the seconds to the deal, and how long the race waits.

import { all } from "../dom.js";
import { clock } from "../times.js";

/** When each place runs out, and what the server said of that. @type {Map<HTMLElement, { left: string, at: number }>} */
const ends = new Map();

function show() {
  for (const [place, { at }] of ends) {
    if (!place.isConnected) ends.delete(place);
    const seconds = Math.max(Math.ceil((at - performance.now()) / 1000), 0);
    const text = place.id === "countdown" ? String(seconds) : clock(seconds);
    // A screen reader looks at whatever is written anew, even if it is the same.
    if (place.textContent !== text) place.textContent = text;
  }
}

/** Count down from what the page says now; a place of which the server has said nothing new goes on. */
export function countDown() {
  for (const place of all(document, "[data-left]")) {
    const { left = "" } = place.dataset;
    if (ends.get(place)?.left !== left) ends.set(place, { left, at: performance.now() + Number(left) });
  }
}

setInterval(show, 200);
