// What the race says at a table: it steps aside for who plays on, and opens the next table of the race.

import { byId, hit } from "../dom.js";
import { tellNews } from "./aloud.js";
import { countDown } from "./countdown.js";

const panel = () => byId("race-panel");
let had = panel().dataset.table;
/** The words that the player has put away. */
let away = "";
let folded = false;

const told = () => document.getElementById("race-told");
const words = () => told()?.querySelector(".told")?.textContent ?? "";
const end = () => panel().querySelector("details");

/** What is passed on of the game is now how the race ended. */
function passOn() {
  const result = document.getElementById("race-passed-on");
  const text = document.getElementById("share-text");
  if (result && text) text.textContent = `${result.textContent} ${/** @type {HTMLAnchorElement} */ (result).href}`;
}

function show() {
  const now = told();
  if (now) now.hidden = words() === away;
  const details = end();
  if (details && folded) details.open = false;
}

document.addEventListener("click", (event) => {
  if (hit(event, "#play-on")) {
    away = words();
    show();
  }
  // The table asks before anybody gives up, unless that wins the race.
  const asks = document.getElementById("to-give-up");
  const stop = hit(event, "#stop-here");
  if (asks && stop) {
    event.preventDefault();
    const home = Number(document.querySelector("#strip .you .home b")?.textContent);
    const wins = home > Number(stop.dataset.beats ?? Number.NaN);
    const does = wins ? byId("give-up").querySelector("[formaction]") : asks;
    if (does instanceof HTMLElement) does.click();
  }
});

document.addEventListener(
  "toggle",
  ({ target }) => {
    const details = end();
    if (details && target === details) folded = !details.open;
  },
  true,
);

document.addEventListener("htmx:after:swap", () => {
  const { table = "" } = panel().dataset;
  // A player who looks at an old table of the race wants to stay there.
  if (table && !had && table !== location.pathname) location.assign(table);
  had = table;
  show();
  passOn();
  countDown();
  tellNews();
});
passOn();
countDown();
