// The sheet under “More” closes at Escape, at a choice in it, and when the player touches anything else. Here too is
// what it opens on the table: the field for typed moves, and the question before giving up.

import { byId, focused, hit, one } from "../dom.js";
import { focusBoard } from "./board.js";

const more = /** @type {HTMLDetailsElement} */ (one(document, "details.more"));
const typed = byId("typed-move");
/** @type {HTMLElement | null} */
let typedFrom = null;
const close = () => {
  if (focused(".more .sheet")) one(more, "summary").focus();
  more.open = false;
};

document.addEventListener("pointerdown", (event) => {
  if (hit(event, ".more") !== more) close();
});
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && more.open) close();
});
// Before what is chosen does anything: a dialog gives the focus back to where it was when the dialog opened.
more.addEventListener("click", (event) => hit(event, "li button:not([data-toggle]), #show-keys") && close(), true);

byId("write-move").addEventListener("click", () => byId("move").focus());
// On Escape the focus returns to where it was before the field.
typed.addEventListener("focusin", ({ relatedTarget }) => {
  if (relatedTarget instanceof HTMLElement && !typed.contains(relatedTarget)) typedFrom = relatedTarget;
});
typed.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  if (typedFrom?.isConnected) typedFrom.focus();
  else byId("move").blur();
});

const question = document.getElementById("give-up");
document.getElementById("to-give-up")?.addEventListener("click", (event) => {
  if (!(question instanceof HTMLDialogElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  close();
  question.showModal();
});
question?.addEventListener("submit", () => question instanceof HTMLDialogElement && question.close());
question?.addEventListener("click", (event) => {
  if (question instanceof HTMLDialogElement && hit(event, '[form="play"]')) {
    question.close();
    focusBoard();
  }
});
