// The deal for which the player waited is there: play it. The table takes this page's place in the history, so that
// going back from it does not deal another.

import { one } from "./dom.js";

const form = /** @type {HTMLFormElement} */ (one(document, "form[data-at-once]"));
const fields = new URLSearchParams();
for (const [name, value] of new FormData(form, form.querySelector("button"))) fields.append(name, String(value));
const answer = await fetch(form.action, { method: "POST", body: fields });
if (answer.ok) location.replace(answer.url);
