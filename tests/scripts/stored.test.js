// What the browser stores, and a browser that stores nothing.

import assert from "node:assert/strict";
import test from "node:test";
import { store, stored } from "../../static/table/stored.js";

/** @param {Map<string, string>} items @returns {Storage} */
const shelf = (items) =>
  /** @type {any} */ ({
    getItem: (/** @type {string} */ name) => items.get(name) ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ text) => items.set(name, text),
    removeItem: (/** @type {string} */ name) => items.delete(name),
  });

test("what is stored comes back until it is let go of", () => {
  const items = new Map();
  const kept = () => shelf(items);
  store(kept, "left", { seq: "3", turns: [] });
  assert.deepEqual(stored(kept, "left"), { seq: "3", turns: [] });
  store(kept, "left", null);
  assert.equal(stored(kept, "left"), null);
  assert.equal(items.size, 0);
});

test("a browser that blocks its storage, or has none, only forgets", () => {
  const blocked = () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  };
  const absent = () => /** @type {Storage} */ (/** @type {unknown} */ (null));
  for (const refusing of [blocked, absent]) {
    store(refusing, "left", { seq: "3" });
    store(refusing, "left", null);
    assert.equal(stored(refusing, "left"), null);
  }
});

test("what another program has stored under a name is nothing", () => {
  assert.equal(
    stored(() => shelf(new Map([["left", "{"]])), "left"),
    null,
  );
});
