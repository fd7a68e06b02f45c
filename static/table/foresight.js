// Foresight: what the board will look like when the server has carried out the waiting turns. A move lays its cards on
// its target. An undo or a redo brings back what this page saw before or after the turn in question. Only the answer
// shows what else a turn does. Nothing here knows the page, nor any rule.

const LONGEST = 400;

/** @param {Turn} turn @returns {turn is Foreseen} */
const isMove = (turn) => Boolean(turn.card);

/** @type {(one: readonly string[] | undefined, other: readonly string[] | undefined) => boolean} */
const alike = (one, other) => String(one) === String(other);

/** Return what a turn changed: the piles that differ, and no others. @type {(before: Piles, after: Piles) => Step} */
export function step(before, after) {
  const changed = Object.keys(after).filter((pile) => !alike(before[pile], after[pile]));
  /** @type {(piles: Piles) => Piles} */
  const only = (piles) => Object.fromEntries(changed.map((pile) => [pile, piles[pile] ?? []]));
  return { before: only(before), after: only(after) };
}

/**
 * Return how many turns can be undone and redone after the waiting ones.
 * @type {(waiting: readonly Turn[], undoable: number, redoable: number) => [number, number]}
 */
export function takenBack(waiting, undoable, redoable) {
  let [back, again] = [undoable, redoable];
  for (const { verb } of waiting) {
    const kept = /^back\/(\d+)$/.exec(verb)?.[1];
    if (kept) [back, again] = [Number(kept), again + back - Number(kept)];
    else if (verb === "undo") [back, again] = [back - 1, again + 1];
    else if (verb === "redo") [back, again] = [back + 1, again - 1];
    else [back, again] = [back + 1, 0];
  }
  return [back, again];
}

export class Foresight {
  /** @type {Step[]} */
  #done = [];
  /** @type {Step[]} */
  #undone = [];
  /** @type {{ done: Step[], undone: Step[] }} */
  #ahead = { done: [], undone: [] };
  #table;

  /**
   * @param {object} table
   * @param {() => Piles} table.piles the cards that are shown
   * @param {(piles: Piles) => void} table.lay shows these piles with other cards
   */
  constructor(table) {
    this.#table = table;
  }

  /** Note what an answer has changed. @type {(verb: string, changed: Step) => void} */
  note(verb, { before, after }) {
    if (verb === "undo") {
      this.#done.pop();
      this.#undone.push({ before: after, after: before });
    } else if (verb.startsWith("back/")) {
      this.forget();
    } else {
      if (verb === "redo") this.#undone.pop();
      else this.#undone = [];
      this.#done = [...this.#done, { before, after }].slice(-LONGEST);
    }
  }

  /** Forget all notes, because the board has changed in other ways. */
  forget() {
    [this.#done, this.#undone] = [[], []];
  }

  /**
   * Show the waiting turns on the board that answers have confirmed. Return how many of them are left, and how many are
   * shown. A move falls, with all turns after it, if its card is no longer in its place. Turns after one whose effect
   * is unknown are shown only after its answer.
   * @param {readonly Turn[]} waiting
   */
  begin(waiting) {
    this.#ahead = { done: [...this.#done], undone: [...this.#undone] };
    for (const [place, turn] of waiting.entries()) {
      const shown = this.show(turn);
      if (shown === "fallen") return { left: place, shown: place };
      if (shown === "unknown") return { left: waiting.length, shown: place };
    }
    return { left: waiting.length, shown: waiting.length };
  }

  /** Show one more turn. @type {(turn: Turn) => "shown" | "unknown" | "fallen"} */
  show(turn) {
    const { done, undone } = this.#ahead;
    if (isMove(turn)) return this.#move(turn);
    const known = { undo: done, redo: undone }[turn.verb]?.at(-1);
    if (!known) return "unknown";
    const { before, after } = turn.verb === "undo" ? known : { before: known.after, after: known.before };
    const piles = this.#table.piles();
    if (!Object.entries(after).every(([pile, cards]) => alike(piles[pile], cards))) return "unknown";
    if (turn.verb === "undo") undone.push(...done.splice(-1));
    else done.push(...undone.splice(-1));
    this.#table.lay(before);
    return "shown";
  }

  /** @param {Foreseen} move */
  #move({ source, target, count, card }) {
    const piles = this.#table.piles();
    const [from, to] = [piles[source] ?? [], piles[target] ?? []];
    if (from.at(-count) !== card) return "fallen";
    const before = { [source]: from, [target]: to };
    const after = { [source]: from.slice(0, -count), [target]: [...to, ...from.slice(-count)] };
    this.#ahead.done.push({ before, after });
    this.#ahead.undone = [];
    this.#table.lay(after);
    return "shown";
  }
}
