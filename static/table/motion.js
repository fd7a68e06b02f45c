// Motion: the board changes first and the cards then travel from where they were seen to where they lie, so that no
// input ever waits for a movement and none can end in the wrong place.

import { board, cardsOf, pileOf, pileOfControl, setting } from "./board.js";

const TRAVEL = 190;
const RESPACE = 120;
const DEAL = 600;
const FINISH = { first: 250, faster: 0.9, floor: 80 };
const EASE = "cubic-bezier(0.2, 0.7, 0.25, 1)";

// The piles of travelling cards lie between these two in table.css.
const [LOWEST, ALOFT] = [4, 6];

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const running = new Set();

/** How long a movement takes, as a share of its usual time; 0 for no motion. */
export const pace = () => (calm.matches ? 0 : { normal: 1, fast: 0.5, off: 0 }[setting("motion", "normal")]);

const keyOf = (card) => (card.dataset.card === "??" ? card.id : card.dataset.card);

/** Where every card is seen now, and how long it is still on its way: for `travel` after the board has changed. */
export function sight() {
  const rests = new Map();
  for (const { effect, currentTime } of running) rests.set(effect.target, effect.getComputedTiming().endTime - currentTime);
  const seen = new Map();
  for (const card of board.querySelectorAll("[data-card]")) {
    const [rect, pile] = [card.getBoundingClientRect(), pileOfControl(card).id];
    seen.set(keyOf(card), { card, rect, pile, order: seen.size, rest: rests.get(card) });
  }
  return seen;
}

/** Let cards travel from where `before` saw them. Of `moves` made in one turn those to foundations follow one another. */
export function travel(before, moves = []) {
  const speed = pace();
  if (!speed) return;
  const delays = delaysHome(moves);
  const last = Math.max(0, ...delays.values()) + TRAVEL;
  for (const card of board.querySelectorAll("[data-card]")) {
    const old = before.get(keyOf(card));
    if (!old) turnUp(card, before, speed);
    else if (card.classList.contains("under")) {
      if (!old.card.classList.contains("under")) cover(card, old, delays.get(card.dataset.card), last, speed);
    } else {
      const moved = old.pile !== pileOfControl(card).id;
      const delay = moved ? (delays.get(card.dataset.card) ?? 0) : 0;
      // A card on its way, redrawn by an answer, arrives when it would have.
      glide(card, old.rect, moved ? TRAVEL * speed : (old.rest ?? RESPACE * speed), delay * speed);
    }
  }
}

/** End every movement at once: cards are seen where they lie. */
export function hasten() {
  for (const movement of running) movement.finish();
}

/** Deal the cards from above the board, one after another. */
export function dealIn() {
  const speed = pace();
  if (!speed) return;
  const row = (card) => cardsOf(pileOfControl(card)).indexOf(card);
  const cards = [...board.querySelectorAll("[data-card]:not(.under)")].sort((one, other) => row(one) - row(other));
  const { left, width, top } = board.getBoundingClientRect();
  cards.forEach((card, place) => {
    const size = card.getBoundingClientRect();
    const from = new DOMRect(left + (width - size.width) / 2, top - size.height, size.width, size.height);
    glide(card, from, TRAVEL * speed, ((DEAL - TRAVEL) * speed * place) / cards.length);
  });
}

/** Say when each card that came home in one turn sets out. The last to reach a foundation lies on top of it. */
function delaysHome(moves) {
  const times = [];
  let [at, pause] = [0, FINISH.first];
  for (const { target } of moves.filter((move) => move.target[0] === "f")) {
    times.push({ target, at });
    at += pause;
    pause = Math.max(FINISH.floor, pause * FINISH.faster);
  }
  const delays = new Map();
  const above = new Map();
  for (const { target, at: time } of times.reverse()) {
    above.set(target, (above.get(target) ?? 0) + 1);
    const card = cardsOf(pileOf(target)).at(-above.get(target));
    if (card) delays.set(card.dataset.card, time);
  }
  return delays;
}

const away = (from, to) => ({
  transform: `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width})`,
  transformOrigin: "0 0",
});
const THERE = { transform: "none", transformOrigin: "0 0" };

function glide(card, from, duration, delay) {
  const to = card.getBoundingClientRect();
  if (Math.abs(from.left - to.left) + Math.abs(from.top - to.top) < 0.5) return;
  const pile = pileOfControl(card);
  pile.classList.add("aloft");
  const movement = card.animate([away(from, to), THERE], { duration, delay, easing: EASE, fill: "backwards" });
  run(movement, () => pile.classList.remove("aloft"));
}

// A card that was face down in this place turns over.
function turnUp(card, before, speed) {
  const pile = pileOfControl(card);
  if (!before.has(`down-${pile.dataset.pile}-${cardsOf(pile).indexOf(card)}`)) return;
  run(card.animate([{ transform: "rotateY(90deg)" }, THERE], { duration: TRAVEL * speed, easing: "ease-out" }));
}

// A card under others on a foundation is not drawn. A likeness of it travels in its stead, or stands in its place until
// the card that covers it has arrived. While it waits to set out it lies as it lay among the others of its column.
function cover(under, { card, rect, pile, order }, delay, last, speed) {
  const home = pileOfControl(under);
  const [to, origin] = [home.getBoundingClientRect(), board.getBoundingClientRect()];
  const likeness = card.cloneNode(true);
  likeness.removeAttribute("id");
  likeness.removeAttribute("data-card");
  likeness.inert = true;
  likeness.classList.remove("chosen", "target", "waiting", "last");
  likeness.classList.add("likeness");
  const box = { left: to.left - origin.left, top: to.top - origin.top, width: to.width, height: to.height };
  for (const [name, value] of Object.entries(box)) likeness.style[name] = `${value}px`;
  board.append(likeness);
  const there = { ...THERE, zIndex: LOWEST };
  const here = pile === home.id ? there : { ...away(rect, to), zIndex: ALOFT + order };
  const [leaves, arrives] = [(delay ?? 0) / last, ((delay ?? 0) + TRAVEL) / last];
  const frames = [here, { ...here, offset: leaves, easing: EASE }, { ...there, offset: arrives }, there];
  run(likeness.animate(frames, { duration: last * speed }), () => likeness.remove());
}

function run(movement, after = () => {}) {
  running.add(movement);
  const end = () => {
    running.delete(movement);
    after();
  };
  movement.finished.then(end, end);
}
