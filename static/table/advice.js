// Help at the table: hints rung by rung, and, for those who want it, how the game stands after each turn. Neither is
// in the way of a move; an answer that comes late for a board that has changed is let go.

import { board, cardsOf, isFinished, pileOf, session, setting, status } from "./board.js";
import { afterTurn } from "./turns.js";
import { say, tell } from "./voice.js";

const AGAIN = 700;
const BUSY = 429;
const place = document.getElementById("advice");
const given = () => place.querySelector(".advice")?.dataset ?? {};
let awaited = "";

document.addEventListener("submit", (event) => {
  if (!event.target.classList.contains("hint-form")) return;
  event.preventDefault();
  void ask("hints", event.target.elements.sight?.value ?? given().sight ?? "");
});

place.addEventListener("click", (event) => {
  if (event.target.closest("[data-close]")) put("");
});

afterTurn(look);
look();

// What was said of the board before this one stands, pale, until there is something to say of this one.
function look() {
  awaited = "";
  mark({});
  if (setting("outlook", "off") !== "on" || isFinished()) return put("");
  place.classList.add("past");
  void ask("outlook", given().sight ?? "");
}

async function ask(kind, sight) {
  const { seq } = status();
  const asked = `${kind} ${sight} ${seq}`;
  if (awaited === asked) return;
  awaited = asked;
  const answer = await deliver(kind, seq, sight);
  if (awaited !== asked || seq !== status().seq) return;
  awaited = "";
  if (answer?.ok) put(answer.text);
  else refused(kind, answer);
  if (answer?.ok ? given().thinking === undefined : answer?.status !== BUSY || kind === "hints") return;
  setTimeout(() => awaited === "" && seq === status().seq && ask(kind, sight), AGAIN);
}

async function deliver(kind, seq, sight) {
  try {
    const answer = await fetch(`/sessions/${session}/${kind}`, {
      method: "POST",
      body: new URLSearchParams({ seq, sight }),
      headers: { "HX-Request": "true" },
    });
    return { ok: answer.ok, status: answer.status, text: await answer.text() };
  } catch (lost) {
    if (!(lost instanceof TypeError)) throw lost;
    return null;
  }
}

// That nobody can be asked matters to who has asked, not to who has only not switched the outlook off.
function refused(kind, answer) {
  put("");
  if (kind === "outlook") return;
  const page = new DOMParser().parseFromString(answer?.text ?? "", "text/html");
  tell(page.getElementById("notice")?.textContent ?? "The server cannot be reached; ask again in a moment.");
}

function put(text) {
  place.classList.remove("past");
  place.innerHTML = text;
  mark(given());
  if (text) say([...place.querySelectorAll(".said p")].map((sentence) => sentence.textContent).join(" "));
}

function mark({ card, target }) {
  for (const marked of board.querySelectorAll(".advised")) marked.classList.remove("advised");
  if (card) document.getElementById(`card-${card}`)?.classList.add("advised");
  if (target) (cardsOf(pileOf(target)).at(-1) ?? pileOf(target).querySelector("[data-space]")).classList.add("advised");
}
