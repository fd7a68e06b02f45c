// The turns that wait are kept in the browser, so that no reload and no closed page loses them. Of several pages with
// the same table only one keeps them, so that none is sent twice.

import { session, status } from "./board.js";

const NAME = `waiting ${session}`;
// Pages of plain HTTP know no locks; there each keeps its own.
const store = navigator.locks ? localStorage : sessionStorage;
let mine = !navigator.locks;

/** Keep the turns that wait, with the `seq` of the board that is confirmed. @type {(turns: readonly Turn[]) => void} */
export function keep(turns) {
  if (!mine) return;
  try {
    if (turns.length) store.setItem(NAME, JSON.stringify({ seq: status().seq, turns }));
    else store.removeItem(NAME);
  } catch {
    // A browser without room for it still sends them, as long as the page is there.
  }
}

/**
 * Return the turns that an earlier page has left, as soon as this one is to keep them.
 * @returns {Promise<{ seq: string, turns: Turn[] } | null>}
 */
export async function recall() {
  if (!mine) await new Promise((held) => navigator.locks.request(NAME, () => new Promise(() => held(undefined))));
  mine = true;
  return JSON.parse(store.getItem(NAME) ?? "null");
}
