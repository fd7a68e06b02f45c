// Passing on a result in one tap: with its picture through what the device offers for sending, or else as text through
// the clipboard.

/** @type {Map<string, Promise<File[]>>} */
const kept = new Map();

/**
 * Send a text, on a device whose own sheet does that, or copy it; `said` tells what came of it. The picture at the
 * address goes along where the device takes files.
 * @param {string} text
 * @param {string | undefined} picture
 * @param {HTMLElement} said
 */
export async function pass(text, picture, said) {
  try {
    if (matchMedia("(pointer: coarse)").matches && "share" in navigator) return await send({ text }, picture, said);
    await navigator.clipboard.writeText(text);
    said.textContent = "Copied.";
  } catch {
    said.textContent = text;
  }
  said.scrollIntoView({ block: "nearest" });
}

/**
 * Send something with a picture through the device's own sheet.
 * @param {ShareData} data
 * @param {string | undefined} picture
 * @param {HTMLElement} said
 */
export async function send(data, picture, said) {
  const files = picture ? await pictured(picture) : [];
  try {
    await navigator.share(files.length ? { ...data, files } : data);
    said.textContent = "";
  } catch (error) {
    const { name } = /** @type {Error} */ (error);
    // Closing the sheet without sending is not an error. A browser may open it only just after a tap.
    if (name === "NotAllowedError" && files.length) said.textContent = "The picture is ready. Share again to send it.";
    else if (name !== "AbortError") throw error;
  }
}

/**
 * Fetch a picture as a file, once; nothing if the device sends no files or the picture doesn't come.
 * @param {string} address
 */
function pictured(address) {
  const empty = new File([], "rampart.png", { type: "image/png" });
  if (!navigator.canShare?.({ files: [empty] })) return Promise.resolve([]);
  const found = kept.get(address) ?? fetched(address);
  kept.set(address, found);
  return found;
}

/** @param {string} address */
async function fetched(address) {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(8000) });
    if (answer.ok) return [new File([await answer.blob()], "rampart.png", { type: "image/png" })];
  } catch {
    // The words go without it.
  }
  kept.delete(address);
  return [];
}
