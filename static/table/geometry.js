// Places on the screen, and the times at which cards set out. Nothing here knows the page.

import { isHomeward } from "./moves.js";

const STEP = 3;
const FINISH = { first: 250, faster: 0.9, floor: 80 };

/** @type {(box: DOMRect) => Point} */
export const middle = ({ left, top, width, height }) => ({ x: left + width / 2, y: top + height / 2 });

/** How far a height lies outside an extent. @type {(y: number, extent: Box) => number} */
const beside = (y, { top, bottom }) => Math.max(0, top - y, y - bottom);

/**
 * How far ahead and how far aside `to` is on the way `x`, `y`. Sideways, a `pile` counts along its whole height.
 * @param {Point} from
 * @param {Point} to
 * @param {[number, number]} way
 * @param {Box} [pile]
 */
export function toward(from, to, [x, y], pile) {
  const aside = x ? (pile ? beside(from.y, pile) : Math.abs(to.y - from.y)) : Math.abs(to.x - from.x);
  return { ahead: (to.x - from.x) * x + (to.y - from.y) * y, aside };
}

/** @type {(box: DOMRect, x: number, y: number) => DOMRect} */
export const shifted = (box, x, y) => new DOMRect(box.x + x, box.y + y, box.width, box.height);

/**
 * How much of a pile a card covers; infinity if the pointer itself is over the pile.
 * @type {(pointer: Point, card: Box, pile: Box) => number}
 */
export function aimed({ x, y }, card, { left, top, right, bottom }) {
  if (x >= left && x <= right && y >= top && y <= bottom) return Infinity;
  const wide = Math.min(right, card.right) - Math.max(left, card.left);
  const high = Math.min(bottom, card.bottom) - Math.max(top, card.top);
  return Math.max(0, wide) * Math.max(0, high);
}

/**
 * For how many cards the columns of a table have room: `dealt` is the height of the tallest column as dealt, `room` the
 * room so far, `tallest` the height of the tallest column now. Cards seldom change their size, and never back and
 * forth: a column one card too tall closes up, and the cards grow again only when there is a step to spare. See
 * `room_for` in app/play/table/piles.py.
 * @type {(dealt: number, room: number, tallest: number) => number}
 */
export function roomFor(dealt, room, tallest) {
  const least = dealt + STEP * Math.min(4, Math.max(1, Math.ceil((tallest - 1 - dealt) / STEP)));
  if (least > room) return least;
  return tallest > room - STEP ? room : least;
}

/**
 * Return when each card that came home in one turn sets out: a map from cards to milliseconds. The last to reach a
 * foundation lies on top of it.
 * @param {Move[]} moves
 * @param {(pile: string, fromTop: number) => string | undefined} cardAt
 */
export function departures(moves, cardAt) {
  const times = [];
  let [at, pause] = [0, FINISH.first];
  for (const { target } of moves.filter(isHomeward)) {
    times.push({ target, at });
    at += pause;
    pause = Math.max(FINISH.floor, pause * FINISH.faster);
  }
  /** @type {Map<string, number>} */
  const delays = new Map();
  /** @type {Map<string, number>} */
  const above = new Map();
  for (const { target, at: time } of times.reverse()) {
    const place = (above.get(target) ?? 0) + 1;
    above.set(target, place);
    const card = cardAt(target, place);
    if (card) delays.set(card, time);
  }
  return delays;
}
