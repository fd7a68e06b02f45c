"""What `rampart verify` says of a month's games."""

import io
import json
from random import Random

import pytest
from zstandard import ZstdCompressor

from app.features.open_data.data_files import CutOff, TooLong, lines_of
from app.features.open_data.values import LONGEST_LINE, DataEntry, DataGame, written
from engine.cards import spell
from engine.deals import shuffled
from engine.games import variant_of
from tests.cli.conftest import Rampart
from tests.population import play


def line(**changed: object) -> bytes:
    """Return a sound line, perhaps with changes."""
    game = play(variant_of("fortress", ""), 17, 0.8, Random(17))
    sound = DataGame(
        rampart_data=1, rules=1, game="fortress", options={}, deal="17", deck=spell(shuffled(17)), day="2026-10-05",
        event=None, player="0" * 16, bot=False, rating=1400, verdict="winnable", par=None, hints=0, company=False,
        entries=[DataEntry(str(deed.do), 5, str(deed.move) if deed.move else None) for deed, _ in game.deeds],
        outcome=str(game.record.status),
    )  # fmt: skip
    return json.dumps(json.loads(written(sound)) | changed).encode() + b"\n"


def packed(*lines: bytes) -> bytes:
    return ZstdCompressor().compress(b"".join(lines))


@pytest.mark.parametrize(
    ("changed", "code", "said"),
    [
        ({"day": "2026-10-06"}, 0, "sound: 2 games"),
        ({}, 1, "unsound: line 2: game: It is there twice."),
        ({"deal": "18"}, 1, "unsound: line 2: deck: "),
        ({"outcome": "won"}, 1, "unsound: line 2: outcome: "),
        ({"entries": [{"do": "move", "move": "t0-t1:9", "ms": 1}]}, 1, "unsound: line 2: entry 0: "),
        ({"entries": [{"do": "undo", "ms": 1}]}, 1, "unsound: line 2: entry 0: undo: There is nothing to undo."),
        ({"entries": [{"do": "undo", "ms": -1}]}, 2, "line 2: entries 0 ms: "),
        ({"day": "2026-02-30"}, 2, "line 2: day: "),
        ({"player": "Ann"}, 2, "line 2: player: "),
        ({"rating": 1450}, 2, "line 2: rating: "),
        ({"name": "Ann"}, 2, "line 2: name: "),
        ({"game": "klondike"}, 1, "unsound: line 2: game: "),
    ],
    ids=str,
)
def test_a_bad_line_is_named(rampart: Rampart, changed: dict[str, object], code: int, said: str) -> None:
    told = rampart("verify", "-", stdin=line() + line(**changed))
    assert told.code == code
    assert said in told.out + told.err
    assert (told.out + told.err).count("\n") == 1


def test_a_file_that_is_cut_off_or_spoilt_cannot_be_read(rampart: Rampart) -> None:
    whole = packed(*(line(day=f"2026-10-0{day}") for day in range(1, 6)))
    for broken in (whole[:-1], whole[: len(whole) // 2], whole[:5], whole + b"junk"):
        told = rampart("verify", "-", stdin=broken)
        assert (told.code, told.err.count("\n")) == (2, 1), told


def test_a_line_that_never_ends_is_given_up() -> None:
    with pytest.raises(TooLong):
        list(lines_of(io.BytesIO(packed(b"x" * (3 * LONGEST_LINE)))))


def test_two_files_one_behind_the_other_are_read_as_one() -> None:
    both = packed(b"a\n") + packed(b"b\n", b"c")
    assert list(lines_of(io.BytesIO(both))) == [b"a\n", b"b\n", b"c"]
    with pytest.raises(CutOff):
        list(lines_of(io.BytesIO(both[:-2])))
