// Keys: one control of the board takes part in the order of Tab, arrows walk from it; letters, digits and signs name
// piles and actions, unless the player has switched them off.

import { board, cardsAt, cardsOf, pileOf, pileOfControl, placeOf, placeOn, setting } from "./board.js";
import { act, carry, choose, chosen, known, letGo, mayGo } from "./hand.js";
import { openHelp } from "./help.js";
import { hasten } from "./motion.js";
import { peek } from "./peek.js";
import { afterTurn } from "./turns.js";
import { sayTable } from "./voice.js";

const CONTROLS = "[data-card]:not(.under), [data-space]";
const WAIT = 900;

const PILES = { v: "r", c: "c", f: "f" };
const lettersAreKeys = () => setting("letters", "on") === "on";
const press = (id) => document.getElementById(id)?.click();

const LETTERS = {
  u: () => press("undo"),
  r: () => press("redo"),
  h: () => press("hint"),
  s: sayTable,
  p: () => document.activeElement.dataset.card && peek(document.activeElement),
  "?": openHelp,
  "+": () => lengthen(1),
  "=": () => lengthen(1),
  "-": () => lengthen(-1),
  "–": () => lengthen(-1),
};

// A pile being named: its kind and the digits so far.
let naming = null;

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, textarea, select, [contenteditable]") || document.querySelector("dialog[open]")) return;
  hasten();
  if (event.ctrlKey || event.metaKey) return withControl(event);
  if (event.altKey) return;
  const done = byName(event) || walk(event) || (lettersAreKeys() && letter(event));
  if (done) event.preventDefault();
});

// A button is pressed when the space bar comes up again; here it has already chosen.
document.addEventListener("keyup", (event) => {
  if (event.key === " " && event.target.closest?.(CONTROLS)) event.preventDefault();
});

function withControl(event) {
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  press(key === "y" || event.shiftKey ? "redo" : "undo");
}

function byName(event) {
  if (event.key === "Escape") {
    forget();
    letGo();
    return true;
  }
  if (event.key === "Enter" && settle()) return true;
  const on = document.activeElement?.closest?.(CONTROLS);
  if (!on || !board.contains(on)) return false;
  if (event.key === "Enter") return !event.repeat && (act(on), true);
  if (event.key !== " ") return false;
  const place = placeOf(on);
  const held = chosen();
  if (held && (held.pile !== place.pile || held.count === place.count)) act(on);
  else if (place.count) choose(place);
  return true;
}

function letter(event) {
  const key = event.key.toLowerCase();
  if (/^[0-9]$/.test(key)) return digit(key);
  settle();
  if (PILES[key]) {
    naming = { kind: PILES[key], digits: "" };
    return true;
  }
  const action = LETTERS[key];
  if (!action) return false;
  action();
  return true;
}

// Columns are named by one digit (0 for the tenth). After V, C or F a pile is settled as soon as no longer number could
// be meant, or by the next key that is no digit, or after a moment.
function digit(key) {
  if (!naming) return name(`t${(Number(key) + 9) % 10}`);
  clearTimeout(naming.timer);
  naming.digits += key;
  if (pileOf(`${naming.kind}${Number(`${naming.digits}0`) - 1}`)) naming.timer = setTimeout(settle, WAIT);
  else settle();
  return true;
}

function settle() {
  const named = naming;
  forget();
  if (!named?.digits) return false;
  name(`${named.kind}${Number(named.digits) - 1}`);
  return true;
}

function forget() {
  clearTimeout(naming?.timer);
  naming = null;
}

// The first pile named is the source, the second the target.
function name(id) {
  const pile = pileOf(id);
  if (!pile) return true;
  const held = chosen();
  if (held && held.pile !== id) {
    carry(held.pile, id);
    return true;
  }
  const top = cardsOf(pile).at(-1) ?? pile.querySelector("[data-space]");
  focus(top);
  if (held) letGo();
  else if (top.dataset.card) chooseRun(id);
  return true;
}

// A pile named as source gives the longest run that can go somewhere, or its top card.
function chooseRun(id) {
  const runs = cardsOf(pileOf(id)).map(placeOf).filter(({ card }) => card !== "??");
  choose(runs.find((place) => known(place).length) ?? placeOn(id, 1));
}

// The next longer or shorter run that can go somewhere.
function lengthen(by) {
  const on = document.activeElement?.closest?.("[data-card]");
  const from = chosen() ?? (on && placeOf(on));
  for (let count = (from?.count ?? 0) + by; count > 0; count += by) {
    const place = placeOn(from.pile, count);
    if (!place) return;
    if (!mayGo(place)) continue;
    choose(place);
    chosen().byHand = true;
    return focus(cardsAt(place)[0]);
  }
}

// Walking. Up and down pass along a column's cards; otherwise the nearest pile in that direction is next.

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function walk(event) {
  const on = document.activeElement?.closest?.(CONTROLS) ?? null;
  if (event.key === "Home" || event.key === "End") {
    if (!on) return false;
    const controls = [...board.querySelectorAll(CONTROLS)];
    focus(controls.at(event.key === "Home" ? 0 : -1));
    return true;
  }
  const way = WAYS[event.key];
  if (!way) return false;
  if (!on || !board.contains(on)) return false;
  focus(next(on, way));
  return true;
}

function next(on, [x, y]) {
  const own = cardsOf(pileOfControl(on)).filter((card) => !card.classList.contains("under"));
  const from = middle(on);
  const along = own
    .filter((card) => card !== on)
    .map((card) => ({ card, by: toward(from, middle(card), x, y) }))
    .filter(({ by }) => by.ahead > 1 && by.aside < 2)
    .sort((one, other) => one.by.ahead - other.by.ahead);
  if (along.length) return along[0].card;
  const tops = [...board.querySelectorAll("[data-pile]")]
    .filter((pile) => pile !== pileOfControl(on))
    .map((pile) => pile.querySelector(":scope > :last-child:not(.likeness)"))
    .map((control) => ({ control, by: toward(from, middle(control), x, y, pileOfControl(control)) }))
    .filter(({ by }) => by.ahead > 4)
    .sort((one, other) => one.by.ahead + 3 * one.by.aside - other.by.ahead - 3 * other.by.aside);
  return tops[0]?.control ?? on;
}

function middle(control) {
  const { left, top, width, height } = control.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

// How far ahead and how far aside something is. A column is met anywhere along its height.
function toward(from, to, x, y, pile) {
  const beside = pile && x ? spread(from.y, pile.getBoundingClientRect()) : Math.abs(to.y - from.y);
  return { ahead: (to.x - from.x) * x + (to.y - from.y) * y, aside: x ? beside : Math.abs(to.x - from.x) };
}

const spread = (y, { top, bottom }) => Math.max(0, top - y, y - bottom);

// Roving: Tab comes to the one control that was last walked to.

function focus(control) {
  control?.focus({ preventScroll: true });
}

function rove(current) {
  const controls = [...board.querySelectorAll(CONTROLS)];
  const kept = current ?? controls.find((control) => control.id === rove.last) ?? controls.at(-1);
  for (const control of controls) control.tabIndex = control === kept ? 0 : -1;
  rove.last = kept?.id;
}

board.addEventListener("focusin", (event) => {
  const control = event.target.closest(CONTROLS);
  if (control) rove(control);
});

afterTurn(() => rove(document.activeElement?.closest?.(CONTROLS)));
rove();
