// The table's script. Without it, the same page works with links and forms.

import "./clicks.js";
import "./advice.js";
import "./drag.js";
import "./keys.js";
import "./help.js";
import "./clock.js";
import "./ending.js";
import "./faces.js";
import "./more.js";
import "./others.js";
import "./panels.js";
import "./size.js";
import "./left.js";
import "./sound.js";
import "./task.js";
import "./toggles.js";
import "../offline/keep.js";
import { all, byId } from "../dom.js";
import { board, cardsOf, made, pileOf, session, status } from "./board.js";
import { letGo } from "./hand.js";
import { dealIn } from "./motion.js";
import { readMove } from "./moves.js";
import { store, stored } from "./stored.js";
import { afterTurn, playText, request } from "./turns.js";

afterTurn(() => {
  const { seq, status: state } = status();
  board.dataset.seq = seq;
  board.dataset.status = state;
  markLast();
});

// Mark the cards that moved last.
function markLast() {
  for (const marked of all(board, ".last")) marked.classList.remove("last");
  const text = status().last;
  const last = made().at(-1) ?? (text && readMove(text));
  if (last) for (const card of cardsOf(pileOf(last.target)).slice(-last.count)) card.classList.add("last");
}

/** @type {Promise<typeof import("./line.js")> | undefined} */
let line;

// The queue of turns sends the table's forms. `#choose` is for pages without this script.
document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement)) return;
  if (form.id === "choose") return event.preventDefault();
  if (!form.classList.contains("turn-form")) return;
  event.preventDefault();
  letGo();
  const verb = submitter?.getAttribute("formaction")?.split(`/${session}/`)[1];
  if (verb) return request(verb);
  const field = byId("move", HTMLInputElement);
  const text = field.value.trim();
  field.value = "";
  if (!text) return;
  // One promise for all keeps what is written in order.
  line ??= import("./line.js");
  line.then(
    ({ carryOut }) => carryOut(text),
    () => {
      // Without a connection the line may not come; then what is written waits as a move.
      line = undefined;
      playText(text);
    },
  );
});

// Show the dealing of a new game once.
const known = `dealt ${location.pathname}`;
if (board.dataset.seq === "0" && !stored(() => sessionStorage, known)) dealIn();
store(() => sessionStorage, known, true);
