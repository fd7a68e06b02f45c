// Times in words.

/** @type {(count: number) => string} */
const two = (count) => String(count).padStart(2, "0");

/** A time played, as `4:05` or `1:00:09`. @type {(seconds: number) => string} */
export function clock(seconds) {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** The longest time without a turn that counts, in seconds, as the server counts it too. */
export const LONGEST_PAUSE = 120;

/**
 * The seconds that a clock shows: those that the server counted, and the seconds since. It never runs back; where it was
 * ahead of the server, it waits.
 * @type {(shown: number, counted: number, since: number) => number}
 */
export const onwards = (shown, counted, since) => Math.max(shown, counted + Math.min(since, LONGEST_PAUSE));

/**
 * How long it is until an end, rounded up to minutes; empty once the end has come.
 * @type {(milliseconds: number) => string}
 */
export function left(milliseconds) {
  const minutes = Math.ceil(milliseconds / 60_000);
  if (minutes <= 0) return "";
  if (minutes < 60) return `${minutes} min`;
  const hours = `${Math.floor(minutes / 60)} h`;
  return minutes % 60 ? `${hours} ${minutes % 60} min` : hours;
}

/** @type {(at: Date) => string} */
const minute = (at) => at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });

/** A date and time in the device's time zone. @type {(at: Date) => string} */
export const there = (at) =>
  `${at.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" })}, ${minute(at)}`;

/** The same for a list, with “Today” and “Yesterday” for those days. @type {(at: Date, now: Date) => string} */
export function near(at, now) {
  if (at.toDateString() === now.toDateString()) return `Today, ${minute(at)}`;
  const before = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  return at.toDateString() === before.toDateString() ? `Yesterday, ${minute(at)}` : there(at);
}
