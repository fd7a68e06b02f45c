// Sets up the service worker when the page has loaded. Only encrypted or local pages can have one.

addEventListener("load", () => void navigator.serviceWorker?.register("/service-worker.js").catch(() => {}));
