// The table's script. Without it the same page plays by links and forms.

import "./advice.js";
import "./drag.js";
import "./keys.js";
import "./help.js";
import "./clock.js";
import "./celebration.js";
import "./more.js";
import "./others.js";
import "./toggles.js";
import { board, cardsOf, made, pileOf, readMove, status } from "./board.js";
import { letGo } from "./hand.js";
import { dealIn } from "./motion.js";
import { afterTurn, playText, request } from "./turns.js";

afterTurn(() => {
  const { seq, status: state } = status();
  board.dataset.seq = seq;
  board.dataset.status = state;
  markLast();
});

// The cards moved last wear a mark.
function markLast() {
  for (const marked of board.querySelectorAll(".last")) marked.classList.remove("last");
  const last = made().at(-1) ?? (status().last && readMove(status().last));
  if (last) for (const card of cardsOf(pileOf(last.target)).slice(-last.count)) card.classList.add("last");
}

// Forms of the table are sent by the queue of turns; `#choose` is for pages without this script.
document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (form.id === "choose") return event.preventDefault();
  if (!form.classList.contains("turn-form")) return;
  event.preventDefault();
  const verb = submitter?.hasAttribute("formaction") ? new URL(submitter.formAction).pathname.split("/").at(-1) : "moves";
  letGo();
  if (verb !== "moves") return request(verb);
  const text = form.elements.move.value.trim();
  if (form.id === "typed-move") form.elements.move.value = "";
  playText(text);
});

// A game that has just been dealt is dealt before the player's eyes, once.
const known = `dealt ${location.pathname}`;
if (board.dataset.seq === "0" && !sessionStorage.getItem(known)) dealIn();
sessionStorage.setItem(known, "yes");
