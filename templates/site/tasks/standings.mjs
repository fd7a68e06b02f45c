// Look at the standings of all time, and at the ratings at a game.
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

const standings = await ask("/standings/all?game=fortress");
for (const row of standings.rows) console.log(`${row.rank}. ${row.name}: ${row.points} points`);
const ratings = await ask("/ratings/fortress");
for (const row of ratings.rows) console.log(`${row.rank}. ${row.name}: ${row.rating} ± ${2 * row.deviation}`);
console.log(`${standings.size} have points, and ${ratings.rows.length} ratings are settled.`);
