// Keep the record of a game, and play it again to see whether it holds.
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

/** @typedef {{ seq: number, do: string, move: string | null, auto: boolean }} Entry */

let session = await ask("/sessions", { game: "fortress", deal: "4" });
session = await ask(`/sessions/${session.id}/moves`, { seq: 0, move: "t1-f3" });
session = await ask(`/sessions/${session.id}/undo`, { seq: session.seq });
session = await ask(`/sessions/${session.id}/give-up`, { seq: session.seq });
const record = await ask(`/sessions/${session.id}/export`);

const { id } = await ask("/sessions", { game: record.game, options: record.options, deck: record.deck });
for (const entry of /** @type {Entry[]} */ (record.entries)) {
  const { seq, move } = entry;
  if (entry.auto) continue; // The server does it again by itself.
  if (entry.do === "move") await ask(`/sessions/${id}/moves`, { seq, move });
  else await ask(`/sessions/${id}/${entry.do}`, { seq });
}
const again = await ask(`/sessions/${id}/export`);
const played = (/** @type {{ status: string, entries: Entry[] }} */ { status, entries }) =>
  JSON.stringify([status, entries.map((entry) => [entry.do, entry.move])]);
if (played(record) !== played(again)) throw new Error("The record does not hold.");
console.log(`The record of ${record.entries.length} entries holds.`);
