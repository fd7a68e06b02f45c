// The end of a game. When the last card of a win has landed, the foundations rise to a wall of all their cards, and the
// page announces the win beside it. If the focus was on the board, whose cards are gone, it moves to the panel.

import { all, hit } from "../dom.js";
import { board, isFinished, status } from "./board.js";
import { landed, pace } from "./motion.js";
import { afterTurn } from "./turns.js";

const RISE = 420;
const BETWEEN = 35;
const COURSE = 13;

let before = status().status;

afterTurn(() => {
  const now = status().status;
  const over = isFinished() && now !== before;
  before = now;
  if (over) void end();
});

async function end() {
  const panel = document.getElementById("ending");
  panel?.classList.add("coming");
  await Promise.all([landed(), panel && dressed(panel)]);
  if (panel?.classList.contains("won")) raise();
  panel?.classList.remove("coming");
  const on = document.activeElement;
  if (!on || on === document.body || board.contains(on)) panel?.focus({ preventScroll: true });
}

/** Wait for the style sheet that comes with the panel. @param {HTMLElement} panel */
async function dressed(panel) {
  const sheet = panel.querySelector("link");
  if (!sheet || sheet.sheet) return;
  await new Promise((resolve) => {
    sheet.onload = sheet.onerror = resolve;
  });
}

/** Let every card on the foundations travel to its place in the wall, the Aces first. */
function raise() {
  const cards = all(board, ".foundation .card");
  const old = cards.map((card) => card.getBoundingClientRect());
  board.classList.add("walled");
  const speed = pace();
  if (!speed) return;
  const places = cards.map((card) => card.getBoundingClientRect());
  for (const [at, card] of cards.entries()) {
    const from = /** @type {DOMRect} */ (old[at]);
    const to = /** @type {DOMRect} */ (places[at]);
    const [x, y, size] = [from.left - to.left, from.top - to.top, from.width / to.width];
    card.animate([{ transform: `translate(${x}px, ${y}px) scale(${size})` }, { transform: "none" }], {
      duration: RISE * speed,
      delay: BETWEEN * speed * (at % COURSE),
      easing: "ease-out",
      fill: "backwards",
    });
  }
}

// Without the words to pass on, the link leads to the page for sharing.
document.addEventListener("click", async (event) => {
  const words = document.getElementById("share-text");
  const said = document.getElementById("shared");
  const share = hit(event, "#share");
  if (!share || !words || !said) return;
  event.preventDefault();
  const { pass } = await import("../passing.js");
  const { href } = /** @type {HTMLAnchorElement} */ (share);
  const whole = "beforeLink" in words.dataset ? `${words.textContent} ${href}` : words.textContent;
  pass(whole ?? "", words.dataset.picture, said);
});
