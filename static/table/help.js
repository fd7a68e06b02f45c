// Help that lies on the table: a note on each kind of pile with its rule. A click on them or on their button, or any key,
// takes the notes away. A dialog of its own lists the keys.

import { all, byId, focused, hit, one } from "../dom.js";
import { board, focusBoard, session } from "./board.js";
import { remark } from "./voice.js";

const notes = byId("pile-rules");
const keys = byId("keys", HTMLDialogElement);

// Lay the rules over the piles, or take them away.
function toggleRules() {
  if (!notes.hidden) return hideRules();
  notes.hidden = false;
  place();
}

function hideRules() {
  if (focused("#pile-rules")) focusBoard();
  notes.hidden = true;
}

function place() {
  const origin = board.getBoundingClientRect();
  for (const note of all(notes, "[data-area]")) {
    const area = one(board, `.${note.dataset.area}`).getBoundingClientRect();
    Object.assign(note.style, { inlineSize: `${area.width}px`, blockSize: `${area.height}px` });
    // A note may be wider than its piles, but must stay on the board.
    const start = Math.min(area.left - origin.left, origin.width - note.offsetWidth);
    Object.assign(note.style, { insetInlineStart: `${start}px`, insetBlockStart: `${area.top - origin.top}px` });
  }
  // Where piles are too close for the words about them, these stand one below another instead.
  notes.classList.remove("stacked");
  const words = all(notes, "p").map((each) => each.getBoundingClientRect());
  notes.classList.toggle(
    "stacked",
    words.some((one, at) => words.some((other, before) => before < at && overlap(one, other))),
  );
}

/** @type {(one: DOMRect, other: DOMRect) => boolean} */
function overlap(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** @type {Promise<void> | undefined} */
let listed;

/** Open the list of keys, fetched from its page when the player first wants it. */
export async function openHelp() {
  try {
    listed ??= list();
    await listed;
  } catch {
    listed = undefined;
    return remark("The list of keys did not come. Try again when you are online.");
  }
  if (!keys.open) keys.showModal();
  one(keys, "h2").focus();
}

async function list() {
  const page = new DOMParser().parseFromString(await (await fetch("/keys")).text(), "text/html");
  const title = document.createElement("h2");
  title.textContent = keys.ariaLabel;
  // A screen reader begins to read where the focus is.
  title.tabIndex = -1;
  keys.prepend(title, one(page, "#key-list"));
  one(keys, "a").setAttribute("href", `/settings/motion?table=${session}`);
}

// A task's link to the rules comes anew with each turn.
document.addEventListener("click", (event) => {
  if (!hit(event, "#show-rules, #task-rules")) return;
  event.preventDefault();
  toggleRules();
});
byId("show-keys").addEventListener("click", (event) => {
  event.preventDefault();
  void openHelp();
});
notes.addEventListener("click", toggleRules);
addEventListener("resize", hideRules);
document.addEventListener("keydown", (event) => {
  if (notes.hidden || event.key === "Tab" || (event.key !== "Escape" && focused("#pile-rules"))) return;
  hideRules();
});
