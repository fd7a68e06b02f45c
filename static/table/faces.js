// While the pictures of the cards are on their way, each card shows its rank and suit as text.

import { all } from "../dom.js";

const A_MOMENT = 150;
/** @type {Readonly<Record<string, string>>} */
const SIGNS = { C: "♣", S: "♠", H: "♥", D: "♦" };
const picture = document.querySelector("#board .card use")?.getAttribute("href")?.split("#")[0];
if (picture) void watch(picture);

/** @param {string} address */
async function watch(address) {
  const waiting = setTimeout(write, A_MOMENT);
  await fetch(address).catch(() => undefined);
  clearTimeout(waiting);
  // The pictures are drawn in the frame after the next.
  requestAnimationFrame(() => requestAnimationFrame(() => document.body.classList.remove("unpainted")));
}

function write() {
  for (const { dataset } of all(document, "#board .card:not(.back)")) {
    const { card = "" } = dataset;
    dataset.face = card.slice(0, -1).replace("T", "10") + SIGNS[card.slice(-1)];
  }
  document.body.classList.add("unpainted");
}
