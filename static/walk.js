// Walking along a game: arrow keys, Home and End, and the slider fetch a step and put it in place of the old one.

const keys = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
let asked = 0;

async function go(address) {
  const turn = (asked += 1);
  const answer = await fetch(address);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!answer.ok || turn !== asked) return;
  const focused = document.activeElement?.dataset.pace;
  document.getElementById("walk").replaceWith(page.getElementById("walk"));
  history.replaceState(null, "", address);
  if (focused) document.querySelector(`[data-pace="${focused}"]`)?.focus();
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input")) return;
  const link = document.querySelector(`a[data-pace="${keys[event.key]}"]`);
  if (!link) return;
  event.preventDefault();
  void go(link.href);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-pace]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  void go(link.href);
});

document.addEventListener("input", (event) => {
  if (event.target.dataset.pace !== "to") return;
  const address = new URL(location.href);
  address.searchParams.set(event.target.name, event.target.value);
  void go(address);
});
