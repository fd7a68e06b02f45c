// Turns the news of an address into events of the element that names it, so that htmx fetches what has changed.
//
// htmx has an extension for streams (hx-sse 4.0.1), which we do without. It does not try again when its first request
// fails, as it does for a visitor with too many pages open. It opens a stream even in a background page, and a page
// that is hidden while it reconnects keeps its stream: a player with a race's page open somewhere would count as
// present, and a browser allows only a few streams to a server. And it asks for ever after the right to listen has
// ended. Fixing all that takes as much code as `live.js`, where the browser itself reconnects and keeps its place in
// the news.

import { all } from "./dom.js";
import { listen } from "./live.js";

const KINDS = ["heal", "reaction", "room", "run", "standings", "turn"];

// Wait for htmx, because the first news makes it fetch what changed before the stream was open.
document.addEventListener("DOMContentLoaded", () => {
  for (const place of all(document, "[data-news]")) {
    const tell = KINDS.map((kind) => [kind, (/** @type {string} */ data) => htmx.trigger(place, kind, { data })]);
    listen(place.dataset.news ?? "", Object.fromEntries(tell));
  }
});
