// The page of a tournament: the table of results comes drawn, at most once a second, the same for everybody who looks.

import { tellMoments } from "./moments.js";

document.addEventListener("standings", (event) => {
  const place = document.getElementById("standings");
  if (place) place.innerHTML = JSON.parse(/** @type {CustomEvent<{ data: string }>} */ (event).detail.data);
});
document.addEventListener("htmx:after:swap", tellMoments);
