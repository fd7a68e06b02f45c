// Finding a card: a strip of ranks shows where the cards of one rank lie, or those that the foundations take next. It
// marks them on the board; of a face-down card it says only that it lies face down.

import { all, byId, one } from "../dom.js";
import { board, focusBoard, status } from "./board.js";
import { letGo } from "./hand.js";
import { piles } from "./laying.js";
import { cardSign, RANK_LETTERS, rankName } from "./names.js";
import { ofRank, placeOfCard, rankOf } from "./places.js";
import { afterTurn } from "./turns.js";

// With more cards than this, the strip leaves it to the board to show their places.
const FEW = 6;
/** @type {HTMLElement | null} */
let strip = null;
let wanted = "";

const isOpen = () => strip !== null && !strip.hidden;

/**
 * Look for the cards of a rank by its key if the strip is open. Return whether it did.
 * @type {(key: string) => boolean}
 */
export function seek(key) {
  if (!isOpen()) return false;
  const rank = rankOf(key);
  if (rank) look(rank);
  return Boolean(rank);
}

/** Open the strip with the cards that the foundations take next, or close it. */
export function toggle() {
  if (isOpen()) return close();
  letGo();
  look("");
}

board.addEventListener("pointerdown", close);
document.addEventListener("keydown", ({ key }) => key === "Escape" && close());
afterTurn(() => isOpen() && look(wanted));

// Show the cards of a rank or, without one, those that the foundations take next.
/** @param {string} rank */
function look(rank) {
  wanted = rank;
  const { list, buttons } = parts();
  const there = piles();
  const labels = Object.fromEntries(
    all(board, "[data-pile]").map((pile) => [pile.dataset.pile, pile.dataset.name?.toLowerCase()]),
  );
  const cards = rank ? ofRank(rank) : (status().wanted ?? "").split(" ").filter(Boolean);
  unmark();
  board.classList.add("finding");
  for (const card of cards) document.getElementById(`card-${card}`)?.classList.add("found");
  const lines = cards.map((card) => {
    const { name, place, seen } = placeOfCard(card, there, labels);
    const line = document.createElement("li");
    line.classList.toggle("unseen", !seen);
    const [short, long] = [document.createElement("span"), document.createElement("span")];
    short.setAttribute("aria-hidden", "true");
    short.textContent = cards.length > FEW && seen ? cardSign(card) : `${cardSign(card)} ${place}`;
    long.className = "spoken";
    long.textContent = `${name}: ${place}.`;
    line.append(short, long);
    return line;
  });
  list.replaceChildren(...lines);
  for (const button of buttons) button.setAttribute("aria-pressed", String(button.value === rank));
}

function close() {
  if (!strip || !isOpen()) return;
  const inside = strip.contains(document.activeElement);
  strip.hidden = true;
  unmark();
  if (inside) focusBoard();
}

function unmark() {
  board.classList.remove("finding");
  for (const card of all(board, ".found")) card.classList.remove("found");
}

// This makes the strip when it is first needed.
function parts() {
  strip ??= make();
  strip.hidden = false;
  const buttons = /** @type {HTMLButtonElement[]} */ (all(strip, "button[value]"));
  return { list: one(strip, "ul"), buttons };
}

function make() {
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = new URL("../finder.css", import.meta.url).href;
  document.head.append(style);
  const made = document.createElement("div");
  made.className = "finder";
  made.setAttribute("role", "group");
  made.setAttribute("aria-label", "Find a card");
  const ranks = document.createElement("div");
  ranks.className = "ranks";
  const shut = document.createElement("button");
  shut.type = "button";
  shut.textContent = "×";
  shut.setAttribute("aria-label", "Close");
  shut.addEventListener("click", close);
  const tools = [...RANK_LETTERS].map((rank) => button(rank, rank === "T" ? "10" : rank, rankName(rank)));
  tools.splice(5, 0, shut);
  ranks.append(button("", "Next", "The cards that the foundations take next"), ...tools);
  const told = document.createElement("div");
  told.setAttribute("role", "status");
  told.append(document.createElement("ul"));
  made.append(ranks, told);
  byId("notice").after(made);
  return made;
}

/** @type {(value: string, words: string, label: string) => HTMLButtonElement} */
function button(value, words, label) {
  const made = document.createElement("button");
  made.type = "button";
  made.value = value;
  made.textContent = words;
  made.setAttribute("aria-label", label);
  made.addEventListener("click", () => look(value));
  return made;
}
