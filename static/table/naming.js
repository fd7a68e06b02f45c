// Keys that name piles: a digit alone is a column; V, C or F and a number is a reserve pile, a cell or a foundation.

/** @type {Record<string, string>} */
const KINDS = { v: "r", c: "c", f: "f" };

/** The kind of pile that a letter stands for. @type {(letter: string) => string | undefined} */
export const kindOf = (letter) => KINDS[letter];

/** The column that a digit names; 0 names the tenth. @type {(digit: string) => string} */
export const column = (digit) => `t${(Number(digit) + 9) % 10}`;

/** The pile that a kind and a number name. @type {(kind: string, digits: string) => string} */
export const pile = (kind, digits) => `${kind}${Number(digits) - 1}`;

/**
 * Whether a pile has a longer number that begins with these digits.
 * @type {(kind: string, digits: string, isPile: (id: string) => boolean) => boolean}
 */
export const mayGoOn = (kind, digits, isPile) => isPile(pile(kind, `${digits}0`));
