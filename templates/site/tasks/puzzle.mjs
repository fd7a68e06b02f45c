// Take a puzzle, lay it out on a table of your own, and try its first legal move.
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

const puzzle = await ask("/puzzles/next?game=stalactites");
console.log(puzzle.goal_text);
let board = await ask("/sessions", { game: puzzle.game, options: puzzle.options, deck: puzzle.deck });
for (const move of puzzle.moves) {
  board = await ask(`/sessions/${board.id}/moves`, { seq: board.seq, move });
}
const { moves } = await ask(`/sessions/${board.id}/moves`);
const attempt = await ask(`/puzzles/${puzzle.id}/attempts`, { moves: moves.slice(0, 1) });
console.log(`${moves[0]}: ${attempt.outcome}`);
