"""Move sequences counted and compared with the commented data files `tests/data/perft/<slug>.txt`."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from engine.deals import deal_number, shuffled
from engine.moves import replay
from engine.perft import perft
from tests.engine.positions import PACKED, PLAIN, place
from tests.engine.variants import VARIANTS, rules_of
from tests.engine.verdicts import DATA, win
from tests.lengths import a_few

FILES = sorted((DATA / "perft").glob("*.txt"))


@dataclass(frozen=True, slots=True)
class Count:
    """One line of a data file."""

    slug: str
    deal: str
    options: dict[str, str]
    played: int
    counts: list[int]

    def __str__(self) -> str:
        return " ".join([self.slug, *(f"{name}={value}" for name, value in self.options.items()), self.deal])


def counted() -> Iterator[Count]:
    for path in FILES:
        for line in path.read_text().splitlines():
            if line and not line.startswith("#"):
                deal, options, played, counts = (part.strip() for part in line.split("|"))
                given = dict(word.split("=") for word in options.split() if word != "-")
                yield Count(path.stem, deal, given, int(played), [int(count) for count in counts.split()])


COUNTS = tuple(counted())


@pytest.mark.parametrize("line", a_few(COUNTS, 8), ids=str)
def test_move_sequences_are_as_many_as_counted(line: Count) -> None:
    rules = rules_of(line.slug, **line.options)
    first = win(line.slug, line.options, line.deal).line[: line.played] if line.played else ()
    position = replay(rules, shuffled(deal_number(line.deal)), first)
    assert perft(rules, position, len(line.counts)) == line.counts


def test_a_game_that_is_counted_is_counted_under_every_option() -> None:
    counted_games = {line.slug for line in COUNTS}
    assert {(line.slug, *line.options.items()) for line in COUNTS} == {
        (variant.game.slug, *variant.options.items()) for variant in VARIANTS if variant.game.slug in counted_games
    }


def test_a_whole_column_to_a_space_is_neither_counted_nor_followed() -> None:
    assert perft(PLAIN, place(PLAIN, t0="5C", t1="9D"), 2) == [0, 0]
    assert perft(PACKED, place(PACKED, t0="5C 4H"), 2) == [2, 2], "the red four to either space, and back again"


def test_counting_stops_where_the_moves_end() -> None:
    assert perft(PLAIN, place(PLAIN, t0="3S AC", t1="5S", t2="7H"), 3) == [1, 0, 0]
