// Motion: the board changes first, and then the cards travel from where they were seen to where they lie. So no input
// ever waits for a movement, and no movement can end in the wrong place.

import { all } from "../dom.js";
import { board, cardAt, cardsOf, pileOfControl, setting } from "./board.js";
import { departures } from "./geometry.js";

const TRAVEL = 190;
const RESPACE = 120;
const DEAL = 600;
const EASE = "cubic-bezier(0.2, 0.7, 0.25, 1)";
/** @type {Record<string, number>} */
const PACES = { fast: 0.5, off: 0 };

// The piles of travelling cards lie between these two in table.css.
const [LOWEST, ALOFT] = [4, 6];

/**
 * @typedef {object} Seen
 * @property {HTMLElement} card
 * @property {DOMRect} rect
 * @property {string} pile
 * @property {number} order
 * @property {number} [rest] how many milliseconds its movement still had to go
 */

const calm = matchMedia("(prefers-reduced-motion: reduce)");
/**
 * Each movement with the promise of its end, which is kept even if it is cancelled.
 * @type {Map<Animation, Promise<void>>}
 */
const running = new Map();

/** How long movements take, as a share of their usual time; 0 for no motion. */
export const pace = () => (calm.matches ? 0 : (PACES[setting("motion", "normal")] ?? 1));

/** The element that a movement moves. @type {(movement: Animation) => HTMLElement | null} */
const targetOf = ({ effect }) =>
  effect instanceof KeyframeEffect && effect.target instanceof HTMLElement ? effect.target : null;

/** @type {(card: HTMLElement) => string} */
const keyOf = (card) => (card.dataset.card === "??" ? card.id : (card.dataset.card ?? ""));

/** Where every card is seen now, and how long its movement has to go: for `travel` after the board has changed. */
export function sight() {
  /** @type {Map<HTMLElement | null, number>} */
  const rests = new Map();
  for (const movement of running.keys()) {
    const { effect, currentTime } = movement;
    rests.set(targetOf(movement), Number(effect?.getComputedTiming().endTime) - Number(currentTime));
  }
  /** @type {Map<string, Seen>} */
  const seen = new Map();
  for (const card of cardsOf(board)) {
    const [rect, pile] = [card.getBoundingClientRect(), pileOfControl(card).id];
    seen.set(keyOf(card), { card, rect, pile, order: seen.size, rest: rests.get(card) });
  }
  return seen;
}

/**
 * Let cards travel from where `before` saw them. If one turn made several `moves`, those to foundations follow in turn.
 * @type {(before: ReturnType<typeof sight>, moves?: Move[]) => void}
 */
export function travel(before, moves = []) {
  const speed = pace();
  if (!speed) return;
  const delays = departures(moves, cardAt);
  const last = Math.max(0, ...delays.values()) + TRAVEL;
  const cards = cardsOf(board);
  // Measure a card that is still on its way where it will lie. It travels on from where it was seen.
  for (const movement of running.keys()) if (targetOf(movement)?.dataset.card) movement.cancel();
  // Measure all cards before the first one moves, so that the browser lays the board out once.
  const places = cards.map((card) => card.getBoundingClientRect());
  for (const [at, card] of cards.entries()) {
    const to = /** @type {DOMRect} */ (places[at]);
    const old = before.get(keyOf(card));
    const delay = delays.get(card.dataset.card ?? "") ?? 0;
    if (!old) turnUp(card, before, speed);
    else if (card.classList.contains("under")) {
      if (!old.card.classList.contains("under")) cover(card, old, delay, last, speed);
    } else {
      const moved = old.pile !== pileOfControl(card).id;
      // If an answer redraws a card on its way, the card arrives at the same time as before.
      glide(card, old.rect, to, moved ? TRAVEL * speed : (old.rest ?? RESPACE * speed), moved ? delay * speed : 0);
    }
  }
}

/** Keep travelling cards above the other piles after an answer has rewritten the classes of piles. */
export function fly() {
  for (const movement of running.keys()) targetOf(movement)?.closest("[data-pile]")?.classList.add("aloft");
}

/** Wait until all cards that the last turn moved have landed. */
export async function landed() {
  // Movements begin only after all functions that follow a turn.
  await Promise.resolve();
  await Promise.all(running.values());
}

/** End every movement at once, so that cards are seen where they lie. */
export function hasten() {
  for (const movement of running.keys()) movement.finish();
}

/** Deal the cards from above the board, one after another. */
export function dealIn() {
  const speed = pace();
  if (!speed) return;
  /** @param {HTMLElement} card */
  const row = (card) => cardsOf(pileOfControl(card)).indexOf(card);
  const cards = all(board, "[data-card]:not(.under)").sort((one, other) => row(one) - row(other));
  const { left, width, top } = board.getBoundingClientRect();
  for (const [place, card] of cards.entries()) {
    const size = card.getBoundingClientRect();
    const from = new DOMRect(left + (width - size.width) / 2, top - size.height, size.width, size.height);
    glide(card, from, size, TRAVEL * speed, ((DEAL - TRAVEL) * speed * place) / cards.length);
  }
}

/** @type {(from: DOMRect, to: DOMRect) => Keyframe} */
const away = (from, to) => ({
  transform: `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width})`,
  transformOrigin: "0 0",
});
const THERE = { transform: "none", transformOrigin: "0 0" };

/** @type {(card: HTMLElement, from: DOMRect, to: DOMRect, duration: number, delay: number) => void} */
function glide(card, from, to, duration, delay) {
  if (Math.abs(from.left - to.left) + Math.abs(from.top - to.top) < 0.5) return;
  const pile = pileOfControl(card);
  pile.classList.add("aloft");
  const movement = card.animate([away(from, to), THERE], { duration, delay, easing: EASE, fill: "backwards" });
  run(movement, () => {
    const others = [...running.keys()].some((other) => pile.contains(targetOf(other)));
    if (!others) pile.classList.remove("aloft");
  });
}

// Turn over a card that was face down in this place.
/** @type {(card: HTMLElement, before: ReturnType<typeof sight>, speed: number) => void} */
function turnUp(card, before, speed) {
  const pile = pileOfControl(card);
  if (!before.has(`down-${pile.dataset.pile}-${cardsOf(pile).indexOf(card)}`)) return;
  run(card.animate([{ transform: "rotateY(90deg)" }, THERE], { duration: TRAVEL * speed, easing: "ease-out" }));
}

// A card under others on a foundation is not drawn. A likeness of it travels instead, or stays in its place until the
// card that covers it has arrived. While the likeness waits to set out, it lies in order among the cards of its column.
/** @type {(under: HTMLElement, old: Seen, delay: number, last: number, speed: number) => void} */
function cover(under, { card, rect, pile, order }, delay, last, speed) {
  const home = pileOfControl(under);
  const [to, origin] = [home.getBoundingClientRect(), board.getBoundingClientRect()];
  const likeness = /** @type {HTMLElement} */ (card.cloneNode(true));
  likeness.removeAttribute("id");
  likeness.removeAttribute("data-card");
  likeness.inert = true;
  likeness.classList.remove("chosen", "target", "waiting", "last");
  likeness.classList.add("likeness");
  const box = { left: to.left - origin.left, top: to.top - origin.top, width: to.width, height: to.height };
  for (const [name, value] of Object.entries(box)) likeness.style.setProperty(name, `${value}px`);
  board.append(likeness);
  const there = { ...THERE, zIndex: LOWEST };
  const here = pile === home.id ? there : { ...away(rect, to), zIndex: ALOFT + order };
  const frames = [
    here,
    { ...here, offset: delay / last, easing: EASE },
    { ...there, offset: (delay + TRAVEL) / last },
    there,
  ];
  run(likeness.animate(frames, { duration: last * speed }), () => likeness.remove());
}

/** @type {(movement: Animation, after?: () => void) => void} */
function run(movement, after = () => {}) {
  const end = () => {
    running.delete(movement);
    after();
  };
  running.set(movement, movement.finished.then(end, end));
}
