// Speaks what is new in a race to users of screen readers, each thing once. Parts that have `data-aloud` are spoken: its
// words, or what the part shows. `data-gone` is spoken when such a part has gone.

import { all, byId } from "../dom.js";

const LASTS = 10_000;

/**
 * What the page says by now; what happened in a round has its number.
 * @type {Map<string, { words: string, gone?: string, round?: string }>}
 */
let known = said();

function said() {
  return new Map(
    all(document, "[data-aloud]").map((part) => {
      const shown = (part.textContent ?? "").trim();
      const { aloud, gone } = part.dataset;
      const round = /** @type {HTMLElement | null} */ (part.closest("[data-round]"))?.dataset.round;
      // What is the same but for the seconds that are left is nothing new.
      const time = part.querySelector("[data-left]")?.textContent ?? "";
      return [`${round ?? ""} ${aloud || shown.replace(time, "")}`, { words: aloud || shown, gone, round }];
    }),
  );
}

/** Speak what is new since this was last asked. */
export function tellNews() {
  const now = said();
  const come = [...now].filter(([key]) => !known.has(key)).map(([, { words }]) => words);
  const gone = [...known].filter(([key]) => !now.has(key)).map(([, { gone }]) => gone ?? "");
  // The page has first what is newest.
  speak([...come.reverse(), ...gone].filter(Boolean).join(" "));
  // A panel gives way to another that says the same, so what has happened stays known.
  const happened = [...known].filter(([, { round }]) => round);
  known = new Map([...happened, ...now]);
}

// What is new at once is one line, since Orca speaks only the last of several. A line does not wipe out the one before.
/** @param {string} words */
function speak(words) {
  if (!words) return;
  const line = document.createElement("p");
  line.textContent = words;
  byId("race-news").append(line);
  setTimeout(() => line.remove(), LASTS);
}
