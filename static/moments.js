// Times that a page tells in UTC, told by the clock at hand.

import { left, near, there } from "./times.js";

/** Tell all times of the page again: when it opens, and when a part of it has come from the server again. */
export function tellMoments() {
  for (const time of document.querySelectorAll("time[datetime*=T]:not([data-until])")) {
    if (!(time instanceof HTMLTimeElement) || time.title) continue;
    time.title = time.textContent ?? "";
    const at = new Date(time.dateTime);
    time.textContent = time.closest(".ledger") ? near(at, new Date()) : there(at);
  }
  tellEnds();
}

/** Ends are told with how long it is until then. */
function tellEnds() {
  for (const time of document.querySelectorAll("time[data-until]")) {
    if (!(time instanceof HTMLTimeElement)) continue;
    time.title ||= time.textContent ?? "";
    const end = new Date(time.dateTime);
    const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" }).format(end);
    const until = left(end.getTime() - Date.now());
    time.textContent = until ? `${clock} on your clock, in ${until}` : time.title;
  }
}

setInterval(tellEnds, 10_000);
