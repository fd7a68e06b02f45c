// The room of a race: it follows what happens, counts down, and leads to the table when the cards are dealt.

import { byId } from "../dom.js";
import { listen, refresher } from "../live.js";
import { showRun } from "./runs.js";

const room = () => byId("room").dataset;
const { code } = room();
const refresh = refresher(`/races/${code}/room`, "room");
/** @type {ReturnType<typeof setInterval> | undefined} */
let counting;

async function heal() {
  const had = room().table;
  if (!(await refresh())) return;
  // Whoever comes back here from the table wants to see the room.
  const { table } = room();
  if (table && !had) location.assign(table);
  count();
}

function count() {
  clearInterval(counting);
  const at = performance.now() + Number(room().startsIn);
  counting = setInterval(() => {
    const seconds = document.getElementById("countdown");
    if (!seconds) return clearInterval(counting);
    seconds.textContent = String(Math.max(Math.ceil((at - performance.now()) / 1000), 0));
  }, 200);
}

listen(`/races/${code}/events`, { heal, room: heal, run: showRun });
count();
