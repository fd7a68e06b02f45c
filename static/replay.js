// A replay plays by itself: it presses the link to the next step at the chosen pace, and its cards travel.

import { all, byId, hit } from "./dom.js";

const KEPT = "rampart-tempo";
const TRAVEL = 190;
const STEPS = ["ArrowLeft", "ArrowRight", "Home", "End"];
const EASE = "cubic-bezier(0.2, 0.7, 0.25, 1)";
const calm = matchMedia("(prefers-reduced-motion: reduce)");

const button = () => byId("play-on");
const tempo = () => byId("tempo", HTMLSelectElement);
const next = () => document.getElementById("pace-next");

let chosen = kept();
let playing = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;

/** The pace last chosen in this browser, or empty if that is unknown. */
function kept() {
  try {
    return localStorage.getItem(KEPT) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} pace */
function keep(pace) {
  chosen = pace;
  try {
    localStorage.setItem(KEPT, pace);
  } catch {
    // The pace is forgotten with the page.
  }
}

/** @param {boolean} on */
function play(on) {
  playing = on;
  clearTimeout(waiting);
  if (playing && !next()) document.getElementById("pace-first")?.click();
  else if (playing) goOn(0);
  draw();
}

/** @param {number} delay */
function goOn(delay) {
  clearTimeout(waiting);
  waiting = setTimeout(() => next()?.click(), delay);
}

// The server's fragment does not know what the player has chosen here, so set it again.
function draw() {
  byId("playing").hidden = false;
  button().hidden = false;
  button().textContent = playing ? "Pause" : "Play";
  const choice = tempo();
  if ([...choice.options].some((option) => option.value === chosen)) choice.value = chosen;
}

/** Scroll the list to the current step, without scrolling the page. */
function follow() {
  const list = document.getElementById("steps");
  const current = list?.querySelector("[aria-current]");
  if (!list || !(current instanceof HTMLElement)) return;
  const [place, frame] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollTop += place.top - frame.top - (frame.height - place.height) / 2;
}

/** @type {() => Map<string, DOMRect>} */
const sight = () => new Map(all(document, "#walk .card[id]").map((card) => [card.id, card.getBoundingClientRect()]));

// Let cards travel from where they were seen. The board has already changed, so nothing waits for them.
/** @param {Map<string, DOMRect>} before */
function travel(before) {
  if (calm.matches || document.documentElement.dataset.motion === "off") return;
  for (const card of all(document, "#walk .card[id]")) {
    const from = before.get(card.id);
    const to = card.getBoundingClientRect();
    if (!from || Math.abs(from.left - to.left) + Math.abs(from.top - to.top) < 0.5) continue;
    const away = `translate(${from.left - to.left}px, ${from.top - to.top}px)`;
    const movement = [{ transform: away }, { transform: "none" }];
    card.closest(".pile")?.classList.add("aloft");
    const duration = Math.min(TRAVEL, Number(tempo().value) / 2);
    card.animate(movement, { duration, easing: EASE }).finished.finally(() => {
      card.closest(".pile")?.classList.remove("aloft");
    });
  }
}

/** @type {Map<string, DOMRect>} */
let seen = new Map();
document.addEventListener("htmx:before:swap", () => {
  seen = sight();
});
document.addEventListener("htmx:after:swap", () => {
  draw();
  follow();
  travel(seen);
  if (!playing) return;
  if (next()) goOn(Number(tempo().value));
  else play(false);
});
// Without an answer, the replay cannot go on.
for (const failed of ["htmx:error", "htmx:response:error"]) document.addEventListener(failed, () => play(false));

document.addEventListener("click", (event) => {
  if (hit(event, "#play-on")) play(!playing);
  // A player who takes a step takes over.
  else if (event.isTrusted && hit(event, ".walk a") && playing) play(false);
});
document.addEventListener("change", (event) => {
  if (!hit(event, "#tempo")) return;
  keep(tempo().value);
  if (playing) goOn(Number(tempo().value));
});
document.addEventListener("input", (event) => {
  if (hit(event, "#pace") && playing) play(false);
});
document.addEventListener("keydown", (event) => {
  if (playing && STEPS.includes(event.key) && !hit(event, "select")) play(false);
  if (event.key !== " " || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.repeat || hit(event, "button, input, select, textarea, summary")) return;
  event.preventDefault();
  play(!playing);
});

draw();
follow();
