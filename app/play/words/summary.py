"""A game's rules at a glance, at each part of its table, and its options, in words made from the rules data."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from app.core.words import listed, number, numbered, ordinal, sentence
from app.play.values.strength import Strength
from engine.caching import cached
from engine.measured import beginner_share, figures, measurements
from engine.rules import Build, Foundation, Game, Lift, Option, Rules, Space, Variant

_BUILD = {
    Build.DOWN_IN_ALTERNATE_COLOURS: "Downwards by one rank, red on black and black on red",
    Build.DOWN_IN_ANY_SUIT: "Downwards by one rank, any suit on any other",
    Build.UP_OR_DOWN_IN_SUIT: "Up or down by one rank, on a card of the same suit",
    Build.NONE: "Nothing goes on a column; cards only leave it",
}
_LIFT = {
    Lift.PACKED_SEQUENCE: "A packed sequence, cards built on one another, as one, or any part that ends at the top",
    Lift.TOP_CARD: "One card at a time, the top card of a column, which no other covers",
}
_FOUNDATION = {
    Foundation.FROM_ACE_IN_SUIT: "From the Ace up to the King, each in its suit",
    Foundation.FROM_DEALT_CARD_BY_ONES: "From the card dealt there, up by ones, any suit, from the King on to the Ace",
    Foundation.FROM_DEALT_CARD_BY_TWOS: "From the card dealt there, up by twos, any suit, past the King to Ace or two",
}

_AIM = {
    Foundation.FROM_ACE_IN_SUIT: "Bring all 52 cards to the four foundations, each suit from Ace to King.",
    Foundation.FROM_DEALT_CARD_BY_ONES: "Bring all 52 cards to the four foundations, up by ones from the card on each.",
    Foundation.FROM_DEALT_CARD_BY_TWOS: "Bring all 52 cards to the four foundations, up by twos from the card on each.",
}

HOW_TO_MOVE = "Tap a card: it moves, or shows where it can go."
"""What a tap and a click do as long as a player has not changed the settings, for newcomers."""

_STONES = 20
_FEW = 0.25
"""Below this share of gentle deals that a careful beginner wins, their name alone would mislead."""

_BACK = (
    "One, for the top card of a column; the card can go back to the tableau or home",
    "{number}, each for the top card of a column; the card can go back to the tableau or home",
)
_HOME_ONLY = (
    "One, for the top card of a column; the card can leave it only for a foundation",
    "{number}, each for the top card of a column; the card can leave it only for a foundation",
)


@dataclass(frozen=True, slots=True)
class Otherwise:
    """What a row says under another value of an option."""

    label: str
    words: str


@dataclass(frozen=True, slots=True)
class SummaryRow:
    """One line of the summary."""

    term: str
    words: str
    otherwise: tuple[Otherwise, ...]


def summary(game: Game) -> tuple[SummaryRow, ...]:
    """Put a game's rules into a few rows, with what its options change."""
    usual = {option.name: option.default or next(iter(option.values)) for option in game.options}
    words = rule_rows(game.settle(usual).rules)
    changed: dict[str, list[Otherwise]] = {}
    for option in game.options:
        for value in option.values:
            others = rule_rows(game.settle(usual | {option.name: value}).rules)
            label = choice_label(option, value)
            for term in others:
                if others[term] != words[term]:
                    changed.setdefault(term, []).append(Otherwise(label, others[term]))
                    if option.default is None:
                        words[term] = f"{choice_label(option, usual[option.name])}: {words[term]}"
    return tuple(SummaryRow(term, said, tuple(changed.get(term, ()))) for term, said in words.items())


def choice_label(option: Option, value: str) -> str:
    """Name one value of an option, such as “Four cells” or “By twos”."""
    means = option.values[value]
    if isinstance(means, int):
        most = max(count for count in option.values.values() if isinstance(count, int))
        return "No cell" if (means, most) == (0, 1) else sentence(numbered(means, "one cell", "{number} cells"))
    return sentence(f"{option.name} {value}")


def strength_label(strength: Strength) -> str:
    """Name a choice of how hard deals are."""
    return "Any, winnable or not" if strength is Strength.ANY else sentence(strength)


def as_pysolfc(game: Game) -> bool:
    """Return whether we know that PySolFC deals this game as we do, number by number."""
    known = measurements(game.slug)
    return known is not None and known.as_pysolfc


def beginner_words(game: Game) -> str:
    """Write how often a careful beginner wins gentle deals of a game; empty if nobody has measured that.

    >>> from engine.games import find
    >>> beginner_words(find("stronghold"))
    'Even the gentle deals are hard here: a careful beginner wins about 1 in 8.'
    >>> beginner_words(find("fortress"))
    'A careful beginner wins about 7 in 10 of the gentle deals.'
    """
    share = beginner_share(game)
    if share is None or hard_words(game):
        return hard_words(game)
    return f"A careful beginner wins about {10 * share:.0f} in 10 of the gentle deals."


def beginner_lines(game: Game) -> list[str]:
    """Return what is chosen before the deal, and for each choice how often a careful beginner wins gentle deals.

    >>> from engine.games import find
    >>> beginner_lines(find("six-by-four"))  # doctest: +NORMALIZE_WHITESPACE
    ['A cell holds any one card.',
     'No cells: a careful beginner wins about 7 in 10 of the gentle deals.', 'Four cells: about 3 in 10.']
    >>> beginner_lines(find("fortress")) == [beginner_words(find("fortress"))]
    True
    """
    chosen = next((option for option in game.options if option.default is not None), None)
    if chosen is None:
        return [said] if (said := beginner_words(game)) else []
    lines = list[str]()
    for value in chosen.values:
        known = [figures(variant.rules) for variant in game.variants({chosen.name: value})]
        shares = [each.beginner.share("gentle") for each in known if each is not None]
        if shares:
            label, share = choice_label(chosen, value), sum(shares) / len(shares)
            lines.append(f"{label}: {_often(share)}." if lines else _beginner_line(label, share))
    return ["A cell holds any one card.", *lines] if chosen.field == "cells" else lines


def _beginner_line(label: str, share: float) -> str:
    if share < _FEW:
        return f"{label}: even the gentle deals are hard, and a careful beginner wins {_often(share)}."
    return f"{label}: a careful beginner wins {_often(share)} of the gentle deals."


def _often(share: float) -> str:
    return f"about 1 in {1 / share:.0f}" if share < _FEW else f"about {10 * share:.0f} in 10"


def hard_words(game: Game) -> str:
    """Write that even gentle deals of a game are hard; empty if they are not, or if nobody has measured that."""
    share = beginner_share(game)
    if share is None or share >= _FEW:
        return ""
    return f"Even the gentle deals are hard here: a careful beginner wins about 1 in {1 / share:.0f}."


def variant_words(variant: Variant) -> str:
    """Name a game with the value of each of its options."""
    game = variant.game
    labels = [choice_label(option, variant.options[option.name]).lower() for option in game.options]
    return sentence(", ".join([game.name, *labels]))


def options_words(game: Game, options: Mapping[str, str]) -> str:
    """Name the chosen values that are not the usual ones, such as “by twos”; empty if there are none."""
    said = [
        choice_label(option, options[option.name]).lower()
        for option in game.options
        if options.get(option.name, option.default) != option.default
    ]
    return ", ".join(said)


def stones(share: float) -> int:
    """Return how many of twenty stones stand for a share of deals that can be won; all twenty only for certainty."""
    return min(round(share * _STONES), _STONES if share == 1 else _STONES - 1)


def layout_words(rules: Rules) -> str:
    """Describe the layout in a few sentences, as a picture's caption."""
    said = [_above(rules)]
    if rules.foundations_dealt:
        said.append("Each foundation begins with a dealt card.")
    if rules.reserve:
        said.append(f"Between: the {rules.reserve} cards of the reserve.")
    said.append(f"Below: {_columns(rules)}.")
    if rules.face_down_rows:
        said.append("Hatched cards lie face down.")
    return " ".join(said)


def _above(rules: Rules) -> str:
    if not rules.cells:
        return "Above: four foundations."
    return numbered(rules.cells, "Above: one cell and four foundations.", "Above: {number} cells and four foundations.")


def rule_rows(rules: Rules) -> dict[str, str]:
    """Put a set of rules into words, by term."""
    rows = {"Tableau": sentence(_columns(rules)), "Face down": _face_down(rules), "Building": _BUILD[rules.build]}
    if rules.build is not Build.NONE:
        rows["Moving"] = _LIFT[rules.lift]
    rows["Spaces"] = _space(rules)
    rows["Cells"] = _cells(rules)
    rows["Reserve"] = (
        f"{rules.reserve} cards beside the columns, all open and playable at any time" if rules.reserve else "None"
    )
    rows["Foundations"] = _FOUNDATION[rules.foundation]
    return rows


def _columns(rules: Rules) -> str:
    heights = [(height, len(list(run))) for height, run in groupby(rules.columns)]
    if len(heights) == 1:
        return f"{number(heights[0][1])} columns of {number(heights[0][0])} cards"
    parts = [f"{number(count)} of {number(height)} cards" for height, count in heights]
    return f"{number(len(rules.columns))} columns: {listed(parts)}"


def _face_down(rules: Rules) -> str:
    if not rules.face_down_rows:
        return "None: every card lies open"
    rows = listed([ordinal(row) for row in rules.face_down_rows])
    return f"The {rows} card of each column, each turned up once nothing covers it"


def _space(rules: Rules) -> str:
    match rules.space, rules.lift:
        case Space.NOTHING, _:
            return "Never filled; a space stays empty"
        case Space.KING, Lift.PACKED_SEQUENCE:
            return "Filled by a King alone, or a sequence that a King heads"
        case Space.KING, _:
            return "Filled by a King"
        case _, Lift.PACKED_SEQUENCE:
            return "Filled by any card or packed sequence"
        case _:
            return "Filled by any card"


def _cells(rules: Rules) -> str:
    if not rules.cells:
        return "None"
    back = rules.build is not Build.NONE or rules.space is not Space.NOTHING
    one, several = _BACK if back else _HOME_ONLY
    return sentence(numbered(rules.cells, one, several))


@dataclass(frozen=True, slots=True)
class PileRule:
    """The rule of one part of the table."""

    area: str
    """The class of that part of the board."""
    name: str
    sentences: tuple[str, ...]


_AREAS = (
    ("foundations", "Foundations", ("Foundations",)),
    ("cells", "Cells", ("Cells",)),
    ("reserve", "Reserve", ("Reserve",)),
    ("tableau", "Tableau", ("Building", "Moving", "Spaces", "Face down")),
)


def aim(rules: Rules) -> str:
    """Return what a player is to do to win, in a sentence.

    >>> from engine.games import GAMES
    >>> aim(GAMES["fortress"].rules)
    'Bring all 52 cards to the four foundations, each suit from Ace to King.'
    """
    return _AIM[rules.foundation]


def building(rules: Rules) -> str:
    """Return what goes on what in the tableau, in a sentence.

    >>> from engine.games import GAMES
    >>> building(GAMES["fortress"].rules)
    'Columns build up or down by one rank, on a card of the same suit.'
    """
    if rules.build is Build.NONE:
        return "Nothing goes on a column."
    said = _BUILD[rules.build]
    return f"Columns build {said[0].lower()}{said[1:]}."


@cached()
def pile_rules(rules: Rules) -> tuple[PileRule, ...]:
    """Return the rule of each part of the table that these rules have."""
    rows = rule_rows(rules)
    parts = []
    for area, name, terms in _AREAS:
        if area in {"cells", "reserve"} and not getattr(rules, area):
            continue
        told = [term for term in terms if term in rows and (term != "Face down" or rules.face_down_rows)]
        sentences = tuple(f"{rows[term]}." if len(terms) == 1 else f"{term}: {rows[term]}." for term in told)
        parts.append(PileRule(area, name, sentences))
    return tuple(parts)
