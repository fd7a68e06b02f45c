// Follow a game: each line of the stream is the game after a change, until it is over.
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

const { id } = await ask("/sessions", { game: "fortress", deal: "4" });
const stream = await fetch(`${api}/sessions/${id}/stream`, { headers: { cookie } });
let rest = "";
for await (const bytes of stream.body ?? []) {
  rest += new TextDecoder().decode(bytes);
  const lines = rest.split("\n");
  rest = lines.pop() ?? "";
  // An empty line says that the server is still there.
  for (const line of lines.filter(Boolean)) {
    const { session } = JSON.parse(line);
    console.log(session.seq, session.status);
    if (session.seq === 0) await ask(`/sessions/${id}/moves`, { seq: 0, move: "t1-f3" });
    if (session.seq === 1) await ask(`/sessions/${id}/give-up`, { seq: 1 });
  }
}
