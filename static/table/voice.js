// Messages: `say` speaks to users of screen readers, `tell` writes a sentence that everybody sees and hears.

import { all, byId } from "../dom.js";
import { board, cardsOf, isEmpty } from "./board.js";

const spoken = byId("spoken");

/** Speak one message, even if it is the same as the last. @param {string} [words] */
export function say(words) {
  spoken.textContent = words && spoken.textContent === words ? `${words} ` : (words ?? "");
}

/** Write a sentence next to the board; an empty one removes the last. @param {string} words */
export function tell(words) {
  const notice = byId("notice");
  if (notice.textContent !== words) notice.textContent = words;
}

const PASSES = 5000;
/** @type {ReturnType<typeof setTimeout>} */
let passing;

/** Write a sentence about what cannot be done now, which goes away by itself. @param {string} words */
export function remark(words) {
  clearTimeout(passing);
  tell(words);
  passing = setTimeout(() => byId("notice").textContent === words && tell(""), PASSES);
}

/** @type {(element: Element) => string} */
const labelOf = (element) => element.getAttribute("aria-label") ?? "";

/** A card's name without its place, as its control spells it. @type {(card: Element) => string | undefined} */
export const nameOf = (card) => labelOf(card).split(",")[0];

/** Speak the whole table, pile by pile, each from the top card down. */
export function sayTable() {
  say(all(board, "[data-pile]").map(wordsOf).join(". "));
}

/** @param {HTMLElement} pile */
function wordsOf(pile) {
  const label = labelOf(pile);
  if (isEmpty(pile)) return `${label}: empty`;
  const cards = cardsOf(pile).filter((card) => !card.classList.contains("under"));
  const up = cards
    .filter((card) => card.dataset.card !== "??")
    .map(nameOf)
    .reverse();
  const down = cards.length - up.length;
  return `${label}: ${up.join(", ")}${down ? `, ${down} face down` : ""}`;
}
