"""Hints at the table, rung by rung, and how the game stands."""

import random
import re

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from app.play.service.questions import MOST_PENDING
from app.play.solving.worker import Worker
from engine.asking import Guess, Judgement, Verdict
from engine.cards import TEXT
from engine.moves import Move, apply, legal_moves
from engine.position import deal
from tests.app.daily.factories import add_daily_to_come
from tests.app.plain import Browser
from tests.app.play.desk import Desk, Seat, Sit, words
from tests.app.play.test_secrecy import hidden_cards, visible_cards
from tests.engine.verdicts import VERDICTS, WINS, win
from tests.engine.verdicts import Verdict as Recorded

OPEN = min((win for win in WINS if win.slug == "fortress"), key=lambda win: len(win.line))
"""A deal in which every card can be seen and that can be won."""
LOST = next(one for one in VERDICTS if one.slug == "fortress" and not one.winnable)
HIDING = win("stonewall", {}, "32005")


def climb(seat: Seat, desk: Desk, sight: str = "") -> Response:
    """Ask for a hint and wait for it."""
    answer = seat.hint(sight)
    if "data-thinking" in answer.text:
        assert desk.answer_all()
        answer = seat.hint(sight)
    assert answer.status_code == 200
    return answer


def test_a_hint_tells_a_little_more_each_time_and_each_is_recorded(sit: Sit, desk: Desk) -> None:
    seat = sit(OPEN)
    told = [climb(seat, desk)]
    assert words(told[0])[0] == "You can win from here."
    assert desk.rungs() == [(0, "fair", 1)]
    told += [seat.hint() for _ in range(4)]
    assert desk.rungs() == [(0, "fair", 5)]
    said = [words(answer) for answer in told]
    assert said[1][1].startswith("Look at the ")
    card = said[1][1].removeprefix("Look at the ").removesuffix(".")
    assert said[2][1].startswith(f"The {card} goes to ")
    assert said[3][:2] == said[2]
    assert len(said[3]) == 3
    assert said[4] == said[3]
    [place] = re.findall(r"^Look at (column \d+)\.$", said[0][1])
    [advised] = re.findall(r'data-advised="(..)"', told[1].text)
    column = next(
        at for at, cards in enumerate(deal(OPEN.rules, OPEN.deck).piles) if cards and TEXT[cards[-1]] == advised
    )
    assert place == f"column {column + 1}", "the first hint says where the card lies that the second one names"
    assert [f'data-source="t{column}"' in answer.text for answer in told] == [True] + 4 * [False]
    marks = [
        ("data-advised=" in answer.text, "data-target=" in answer.text, "Step through it" in answer.text)
        for answer in told
    ]
    assert marks == [(False,) * 3, (True, False, False), (True, True, False), (True, True, False), (True, True, True)]
    assert seat.hint().text == told[4].text
    assert desk.rungs() == [(0, "fair", 5)]


def test_who_asks_for_a_move_gets_it_at_once_and_has_had_one_hint(sit: Sit, desk: Desk) -> None:
    seat = sit(OPEN)
    climb(seat, desk)
    told = seat.ask("hints", seq=0, say="move").text
    assert ("Play it, show the next" in told, "data-target=" in told) == (True, True)
    assert desk.rungs() == [(0, "fair", 3)]
    assert "1 hint used in this game." in told
    seat.ask("hints", seq=0, say="move")
    assert desk.rungs() == [(0, "fair", 4)], "who has had it is told more"


def test_the_ladder_begins_again_after_a_move(sit: Sit, desk: Desk) -> None:
    seat = sit(OPEN)
    for _ in range(3):
        climb(seat, desk)
    seat.move(OPEN.line[0])
    assert words(climb(seat, desk))[1].startswith("Look at column ")
    assert desk.rungs() == [(0, "fair", 3), (1, "fair", 1)]


def test_the_move_that_is_advised_keeps_the_game_winnable(sit: Sit, desk: Desk) -> None:
    seat = sit(OPEN)
    for _ in range(3):
        answer = climb(seat, desk)
    rules, before = OPEN.rules, deal(OPEN.rules, OPEN.deck)
    [card] = [part.split('"')[1] for part in answer.text.split() if part.startswith("data-advised=")]
    [target] = [part.split('"')[1] for part in answer.text.split() if part.startswith("data-target=")]
    advised = [
        move
        for move in legal_moves(rules, before)
        if move.target == target and TEXT[before.piles[int(move.source[1:])][-move.count]] == card
    ]
    assert len(advised) == 1
    seat.move(*advised)
    assert words(climb(seat, desk))[0] == "You can win from here."


def test_hints_follow_the_way_that_was_found_first_so_they_never_lead_round_in_a_circle(sit: Sit, desk: Desk) -> None:
    seat, rules = sit(OPEN), OPEN.rules
    seat.hint()
    [asked] = desk.waiting()
    desk.tell(asked, Judgement(Verdict.WINNABLE, tuple(map(str, OPEN.line))))
    position = deal(rules, OPEN.deck)
    for place, move in enumerate(OPEN.line[:24]):
        # Whoever makes two moves by heart is still on that way.
        if place % 3 != 1:
            answer = [seat.hint() for _ in range(3)][-1]
            card = TEXT[position.piles[int(move.source[1:])][-move.count]]
            assert (f'data-advised="{card}"' in answer.text, f'data-target="{move.target}"' in answer.text) == (
                True,
                True,
            )
        seat.move(move)
        position = apply(rules, position, move)
    assert desk.waiting() == []
    # Off the way, the solver is asked again.
    seat.move(next(other for other in legal_moves(rules, position) if other != OPEN.line[24]))
    seat.hint()
    assert len(desk.waiting()) == 1


def test_help_says_how_many_hints_were_used_and_one_that_finds_nothing_is_none(sit: Sit, desk: Desk) -> None:
    seat = sit(OPEN)
    assert ">1 hint used in this game.<" in climb(seat, desk).text
    seat.move(OPEN.line[0])
    assert ">2 hints used in this game.<" in climb(seat, desk).text
    assert "used in this game" not in climb(sit(LOST), desk).text


def test_while_the_helper_thinks_nothing_is_recorded(sit: Sit, desk: Desk) -> None:
    seat = sit(OPEN)
    answer = seat.hint()
    assert words(answer) == ["Thinking…"]
    assert "data-thinking" in answer.text
    assert seat.hint().text == answer.text
    assert len(desk.waiting()) == 1
    assert not desk.rungs()


def test_while_the_first_solver_starts_a_hint_says_so_and_comes_by_itself(
    sit: Sit, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Worker, "is_starting", property(lambda _: True))
    seat = sit(OPEN)
    starting = "The solver is still getting ready. Its answer will come by itself."
    answer = seat.hint()
    assert words(answer) == [starting]
    assert 'data-thinking="starting"' in answer.text
    browser = Browser(seat.client, seat.table)
    browser.press(id="hint")
    assert words(browser.answer) == [starting]
    assert '<meta http-equiv="refresh" content="2">' in browser.answer.text
    desk.answer_all()
    assert words(seat.hint())[0] == "You can win from here."


def test_where_no_move_wins_there_is_one_thing_to_say_and_it_is_no_hint(sit: Sit, desk: Desk) -> None:
    seat = sit(LOST)
    assert words(climb(seat, desk)) == ["You can’t win from here."]
    assert words(seat.hint()) == ["You can’t win from here."]
    assert "data-close" in seat.hint().text
    assert not desk.rungs()
    seat.move(legal_moves(LOST.rules, deal(LOST.rules, LOST.deck))[0])
    assert words(climb(seat, desk)) == ["You can’t win from here. Nobody could have won this deal."]


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        (
            Judgement(Verdict.UNWINNABLE, circling=True),
            "The only moves left go round in circles, so you can’t win from here.",
        ),
        (
            Judgement(Verdict.UNDECIDED),
            "The solver ran out of time before it could tell whether you can win.",
        ),
    ],
)
def test_other_answers_are_said_as_they_are(sit: Sit, desk: Desk, told: Judgement, sentence: str) -> None:
    seat = sit(OPEN)
    seat.hint()
    [asked] = desk.waiting()
    desk.tell(asked, told)
    assert words(seat.outlook()) == words(seat.hint()) == [sentence]
    assert not desk.rungs()


def test_an_answer_that_was_forgotten_and_is_not_found_again_takes_no_hint_back(sit: Sit, desk: Desk) -> None:
    seat = sit(OPEN)
    seat.hint()
    [answered] = desk.answer_all()
    for _ in range(3):
        seat.hint()
    desk.tell(answered, Judgement(Verdict.UNDECIDED))
    assert words(seat.hint()) == ["The solver ran out of time before it could tell whether you can win."]
    assert desk.rungs() == [(0, "fair", 3)]


@pytest.mark.parametrize(
    ("won", "undecided", "said"),
    [
        (0, 3, "We found no way to win in 16 guesses at the face-down cards; in 3 we can’t tell."),
        (16, 0, "You can win in all 16 guesses at the face-down cards."),
        (1, 1, "You can win in 1 of 16 guesses at the face-down cards; in one we can’t tell."),
        (5, 0, "You can win in 5 of 16 guesses at the face-down cards."),
    ],
)
def test_what_was_guessed_is_said_as_a_count(sit: Sit, desk: Desk, won: int, undecided: int, said: str) -> None:
    seat = sit(HIDING)
    seat.hint()
    [asked] = desk.waiting()
    desk.tell(asked, Guess(16, won, undecided))
    assert words(seat.hint())[0] == said
    assert not desk.rungs(), "no move was told of"


def test_nothing_is_solved_twice_whoever_asks(sit: Sit, desk: Desk, stranger: TestClient) -> None:
    seat = sit(OPEN)
    climb(seat, desk)
    seat.move(OPEN.line[0])
    seat.undo()
    assert words(seat.outlook()) == ["You can win from here."]
    other = sit(OPEN, at=stranger)
    assert words(other.hint())[0] == "You can win from here."
    assert not desk.waiting()


def test_an_outlook_is_no_hint(sit: Sit, desk: Desk) -> None:
    seat = sit(OPEN)
    seat.outlook()
    desk.answer_all()
    assert words(seat.outlook()) == ["You can win from here."]
    assert not desk.rungs()


def test_a_hint_for_an_older_board_is_refused(sit: Sit, desk: Desk) -> None:
    seat = sit(OPEN, OPEN.line[:1])
    assert seat.hint(seq=0).status_code == 409
    assert not desk.waiting()


def test_a_player_who_waits_for_too_many_answers_is_told_so(sit: Sit, desk: Desk, stranger: TestClient) -> None:
    seat = sit(OPEN)
    for move in OPEN.line[:MOST_PENDING]:
        assert seat.hint().status_code == 200
        seat.move(move)
    assert seat.hint().status_code == 429
    assert "waiting for several answers" in seat.hint().text
    assert sit(OPEN, at=stranger).hint().status_code == 200
    desk.answer_all()
    assert seat.hint().status_code == 200


def test_help_is_for_the_player_while_the_game_goes_on(sit: Sit, stranger: TestClient) -> None:
    seat = sit(OPEN)
    theirs = Seat(stranger, {"id": seat.id, "seq": 0})
    for answer in (theirs.hint(), theirs.outlook(), stranger.get(f"{seat.table}/advice")):
        assert answer.status_code == 403
    assert seat.ask("hints", seq=0, sight="x-ray").status_code == 400
    seat.give_up()
    for answer in (seat.hint(), seat.outlook(), seat.client.get(f"{seat.table}/advice")):
        assert answer.status_code == 422


def test_in_an_open_event_there_is_no_help(sit: Sit, desk: Desk) -> None:
    seat = sit(OPEN)
    desk.seal(seat.id)
    for answer in (seat.hint(), seat.outlook(), *(seat.client.get(f"{seat.table}/{at}") for at in ("advice", "way"))):
        assert answer.status_code == 403
    seat.give_up()
    assert seat.ask("review").status_code == 403
    for place in ("review", "review/way", "replay"):
        assert seat.client.get(f"{seat.table}/{place}").status_code == 403
    assert not desk.waiting()


def test_a_deal_of_an_open_event_gets_no_help_in_any_other_session_either(sit: Sit, desk: Desk) -> None:
    before, after = sit(OPEN), sit(OPEN)
    after.give_up()
    add_daily_to_come(desk.engine, OPEN)
    assert before.hint().status_code == before.outlook().status_code == 403
    assert after.ask("review").status_code == 403
    assert after.client.get(f"{after.table}/review").status_code == 403
    assert not desk.waiting()


def test_a_fair_helper_guesses_and_says_what_that_rests_on(sit: Sit, desk: Desk) -> None:
    seat = sit(HIDING)
    answer = climb(seat, desk)
    assert [asked[:2] for asked in desk.rungs()] == [(0, "fair")]
    said = words(answer)
    assert said[0].startswith(("You can win in ", "We found no way to win in "))
    assert " 16 guesses at the face-down cards" in said[0]
    assert said[-1] == "This uses only what you can see, and guesses the other cards."
    for _ in range(4):
        answer = seat.hint()
    assert desk.rungs() == [(0, "fair", 4)]
    assert " with this move." in answer.text
    assert "Step through it" not in answer.text
    assert seat.client.get(f"{seat.table}/way").status_code == 404


def test_a_helper_who_sees_every_card_is_asked_for_and_says_so(sit: Sit, desk: Desk) -> None:
    seat = sit(HIDING)
    assert "Use every card" in climb(seat, desk).text
    said = words(climb(seat, desk, "all"))
    assert (said[0], said[-1]) == (
        "You can win from here.",
        "This uses every card, including those that lie face down.",
    )
    assert desk.rungs() == [(0, "all", 1), (0, "fair", 1)]


def laid_otherwise(recorded: Recorded, seed: int) -> Recorded:
    """Return the same deal with the cards that are dealt face down in another order."""
    hidden = sorted(hidden_cards(deal(recorded.rules, recorded.deck)))
    shuffled = random.Random(seed).sample(hidden, len(hidden))
    instead = dict(zip(hidden, shuffled, strict=True))
    deck = tuple(instead.get(card, card) for card in recorded.deck)
    return Recorded(recorded.slug, recorded.options, recorded.deal, deck, winnable=False, line=())


def test_fair_hints_are_the_same_however_the_face_down_cards_lie(sit: Sit, desk: Desk) -> None:
    before = deal(HIDING.rules, HIDING.deck)
    told = []
    for deck in (HIDING, laid_otherwise(HIDING, 1), laid_otherwise(HIDING, 2)):
        seat = sit(deck)
        answers = [climb(seat, desk), *(seat.hint() for _ in range(4)), seat.outlook()]
        told.append([answer.text.replace(seat.id, "this session") for answer in answers])
    assert told[0] == told[1] == told[2]
    assert not {card for text in told[0] for card in visible_cards(text)} & hidden_cards(before)


def test_fair_help_never_names_a_face_down_card(sit: Sit, desk: Desk) -> None:
    seat, position = sit(HIDING), deal(HIDING.rules, HIDING.deck)
    for move in HIDING.line[:12]:
        hidden = hidden_cards(position)
        climb(seat, desk)
        told = [seat.hint().text for _ in range(3)] + [seat.page("advice")]
        assert not {TEXT[card] for text in told for card in visible_cards(text)} & {TEXT[card] for card in hidden}
        position = apply(HIDING.rules, position, move)
        seat.move(move)


def test_when_no_card_lies_face_down_any_more_there_is_one_sight(sit: Sit, desk: Desk) -> None:
    position, played = deal(HIDING.rules, HIDING.deck), list[Move]()
    for move in HIDING.line:
        if not any(position.face_down):
            break
        position = apply(HIDING.rules, position, move)
        played.append(move)
    answer = climb(sit(HIDING, played), desk)
    assert words(answer)[0] == "You can win from here."
    assert "With " not in answer.text


def test_hints_need_no_script(sit: Sit, desk: Desk) -> None:
    seat = sit(OPEN)
    browser = Browser(seat.client, seat.table)
    browser.press(id="hint")
    assert words(browser.answer) == ["Thinking…"]
    assert '<meta http-equiv="refresh" content="2">' in browser.answer.text
    desk.answer_all()
    browser = Browser(seat.client, browser.address)
    assert words(browser.answer) == ["You can win from here."]
    assert "refresh" not in browser.answer.text
    assert not desk.rungs(), "a look records nothing"
    for _ in range(5):
        browser.press(**{"class": "button quiet-button"})
    assert desk.rungs() == [(0, "fair", 5)]
    browser.follow(f"{seat.table}/way?sight=fair")
    browser.follow(f"{seat.table}/way?sight=fair&step=1")
    browser.follow(seat.table)


def test_the_whole_way_is_walked_to_the_win(sit: Sit, desk: Desk) -> None:
    seat = sit(OPEN)
    assert seat.client.get(f"{seat.table}/way").status_code == 404
    for _ in range(5):
        climb(seat, desk)
    steps = int(seat.page("way").partition("<b>0</b> of ")[2].partition("<")[0].rstrip("."))
    last = seat.page("way", step=steps)
    assert last == seat.page("way", step=steps + 7)
    assert last.count("data-card=") >= 4
    assert ">Next</a>" not in last
    assert ">Back<" in last
    seat.move(OPEN.line[0])
    assert seat.client.get(f"{seat.table}/way").status_code == 404
