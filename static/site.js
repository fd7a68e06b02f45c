// Small comforts of the pages other than the table. Every page works without them.

import "./offline/keep.js";
import { all, byId } from "./dom.js";
import { tellMoments } from "./moments.js";

for (const button of all(document, "button[data-copy-link]")) {
  const said = byId(button.getAttribute("aria-describedby") ?? "");
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      said.textContent = "Link copied.";
    } catch {
      said.textContent = "Your browser didn’t allow copying. The link is in its address bar.";
    }
  });
}

tellMoments();
