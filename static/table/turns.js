// Turns at the table. The page shows moves at once, and marks them as waiting until the server's answer confirms or
// corrects them. `queue.js` sends them.

import { all, byId } from "../dom.js";
import { board, cardAt, focusBoard, made, session, status } from "./board.js";
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
 * Whether the cards of a pile are not certain, because an unconfirmed turn has changed it or may have.
 * @type {(pile: string) => boolean}
 */
export const isUnsure = (pile) => !foreseen || isLaid(pile);

/** @type {((turn: Turn) => void)[]} */
const onAsking = [];

/** Call a function with each turn as soon as the player asks for it. @type {(done: (turn: Turn) => void) => void} */
export const whenAsked = (done) => void onAsking.push(done);

/** Call a function after each answer is on the board. @type {(done: () => void) => void} */
export const afterTurn = (done) => void afterwards.push(done);

/** Ask for a move and show it. @type {(move: Move, before: ReturnType<typeof sight>) => void} */
export const play = (move, before) =>
  ask({ verb: "moves", ...move, card: cardAt(move.source, move.count) ?? "" }, before);

/** Ask for a move by its text, which may stand for others, without looking at the board. @type {(text: string) => void} */
export const playText = (text) => ask({ verb: "moves", text, gathered: true });

/**
 * Ask for `undo`, `redo`, `finish` or another verb of a session that needs only the `seq`. The page shows an undo or a
 * redo at once if it has seen the turn.
 * @type {(verb: string) => void}
 */
export const request = (verb) => ask({ verb });

/** @type {(turn: Turn, before?: ReturnType<typeof sight>) => void} */
function ask(turn, before = sight()) {
  // Send it before showing it: on a phone, showing takes as long as part of the way to the server.
  queue.ask(turn);
  keepingFocus(() => {
    // After an unknown turn, nobody knows what an undo takes back. Moves are shown even so.
    const shown = foreseen || turn.card ? foresight.show(turn) : "unknown";
    foreseen &&= shown === "shown";
  });
  travel(before);
  for (const done of onAsking) done(turn);
}

// Enable undo and redo as soon as there is something to undo or redo, if only on this page.
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
    // A network that wants a login may answer in the server's place, with its own page.
    return answer.ok && !text.includes('id="status"') ? null : { status: answer.status, text };
  } catch (lost) {
    if (lost instanceof TypeError || lost instanceof DOMException) return null;
    throw lost;
  }
}

// When the browser is online again, end the pause early.
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
 * Show the board as somebody else's turn has left it, unless an answer is under way that will show it too.
 * @param {string} text
 */
export function receive(text) {
  if (!isWaiting()) put(text, true, null);
}

// Put an answer onto the board: remove what was only foreseen, add the server's piles, and show the waiting turns
// again.
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
  if (!fine && !text.includes('id="notice"')) tell("The server’s answer made no sense, so nothing has changed.");
  if (fine && status().seq !== last) {
    tell(stands ? "" : "The board changed while moves were waiting, so this page dropped them.");
    say(status().spoken);
  }
  for (const done of afterwards) done();
  // Usually the answer is what the page already shows. Then do not measure, which would force a layout.
  if (arrangement() === shown) fly();
  else travel(before, status().seq === last ? [] : made());
}

// Controls are named after their cards, so that the focus goes where the card goes. The last undo leaves it to redo, and
// the last redo to undo; from what is gone or does nothing any more, it goes to the board.
/** @param {() => void} change */
function keepingFocus(change) {
  const id = document.activeElement?.id;
  change();
  tellTools();
  if (!id) return;
  const same = document.getElementById(id);
  const tools = /^(un|re)do$/.test(id) ? all(document, "#undo:enabled, #redo:enabled") : [];
  const kept = same?.matches(":disabled") ? tools[0] : same;
  if (!kept) focusBoard();
  else if (document.activeElement !== kept) kept.focus({ preventScroll: true });
}

// Continue with the turns that an earlier page of this table left unanswered.
void recall().then((left) => {
  if (!left || isWaiting()) return;
  const before = sight();
  const { shown } = foresight.begin(left.seq === status().seq ? left.turns : []);
  foreseen = shown === left.turns.length;
  travel(before);
  queue.resume(left.turns, left.seq);
  tellTools();
});
