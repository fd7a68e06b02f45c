// Asks the browser for permission to remind, only when the player does, and tells the server where to send reminders.

import { byId, one } from "./dom.js";

const form = byId("remind", HTMLFormElement);
const hour = byId("hour", HTMLSelectElement);
const said = byId("reminded");
const unable = byId("unable");
const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
const DENIED =
  "This browser doesn’t allow Rampart to send notifications. You can change that in its settings for this site.";

if (able) {
  form.hidden = false;
  unable.hidden = true;
  if (Notification.permission === "denied") said.textContent = DENIED;
} else if (/iPad|iPhone/.test(navigator.userAgent)) {
  unable.textContent =
    "On an iPhone or iPad, first add Rampart to the Home Screen with the Share button. Then open it from there, and come back to this page.";
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement} */ (one(form, "button"));
  button.disabled = true;
  try {
    said.textContent = await ask();
  } catch {
    said.textContent = "Your browser could not set up the reminder. Please try again later.";
  }
  button.disabled = false;
});

// What the server has stored ends without this; the browser then lets go of its address, too.
document.getElementById("end-reminders")?.addEventListener("submit", () => {
  if (able) navigator.serviceWorker.ready.then(subscribed).then((found) => found?.unsubscribe());
});

async function ask() {
  if ((await Notification.requestPermission()) !== "granted") return DENIED;
  const { endpoint, keys } = (await subscribe()).toJSON();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const body = new URLSearchParams({ endpoint: endpoint ?? "", ...keys, hour: hour.value, zone });
  const answer = await fetch("/reminders", { method: "POST", body, headers: { "HX-Request": "true" } });
  if (!answer.ok) return new DOMParser().parseFromString(await answer.text(), "text/html").body.innerText.trim();
  return `You get a reminder every day at ${hour.selectedOptions[0]?.text}, unless you have solved a daily.`;
}

/** @type {(registration: ServiceWorkerRegistration) => Promise<PushSubscription | null>} */
const subscribed = (registration) => registration.pushManager.getSubscription();

async function subscribe() {
  // Where there can be no service worker, this fails at once, and `ready` would never come.
  await navigator.serviceWorker.register("/service-worker.js");
  const registration = await navigator.serviceWorker.ready;
  const wish = { userVisibleOnly: true, applicationServerKey: form.dataset.key ?? "" };
  try {
    return await registration.pushManager.subscribe(wish);
  } catch (refused) {
    // The browser still has an address for another key, from before the server had a new secret.
    const before = await subscribed(registration);
    if (!before) throw refused;
    await before.unsubscribe();
    return registration.pushManager.subscribe(wish);
  }
}
