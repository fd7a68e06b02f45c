// Make an account that is a bot, wait for another bot, and race it.
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

const password = crypto.randomUUID();
await ask("/players", { name: `Bot ${password.slice(0, 8)}`, password });
console.log((await ask("/players/bot", { password })).name);
let { race } = await ask("/pairing", { game: "stronghold" });
while (!race) {
  await new Promise((resolve) => setTimeout(resolve, 2000));
  race = (await ask("/pairing")).race;
}

/** Bring home what can go, and give up what is left. @param {string} id */
async function play(id) {
  let board = await ask(`/sessions/${id}`);
  for (;;) {
    const { moves } = await ask(`/sessions/${id}/moves`);
    const home = moves.find((/** @type {string} */ move) => move.includes("-f"));
    if (!home) break;
    board = await ask(`/sessions/${id}/moves`, { seq: board.seq, move: home });
  }
  await ask(`/sessions/${id}/give-up`, { seq: board.seq });
}

const stream = await fetch(`${api}/races/${race}/stream`, { headers: { cookie } });
const decoder = new TextDecoder();
let rest = "";
read: for await (const bytes of stream.body ?? []) {
  const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines.filter(Boolean)) {
    const { race: room } = JSON.parse(line);
    if (!room?.session) continue;
    await play(room.session).catch((error) => console.log(error.message)); // somebody may have won meanwhile
    break read;
  }
}
for (const run of (await ask(`/races/${race}`)).heats[0].runs) console.log(run.name, run.outcome, run.home);
await ask(`/races/${race}/leave`, {});
