// A way back from a new deal: for a while the new table has a link to the game that the player left.

import { byId } from "../dom.js";
import { isFinished, session, status } from "./board.js";
import { store, stored } from "./stored.js";
import { afterTurn } from "./turns.js";

const NAME = "left";
const shelf = () => sessionStorage;
const A_WHILE = 10 * 60_000;
const FEW = 3;

document.addEventListener("submit", ({ target }) => {
  const leaves = target instanceof HTMLFormElement && ["restart", "new-deal"].includes(target.id);
  if (leaves && !isFinished() && Number(status().seq)) store(shelf, NAME, { at: Date.now(), table: session });
});

const left = stored(shelf, NAME);
if (left?.table === session) store(shelf, NAME, null);
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
    store(shelf, NAME, null);
  });
}
