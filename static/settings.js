// Applies and saves a setting as soon as the user chooses it. The button appears if saving fails.

import { one } from "./dom.js";

for (const form of document.querySelectorAll("form")) {
  if (!form.matches("[data-kept-at-once]")) continue;
  const keep = one(form, "[type=submit]");
  const said = one(form, "[role=status]");
  /** @type {(kept: boolean, sentence: string) => void} */
  const tell = (kept, sentence) => {
    keep.hidden = kept;
    said.textContent = sentence;
  };
  keep.hidden = true;
  form.addEventListener("change", async ({ target }) => {
    const control = /** @type {HTMLInputElement} */ (target);
    const { name, value } = control;
    const { top } = control.getBoundingClientRect();
    document.documentElement.dataset[name] = value;
    // Larger text makes what stands above taller, and the choice stays where the user has made it.
    scrollBy(0, control.getBoundingClientRect().top - top);
    const body = new URLSearchParams({ [name]: value });
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" } });
      tell(answer.ok, answer.ok ? "Your settings are saved." : "The server didn’t save this. Try the button.");
    } catch {
      tell(false, "The server can’t be reached. Save this with the button once it can.");
    }
  });
}
