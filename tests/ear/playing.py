"""A player who plays by ear: what is known of a table is what was spoken, and each sentence is held against it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.cards import NAME, SUIT_NAMES, TEXT, Card
from engine.conveniences import finishing
from engine.games import GAMES
from engine.moves import Move, after
from engine.position import Position, face_down_rows, layout
from engine.rules import Game, Rules
from tests.ear.listening import Ear, Heard
from tests.engine.verdicts import Verdict

FRONT = "Rampart: solitaire"
"""How the title of the front page begins."""
LAST = 51
"""How many cards are home before the move that ends the game."""

MOST_KEYS, MOST_WORDS = 7, 25
"""For one action; `finish` takes as many keys."""

KINDS = {"t": "column", "f": "foundation", "c": "cell", "r": "reserve"}


@dataclass(slots=True)
class Count:
    """What moves made by ear have cost, and what was wrong with what was spoken."""

    keys: list[int] = field(default_factory=list)
    words: list[int] = field(default_factory=list)
    silent: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)
    false: list[str] = field(default_factory=list)

    def take(self, action: str, heard: Heard, told: Iterable[str]) -> None:
        """Count an action and what was spoken, which has to contain each sentence of `told`."""
        self.keys.append(heard.keys)
        self.words.append(heard.words)
        if not heard.said:
            self.silent.append(action)
        sentences = [each.strip() for each in re.split(r"(?<=\.) ", " ".join(heard.said)) if each.strip()]
        self.twice += [f"{action}: {each}" for each in set(sentences) if sentences.count(each) > 1]
        self.false += [f"{action}: {each} is not in {heard}" for each in told if each not in heard]

    def check(self) -> None:
        """Raise AssertionError if anything was wrong, or took too many keys or words."""
        assert (self.silent, self.twice, self.false) == ([], [], [])
        assert max(self.keys) <= MOST_KEYS
        assert max(self.words) <= MOST_WORDS


class Player:
    """Somebody at a table of which they know the position that it began with, and what was spoken."""

    def __init__(self, ear: Ear, rules: Rules, position: Position) -> None:
        self.ear, self.rules, self.position, self.count = ear, rules, position, Count()

    def play_through(self, origin: str, win: Verdict) -> None:
        """Find the way from the front page of a server to a table, ask what lies there, and play to a win."""
        self.ear.go(origin, FRONT)
        self.come_in(win)
        self.listen_to_the_table()
        self.win(win.line)

    def come_in(self, win: Verdict) -> None:
        """Go from the front page to a table of a deal, by links and buttons as they are spoken."""
        game, options = GAMES[win.slug], win.options
        self.ear.until("Tab", f"{game.name} link", f"{game.name} visited link")
        self.ear.follow(f"{game.name}: rules and play")
        self.ear.until("Tab", "Choose the deal yourself")
        self.ear.press("Return")
        self.ear.until("Tab", "Deal by number")
        self.ear.fill(win.deal)
        self.ear.follow(f"{game.name}, deal {win.deal}")
        button = "Play push button"
        for name, value in options.items():
            if name == "by":
                button = f"Play by {value}"
            elif value != "none":
                self.ear.until("Tab", f"{value.title()} cell")
                self.ear.follow(f"{game.name}, deal {win.deal}")
        self.ear.until("Tab", button)
        self.sit_down(game)

    def sit_down(self, game: Game) -> None:
        """Follow what leads to the table, and go to its cards."""
        self.ear.follow(game.name)
        self.ear.until("Tab", f"{game.name}, question mark lists the keys")

    def listen_to_the_table(self) -> None:
        """Ask for the whole table, and hold it against the deal."""
        heard = self.ear.press("s")
        wrong = [each for each in _piles(self.rules, self.position) if each not in heard]
        assert not wrong, f"{wrong} not in {heard}"

    def open_the_line(self) -> None:
        """Open the field in which moves are written."""
        assert "Move entry" in self.ear.press("m")

    def win(self, line: Iterable[Move]) -> None:
        """Play the game to its end by writing, as one does who knows the way, and hear that it is won."""
        self.open_the_line()
        for move in line:
            if finishing(self.rules, self.position):
                heard = self.ear.write("finish")
                self.count.take("finish", heard, ["You have won."])
                return
            heard = self.write(move)
        assert "You have won." in heard

    def write(self, move: Move, wanted: str = "") -> Heard:
        """Write a move by the names of its cards, and count what is spoken, of which `wanted` has to be a part."""
        text, told = by_names(self.rules, self.position, move), _told(self.rules, self.position, move)
        self.position = after(self.rules, self.position, move)
        heard = self.ear.write(text, wanted)
        self.count.take(text, heard, told)
        return heard


def _piles(rules: Rules, position: Position) -> Iterable[str]:
    """Return what is to be heard of each pile, from its top card down; of a foundation, its top card alone."""
    for at, (pile, cards) in enumerate(zip(layout(rules).ids, position.piles, strict=True)):
        hidden = face_down_rows(rules, position, at)
        up = [NAME[card] for row, card in enumerate(cards) if row not in hidden]
        if pile[0] == "f":
            up = up[-1:]
        down = f", {len(hidden)} face down" if hidden else ""
        yield f"{_place(rules, pile)}: {', '.join(reversed(up)) or 'empty'}{down}"


def _place(rules: Rules, pile: str) -> str:
    number = int(pile[1:]) + 1
    if pile[0] == "f" and rules.in_suit:
        return f"foundation of {SUIT_NAMES[number - 1]}"
    return f"{KINDS[pile[0]]} {number}"


def by_names(rules: Rules, position: Position, move: Move) -> str:
    """Return a move as somebody writes it who knows the cards."""
    ids = layout(rules).ids
    card, target = position.piles[ids.index(move.source)][-move.count], position.piles[ids.index(move.target)]
    if move.target[0] == "f":
        return f"{_short(card)} {'f' if rules.in_suit else move.target}"
    return f"{_short(card)} {_short(target[-1]) if target and move.target[0] == 't' else move.target}"


def _short(card: Card) -> str:
    return TEXT[card].lower()


def _told(rules: Rules, position: Position, move: Move) -> Iterable[str]:
    """Return what has to be spoken of a move: what went where, and what it left open."""
    ids = layout(rules).ids
    source = position.piles[ids.index(move.source)]
    more = f" and {move.count - 1} more" if move.count > 1 else ""
    place = "the foundation" if move.target[0] == "f" and rules.in_suit else _place(rules, move.target)
    yield f"Moved {NAME[source[-move.count]]}{more} to {place}."
    home = sum(len(position.piles[at]) for at in layout(rules).foundations)
    if move.source[0] != "t" or home == LAST:
        return
    left, hidden = source[: -move.count], face_down_rows(rules, position, ids.index(move.source))
    if not left:
        yield f"Emptied {_place(rules, move.source)}."
    elif len(left) - 1 in hidden:
        yield f"Turned up {NAME[left[-1]]} in {_place(rules, move.source)}."
    else:
        yield f"Uncovered {NAME[left[-1]]}."
