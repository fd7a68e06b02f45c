// Reading the table: its piles, its cards, and the moves that the server's last answer named as legal.

export const board = document.getElementById("board");
export const status = () => document.getElementById("status").dataset;
export const pileOf = (id) => document.getElementById(`pile-${id}`);
export const pileOfControl = (control) => control.closest("[data-pile]");
export const cardsOf = (pile) => [...pile.querySelectorAll("[data-card]")];
export const isEmpty = (pile) => !pile.querySelector("[data-card]");
export const isFinished = () => ["won", "given-up"].includes(status().status);
export const session = new URL(document.getElementById("play").action).pathname.split("/")[2];

// What a player has chosen in the settings stands on the root element; what is not there is the usual.
export const setting = (name, usual) => document.documentElement.dataset[name] ?? usual;

/** A place is some cards on top of a pile: `count` cards of pile `pile`, the lowest of them being `card`. */
export function placeOf(control) {
  const pile = pileOfControl(control);
  const cards = cardsOf(pile);
  const at = cards.indexOf(control);
  return { pile: pile.dataset.pile, count: at < 0 ? 0 : cards.length - at, card: control.dataset.card ?? "" };
}

/** The place of that many cards on top of a pile; none where so many do not lie face up. */
export function placeOn(pile, count) {
  const control = cardsOf(pileOf(pile)).at(-count);
  return control && control.dataset.card !== "??" ? placeOf(control) : null;
}

export const cardsAt = ({ pile, count }) => (count ? cardsOf(pileOf(pile)).slice(-count) : []);

/** Read a move text such as `t3-t5:4`; one that is `gathered` stands for several single moves. */
export function readMove(text, gathered = false) {
  const [source, rest] = text.split("-");
  const [target, count = "1"] = rest.split(":");
  return { text, gathered, source, target, count: Number(count) };
}

const words = (text) => (text ?? "").split(" ").filter(Boolean);

/** Every move of the last answer, legal ones before gatherings. */
export function allMoves() {
  const { legal, runs } = status();
  return [...words(legal).map((text) => readMove(text)), ...words(runs).map((text) => readMove(text, true))];
}

export const movesFrom = ({ pile, count }) =>
  allMoves().filter((move) => move.source === pile && move.count === count);

export const made = () => words(status().made).map((text) => readMove(text));

/** Take equal places for one: it makes no difference which of several empty columns or cells receives a card. */
export function distinct(moves) {
  const seen = new Set();
  return moves.filter(({ target }) => {
    const alike = target[0] !== "f" && isEmpty(pileOf(target)) ? `${target[0]} empty` : target;
    return !seen.has(alike) && seen.add(alike);
  });
}
