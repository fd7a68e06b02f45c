// Where cards lie, in words. Nothing here knows the page.

import { cardName, RANK_LETTERS, SUIT_LETTERS } from "./names.js";

/** The cards of a rank. @type {(rank: string) => string[]} */
export const ofRank = (rank) => [...SUIT_LETTERS].map((suit) => rank + suit);

/**
 * The rank for which a key stands, if any.
 * @type {(key: string) => string | undefined}
 */
export function rankOf(key) {
  const letter = { 0: "T", 1: "A", 10: "T" }[key] ?? key.toUpperCase();
  return letter.length === 1 && RANK_LETTERS.includes(letter) ? letter : undefined;
}

/**
 * Return where a card lies: in which pile, and under how many others. If no pile shows it, it lies face down.
 * @type {(card: string, piles: Piles, labels: Record<string, string>) => { name: string, place: string, seen: boolean }}
 */
export function placeOfCard(card, piles, labels) {
  const name = cardName(card);
  const [pile, cards] = Object.entries(piles).find(([, cards]) => cards.includes(card)) ?? [];
  if (!pile || !cards) return { name, place: "face down", seen: false };
  if (pile.startsWith("f")) return { name, place: "home", seen: true };
  const above = cards.length - 1 - cards.indexOf(card);
  const label = labels[pile] ?? pile;
  if (!above) return { name, place: label, seen: true };
  return { name, place: `${label}, under ${above === 1 ? "1 card" : `${above} cards`}`, seen: true };
}
