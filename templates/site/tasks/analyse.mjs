// Ask what every first move of a deal leads to.
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

const { verdict, moves } = await ask("/analysis", { game: "stronghold", options: { cell: "one" }, deal: "17" });
console.log(`The deal is ${verdict}.`);
for (const label of moves) {
  console.log(`${label.move}  ${label.verdict}  ${label.exact ? "exactly" : "at most"} ${label.at_most ?? "–"}`);
}
