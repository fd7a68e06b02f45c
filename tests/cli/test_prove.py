"""`rampart prove`, and `rampart verify` of what it wrote."""

import gzip
import json
from codecs import BOM_UTF8
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.cards import spell
from engine.deals import shuffled
from tests.cli.conftest import DECK_1, Rampart

Change = Callable[[dict[str, object], list[str]], None]


def test_a_certificate_of_an_unwinnable_deal_is_text_that_verify_accepts(rampart: Rampart) -> None:
    written = rampart("prove", "fortress", "7")
    heading, *lines = written.out.splitlines()
    assert (written.code, written.err) == (0, "")
    assert json.loads(heading) | {"deck": "", "positions": 0} == {
        "rampart-proof": 1,
        "rules": 1,
        "game": "fortress",
        "options": {},
        "deal": "7",
        "deck": "",
        "leans_on": ["safe"],
        "positions": 0,
    }
    assert json.loads(heading)["positions"] == len(lines) == len(set(lines))
    ended = rampart("verify", "-", stdin=written.out)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out == "sound: Fortress, deal 7, unwinnable by 80 positions, leaning on safe\n"


def test_a_certificate_that_an_editor_has_saved_its_own_way_is_the_same_proof(rampart: Rampart) -> None:
    text = rampart("prove", "fortress", "7").out
    for saved in (text.replace("\n", "\r\n"), text.removesuffix("\n"), text.replace("\n", "\r\n").removesuffix("\r\n")):
        for content in (BOM_UTF8 + saved.encode(), gzip.compress(BOM_UTF8 + saved.encode())):
            ended = rampart("verify", "-", stdin=content)
            assert (ended.code, ended.err) == (0, "")


def test_another_end_of_a_line_is_a_part_of_it(rampart: Rampart, proof: list[str]) -> None:
    for end in ("\r", "\r\r\n", " \n", "\n\n", "\f\n"):
        assert rampart("verify", "-", stdin="\n".join(proof[:5]) + end + "\n".join(proof[5:])).code in {1, 2}


def test_a_key_that_is_there_twice_is_refused_whichever_value_comes_first(rampart: Rampart, proof: list[str]) -> None:
    for key in ("deck", "d\\u0065ck", "game"):
        heading = proof[0].replace('{"', f'{{"{key}":"AS","', 1)
        for first in (heading, f'{proof[0].removesuffix("}")},"{key}":"AS"}}'):
            ended = rampart("verify", "-", stdin="\n".join([first, *proof[1:]]))
            assert (ended.code, ended.out) == (2, "")
            named = key.replace("\\u0065", "e")
            assert (
                ended.err == f"Cannot read standard input as a certificate: line 1: {named}: The key appears twice.\n"
            )


def test_a_certificate_of_more_positions_than_the_limit_is_not_read(rampart: Rampart, proof: list[str]) -> None:
    text = "\n".join(proof)
    assert rampart("verify", "--limit", "80", "-", stdin=text).code == 0
    ended = rampart("verify", "-", "--limit", "79", stdin=text)
    assert (ended.code, ended.err.count("positions: 80 is more than the 79 that --limit allows")) == (2, 1)
    assert rampart("verify", "--limit", "0", "-").err == "--limit must be a number of positions above 0.\n"


def test_a_file_of_certificates_is_compressed_and_may_hold_many(rampart: Rampart, tmp_path: Path) -> None:
    file = tmp_path / "proofs.gz"
    assert rampart("prove", "six-by-four", "--deals", "1-3", "--output", str(file)).code == 0
    assert gzip.decompress(file.read_bytes()).startswith(b'{"rampart-proof":1,')
    ended = rampart("verify", str(file))
    assert ended.code == 0
    assert [line.split(",")[:3] for line in ended.out.splitlines()] == [
        ["sound: Six by Four", " cells none", f" deal {number}"] for number in (1, 2, 3)
    ]


def test_a_deck_of_ones_own_can_be_proved_unwinnable(rampart: Rampart) -> None:
    written = rampart("prove", "fortress", "--decks", "-", stdin=f"{DECK_1}\n")
    assert json.loads(written.out.splitlines()[0])["deal"] is None
    assert "a hand-made deal" in rampart("verify", "-", stdin=written.out).out


def test_a_plain_certificate_leans_on_nothing(rampart: Rampart) -> None:
    plain, usual = (rampart("prove", "fortress", "7", *more).out for more in (["--plain"], []))
    assert json.loads(plain.splitlines()[0])["leans_on"] == []
    assert len(plain) > len(usual)
    assert rampart("verify", "-", stdin=plain).out.startswith("sound: Fortress, deal 7, unwinnable by")


def test_a_winnable_deal_has_no_certificate(rampart: Rampart, tmp_path: Path) -> None:
    file = tmp_path / "proof.gz"
    ended = rampart("prove", "fortress", "2", "--output", str(file))
    assert (ended.code, ended.out) == (1, "")
    assert ended.err == "Fortress 2: winnable, so there is nothing to prove.\n"
    assert not file.exists()


def test_an_undecided_deal_has_no_certificate(rampart: Rampart) -> None:
    ended = rampart("prove", "stronghold", "7", "--time-limit", "0.000001")
    assert (ended.code, ended.out) == (1, "")
    assert ended.err == "Stronghold 7, cell none: undecided, so there is nothing to prove.\n"


def test_a_certificate_that_would_be_too_large_is_not_written(rampart: Rampart) -> None:
    ended = rampart("prove", "fortress", "7", "--limit", "79")
    assert (ended.code, ended.out) == (1, "")
    assert ended.err == "Fortress 7: The certificate would have more than 79 positions.\n"


def test_of_many_deals_each_without_a_certificate_gets_a_line(rampart: Rampart) -> None:
    ended = rampart("prove", "fortress", "--deals", "1-4")
    assert ended.code == 1
    assert ended.err.splitlines() == [
        "Fortress 2: winnable, so there is nothing to prove.",
        "Fortress 3: winnable, so there is nothing to prove.",
    ]
    assert rampart("verify", "-", stdin=ended.out).out.count("sound: ") == 2


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["fortress"], "Name the deals in one way: a deal number, --deals A-B or --decks FILE."),
        (["fortress", "7", "--limit", "0"], "--limit must be a number of positions above 0."),
        (["fortress", "7", "--output", "/nowhere/proof.gz"], "Cannot write /nowhere/proof.gz: No such file or"),
        (["stalactites", "7"], "Stalactites needs the option “by”: ones or twos."),
    ],
)
def test_what_prove_cannot_do_is_refused_in_one_line(rampart: Rampart, arguments: list[str], line: str) -> None:
    ended = rampart("prove", *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(line)
    assert ended.err.count("\n") == 1


LOST_BY = "t7-t5"
"""A move on deal 2 of Fortress that loses it: the deal can be won."""


def test_a_position_that_cannot_be_won_has_a_certificate_though_its_deal_can(rampart: Rampart) -> None:
    deck = spell(shuffled(2))
    assert json.loads(rampart("solve", "fortress", "2", "--json").out)["verdict"] == "winnable"
    written = rampart("prove", "fortress", "--decks", "-", stdin=f"{deck} | {LOST_BY}\n")
    heading = json.loads(written.out.splitlines()[0])
    assert (written.code, heading["deck"], heading["position"].count(" ")) == (0, deck, 10)
    ended = rampart("verify", "-", stdin=written.out)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith(
        f"sound: Fortress, a hand-made deal, in the position “{heading['position']}”, unwinnable"
    )
    for changed in (
        written.out.replace(f'"position":"{heading["position"]}",', ""),
        written.out.replace(f'"position":"{heading["position"]}"', '"position":"0000 5 5 5 5 5 5 5 5 5 6"'),
    ):
        ended = rampart("verify", "-", stdin=changed)
        assert (ended.code, ended.out, ended.err.count("\n")) == (1, "", 1)


def test_a_position_that_can_be_won_has_none(rampart: Rampart) -> None:
    first = json.loads(rampart("solve", "fortress", "2", "--json").out)["moves"][0]
    ended = rampart("prove", "fortress", "--decks", "-", stdin=f"{spell(shuffled(2))} | {first}\n")
    assert (ended.code, ended.err) == (1, "standard input line 1: winnable, so there is nothing to prove.\n")


@pytest.fixture(scope="module")
def proof() -> list[str]:
    from app.features.study.values import certificate
    from engine.deals import shuffled
    from engine.games import find
    from engine.proofs import Argument, collect, dealt

    variant = find("fortress").settle({})
    lines = collect(variant.rules, dealt(variant.rules, shuffled(7)), [Argument.SAFE], 1000)
    assert isinstance(lines, list)
    return certificate(variant, "7", shuffled(7), [Argument.SAFE], lines).decode().splitlines()


def head(**changed: object) -> Change:
    return lambda heading, _: heading.update(changed)


def with_deck(change: Callable[[str], str]) -> Change:
    return lambda heading, _: heading.update(deck=change(str(heading["deck"])))


def drop(heading: dict[str, object], lines: list[str]) -> None:
    heading["positions"] = len(lines) - 1
    del lines[40]


def spoil(_: dict[str, object], lines: list[str]) -> None:
    lines[4] = lines[4].replace("5", "4", 1)


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (drop, "line "),
        (spoil, "line "),
        (lambda _, lines: lines.pop(20), "line "),
        (lambda _, lines: lines.clear(), "start: "),
        (head(positions=79), "line "),
        (head(positions=81), "positions: There are 80 lines, not 81."),
        (head(positions=-1), "start: "),
        (head(deal="8"), "deck: This is not the deck of deal 8."),
        (head(deal="0"), "deal: A deal number is a whole number from 1"),
        (head(deal=None, deck=DECK_1), "line 2: This is not"),
        (with_deck(str.lower), "deck: Cards are written in capitals, with one blank between two."),
        (with_deck(lambda deck: deck.replace(" ", "  ", 1)), "deck: Cards are written in capitals"),
        (head(deck="AS"), "deck: A deck has 52 cards; this one has 1,"),
        (head(game="klondike"), "game: There is no game called “klondike” here;"),
        (head(game="stronghold", options={"cell": "one"}), "line 2: This is not"),
        (head(game="stronghold"), "options: A certificate of Stronghold names these options: “cell”."),
        (head(options={"cell": "one"}), "options: A certificate of Fortress names these options: none."),
        (head(leans_on=[]), "line "),
        (head(leans_on=["hope"]), "leans_on: There is no argument “hope”; there are safe, alike, fewest."),
    ],
)
def test_an_unsound_certificate_is_refused_with_the_place_named(
    rampart: Rampart, proof: list[str], change: Change, line: str
) -> None:
    heading, lines = json.loads(proof[0]), proof[1:]
    change(heading, lines)
    ended = rampart("verify", "-", stdin="\n".join([json.dumps(heading), *lines, ""]))
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith(f"unsound: {line}")
    assert ended.err.count("\n") == 1


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (head(**{"rampart-proof": 2}), "line 1: rampart-proof: Input should be 1."),
        (head(rules=2), "line 1: rules: Input should be 1."),
        (head(deal=7), "line 1: deal: Input should be a valid string."),
        (head(comment="lost"), "line 1: comment: Extra inputs are not permitted."),
        (lambda heading, _: heading.pop("deck"), "line 1: deck: Field required."),
        (lambda _, lines: lines.append("more"), "line 82: Invalid JSON"),
        (head(positions=9223372036854775808), "line 1: positions: 9223372036854775808 is more than the 1000000 that"),
        (lambda _, lines: lines.insert(2, "0" * 2001), "line 4: It is longer than 2000 bytes."),
        (lambda _, lines: lines.insert(2, "0" * 3_000_000), "line 4: It is longer than 2000 bytes."),
    ],
)
def test_what_is_no_certificate_is_refused_as_unreadable(
    rampart: Rampart, proof: list[str], change: Change, reason: str
) -> None:
    heading, lines = json.loads(proof[0]), proof[1:]
    change(heading, lines)
    ended = rampart("verify", "-", stdin="\n".join([json.dumps(heading), *lines, ""]))
    assert ended.code == 2
    assert ended.err.startswith(f"Cannot read standard input as a certificate: {reason}")
    assert ended.err.count("\n") == 1


def test_a_compressed_file_that_breaks_off_is_unreadable(rampart: Rampart, proof: list[str]) -> None:
    packed = gzip.compress("\n".join([*proof, ""]).encode())
    for broken in (packed[:-20], packed[:3], packed[:30] + b"\0\0\0" + packed[33:]):
        ended = rampart("verify", "-", stdin=broken)
        assert ended.code == 2
        assert ended.err.startswith("Cannot read standard input as a certificate: ")
        assert ended.err.count("\n") == 1


def test_a_compressed_file_without_a_certificate_proves_nothing(rampart: Rampart) -> None:
    ended = rampart("verify", "-", stdin=gzip.compress(b""))
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == "Cannot read standard input as a certificate: It is empty.\n"


def test_a_line_that_is_not_ascii_is_named(rampart: Rampart, proof: list[str]) -> None:
    ended = rampart("verify", "-", stdin="\n".join([proof[0], f"{proof[1]}\u00e9", ""]))
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == "Cannot read standard input as a certificate: line 2: It is not ASCII.\n"


@pytest.mark.parametrize("place", ['"game":"', '"leans_on":["', '{"'])
def test_what_a_file_says_moves_no_cursor(rampart: Rampart, proof: list[str], place: str) -> None:
    quoted = "\\u001b[2K\\rsound" + '":1,"' * (place == '{"')
    ended = rampart("verify", "-", stdin="\n".join([proof[0].replace(place, place + quoted, 1), *proof[1:], ""]))
    assert ended.code in {1, 2}
    assert ended.err.endswith("\n")
    assert ended.err[:-1].isprintable()
    assert ended.out == ""
