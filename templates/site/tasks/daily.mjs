// Begin the daily of Six by Four, and bring home whatever can go.
const api = `${process.env.RAMPART}/api/v1`;
let cookie = "";

/**
 * Ask the server, and keep the cookie that says who you are.
 * @param {string} path
 * @param {object} [body] What to send; without it, this is a GET.
 */
async function ask(path, body) {
  const headers = { cookie, "content-type": "application/json" };
  const answer = await fetch(api + path, { method: body ? "POST" : "GET", headers, body: JSON.stringify(body) });
  cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? cookie;
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.detail);
  return told;
}

const today = new Date().toISOString().slice(0, 10);
let board = await ask(`/daily/${today}/six-by-four/start`, { options: { cells: "four" } });
for (;;) {
  const { moves } = await ask(`/sessions/${board.id}/moves`);
  const home = moves.find((/** @type {string} */ move) => move.includes("-f"));
  if (!home) break;
  board = await ask(`/sessions/${board.id}/moves`, { seq: board.seq, move: home });
}
console.log(`deal ${board.deal}: ${board.status} after ${board.steps} steps`);
