// What the race says at a table: it opens the next table of the race, and steps aside for who plays on.

import { byId, hit } from "../dom.js";

const panel = () => byId("race-panel");
let had = panel().dataset.table;
/** The words that the player has read and put away. */
let read = "";

const words = () => document.getElementById("race-told")?.textContent ?? "";

function show() {
  if (words()) panel().hidden = words() === read;
}

document.addEventListener("click", (event) => {
  if (hit(event, "#play-on")) {
    read = words();
    show();
  }
  // The table asks before anybody gives up.
  const asks = document.getElementById("to-give-up");
  if (asks && hit(event, "#stop-here")) {
    event.preventDefault();
    asks.click();
  }
});

document.addEventListener("htmx:after:swap", () => {
  const { table = "" } = panel().dataset;
  // A player who looks at an old table of the race wants to stay there.
  if (table && !had && table !== location.pathname) location.assign(table);
  had = table;
  show();
});
