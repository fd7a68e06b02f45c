// A ghost advances next to the player as its game did, by the clock of this game.

import { all, byId } from "../dom.js";
import { board, cardsOf } from "../table/board.js";
import { secondsPlayed } from "../table/clock.js";
import { homeBy, readCourse } from "./course.js";
import { show } from "./runs.js";

const ghost = byId("ghost");
const { course: told = "", seconds } = ghost.dataset;
const course = readCourse(told);

setInterval(() => {
  const played = secondsPlayed();
  show("ghost", homeBy(course, played));
  show("you", all(board, ".foundation").flatMap(cardsOf).length);
  ghost.classList.toggle("over", played >= Number(seconds));
}, 500);
