// The room of a race: it counts down, and opens the table when the cards are dealt.

import { byId } from "../dom.js";
import { tellNews } from "./aloud.js";
import { countDown } from "./countdown.js";

const room = () => byId("room").dataset;
const settings = () => byId("race-settings", HTMLDetailsElement);
let had = room().table;
let open = settings().open;

const note = (/** @type {Event} */ { target }) => {
  if (target === settings()) open = settings().open;
};
document.addEventListener("toggle", note, true);

document.addEventListener("htmx:after:swap", () => {
  const { table } = room();
  // A player who comes back here from the table wants to see the room.
  if (table && !had) location.assign(table);
  had = table;
  settings().open = open;
  countDown();
  tellNews();
});
countDown();
