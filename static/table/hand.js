// The hand: which cards are chosen and where they may go. It knows no rules: a move is legal if the server's last
// answer named it. For a pile that an unconfirmed move has changed, the next answer decides.

import { all, byId } from "../dom.js";
import {
  allMoves,
  board,
  cardsAt,
  cardsOf,
  isEmpty,
  isFinished,
  movesFrom,
  pileOf,
  pileOfControl,
  placeOf,
  placeOn,
  setting,
} from "./board.js";
import { sight } from "./motion.js";
import { changing, distinct, isHomeward, longest, moveOf, single } from "./moves.js";
import { afterTurn, isUnsure, isWaiting, play } from "./turns.js";
import { nameOf, remark, say, tell } from "./voice.js";

const SOON = 3000;
/** @type {Place | null} */
let held = null;
let tappedAt = 0;
// The way back of the last move that one tap made. Whoever then taps its place need not know that the move is made.
let back = "";

export const chosen = () => held;

/** The known moves of the cards of a place, legal ones and gatherings. @type {(place: Place) => Move[]} */
export function known(place) {
  return isUnsure(place.pile) ? [] : movesFrom(place).filter(({ target }) => !isUnsure(target));
}

/** Whether the cards of a place can go anywhere, or may after the next answer. @type {(place: Place) => boolean} */
export const mayGo = (place) => known(place).length > 0 || isWaiting();

/**
 * The move of a place's cards to a pile if the last answer named it, or the next one may; otherwise null.
 * @type {(place: Place, target: string) => Move | null}
 */
export function moveTo(place, target) {
  if (target === place.pile) return null;
  const named = known(place).find((move) => move.target === target);
  return named ?? (isWaiting() && (isUnsure(place.pile) || isUnsure(target)) ? moveOf(place, target) : null);
}

/**
 * Choose cards, and show and say where they may go. If they can go nowhere, say that.
 * @type {(place: Place) => void}
 */
export function choose(place) {
  letGo();
  if (isFinished()) return;
  if (!mayGo(place)) return stay(place);
  held = place;
  const moves = known(place);
  mark(place, moves);
  tell("");
  const [card] = cardsAt(place);
  const more = place.count - 1;
  const ways = moves.map(({ target }) => placeName(target)).join(", ");
  if (!card) return;
  const chosen = more ? `${nameOf(card)} and ${more} more chosen.` : `${nameOf(card)} chosen.`;
  say(ways ? `${chosen} Can go to ${ways}.` : chosen);
}

/** Announce that the cards of a place can go nowhere, and the rule. @param {Place} place */
export const stay = ({ count, pile }) =>
  remark(
    count > 1
      ? `Those cards can’t go anywhere now. ${told(/Moving: .+?\./)}`.trim()
      : `That card can’t go anywhere now. ${ruleOf(pile)}`.trim(),
  );

/** Announce that the cards of a place can't go to a pile, and what may. @type {(place: Place, target: string) => void} */
export function refuse(place, target) {
  const [card] = cardsAt(place);
  const top = cardsOf(pileOf(target)).at(-1);
  const where = top ? `on the ${nameOf(top)}` : `to ${placeName(target)}`;
  const one = card && place.count === 1;
  remark(one ? `The ${nameOf(card)} can’t go ${where}. ${ruleOf(target)}`.trim() : "Those cards can’t go there.");
}

/** What a column or a foundation takes, as the rules on the table say it. @param {string} id */
function ruleOf(id) {
  const column = isEmpty(pileOf(id)) ? /Spaces: .+?\./ : /Building: .+?\./;
  return told({ f: /Foundations (.+?\.)/, t: column }[id[0] ?? ""]);
}

/** @param {RegExp | undefined} rule */
const told = (rule) => (rule && byId("pile-rules").textContent?.match(rule)?.at(-1)) ?? "";

/**
 * What a tap or a drag means: these cards or, if they can go nowhere, the shortest longer run that can.
 * @type {(place: Place) => Place}
 */
export function meant(place) {
  if (mayGo(place)) return place;
  for (let count = place.count + 1; ; count += 1) {
    const longer = placeOn(place.pile, count);
    if (!longer) return place;
    if (known(longer).length) return longer;
  }
}

// Whether all moves of these cards are known. An unsure reserve pile does not matter, since it takes no cards.
/** @type {(place: Place) => boolean} */
const isClear = ({ pile }) =>
  !all(board, "[data-pile]").some(
    ({ dataset: { pile: id = "" } }) => isUnsure(id) && (id === pile || !id.startsWith("r")),
  );

/** @type {(id: string) => string | undefined} */
const placeName = (id) => pileOf(id).dataset.name?.toLowerCase().replace("foundation of", "the foundation of");

/** @type {(place: Place, moves: Move[]) => void} */
function mark(place, moves) {
  for (const card of cardsAt(place)) {
    card.classList.add("chosen");
    card.ariaCurrent = "true";
  }
  light(moves);
}

/** Light the places where cards may go. @type {(moves: Move[]) => void} */
export function light(moves) {
  for (const { target } of moves) pileOf(target).lastElementChild?.classList.add("target");
}

/** Put out every light. */
export function dim() {
  for (const lit of all(board, ".target")) lit.classList.remove("target");
}

/** Choose nothing. */
export function letGo() {
  held = null;
  tappedAt = 0;
  dim();
  for (const card of all(board, ".chosen")) {
    card.classList.remove("chosen");
    card.ariaCurrent = null;
  }
}

/**
 * Act on a control as a tap does: move the chosen cards there, or make its cards' only move, or choose them.
 * @type {(control: HTMLElement) => void}
 */
export function act(control) {
  const touched = placeOf(control);
  const move = held && moveTo(held, touched.pile);
  if (move) return make(move);
  const place = meant(touched);
  // Where the chosen cards may not go, and no others can leave, the tap was meant as a move.
  if (held && held.pile !== touched.pile && !(touched.count && known(place).length)) {
    refuse(held, touched.pile);
    return letGo();
  }
  if (!touched.count) return;
  if (held?.pile === place.pile && held.count === place.count) return letGo();
  // While a waiting turn may open another way, only the answer shows whether there is just one.
  const only = isClear(place) && wayOf(place);
  if (only) {
    back = only.target + place.pile;
    return make(only);
  }
  choose(place);
  if (!isClear(place)) tappedAt = performance.now();
}

/** The one move that a tap makes at once. @type {(place: Place) => Move | undefined} */
function wayOf(place) {
  /** @param {string} pile */
  const isFree = (pile) => isEmpty(pileOf(pile));
  const ways = changing(known(place), cardsOf(pileOf(place.pile)).length === 1, isFree);
  const only = single(distinct(ways, isFree), setting("tap", "ask"));
  return only && place.pile + only.target === back ? undefined : only;
}

/** Whether a tap has chosen cards, and the next answer will show what it meant. */
export const isAwaited = () => tappedAt > 0;

/**
 * Make a move and let go of the chosen cards; `before` is where the cards were seen.
 * @type {(move: Move, before?: ReturnType<typeof sight>) => void}
 */
export function make(move, before = sight()) {
  letGo();
  play(move, before);
}

/** Send a pile's top card to a foundation, if it may go there. @type {(control: HTMLElement) => boolean} */
export function sendHome(control) {
  const top = cardsOf(pileOfControl(control)).at(-1);
  const move = top && known(placeOf(top)).find(isHomeward);
  if (move) make(move);
  return Boolean(move);
}

/**
 * Make the longest legal move from a pile to another, or move the run that the player chose by hand.
 * @type {(source: string, target: string) => void}
 */
export function carry(source, target) {
  const run = held?.pile === source && held.byHand ? held.count : 0;
  const move = longest(allMoves(), source, target, run) ?? moveTo(held ?? { pile: source, count: 1, card: "" }, target);
  if (move) return make(move);
  refuse(held ?? { pile: source, count: 1, card: "" }, target);
}

// An answer redraws piles. Chosen cards stay chosen if they are still in their place. A tap shortly before the answer
// now does what it would have done after it.
afterTurn(() => {
  const [place, at] = [held, tappedAt];
  letGo();
  if (!place || cardsAt(place)[0]?.dataset.card !== place.card || !mayGo(place)) return;
  held = place;
  mark(place, known(place));
  if (!at) return;
  if (!isClear(place)) tappedAt = at;
  else if (performance.now() - at < SOON) {
    const only = wayOf(place);
    if (only) queueMicrotask(() => held === place && make(only));
  }
});
