// What lies over the foot of the board (help, or how the game ended) covers no card if it need not: columns that
// reach down to it close up. Where the board is low, it lies below the columns, and not over the piles beside them.

import { all, byId, one } from "../dom.js";
import { board } from "./board.js";
import { afterTurn } from "./turns.js";

const MOST = 0.5;
const rail = one(document, ".rail");
const tableau = one(board, ".tableau");

function makeRoom() {
  const [frame, columns] = [board.getBoundingClientRect(), tableau.getBoundingClientRect()];
  rail.style.setProperty("--beside-start", `${columns.left}px`);
  rail.style.setProperty("--beside-end", `${frame.right - columns.right}px`);
  const foot = frame.bottom - Number.parseFloat(getComputedStyle(board).paddingBottom);
  const tops = all(rail, ".advice, #verdict").map((panel) => panel.getBoundingClientRect().top);
  const said = Math.min(Math.max(0, foot - Math.min(...tops) + 8), MOST * frame.height);
  board.style.setProperty("--said", tops.length ? `${said}px` : "0px");
}

new ResizeObserver(makeRoom).observe(byId("advice"));
new ResizeObserver(makeRoom).observe(board);
afterTurn(makeRoom);
