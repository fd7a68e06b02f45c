// The part of the service worker that shows reminders. It stores nothing; `worker.js` comes before it.

worker.addEventListener("push", (/** @type {any} */ event) => event.waitUntil(remind(event.data.json())));
worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  const { notification, action } = event;
  notification.close();
  event.waitUntil(action === "end" ? end(notification.data) : worker.clients.openWindow("/daily"));
});
worker.addEventListener("pushsubscriptionchange", (/** @type {any} */ event) => event.waitUntil(move(event)));

/** @type {(message: { said: string, token: string }) => Promise<void>} */
function remind({ said, token }) {
  const icon = `${FILES}icons/192.png`;
  const actions = [{ action: "end", title: "No more reminders" }];
  return worker.registration.showNotification("Rampart", { body: said, tag: "daily", icon, data: token, actions });
}

// Either is enough: without the token the server sends no more, and without the subscription nothing arrives.
/** @param {string} token */
async function end(token) {
  const subscription = await worker.registration.pushManager.getSubscription();
  await Promise.allSettled([tell("/reminders/end", { token }), subscription?.unsubscribe()]);
}

/** @param {any} event */
async function move({ oldSubscription, newSubscription }) {
  if (!oldSubscription) return;
  const moved = newSubscription ?? (await worker.registration.pushManager.subscribe(oldSubscription.options));
  const { endpoint, keys } = moved.toJSON();
  await tell("/reminders/moved", { before: oldSubscription.endpoint, endpoint, ...keys });
}

/** @type {(address: string, fields: Record<string, string>) => Promise<Response>} */
const tell = (address, fields) => fetch(address, { method: "POST", body: new URLSearchParams(fields) });
