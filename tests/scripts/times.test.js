// Times in words, and the course of a ghost.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { homeBy, readCourse } from "../../static/race/course.js";
import { clock, LONGEST_PAUSE, left, near, onwards, there } from "../../static/times.js";

test("a time played shows hours once there are any", () => {
  assert.deepEqual([0, 65, 3599, 3609].map(clock), ["0:00", "1:05", "59:59", "1:00:09"]);
});

test("a clock never runs back, and waits for a server that counts less", () => {
  assert.deepEqual(
    [0, 1, 2, 3].map((since) => onwards(5, 3, since)),
    [5, 5, 5, 6],
  );
  assert.equal(onwards(5, 9, 0), 9);
});

test("a clock waits after the longest pause that counts", () => {
  assert.equal(onwards(130, 10, LONGEST_PAUSE + 1), 130);
  const server = readFileSync(new URL("../../app/play/values/session.py", import.meta.url), "utf8");
  assert.match(server, new RegExp(`LONGEST_PAUSE_MS = ${LONGEST_PAUSE}_000\\n`));
});

test("what is left is told in minutes that have begun", () => {
  assert.deepEqual([1, 60_000, 60_001].map(left), ["1 min", "1 min", "2 min"]);
  assert.deepEqual([3_600_000, 7_260_000].map(left), ["1 h", "2 h 1 min"]);
});

test("an end that has come is not told", () => {
  assert.equal(left(0), "");
  assert.equal(left(-1), "");
});

test("a time is told by the clock and the calendar at hand", () => {
  const now = new Date(2026, 10, 22, 0, 30);
  assert.equal(near(new Date(2026, 10, 22, 0, 5), now), "Today, 00:05");
  assert.equal(near(new Date(2026, 10, 21, 23, 59), now), "Yesterday, 23:59");
  assert.equal(near(new Date(2026, 10, 20, 14, 5), now), "20 Nov 2026, 14:05");
  assert.equal(there(new Date(2025, 10, 22, 0, 5)), "22 Nov 2025, 00:05");
});

test("a ghost is as far as it was at that second", () => {
  const course = readCourse("0:4 31:5 31:6 40:52");
  assert.deepEqual(
    [0, 30, 31, 39, 999].map((seconds) => homeBy(course, seconds)),
    [4, 4, 6, 6, 52],
  );
});
