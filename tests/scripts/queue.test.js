// The queue of turns: what is sent, what is sent again, and what falls.

import assert from "node:assert/strict";
import test from "node:test";
import { Queue, wasRecorded } from "../../static/table/queue.js";

/** @type {(text: string, card: string) => Turn} */
function move(text, card) {
  const [source = "", target = ""] = text.split("-");
  return { verb: "moves", text, source, target, count: 1, card };
}

/** @type {(recorded: string, repeated?: boolean) => Answer} */
const stale = (recorded, repeated = true) => ({ status: 409, text: `<div data-recorded="${recorded}">`, repeated });

test("a refusal as stale of what was sent twice is fine where the log holds that very move", () => {
  assert.equal(wasRecorded(stale("t0-t1"), { verb: "moves", text: "t0-t1" }), true);
  assert.equal(wasRecorded(stale("t0-t1"), { verb: "moves", text: "t0-t1:1" }), true);
  assert.equal(wasRecorded(stale("t0-t2"), { verb: "moves", text: "t0-t1" }), false);
});

test("an undo was carried out where the log holds no move", () => {
  assert.equal(wasRecorded(stale(""), { verb: "undo" }), true);
  assert.equal(wasRecorded(stale("t0-t1"), { verb: "undo" }), false);
});

test("what stands for several moves was carried out where the log holds any", () => {
  assert.equal(wasRecorded(stale("t0-c1"), { verb: "moves", text: "t0-t1:3", gathered: true }), true);
  assert.equal(wasRecorded(stale("t0-f0"), { verb: "finish" }), true);
  assert.equal(wasRecorded(stale(""), { verb: "finish" }), false);
});

test("a refusal as stale of what was sent once is a refusal", () => {
  assert.equal(wasRecorded(stale("t0-t1", false), { verb: "moves", text: "t0-t1" }), false);
});

/**
 * Send turns to a server of that many answers, null for one that is lost; say what it was sent and what was settled.
 * @param {Turn[]} turns
 * @param {({ status: number, text?: string } | null)[]} answers
 * @param {string} [left] the `seq` with which an earlier page left them
 */
async function send(turns, answers, left) {
  /** @type {string[]} */
  const sent = [];
  /** @type {[string, boolean][]} */
  const settled = [];
  /** @type {number[]} */
  const pauses = [];
  /** @type {number[]} */
  const kept = [];
  /** @type {boolean[]} */
  const connected = [];
  /** @type {Queue} */
  const queue = new Queue({
    seq: () => String(settled.length),
    post: async (verb, form) => {
      sent.push(`${verb} ${form}`);
      const answer = answers.shift();
      return answer ? { text: "", ...answer } : null;
    },
    settle: (text, fine) => settled.push([text, fine]),
    connected: (yes) => connected.push(yes),
    pause: async (milliseconds) => pauses.push(milliseconds),
    keep: (waiting) => kept.push(waiting.length),
  });
  if (left) queue.resume(turns, left);
  else for (const turn of turns) queue.ask(turn);
  while (queue.waiting.length) await new Promise(setImmediate);
  return { sent, settled, pauses, connected, kept };
}

test("one request is out at a time, each with the seq that the answer before it brought", async () => {
  const turns = [move("t0-t1", "5H"), { verb: "undo" }, move("t2-t3", "KS")];
  const { sent } = await send(turns, [{ status: 200 }, { status: 200 }, { status: 200 }]);
  assert.deepEqual(sent, ["moves seq=0&move=t0-t1", "undo seq=1", "moves seq=2&move=t2-t3"]);
});

test("a lost request is sent again with the same seq, after longer and longer pauses", async () => {
  const { sent, settled, pauses, connected } = await send(
    [move("t0-t1", "5H")],
    [null, { status: 503 }, null, null, null, null, { status: 200, text: "board" }],
  );
  assert.deepEqual(sent, Array(7).fill("moves seq=0&move=t0-t1"));
  assert.deepEqual(pauses, [300, 600, 1200, 2400, 4800, 4800]);
  assert.deepEqual(connected, [false, false, false, false, false, false, true]);
  assert.deepEqual(settled, [["board", true]]);
});

test("a refusal lets go of all that waits behind it", async () => {
  const { sent, settled } = await send([move("t0-t1", "5H"), { verb: "undo" }], [{ status: 422, text: "no" }]);
  assert.deepEqual(sent, ["moves seq=0&move=t0-t1"]);
  assert.deepEqual(settled, [["no", false]]);
});

test("a move whose answer was lost and that stands in the log is fine, and what waits goes on", async () => {
  const lost = [null, { status: 409, text: '<div data-recorded="t0-t1">' }, { status: 200 }];
  const { settled } = await send([move("t0-t1", "5H"), { verb: "undo" }], lost);
  assert.deepEqual(
    settled.map(([, fine]) => fine),
    [true, true],
  );
});

test("the turns that wait are kept from the first to the last", async () => {
  const { kept } = await send([move("t0-t1", "5H"), { verb: "undo" }], [{ status: 200 }, { status: 200 }]);
  assert.deepEqual(kept, [1, 2, 1, 0]);
});

test("what an earlier page left is sent with its seq, the rest with those of the answers", async () => {
  const turns = [move("t0-t1", "5H"), move("t2-t3", "KS")];
  const { sent } = await send(turns, [{ status: 200 }, { status: 200 }], "7");
  assert.deepEqual(sent, ["moves seq=7&move=t0-t1", "moves seq=1&move=t2-t3"]);
});

test("what an earlier page left and the log holds is fine, and what waits goes on", async () => {
  const turns = [move("t0-t1", "5H"), move("t2-t3", "KS")];
  const answers = [{ status: 409, text: '<div data-recorded="t0-t1">' }, { status: 200 }];
  const { settled } = await send(turns, answers, "7");
  assert.deepEqual(
    settled.map(([, fine]) => fine),
    [true, true],
  );
});
