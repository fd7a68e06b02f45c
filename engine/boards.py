"""Board text: a position in the form that PySolFC and Freecell Solver print and read.

    Foundations: H-3 C-A
    Freecells: 2S - 9D -
    4C 2C 9C 8C QS 4S 2H
    :

Each column is a line, bottom card first; a lone colon is an empty column. `10` and `T` both mean ten, and a card in
angle brackets lies face down. Those programs have no form for a reserve, nor for foundations that start from a dealt
card. So we write a line `Reserve:`, and list the cards of each foundation: `Foundations: 5H,6D KS 2C 3D`.
"""

import re

from engine.cards import RANKS, SUITS, TEXT, Card, card, check_deck
from engine.deals import Deck, read_deck
from engine.position import Pile, Position, deal, face_down_rows, gather, layout
from engine.rules import FOUNDATIONS, Foundation, Rules, arrange

_LONGEST_BOARD = 4000
_HEADING = re.compile(r"(foundations|freecells|reserve)\s*:(.*)", re.IGNORECASE)
_SUIT_AND_RANK = re.compile(r"([CSHD])-(0|A|10|[2-9TJQK])", re.IGNORECASE)
_FOUNDATION_ORDER = "HCDS"


class InvalidBoard(ValueError):
    """Raised when a text is not a board of the game."""


def board_text(rules: Rules, position: Position) -> str:
    """Write a position as board text, with face-down cards in angle brackets."""
    table = layout(rules)
    lines = [f"Foundations: {_foundations_text(rules, [position.piles[at] for at in table.foundations])}".rstrip()]
    for heading, places in (("Freecells", table.cells), ("Reserve", table.reserve)):
        if places:
            lines.append(f"{heading}: " + " ".join(TEXT[pile[0]] if pile else "-" for pile in _piles(position, places)))
    for at in table.columns:
        hidden = face_down_rows(rules, position, at)
        words = [f"<{TEXT[card]}>" if row in hidden else TEXT[card] for row, card in enumerate(position.piles[at])]
        lines.append(" ".join(words) or ":")
    return "".join(f"{line}\n" for line in lines)


def read_board(rules: Rules, text: str) -> Position:
    """Read a board text of the game with these rules.

    Raises:
        InvalidBoard: a line does not belong on a board, or a card lies face down where none can.
        InvalidCard: a word names no card, or a card is missing or doubled.
    """
    if len(text) > _LONGEST_BOARD:
        raise InvalidBoard(f"A board text has at most {_LONGEST_BOARD} characters.")
    headed, columns = _sorted_lines(text)
    table = layout(rules)
    if len(columns) > len(table.columns):
        raise InvalidBoard(f"This game has {len(table.columns)} columns; the board has {len(columns)} lines of cards.")
    columns += [""] * (len(table.columns) - len(columns))
    read = [[_card_and_side(word) for word in line.split()] for line in columns]
    piles = [tuple(card for card, _ in column) for column in read]
    piles += _foundations(rules, headed.get("foundations", ""))
    piles += _places("Freecells", headed.get("freecells", ""), len(table.cells))
    piles += _places("Reserve", headed.get("reserve", ""), len(table.reserve))
    check_deck(tuple(card for pile in piles for card in pile))
    hidden = tuple(sum(side == "<" for _, side in column) for column in read)
    position = Position(tuple(piles), hidden)
    for at, column in enumerate(read):
        rows = tuple(row for row, (_, side) in enumerate(column) if side == "<")
        if rows != face_down_rows(rules, position, at) or (rows and rows[-1] == len(column) - 1):
            raise InvalidBoard(f"Column {at + 1} has face-down cards where this game has none.")
    return position


def read_deal(rules: Rules, text: str) -> Deck:
    """Read a hand-made deal: a deck text, or the board text of a freshly dealt position.

    The text need not say which cards lie face down, because the game's rules decide that.

    Raises:
        InvalidBoard: the board does not belong to the game, or is not freshly dealt.
        InvalidCard: a word names no card, or a card is missing or doubled.
    """
    if ":" not in text and sum(bool(line.strip()) for line in text.splitlines()) != len(rules.columns):
        # Take the cards as they are laid out, so that a deal has one link, however it was typed.
        return arrange(rules.dealing, read_deck(text))
    position = read_board(rules, text.replace("<", "").replace(">", ""))
    deck = gather(rules, position._replace(face_down=deal(rules, tuple(range(52))).face_down))
    if deck is None:
        heights = ", ".join(map(str, rules.columns))
        raise InvalidBoard(f"This is not a dealt board, with {heights} cards in the columns.")
    return deck


def _sorted_lines(text: str) -> tuple[dict[str, str], list[str]]:
    headed: dict[str, str] = {}
    columns: list[str] = []
    for line in text.rstrip().splitlines():
        stripped = line.strip()
        if match := _HEADING.fullmatch(stripped):
            if match[1].lower() in headed:
                raise InvalidBoard(f"The board has two lines “{match[1]}:”.")
            headed[match[1].lower()] = match[2]
        elif (columns or stripped) and not stripped.startswith("#"):
            columns.append(stripped.removeprefix(":"))
    return headed, columns


def _piles(position: Position, places: range) -> tuple[Pile, ...]:
    return position.piles[places.start : places.stop]


def _foundations_text(rules: Rules, piles: list[Pile]) -> str:
    if rules.foundation is not Foundation.FROM_ACE_IN_SUIT:
        return " ".join(",".join(TEXT[card] for card in pile) or "-" for pile in piles)
    reached = {suit: len(pile) for suit, pile in zip(SUITS, piles, strict=True)}
    return " ".join(f"{suit}-{RANKS[reached[suit] - 1]}" for suit in _FOUNDATION_ORDER if reached[suit])


def _foundations(rules: Rules, line: str) -> list[Pile]:
    words = line.split()
    if rules.foundation is not Foundation.FROM_ACE_IN_SUIT:
        piles = [tuple(_card(word) for word in pile.split(",")) if pile != "-" else () for pile in words]
        if len(piles) != FOUNDATIONS:
            raise InvalidBoard("This game needs a line “Foundations:” with four cards.")
        return piles
    reached = dict.fromkeys(SUITS, 0)
    for word in words:
        match = _SUIT_AND_RANK.fullmatch(word)
        if match is None:
            raise InvalidBoard(f"“{word[:12]}” is not a foundation: write H-3 for hearts up to the three.")
        rank = match[2].upper().replace("10", "T")
        reached[match[1].upper()] = 0 if rank == "0" else RANKS.index(rank) + 1
    return [tuple(range(13 * suit, 13 * suit + reached[letter])) for suit, letter in enumerate(SUITS)]


def _places(heading: str, line: str, places: int) -> list[Pile]:
    words = line.split()
    if len(words) > places:
        raise InvalidBoard(f"The line “{heading}:” has {len(words)} places; this game has {places}.")
    words += ["-"] * (places - len(words))
    return [() if word == "-" else (_card(word),) for word in words]


def _card(word: str) -> Card:
    return card(word.upper().replace("10", "T", 1))


def _card_and_side(word: str) -> tuple[Card, str]:
    if word.startswith("<") and word.endswith(">"):
        return _card(word[1:-1]), "<"
    return _card(word), ""
