// Foresight: what the board will be once the turns that wait are carried out.

import assert from "node:assert/strict";
import test from "node:test";
import { Foresight, step, takenBack } from "../../static/table/foresight.js";

/** @type {(text: string, card: string, count?: number) => Turn} */
function move(text, card, count = 1) {
  const [source = "", target = ""] = text.split("-");
  return { verb: "moves", text, source, target, count, card };
}
const [UNDO, REDO] = [{ verb: "undo" }, { verb: "redo" }];

/** A table that shows what it is told; answers put it as they have left it. */
class Table {
  /** @param {Piles} piles */
  constructor(piles) {
    this.confirmed = piles;
    this.shown = piles;
    this.foresight = new Foresight({
      piles: () => this.shown,
      lay: (changed) => {
        this.shown = { ...this.shown, ...changed };
      },
    });
  }

  /** @type {(verb: string, piles: Piles) => void} */
  answer(verb, piles) {
    const after = { ...this.confirmed, ...piles };
    this.foresight.note(verb, step(this.confirmed, after));
    this.confirmed = this.shown = after;
  }
}

test("moves are shown one upon the other", () => {
  const table = new Table({ t0: ["9C", "5H"], t1: [], t2: [] });
  const waiting = [move("t0-t1", "5H"), move("t0-t2", "9C"), move("t1-t2", "5H")];
  assert.deepEqual(table.foresight.begin(waiting), { left: 3, shown: 3 });
  assert.deepEqual(table.shown, { t0: [], t1: [], t2: ["9C", "5H"] });
});

test("a move whose card has gone falls, and all behind it", () => {
  const table = new Table({ t0: ["9C", "5H"], t1: [] });
  const waiting = [move("t0-t1", "5H"), move("t0-t1", "KS"), UNDO];
  assert.deepEqual(table.foresight.begin(waiting), { left: 1, shown: 1 });
});

test("the first undo of a game takes back a move that is still on its way", () => {
  const table = new Table({ t0: ["9C", "5H"], t1: ["6S"] });
  assert.deepEqual(table.foresight.begin([move("t0-t1", "5H"), UNDO]), { left: 2, shown: 2 });
  assert.deepEqual(table.shown, table.confirmed);
  assert.equal(table.foresight.show(REDO), "shown");
  assert.deepEqual(table.shown, { t0: ["9C"], t1: ["6S", "5H"] });
});

test("an undo brings back all that its turn changed, a card that it turned up face down again", () => {
  const table = new Table({ t0: ["??", "5H"], t1: ["6S"], f0: [] });
  table.answer("moves", { t0: [], t1: ["6S", "5H"], f0: ["AC"] });
  assert.equal(table.foresight.begin([UNDO]).shown, 1);
  assert.deepEqual(table.shown, { t0: ["??", "5H"], t1: ["6S"], f0: [] });
  assert.equal(table.foresight.show(REDO), "shown");
  assert.deepEqual(table.shown, table.confirmed);
});

test("confirmed undos lead back turn by turn, and redo forward again", () => {
  const table = new Table({ t0: ["9C", "5H"], t1: [], t2: [] });
  table.answer("moves", { t0: ["9C"], t1: ["5H"] });
  table.answer("moves", { t0: [], t2: ["9C"] });
  table.answer("undo", { t0: ["9C"], t2: [] });
  table.foresight.begin([UNDO, REDO, REDO]);
  assert.deepEqual(table.shown, { t0: [], t1: ["5H"], t2: ["9C"] });
});

test("an undo of what this page has not seen is shown only after its answer, and so is what waits behind it", () => {
  const table = new Table({ t0: ["5H"], t1: [] });
  assert.deepEqual(table.foresight.begin([UNDO, move("t0-t1", "5H")]), { left: 2, shown: 0 });
  assert.deepEqual(table.shown, table.confirmed);
  table.answer("undo", { t0: [], t1: ["5H"] });
  table.foresight.begin([REDO]);
  assert.deepEqual(table.shown, { t0: ["5H"], t1: [] });
});

test("after somebody else's turn, nothing is taken back unseen", () => {
  const table = new Table({ t0: ["5H"], t1: [] });
  table.answer("moves", { t0: [], t1: ["5H"] });
  table.foresight.forget();
  assert.equal(table.foresight.begin([UNDO]).shown, 0);
});

test("a new move leaves nothing to redo", () => {
  const table = new Table({ t0: ["5H"], t1: [], t2: [] });
  table.answer("moves", { t0: [], t1: ["5H"] });
  table.foresight.begin([UNDO, move("t0-t2", "5H"), REDO]);
  assert.deepEqual(table.shown, { t0: [], t1: [], t2: ["5H"] });
});

test("after going back several turns at once, nothing is taken back or made again unseen", () => {
  const table = new Table({ t0: ["9C", "5H"], t1: [], t2: [] });
  table.answer("moves", { t0: ["9C"], t1: ["5H"] });
  table.answer("moves", { t0: [], t2: ["9C"] });
  table.answer("back/0", { t0: ["9C", "5H"], t1: [], t2: [] });
  assert.equal(table.foresight.begin([REDO]).shown, 0);
  assert.deepEqual(takenBack([{ verb: "back/1" }], 4, 1), [1, 4]);
});

test("what can be undone and redone is counted with the turns that wait", () => {
  assert.deepEqual(takenBack([], 0, 2), [0, 2]);
  assert.deepEqual(takenBack([move("t0-t1", "5H")], 0, 2), [1, 0]);
  assert.deepEqual(takenBack([move("t0-t1", "5H"), UNDO], 0, 2), [0, 1]);
  assert.deepEqual(takenBack([UNDO, UNDO, REDO], 2, 0), [1, 1]);
});
