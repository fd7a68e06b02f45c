// The table's script: choosing a card, seeing where it may go, sending the move. It knows no rules: which moves are
// legal stands in the status line, and what became of a move is what the server says.

const board = document.getElementById("board");
const status = () => document.getElementById("status");
const notice = (words) => { document.getElementById("notice").textContent = words; };

const queue = [];
let sending = false;
let chosen = null;

// Reading a place from a control: its pile, and how many cards lie from it to the top.

function placeOf(control) {
  const pile = control.closest("[data-pile]");
  const cards = [...pile.querySelectorAll("[data-card]")];
  const at = cards.indexOf(control);
  return { pile: pile.dataset.pile, count: at < 0 ? 0 : cards.length - at };
}

function legalFrom({ pile, count }) {
  const legal = status().dataset.legal.split(" ").filter(Boolean);
  return legal.filter((move) => {
    const [source, rest] = move.split("-");
    const [, cards = "1"] = rest.split(":");
    return source === pile && Number(cards) === count;
  });
}

const targetOf = (move) => move.split("-")[1].split(":")[0];
const pileOf = (id) => document.getElementById(`pile-${id}`);

// Equal places are one choice: it makes no difference which of several empty columns or cells takes a card.
function choices(moves) {
  const seen = new Set();
  return moves.filter((move) => {
    const id = targetOf(move);
    const alike = pileOf(id).querySelector("[data-space]") && id[0] !== "f" ? `${id[0]} empty` : id;
    return !seen.has(alike) && seen.add(alike);
  });
}

function letGo() {
  chosen = null;
  for (const marked of board.querySelectorAll(".chosen, .target")) marked.classList.remove("chosen", "target");
}

function choose(place) {
  letGo();
  const moves = legalFrom(place);
  if (!moves.length) return notice("Those cards can go nowhere now.");
  chosen = { place, moves };
  const cards = [...pileOf(place.pile).querySelectorAll("[data-card]")];
  for (const card of cards.slice(cards.length - place.count)) card.classList.add("chosen");
  for (const move of moves) pileOf(targetOf(move)).lastElementChild.classList.add("target");
  notice("");
}

function act(control) {
  const place = placeOf(control);
  const aimed = chosen?.moves.find((move) => targetOf(move) === place.pile);
  if (aimed) {
    letGo();
    return send(`/sessions/${sessionId()}/moves`, aimed);
  }
  if (chosen && chosen.place.pile === place.pile && chosen.place.count === place.count) return letGo();
  if (!place.count) return letGo();
  const open = choices(legalFrom(place));
  if (open.length === 1) {
    letGo();
    return send(`/sessions/${sessionId()}/moves`, open[0]);
  }
  choose(place);
}

// One request is out at a time; each carries the seq that the answer before it brought.

const sessionId = () => new URL(document.getElementById("play").action).pathname.split("/")[2];

function send(address, move) {
  queue.push({ address, move });
  if (!sending) drain();
}

async function drain() {
  sending = true;
  while (queue.length) {
    const { address, move } = queue.shift();
    const form = new URLSearchParams({ seq: document.getElementById("seq").value });
    if (move) form.set("move", move);
    try {
      const answer = await fetch(address, { method: "POST", body: form, headers: { "HX-Request": "true" } });
      await htmx.swap({ text: await answer.text(), swap: "none", sourceElement: board, target: board });
      if (!answer.ok) queue.length = 0;
    } catch {
      queue.length = 0;
      notice("The server cannot be reached. The game stands as it was; try again.");
    }
    settle();
  }
  sending = false;
}

function settle() {
  letGo();
  const { seq, status: state, last } = status().dataset;
  board.dataset.seq = seq;
  board.dataset.status = state;
  for (const marked of board.querySelectorAll(".last")) marked.classList.remove("last");
  if (last) {
    const [, count = "1"] = last.split(":");
    const cards = [...pileOf(targetOf(last)).querySelectorAll("[data-card]")];
    for (const card of cards.slice(cards.length - Number(count))) card.classList.add("last");
  }
  played = Number(status().dataset.seconds);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.id === "choose") {
    event.preventDefault();
  } else if (form.classList.contains("turn-form")) {
    event.preventDefault();
    const button = event.submitter;
    const move = form.elements.move?.value ?? (button?.name === "move" ? button.value : "");
    const address = button?.hasAttribute("formaction") ? button.formAction : form.action;
    letGo();
    send(address, button?.hasAttribute("formaction") ? "" : move.trim());
    if (form.id === "typed-move") form.elements.move.value = "";
  }
});

board.addEventListener("click", (event) => {
  const control = event.target.closest("[data-card], [data-space]");
  if (control) {
    event.preventDefault();
    act(control);
  }
});

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, textarea")) return;
  if (event.key === "Escape") letGo();
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
    event.preventDefault();
    document.getElementById(event.shiftKey ? "redo" : "undo")?.click();
  }
});

// The clock runs on while the page is seen; the server's own count comes with every turn.

let played = Number(status().dataset.seconds);

setInterval(() => {
  if (document.hidden || ["won", "given-up"].includes(status().dataset.status)) return;
  played += 1;
  const parts = [Math.floor(played / 3600), Math.floor(played / 60) % 60, played % 60];
  const words = parts.map((part, place) => (place && (place > 1 || parts[0]) ? String(part).padStart(2, "0") : part));
  document.getElementById("clock").textContent = words.slice(parts[0] ? 0 : 1).join(":");
}, 1000);

const counters = document.getElementById("counters");
counters.hidden = false;

function showCounters() {
  const hidden = localStorage.getItem("counters") === "hidden";
  document.body.classList.toggle("without-tally", hidden);
  counters.textContent = hidden ? "Show the counters" : "Hide the counters";
}

counters.addEventListener("click", () => {
  localStorage.setItem("counters", localStorage.getItem("counters") === "hidden" ? "shown" : "hidden");
  showCounters();
});
showCounters();
