// Passing a result on: by the clipboard, or by whatever the device offers for sending.

const text = document.getElementById("share-text");
const said = document.getElementById("share-said");
const copy = document.getElementById("share-copy");
const send = document.getElementById("share-send");

if (text) {
  copy.hidden = false;
  send.hidden = !navigator.share;
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text.value);
      said.textContent = "The result is copied.";
    } catch {
      text.select();
      said.textContent = "The browser did not allow copying; the words are marked for you to copy.";
    }
  });
  send.addEventListener("click", () => {
    // To close the device's sheet without sending is no error.
    navigator.share({ text: text.value }).catch(() => {});
  });
}
