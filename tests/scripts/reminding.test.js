// What the service worker does with a reminder, a tap on it, and a new address.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

const SCRIPT = readFileSync(new URL("../../static/offline/reminding.js", import.meta.url), "utf8");
const OLD = { endpoint: "https://push.example/old", options: { userVisibleOnly: true } };
const NEW = { toJSON: () => ({ endpoint: "https://push.example/new", keys: { p256dh: "key", auth: "auth" } }) };

// A service worker that has run the script. `deliver` gives it an event and waits; `done` is what it did.
function started({ reachable = true } = {}) {
  /** @type {Map<string, (event: any) => void>} */
  const heard = new Map();
  /** @type {any[]} */
  const done = [];
  const subscription = { unsubscribe: async () => done.push("unsubscribed") };
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async (/** @type {any} */ options) => {
      done.push(options);
      return NEW;
    },
  };
  const worker = {
    addEventListener: (/** @type {string} */ name, /** @type {any} */ listener) => heard.set(name, listener),
    clients: { openWindow: async (/** @type {string} */ address) => done.push(address) },
    registration: {
      pushManager,
      showNotification: async (/** @type {string} */ title, /** @type {any} */ more) => done.push({ title, ...more }),
    },
  };
  const fetch = async (/** @type {string} */ address, /** @type {any} */ { method, body }) => {
    done.push(`${method} ${address} ${body}`);
    if (!reachable) throw new TypeError("no connection");
  };
  runInNewContext(SCRIPT, { worker, fetch, URLSearchParams, FILES: "/static/1/" });
  const deliver = async (/** @type {string} */ name, /** @type {any} */ event) => {
    /** @type {Promise<any>[]} */
    const waits = [];
    heard.get(name)?.({ ...event, waitUntil: (/** @type {Promise<any>} */ work) => waits.push(work) });
    await Promise.all(waits);
  };
  return { deliver, done };
}

const tapped = (/** @type {string} */ action) => ({ action, notification: { data: "token", close: () => {} } });

test("a message is shown with a button that ends reminders", async () => {
  const { deliver, done } = started();
  await deliver("push", { data: { json: () => ({ said: "Today’s daily waits.", token: "token" }) } });
  const [{ title, body, data, actions }] = done;
  assert.deepEqual([title, body, data], ["Rampart", "Today’s daily waits.", "token"]);
  assert.deepEqual(
    [...actions].map(({ title }) => title),
    ["No more reminders"],
  );
});

test("a tap on the message opens the daily", async () => {
  const { deliver, done } = started();
  await deliver("notificationclick", tapped(""));
  assert.deepEqual(done, ["/daily"]);
});

test("a tap on the button ends reminders on the server and in the browser, and opens nothing", async () => {
  const { deliver, done } = started();
  await deliver("notificationclick", tapped("end"));
  assert.deepEqual(done.sort(), ["POST /reminders/end token=token", "unsubscribed"]);
});

test("without a connection the browser lets go of its address all the same", async () => {
  const { deliver, done } = started({ reachable: false });
  await deliver("notificationclick", tapped("end"));
  assert.ok(done.includes("unsubscribed"));
});

test("the server learns of a new address, whether or not the browser has made it", async () => {
  const told =
    "POST /reminders/moved before=https%3A%2F%2Fpush.example%2Fold&endpoint=https%3A%2F%2Fpush.example%2Fnew";
  const { deliver, done } = started();
  await deliver("pushsubscriptionchange", { oldSubscription: OLD, newSubscription: NEW });
  assert.deepEqual(done, [`${told}&p256dh=key&auth=auth`]);
  await deliver("pushsubscriptionchange", { oldSubscription: OLD, newSubscription: null });
  assert.deepEqual(done.slice(1), [OLD.options, `${told}&p256dh=key&auth=auth`]);
  await deliver("pushsubscriptionchange", { oldSubscription: null, newSubscription: null });
  assert.equal(done.length, 3);
});
