// The hand: which cards are chosen and where they may go. It knows no rules: a move is legal if the server's last
// answer named it. Where a move that has not been confirmed changed a pile, the answer to it will tell.

import { allMoves, board, cardsAt, cardsOf, distinct, isEmpty, isFinished, movesFrom, pileOf, pileOfControl, placeOf, setting } from "./board.js";
import { sight } from "./motion.js";
import { afterTurn, isUnsure, isWaiting, play } from "./turns.js";
import { nameOf, say, tell } from "./voice.js";

let held = null;

export const chosen = () => held;

/** Where the cards of a place may go, legal or by gathering, as far as is known. */
export function known(place) {
  return isUnsure(place.pile) ? [] : movesFrom(place).filter(({ target }) => !isUnsure(target));
}

/** Whether the cards of a place can go anywhere, or that is not yet to be known. */
export const mayGo = (place) => known(place).length > 0 || isWaiting();

const blind = (place, target) => ({
  source: place.pile,
  target,
  count: place.count,
  text: `${place.pile}-${target}${place.count > 1 ? `:${place.count}` : ""}`,
});

/** The move of a place to a pile, if it may be made: named by the last answer, or not yet to be known. */
export function moveTo(place, target) {
  if (target === place.pile) return null;
  const named = known(place).find((move) => move.target === target);
  return named ?? (isWaiting() && (isUnsure(place.pile) || isUnsure(target)) ? blind(place, target) : null);
}

/** Choose cards, show where they may go and say so; where they can go nowhere say that. */
export function choose(place) {
  letGo();
  if (isFinished()) return;
  if (!mayGo(place)) return tell(place.count > 1 ? "Those cards can go nowhere now." : "That card can go nowhere now.");
  held = place;
  const moves = known(place);
  mark(moves);
  tell("");
  const [card] = cardsAt(place);
  const more = place.count > 1 ? ` and ${place.count - 1} more` : "";
  const ways = moves.length ? ` Can go to ${moves.map(({ target }) => placeName(target)).join(", ")}.` : "";
  say(`${nameOf(card)}${more} chosen.${ways}`);
}

const placeName = (id) => pileOf(id).getAttribute("aria-label").toLowerCase();

function mark(moves) {
  for (const card of cardsAt(held)) {
    card.classList.add("chosen");
    card.setAttribute("aria-pressed", "true");
  }
  light(moves);
}

/** Light the places where cards may go. */
export function light(moves) {
  for (const { target } of moves) pileOf(target).lastElementChild.classList.add("target");
}

/** Put out every light. */
export function dim() {
  for (const lit of board.querySelectorAll(".target")) lit.classList.remove("target");
}

/** Choose nothing. */
export function letGo() {
  held = null;
  dim();
  for (const card of board.querySelectorAll(".chosen")) {
    card.classList.remove("chosen");
    card.removeAttribute("aria-pressed");
  }
}

/** Act on a control as a tap does: move to it what is chosen, move from it what has one way to go, or choose it. */
export function act(control) {
  const place = placeOf(control);
  if (held) {
    const move = moveTo(held, place.pile);
    if (move) return make(move);
    if (held.pile === place.pile && held.count === place.count) return letGo();
  }
  if (!place.count) return letGo();
  const only = single(known(place));
  if (only) return make(only);
  choose(place);
}

// Of several ways a player may have chosen one kind to be taken at once.
function single(moves) {
  const ways = distinct(moves);
  if (ways.length < 2) return ways[0];
  const taste = setting("tap", "ask");
  if (taste === "ask") return null;
  const homeward = ways.filter(({ target }) => target[0] === "f");
  const preferred = taste === "foundation" ? homeward : ways.filter((way) => !homeward.includes(way));
  return preferred.length === 1 ? preferred[0] : null;
}

/** Make a move and choose nothing; `before` is where the cards were seen. */
export function make(move, before = sight()) {
  letGo();
  play(move, before);
}

/** Send a pile's top card to a foundation, if it may go there. */
export function sendHome(control) {
  const top = cardsOf(pileOfControl(control)).at(-1);
  const move = top && known(placeOf(top)).find(({ target }) => target[0] === "f");
  if (move) make(move);
  return Boolean(move);
}

/** Make the longest legal move from a pile to another; with a run chosen by hand, that run. */
export function carry(source, target) {
  const run = held?.pile === source && held.byHand ? held.count : 0;
  const between = allMoves().filter((move) => move.source === source && move.target === target);
  const moves = run ? between.filter(({ count }) => count === run) : between;
  const move = moves.sort((one, other) => other.count - one.count)[0] ?? moveTo(held ?? { pile: source, count: 1 }, target);
  if (move) return make(move);
  tell(isEmpty(pileOf(target)) ? "Those cards may not go to that place." : "Those cards may not go onto that pile.");
}

// An answer redraws piles: what is still where it was chosen stays chosen.
afterTurn(() => {
  const place = held;
  letGo();
  if (place && cardsAt(place)[0]?.dataset.card === place.card && mayGo(place)) {
    held = place;
    mark(known(place));
  }
});
