// Shows piles differently from how the server drew them, until its answer comes. Keeps the piles' own controls aside.

import { all } from "../dom.js";
import { board, cardsOf, pileOf } from "./board.js";
import { cardName, looksOf } from "./names.js";

/** @type {Map<string, { nodes: ChildNode[], labels: (string | null)[], name: string }>} */
const kept = new Map();

/** Whether a pile is shown differently from how the last answer left it. @type {(pile: string) => boolean} */
export const isLaid = (pile) => kept.has(pile);

/** @type {(controls: HTMLElement[]) => string[]} */
const textsOf = (controls) => controls.flatMap(({ dataset }) => dataset.card ?? []);

/** Every pile as the page now shows it. @returns {Piles} */
export const piles = () =>
  Object.fromEntries(all(board, "[data-pile]").map((pile) => [pile.dataset.pile ?? "", textsOf(cardsOf(pile))]));

/** Show these piles with these cards, and mark the cards that have come to them. @type {(piles: Piles) => void} */
export function lay(piles) {
  const names = Object.keys(piles);
  const before = new Map(names.map((pile) => [pile, cardsOf(pileOf(pile))]));
  const cards = new Map([...before.values()].flat().map((card) => [card.dataset.card, card]));
  for (const name of names) keep(name);
  for (const [name, wanted] of Object.entries(piles)) {
    const pile = pileOf(name);
    const stood = before.get(name) ?? [];
    const laid = wanted.map((card, row) => {
      const there = stood[row];
      if (card === "??") return there?.dataset.card === card ? there : draw(card, pile, row);
      // A card under others on a foundation has no picture until it lies on top.
      const found = cards.get(card);
      const bare = found?.classList.contains("under") && row === wanted.length - 1;
      const control = found && !bare ? found : draw(card, pile, row);
      if (!stood.includes(control) && !bare) control.classList.add("waiting");
      return control;
    });
    // Cards that stay have others above them, too, or fewer.
    for (const [row, control] of laid.entries()) control.ariaLabel = labelFor(control, pile, row, laid.length);
    fill(pile, laid.length ? laid : [space(name)]);
    pile.className = pile.className.replace(/\bn\d+\b/, `n${laid.length}`);
  }
}

/** A text that says where all cards lie, for comparisons. */
export const arrangement = () => `${board.className} ${Object.entries(piles()).join(" ")}`;

/** Every pile as the last answer left it. @returns {Piles} */
export function confirmed() {
  const before = [...kept].map(([id, { nodes }]) => [id, textsOf(nodes.filter((node) => node instanceof HTMLElement))]);
  return { ...piles(), ...Object.fromEntries(before) };
}

/**
 * Show the piles as the last answer left them, except those that the new one brings: they look nearly right already.
 * @type {(brought: (pile: string) => boolean) => void}
 */
export function takeBack(brought) {
  for (const [id, { nodes, labels, name }] of kept) {
    if (brought(id)) continue;
    for (const [place, node] of nodes.entries()) if (node instanceof Element) node.ariaLabel = labels[place] ?? null;
    fill(pileOf(id), nodes);
    pileOf(id).className = name;
  }
  kept.clear();
  for (const card of all(board, ".waiting")) card.classList.remove("waiting");
}

// Leave cards that already lie in the pile: the browser would redraw what is taken out and put back.
/** @type {(pile: HTMLElement, nodes: ChildNode[]) => void} */
function fill(pile, nodes) {
  const first = nodes.findIndex((node, place) => pile.childNodes[place] !== node);
  const same = first < 0 ? nodes.length : first;
  for (const node of [...pile.childNodes].slice(same)) node.remove();
  pile.append(...nodes.slice(same));
}

/** @param {string} id */
function keep(id) {
  const pile = pileOf(id);
  if (kept.has(id)) return;
  const nodes = [...pile.childNodes];
  kept.set(id, {
    nodes,
    labels: nodes.map((node) => (node instanceof Element && node.ariaLabel) || null),
    name: pile.className,
  });
}

/** @type {(pile: HTMLElement) => string} */
const labelOf = (pile) => (pile.dataset.name ?? "").toLowerCase();

/** @type {(control: HTMLElement, pile: HTMLElement, row: number, size: number) => string} */
function labelFor({ dataset: { card = "" } }, pile, row, size) {
  const spot = size > 1 && pile.matches(".column") ? `${row + 1} of ${size}, ` : "";
  return `${card === "??" ? "face down" : cardName(card)}, ${spot}${labelOf(pile)}`;
}

/** @type {(card: string, pile: HTMLElement, row: number) => HTMLElement} */
function draw(card, pile, row) {
  const hidden = card === "??";
  const control = document.createElement("button");
  control.type = "button";
  control.className = `card ${hidden ? "back" : looksOf(card)}`;
  control.id = hidden ? `down-${pile.dataset.pile}-${row}` : `card-${card}`;
  control.dataset.card = card;
  control.ariaRoleDescription = "card";
  const picture = board.querySelector(".card svg")?.cloneNode(true);
  if (picture instanceof SVGElement) {
    const use = picture.querySelector("use");
    const sheet = use?.getAttribute("href")?.split("#")[0];
    use?.setAttribute("href", `${sheet}#${hidden ? "back" : card}`);
    control.append(picture);
  }
  return control;
}

/** @param {string} id */
function space(id) {
  const place = document.createElement("button");
  place.type = "button";
  place.className = "space";
  place.id = `space-${id}`;
  place.dataset.space = "";
  place.ariaRoleDescription = "pile";
  place.setAttribute("aria-label", `empty, ${labelOf(pileOf(id))}`);
  return place;
}
