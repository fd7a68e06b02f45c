// Passing on a result or a link, through the clipboard or through what the device offers for sending.

import { all, one } from "./dom.js";
import { pass, send as sendOn } from "./passing.js";

for (const place of all(document, ".passed-on")) {
  const passed = one(place, "[data-passed]");
  const said = one(place, "[role=status]");
  const isText = passed instanceof HTMLTextAreaElement;
  const [copy, send] = [one(place, "[data-copy]"), one(place, "[data-send]")];
  copy.hidden = false;
  send.hidden = !("share" in navigator);
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(isText ? passed.value : (passed.textContent ?? ""));
      said.textContent = isText ? "Result copied." : "Link copied.";
    } catch {
      getSelection()?.selectAllChildren(passed);
      if (isText) passed.select();
      said.textContent = "Your browser didn’t allow copying. The text is selected, so you can copy it yourself.";
    }
  });
  send.addEventListener("click", () => {
    const shared = isText ? { text: passed.value } : { url: passed.textContent ?? "" };
    sendOn(shared, passed.dataset.picture, said).catch(() => {});
  });
}

// A link to the page for sharing a result, which passes the result on without leaving the page.
for (const link of all(document, "a[data-text]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    const said = one(/** @type {HTMLElement} */ (link.closest("div")), "[role=status]");
    pass(link.dataset.text ?? "", link.dataset.picture, said);
  });
}
