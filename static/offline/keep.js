// The service worker is set up once the page is there; only an encrypted or local page can have one.

addEventListener("load", () => void navigator.serviceWorker?.register("/service-worker.js").catch(() => {}));
