// Waits for a race: asks every few seconds, opens the race when there is one, and stops when the player leaves.

import { byId } from "../dom.js";

let left = false;

async function ask() {
  const answer = await fetch("/api/v1/pairing").catch(() => undefined);
  if (left) return;
  const waiting = answer?.ok ? await answer.json() : undefined;
  if (waiting?.race) return location.replace(`/races/${waiting.race}`);
  if (answer?.status === 404) return location.replace("/rooms");
  again();
}

const again = () => setTimeout(ask, Number(byId("waiting").dataset.askSeconds) * 1000);

addEventListener("pagehide", () => {
  left = true;
  navigator.sendBeacon("/rooms/stop");
});
again();
