// Shows on the board what guests at the table, or the player's own other pages, have done.

import { byId } from "../dom.js";
import { listen } from "../live.js";
import { session, status } from "./board.js";
import { afterTurn, isWaiting, receive } from "./turns.js";

const seated = document.getElementById("seated");
let newest = 0;
let fetching = false;

async function catchUp() {
  if (fetching || isWaiting()) return;
  fetching = true;
  const answer = await fetch(`/sessions/${session}/turn?seen=${status().seq}`).catch(() => null);
  if (answer?.status === 200) receive(await answer.text());
  fetching = false;
}

const catchUpIfBehind = () => newest > Number(status().seq) && void catchUp();

/** @param {string} data */
function hear(data) {
  const { seq, by } = JSON.parse(data);
  newest = Math.max(newest, seq);
  if (seated) {
    const { owner, you } = seated.dataset;
    const mover = by || owner;
    byId("moved-last").textContent = mover === you ? "You moved last." : `${mover} moved last.`;
  }
  catchUpIfBehind();
}

// News that came while an answer was under way may be newer than the answer.
afterTurn(catchUpIfBehind);
listen(`/sessions/${session}/events`, { heal: catchUp, turn: hear });
