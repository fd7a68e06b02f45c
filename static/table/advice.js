// Help at the table: hints, rung by rung, and the outlook, which says how the game stands after each turn if the player
// wants that. Neither holds up a move. If the board changes before an answer comes, this drops the answer.
//
// This does without htmx. It asks about the board as it is now, not as it was when the server drew a form. An answer
// for an older board must change nothing, and a stale request gets back the whole board, which only the queue of turns
// may lay down. With listeners to htmx's events, all this would be no shorter and harder to follow.

import { all, byId, focused, hit } from "../dom.js";
import { board, cardsOf, focusBoard, isFinished, pileOf, pileOfControl, session, setting, status } from "./board.js";
import { chosen, letGo, make, moveTo } from "./hand.js";
import { readMove } from "./moves.js";
import { afterTurn, playText, whenAsked } from "./turns.js";
import { say, tell } from "./voice.js";

// How long to wait before asking again, by why there is no answer yet. A solver that starts may have to compile.
/** @type {Record<string, number>} */
const AGAIN = { thinking: 700, looking_back: 300, starting: 2500 };
const BUSY = 429;
const place = byId("advice");
// What was last said, which on a stuck table is no longer there.
/** @type {DOMStringMap} */
let last = {};
let awaited = "";
// Most games pass without help, so its style sheet comes with the first answer.
/** @type {Promise<unknown> | undefined} */
let dressed;
const proved = document.querySelector(".proved");
// How many turns stand where the game is known to be lost: it stays lost until one of them is taken back.
let lostAt = Number(status().undoable);
const isStuck = () => document.getElementById("way-back") !== null;
// What the helper says while it has no answer; it need not be said each time that the script asks.
let excuse = "";
// Whether the player has just asked. The outlook after each turn comes unasked.
let wanted = false;
// Whether the player has asked to see the next move after the one that the page now plays.
let goesOn = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let again;

document.addEventListener("submit", (event) => {
  const form = hit(event, ".hint-form, .outlook-form, .play-form");
  if (!(form instanceof HTMLFormElement)) return;
  event.preventDefault();
  letGo();
  const written = new FormData(form);
  if (form.matches(".play-form")) {
    goesOn = event.submitter?.getAttribute("name") === "then";
    return playIt(String(written.get("move")));
  }
  // What could not be done stays no longer: beside the advice it would contradict it.
  tell("");
  const kind = form.matches(".hint-form") ? "hints" : "outlook";
  wanted = kind === "hints" || setting("outlook", "off") !== "on";
  void ask(kind, String(written.get("sight") ?? last.sight ?? ""));
});

/** Play the advised move. @param {string} text */
function playIt(text) {
  const move = readMove(text);
  const card = cardsOf(pileOf(move.source)).at(-move.count);
  // The button goes with the advice, unless more follows; the focus goes along with the card.
  if (!goesOn) card?.focus({ preventScroll: true });
  const legal = card && moveTo({ pile: move.source, count: move.count, card: card.dataset.card ?? "" }, move.target);
  if (legal) make(legal);
  else playText(text);
}

place.addEventListener("click", (event) => {
  if (hit(event, "[data-close]")) leave();
});

// Advice goes as soon as its position does, however long the server’s answer takes.
whenAsked(() => {
  if (goesOn || setting("outlook", "off") === "on") place.classList.add("past");
  else leave();
});
afterTurn(look);
look();

// What was said about the last board stays, pale, until there is something to say about this one.
function look() {
  awaited = "";
  wanted = false;
  excuse = "";
  mark({});
  if (Number(status().undoable) < lostAt) proved?.classList.remove("lost");
  if (goesOn && !isFinished()) return showNext();
  const wants = setting("outlook", "off") === "on" || (isStuck() && document.getElementById("hint"));
  if (!wants || isFinished() || document.getElementById("task")) return put("");
  place.classList.add("past");
  void ask("outlook", last.sight ?? "");
}

// An answer that is still to come shows nothing any more.
function leave() {
  clearTimeout(again);
  awaited = "";
  put("");
}

function showNext() {
  goesOn = false;
  wanted = true;
  place.classList.add("past");
  void ask("hints", last.sight ?? "", "move");
}

/** Ask for help; `least` is what a hint must name. @type {(kind: string, sight: string, least?: string) => Promise<void>} */
async function ask(kind, sight, least = "") {
  const { seq = "" } = status();
  const asked = `${kind} ${sight} ${seq}`;
  if (awaited === asked) return;
  awaited = asked;
  dressed ??= dress();
  const [answer] = await Promise.all([deliver(kind, { seq, sight, say: least }), dressed]);
  if (awaited !== asked || seq !== status().seq) return;
  awaited = "";
  if (!answer?.ok) refused(answer);
  else if (answer.text !== excuse) put(answer.text);
  const { thinking } = last;
  if (answer?.ok ? thinking === undefined : answer?.status !== BUSY || kind === "hints") return;
  again = setTimeout(
    () => awaited === "" && seq === status().seq && ask(kind, sight, least),
    AGAIN[thinking ?? "thinking"],
  );
}

function dress() {
  const sheet = byId("advice-style", HTMLLinkElement);
  return new Promise((done) => {
    sheet.onload = sheet.onerror = done;
    sheet.disabled = false;
  });
}

/** @type {(kind: string, form: Record<string, string>) => Promise<(Reply & { ok: boolean }) | null>} */
async function deliver(kind, form) {
  try {
    const answer = await fetch(`/sessions/${session}/${kind}`, {
      method: "POST",
      body: new URLSearchParams(form),
      headers: { "HX-Request": "true" },
    });
    return { ok: answer.ok, status: answer.status, text: await answer.text() };
  } catch (lost) {
    if (!(lost instanceof TypeError)) throw lost;
    return null;
  }
}

// Report a failure only to a player who has just asked, not for an outlook that comes by itself.
/** @param {{ text: string } | null} answer */
function refused(answer) {
  put("");
  if (!wanted) return;
  const page = new DOMParser().parseFromString(answer?.text ?? "", "text/html");
  tell(page.getElementById("notice")?.textContent ?? "The server can’t be reached. Ask again in a moment.");
}

/** @param {string} text */
function put(text) {
  place.classList.remove("past");
  const inside = focused("#advice");
  place.innerHTML = text;
  last = all(place, ".advice")[0]?.dataset ?? {};
  excuse = last.thinking === undefined ? "" : text;
  mark(last);
  if (last.lost !== undefined) lostAt = Number(status().undoable);
  if (text && (last.lost !== undefined || !last.thinking)) proved?.classList.toggle("lost", last.lost !== undefined);
  const said = all(place, ".said p").map((sentence) => sentence.textContent);
  if (text && isStuck()) said.splice(0, said.length, ...tellInTheBar());
  if (inside) (all(place, "button")[0] ?? { focus: focusBoard }).focus();
  if (said.length) say(said.join(" "));
}

// On a stuck table there is no more to advise than a way back. The bar has room for that, so no panel covers the board.
function tellInTheBar() {
  const says = byId("stuck-says");
  if (last.inShort) says.textContent = last.inShort;
  const [way] = all(place, "#back-to-winnable, [value=all] ~ button");
  if (way instanceof HTMLButtonElement && way.form) byId("way-back").replaceChildren(way.form);
  byId("way-back").classList.toggle("never", last.lost === "as dealt");
  place.innerHTML = "";
  return [says.textContent, byId("way-back").textContent];
}

/** @param {DOMStringMap} advised */
function mark({ advised: card, source, target }) {
  // A tap on the card that is named must move or choose that one, so nothing else stays chosen.
  if ((card || source) && chosen()) letGo();
  for (const marked of all(board, ".advised")) marked.classList.remove("advised");
  const lowest = document.getElementById(`card-${card}`);
  const run = lowest ? cardsOf(pileOfControl(lowest)) : [];
  for (const each of run.slice(run.indexOf(/** @type {HTMLElement} */ (lowest)))) each.classList.add("advised");
  if (source) pileOf(source).classList.add("advised");
  if (target) pileOf(target).lastElementChild?.classList.add("advised");
}
