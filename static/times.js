// Times in words.

/** @type {(count: number) => string} */
const two = (count) => String(count).padStart(2, "0");

/** A time played, as `4:05` or `1:00:09`. @type {(seconds: number) => string} */
export function clock(seconds) {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/**
 * How long it is until an end, begun minutes counted; empty once it has come.
 * @type {(milliseconds: number) => string}
 */
export function left(milliseconds) {
  const minutes = Math.ceil(milliseconds / 60_000);
  if (minutes <= 0) return "";
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
