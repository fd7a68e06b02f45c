// Double clicks. The first click may remove what it hits, and the second then hits what lay below or has come in its
// place. Nobody means that, so a second click that does not hit the same thing does not count. Fingers make no double
// clicks: all their taps count, however fast, since the next card often lies where the last one lay. Keys do not click.
// Nothing here knows the page.

const TWICE = 400;
const MOUSE = 5;
const PEN = 7;

/** @type {Point & { at: number, name: string | undefined } | null} */
let first = null;

/**
 * Whether a click is the second one in a place but hits something else than the first; `name` is what it hits.
 * @param {Pick<PointerEvent, "detail" | "pointerType" | "clientX" | "clientY" | "timeStamp">} click
 * @param {string} [name]
 */
export function astray({ detail, pointerType, clientX: x, clientY: y, timeStamp: at }, name) {
  if (!detail || pointerType === "touch") return false;
  const near = first && Math.hypot(x - first.x, y - first.y) <= (pointerType === "pen" ? PEN : MOUSE);
  // Browsers count the clicks of a double click, by the speed that the user has set, but not all do so for pens.
  const before = first && near && (detail > 1 || at - first.at < TWICE) ? first : null;
  first = before ? null : { x, y, at, name };
  return before !== null && before.name !== name;
}
