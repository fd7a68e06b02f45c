// A ghost comes on beside the player as its game did, in the time that is played here.

import { board, cardsOf } from "../table/board.js";
import { secondsPlayed } from "../table/clock.js";
import { showRun } from "./runs.js";

const { course, seconds } = document.getElementById("ghost").dataset;
const stations = course.split(" ").map((station) => station.split(":").map(Number));
const foundations = [...board.querySelectorAll(".foundation")].map(({ id }) => id);

function show() {
  const played = secondsPlayed();
  const [, home] = stations.findLast(([at]) => at <= played);
  showRun(JSON.stringify({ run: "ghost", home }));
  const own = foundations.map((id) => cardsOf(document.getElementById(id)).length).reduce((sum, count) => sum + count);
  showRun(JSON.stringify({ run: "you", home: own }));
  document.getElementById("ghost").classList.toggle("over", played >= Number(seconds));
}

setInterval(show, 500);
