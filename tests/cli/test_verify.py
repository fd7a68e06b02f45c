"""`rampart verify`, and the judging of exports behind it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest

from app.play.values.export import Export, instant
from app.site.service.verify import Sound, UnsoundExport, verify
from engine.record import Do, Status
from engine.rules import RULES_VERSION
from tests.cli.conftest import DECK_1, Rampart

Document = dict[str, Any]


def document() -> Document:
    """Return the export of a few moves in Stronghold, one of them automatic, with an undo and a redo."""

    deeds: list[tuple[str, str | None, bool]] = [
        ("move", "t2-t5", False),
        ("move", "t6-t1", False),
        ("move", "t7-t6", True),
        ("undo", None, False),
        ("redo", None, False),
    ]
    return {
        "rampart": 1,
        "rules": 1,
        "game": "stronghold",
        "options": {"cell": "one"},
        "deal": "1",
        "deck": DECK_1,
        "entries": [
            {"seq": seq, "at": f"2026-01-31T12:00:0{seq}.000Z", "do": do, "move": move, "auto": auto}
            for seq, (do, move, auto) in enumerate(deeds)
        ],
        "status": "playing",
    }


def entry(place: int, /, **changed: object) -> Callable[[Document], None]:
    return lambda export: export["entries"][place].update(changed)


def head(**changed: object) -> Callable[[Document], None]:
    return lambda export: export.update(changed)


def without(key: str) -> Callable[[Document], None]:
    return lambda export: export.pop(key)


def append(do: str) -> Callable[[Document], None]:
    def change(export: Document) -> None:
        last = export["entries"][-1]
        export["entries"].append({**last, "seq": last["seq"] + 1, "do": do, "move": None, "auto": False})

    return change


def both(*changes: Callable[[Document], None]) -> Callable[[Document], None]:
    def change(export: Document) -> None:
        for one in changes:
            one(export)

    return change


def changed(change: Callable[[Document], None]) -> str:
    export = document()
    change(export)
    return json.dumps(export)


def test_a_sound_export_says_what_it_is(rampart: Rampart) -> None:
    ended = rampart("verify", "-", stdin=json.dumps(document()))
    assert (ended.code, ended.err) == (0, "")
    assert ended.out == "sound: Stronghold, cell one, deal 1, 3 moves, playing\n"


def test_an_export_may_stand_in_a_file(rampart: Rampart, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(document()))
    assert rampart("verify", str(file)).code == 0


@pytest.mark.parametrize(
    "change",
    [
        head(deal=None),
        head(deck=DECK_1.lower()),
        both(append("give-up"), head(status="given-up")),
        both(append("undo"), append("undo")),
        lambda export: export["entries"].clear(),
        entry(1, at="2026-01-31T12:00:00.000Z"),
        entry(1, at="2026-01-31T13:00:01+01:00"),
    ],
)
def test_an_export_of_any_playing_is_sound(rampart: Rampart, change: Callable[[Document], None]) -> None:
    ended = rampart("verify", "-", stdin=changed(change))
    assert (ended.code, ended.err) == (0, "")


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (entry(0, move="t6-t0"), "entry 0: move t6-t0: Columns build down by one rank, whatever the suit."),
        (entry(1, move="t6-t99"), "entry 1: move t6-t99: This game has no such pile."),
        (entry(1, move="t6 to t1"), "entry 1: move t6 to t1: Write a move like t3-t5"),
        (entry(1, move=None), "entry 1: move: A move entry names no move."),
        (entry(3, move="t6-t1"), "entry 3: undo t6-t1: Only a move entry names a move."),
        (entry(3, auto=True), "entry 3: undo: Only a move entry names a move."),
        (entry(0, auto=True), "entry 0: move t2-t5: An automatic move must come after a move."),
        (entry(1, do="undo", move=None), "entry 2: move t7-t6: An automatic move must come after a move."),
        (entry(1, seq=2), "entry 1: It is numbered 2, and entries are numbered from 0 without a gap."),
        (entry(0, seq=-1), "entry 0: It is numbered -1"),
        (entry(2, at="2026-01-31T12:00:00.999Z"), "entry 2: It is older than the entry before it."),
        (append("redo"), "entry 5: redo: There is nothing to redo."),
        (both(append("undo"), append("undo"), append("undo")), "entry 7: undo: There is nothing to undo."),
        (both(append("give-up"), append("undo"), head(status="given-up")), "entry 6: undo: The game was over before"),
        (head(status="won"), "status: The game is playing after its last entry, not won."),
        (append("give-up"), "status: The game is given-up after its last entry, not playing."),
        (head(deal="2"), "deck: This is not the deck of deal 2."),
        (head(deal="0"), "deal: A deal number is a whole number from 1"),
        (head(deck="AS"), "deck: A deck has 52 cards; this one has 1,"),
        (head(game="klondike"), "game: There is no game called “klondike” here;"),
        (head(options={}), "options: An export of Stronghold names these options: “cell”."),
        (head(options={"cell": "one", "by": "twos"}), "options: An export of Stronghold names these options: “cell”."),
        (head(options={"cell": "two"}), "options: The option “cell” of Stronghold is none or one."),
        (head(game="stalactites", options={}), "options: Stalactites needs the option “by”: ones or twos."),
    ],
)
def test_an_unsound_export_is_refused_with_the_place_named(
    rampart: Rampart, change: Callable[[Document], None], line: str
) -> None:
    ended = rampart("verify", "-", stdin=changed(change))
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith(f"unsound: {line}")
    assert ended.err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "Invalid JSON"),
        ("a game", "Invalid JSON"),
        (json.dumps(document())[:-1], "Invalid JSON"),
        ("[]", "Input should be an object"),
        ("[" * 100_000, "Invalid JSON"),
        (b"\xff", "Invalid JSON"),
        (json.dumps(document()).replace('"rules": 1', '"rules": 1, "rules": 1'), "rules: The key appears twice."),
        (
            json.dumps(document()).replace('"do": "undo"', '"do": "undo", "d\\u006f": "redo"'),
            "do: The key appears twice.",
        ),
        (json.dumps(document()) + " " * (8 << 20), "It is larger than 8 MiB."),
        (changed(head(rampart=2)), "rampart: Input should be 1."),
        (changed(head(rules=2)), "rules: Input should be 1."),
        (changed(without("deck")), "deck: Field required."),
        (changed(head(deal=1)), "deal: Input should be a valid string."),
        (changed(head(status="lost")), "status: Input should be"),
        (changed(head(comment="well played")), "comment: Extra inputs are not permitted."),
        (changed(entry(2, at="yesterday")), "entries 2 at: Input should be a valid datetime"),
        (changed(entry(2, at="2026-01-31T12:00:00.000")), "entries 2 at: Input should have timezone info."),
        (changed(entry(2, do="shuffle")), "entries 2 do: Input should be 'move', 'undo', 'redo' or 'give-up'."),
        (changed(entry(2, seq="2")), "entries 2 seq: Input should be a valid integer."),
    ],
)
def test_what_is_no_export_is_refused_as_unreadable(rampart: Rampart, text: str | bytes, reason: str) -> None:
    ended = rampart("verify", "-", stdin=text)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(f"Cannot read standard input as an export: {reason}")
    assert ended.err.count("\n") == 1


def test_a_file_that_is_not_there_is_unreadable(rampart: Rampart) -> None:
    ended = rampart("verify", "/nowhere/game.json")
    assert (ended.code, ended.err) == (2, "Cannot read /nowhere/game.json: No such file or directory.\n")


def test_the_exit_codes_are_those_of_the_process(process: Rampart) -> None:
    assert process("verify", "-", stdin=json.dumps(document())).code == 0
    assert process("verify", "-", stdin=changed(entry(0, move="t6-t0"))).code == 1
    assert process("verify", "-", stdin="").code == 2


def test_a_sound_verdict_carries_what_the_entries_come_to() -> None:
    verdict = verify(Export.model_validate_json(json.dumps(document())))
    assert isinstance(verdict, Sound)
    assert (verdict.record.steps, verdict.record.undos, verdict.record.status) == (3, 1, Status.PLAYING)


def test_of_several_faults_the_first_is_named() -> None:
    export = document()
    export["entries"][1]["move"] = export["entries"][2]["move"] = "t0-t0"
    verdict = verify(Export.model_validate_json(json.dumps(export)))
    assert verdict == UnsoundExport("entry 1", "move t0-t0: A move needs two different piles.")


def test_an_export_is_written_as_it_was_read() -> None:
    text = json.dumps(document(), separators=(",", ":"))
    assert Export.model_validate_json(text).model_dump_json() == text


def test_times_are_written_in_utc_with_milliseconds() -> None:
    written = {"seq": 0, "at": instant(1_769_860_800_009), "do": Do.GIVE_UP}
    export = Export.model_validate({**document(), "entries": [written], "status": Status.GIVEN_UP})
    assert json.loads(export.model_dump_json())["entries"] == [
        {"seq": 0, "at": "2026-01-31T12:00:00.009Z", "do": "give-up", "move": None, "auto": False}
    ]


def test_an_export_names_the_rules_that_the_engine_plays_by() -> None:
    assert get_args(Export.model_fields["rules"].annotation) == (RULES_VERSION,)
