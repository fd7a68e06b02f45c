// How far the runs of a heat have come, shown as it happens.

/** Show a piece of news of the kind `run`. */
export function showRun(data) {
  const { run, home } = JSON.parse(data);
  for (const line of document.querySelectorAll(`[data-run="${run}"]`)) {
    line.querySelector("progress").value = home;
    line.querySelector(".home b").textContent = home;
  }
}
