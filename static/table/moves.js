// Moves as texts and values. Nothing here knows the page.

/** @type {(text?: string) => string[]} */
const words = (text) => (text ?? "").split(" ").filter(Boolean);

/** Read a move text such as `t3-t5:4`. @type {(text: string, gathered?: boolean) => Move} */
export function readMove(text, gathered = false) {
  const [source = "", rest = ""] = text.split("-");
  const [target = "", count = "1"] = rest.split(":");
  return { text, gathered, source, target, count: Number(count) };
}

/** Read several moves, separated by blanks. @type {(texts?: string, gathered?: boolean) => Move[]} */
export const readMoves = (texts, gathered) => words(texts).map((text) => readMove(text, gathered));

/** Return the move of a place's cards to a pile. @type {(place: Place, target: string) => Move} */
export function moveOf({ pile, count }, target) {
  return { text: `${pile}-${target}${count > 1 ? `:${count}` : ""}`, source: pile, target, count };
}

/** @type {(move: Move) => boolean} */
export const isHomeward = ({ target }) => target.startsWith("f");

/**
 * Keep only one of several moves to equal places: it does not matter which empty column or cell takes a card.
 * @param {Move[]} moves
 * @param {(pile: string) => boolean} isEmpty
 */
export function distinct(moves, isEmpty) {
  const seen = new Set();
  return moves.filter((move) => {
    const alike = !isHomeward(move) && isEmpty(move.target) ? `${move.target[0]} empty` : move.target;
    return !seen.has(alike) && seen.add(alike);
  });
}

/**
 * Leave out the moves of a pile's only card to empty piles of the same kind: they change nothing.
 * @type {(moves: Move[], isLone: boolean, isEmpty: (pile: string) => boolean) => Move[]}
 */
export const changing = (moves, isLone, isEmpty) =>
  moves.filter(({ source, target }) => !(isLone && source[0] === target[0] && isEmpty(target)));

/**
 * Return the only move, or the only one of the kind that the player's setting makes at once.
 * @type {(ways: Move[], taste: string) => Move | undefined}
 */
export function single(ways, taste) {
  if (ways.length < 2) return ways[0];
  if (taste === "ask") return undefined;
  const preferred = ways.filter((way) => isHomeward(way) === (taste === "foundation"));
  return preferred.length === 1 ? preferred[0] : undefined;
}

/**
 * Return the move that takes the most cards from a pile to another, or that takes `run` of them.
 * @type {(moves: Move[], source: string, target: string, run: number) => Move | undefined}
 */
export function longest(moves, source, target, run) {
  const between = moves.filter((move) => move.source === source && move.target === target);
  const fitting = run ? between.filter(({ count }) => count === run) : between;
  return fitting.reduce(
    (/** @type {Move | undefined} */ best, move) => (best && best.count >= move.count ? best : move),
    undefined,
  );
}
