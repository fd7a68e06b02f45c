// The analysis board: the wheel and swipes step along the line, as the keys do. htmx does nearly everything else.

import { hit } from "./dom.js";

const ENOUGH = 40; // pixels of a swipe or of the wheel that make a step

// Back and Forward show the board of the address, even after a reload has made htmx forget what it showed there.
window.addEventListener("popstate", () => location.reload());

/** Keep the move that is shown in sight in the list of moves, which scrolls by itself. */
function follow() {
  const shown = document.querySelector(".tree [aria-current]");
  const tree = shown?.closest(".tree");
  if (!shown || !tree) return;
  const below = shown.getBoundingClientRect().top - tree.getBoundingClientRect().top;
  tree.scrollTop += below - tree.clientHeight / 2;
}

follow();
document.addEventListener("htmx:after:swap", follow);

/** @type {{ x: number, y: number } | null} */
let touched = null;
let turned = 0;

/** @param {boolean} on */
function step(on) {
  document.getElementById(on ? "pace-next" : "pace-previous")?.click();
}

document.addEventListener(
  "wheel",
  (event) => {
    if (event.ctrlKey || !hit(event, "#play .board")) return;
    event.preventDefault();
    turned += event.deltaY;
    if (Math.abs(turned) < ENOUGH) return;
    step(turned > 0);
    turned = 0;
  },
  { passive: false },
);

document.addEventListener("touchstart", (event) => {
  const [finger] = event.touches;
  const alone = event.touches.length === 1 && finger && hit(event, "#play .board");
  touched = alone ? { x: finger.clientX, y: finger.clientY } : null;
});

document.addEventListener("touchend", (event) => {
  const [finger] = event.changedTouches;
  if (!touched || !finger) return;
  const across = finger.clientX - touched.x;
  const down = finger.clientY - touched.y;
  touched = null;
  if (Math.abs(across) >= ENOUGH && Math.abs(across) > 2 * Math.abs(down)) step(across < 0);
});
