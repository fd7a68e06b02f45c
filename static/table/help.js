// Help that lies on the table: each kind of pile under its rule. A second click, or any key, takes it away. The keys
// stand in a dialog of their own.

import { all, byId, one } from "../dom.js";
import { board } from "./board.js";

const notes = byId("pile-rules");
const keys = byId("keys", HTMLDialogElement);

// Lay the rules over the piles, or take them away.
function toggleRules() {
  notes.hidden = !notes.hidden;
  if (!notes.hidden) place();
}

function place() {
  const origin = board.getBoundingClientRect();
  for (const note of all(notes, "[data-area]")) {
    const area = one(board, `.${note.dataset.area}`).getBoundingClientRect();
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

byId("show-rules").addEventListener("click", toggleRules);
byId("show-keys").addEventListener("click", openHelp);
notes.addEventListener("click", toggleRules);
addEventListener("resize", () => {
  notes.hidden = true;
});
document.addEventListener("keydown", (event) => {
  if (notes.hidden || event.key === "Tab") return;
  notes.hidden = true;
});
