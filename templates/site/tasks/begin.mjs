// Begin a game of Fortress, bring every card home that can go, take the last one back, and give up.
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

let session = await ask("/sessions", { game: "fortress", deal: "4" });
const at = `/sessions/${session.id}`;
for (;;) {
  const { moves } = await ask(`${at}/moves`);
  const home = moves.find((/** @type {string} */ move) => move.includes("-f"));
  if (!home) break;
  session = await ask(`${at}/moves`, { seq: session.seq, move: home });
}
session = await ask(`${at}/undo`, { seq: session.seq });
session = await ask(`${at}/give-up`, { seq: session.seq });
console.log(`${session.status} after ${session.steps} steps and ${session.undos} undo`);
