// Reactions of racers to a race: they come and go beside the page, which stays. Whoever plays sees none unless they asked
// for them, and anybody can mute them.

import { all, byId, hit } from "../dom.js";

const LASTS = 4000;
const MOST = 2;
const NAME = "reactions";

/** What the player wants while the browser stores nothing. */
let wish = "";

// `table/stored.js` does this for the table, but would bring the table's whole script along to the room.
/** `off` shows none, `always` shows them to somebody who plays, too. @returns {string} */
function wanted() {
  try {
    return localStorage.getItem(NAME) ?? "";
  } catch {
    return wish;
  }
}
const plays = () => document.querySelector("#race-panel.racing") !== null;

/** Let the page show what is wanted. */
function show() {
  for (const mute of all(document, "#mute")) mute.setAttribute("aria-pressed", String(wanted() === "off"));
  for (const choice of all(document, "#reactions-shown")) /** @type {HTMLSelectElement} */ (choice).value = wanted();
}

/** @param {string} value */
function want(value) {
  wish = value;
  try {
    localStorage.setItem(NAME, value);
  } catch {
    // The wish is forgotten with the page.
  }
  if (value === "off") byId("reactions").replaceChildren();
  show();
}

document.addEventListener("reaction", (event) => {
  if (wanted() === "off" || (plays() && wanted() !== "always")) return;
  const { name, words } = JSON.parse(/** @type {CustomEvent<{ data: string }>} */ (event).detail.data);
  const list = byId("reactions");
  const [line, who] = [document.createElement("li"), document.createElement("bdi")];
  who.textContent = name;
  line.append(who, `: ${words}`);
  list.append(line);
  if (list.childElementCount > MOST) list.firstElementChild?.remove();
  setTimeout(() => line.remove(), LASTS);
});

document.addEventListener("click", (event) => {
  if (hit(event, "#mute")) want(wanted() === "off" ? "" : "off");
});
document.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLSelectElement && target.id === "reactions-shown") want(target.value);
});

// What is done in a race changes the page by the news of the race, so the page stays.
document.addEventListener("submit", async (event) => {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement) || !("stay" in form.dataset)) return;
  event.preventDefault();
  const body = new URLSearchParams();
  if (submitter instanceof HTMLButtonElement && submitter.name) body.set(submitter.name, submitter.value);
  const answer = await fetch(form.action, { method: "POST", body, redirect: "manual" }).catch(() => null);
  // What was refused is sent as without this script, so that the page says why. A reaction that is refused is just not made.
  if (answer?.type !== "opaqueredirect" && !String(body)) form.submit();
});

document.addEventListener("htmx:after:swap", show);
show();
