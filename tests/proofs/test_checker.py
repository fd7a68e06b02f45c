"""The checker of certificates: its moves are the engine's, it leaves out no win, and it refuses what lacks a part."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest

from app.features.study.values import position_text
from engine.cards import CARDS, KING, RANK, RANKS, SUIT
from engine.deals import shuffled
from engine.moves import after, legal_moves
from engine.position import deal
from engine.proofs import Argument, PositionTable, Unsound, Unwritten, check, collect, dealt
from engine.proofs.checker import _card, _when_forgotten
from engine.rules import builds
from tests.engine.variants import VARIANTS, Variant, rules_of
from tests.lengths import a_few
from tests.proofs.closing import begun, every_leaning, line, table_of, unwinnable
from tests.solver.exhaustive import winnable
from tests.solver.reached import near_the_end, played, shrunken

every_variant = pytest.mark.parametrize("variant", a_few(VARIANTS, 3), ids=str)


@every_variant
def test_without_arguments_its_moves_are_those_of_the_engine(variant: Variant) -> None:
    rules, compared = variant.rules, 0
    for number in range(1, 26):
        table = PositionTable(rules, dealt(rules, shuffled(number)), ())
        for position in played(rules, number):
            (text,) = line(rules, table, position)
            read = table.read(text)
            assert read is not None
            moved = [line(rules, table, after(rules, position, move)) for move in legal_moves(rules, position)]
            assert table.steps(read) == set().union(*moved) - {text}, f"{number}: {text}"
            compared += len(moved)
    assert compared > 100


@every_variant
def test_without_a_win_there_is_none_by_trying_everything_whatever_is_left_out(variant: Variant) -> None:
    rules, found = shrunken(variant.rules), Counter[tuple[bool, bool]]()
    for seed in range(28):
        position = near_the_end(rules, seed, left=12 + 2 * (seed % 6))
        known = winnable(rules, position, at_most=600)
        if known is None:
            continue
        for leans_on in every_leaning(rules):
            lines = collect(rules, begun(rules, position), leans_on, 2000)
            if isinstance(lines, list):
                assert not known, f"seed {seed}, leaning on {leans_on}"
                assert check(PositionTable(rules, begun(rules, position), leans_on), lines) == len(lines)
            elif lines is Unwritten.MEETS_A_WIN:
                assert known or Argument.ALIKE in leans_on, f"seed {seed}, leaning on {leans_on}"
            found[known, isinstance(lines, list)] += 1
    assert min(found[True, False], found[False, True]) >= 3, found


@every_variant
def test_the_start_stands_for_the_deal(variant: Variant) -> None:
    for number in (1, 2, 3):
        table = table_of(variant, number, ())
        assert table.start() == line(variant.rules, table, deal(variant.rules, shuffled(number)))


@every_variant
def test_a_certificate_may_begin_at_any_position_that_says_where_each_card_is(variant: Variant) -> None:
    rules, deck = variant.rules, shuffled(3)
    for leans_on in every_leaning(rules):
        for position in islice(played(rules, 3), 0, None, 6):
            text, table = position_text(rules, deck, position), PositionTable(rules, dealt(rules, deck), leans_on)
            assert table.begin_at(text)
            assert table.start() == line(rules, PositionTable(rules, dealt(rules, deck), leans_on), position)
            words = text.split(" ")
            for at, word in enumerate(words[1:], 1):
                for other in {"0", "-", f"{word}.KH", f"{word}.K?", word.rpartition(".")[0]} - {word}:
                    assert not table.begin_at(" ".join([*words[:at], other, *words[at + 1 :]])), (text, other)
            for count in range(4):
                homes = words[0][:count] + ("1" if words[0][count] == "0" else "0") + words[0][count + 1 :]
                assert not table.begin_at(" ".join([homes, *words[1:]])), (text, homes)


CASES = [(variant, leans_on) for variant in VARIANTS for leans_on in every_leaning(variant.rules)]


@cache
def small(variant: Variant, leans_on: tuple[Argument, ...]) -> tuple[PositionTable, list[str]]:
    """Return a certificate of some lines, of the last cards on a small table, and that table."""
    rules = shrunken(variant.rules)
    for seed in range(100):
        deal = begun(rules, near_the_end(rules, seed, left=22))
        lines = collect(rules, deal, leans_on, 300)
        if isinstance(lines, list) and len(lines) >= 6:
            return PositionTable(rules, deal, leans_on), lines
    raise AssertionError("no small certificate")


@pytest.mark.parametrize(("variant", "leans_on"), CASES, ids=str)
def test_a_certificate_without_one_position_is_refused(variant: Variant, leans_on: tuple[Argument, ...]) -> None:
    table, lines = small(variant, leans_on)
    assert check(table, lines) == len(lines)
    for each in random.Random(1).sample(range(len(lines)), min(len(lines), 12)):
        with pytest.raises(Unsound, match="which is missing"):
            check(table, lines[:each] + lines[each + 1 :])


@pytest.mark.parametrize(("variant", "leans_on"), CASES, ids=str)
def test_a_certificate_without_one_move_is_refused(variant: Variant, leans_on: tuple[Argument, ...]) -> None:
    table, lines = small(variant, leans_on)
    with_moves = [each for each, text in enumerate(lines) if not text.endswith(" 0")]
    for each in random.Random(1).sample(with_moves, min(len(with_moves), 12)):
        text, _, moves = lines[each].rpartition(" ")
        fewer = [*lines[:each], f"{text} {int(moves) - 1}", *lines[each + 1 :]]
        with pytest.raises(Unsound, match=f"^line {each + 1}: This position has {moves} moves"):
            check(table, fewer)


STRONGHOLD = next(variant for variant in VARIANTS if str(variant) == "stronghold cell=none")


NUMBERED: dict[tuple[str, ...], int] = {}
"""The number of the deal of a certificate."""


@pytest.fixture(scope="module")
def sound() -> tuple[PositionTable, list[str]]:
    """Return a certificate of a numbered deal, and its table."""
    leans_on = (Argument.SAFE, Argument.ALIKE)
    for number in unwinnable(STRONGHOLD, 12):
        lines = collect(STRONGHOLD.rules, dealt(STRONGHOLD.rules, shuffled(number)), leans_on, 600)
        if isinstance(lines, list) and len(lines) >= 20:
            NUMBERED[tuple(lines)] = number
            return table_of(STRONGHOLD, number, leans_on), lines
    raise AssertionError("no small certificate")


def test_the_order_of_its_lines_makes_no_difference(sound: tuple[PositionTable, list[str]]) -> None:
    table, lines = sound
    assert check(table, random.Random(1).sample(lines, len(lines))) == len(lines)


@pytest.mark.parametrize(
    ("added", "reason"),
    [
        ("DDDD 0 0 0 0 0 0 0 0 0", "This position is won"),
        ("0000 0 0 0 0 0 0 0", "A line ends with the number of its moves|not the text of a position"),
        ("", "A line ends with the number of its moves"),
        ("0000 7 7 7 7 6 6 6 6", "not the text of a position"),
        ("0000 9 7 7 7 6 6 6 6 0", "not the text of a position"),
        ("000 7 7 7 7 6 6 6 6 0", "not the text of a position"),
        ("0000 7 7 7 7 6 6 6 6 - 0", "not the text of a position"),
        ("0000 7.2? 7 7 7 6 6 6 6.x 0", "not the text of a position"),
        ("0000 0.5? 0.4? 7 7 6 6 6 6 0", "not the text of a position"),
        ("0000 7 7 7 7 6 6 6 5 -1", "A line ends with the number of its moves"),
        ("0000 7 7 7 7 6 6 6 5 ²", "A line ends with the number of its moves"),
    ],
)
def test_a_line_that_says_no_lost_position_is_refused_by_its_number(
    added: str, reason: str, sound: tuple[PositionTable, list[str]]
) -> None:
    table, lines = sound
    with pytest.raises(Unsound, match=f"^line {len(lines) + 8}: .*({reason})"):
        check(table, [*lines, added], first=8)


def test_a_line_that_is_there_twice_is_refused(sound: tuple[PositionTable, list[str]]) -> None:
    table, lines = sound
    with pytest.raises(Unsound, match=r"^line 2: This position appears twice"):
        check(table, [lines[0], *lines])


def endless(lines: list[str]) -> Iterator[str]:
    """Yield some lines, and fail if another one is asked for."""
    yield from lines
    raise AssertionError("a line was read after one that is wrong")


def test_a_wrong_line_is_refused_before_the_next_is_read(sound: tuple[PositionTable, list[str]]) -> None:
    table, lines = sound
    for wrong in (lines[0], f"{lines[2]}9", "0000 7 7 7 7 6 6 6 6 0", "DDDD 0 0 0 0 0 0 0 0 0"):
        with pytest.raises(Unsound, match=r"^line 3: "):
            check(table, endless([*lines[:2], wrong]))


def test_lines_that_lead_to_more_positions_than_there_may_be_are_refused_before_they_fill_the_memory(
    sound: tuple[PositionTable, list[str]],
) -> None:
    table, lines = sound
    assert check(table, lines, most=len(lines)) == len(lines)
    with pytest.raises(Unsound, match=r"^line [0-9]+: The moves up to here lead to more than 19 positions"):
        check(table, endless(lines), most=19)


def test_what_a_table_remembers_is_bounded_and_changes_nothing(
    sound: tuple[PositionTable, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, lines = sound
    monkeypatch.setattr("engine.proofs.checker._MOST_KEPT", 5)
    table = table_of(STRONGHOLD, NUMBERED[tuple(lines)], (Argument.SAFE, Argument.ALIKE))
    assert check(table, lines) == len(lines)
    assert len(table._columns) <= 5
    assert sum(len(stage.words) for stage in table._stages.values()) <= 5 + len(lines[0].split())


def test_a_certificate_of_another_deal_or_of_nothing_is_refused(sound: tuple[PositionTable, list[str]]) -> None:
    _, lines = sound
    other = table_of(STRONGHOLD, unwinnable(STRONGHOLD, 13)[-1], (Argument.SAFE, Argument.ALIKE))
    for refused in (lines, []):
        with pytest.raises(Unsound):
            check(other, refused)


def test_a_certificate_under_other_options_is_refused() -> None:
    number = unwinnable(STRONGHOLD, 1)[0]
    lines = collect(STRONGHOLD.rules, dealt(STRONGHOLD.rules, shuffled(number)), (Argument.ALIKE,), 100_000)
    assert isinstance(lines, list)
    one = rules_of("stronghold", cell="one")
    with pytest.raises(Unsound):
        check(PositionTable(one, dealt(one, shuffled(number)), (Argument.ALIKE,)), lines)


def test_a_card_may_go_to_a_space_wherever_it_stands_among_the_columns() -> None:
    rules = rules_of("stronghold")
    table = PositionTable(rules, dealt(rules, shuffled(1)), ())
    columns = ["0.3C", "0", "0.3D.2C", "0.KC", "0.KD", "0.KH", "0.KS", "0.QS"]
    orders = [" ".join(["1111", *columns[turn:], *columns[:turn]]) for turn in range(len(columns))]
    steps = {frozenset(table.steps(read)) for read in map(table.read, orders) if read is not None}
    assert len(steps) == 1
    assert "1111 0.2C 0.3C 0.3D 0.KC 0.KD 0.KH 0.KS 0.QS" in steps.pop()


def test_a_forgotten_card_may_be_any_of_those_alike() -> None:
    # When the Jack of hearts goes home, we know the Queen of hearts: she is one of four. Two of these lie the same.
    rules = rules_of("stronghold")
    table = PositionTable(rules, dealt(rules, shuffled(1)), (Argument.ALIKE,))
    before = table.read("AAAA 0.JC 0.JD 0.JH 0.K? 0.K?.Q? 0.K?.Q? 0.K?.Q?.JS 0.Q?")
    assert before is not None
    assert sorted(after for after in table.steps(before) if after.startswith("AABA")) == [
        "AABA 0 0.JC 0.JD 0.K? 0.K?.Q? 0.K?.Q? 0.K?.Q?.JS 0.QH",
        "AABA 0 0.JC 0.JD 0.K? 0.K?.Q? 0.K?.Q? 0.K?.QH.JS 0.Q?",
        "AABA 0 0.JC 0.JD 0.K? 0.K?.Q? 0.K?.Q?.JS 0.K?.QH 0.Q?",
    ]


def test_a_card_goes_home_at_once_only_if_nothing_that_is_left_can_need_it() -> None:
    # Any two may go. Then so may the three of clubs, since the other twos could go too; but the other threes could not.
    rules = rules_of("stronghold")
    safe, every = (PositionTable(rules, dealt(rules, shuffled(1)), leans_on) for leans_on in ((Argument.SAFE,), ()))
    position = every.read("1111 0.2C 0.3C 0.4C 0.KC 0.KD 0.KH 0.KS 0.QS")
    assert position is not None
    assert safe.lines(position) == {"3111 0 0 0.4C 0.KC 0.KD 0.KH 0.KS 0.QS"}
    assert every.lines(position) == {"1111 0.2C 0.3C 0.4C 0.KC 0.KD 0.KH 0.KS 0.QS"}


def test_of_two_foundations_that_wait_for_a_card_the_one_with_the_fewest_takes_it() -> None:
    rules = rules_of("stalactites", by="ones")
    # The second foundation begins with the next rank after the first, so they meet when the first holds two cards.
    number = next(one for one in range(1, 99) if RANK[shuffled(one)[49]] == RANK[shuffled(one)[48]] + 1 < KING)
    waited_for = RANKS[RANK[shuffled(number)[49]]]
    found = []
    for leans_on in ((Argument.ALIKE, Argument.FEWEST), (Argument.ALIKE,)):
        table = PositionTable(rules, dealt(rules, shuffled(number)), leans_on)
        position = table.read(f"2111 0.{waited_for}? 0 0 0 0 0 0 0 K?.Q?")
        assert position is not None
        found.append({after[:4] for after in table.steps(position) if "K?.Q?" in after})
    assert found == [{"2211"}, {"2211", "3111"}]


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_forgotten_cards_have_one_name_if_the_rules_cannot_tell_them_apart_and_are_read_back_as_such(
    variant: Variant,
) -> None:
    rules = variant.rules
    names = [_when_forgotten(rules, card) for card in CARDS]
    for card in CARDS:
        alike = {other for other in CARDS if names[other] == names[card]}
        assert _card(names[card]) in alike
        assert {RANK[other] for other in alike} == {RANK[card]}
        suits = {SUIT[other] for other in alike}
        assert suits in ({0, 1, 2, 3}, {0, 1}, {2, 3}, {SUIT[card]})
        for other in (each for each in CARDS if RANK[each] == RANK[card]):
            same = all(
                builds(rules.build, other, each) == builds(rules.build, card, each)
                and builds(rules.build, each, other) == builds(rules.build, each, card)
                for each in CARDS
            )
            assert (other in alike) is same
