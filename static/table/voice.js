// What is said: `say` speaks to those who listen, `tell` writes a sentence that everybody sees and hears.

import { board, cardsOf, isEmpty } from "./board.js";

const spoken = document.getElementById("spoken");
const notice = () => document.getElementById("notice");

/** Speak one message; the same one again is spoken again. */
export function say(words) {
  spoken.textContent = words && spoken.textContent === words ? `${words} ` : (words ?? "");
}

/** Write a sentence beside the board; an empty one takes the last away. */
export function tell(words) {
  if (notice().textContent !== words) notice().textContent = words;
}

/** A card's name without its place, as its control has it. */
export const nameOf = (card) => card.getAttribute("aria-label").split(",")[0];

/** The whole table, pile by pile, each from the top card down. */
export function sayTable() {
  const piles = [...board.querySelectorAll("[data-pile]")];
  say(piles.map(wordsOf).join(". "));
}

function wordsOf(pile) {
  const label = pile.getAttribute("aria-label");
  if (isEmpty(pile)) return `${label}: empty`;
  const cards = cardsOf(pile).filter((card) => !card.classList.contains("under"));
  const up = cards.filter((card) => card.dataset.card !== "??").map(nameOf).reverse();
  const down = cards.length - up.length;
  return `${label}: ${up.join(", ")}${down ? `, ${down} face down` : ""}`;
}
