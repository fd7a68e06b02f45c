// Sounds are off by default, and the browser fetches nothing for them until the player switches them on. A phone that can
// vibrate ticks for each card that goes home, unless the player or the device wants no motion.

import { hit } from "../dom.js";
import { made, setting, status } from "./board.js";
import { pace } from "./motion.js";
import { isHomeward } from "./moves.js";
import { afterTurn, whenAsked } from "./turns.js";

let before = status().status;
let seq = Number(status().seq);
let shown = 0;

const TICK = 12;
const APART = 78;

/** Tick `times` times, one after another. @type {(times: number) => void} */
function tick(times) {
  const wanted = setting("vibration", "system");
  if (wanted === "on" || (wanted === "system" && pace()))
    navigator.vibrate?.(Array.from({ length: 2 * times - 1 }, (_, place) => (place % 2 ? APART : TICK)));
}

/** @type {(name: "laid" | "home" | "won", times?: number) => void} */
function play(name, times = 1) {
  if (name === "home") tick(times);
  if (setting("sound", "off") === "on") void import("./tones.js").then(({ sound }) => sound(name, times));
}

whenAsked(({ card, target = "" }) => {
  if (!card) return;
  shown += 1;
  play(target.startsWith("f") ? "home" : "laid");
});

// Cards that follow by themselves sound when the answer brings them.
afterTurn(() => {
  const { seq: now, status: stands } = status();
  const followed =
    Number(now) > seq
      ? made()
          .slice(shown ? 1 : 0)
          .filter(isHomeward).length
      : 0;
  if (shown && Number(now) > seq) shown -= 1;
  if (stands === "won" && before !== "won") play("won");
  else if (followed) play("home", followed);
  [before, seq] = [stands, Number(now)];
});

// Let a player who switches sound on hear one at once.
document.addEventListener("click", (event) => {
  if (hit(event, '[data-toggle="sound"]')) play("laid");
});
