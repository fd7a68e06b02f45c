// Somebody waits for a race: ask every two seconds, go there once there is one, and wait no more when the page is left.

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
