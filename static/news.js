// The news of an address become events of the element that names it, so that htmx fetches what they change.
//
// htmx has an extension for streams (hx-sse 4.0.1), which we do without. It does not come back when its first request
// fails, as it does for whoever has too many pages open. It opens a stream in a page that is opened in the background,
// and one that is hidden while it comes back keeps it: whoever only has a race's page open somewhere would count as
// there, and a browser allows a server few streams. And it asks again for ever where the right to listen has ended. To
// put that right takes as much as `live.js`, where the browser itself comes back and keeps the place in the news.

import { all } from "./dom.js";
import { listen } from "./live.js";

const KINDS = ["heal", "room", "run", "standings", "turn"];

// Not before htmx is there: the first of the news asks for what changed before the stream was open.
document.addEventListener("DOMContentLoaded", () => {
  for (const place of all(document, "[data-news]")) {
    const tell = KINDS.map((kind) => [kind, (/** @type {string} */ data) => htmx.trigger(place, kind, { data })]);
    listen(place.dataset.news ?? "", Object.fromEntries(tell));
  }
});
