// The second half of a double click.

import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";
import { astray } from "../../static/table/twice.js";

let now = 0;
// A test hears nothing of the clicks of another.
beforeEach(() => {
  now += 10_000;
});

/**
 * @param {number} at
 * @param {[number, number]} place
 * @param {{ detail?: number, pointerType?: string }} traits
 */
const click = (at, [clientX, clientY] = [100, 100], { detail = 1, pointerType = "mouse" } = {}) => ({
  detail,
  pointerType,
  clientX,
  clientY,
  timeStamp: now + at,
});

test("a single click means what it hits", () => {
  assert.equal(astray(click(0), "5H"), false);
});

test("a second click in the same place that hits something else is astray", () => {
  astray(click(0), "5H");
  assert.equal(astray(click(180), "9C"), true);
});

test("a second click on the same thing is meant", () => {
  astray(click(0), "5H");
  assert.equal(astray(click(180), "5H"), false);
});

test("a third click begins again", () => {
  astray(click(0), "5H");
  astray(click(100), "9C");
  assert.equal(astray(click(200), "KS"), false);
});

test("a click elsewhere is meant, however soon", () => {
  astray(click(0), "5H");
  assert.equal(astray(click(100, [106, 100]), "9C"), false);
});

test("a hand with a pen trembles more than one with a mouse", () => {
  astray(click(0, [100, 100], { pointerType: "pen" }), "5H");
  assert.equal(astray(click(100, [106, 100], { pointerType: "pen" }), "9C"), true);
});

test("a late click is meant, unless the browser takes it for the second of two", () => {
  astray(click(0), "5H");
  assert.equal(astray(click(600), "9C"), false);
  assert.equal(astray(click(1200, [100, 100], { detail: 2 }), "KS"), true);
});

test("every tap of a finger is meant", () => {
  astray(click(0, [100, 100], { pointerType: "touch" }), "5H");
  assert.equal(astray(click(100, [100, 100], { pointerType: "touch" }), "9C"), false);
});

test("a key is no click", () => {
  astray(click(0), "5H");
  assert.equal(astray(click(100, [100, 100], { detail: 0 }), "9C"), false);
});
