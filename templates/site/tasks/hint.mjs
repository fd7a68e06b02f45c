// Begin a game of Fortress, and make the best move three times.
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

const asked = { game: "fortress", deal: "5", moves: /** @type {string[]} */ ([]) };
let session = await ask("/sessions", { game: asked.game, deal: asked.deal });
while (asked.moves.length < 3) {
  const [best] = (await ask("/analysis", asked)).moves;
  console.log(`${best.move}: ${best.verdict}, ${best.at_most ?? "?"} moves to a win`);
  session = await ask(`/sessions/${session.id}/moves`, { seq: session.seq, move: best.move });
  // The server may have brought more cards home by itself, and the record has those moves, too.
  const record = await ask(`/sessions/${session.id}/export`);
  asked.moves = record.entries.map((/** @type {{ move: string }} */ entry) => entry.move);
}
