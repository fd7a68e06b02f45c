// The browser keeps the waiting turns, so that a reload or a closed page loses none. If several pages show the same
// table, only one keeps them, so that none is sent twice.

import { session, status } from "./board.js";
import { store, stored } from "./stored.js";

const NAME = `waiting ${session}`;
// Pages of plain HTTP have no locks, so there each page keeps its own turns.
const shelf = () => (navigator.locks ? localStorage : sessionStorage);
let mine = !navigator.locks;

/** Keep the waiting turns, with the `seq` of the confirmed board. @type {(turns: readonly Turn[]) => void} */
export function keep(turns) {
  if (mine) store(shelf, NAME, turns.length ? { seq: status().seq, turns } : null);
}

/**
 * Wait until this page is the one that keeps the turns, and return those that an earlier page has left.
 * @returns {Promise<{ seq: string, turns: Turn[] } | null>}
 */
export async function recall() {
  // A browser that blocks its storage refuses the lock too.
  if (!mine)
    await new Promise((held) => navigator.locks.request(NAME, () => new Promise(() => held(undefined))).catch(held));
  mine = true;
  return stored(shelf, NAME);
}
