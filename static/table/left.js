// A new deal can be taken back: for a while the new table leads to the game that was left, which waits as it was.

import { byId } from "../dom.js";
import { isFinished, session, status } from "./board.js";
import { afterTurn } from "./turns.js";

const NAME = "left";
const A_WHILE = 10 * 60_000;
const FEW = 3;

document.addEventListener("submit", ({ target }) => {
  const leaves = target instanceof HTMLFormElement && ["restart", "new-deal"].includes(target.id);
  if (leaves && !isFinished() && Number(status().seq))
    sessionStorage.setItem(NAME, JSON.stringify({ at: Date.now(), table: session }));
});

const left = JSON.parse(sessionStorage.getItem(NAME) ?? "null");
if (left?.table === session) sessionStorage.removeItem(NAME);
else if (left && Date.now() - left.at < A_WHILE && Number(status().seq) < FEW) offer(left.table);

/** @param {string} table */
function offer(table) {
  const words = document.createElement("p");
  const way = document.createElement("a");
  words.className = "notice";
  words.id = "left";
  way.href = `/sessions/${table}`;
  way.textContent = "Back to the game you left";
  words.append(way);
  byId("notice").before(words);
  afterTurn(() => {
    if (Number(status().seq) < FEW) return;
    words.remove();
    sessionStorage.removeItem(NAME);
  });
}
