// The turns that wait are kept in the browser, so that no reload and no closed page loses them. Of several pages with
// the same table only one keeps them, so that none is sent twice.

import { session, status } from "./board.js";
import { store, stored } from "./stored.js";

const NAME = `waiting ${session}`;
// Pages of plain HTTP know no locks; there each keeps its own.
const shelf = () => (navigator.locks ? localStorage : sessionStorage);
let mine = !navigator.locks;

/** Keep the turns that wait, with the `seq` of the board that is confirmed. @type {(turns: readonly Turn[]) => void} */
export function keep(turns) {
  if (mine) store(shelf, NAME, turns.length ? { seq: status().seq, turns } : null);
}

/**
 * Return the turns that an earlier page has left, as soon as this one is to keep them.
 * @returns {Promise<{ seq: string, turns: Turn[] } | null>}
 */
export async function recall() {
  // A browser that blocks its storage refuses the lock too.
  if (!mine)
    await new Promise((held) => navigator.locks.request(NAME, () => new Promise(() => held(undefined))).catch(held));
  mine = true;
  return stored(shelf, NAME);
}
