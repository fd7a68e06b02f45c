// List the dailies of today, and look at the leaderboard of a day that is over.
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
for (const game of ["stonewall", "stronghold", "six-by-four", "fortress", "stalactites"]) {
  const daily = await ask(`/daily/${today}/${game}`);
  console.log(`${game}: ${daily.state}, sealed as ${daily.commitment}`);
}
const over = new Date(Date.now() - 2 * 24 * 3600 * 1000).toISOString().slice(0, 10);
const board = await ask(`/daily/${over}/fortress/leaderboard?board=solved`);
console.log(`${board.size} solved Fortress on ${over}.`);
for (const row of board.rows) console.log(row.rank, row.name, row.steps);
