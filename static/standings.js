// A page with a table of results: the server sends it as markup, at most once a second, the same to everybody.

import { tellMoments } from "./moments.js";

document.addEventListener("standings", (event) => {
  const place = document.getElementById("standings");
  if (place) place.innerHTML = JSON.parse(/** @type {CustomEvent<{ data: string }>} */ (event).detail.data);
});
document.addEventListener("htmx:after:swap", tellMoments);
