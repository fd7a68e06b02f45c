// Turns: what the player has asked for, in order. One request is out at a time, each with the `seq` that the answer
// before it brought. Moves are shown at once and marked as waiting until the server's answer confirms them or puts
// them right; a request whose answer was lost is sent again with the same `seq`, which the server carries out once.

import { board, cardsOf, isEmpty, made, pileOf, session, status } from "./board.js";
import { sight, travel } from "./motion.js";
import { say, tell } from "./voice.js";

const PATIENCE = 10_000;
const PAUSES = [300, 600, 1200, 2400, 4800];
const GOES_ON_ALONE = new Set([429, 502, 503, 504]);

// Otherwise htmx would give cards back, a moment later, the marks they have been given since.
htmx.config.defaultSettleDelay = 0;

const waiting = [];
const shown = new Map();
const afterwards = [];
let sending = false;

export const isWaiting = () => waiting.length > 0;

/** Whether a move that has not been confirmed has changed this pile. */
export const isUnsure = (pile) => shown.has(pile);

/** Have something done after each answer has been put onto the board. */
export const afterTurn = (done) => afterwards.push(done);

/** Ask for a move and show it; one that is `gathered` stands for several single moves. */
export function play({ source, target, count, text, gathered }, before) {
  const card = cardsOf(pileOf(source)).at(-count)?.dataset.card;
  const turn = { verb: "moves", source, target, count, text, gathered, card };
  keepingFocus(() => show(turn));
  travel(before);
  ask(turn);
}

/** Ask for a move as it was written, with no look at the board. */
export const playText = (text) => ask({ verb: "moves", text });

/** Ask for `undo`, `redo`, `finish` or another verb of a session that needs only the `seq`. */
export const request = (verb) => ask({ verb });

function ask(turn) {
  waiting.push(turn);
  if (!sending) void drain();
}

async function drain() {
  sending = true;
  while (waiting.length) {
    const turn = waiting[0];
    const answer = await deliver(turn);
    waiting.shift();
    const fine = answer.ok || wasRecorded(answer, turn);
    if (!fine) waiting.length = 0;
    put(answer.text, fine);
  }
  sending = false;
}

// The same request goes out until there is an answer to it: the server does what a `seq` asks for only once.
async function deliver(turn) {
  const form = new URLSearchParams({ seq: status().seq });
  if (turn.text) form.set("move", turn.text);
  for (let attempt = 0; ; attempt += 1) {
    try {
      const answer = await fetch(`/sessions/${session}/${turn.verb}`, {
        method: "POST",
        body: form,
        headers: { "HX-Request": "true" },
        signal: AbortSignal.timeout(PATIENCE),
      });
      const text = await answer.text();
      if (!GOES_ON_ALONE.has(answer.status)) {
        connected(true);
        return { ok: answer.ok, status: answer.status, text, repeated: attempt > 0 };
      }
    } catch (lost) {
      if (!(lost instanceof TypeError || lost instanceof DOMException)) throw lost;
    }
    connected(false);
    await new Promise((after) => setTimeout(after, PAUSES[Math.min(attempt, PAUSES.length - 1)]));
  }
}

// A refusal as stale after a lost answer may mean that the lost request had been carried out: then what stands in the
// log at its `seq` is this very move, or no move where none was asked for.
function wasRecorded({ status: code, text, repeated }, turn) {
  if (code !== 409 || !repeated) return false;
  const recorded = /data-recorded="([^"]*)"/.exec(text)?.[1];
  if (turn.gathered || turn.verb === "finish") return Boolean(recorded);
  return recorded === (turn.text ?? "").replace(/:1$/, "");
}

function connected(yes) {
  board.classList.toggle("cut-off", !yes);
  document.getElementById("connection").hidden = yes;
}

/** Put the board as somebody else's turn has left it, unless an answer is under way that will tell. */
export function receive(text) {
  if (!isWaiting()) put(text, true);
}

/** Put an answer onto the board: what was only shown goes, the server's piles come, what still waits is shown anew. */
function put(text, fine) {
  const before = sight();
  const last = status().seq;
  let all = true;
  keepingFocus(() => {
    takeBack();
    void htmx.swap({ text, swap: "none", sourceElement: board, target: board });
    all = showWaiting();
  });
  if (!fine && !text.includes('id="notice"')) tell("The server gave no proper answer; the game stands as it was.");
  if (fine && status().seq !== last) {
    tell(all ? "" : "The board has changed under the moves that were waiting; they were let go.");
    say(status().spoken);
  }
  for (const done of afterwards) done();
  travel(before, status().seq === last ? [] : made());
}

// Controls are named after their cards, so that the focus goes where the card goes.
function keepingFocus(change) {
  const focused = document.activeElement?.id;
  change();
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

// What an undo or a typed move will bring is not foreseen: what waits behind one is shown only after its answer. A move
// whose card is no longer where it was meant is let go, and all behind it. Say whether none was.
function showWaiting() {
  for (const [place, turn] of waiting.entries()) {
    if (!turn.card) return true;
    if (cardsOf(pileOf(turn.source)).at(-turn.count)?.dataset.card !== turn.card) {
      waiting.length = place;
      return false;
    }
    show(turn);
  }
  return true;
}

// A move that has not been confirmed is shown by laying its cards on the target; the piles' own nodes are kept aside.
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

function space(id) {
  const place = document.createElement("button");
  place.type = "button";
  place.className = "space";
  place.id = `space-${id}`;
  place.dataset.space = "";
  place.setAttribute("aria-label", `empty, ${pileOf(id).getAttribute("aria-label")}`);
  return place;
}

function keep(pile) {
  if (!shown.has(pile.dataset.pile)) shown.set(pile.dataset.pile, { nodes: [...pile.childNodes], name: pile.className });
}

function tellCount(pile) {
  pile.className = pile.className.replace(/\bn\d+\b/, `n${cardsOf(pile).length}`);
}

function takeBack() {
  for (const [id, { nodes, name }] of shown) {
    pileOf(id).replaceChildren(...nodes);
    pileOf(id).className = name;
  }
  shown.clear();
  for (const card of board.querySelectorAll(".waiting")) card.classList.remove("waiting");
}
