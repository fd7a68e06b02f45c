// The names of cards. Nothing here knows the page.

const RANKS = ["ace", 2, 3, 4, 5, 6, 7, 8, 9, 10, "jack", "queen", "king"];
/** @type {Record<string, string>} */
const SUITS = { C: "clubs", S: "spades", H: "hearts", D: "diamonds" };
/** @type {Record<string, string>} */
const SIGNS = { C: "♣", S: "♠", H: "♥", D: "♦" };

/** The ranks as card texts write them. */
export const RANK_LETTERS = "A23456789TJQK";
/** The suits as card texts write them. */
export const SUIT_LETTERS = "CSHD";

/** The name of a rank, such as `ace` or `10`. @type {(rank: string) => string} */
export const rankName = (rank) => String(RANKS[RANK_LETTERS.indexOf(rank)]);

/** The name of a card, such as `10 of hearts`. @type {(card: string) => string} */
export const cardName = (card) => `${rankName(card.charAt(0))} of ${SUITS[card.charAt(1)]}`;

/** The classes of a card. @type {(card: string) => string} */
export const looksOf = (card) => `${"HD".includes(card.charAt(1)) ? "red" : "black"} ${SUITS[card.charAt(1)]}`;

/** A card in two signs, such as `10♥`. @type {(card: string) => string} */
export const cardSign = (card) => `${card.charAt(0).replace("T", "10")}${SIGNS[card.charAt(1)]}`;
