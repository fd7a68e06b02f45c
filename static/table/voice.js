// Messages: `say` speaks to users of screen readers, `tell` writes a sentence that everybody sees and hears.

import { byId } from "../dom.js";

const spoken = byId("spoken");

/** Speak one message, even if it is the same as the last. @param {string} [words] */
export function say(words) {
  spoken.textContent = words && spoken.textContent === words ? `${words} ` : (words ?? "");
}

/** Write a sentence next to the board, anew if it stands there already; an empty one removes the last. @param {string} words */
export function tell(words) {
  const notice = byId("notice");
  if (words || notice.textContent) notice.textContent = words && notice.textContent === words ? `${words} ` : words;
}

const PASSES = 5000;
/** @type {ReturnType<typeof setTimeout>} */
let passing;

/** Write a sentence about what cannot be done now, which goes away by itself. @param {string} words */
export function remark(words) {
  clearTimeout(passing);
  tell(words);
  passing = setTimeout(() => byId("notice").textContent?.trim() === words && tell(""), PASSES);
}

/** A card's name without its place, as its control spells it. @type {(card: Element) => string | undefined} */
export const nameOf = (card) => card.ariaLabel?.split(",")[0];
