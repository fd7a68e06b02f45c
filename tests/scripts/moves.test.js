// Moves as texts and values, and which of them a tap makes.

import assert from "node:assert/strict";
import test from "node:test";
import { changing, distinct, longest, moveOf, readMove, readMoves, single } from "../../static/table/moves.js";

/** @type {(text: string) => Move[]} */
const moves = (text) => readMoves(text);
/** @type {(found: Move[]) => string[]} */
const texts = (found) => found.map(({ text }) => text);

test("a move text without a count means one card", () => {
  assert.deepEqual(readMove("t3-f0"), { text: "t3-f0", gathered: false, source: "t3", target: "f0", count: 1 });
});

test("a move text names how many cards go", () => {
  assert.equal(readMove("r10-t5:12").count, 12);
});

test("no moves are written as nothing", () => {
  assert.deepEqual(readMoves(""), []);
  assert.deepEqual(readMoves(undefined), []);
});

test("a move is written as the server writes it, and read again it is the same", () => {
  for (const text of ["t3-t5", "t3-t5:4"]) {
    const { source, target, count } = readMove(text);
    assert.equal(moveOf({ pile: source, count, card: "" }, target).text, text);
  }
});

test("of several empty piles of a kind one stands for all", () => {
  const empty = new Set(["t1", "t2", "c0", "c1"]);
  const ways = distinct(moves("t0-t1 t0-t2 t0-t3 t0-c0 t0-c1"), (pile) => empty.has(pile));
  assert.deepEqual(texts(ways), ["t0-t1", "t0-t3", "t0-c0"]);
});

test("an empty foundation is no other place than itself", () => {
  assert.equal(distinct(moves("t0-f0 t0-f1"), () => true).length, 2);
});

test("the only way there is is taken whatever a player's taste is", () => {
  for (const taste of ["ask", "foundation", "tableau"]) assert.equal(single(moves("t0-t1"), taste)?.text, "t0-t1");
});

test("where there is no way, none is taken", () => {
  assert.equal(single([], "foundation"), undefined);
});

test("of several ways a taste takes the only one of its kind", () => {
  const ways = moves("t0-t1 t0-f0");
  assert.equal(single(ways, "foundation")?.text, "t0-f0");
  assert.equal(single(ways, "tableau")?.text, "t0-t1");
  assert.equal(single(ways, "ask"), undefined);
});

test("of two ways of the kind that a taste prefers none is taken", () => {
  assert.equal(single(moves("t0-t1 t0-t2 t0-f0"), "tableau"), undefined);
});

test("the longest move between two piles is carried", () => {
  const legal = moves("t0-t1 t0-t1:3 t0-t1:2 t0-t2:4");
  assert.equal(longest(legal, "t0", "t1", 0)?.text, "t0-t1:3");
  assert.equal(longest(legal, "t1", "t0", 0), undefined);
});

test("a run that was chosen by hand is carried, or none", () => {
  const legal = moves("t0-t1 t0-t1:3");
  assert.equal(longest(legal, "t0", "t1", 1)?.text, "t0-t1");
  assert.equal(longest(legal, "t0", "t1", 2), undefined);
});

test("the only card of a column has no reason to go to an empty one", () => {
  const isEmpty = (/** @type {string} */ pile) => pile !== "t3";
  const ways = moves("t0-t1 t0-t2 t0-t3 t0-c0 t0-f0");
  assert.deepEqual(
    changing(ways, true, isEmpty).map(({ text }) => text),
    ["t0-t3", "t0-c0", "t0-f0"],
  );
  assert.equal(changing(ways, false, isEmpty).length, ways.length);
});
