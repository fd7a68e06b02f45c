// Dragging and tapping, with mouse, finger or pen. A press that hardly moves is a tap; one that moves takes the cards
// along. A card may be dropped anywhere on a column, down to the edge of the board.

import { all, hit } from "../dom.js";
import { board, cardsAt, isFinished, pileOfControl, placeOf } from "./board.js";
import { aimed, shifted } from "./geometry.js";
import {
  act,
  chosen,
  dim,
  isAwaited,
  known,
  letGo,
  light,
  make,
  mayGo,
  meant,
  moveTo,
  refuse,
  sendHome,
  stay,
} from "./hand.js";
import { hasten, sight, travel } from "./motion.js";
import { peek, unpeek } from "./peek.js";
import { afterTurn } from "./turns.js";
import { astray } from "./twice.js";
import { tell } from "./voice.js";

const CONTROLS = "[data-card], [data-space]";
/** @type {Record<string, number>} */
const STARTS_AFTER = { pen: 7, touch: 9 };
const MOUSE_STARTS_AFTER = 5;
const TWICE = 320;
const LONG = 480;

/**
 * @typedef {object} Press
 * @property {number} id of the pointer
 * @property {number} x
 * @property {number} y
 * @property {string} kind
 * @property {HTMLElement | null} control
 * @property {ReturnType<typeof setTimeout>} [timer]
 * @property {boolean} [long]
 * @property {Drag} [drag]
 *
 * @typedef {object} Drag
 * @property {Place} place
 * @property {HTMLElement[]} cards
 * @property {number} x how far they are from their place
 * @property {number} y
 * @property {ReturnType<typeof measure> | null} [seen]
 * @property {string} [target]
 */

/** @type {Press | null} */
let press = null;
/** @type {HTMLElement | null} */
let pressed = null;
/** @type {{ at: number, card: string | undefined }} */
let tapped = { at: 0, card: undefined };
// The click that follows a drag or a long press is not a tap.
let dropped = false;

board.addEventListener("pointerdown", (event) => {
  hasten();
  pressed = null;
  // The player presses the card that lies there, not one that was still passing over it.
  /** @type {HTMLElement | null | undefined} */
  const control = document.elementFromPoint(event.clientX, event.clientY)?.closest(CONTROLS);
  if (!control || event.button !== 0 || !event.isPrimary || press) return;
  const begun = { id: event.pointerId, x: event.clientX, y: event.clientY, kind: event.pointerType, control };
  press = begun;
  if (event.pointerType !== "mouse") press.timer = setTimeout(() => look(begun), LONG);
});

addEventListener("pointermove", (event) => {
  if (press?.id !== event.pointerId) return;
  const [x, y] = [event.clientX - press.x, event.clientY - press.y];
  if (!press.drag && Math.hypot(x, y) > (STARTS_AFTER[press.kind] ?? MOUSE_STARTS_AFTER)) lift(press);
  if (!press?.drag) return;
  carry(Object.assign(press.drag, { x, y }));
  aim(press.drag, { x: event.clientX, y: event.clientY });
});

// Chromium would take a quick drag for the start of a scroll that runs on, and stop that by the next tap.
board.addEventListener("touchmove", (event) => press?.drag && event.preventDefault(), { passive: false });

addEventListener("pointerup", (event) => {
  if (press?.id !== event.pointerId) return;
  const { drag, control } = press;
  const before = sight();
  if (!drag) {
    pressed = control;
    return finish(press);
  }
  const move = drag.target && moveTo(drag.place, drag.target);
  finish(press);
  dim();
  if (!move) sayWhyNot(drag.place, event);
  // The cards go back to their place, and a move then lays them on their target. In either case they glide there from
  // where the player let go of them.
  if (move) make(move, before);
  else travel(before);
});

// Cards dropped on a pile that does not take them go back, and the table says why.
/** @type {(place: Place, at: PointerEvent) => void} */
function sayWhyNot(place, { clientX, clientY }) {
  const under = document.elementFromPoint(clientX, clientY)?.closest("[data-pile]");
  const onto = under instanceof HTMLElement && under.dataset.pile;
  if (onto && onto !== place.pile) refuse(place, onto);
}

addEventListener("pointercancel", (event) => {
  if (press?.id !== event.pointerId) return;
  const before = sight();
  finish(press);
  dim();
  travel(before);
});

// A tap arrives as a click, which keyboards and screen readers send as well. If cards were redrawn or came to rest
// during the press, the click may hit something else, so the press decides what was meant.
board.addEventListener("click", (event) => {
  const control = hit(event, CONTROLS) ?? pressed;
  pressed = null;
  event.preventDefault();
  if (dropped) return;
  const pile = hit(event, "[data-pile]");
  if (astray(/** @type {PointerEvent} */ (event), control?.dataset.card || control?.id || pile?.id)) return;
  if (!control) return layOn(pile);
  const name = control.dataset.card;
  const twice = name && tapped.card === name && event.timeStamp - tapped.at < TWICE;
  tapped = { at: event.timeStamp, card: name };
  if (twice && chosen() && (sendHome(control) || isAwaited())) return;
  act(control);
});

// A tap anywhere on a pile moves the chosen cards there. A tap on nothing lets go of them.
/** @param {HTMLElement | null} pile */
function layOn(pile) {
  const held = chosen();
  const move = pile && held && moveTo(held, pile.dataset.pile ?? "");
  if (move) make(move);
  else letGo();
}

/** @param {Press} ended */
function finish({ timer, drag, long }) {
  clearTimeout(timer);
  unpeek();
  if (drag || long) {
    dropped = true;
    setTimeout(() => {
      dropped = false;
    });
  }
  for (const card of drag?.cards ?? []) {
    card.style.translate = "";
    card.classList.remove("dragged");
  }
  drag?.cards[0]?.closest("[data-pile]")?.classList.remove("aloft");
  press = null;
}

/** @param {Press} held */
function lift(held) {
  clearTimeout(held.timer);
  unpeek();
  const touched = held.control && placeOf(held.control);
  const place = touched?.count && touched.card !== "??" && !isFinished() ? meant(touched) : null;
  const control = place && mayGo(place) && cardsAt(place)[0];
  if (!control) {
    if (place) stay(place);
    held.long = true;
    return finish(held);
  }
  letGo();
  tell("");
  held.control = control;
  held.drag = { place, cards: [], x: 0, y: 0 };
  take(held.drag, control);
  try {
    board.setPointerCapture(held.id);
  } catch {
    // The pointer may be up already. Then its event ends the drag.
  }
}

/** @param {Press} held */
function look(held) {
  held.long = true;
  if (held.control) peek(held.control);
}

/** @type {(drag: Drag, control: HTMLElement) => void} */
function take(drag, control) {
  drag.cards = cardsAt(drag.place);
  drag.seen = null;
  for (const card of drag.cards) card.classList.add("dragged");
  carry(drag);
  pileOfControl(control).classList.add("aloft");
  light(known(drag.place));
}

/** @param {Drag} drag */
function carry({ cards, x, y }) {
  for (const card of cards) card.style.translate = `${x}px ${y}px`;
}

// An answer redraws piles. A dragged card stays in the player's hand if it still lies where it was taken up.
afterTurn(() => {
  if (!press) return;
  press.control = press.control && document.getElementById(press.control.id);
  const { control, drag } = press;
  if (!drag) return;
  const place = control && placeOf(control);
  if (control && place?.pile === drag.place.pile && place.count === drag.place.count && mayGo(place))
    return take(drag, control);
  finish(press);
  dim();
});

// Where the first card lies when nobody drags it, and where the piles are. Measured once and not at each movement, as the
// browser would lay the board out each time.
/** @param {Drag} drag */
function measure({ cards: [first], x, y }) {
  const edge = board.getBoundingClientRect().bottom;
  const piles = all(board, "[data-pile]").map((pile) => {
    const box = pile.getBoundingClientRect();
    // A column in a wing lies sideways, with others below it.
    if (pile.classList.contains("column") && box.height > box.width) box.height = Math.max(box.height, edge - box.y);
    return { pile, box };
  });
  return { rest: shifted(/** @type {HTMLElement} */ (first).getBoundingClientRect(), -x, -y), piles };
}

function forget() {
  if (press?.drag) press.drag.seen = null;
}

addEventListener("resize", forget);
addEventListener("scroll", forget);

// Aim at the pile under the pointer or, failing that, the allowed one that the first card covers most.
/** @type {(drag: Drag, pointer: Point) => void} */
function aim(drag, pointer) {
  drag.seen ??= measure(drag);
  const { rest, piles } = drag.seen;
  const card = shifted(rest, drag.x, drag.y);
  /** @type {HTMLElement | null} */
  let best = null;
  let most = 0;
  for (const { pile, box } of piles) {
    const share = moveTo(drag.place, pile.dataset.pile ?? "") ? aimed(pointer, card, box) : 0;
    if (share > most) [best, most] = [pile, share];
  }
  if (drag.target === best?.dataset.pile) return;
  for (const lit of all(board, ".aimed")) lit.classList.remove("aimed");
  best?.lastElementChild?.classList.add("aimed");
  drag.target = best?.dataset.pile;
}
