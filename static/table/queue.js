// The queue of turns: what the player has asked for, in order. One request is out at a time, each with the `seq` that
// the answer before it brought. A request whose answer was lost is sent again with the same `seq`, which the server
// carries out once. Nothing here knows the page.
//
// htmx also sends requests in order (`hx-sync="queue all"`), but not as moves have to be sent:
// - It collects what a request says when it is asked for. Every move behind another would carry an old `seq`.
// - A lost answer ends a request, and the next one goes out: it would be refused, or made without the one before it.
//   Here the lost one is sent again until there is an answer, and the others wait.
// - It cannot empty a queue, and a refusal has to let go of all that waits behind it.
// - What waits is also what is shown: with each answer the moves that still wait are laid upon the new board.
// Putting an answer into the page is left to htmx (`htmx.swap` in `turns.js`).

const PAUSES = [300, 600, 1200, 2400];
const LONGEST_PAUSE = 4800;
const GOES_ON_ALONE = new Set([429, 502, 503, 504]);

// A refusal as stale after a lost answer may mean that the lost request had been carried out: then what stands in the
// log at its `seq` is this very move, or no move where none was asked for.
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
   * @param {() => string} page.seq the one to send now
   * @param {(verb: string, form: URLSearchParams) => Promise<Reply | null>} page.post null for a lost answer
   * @param {(text: string, fine: boolean, done: Turn | null) => void} page.settle puts an answer onto the board; `done`
   * is the turn that it carried out, null where the board may have changed in other ways too
   * @param {(yes: boolean) => void} page.connected says whether there was an answer
   * @param {(milliseconds: number) => Promise<unknown>} page.pause
   * @param {(waiting: readonly Turn[]) => void} page.keep told of the turns that wait whenever they change
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
   * Send turns that an earlier page did not see answered; the first of them may have been carried out at that `seq`.
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
