// Passing a result on: by the clipboard, or by whatever the device offers for sending.

import { byId } from "./dom.js";

if (document.getElementById("share-text")) {
  const text = byId("share-text", HTMLTextAreaElement);
  const said = byId("share-said");
  const copy = byId("share-copy");
  const send = byId("share-send");
  copy.hidden = false;
  send.hidden = !("share" in navigator);
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text.value);
      said.textContent = "Result copied.";
    } catch {
      text.select();
      said.textContent = "Your browser didn’t allow copying. The text is selected, so you can copy it yourself.";
    }
  });
  send.addEventListener("click", () => {
    // To close the device's sheet without sending is no error.
    navigator.share({ text: text.value }).catch(() => {});
  });
}
