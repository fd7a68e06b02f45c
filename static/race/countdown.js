// The seconds to the deal, counted down on the race's page and at its tables.

/** @type {ReturnType<typeof setInterval> | undefined} */
let counting;

/** Count down from so many milliseconds, as long as the page shows a countdown. @type {(startsIn: number) => void} */
export function countDown(startsIn) {
  clearInterval(counting);
  const at = performance.now() + startsIn;
  counting = setInterval(() => {
    const seconds = document.getElementById("countdown");
    if (!seconds) return clearInterval(counting);
    seconds.textContent = String(Math.max(Math.ceil((at - performance.now()) / 1000), 0));
  }, 200);
}
