// Turns at the table. Moves are shown at once and marked as waiting until the server's answer confirms them or puts
// them right; `queue.js` sends them.

import { all, byId } from "../dom.js";
import { board, cardAt, cardsOf, isEmpty, made, pileOf, session, status } from "./board.js";
import { sight, travel } from "./motion.js";
import { foresee, Queue } from "./queue.js";
import { say, tell } from "./voice.js";

const PATIENCE = 10_000;

const queue = new Queue({
  seq: () => status().seq ?? "",
  post,
  settle: put,
  connected,
  pause: (ms) => new Promise((after) => setTimeout(after, ms)),
});
/** @type {Map<string, { nodes: ChildNode[], name: string }>} */
const shown = new Map();
/** @type {(() => void)[]} */
const afterwards = [];

export const isWaiting = () => queue.waiting.length > 0;

/** Whether a move that has not been confirmed has changed this pile. @type {(pile: string) => boolean} */
export const isUnsure = (pile) => shown.has(pile);

/** Have something done after each answer has been put onto the board. @type {(done: () => void) => void} */
export const afterTurn = (done) => void afterwards.push(done);

/** Ask for a move and show it. @type {(move: Move, before: ReturnType<typeof sight>) => void} */
export function play(move, before) {
  const turn = { verb: "moves", ...move, card: cardAt(move.source, move.count) ?? "" };
  keepingFocus(() => show(turn));
  travel(before);
  queue.ask(turn);
}

/** Ask for a move as it was written, with no look at the board. @type {(text: string) => void} */
export const playText = (text) => queue.ask({ verb: "moves", text });

/**
 * Ask for `undo`, `redo`, `finish` or another verb of a session that needs only the `seq`.
 * @type {(verb: string) => void}
 */
export const request = (verb) => queue.ask({ verb });

/** @type {(verb: string, body: URLSearchParams) => Promise<Reply | null>} */
async function post(verb, body) {
  try {
    const answer = await fetch(`/sessions/${session}/${verb}`, {
      method: "POST",
      body,
      headers: { "HX-Request": "true" },
      signal: AbortSignal.timeout(PATIENCE),
    });
    return { status: answer.status, text: await answer.text() };
  } catch (lost) {
    if (lost instanceof TypeError || lost instanceof DOMException) return null;
    throw lost;
  }
}

/** @param {boolean} yes */
function connected(yes) {
  board.classList.toggle("cut-off", !yes);
  byId("connection").hidden = yes;
}

/**
 * Put the board as somebody else's turn has left it, unless an answer is under way that will tell.
 * @param {string} text
 */
export function receive(text) {
  if (!isWaiting()) put(text, true);
}

// Put an answer onto the board: what was only shown goes, the server's piles come, what still waits is shown anew.
/** @type {(text: string, fine: boolean) => void} */
function put(text, fine) {
  const before = sight();
  const last = status().seq;
  let stands = true;
  keepingFocus(() => {
    takeBack();
    void htmx.swap({ text, swap: "none", sourceElement: board, target: board });
    const standing = foresee(queue.waiting, cardAt, show);
    stands = standing === queue.waiting.length;
    queue.waiting.length = standing;
  });
  if (!fine && !text.includes('id="notice"')) tell("The server gave no proper answer, so nothing has changed.");
  if (fine && status().seq !== last) {
    tell(stands ? "" : "The board changed while moves were waiting, so this page dropped them.");
    say(status().spoken);
  }
  for (const done of afterwards) done();
  travel(before, status().seq === last ? [] : made());
}

// Controls are named after their cards, so that the focus goes where the card goes.
/** @param {() => void} change */
function keepingFocus(change) {
  const focused = document.activeElement?.id;
  change();
  if (focused && document.activeElement?.id !== focused)
    document.getElementById(focused)?.focus({ preventScroll: true });
}

// A move that has not been confirmed is shown by laying its cards on the target; the piles' own nodes are kept aside.
/** @param {Move} move */
function show({ source, target, count }) {
  const [from, to] = [pileOf(source), pileOf(target)];
  const cards = cardsOf(from).slice(-count);
  for (const pile of [from, to]) keep(pile);
  if (isEmpty(to)) to.replaceChildren();
  for (const card of cards) card.classList.add("waiting");
  to.append(...cards);
  if (isEmpty(from)) from.replaceChildren(space(source));
  for (const pile of [from, to]) tellCount(pile);
}

/** @param {string} id */
function space(id) {
  const place = document.createElement("button");
  place.type = "button";
  place.className = "space";
  place.id = `space-${id}`;
  place.dataset.space = "";
  place.setAttribute("aria-label", `empty, ${pileOf(id).getAttribute("aria-label")}`);
  return place;
}

/** @param {HTMLElement} pile */
function keep(pile) {
  const id = pile.dataset.pile ?? "";
  if (!shown.has(id)) shown.set(id, { nodes: [...pile.childNodes], name: pile.className });
}

/** @param {HTMLElement} pile */
function tellCount(pile) {
  pile.className = pile.className.replace(/\bn\d+\b/, `n${cardsOf(pile).length}`);
}

function takeBack() {
  for (const [id, { nodes, name }] of shown) {
    pileOf(id).replaceChildren(...nodes);
    pileOf(id).className = name;
  }
  shown.clear();
  for (const card of all(board, ".waiting")) card.classList.remove("waiting");
}
