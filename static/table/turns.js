// Turns at the table. Moves are shown at once and marked as waiting until the server's answer confirms them or puts
// them right; `queue.js` sends them.

import { byId } from "../dom.js";
import { board, cardAt, made, session, status } from "./board.js";
import { Foresight, step, takenBack } from "./foresight.js";
import { keep, recall } from "./kept.js";
import { arrangement, confirmed, isLaid, lay, piles, takeBack } from "./laying.js";
import { fly, sight, travel } from "./motion.js";
import { Queue } from "./queue.js";
import { say, tell } from "./voice.js";

const PATIENCE = 10_000;

const queue = new Queue({
  seq: () => status().seq ?? "",
  post,
  settle: put,
  connected,
  pause,
  keep,
});
const foresight = new Foresight({ piles, lay });
let foreseen = true;
/** @type {(() => void)[]} */
const afterwards = [];

export const isWaiting = () => queue.waiting.length > 0;

/**
 * Whether what lies on a pile is not known for sure: a turn that has not been confirmed has changed it or may have.
 * @type {(pile: string) => boolean}
 */
export const isUnsure = (pile) => !foreseen || isLaid(pile);

/** @type {((turn: Turn) => void)[]} */
const onAsking = [];

/** Have something done with each turn as soon as it is asked for. @type {(done: (turn: Turn) => void) => void} */
export const whenAsked = (done) => void onAsking.push(done);

/** Have something done after each answer has been put onto the board. @type {(done: () => void) => void} */
export const afterTurn = (done) => void afterwards.push(done);

/** Ask for a move and show it. @type {(move: Move, before: ReturnType<typeof sight>) => void} */
export const play = (move, before) =>
  ask({ verb: "moves", ...move, card: cardAt(move.source, move.count) ?? "" }, before);

/** Ask for a move as it was written, with no look at the board. @type {(text: string) => void} */
export const playText = (text) => ask({ verb: "moves", text });

/**
 * Ask for `undo`, `redo`, `finish` or another verb of a session that needs only the `seq`. An undo or a redo of what
 * this page has seen is shown at once.
 * @type {(verb: string) => void}
 */
export const request = (verb) => ask({ verb });

/** @type {(turn: Turn, before?: ReturnType<typeof sight>) => void} */
function ask(turn, before = sight()) {
  // It sets out before it is shown, which on a phone takes as long as a part of its way.
  queue.ask(turn);
  keepingFocus(() => {
    // Nobody knows what an undo takes back that comes after an unknown turn; a move is shown all the same.
    const shown = foreseen || turn.card ? foresight.show(turn) : "unknown";
    foreseen &&= shown === "shown";
  });
  travel(before);
  tellTools();
  for (const done of onAsking) done(turn);
}

// Undo and redo can be asked for as soon as there is something to undo or redo, if only on this page.
function tellTools() {
  const { undoable, redoable } = status();
  const [back, again] = takenBack(queue.waiting, Number(undoable), Number(redoable));
  for (const [id, count] of /** @type {[string, number][]} */ ([
    ["undo", back],
    ["redo", again],
  ])) {
    const tool = document.getElementById(id);
    if (tool instanceof HTMLButtonElement) tool.disabled = count < 1;
  }
}

/** @type {(verb: string, body: URLSearchParams) => Promise<Reply | null>} */
async function post(verb, body) {
  try {
    const answer = await fetch(`/sessions/${session}/${verb}`, {
      method: "POST",
      body,
      headers: { "HX-Request": "true" },
      signal: AbortSignal.timeout(PATIENCE),
    });
    const text = await answer.text();
    // Between here and the server, a network that wants a login answers with a page of its own.
    return answer.ok && !text.includes('id="status"') ? null : { status: answer.status, text };
  } catch (lost) {
    if (lost instanceof TypeError || lost instanceof DOMException) return null;
    throw lost;
  }
}

// A browser that has found its network again need not wait any longer.
/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((after) => {
    setTimeout(after, milliseconds);
    addEventListener("online", after, { once: true });
  });
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
  if (!isWaiting()) put(text, true, null);
}

// Put an answer onto the board: what was only shown goes, the server's piles come, what still waits is shown again.
/** @type {(text: string, fine: boolean, done: Turn | null) => void} */
function put(text, fine, done) {
  const [before, shown] = [sight(), arrangement()];
  const last = status().seq;
  let stands = true;
  keepingFocus(() => {
    const stood = confirmed();
    takeBack((pile) => text.includes(`id="pile-${pile}"`));
    void htmx.swap({ text, swap: "none", sourceElement: board, target: board });
    const changed = status().seq !== last;
    if (done && changed) foresight.note(done.verb, step(stood, piles()));
    else if (changed) foresight.forget();
    const standing = foresight.begin(queue.waiting);
    stands = standing.left === queue.waiting.length;
    queue.waiting.length = standing.left;
    foreseen = standing.shown === standing.left;
  });
  if (!fine && !text.includes('id="notice"')) tell("The server gave no proper answer, so nothing has changed.");
  if (fine && status().seq !== last) {
    tell(stands ? "" : "The board changed while moves were waiting, so this page dropped them.");
    say(status().spoken);
  }
  for (const done of afterwards) done();
  tellTools();
  // Mostly the answer is what was shown: then nothing need be measured, which would lay the board out at once.
  if (arrangement() === shown) fly();
  else travel(before, status().seq === last ? [] : made());
}

// Controls are named after their cards, so that the focus goes where the card goes.
/** @param {() => void} change */
function keepingFocus(change) {
  const focused = document.activeElement?.id;
  change();
  if (focused && document.activeElement?.id !== focused)
    document.getElementById(focused)?.focus({ preventScroll: true });
}

// What an earlier page of this table left unanswered goes on.
void recall().then((left) => {
  if (!left || isWaiting()) return;
  const before = sight();
  const { shown } = foresight.begin(left.seq === status().seq ? left.turns : []);
  foreseen = shown === left.turns.length;
  travel(before);
  queue.resume(left.turns, left.seq);
  tellTools();
});
