// Shows live how far the runs of a heat have come.

import { all, one } from "../dom.js";

/** Show how many cards of a run are home. @type {(run: string, home: number) => void} */
export function show(run, home) {
  for (const line of all(document, `[data-run="${run}"]`)) {
    /** @type {HTMLProgressElement} */ (one(line, "progress")).value = home;
    one(line, ".home b").textContent = String(home);
  }
}

document.addEventListener("run", (event) => {
  const { run, home } = JSON.parse(/** @type {CustomEvent<{ data: string }>} */ (event).detail.data);
  show(run, home);
});
