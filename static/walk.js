// Walking along a game: arrow keys, Home and End, and the slider fetch a step and put it in place of the old one.

import { byId, hit } from "./dom.js";

/** @type {Record<string, string>} */
const keys = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
let asked = 0;

/** @param {string} address */
async function go(address) {
  asked += 1;
  const turn = asked;
  const answer = await fetch(address);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("walk");
  if (!answer.ok || !fresh || turn !== asked) return;
  const focused = document.activeElement?.id;
  byId("walk").replaceWith(fresh);
  history.replaceState(null, "", address);
  if (focused) document.getElementById(focused)?.focus();
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || hit(event, "input")) return;
  const link = document.getElementById(`pace-${keys[event.key]}`);
  if (!(link instanceof HTMLAnchorElement)) return;
  event.preventDefault();
  void go(link.href);
});

document.addEventListener("click", (event) => {
  const link = hit(event, "a[data-pace]");
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  void go(link.href);
});

document.addEventListener("input", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.id !== "pace") return;
  const address = new URL(location.href);
  address.searchParams.set(target.name, target.value);
  void go(address.href);
});
