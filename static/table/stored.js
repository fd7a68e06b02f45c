// What the browser stores for this site. One that refuses to store anything, or throws at the mere question, costs the
// table what it would have remembered, and nothing else.

/** @typedef {() => Storage} Shelf asked for each time: to name it may throw */

/** Return what is stored under a name, null for nothing. @type {(shelf: Shelf, name: string) => any} */
export function stored(shelf, name) {
  try {
    return JSON.parse(shelf().getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** Store a value under a name, null to let go of it. @type {(shelf: Shelf, name: string, value: unknown) => void} */
export function store(shelf, name, value) {
  try {
    if (value === null) shelf().removeItem(name);
    else shelf().setItem(name, JSON.stringify(value));
  } catch {
    // It lasts as long as the page.
  }
}
