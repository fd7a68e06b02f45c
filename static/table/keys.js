// Keys: Tab stops at one control of the board, and the arrow keys walk from it. Letters, digits and signs name piles
// and actions, unless the player has switched them off.

import { all, byId, focused, hit, one } from "../dom.js";
import { board, cardsAt, cardsOf, isPile, pileOf, pileOfControl, placeOf, placeOn, setting } from "./board.js";
import { middle, toward } from "./geometry.js";
import { act, carry, choose, chosen, known, letGo, mayGo } from "./hand.js";
import { openHelp } from "./help.js";
import { hasten } from "./motion.js";
import { column, kindOf, mayGoOn, pile as namedPile } from "./naming.js";
import { peek } from "./peek.js";
import { afterTurn } from "./turns.js";
import { remark, say } from "./voice.js";

const CONTROLS = "[data-card]:not(.under), [data-space]";
const WRITING = "input, textarea, select, [contenteditable]";
const WAIT = 900;
const EMPTY = "No card lies here.";

const lettersAreKeys = () => setting("letters", "on") === "on";
/** @type {Record<string, string>} */
const NOTHING = { undo: "There is nothing to undo.", redo: "There is nothing to redo." };
/** @param {string} id */
export function press(id) {
  const tool = document.getElementById(id);
  if (tool?.matches(":enabled")) tool.click();
  else if (tool && NOTHING[id]) remark(NOTHING[id]);
}
const current = () => {
  const on = focused(CONTROLS);
  return on && board.contains(on) ? on : null;
};

/** @type {Record<string, () => void>} */
const LETTERS = {
  u: () => press("undo"),
  r: () => press("redo"),
  h: askForHint,
  m: () => byId("move").focus(),
  p: lookAt,
  l: () => press("find"),
  "?": openHelp,
  "+": () => lengthen(1),
  "=": () => lengthen(1),
  "-": () => lengthen(-1),
  "–": () => lengthen(-1),
};

// What some letters ask; `questions.js` has the answers.
/** @type {Record<string, string>} */
const ASK = { s: "table", e: "empty", n: "next", w: "here", g: "moves", t: "again", o: "race" };
/** @param {string} question */
async function ask(question) {
  try {
    const { answerTo } = await import("./questions.js");
    say(answerTo(question));
  } catch {
    remark("That can’t be answered offline.");
  }
}

// The pile that the player is naming: its kind and the digits so far.
/** @type {{ kind: string, digits: string, timer?: ReturnType<typeof setTimeout> } | null} */
let naming = null;

document.addEventListener("keydown", (event) => {
  if (hit(event, WRITING) || document.querySelector(":is(dialog[open], :popover-open)")) return;
  hasten();
  if (event.ctrlKey || event.metaKey) return withControl(event);
  if (event.altKey) return;
  const done = byName(event) || walk(event) || (lettersAreKeys() && letter(event));
  if (done) event.preventDefault();
});

// Browsers press a button when the space bar comes up. Here the key has already done its work.
document.addEventListener("keyup", (event) => {
  if (event.key === " " && hit(event, CONTROLS)) event.preventDefault();
});

/** @param {KeyboardEvent} event */
function withControl(event) {
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  press(key === "y" || event.shiftKey ? "redo" : "undo");
}

/** @param {KeyboardEvent} event */
function byName({ key, repeat }) {
  if (key === "Escape") {
    forget();
    if (chosen()) say("Let go.");
    letGo();
    return true;
  }
  if (key === "Enter" && settle()) return true;
  const on = current();
  if (!on || (key !== " " && key !== "Enter")) return false;
  if (key === " ") lay(on);
  else if (repeat) return false;
  else if (chosen() || placeOf(on).count) act(on);
  else remark(EMPTY);
  return true;
}

// Lay the chosen cards here or, if there are none, choose.
/** @param {HTMLElement} on */
function lay(on) {
  const place = placeOf(on);
  const held = chosen();
  if (held && (held.pile !== place.pile || held.count === place.count)) act(on);
  else if (place.count) choose(place);
  else remark(EMPTY);
}

/** @param {KeyboardEvent} event */
function letter(event) {
  const key = event.key.toLowerCase();
  if (finder?.seek(key)) return true;
  if (/^[0-9]$/.test(key)) return digit(key);
  settle();
  const kind = kindOf(key);
  if (kind) {
    naming = { kind, digits: "" };
    return true;
  }
  const [action, question] = [LETTERS[key], ASK[key]];
  action?.();
  if (question) void ask(question);
  return Boolean(action || question);
}

// After V, C or F, the name is complete as soon as no longer number exists, or at the next key other than a digit, or
// after a moment.
/** @param {string} key */
function digit(key) {
  if (!naming) return name(column(key));
  clearTimeout(naming.timer);
  naming.digits += key;
  if (mayGoOn(naming.kind, naming.digits, isPile)) naming.timer = setTimeout(settle, WAIT);
  else settle();
  return true;
}

function settle() {
  const named = naming;
  forget();
  return Boolean(named?.digits) && name(namedPile(named?.kind ?? "", named?.digits ?? ""));
}

function forget() {
  clearTimeout(naming?.timer);
  naming = null;
}

// The first pile named is the source, the second the target.
/** @param {string} id */
function name(id) {
  if (!isPile(id)) return true;
  const held = chosen();
  if (held && held.pile !== id) {
    carry(held.pile, id);
    return true;
  }
  const top = cardsOf(pileOf(id)).at(-1);
  focus(top ?? pileOf(id).querySelector("[data-space]"));
  if (held) letGo();
  else if (top) chooseRun(id);
  return true;
}

// Naming a source chooses the longest run that can go somewhere, or the top card.
/** @param {string} id */
function chooseRun(id) {
  const runs = cardsOf(pileOf(id))
    .map(placeOf)
    .filter(({ card }) => card !== "??");
  const place = runs.find((run) => known(run).length) ?? placeOn(id, 1);
  if (place) choose(place);
}

// Choose the next longer or shorter run that can go somewhere.
/** @param {1 | -1} by */
function lengthen(by) {
  const on = focused("[data-card]");
  const from = chosen() ?? (on && placeOf(on));
  for (let count = (from?.count ?? 0) + by; from && count > 0; count += by) {
    const place = placeOn(from.pile, count);
    if (!place) return;
    if (!mayGo(place)) continue;
    choose({ ...place, byHand: true });
    return focus(cardsAt(place)[0]);
  }
}

// The browser fetches the finder when the player first wants it.
/** @type {typeof import("./find.js") | undefined} */
let finder;
byId("find").addEventListener("click", async () => {
  finder ??= await import("./find.js");
  finder.toggle();
});

export function askForHint() {
  if (document.getElementById("hint")) press("hint");
  else remark(byId("hint-form").dataset.none ?? "");
}

function lookAt() {
  const card = focused("[data-card]");
  if (card) peek(card);
}

// Walking. Up and down go along a column's cards. Otherwise an arrow goes to the nearest pile in its direction.

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {KeyboardEvent} event */
function walk({ key }) {
  const on = current();
  if (!on) return false;
  const way = WAYS[key];
  if (way) focus(next(on, way));
  else if (key === "Home" || key === "End") focus(all(board, CONTROLS).at(key === "Home" ? 0 : -1));
  else return false;
  return true;
}

/** @type {(on: HTMLElement, way: [number, number]) => HTMLElement} */
function next(on, way) {
  const from = middle(on.getBoundingClientRect());
  const along = cardsOf(pileOfControl(on))
    .filter((card) => card !== on && !card.classList.contains("under"))
    .map((card) => ({ card, by: toward(from, middle(card.getBoundingClientRect()), way) }))
    .filter(({ by }) => by.ahead > 1 && by.aside < 2)
    .sort((one, other) => one.by.ahead - other.by.ahead);
  if (along[0]) return along[0].card;
  const tops = all(board, "[data-pile] > :last-child:not(.likeness)")
    .filter((control) => pileOfControl(control) !== pileOfControl(on))
    .map((control) => {
      const to = middle(control.getBoundingClientRect());
      return { control, by: toward(from, to, way, pileOfControl(control).getBoundingClientRect()) };
    })
    .filter(({ by }) => by.ahead > 4)
    .sort((one, other) => one.by.ahead + 3 * one.by.aside - other.by.ahead - 3 * other.by.aside);
  return tops[0]?.control ?? on;
}

// Roving: Tab returns to the control at which the player last was.

/** @type {string | undefined} */
let roved;

/** @param {HTMLElement | null} [control] */
function focus(control) {
  control?.focus({ preventScroll: true });
}

/** @param {HTMLElement | null} [on] */
function rove(on) {
  const controls = all(board, CONTROLS);
  const kept = on ?? controls.find(({ id }) => id === roved) ?? one(board, "#pile-t0 > :last-child");
  for (const control of controls) control.tabIndex = control === kept ? 0 : -1;
  roved = kept?.id;
}

board.addEventListener("focusin", (event) => {
  const control = hit(event, CONTROLS);
  if (control) rove(control);
});

afterTurn(() => rove(focused(CONTROLS)));
rove();

// Screen readers leave the keys to a toolbar. Without this script, the board is a group of buttons.
board.role = "toolbar";
if (lettersAreKeys()) {
  const name = board.ariaLabel;
  board.ariaLabel = `${name}, question mark lists the keys`;
  const shorten = () => {
    board.ariaLabel = name;
  };
  board.addEventListener("keydown", shorten, { once: true });
}
