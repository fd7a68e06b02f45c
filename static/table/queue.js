// The queue of turns: what the player has asked for, in order. It sends one request at a time, each with the `seq` that
// the answer before it brought. If an answer is lost, it sends the request again with the same `seq`, and the server
// carries it out only once. Nothing here knows the page.
//
// htmx also sends requests in order (`hx-sync="queue all"`), but not in the way that moves need:
// - It fills in a request when the player asks. Every move after another would carry an old `seq`.
// - After a lost answer it sends the next request, which would be refused, or made without the one before it. The queue
//   sends the lost request again until there is an answer, and the others wait.
// - It cannot empty a queue, but after a refusal all waiting requests must go.
// - The page also shows the waiting moves: after each answer it lays them on the new board.
// htmx does put the answers into the page (`htmx.swap` in `turns.js`).

const PAUSES = [300, 600, 1200, 2400];
const LONGEST_PAUSE = 4800;
const GOES_ON_ALONE = new Set([429, 502, 503, 504]);

// If a request is refused as stale after a lost answer, the server may have carried out the lost one. Then the log has
// this very move at its `seq`, or no move if the request was for none.
/** @type {(answer: Answer, turn: Turn) => boolean} */
export function wasRecorded({ status, text, repeated }, turn) {
  if (status !== 409 || !repeated) return false;
  const recorded = /data-recorded="([^"]*)"/.exec(text)?.[1];
  if (turn.gathered || turn.verb === "finish") return Boolean(recorded);
  return recorded === (turn.text ?? "").replace(/:1$/, "");
}

export class Queue {
  /** @type {Turn[]} */
  waiting = [];
  #sending = false;
  #page;

  /**
   * @param {object} page
   * @param {() => string} page.seq the `seq` to send now
   * @param {(verb: string, form: URLSearchParams) => Promise<Reply | null>} page.post null for a lost answer
   * @param {(text: string, fine: boolean, done: Turn | null) => void} page.settle puts an answer onto the board; `done`
   * is the turn that it carried out, or null if the board may have changed in other ways too
   * @param {(yes: boolean) => void} page.connected says whether there was an answer
   * @param {(milliseconds: number) => Promise<unknown>} page.pause
   * @param {(waiting: readonly Turn[]) => void} page.keep gets the waiting turns whenever they change
   */
  constructor(page) {
    this.#page = page;
  }

  /** Send a turn once those before it are answered. @param {Turn} turn */
  ask(turn) {
    this.waiting.push(turn);
    this.#page.keep(this.waiting);
    if (!this.#sending) void this.#drain();
  }

  /**
   * Send turns to which an earlier page saw no answer. The server may have carried out the first of them at that `seq`.
   * @type {(turns: readonly Turn[], seq: string) => void}
   */
  resume(turns, seq) {
    this.waiting.push(...turns.map((turn, place) => (place ? turn : { ...turn, sent: seq })));
    if (!this.#sending) void this.#drain();
  }

  async #drain() {
    this.#sending = true;
    for (let turn = this.waiting[0]; turn; turn = this.waiting[0]) {
      const answer = await this.#deliver(turn);
      this.waiting.shift();
      const fine = answer.status < 400 || wasRecorded(answer, turn);
      if (!fine) this.waiting.length = 0;
      this.#page.settle(answer.text, fine, answer.status < 400 ? turn : null);
      this.#page.keep(this.waiting);
    }
    this.#sending = false;
  }

  /** @type {(turn: Turn) => Promise<Answer>} */
  async #deliver({ verb, text, sent }) {
    const form = new URLSearchParams({ seq: sent ?? this.#page.seq(), ...(text && { move: text }) });
    for (let attempt = 0; ; attempt += 1) {
      const answer = await this.#page.post(verb, form);
      const settled = answer && !GOES_ON_ALONE.has(answer.status);
      this.#page.connected(Boolean(settled));
      if (settled) return { ...answer, repeated: attempt > 0 || sent !== undefined };
      await this.#page.pause(PAUSES[attempt] ?? LONGEST_PAUSE);
    }
  }
}
