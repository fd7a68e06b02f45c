// Plays a won game by the types that openapi-typescript makes of the document: ADDRESS TOKEN GAME DECK MOVE...
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.ts";

type Session = components["schemas"]["SessionDocument"];
type Refusal = components["schemas"]["Trouble"];

const [address = "", token = "", game = "", deck = "", ...line] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl: address, headers: { authorization: `Bearer ${token}` } });

function given<T>(answer: { data?: T; error?: Refusal }): T {
  if (answer.data === undefined) {
    throw new Error(answer.error?.detail ?? "The server sent no document.");
  }
  return answer.data;
}

let session: Session = given(await client.POST("/api/v1/sessions", { body: { game, deck } }));
const params = { path: { session_id: session.id } };
const first = given(await client.GET("/api/v1/sessions/{session_id}/moves", { params }));
if (!first.moves.includes(line[0] ?? "")) {
  throw new Error(`${line[0]} is not among ${first.moves.join(" ")}.`);
}
for (const move of line) {
  const body = { seq: session.seq, move };
  session = given(await client.POST("/api/v1/sessions/{session_id}/moves", { params, body }));
}
const ended: Session["status"] = "won";
if (session.status !== ended) {
  throw new Error(`The game is ${session.status}.`);
}

// A refusal is typed, too: the board of a stale action comes with it.
const { error } = await client.POST("/api/v1/sessions/{session_id}/undo", { params, body: { seq: 0 } });
if (error === undefined || !("recorded" in error)) {
  throw new Error("An old board was not refused.");
}
console.log(session.status, error.session.seq, error.recorded);
