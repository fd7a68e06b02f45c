// A page with a table of results: the server sends it as markup, at most once a second, the same to everybody. The page
// marks the row of its own viewer.

import { all } from "./dom.js";
import { tellMoments } from "./moments.js";

document.addEventListener("standings", (event) => {
  const place = document.getElementById("standings");
  if (!place) return;
  place.innerHTML = JSON.parse(/** @type {CustomEvent<{ data: string }>} */ (event).detail.data);
  const names = all(place, "#places ~ * tbody th > bdi:first-child");
  const row = names.find((name) => name.textContent === place.dataset.own)?.closest("tr");
  row?.classList.add("mine");
  row?.setAttribute("aria-current", "true");
});
document.addEventListener("htmx:after:swap", tellMoments);
