// What players can ask about the table, by a key or in words. Each answer is a sentence or two, to be heard or read, and
// says nothing that the board does not show. The browser fetches this when the player first asks something.

import { all, focused, one } from "../dom.js";
import { allMoves, board, cardsAt, cardsOf, isEmpty, isPile, pileOf, pileOfControl, placeOn, status } from "./board.js";
import { piles } from "./laying.js";
import { placeOfCard } from "./places.js";
import { nameOf } from "./voice.js";

/** @type {[RegExp, (...found: string[]) => string][]} */
const QUESTIONS = [
  [/^(table|all|say( the)? table)$/, wholeTable],
  [/^(empty|free|spaces?|what is (empty|free))$/, whatIsEmpty],
  [/^(next|what is next|foundations)$/, whatIsNext],
  [/^(moves|what can (move|go))$/, whatCanMove],
  [/^(again|last|say again)$/, () => status().spoken || "Nothing has been moved yet."],
  [/^(race|others|standings|who is ahead)$/, howTheRaceStands],
  [/^(here|this pile)$/, whatLiesHere],
  [/^where(?: is)? (?:the )?(a|10|[2-9tjqk])([cshd])$/, (rank, suit) => whereIs(cardText(rank, suit))],
  [/^(?:(?:what|column|pile) )?([tcrf]?)([0-9]{1,2})$/, (kind, number) => whatLiesIn(kind, number)],
];

/** The answer to a question, or nothing if the text is none. @type {(question: string) => string | undefined} */
export function answerTo(question) {
  const asked = question.trim().toLowerCase().replace(/\s+/g, " ").replace(/\?$/, "");
  for (const [pattern, answer] of QUESTIONS) {
    const found = pattern.exec(asked);
    if (found) return answer(...found.slice(1));
  }
  return undefined;
}

/** @type {(rank: string, suit: string) => string} */
const cardText = (rank, suit) => `${rank === "10" ? "T" : rank}${suit}`.toUpperCase();

/** @type {(pile: HTMLElement) => string} */
const labelOf = ({ dataset }) => dataset.name ?? "";

/** @type {(id: string) => string} */
const placeName = (id) => labelOf(pileOf(id)).toLowerCase();

/** @type {(kind: string) => HTMLElement[]} */
const pilesOf = (kind) => all(board, `[data-pile^="${kind}"]`);

/** Every pile, each from the top card down. */
function wholeTable() {
  return `${all(board, "[data-pile]").map(contents).join(". ")}.`;
}

/** @param {HTMLElement} pile */
function contents(pile) {
  if (isEmpty(pile)) return `${labelOf(pile)}: empty`;
  const cards = cardsOf(pile).filter((card) => !card.classList.contains("under"));
  const up = cards
    .filter((card) => card.dataset.card !== "??")
    .map(nameOf)
    .reverse();
  const down = cards.length - up.length;
  return `${labelOf(pile)}: ${up.join(", ")}${down ? `, ${down} face down` : ""}`;
}

function whatLiesHere() {
  const on = focused("[data-card], [data-space]");
  const pile = on && board.contains(on) ? pileOfControl(on) : pilesOf("t")[0];
  return pile ? `${contents(pile)}.` : "";
}

// A number alone is a column, counted from one as it is named; a letter and a number name a pile as the record does.
/** @type {(kind: string, number: string) => string} */
function whatLiesIn(kind, number) {
  const id = kind ? kind + Number(number) : `t${Number(number) - 1}`;
  return isPile(id) ? `${contents(pileOf(id))}.` : "This game has no such pile.";
}

function whatIsEmpty() {
  const free = [...pilesOf("c"), ...pilesOf("t")].filter(isEmpty);
  if (free.length) return `Empty: ${free.map(labelOf).join(", ").toLowerCase()}.`;
  return pilesOf("c").length ? "No cell and no column is empty." : "No column is empty.";
}

function whatIsNext() {
  const wanted = (status().wanted ?? "").split(" ").filter(Boolean);
  if (!wanted.length) return "The foundations take nothing more.";
  return `The foundations take ${wanted.map((card) => lies(card)).join("; ")}.`;
}

/** @param {string} card */
function whereIs(card) {
  const { name, place } = placed(card);
  return `The ${name}: ${place}.`;
}

/** @param {string} card */
function lies(card) {
  const { name, place } = placed(card);
  return `${name}, ${place}`;
}

/** @param {string} card */
const placed = (card) =>
  placeOfCard(
    card,
    piles(),
    Object.fromEntries(all(board, "[data-pile]").map(({ dataset }) => [dataset.pile, dataset.name?.toLowerCase()])),
  );

const FIRST = 3;

// Who has how many cards home, by what the strip of a race or of a ghost shows.
function howTheRaceStands() {
  const runs = all(document, ".strip .run").map((run) => ({
    name: run.dataset.name ?? "",
    home: Number(one(run, ".home b").textContent),
    how: one(run, ".how").textContent?.trim(),
    isYou: run.classList.contains("you"),
  }));
  if (!runs.length) return "You play this alone.";
  runs.sort((run, other) => other.home - run.home);
  const named = runs.filter(({ isYou }, at) => isYou || at < FIRST);
  const said = named.map(({ name, home, how }) => `${name}: ${home} home${how ? `, ${how}` : ""}`);
  return `${said.join("; ")}.`;
}

// The moves that the last answer of the server named, card by card. It makes no difference which of several empty piles
// they go to.
function whatCanMove() {
  /** @type {Map<string, Set<string>>} */
  const ways = new Map();
  for (const { source, target, count } of allMoves()) {
    const place = placeOn(source, count);
    const [card] = place ? cardsAt(place) : [];
    if (!card) continue;
    const name = `${nameOf(card)}${count > 1 ? ` and ${count - 1} more` : ""}`;
    ways.set(name, (ways.get(name) ?? new Set()).add(goal(target)));
  }
  const said = [...ways].map(([name, goals]) => `${name} to ${[...goals].join(" or ")}`);
  return said.length ? `Can move: ${said.join("; ")}.` : "No card can move.";
}

/** @param {string} target */
function goal(target) {
  if (target.startsWith("f")) return "the foundation";
  if (target.startsWith("c")) return "a cell";
  return isEmpty(pileOf(target)) ? "a space" : placeName(target);
}
