// Double clicks. The first click of one may take away what it hit, and the second then hits what lay below or stands
// there instead. Nobody meant that: a second click that does not hit the same thing is nothing. A finger makes no
// double clicks: its taps are all meant, however fast, for the next card often lies where the last one lay. Keys are no
// clicks. Nothing here knows the page.

const TWICE = 400;
const MOUSE = 5;
const PEN = 7;

/** @type {Point & { at: number, name: string | undefined } | null} */
let first = null;

/**
 * Whether a click is the second one in a place and hits something else than the first; `name` is what it hits.
 * @param {Pick<PointerEvent, "detail" | "pointerType" | "clientX" | "clientY" | "timeStamp">} click
 * @param {string} [name]
 */
export function astray({ detail, pointerType, clientX: x, clientY: y, timeStamp: at }, name) {
  if (!detail || pointerType === "touch") return false;
  const near = first && Math.hypot(x - first.x, y - first.y) <= (pointerType === "pen" ? PEN : MOUSE);
  // Browsers count what belongs to a double click, by how fast somebody's hands are; not all do so for pens.
  const before = first && near && (detail > 1 || at - first.at < TWICE) ? first : null;
  first = before ? null : { x, y, at, name };
  return before !== null && before.name !== name;
}
