// Rewrites times that a page gives in UTC to the local time of the device.

import { left, near, there } from "./times.js";

/** Rewrite all times of the page: when it opens, and when the server has sent part of it again. */
export function tellMoments() {
  for (const time of document.querySelectorAll("time[datetime*=T]:not([data-until])")) {
    if (!(time instanceof HTMLTimeElement) || time.title) continue;
    time.title = time.textContent ?? "";
    const at = new Date(time.dateTime);
    time.textContent = time.closest(".ledger") ? near(at, new Date()) : there(at);
  }
  tellEnds();
}

/** Rewrite the ends of events, with how long there is to go. */
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
