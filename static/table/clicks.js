// Ignores the second half of a double click outside the board if it would hit something else than the first.

import { hit } from "../dom.js";
import { board } from "./board.js";
import { astray } from "./twice.js";

// Each answer redraws the controls outside the board. So a button's name is what it does.
/** @param {HTMLElement} control */
function nameOf(control) {
  const form = control instanceof HTMLButtonElement ? control.form : null;
  const action = form && (control.getAttribute("formaction") ?? form.getAttribute("action"));
  return action || control.id || control.getAttribute("href") || (control.textContent ?? "").trim();
}

document.addEventListener(
  "click",
  (event) => {
    const control = hit(event, "a, button, summary");
    if (!control || board.contains(control) || !astray(/** @type {PointerEvent} */ (event), nameOf(control))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);
