// The service worker: it stores the files of this edition and one page that says that there is no connection. It never
// stores a page made for a visitor. `/service-worker.js` names the edition and contains this file.

const KEPT = `rampart ${EDITION}`;
const FILES = `/static/${EDITION}/`;
const PAGE = "/no-connection";
const worker = /** @type {ServiceWorker & Record<string, any>} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(settle()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(begin()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { method, mode, url } = /** @type {Request} */ (event.request);
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== worker.location.origin) return;
  if (pathname.startsWith(FILES)) event.respondWith(file(event));
  else if (mode === "navigate") event.respondWith(page(event));
});

// Fetch the page without cookies, because it must be nobody's in particular.
async function settle() {
  const kept = await caches.open(KEPT);
  const files = ["theme.css", "site.css", "mark.svg", "offline/again.js"];
  await kept.add(new Request(PAGE, { credentials: "omit", cache: "reload" }));
  await kept.addAll(files.map((name) => FILES + name));
  await worker.skipWaiting();
}

async function begin() {
  for (const name of await caches.keys()) if (name.startsWith("rampart ") && name !== KEPT) await caches.delete(name);
  // Let the browser ask for a page while the worker is still waking up.
  await worker.registration.navigationPreload?.enable();
}

/** @param {any} event */
async function file(event) {
  const kept = await caches.open(KEPT);
  const found = await kept.match(event.request);
  if (found) return found;
  const answer = await fetch(event.request);
  if (answer.ok) event.waitUntil(kept.put(event.request, answer.clone()));
  return answer;
}

/** @param {any} event */
async function page(event) {
  try {
    // Firefox fulfils a preload that has failed, with an answer of this type.
    const ahead = await event.preloadResponse;
    return ahead && ahead.type !== "error" ? ahead : await fetch(event.request);
  } catch {
    const kept = await caches.open(KEPT);
    return (await kept.match(PAGE)) ?? Response.error();
  }
}
