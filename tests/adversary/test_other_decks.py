"""Help by another deck: one built around a position of an open event, and one about which an answer is kept."""

import re
from pathlib import Path
from random import Random

import pytest
from starlette.testclient import TestClient

import app
from app.play.rows import questions as answers
from app.play.service import judging, questions, secrecy
from app.play.values.question import Kept, QuestionKind, QuestionSubject
from engine.asking import Judgement, Labels, Verdict
from engine.automatic import Automatic, automatic_moves
from engine.cards import spell
from engine.deals import Deck, shuffled
from engine.descent import DealQuery, is_descended
from engine.games import find
from engine.moves import Move, apply, legal_moves, replay
from engine.position import Position, deal, layout
from engine.rules import Rules
from tests.adversary.test_doors import REFUSING, RULES, TELLING, Visit, arrived, seen_otherwise, through, visit
from tests.app.daily.conftest import CLOSING, DAY, FORTRESS, STONEWALL, Arrive, Challenger, Host, known_win
from tests.app.play.api.conftest import given
from tests.databases import transaction
from tests.engine.test_descent import built_around
from tests.engine.test_nearness import cycled
from tests.engine.verdicts import WINS, win
from tests.engine.verdicts import Verdict as Recorded

__all__ = ["visit"]

APP = Path(app.__file__).parent
DOORS = {**REFUSING, **TELLING}
HELPING = [
    *((verb, f"/analysis/{{slug}}{path}") for verb, path in (("GET", ""), ("POST", ""), ("POST", "/puzzle"))),
    *((verb, "/certificates/{slug}") for verb in ("GET", "POST")),
    ("GET", "/certificates/{slug}/certificate.txt"),
    ("POST", "/verdicts/{slug}"),
    ("POST", "/api/v1/analysis"),
    *((verb, "/sessions/{session_id}/review") for verb in ("GET", "POST")),
    ("GET", "/sessions/{session_id}/review/way"),
    *(("POST", f"/sessions/{{session_id}}/{path}") for path in ("hints", "outlook")),
    *(("GET", f"/sessions/{{session_id}}/{path}") for path in ("advice", "way")),
]
"""Doors behind which a solver helps."""


@pytest.mark.parametrize("moves", [30, 50])
def test_no_help_is_given_by_another_deck_and_no_door_tells_why(visit: Visit, host: Host, moves: int) -> None:
    rules, own = FORTRESS.rules, host.today.deck
    built = built_around(rules, replay(rules, own, FORTRESS.line[:moves]), Random(1))
    near = cycled(own, list(range(5)))
    for name in HELPING:
        told = {through(REFUSING[name], visit, "fortress", deck)[::2] for deck in (own, near, built)}
        assert [status for status, _ in told] == [403], name
    assert all(REFUSING[name](visit, "fortress", shuffled(5)).status_code != 403 for name in HELPING[:4])


def test_no_help_is_given_with_what_comes_after_moves(visit: Visit, host: Host) -> None:
    rules, own = FORTRESS.rules, host.today.deck
    dealt = built_around(rules, replay(rules, own, FORTRESS.line[:50]), Random(1))
    home = automatic_moves(rules, deal(rules, dealt), Automatic.ALL)
    sent = {"game": "fortress", "deck": spell(dealt), "moves": list(map(str, home))}
    assert visit.send("/api/v1/analysis", sent).status_code == 403


def test_a_player_gets_no_help_with_what_the_own_attempt_has_come_to(arrive: Arrive, host: Host) -> None:
    """Little of a Stonewall deal is seen, so late in a game only the player's own attempt tells of it."""
    host.choose(STONEWALL)
    me, moves = arrive(""), STONEWALL.line[:63]
    me.play(me.start("stonewall"), moves)
    position = replay(RULES, STONEWALL.deck, moves)
    deck = built_around(RULES, position, Random(1))
    body = {"game": "stonewall", "deck": spell(deck), "moves": list(map(str, leading_to(RULES, position, deck)))}
    assert not is_descended(RULES, (STONEWALL.deck,), DealQuery(RULES, deck, [position]))
    assert me.client.post("/api/v1/analysis", json=body).status_code == 403


def leading_to(rules: Rules, position: Position, deck: Deck) -> list[Move]:
    """List the moves that bring home or to cells what lies there in a position, from a deck built around it."""
    table, reached, moves = layout(rules), deal(rules, deck), list[Move]()
    away = {
        card: name[0] for name, pile in zip(table.ids, position.piles, strict=True) for card in pile if name[0] in "fc"
    }
    while ways := [
        move
        for move in legal_moves(rules, reached)
        if move.source[0] != "c" and move.target[0] == away.get(reached.piles[table.index[move.source]][-1])
    ]:
        moves.append(ways[0])
        reached = apply(rules, reached, ways[0])
    return moves


@pytest.fixture
def _hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no answer wait for solvers, of which there are none here."""
    for name in ("SECONDS", "SECONDS_TO_SHORTEN"):
        monkeypatch.setattr(f"app.features.study.api.{name}", 0.0)
    monkeypatch.setattr("app.features.study.pages.analysis.NEWS_SECONDS", 0.0)
    monkeypatch.setattr("app.features.puzzles.pages.making.PUZZLE_SECONDS", 0.0)
    monkeypatch.setattr("app.features.study.pages.advice.LOOK_SECONDS", 0.0)


def answered(visit: Visit, slug: str, deck: Deck, verdict: Verdict, *line: Move) -> None:
    """Keep answers to every question about a deal, as if somebody had asked them before."""
    variant = find(slug).variants({})[0]
    judged = Judgement(verdict, tuple(map(str, line)) if line else None)
    with transaction(visit.database_url) as connection:
        for kind, kept in ((QuestionKind.JUDGE, judged), (QuestionKind.LABEL, Labels(verdict))):
            about = QuestionSubject(variant, judging.dealt_snapshot(variant, deck))
            answers.store_answer(connection, questions.key(kind, about), Kept.of(kept), 1)


LATE = [
    *((STONEWALL, moves) for moves in (63, 67)),
    *((known_win("six-by-four"), moves) for moves in (60, 75)),
    (win("stalactites", {"by": "ones"}, "32001"), 46),
]


@pytest.mark.usefixtures("_hurried")
@pytest.mark.parametrize(("known", "moves"), LATE, ids=str)
def test_nobody_gets_help_with_a_position_in_which_somebody_stands(
    arrive: Arrive, host: Host, known: Recorded, moves: int
) -> None:
    host.choose(known)
    rules, rival = known.rules, arrive("")
    position = replay(rules, known.deck, known.line[:moves])
    deck = built_around(rules, position, Random(1))
    line = leading_to(rules, position, deck)
    assert not is_descended(find(known.slug).rules, (known.deck,), DealQuery(rules, deck, [position]))

    def asked(asker: Challenger, *line: Move) -> int:
        sent = {"game": known.slug, "options": known.options, "deck": spell(deck), "moves": list(map(str, line))}
        return asker.client.post("/api/v1/analysis", json=sent).status_code

    guest, player = arrive(""), arrive("")
    began = {"game": known.slug, "options": known.options, "deck": spell(deck)}
    game = given(player.client.post("/api/v1/sessions", json=began), 201)
    for one in line:
        game = given(player.act(game, "moves", move=str(one)))

    def helped() -> set[bool]:
        hint = player.client.post(f"/sessions/{game['id']}/hints", data={"seq": str(game["seq"])})
        # Each of its moves is labelled, so an answer about the position before tells as much.
        told = [asked(arrive(""), *line), asked(guest, *line), asked(guest, *line[:-1]), hint.status_code]
        return {status != 403 for status in told}

    assert helped() == {True}
    attempt = rival.play(rival.start(known.slug, DAY, **known.options), known.line[:moves])
    assert helped() == {False}
    rival.give_up(attempt)
    host.clock.ms = CLOSING
    host.close()
    assert helped() == {True}


@pytest.mark.usefixtures("_hurried")
@pytest.mark.parametrize("verdict", [Verdict.WINNABLE, Verdict.UNWINNABLE])
def test_no_door_tells_of_a_kept_answer_about_a_deck_with_which_there_is_no_help(
    visit: Visit, host: Host, verdict: Verdict
) -> None:
    own = host.today.deck
    built = built_around(FORTRESS.rules, replay(FORTRESS.rules, own, FORTRESS.line[:40]), Random(1))
    for deck in (cycled(own, list(range(5))), built):
        before = {name: through(door, visit, "fortress", deck) for name, door in DOORS.items()}
        answered(visit, "fortress", deck, verdict)
        for name, door in DOORS.items():
            assert through(door, visit, "fortress", deck) == before[name], name


@pytest.mark.usefixtures("_hurried")
def test_no_door_tells_whether_an_event_is_open_that_shares_only_what_nobody_sees(
    client: TestClient, database_url: str, host: Host
) -> None:
    """A server without the event answers like one that has it, and all that it has worked out for it."""
    visitor = arrived(client, database_url)
    decks = {"stonewall": seen_otherwise(STONEWALL.deck), "stronghold": shuffled(5)}
    asked = [(name, slug) for name in DOORS for slug in decks]
    # What somebody asks for here stays, so the second round is the one to compare.
    for _ in range(2):
        before = {(name, slug): through(DOORS[name], visitor, slug, decks[slug]) for name, slug in asked}
    host.choose(STONEWALL)
    host.choose(known_win("stronghold"))
    for name, slug in asked:
        assert through(DOORS[name], visitor, slug, decks[slug]) == before[name, slug], (name, slug)


@pytest.mark.usefixtures("_hurried")
def test_a_way_to_win_is_compared_before_it_is_shown(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may lead through a position of an open event, although nothing that was asked about does."""
    win = next(one for one in WINS if one.slug == "stronghold" and one.options == {"cell": "none"})
    far = replay(win.rules, win.deck, win.line[:70])
    monkeypatch.setattr(secrecy, "is_descended", lambda *sent: far in sent[-1].positions)
    doors = [
        *(REFUSING["POST", f"/sessions/{{session_id}}/{name}"] for name in ("hints", "outlook")),
        *(REFUSING["GET", f"/sessions/{{session_id}}/{name}"] for name in ("advice", "review/way")),
    ]
    assert all(door(visit, win.slug, win.deck).status_code != 403 for door in doors)
    answered(visit, win.slug, win.deck, Verdict.WINNABLE, *win.line)
    assert all(door(visit, win.slug, win.deck).status_code == 403 for door in doors)


def test_what_is_worked_out_for_an_event_is_not_among_the_answers_that_questions_find() -> None:
    """Deals of days, races and tournaments are found and proved by other modules, which keep them elsewhere."""
    writing = {
        str(path.relative_to(APP)) for path in APP.rglob("*.py") if re.search(r"\w\.store_answer\b", path.read_text())
    }
    asked = {"play/solving/worker.py", "features/study/answering.py", "features/puzzles/mining.py"}
    # What is left of a way that such a question found.
    asked |= {"features/study/service/advice.py"}
    # These two do so for days that are over and for lost games, after asking `check_help_with`.
    assert writing == asked | {"features/daily/storytelling.py", "play/service/judging.py"}
