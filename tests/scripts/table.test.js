// Piles named by keys, places on the screen, and when cards set out.

import assert from "node:assert/strict";
import test from "node:test";
import { aimed, departures, middle, roomFor, toward } from "../../static/table/geometry.js";
import { readMoves } from "../../static/table/moves.js";
import { column, kindOf, mayGoOn, pile } from "../../static/table/naming.js";

/** @type {(left: number, top: number, width: number, height: number) => DOMRect} */
const box = (left, top, width, height) =>
  /** @type {DOMRect} */ ({ left, top, width, height, right: left + width, bottom: top + height });

test("a digit names a column, 0 the tenth", () => {
  assert.deepEqual(["1", "9", "0"].map(column), ["t0", "t8", "t9"]);
});

test("V, C and F name the reserve, the cells and the foundations", () => {
  assert.deepEqual(["v", "c", "f", "x"].map(kindOf), ["r", "c", "f", undefined]);
  assert.equal(pile("r", "12"), "r11");
});

test("a number may go on where a longer one names a pile", () => {
  /** @type {(id: string) => boolean} */
  const isReserve = (id) => /^r([0-9]|10)$/.test(id);
  assert.equal(mayGoOn("r", "1", isReserve), true);
  assert.equal(mayGoOn("r", "2", isReserve), false);
});

test("whoever walks to the right has ahead what lies to the right", () => {
  const { ahead, aside } = toward({ x: 0, y: 0 }, { x: 30, y: 4 }, [1, 0]);
  assert.deepEqual([ahead, aside], [30, 4]);
  assert.equal(toward({ x: 0, y: 0 }, { x: 30, y: 4 }, [-1, 0]).ahead, -30);
  assert.deepEqual(toward({ x: 0, y: 0 }, { x: 30, y: 4 }, [0, 1]), { ahead: 4, aside: 30 });
});

test("a column is met anywhere along its height", () => {
  const beside = box(20, 0, 20, 100);
  assert.equal(toward({ x: 0, y: 60 }, middle(beside), [1, 0], beside).aside, 0);
  assert.equal(toward({ x: 0, y: 130 }, middle(beside), [1, 0], beside).aside, 30);
  assert.equal(toward({ x: 0, y: -5 }, middle(beside), [1, 0], beside).aside, 5);
});

test("a pile under the pointer is meant above all others", () => {
  assert.equal(aimed({ x: 10, y: 10 }, box(0, 0, 5, 5), box(0, 0, 20, 20)), Infinity);
});

test("beside the pointer the pile is meant that a card covers most", () => {
  const card = box(12, 0, 10, 10);
  const pointer = { x: 100, y: 100 };
  assert.equal(aimed(pointer, card, box(0, 0, 15, 30)), 30);
  assert.equal(aimed(pointer, card, box(16, 0, 15, 30)), 60);
  assert.equal(aimed(pointer, card, box(40, 0, 15, 30)), 0);
});

/** @type {Record<string, string[]>} */
const HOME = { f0: ["AC", "2C", "3C"], f1: ["AS"] };
/** @type {(moves: string) => [string, number][]} */
const setOut = (moves) => [...departures(readMoves(moves), (id, fromTop) => HOME[id]?.at(-fromTop))];

test("cards that come home in one turn set out one after another, faster and faster", () => {
  assert.deepEqual(setOut("t0-f0 t1-f1 t0-f0").reverse(), [
    ["2C", 0],
    ["AS", 250],
    ["3C", 475],
  ]);
});

test("a card that goes elsewhere keeps nobody waiting", () => {
  assert.deepEqual(setOut("t0-t1 t1-f1"), [["AS", 0]]);
});

test("cards change their size in steps, and not back and forth over one card", () => {
  const tallest = [7, 11, 12, 11, 12, 11, 10, 13, 16, 19, 20, 14, 13, 8];
  let room = 10;
  const rooms = tallest.map((cards) => (room = roomFor(7, room, cards)));
  assert.deepEqual(rooms, [10, 10, 13, 13, 13, 13, 10, 13, 16, 19, 19, 13, 13, 10]);
});
