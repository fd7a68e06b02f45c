// Help that lies on the table: each kind of pile under its rule. A second click, or any key, takes it away. The keys
// stand in a dialog of their own.

import { board } from "./board.js";

const notes = document.getElementById("pile-rules");
const keys = document.getElementById("keys");

/** Lay the rules over the piles, or take them away. */
function toggleRules() {
  notes.hidden = !notes.hidden;
  if (!notes.hidden) place();
}

function place() {
  const origin = board.getBoundingClientRect();
  for (const note of notes.querySelectorAll("[data-area]")) {
    const area = board.querySelector(`.${note.dataset.area}`).getBoundingClientRect();
    Object.assign(note.style, { inlineSize: `${area.width}px`, blockSize: `${area.height}px` });
    // A note may be wider than what it is about, and stays on the board all the same.
    const start = Math.min(area.left - origin.left, origin.width - note.offsetWidth);
    Object.assign(note.style, { insetInlineStart: `${start}px`, insetBlockStart: `${area.top - origin.top}px` });
  }
}

/** Open the list of keys. */
export function openHelp() {
  keys.showModal();
}

document.getElementById("show-rules").addEventListener("click", toggleRules);
document.getElementById("show-keys").addEventListener("click", openHelp);
notes.addEventListener("click", toggleRules);
addEventListener("resize", () => { notes.hidden = true; });
document.addEventListener("keydown", (event) => {
  if (notes.hidden || event.key === "Tab") return;
  notes.hidden = true;
});
