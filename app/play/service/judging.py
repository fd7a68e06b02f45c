"""Judge the deals of lost games, so statistics can set apart the deals that nobody can win.

A walk through the games that players gave up, a page at a time, puts their deals in a queue. An idle solver judges one
after another, each deal once. We keep the verdicts for good, because the server deletes the solvers' answers in time.
"""

from sqlalchemy import Connection

from app.core.bounds import DEALS_JUDGED_A_DAY
from app.play.rows import judging
from app.play.rows import questions as answers
from app.play.rows.judging import WaitingDeal
from app.play.service import questions
from app.play.service.secrecy import check_help_with
from app.play.values.question import Kept, QuestionKind, QuestionSubject
from engine.asking import Verdict
from engine.caching import cached
from engine.deals import Deck
from engine.descent import DealQuery
from engine.position import deal, snapshot
from engine.rules import Variant

A_PAGE = 50
"""How many games one piece of work walks past."""
LAG_MS = 60_000
"""The walk reaches a game only this long after it was given up: several servers do not commit in order of time."""
WITHHELD_MS = 3_600_000
"""How long to wait before checking again whether the event on a deal is over."""
DAY_MS = 24 * 3_600_000


def walk_on(connection: Connection, now: int) -> tuple[tuple[int, str], list[judging.Lost]]:
    """Return where the walk through the lost games stands, and the next page of them."""
    place = judging.place(connection)
    return place, judging.next_lost(connection, place, now - LAG_MS, A_PAGE)


def let_wait(connection: Connection, place: tuple[int, str], page: list[judging.Lost], now: int) -> None:
    """Queue the deals of a page that nobody has judged or queued yet."""
    if not judging.move_on(connection, place, (page[-1].changed_at, page[-1].id)):
        # Another worker has done this page.
        return
    named = {deal_key(one.variant, one.deck): one for one in page}
    for key in named.keys() - judging.known_keys(connection, list(named)):
        lost = named[key]
        judging.add(connection, WaitingDeal(key, lost.variant, lost.deck), now)


def may_go_on(connection: Connection, now: int) -> bool:
    """Return whether more deals may be judged today."""
    return judging.count_judged_since(connection, now - DAY_MS) < DEALS_JUDGED_A_DAY


def answer_to(connection: Connection, waiting: WaitingDeal, now: int) -> Kept | None:
    """Return what solvers answered about a deal if somebody has asked; None if nobody has.

    This reads all open events, so keep it out of writes.

    Raises:
        Withheld: an open event is played on it, or on one near it.
    """
    check_help_with(connection, DealQuery(waiting.variant.rules, waiting.deck, ()), None, now)
    return answers.answer_to(connection, waiting.key)


def put_off(connection: Connection, waiting: WaitingDeal, now: int) -> None:
    """Put off a withheld deal until the event may be over."""
    judging.put_off(connection, waiting.key, now + WITHHELD_MS)


def dealt_snapshot(variant: Variant, deck: Deck) -> str:
    """Return the position that a deal begins with, as a snapshot."""
    return snapshot(variant.rules, deal(variant.rules, deck))


def keep(connection: Connection, waiting: WaitingDeal, answer: Kept, now: int) -> None:
    """Keep a solver's answer about a deal, and its verdict for good."""
    answers.store_answer(connection, waiting.key, answer, now)
    judging.store_verdict(connection, waiting.key, answer.verdict, now)


def unwinnable(connection: Connection, keys: list[str]) -> set[str]:
    """Return the keys, among these, of deals that nobody can win."""
    return _with_verdict(connection, keys, Verdict.UNWINNABLE)


def winnable(connection: Connection, keys: list[str]) -> set[str]:
    """Return the keys, among these, of deals that a solver has found a way to win."""
    return _with_verdict(connection, keys, Verdict.WINNABLE)


@cached(5_000)
def deal_key(variant: Variant, deck: Deck) -> str:
    """Return the key of the question of whether a deal can be won."""
    return questions.key(QuestionKind.JUDGE, QuestionSubject(variant, dealt_snapshot(variant, deck)))


def verdicts(connection: Connection, keys: list[str]) -> dict[str, str]:
    """Return the known verdicts on deals, by their keys; deals that no solver has searched are left out."""
    judged = judging.verdicts(connection, keys)
    asked = answers.answers_to(connection, [key for key in keys if key not in judged])
    return judged | {key: kept.verdict for key, kept in asked.items()}


def _with_verdict(connection: Connection, keys: list[str], wanted: Verdict) -> set[str]:
    return {key for key, verdict in verdicts(connection, keys).items() if verdict == wanted}
