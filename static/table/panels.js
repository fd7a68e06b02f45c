// Help at the foot of the board avoids covering cards: columns that reach down to a
// panel close up. On a low board, a panel lies below the columns, and not over the piles next to them.

import { all, byId, one } from "../dom.js";
import { board, focusBoard } from "./board.js";
import { afterTurn } from "./turns.js";

const MOST = 0.5;
const rail = one(document, ".rail");
const tableau = one(board, ".tableau");
let said = "0px";

// After most turns there is no panel, and nothing to measure.
function makeRoom() {
  const panels = all(rail, ".advice, #offer");
  if (panels.length) standAside();
  const height = panels.length ? heightOf(panels) : 0;
  if (said === `${height}px`) return;
  said = `${height}px`;
  board.style.setProperty("--said", said);
}

/** How many pixels of the board's foot the panels take. @param {HTMLElement[]} panels */
function heightOf(panels) {
  const frame = board.getBoundingClientRect();
  const foot = frame.bottom - Number.parseFloat(getComputedStyle(board).paddingBottom);
  const tops = panels.map((panel) => panel.getBoundingClientRect()).filter(({ height }) => height);
  const top = Math.min(foot + 8, ...tops.map((panel) => panel.top));
  return Math.round(Math.min(Math.max(0, foot - top + 8), MOST * frame.height));
}

function standAside() {
  const [frame, columns] = [board.getBoundingClientRect(), tableau.getBoundingClientRect()];
  rail.style.setProperty("--beside-start", `${columns.left}px`);
  rail.style.setProperty("--beside-end", `${frame.right - columns.right}px`);
}

const offer = document.getElementById("offer");
offer?.addEventListener("submit", focusBoard);
if (offer) new ResizeObserver(makeRoom).observe(offer);
new ResizeObserver(makeRoom).observe(byId("advice"));
new ResizeObserver(() => {
  standAside();
  makeRoom();
}).observe(board);
afterTurn(makeRoom);
