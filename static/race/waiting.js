// Waits for a race: asks every few seconds, opens the race when there is one, and stops when the player leaves.

import { byId } from "../dom.js";
import { clock } from "../times.js";

let left = false;
const waited = byId("waited");
const since = performance.now() - Number(waited.dataset.ms);

async function ask() {
  const answer = await fetch("/api/v1/pairing").catch(() => undefined);
  if (left) return;
  const waiting = answer?.ok ? await answer.json() : undefined;
  if (waiting?.race) return location.replace(`/races/${waiting.race}`);
  if (answer?.status === 404) return location.replace("/rooms");
  again();
}

const again = () => setTimeout(ask, Number(byId("waiting").dataset.askSeconds) * 1000);

setInterval(() => {
  waited.textContent = clock(Math.floor((performance.now() - since) / 1000));
}, 500);

addEventListener("pagehide", () => {
  left = true;
  navigator.sendBeacon("/rooms/stop");
});
again();
