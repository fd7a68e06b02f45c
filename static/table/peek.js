// Peeking: while a card is held down (or pressed with the right button, or by the key P) it is seen whole, with the
// other cards of its rank that lie face up.

import { board, pileOfControl } from "./board.js";

/** Lift a card out of the fan and mark all of its rank. */
export function peek(control) {
  unpeek();
  const name = control.dataset.card;
  if (!name || name === "??") return;
  pileOfControl(control).classList.add("aloft");
  control.classList.add("peeked");
  for (const card of board.querySelectorAll(`[data-card^="${name[0]}"]`)) card.classList.add("kin");
}

/** Put everything back. */
export function unpeek() {
  for (const card of board.querySelectorAll(".peeked")) {
    card.classList.remove("peeked");
    pileOfControl(card).classList.remove("aloft");
  }
  for (const card of board.querySelectorAll(".kin")) card.classList.remove("kin");
}

board.addEventListener("contextmenu", (event) => {
  const control = event.target.closest("[data-card]");
  if (!control) return;
  event.preventDefault();
  peek(control);
});
addEventListener("pointerup", unpeek);
addEventListener("pointercancel", unpeek);
addEventListener("keyup", unpeek);
