"""How the files of the open data are made."""

import asyncio
import errno
import json
import os
from codecs import BOM_UTF8
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from app.core.clock import now_ms
from app.core.store.opening import open_database
from app.features.open_data import publishing
from app.features.open_data import service as open_data
from app.features.open_data.data_files import Unfinished, lines_of
from app.features.open_data.service import LEASE_MS, Published
from app.features.open_data.values import DataEntry, DataGame
from app.people.service import players
from app.people.tables import player
from engine.cards import spell
from engine.deals import shuffled
from tests.app.open_data.conftest import LATER, MAKER, MONTH, OTHER, claimed, filled, folder, games_in, publish
from tests.cli.conftest import Rampart, rampart
from tests.databases import transaction

__all__ = ["filled", "folder", "rampart"]


def test_a_file_has_every_game_once_and_verifies(filled: str, folder: Path, rampart: Rampart) -> None:
    made = publish(filled, folder)
    assert made is not None
    (file,) = folder.iterdir()
    assert (file.name, file.stat().st_size, made.games) == (made.name, made.size, 12)
    games = games_in(file)
    assert len(games) == len({json.dumps(game) for game in games}) == 12
    assert len({game["player"] for game in games}) == 3
    days = [game["day"] for game in games]
    assert days != sorted(days), "the order tells when they ended"
    plain = folder / "plain.ndjson"
    plain.write_text("".join(f"{json.dumps(game)}\n" for game in games))
    for told in (
        rampart("verify", str(file)),
        rampart("verify", str(plain)),
        rampart("verify", "-", stdin=file.read_bytes()),
    ):
        assert told.out == "sound: 12 games\n"


def test_who_asks_to_be_left_out_while_the_file_is_made_is_left_out(
    filled: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    press, pressed = Unfinished.press, list[int]()

    def choosing(self: Unfinished, *given: Any) -> Any:
        contents = press(self, *given)
        if not pressed:
            with transaction(filled) as connection:
                someone = connection.execute(select(player.c.id).limit(1)).scalar_one()
                players.choose(connection, someone, {"data": "out"}, now_ms())
        pressed.append(contents.games)
        return contents

    monkeypatch.setattr(Unfinished, "press", choosing)
    made = publish(filled, folder)
    assert made is not None
    assert len(pressed) == 2
    assert made.games == pressed[1] < pressed[0] == 12
    assert len({game["player"] for game in games_in(folder / made.name)}) == 2


def test_a_full_disk_leaves_nothing_and_the_month_is_made_later(
    filled: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space"):
            publish(filled, folder)
    assert not list(folder.iterdir())
    with transaction(filled) as connection:
        assert not open_data.files(connection)
        assert claimed(connection, OTHER, LATER + 2 * LEASE_MS) == MONTH
    assert publish(filled, folder, OTHER)


def test_a_maker_who_was_taken_for_dead_publishes_nothing(filled: str, folder: Path) -> None:
    with transaction(filled) as connection:
        assert claimed(connection, OTHER, LATER + 2 * LEASE_MS) == MONTH
    assert publish(filled, folder, MAKER) is None
    assert not list(folder.iterdir())


def test_what_a_maker_left_behind_who_was_killed_is_deleted_and_nothing_else(filled: str, folder: Path) -> None:
    left = [".rampart-2026-10.ndjson.zst.abc", "rampart-2026-10-0123456789ab.ndjson.zst"]
    others = ["rampart-2026-09-0123456789ab.ndjson.zst", "rampart-2026-10.ndjson.zst", "notes.txt"]
    for name in (*left, *others):
        (folder / name).touch()
    made = publish(filled, folder)
    assert made is not None
    assert sorted(file.name for file in folder.iterdir()) == sorted([*others, made.name])


@pytest.mark.usefixtures("filled")
def test_the_command_writes_a_month_and_overwrites_nothing(folder: Path, rampart: Rampart) -> None:
    file = folder / "october.ndjson.zst"
    told = rampart("data", "--month", "2026-10", "--output", str(file))
    assert told.out.startswith(f"{file}: 12 games, {file.stat().st_size:,} bytes, SHA-256 ")
    assert rampart("data", "--month", "2026-10", "--output", str(file)).code == 2
    assert [each.name for each in folder.iterdir()] == [file.name]
    empty = rampart("data", "--month", "2026-09", "--output", str(folder / "september"))
    assert ": 0 games," in empty.out
    assert rampart("verify", str(folder / "september")).out == "sound: 0 games\n"


@pytest.mark.usefixtures("filled")
def test_a_folder_that_is_not_there_is_named_in_one_line(rampart: Rampart) -> None:
    told = rampart("data", "--month", "2026-10", "--output", "/nowhere/october")
    assert (told.code, told.err) == (1, "Cannot write /nowhere/october: No such file or directory.\n")


@pytest.mark.parametrize("month", ["2026-13", "2999-01", "october", "2026-1"])
def test_the_command_takes_a_month_that_is_over(rampart: Rampart, month: str, tmp_path: Path) -> None:
    refused = rampart("data", "--month", month, "--output", str(tmp_path / "file"))
    assert (refused.code, refused.err.count("\n")) == (2, 1)


def test_a_name_that_somebody_took_meanwhile_is_not_overwritten(folder: Path) -> None:
    target = folder / "taken"
    with Unfinished.beside(target) as made:
        target.write_text("mine")
        with pytest.raises(FileExistsError):
            made.put(target)
    assert target.read_text() == "mine"
    assert [each.name for each in folder.iterdir()] == ["taken"]


def test_a_server_publishes_by_itself_also_after_a_failure_and_once(
    filled: str, folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(publishing, "EVERY_SECONDS", 0.01)
    monkeypatch.setattr(publishing, "now_ms", lambda: LATER + 5 * LEASE_MS)
    monkeypatch.setattr(publishing, "due_ms", lambda: LATER + 2 * LEASE_MS)
    make, tried = publishing.publish, list[str]()

    async def at_first_failing(*given: Any) -> Any:
        tried.append(given[-1])
        if len(tried) == 1:
            monkeypatch.setattr(publishing, "due_ms", lambda: LATER + 5 * LEASE_MS)
            raise OSError(errno.ENOSPC, "No space left on device")
        return await make(*given)

    monkeypatch.setattr(publishing, "publish", at_first_failing)

    async def story() -> list[str]:
        async with open_database(filled) as database:
            async with publishing.publishing(database, folder), publishing.publishing(database, folder):
                while not await database.read(open_data.files):
                    await asyncio.sleep(0.01)
                await asyncio.sleep(0.1)
            return [file.name for file in await database.read(open_data.files)]

    names = asyncio.run(asyncio.wait_for(story(), 60))
    assert [file.name for file in folder.iterdir()] == names
    assert len(tried) == 2
    assert "could not be written" in caplog.text


def test_a_server_without_a_folder_notes_that_nothing_is_published(filled: str) -> None:
    async def story() -> bool:
        async with open_database(filled) as database, publishing.publishing(database, None):
            while await database.read(open_data.is_publishing):
                await asyncio.sleep(0.01)
            return True

    assert asyncio.run(asyncio.wait_for(story(), 60))


@pytest.fixture
def lines(filled: str, folder: Path) -> list[bytes]:
    """Return the lines of a month's file."""
    publish(filled, folder)
    (file,) = folder.iterdir()
    with file.open("rb") as source:
        return list(lines_of(source))


def test_games_that_are_alike_in_every_field_are_one_line(tmp_path: Path, rampart: Rampart) -> None:
    given_up = DataGame(
        rampart_data=1, rules=1, game="fortress", options={}, deal="17", deck=spell(shuffled(17)), day="2026-10-05",
        event=None, player=None, bot=False, rating=None, verdict=None, par=None, hints=0, company=False,
        entries=[DataEntry("give-up", 5, None)], outcome="given-up",
    )  # fmt: skip
    target = tmp_path / "month"
    with Unfinished.beside(target) as kept, Unfinished.beside(target) as made:
        spool = kept.spool()
        spool.add([Published("one", given_up), Published("other", given_up)])
        spool.end()
        assert made.press(spool, ()).games == 1
        made.put(target)
    assert rampart("verify", str(target)).out == "sound: 1 game\n"


def test_a_game_that_is_there_twice_is_refused_however_it_is_written(lines: list[bytes], rampart: Rampart) -> None:
    backwards = json.dumps(dict(reversed(json.loads(lines[4]).items()))).encode()
    version, rest = b'{"rampart_data": 1, ', backwards.replace(b', "rampart_data": 1', b"").removeprefix(b"{")
    for again in (lines[4], version + rest + b"\n"):
        ended = rampart("verify", "-", stdin=b"".join([*lines, again]))
        assert (ended.code, ended.out) == (1, "")
        assert ended.err == "unsound: line 13: game: It is there twice.\n"


def test_cards_in_small_letters_and_a_key_that_is_there_twice_are_refused(lines: list[bytes], rampart: Rampart) -> None:
    game = json.loads(lines[0])
    small = json.dumps(game | {"deck": game["deck"].lower()})
    ended = rampart("verify", "-", stdin=small)
    assert (ended.code, ended.err.partition(": Cards")[0]) == (1, "unsound: line 1: deck")
    twice = lines[0].decode().replace('"hints":', '"hints":7,"hints":', 1)
    ended = rampart("verify", "-", stdin=twice)
    assert (ended.code, ended.err) == (2, "Cannot read standard input: line 1: hints: The key appears twice.\n")


def test_an_editors_mark_and_ends_of_lines_change_nothing(lines: list[bytes], rampart: Rampart) -> None:
    saved = BOM_UTF8 + b"".join(lines).replace(b"\n", b"\r\n").removesuffix(b"\r\n")
    assert rampart("verify", "-", stdin=saved).out == "sound: 12 games\n"


def test_a_verdict_that_was_turned_round_is_found_when_the_deal_is_solved_again(
    lines: list[bytes], rampart: Rampart
) -> None:
    games = [json.loads(line) for line in lines]
    lost = next(at for at, game in enumerate(games) if game["outcome"] == "given-up")
    solved = rampart("solve", games[lost]["game"], games[lost]["deal"], "--json", *options_of(games[lost]))
    turned = {"winnable": "unwinnable", "unwinnable": "winnable"}
    known = json.loads(solved.out)["verdict"]
    for verdict, code in ((known, 0), (turned[known], 1)):
        text = json.dumps(games[lost] | {"verdict": verdict})
        assert rampart("verify", "-", stdin=text).code == 0
        ended = rampart("verify", "--verdicts", "-", stdin=text)
        assert ended.code == code
        if code:
            assert ended.err == f"unsound: line 1: verdict: The solver finds that the deal is {known}.\n"
        else:
            assert ended.out.endswith("verdicts: 1 confirmed, 0 not decided in time, 0 not stated\n")


def options_of(game: dict[str, Any]) -> list[str]:
    return [word for name, value in game["options"].items() for word in ("--option", f"{name}={value}")]
