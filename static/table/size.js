// The size of the cards: as large as the longest column allows. It seldom changes, and only with a turn, so that the
// cards travel to their new places.

import { all } from "../dom.js";
import { board, cardsOf } from "./board.js";
import { roomFor } from "./geometry.js";
import { afterTurn } from "./turns.js";

/** The number at the end of one of the board's classes. @param {string} kind */
const figure = (kind) => Number(new RegExp(`\\b${kind}(\\d+)\\b`).exec(board.className)?.[1]);

afterTurn(() => {
  const [dealt, room] = [figure("deal-"), figure("n")];
  const tallest = Math.max(...all(board, ".column").map((column) => cardsOf(column).length));
  // Without building, a table has room for the deal only.
  if (room > dealt) board.classList.replace(`n${room}`, `n${roomFor(dealt, room, tallest)}`);
});
