// Dragging and tapping, with mouse, finger or pen. A press that hardly moves is a tap; one that moves takes the cards
// along. A card may be dropped anywhere on a column, down to the edge of the board.

import { board, cardsAt, isFinished, pileOfControl, placeOf } from "./board.js";
import { act, chosen, dim, known, letGo, light, make, mayGo, moveTo, sendHome } from "./hand.js";
import { hasten, sight, travel } from "./motion.js";
import { peek, unpeek } from "./peek.js";
import { afterTurn } from "./turns.js";
import { astray } from "./twice.js";

const CONTROLS = "[data-card], [data-space]";
const STARTS_AFTER = { mouse: 5, pen: 7, touch: 9 };
const TWICE = 320;
const LONG = 480;

let press = null;
let pressed = null;
let tapped = { at: 0, card: null };

board.addEventListener("pointerdown", (event) => {
  hasten();
  pressed = null;
  // What is pressed is what lies there, not what was still passing over it.
  const control = document.elementFromPoint(event.clientX, event.clientY)?.closest(CONTROLS);
  if (!control || event.button !== 0 || !event.isPrimary || press) return;
  press = { id: event.pointerId, x: event.clientX, y: event.clientY, kind: event.pointerType, control, cards: null };
  if (event.pointerType !== "mouse") press.timer = setTimeout(look, LONG);
});

addEventListener("pointermove", (event) => {
  if (press?.id !== event.pointerId) return;
  const [x, y] = [event.clientX - press.x, event.clientY - press.y];
  if (!press.cards && Math.hypot(x, y) > (STARTS_AFTER[press.kind] ?? 5)) lift();
  if (!press?.cards) return;
  press.by = `${x}px ${y}px`;
  for (const card of press.cards) card.style.translate = press.by;
  aim(event.clientX, event.clientY);
});

addEventListener("pointerup", (event) => {
  if (press?.id !== event.pointerId) return;
  const { cards, control, target, place } = press;
  const before = sight();
  if (!cards) {
    pressed = control;
    return finish();
  }
  const move = target && moveTo(place, target);
  finish();
  dim();
  // The cards are put down where they came from; the move, if it is one, lays them on their target, and in either case
  // they glide there from where they were let go.
  if (move) make(move, before);
  else travel(before);
});

addEventListener("pointercancel", (event) => {
  if (press?.id !== event.pointerId) return;
  const before = sight();
  finish();
  dim();
  travel(before);
});

// A tap arrives as a click, which keyboards and screen readers send as well. Where cards were redrawn or came to rest
// under the press, the click is not theirs any more, and the press tells what was meant.
board.addEventListener("click", (event) => {
  const control = event.target.closest(CONTROLS) ?? pressed;
  pressed = null;
  event.preventDefault();
  if (dropped) return;
  const pile = event.target.closest("[data-pile]");
  if (astray(event, control?.dataset.card || control?.id || pile?.id)) return;
  if (!control) return layOn(pile);
  const name = control.dataset.card;
  const twice = name && tapped.card === name && event.timeStamp - tapped.at < TWICE;
  tapped = { at: event.timeStamp, card: name };
  if (twice && chosen() && sendHome(control)) return;
  act(control);
});

// A pile takes the chosen cards wherever it is tapped; a tap on nothing lets them go.
function layOn(pile) {
  const move = pile && chosen() && moveTo(chosen(), pile.dataset.pile);
  if (move) make(move);
  else letGo();
}

// A click follows the end of a drag or of a long press and is not a tap.
let dropped = false;

function finish() {
  clearTimeout(press.timer);
  unpeek();
  if (press.cards || press.long) {
    dropped = true;
    setTimeout(() => { dropped = false; });
  }
  for (const card of press.cards ?? []) {
    card.style.translate = "";
    card.classList.remove("dragged");
  }
  press.cards?.[0]?.closest("[data-pile]")?.classList.remove("aloft");
  press = null;
}

function lift() {
  clearTimeout(press.timer);
  unpeek();
  const place = press.control && placeOf(press.control);
  const movable = place?.count && place.card !== "??" && !isFinished() && mayGo(place);
  if (!movable) {
    press.long = true;
    return finish();
  }
  letGo();
  press.place = place;
  hold();
  try {
    board.setPointerCapture(press.id);
  } catch {
    // The pointer may have gone up already; the drag then ends with its event.
  }
}

function look() {
  press.long = true;
  if (press.control) peek(press.control);
}

function hold() {
  press.cards = cardsAt(press.place);
  for (const card of press.cards) {
    card.classList.add("dragged");
    card.style.translate = press.by ?? "";
  }
  pileOfControl(press.control).classList.add("aloft");
  light(known(press.place));
}

// An answer redraws piles: who holds a card goes on holding it, if it still lies where it was taken up.
afterTurn(() => {
  if (!press) return;
  press.control = document.getElementById(press.control.id);
  if (!press.cards) return;
  const place = press.control && placeOf(press.control);
  if (place?.pile === press.place.pile && place.count === press.place.count && mayGo(place)) return hold();
  finish();
  dim();
});

// The pile aimed at is the one under the pointer or, failing that, the allowed one most covered by the first card.
function aim(x, y) {
  const piles = [...board.querySelectorAll("[data-pile]")].filter((pile) => moveTo(press.place, pile.dataset.pile));
  const edge = board.getBoundingClientRect().bottom;
  const card = press.cards[0].getBoundingClientRect();
  let [best, most] = [null, 0];
  for (const pile of piles) {
    const { left, right, top, bottom } = pile.getBoundingClientRect();
    const low = pile.classList.contains("column") ? Math.max(bottom, edge) : bottom;
    const wide = Math.min(right, card.right) - Math.max(left, card.left);
    const high = Math.min(low, card.bottom) - Math.max(top, card.top);
    const share = x >= left && x <= right && y >= top && y <= low ? Infinity : Math.max(0, wide) * Math.max(0, high);
    if (share > most) [best, most] = [pile, share];
  }
  if (press.target !== best?.dataset.pile) {
    for (const aimed of board.querySelectorAll(".aimed")) aimed.classList.remove("aimed");
    best?.classList.add("aimed");
  }
  press.target = best?.dataset.pile;
}
