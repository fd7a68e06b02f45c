// Double clicks. The first click of one may take away what it hit, and the second then hits what lay below or stands
// there instead. Nobody meant that: a second click that does not hit the same thing is nothing. A finger makes no double
// clicks: its taps are all meant, however fast, for the next card often lies where the last one lay. Keys are no clicks.

import { board } from "./board.js";

const TWICE = 400;
const SPOT = { mouse: 5, pen: 7 };

let first = null;

/** Whether a click is the second one in a place and hits something else than the first; `name` is what it hits. */
export function astray({ detail, pointerType, clientX: x, clientY: y, timeStamp: at }, name) {
  if (!detail || pointerType === "touch") return false;
  const near = first && Math.hypot(x - first.x, y - first.y) <= (SPOT[pointerType] ?? SPOT.mouse);
  // Browsers count what belongs to a double click, by how fast somebody's hands are; not all do so for pens.
  const second = near && (detail > 1 || at - first.at < TWICE);
  const other = second && first.name !== name;
  first = second ? null : { x, y, at, name };
  return Boolean(other);
}

// Controls beside the board are drawn anew with each answer. What a button does is what it is.
function nameOf(control) {
  const action = control.form && (control.getAttribute("formaction") ?? control.form.getAttribute("action"));
  return action || control.id || control.getAttribute("href") || control.textContent.trim();
}

document.addEventListener("click", (event) => {
  const control = event.target.closest("a, button, summary");
  if (!control || board.contains(control) || !astray(event, nameOf(control))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
