// The room of a race: it follows what happens, counts down, and leads to the table when the cards are dealt.

import { listen, refresher } from "../live.js";
import { showRun } from "./runs.js";

const room = () => document.getElementById("room");
const { code } = room().dataset;
const refresh = refresher(`/races/${code}/room`, "room");
let counting = 0;

async function heal() {
  const had = room().dataset.table;
  const fresh = await refresh();
  if (!fresh) return;
  // Whoever comes back here from the table wants to see the room.
  if (fresh.dataset.table && !had) location.assign(fresh.dataset.table);
  count();
}

function count() {
  clearInterval(counting);
  const at = performance.now() + Number(room().dataset.startsIn);
  const show = () => {
    const seconds = document.getElementById("countdown");
    if (!seconds) return clearInterval(counting);
    seconds.textContent = Math.max(Math.ceil((at - performance.now()) / 1000), 0);
  };
  counting = setInterval(show, 200);
}

listen(`/races/${code}/events`, { heal, room: heal, run: showRun });
count();
