// The size of the cards: as large as leaves room for the longest column as it stands. It changes seldom, and together
// with a turn, so that the cards travel to their new places.

import { all } from "../dom.js";
import { board, cardsOf } from "./board.js";
import { roomFor } from "./geometry.js";
import { afterTurn } from "./turns.js";

/** The number that a class of the board ends in. @param {string} kind */
const figure = (kind) => Number(new RegExp(`\\b${kind}(\\d+)\\b`).exec(board.className)?.[1]);

afterTurn(() => {
  const [dealt, room] = [figure("deal-"), figure("n")];
  const tallest = Math.max(...all(board, ".column").map((column) => cardsOf(column).length));
  // A table without building has no more room than for the deal.
  if (room > dealt) board.classList.replace(`n${room}`, `n${roomFor(dealt, room, tallest)}`);
});
