// Quick toggles: each changes a setting on this page at once, and stores it with the player's other settings.

import { all } from "../dom.js";

const root = document.documentElement;

for (const toggle of all(document, "[data-toggle]")) {
  const { toggle: name = "", usual = "", other = "" } = toggle.dataset;
  const show = () => toggle.setAttribute("aria-pressed", String(root.dataset[name] === other));
  toggle.addEventListener("click", () => {
    const value = root.dataset[name] === other ? usual : other;
    root.dataset[name] = value;
    show();
    void fetch("/settings", {
      method: "POST",
      body: new URLSearchParams({ [name]: value }),
      headers: { "HX-Request": "true" },
    });
  });
  show();
}
