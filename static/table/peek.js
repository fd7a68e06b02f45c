// Peeking: while the player holds a card down, or presses it with the right button or the key P, the page shows it
// whole and marks the other face-up cards of its rank.

import { all, hit } from "../dom.js";
import { board, pileOfControl } from "./board.js";

/** Lift a card out of the fan, and mark all cards of its rank. @param {HTMLElement} control */
export function peek(control) {
  unpeek();
  const name = control.dataset.card;
  if (!name || name === "??") return;
  pileOfControl(control).classList.add("aloft");
  control.classList.add("peeked");
  for (const card of all(board, `[data-card^="${name[0]}"]`)) card.classList.add("kin");
}

/** Put everything back. */
export function unpeek() {
  for (const card of all(board, ".peeked")) {
    card.classList.remove("peeked");
    pileOfControl(card).classList.remove("aloft");
  }
  for (const card of all(board, ".kin")) card.classList.remove("kin");
}

board.addEventListener("contextmenu", (event) => {
  const control = hit(event, "[data-card]");
  if (!control) return;
  event.preventDefault();
  peek(control);
});
addEventListener("pointerup", unpeek);
addEventListener("pointercancel", unpeek);
addEventListener("keyup", unpeek);
