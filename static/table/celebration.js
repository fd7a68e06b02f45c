// The end of a game. When the last card of a win has landed, the page announces the win, and for two seconds a wall
// goes up across the foot of the board. If the focus was on the board, whose cards are gone, it moves to the verdict.

import { board, isFinished, status } from "./board.js";
import { landed, pace } from "./motion.js";
import { afterTurn } from "./turns.js";

const SHOW = 2000;
const COURSES = 4;
const STONES = 9;

let before = status().status;

afterTurn(() => {
  const now = status().status;
  const over = isFinished() && now !== before;
  before = now;
  if (over) void end(now === "won");
});

/** @param {boolean} won */
async function end(won) {
  const verdict = document.getElementById("verdict");
  verdict?.classList.add("coming");
  await landed();
  verdict?.classList.remove("coming");
  const on = document.activeElement;
  if (!on || on === document.body || board.contains(on)) verdict?.focus({ preventScroll: true });
  if (won) celebrate();
}

function celebrate() {
  const speed = pace();
  if (!speed) return;
  const wall = document.createElement("div");
  wall.className = "wall";
  wall.inert = true;
  for (let place = 0; place < COURSES * STONES; place += 1) {
    const course = Math.floor(place / STONES);
    const merlon = course === COURSES - 1;
    if (merlon && place % 2) continue;
    const stone = document.createElement("i");
    stone.style.gridArea = `${COURSES - course} / ${(place % STONES) * 2 + 1 + (course % 2)} / auto / span 2`;
    wall.append(stone);
    const delay = (SHOW * 0.45 * (place + Math.random() * STONES)) / (COURSES * STONES);
    stone.animate(
      [{ transform: "translateY(-40vh)", opacity: 0 }, { opacity: 1, offset: 0.3 }, { transform: "none" }],
      {
        duration: 380 * speed,
        delay: delay * speed,
        easing: "cubic-bezier(0.5, 0, 0.8, 0.6)",
        fill: "backwards",
      },
    );
  }
  board.append(wall);
  const fade = wall.animate([{ opacity: 1 }, { opacity: 1, offset: 0.8 }, { opacity: 0 }], { duration: SHOW * speed });
  const ending = new AbortController();
  const end = () => {
    wall.remove();
    ending.abort();
  };
  fade.finished.then(end, end);
  // The touch or key that made the last cards land must not end the celebration too.
  const begun = performance.now();
  for (const touch of ["pointerdown", "keydown"]) {
    addEventListener(touch, ({ timeStamp }) => timeStamp > begun && end(), { signal: ending.signal });
  }
}
