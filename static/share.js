// Passing on a result or a link, through the clipboard or through what the device offers for sending.

import { all, hit, one } from "./dom.js";
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

// A link that passes a result on without leaving the page, also one that came with news.
document.addEventListener("click", (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (hit(event, "a[data-text]"));
  if (!link) return;
  event.preventDefault();
  const said = one(/** @type {HTMLElement} */ (link.closest("div")), "[role=status]");
  const whole = "beforeLink" in link.dataset ? `${link.dataset.text} ${link.href}` : link.dataset.text;
  pass(whole ?? "", link.dataset.picture, said);
});
