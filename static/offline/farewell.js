// The last service worker of a server that no longer wants one: it deletes all that the one before it stored.

const leaving = /** @type {ServiceWorker & Record<string, any>} */ (/** @type {unknown} */ (self));

leaving.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(leaving.skipWaiting()));
leaving.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(leave()));

async function leave() {
  for (const name of await caches.keys()) if (name.startsWith("rampart ")) await caches.delete(name);
  await leaving.registration.unregister();
}
