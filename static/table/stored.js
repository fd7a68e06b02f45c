// What the browser stores for this site. If a browser refuses to store anything, or throws when asked, the table
// forgets what it would have remembered, but works all the same.

/** @typedef {() => Storage} Shelf called each time, because merely naming a storage may throw */

/** Return the value stored under a name, or null. @type {(shelf: Shelf, name: string) => any} */
export function stored(shelf, name) {
  try {
    return JSON.parse(shelf().getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** Store a value under a name; null deletes it. @type {(shelf: Shelf, name: string, value: unknown) => void} */
export function store(shelf, name, value) {
  try {
    if (value === null) shelf().removeItem(name);
    else shelf().setItem(name, JSON.stringify(value));
  } catch {
    // The value is forgotten with the page.
  }
}
