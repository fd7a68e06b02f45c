// The sheet under “More” goes away by Escape, by what is chosen in it, and as soon as something else is touched.

import { all, hit, one } from "../dom.js";

const more = /** @type {HTMLDetailsElement} */ (one(document, "details.more"));
const close = () => {
  more.open = false;
};

document.addEventListener("pointerdown", (event) => {
  if (hit(event, ".more") !== more) close();
});
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape") close();
});
for (const way of all(more, "#show-rules, #show-keys, #find")) way.addEventListener("click", close);
