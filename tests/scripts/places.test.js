// Where cards lie, in words.

import assert from "node:assert/strict";
import test from "node:test";
import { cardName, looksOf } from "../../static/table/names.js";
import { ofRank, placeOfCard, rankOf } from "../../static/table/places.js";

const PILES = { t0: ["??", "5H", "4S"], t1: ["5C", "KD", "QS"], f0: ["AC", "2C"], c0: ["9D"] };
const LABELS = { t0: "column 1", t1: "column 2", f0: "foundation of clubs", c0: "cell 1" };
/** @type {(card: string) => string} */
const where = (card) => placeOfCard(card, PILES, LABELS).place;

test("a card has the name that its control has", () => {
  assert.deepEqual(["AC", "TH", "KD"].map(cardName), ["ace of clubs", "10 of hearts", "king of diamonds"]);
  assert.deepEqual(["AC", "TH"].map(looksOf), ["black clubs", "red hearts"]);
});

test("a key stands for a rank, 0 and T for the 10, 1 and A for the ace", () => {
  assert.deepEqual(["1", "a", "0", "t", "9", "k"].map(rankOf), ["A", "A", "T", "T", "9", "K"]);
  assert.deepEqual(["l", "escape", "", "?"].map(rankOf), [undefined, undefined, undefined, undefined]);
});

test("a place says under how many cards it is", () => {
  assert.equal(where("4S"), "column 1");
  assert.equal(where("5H"), "column 1, under 1 card");
  assert.equal(where("5C"), "column 2, under 2 cards");
  assert.equal(where("9D"), "cell 1");
  assert.equal(where("AC"), "home");
});

test("of a card that is not seen no place is told", () => {
  assert.deepEqual(placeOfCard("5S", PILES, LABELS), { name: "5 of spades", place: "face down", seen: false });
});

test("a rank has four cards", () => {
  assert.deepEqual(ofRank("T"), ["TC", "TS", "TH", "TD"]);
});
