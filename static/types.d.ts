// What the scripts speak of. The type check alone reads this file; no browser is sent it.

/** Some cards on top of a pile; `card` is the lowest of them, empty where the pile is. */
interface Place {
  pile: string;
  count: number;
  card: string;
  /** Whether the player has measured the run out with keys. */
  byHand?: boolean;
}

/** Cards from one pile to another; one that is `gathered` stands for several single moves. */
interface Move {
  text: string;
  source: string;
  target: string;
  count: number;
  gathered?: boolean;
}

/** Something to ask the server for. One that is foreseen is a whole move, and names its lowest card. */
interface Turn extends Partial<Move> {
  verb: string;
  card?: string;
  /** The `seq` with which an earlier page may have sent it. */
  sent?: string;
}

/** The cards of piles, by the piles' ids, top card last. */
type Piles = Record<string, string[]>;

/** What a turn changed. */
interface Step {
  before: Piles;
  after: Piles;
}

type Foreseen = Turn & Move & { card: string };

interface Reply {
  status: number;
  text: string;
}

interface Answer extends Reply {
  /** Whether an earlier request for the same turn was lost. */
  repeated: boolean;
}

interface Point {
  x: number;
  y: number;
}

/** What is needed of a `DOMRect`. */
interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Names the edition of the static files, to the service worker alone. */
declare const EDITION: string;

declare const htmx: import("htmx.org").Htmx;
