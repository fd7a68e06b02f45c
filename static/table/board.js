// Reading the table: its piles, its cards, and the moves that the server's last answer named as legal.

import { all, byId } from "../dom.js";
import { readMoves } from "./moves.js";

export const board = byId("board");
export const status = () => byId("status").dataset;
/** @type {(id: string) => HTMLElement} */
export const pileOf = (id) => byId(`pile-${id}`);
/** @type {(id: string) => boolean} */
export const isPile = (id) => document.getElementById(`pile-${id}`) !== null;
/** @type {(control: Element) => HTMLElement} */
export const pileOfControl = (control) => /** @type {HTMLElement} */ (control.closest("[data-pile]"));
/** @type {(pile: ParentNode) => HTMLElement[]} */
export const cardsOf = (pile) => all(pile, "[data-card]");
/** @type {(pile: ParentNode) => boolean} */
export const isEmpty = (pile) => !pile.querySelector("[data-card]");
/** @type {() => boolean} */
export const isFinished = () => ["won", "given-up"].includes(status().status ?? "");
export const session = new URL(byId("play", HTMLFormElement).action).pathname.split("/")[2];

/** The card at a place, counted from 1 at the top. @type {(pile: string, fromTop: number) => string | undefined} */
export const cardAt = (pile, fromTop) => cardsOf(pileOf(pile)).at(-fromTop)?.dataset.card;

/**
 * The value of a setting. The root element has the player's choices; without one, it is the usual value.
 * @type {(name: string, usual: string) => string}
 */
export const setting = (name, usual) => document.documentElement.dataset[name] ?? usual;

/** The place of a card and all cards on it, or of an empty space. @type {(control: HTMLElement) => Place} */
export function placeOf(control) {
  const pile = pileOfControl(control);
  const cards = cardsOf(pile);
  const at = cards.indexOf(control);
  return { pile: pile.dataset.pile ?? "", count: at < 0 ? 0 : cards.length - at, card: control.dataset.card ?? "" };
}

/**
 * The place of the top `count` cards of a pile, or null if fewer lie face up.
 * @type {(pile: string, count: number) => Place | null}
 */
export function placeOn(pile, count) {
  const control = cardsOf(pileOf(pile)).at(-count);
  return control && control.dataset.card !== "??" ? placeOf(control) : null;
}

/** @type {(place: Place) => HTMLElement[]} */
export const cardsAt = ({ pile, count }) => (count ? cardsOf(pileOf(pile)).slice(-count) : []);

/** Put the focus on the board, where Tab comes to, or on its last card before it is said where that is. */
export const focusBoard = () =>
  (all(board, "[tabindex='0']")[0] ?? cardsOf(board).at(-1))?.focus({ preventScroll: true });

/** Every move that the last answer named, legal ones before gatherings. */
export function allMoves() {
  const { legal, runs } = status();
  return [...readMoves(legal), ...readMoves(runs, true)];
}

/** @type {(place: Place) => Move[]} */
export const movesFrom = ({ pile, count }) => allMoves().filter((move) => move.source === pile && move.count === count);

/** The moves that the last turn made. */
export const made = () => readMoves(status().made);
