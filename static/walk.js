// Walking along a game. Links and a slider fetch a step through htmx; here keys press the links.

import { hit, one } from "./dom.js";

/** @type {Record<string, string>} */
const LINKS = {
  ArrowLeft: "pace-previous",
  ArrowRight: "pace-next",
  Home: "pace-first",
  End: "pace-last",
  ArrowUp: "pace-up",
  ArrowDown: "pace-down",
};

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || hit(event, "input")) return;
  const link = document.getElementById(LINKS[event.key] ?? "");
  if (!link) return;
  event.preventDefault();
  link.click();
});

// The first step takes away the way back, and the last one the way on: the focus stays beside them.
/** @type {Element | null} */
let pressed = null;
document.addEventListener("htmx:before:swap", () => {
  pressed = document.activeElement;
});
document.addEventListener("htmx:after:swap", () => {
  if (pressed?.isConnected === false && document.activeElement === document.body)
    one(document, ".paces .reach a, .paces .turns a, .paces .turns button").focus();
});

// htmx would swallow a click that asks for a new tab or window.
document.addEventListener(
  "click",
  (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) event.stopPropagation();
  },
  true,
);
