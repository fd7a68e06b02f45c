"""What solver processes are asked and what they answer, written and read."""

import pytest

from engine.asking import (
    Answer,
    FindDeals,
    FindPar,
    FindPuzzle,
    FoundDeals,
    Guess,
    Judgement,
    JudgePosition,
    Labelled,
    Labels,
    MakeGuesses,
    Mined,
    Par,
    Question,
    Ready,
    VariantPosition,
    Verdict,
    read,
    read_question,
    texts_of,
    written,
)
from engine.deals import LAST_DEAL, shuffled
from engine.games import variant_of
from engine.moves import Move
from engine.position import deal
from tests.engine.variants import VARIANTS, Variant

STRONGHOLD = variant_of("stronghold", "cell=one")
PLACED = VariantPosition.of(STRONGHOLD, deal(STRONGHOLD.rules, shuffled(17)))
LINE = (Move("t0", "f0"), Move("t3", "t5", 4))
QUESTIONS = (
    JudgePosition(PLACED, 3.0),
    MakeGuesses(PLACED, 3.0),
    FindPar(PLACED, 60.0),
    FindDeals("stalactites", [{"by": "ones"}, {"by": "twos"}], LAST_DEAL, 40, 1.0),
    FindPuzzle("stronghold", {"cell": "one"}, LAST_DEAL, texts_of(LINE), 30.0),
)
ANSWERS = (
    Judgement(Verdict.WINNABLE, texts_of(LINE), 3),
    Judgement(Verdict.UNWINNABLE, nodes=12, circling=True),
    Judgement(Verdict.UNDECIDED),
    Guess(16, 5, 2, {"t3-t5:4": 3, "t0-f0": 2}),
    Par(texts_of(LINE), 2, 750_000),
    Par(None, None, 750_000),
    FoundDeals([(7, "gentle"), (LAST_DEAL, "hard")], LAST_DEAL + 1),
    FoundDeals([], 8),
    Mined("a line"),
    Mined(None),
)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: type(question).__name__)
def test_a_question_is_read_as_it_was_written(question: Question) -> None:
    assert b"\n" not in written(question)
    assert read_question(written(question)) == question


@pytest.mark.parametrize("answer", ANSWERS, ids=str)
def test_an_answer_is_read_as_it_was_written(answer: Answer) -> None:
    assert b"\n" not in written(answer)
    assert read(written(answer), type(answer)) == answer


def test_a_process_that_can_be_asked_says_so_in_a_line() -> None:
    assert written(Ready()) == b'{"ready":true}'
    assert read(b'{"ready":true}', Ready) == Ready()


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_position_comes_back_with_its_variant(variant: Variant) -> None:
    dealt = deal(variant.rules, shuffled(17))
    question = read_question(written(JudgePosition(VariantPosition.of(variant, dealt), 1)))
    assert isinstance(question, JudgePosition)
    assert (question.about.game, question.about.options) == (variant.game.slug, variant.options)
    assert question.about.read(variant.rules) == dealt


def test_the_line_of_an_answer_is_made_of_moves() -> None:
    assert Judgement(Verdict.WINNABLE, texts_of(LINE)).line == Par(texts_of(LINE), 2, 1).line == LINE
    assert Judgement(Verdict.UNWINNABLE).line == Par(None, None, 1).line == ()


def test_the_length_of_a_win_is_exact_once_no_shorter_one_can_be() -> None:
    assert Labelled("t0-f0", at_most=3, at_least=3).exact
    assert not Labelled("t0-f0", at_most=3, at_least=2).exact


def test_guesses_come_back_with_the_most_frequent_move_first() -> None:
    guess = read(written(Guess(16, 5, 0, {"t5-t6": 3, "t0-f0": 2})), Guess)
    assert list(guess.moves) == ["t5-t6", "t0-f0"]


def test_an_answer_is_read_that_an_older_version_kept() -> None:
    won = read('{"verdict": "winnable", "moves": ["t0-f0"], "nodes": 3, "circling": false}', Judgement)
    assert won == Judgement(Verdict.WINNABLE, ("t0-f0",), 3)
    assert won.line == (Move("t0", "f0"),)
    undecided = read('{"verdict":"undecided","moves":null,"circling":false}', Judgement)
    assert undecided == Judgement(Verdict.UNDECIDED)
    guess = read('{"tried": 16, "won": 0, "undecided": 3, "moves": {}}', Guess)
    assert guess == Guess(16, 0, 3)


@pytest.mark.parametrize(
    "nonsense",
    [
        "",
        "nonsense",
        b"\xff",
        "[]",
        "{}",
        '{"ask": "price", "game": "stonewall", "options": {}}',
        '{"ask": "judge", "seconds": 3}',
        '{"ask": "judge", "about": {"game": "fortress", "options": {}, "position": 7}, "seconds": 3}',
        '{"ask": "deals", "game": "fortress", "every": [{}], "first": "one", "most": 1, "seconds": 3}',
        written(JudgePosition(PLACED, 3))[:-1],
    ],
)
def test_what_is_no_question_is_refused(nonsense: bytes | str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        read_question(nonsense)


@pytest.mark.parametrize(
    ("nonsense", "kind"),
    [
        ("nonsense", Judgement),
        ("{}", Judgement),
        ('{"verdict": "likely"}', Judgement),
        ('{"verdict": "winnable", "moves": "t0-f0"}', Judgement),
        ('{"verdict": "winnable", "moves": [3]}', Judgement),
        ('{"tried": 16, "won": "all", "undecided": 0}', Guess),
        ('{"moves": null, "at_least": null}', Par),
        ('{"found": [[7]], "next": 8}', FoundDeals),
    ],
)
def test_what_is_no_answer_is_refused(nonsense: str, kind: type[Answer]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        read(nonsense, kind)


def test_a_line_of_which_a_move_is_none_is_refused() -> None:
    judged = read('{"verdict": "winnable", "moves": ["t0-f0", "up"]}', Judgement)
    with pytest.raises(ValueError, match="Write a move like"):
        _ = judged.line


def test_labels_are_open_while_more_search_could_tell_and_decided_while_it_could_only_shorten_a_line() -> None:
    undecided, won = Labelled("t0-f0", line=("t1-f1",)), Labelled("t0-t1", Verdict.WINNABLE, line=("t1-f1",))
    given_up, lost = Labelled("t0-t2", open=False), Labelled("t0-t3", Verdict.UNWINNABLE, open=False)
    for moves, is_open, decided, left_open in (
        ([undecided, won, given_up, lost], True, False, ["t0-f0"]),
        ([won, given_up, lost], True, True, []),
        ([given_up, lost], False, True, []),
    ):
        labels = Labels(Verdict.WINNABLE, moves)
        assert (labels.open, labels.decided) == (is_open, decided)
        aside, settled = labels.set_aside(), labels.settled()
        assert [one.move for one in aside.moves if one.open] == left_open
        assert not settled.open
        for kept in (aside, settled):
            assert kept.verdict is Verdict.WINNABLE
            assert [(one.move, one.verdict, one.line) for one in kept.moves] == [
                (one.move, one.verdict, None) for one in moves
            ]
