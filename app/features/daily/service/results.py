"""How an attempt at a daily ends, and how results rank.

Tiers, by steps against par (the shortest winning line found):

    0   at par or under it
    1   up to a tenth over it
    2   up to a quarter over it
    3   solved
    4   not solved

Everybody in the top tier shares rank 1. Below it, fewer steps come first, then less time; unsolved attempts rank by
the cards they brought home. If cards lie face down, par is unfair, because it comes from seeing them all. Then the
tiers come from the day's field when the day closes: from the steps that the best tenth, quarter and half needed.
Until then, everybody who solved it is in tier 3.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from sqlalchemy import Connection

from app.features.daily.rows import attempts, boards, dailies
from app.features.daily.rows.boards import DailyBoard
from app.features.daily.service import standings
from app.features.daily.service.calendar import closes_at
from app.features.daily.values.daily import Daily, DailyAttempt
from app.people.rows import accounts
from app.play.rows import entries, help_given
from app.play.service.log import link, record_after
from app.play.service.suspicion import pace
from app.play.values.session import Entry, Session
from engine.cards import CARDS
from engine.moves import Move
from engine.position import cards_home
from engine.record import Status
from engine.rules import Game

NEW_ACCOUNT_MS = 7 * 24 * 3_600_000
"""An account counts as new for this long after it was made."""
TOP, SOLVED, UNSOLVED = 0, 3, 4
_OVER_PAR = ((0, 100), (1, 110), (2, 125))
"""Tiers with the most steps they allow, in hundredths of par."""
_OF_FIELD = ((0, 10), (1, 25), (2, 50))
"""Tiers with the share of solvers that they and better tiers hold, in hundredths."""
_TIER_SHIFT, _STEPS_SHIFT = 48, 32


def end(connection: Connection, session: Session, at: int) -> None:
    """Store the result of an attempt that ends at the time `at`, with its session as it is now.

    Anything after the day's closing does not count.
    """
    begun = attempts.find(connection, session.id)
    if begun is None or begun.ended_at is not None:
        return
    daily = dailies.find(connection, begun.day, begun.game)
    assert daily is not None
    closing = closes_at(begun.day)
    stood = _as_it_was(connection, session, closing)
    solved = stood.status == Status.WON
    hints = help_given.count(connection, session.id)
    ended = replace(
        begun,
        ended_at=min(at, closing),
        solved=solved,
        first_solve=solved and not begun.bot and _is_first_solve(connection, begun),
        tier=_tier(daily, stood) if solved else UNSOLVED,
        steps=stood.steps,
        home=cards_home(session.variant.rules, stood.position),
        ms=min(at, closing) - begun.started_at,
        undos=stood.undos,
        hints=hints,
        assisted=hints > 0 or _has_peeked(connection, session),
        held=solved and begun.ranked and bool(reasons_to_hold(connection, begun, daily)),
    )
    ended = replace(ended, score=score(ended))
    if attempts.end(connection, ended):
        boards.count_in(connection, ended)


def list_solved(connection: Connection, player_id: str) -> None:
    """Put what somebody solved as a guest on the boards of solvers, now that they have an account."""
    solved = attempts.list_solved(connection, player_id)
    listed = {(one.day, one.game) for one in solved if one.first_solve}
    changed_on = set[date]()
    for one in solved:
        if not one.bot and (one.day, one.game) not in listed:
            listed.add((one.day, one.game))
            changed = replace(one, first_solve=True)
            attempts.change(connection, changed)
            boards.count_in(connection, changed)
            changed_on.add(one.day)
    standings.recount(connection, player_id, changed_on)


def reasons_to_hold(connection: Connection, begun: DailyAttempt, daily: Daily) -> list[str]:
    """Return reasons, in words, for a person to look at a result before it counts; usually none."""
    account = accounts.find(connection, begun.player_id)
    if account is None:
        return []
    log = entries.all_of(connection, begun.session_id)
    return suspicions(begun, log, daily.lines[begun.variant], account.made_at)


def suspicions(begun: DailyAttempt, log: list[Entry], line: Sequence[Move], account_made_at: int) -> list[str]:
    """Return in words what looks wrong about an attempt that solved a daily; usually nothing.

    `line` is the way to win that the server knew.
    """
    found = pace(log, begun.started_at)
    if tuple(entry.move for entry in log) == tuple(line) and begun.started_at - account_made_at < NEW_ACCOUNT_MS:
        found.append("a new account played the very line that the server knew")
    return found


def score(ended: DailyAttempt) -> int:
    """Return the number by which a result ranks; the lowest is the best.

    >>> from engine.games import variant_of
    >>> day, fortress = date(2026, 11, 20), variant_of("fortress", "")
    >>> best = DailyAttempt("", day, fortress, "", 1, True, 0, 1, solved=True, tier=0, steps=90, ms=5)
    >>> score(best), score(replace(best, tier=1)) > 0
    (0, True)
    """
    match ended.tier:
        case 0:
            return 0
        case 4:
            return UNSOLVED << _TIER_SHIFT | (len(CARDS) - ended.home) << _STEPS_SHIFT
        case tier:
            return tier << _TIER_SHIFT | min(ended.steps, 0xFFFF) << _STEPS_SHIFT | min(ended.ms, 0xFFFFFFFF)


def tier_of(part: int) -> int:
    """Return the tier of a score from its upper part, by which boards count scores.

    >>> from app.features.daily.rows.boards import PART_BITS
    >>> tier_of(3 << _TIER_SHIFT - PART_BITS | 94)
    3
    """
    return part << boards.PART_BITS >> _TIER_SHIFT


def tiers(connection: Connection, day: date, game: Game, board: DailyBoard) -> list[int]:
    """Count the results on a board of a daily by tier, the best one first."""
    counts = [0] * (UNSOLVED + 1)
    for part, size in boards.parts(connection, day, game, board):
        counts[tier_of(part)] += size
    return counts


def steps_allowed(connection: Connection, daily: Daily) -> list[tuple[int, int]]:
    """Return the tiers of a daily with the most steps they allow; empty unless they come from the field.

    The field is the ranked first tries or, if none of these solved it, everybody who did.
    """
    solved = attempts.find_solved(connection, daily.day, daily.game)
    if solved is None or not solved.variant.rules.face_down_rows:
        return []
    return steps_of_field(attempts.field_steps(connection, daily.day, daily.game))


def rank(connection: Connection, one: DailyAttempt, allowed: Sequence[tuple[int, int]]) -> None:
    """Put an attempt that solved a daily into the tier for its steps, also on the boards."""
    changed = replace(one, tier=next((tier for tier, most in allowed if one.steps <= most), SOLVED))
    changed = replace(changed, score=score(changed))
    if changed != one:
        boards.count_in(connection, one, -1)
        attempts.change(connection, changed)
        boards.count_in(connection, changed)


def steps_of_field(needed: list[int]) -> list[tuple[int, int]]:
    """Return the tiers with the most steps they allow, from the steps that the solvers in the field needed.

    >>> steps_of_field(list(range(101, 121)))
    [(0, 102), (1, 105), (2, 110)]
    """
    ordered = sorted(needed)
    return [(tier, ordered[-(-len(ordered) * share // 100) - 1]) for tier, share in _OF_FIELD]


def _as_it_was(connection: Connection, session: Session, before: int) -> Session:
    """Return a session as it was before a time."""
    if session.changed_at < before:
        return session
    kept = [entry for entry in entries.all_of(connection, session.id) if entry.at < before]
    stood = record_after(session, (entry.deed for entry in kept))
    return session._replace(position=stood.position, status=stood.status, steps=stood.steps, undos=stood.undos)


def _tier(daily: Daily, session: Session) -> int:
    if session.variant.rules.face_down_rows:
        return SOLVED
    aim = len(daily.lines[session.variant])
    return next((tier for tier, share in _OVER_PAR if session.steps * 100 <= aim * share), SOLVED)


def _is_first_solve(connection: Connection, begun: DailyAttempt) -> bool:
    """Return whether the player has an account, and is not yet listed among those who solved the daily."""
    others = attempts.of_player(connection, begun.player_id, begun.day, begun.game)
    return accounts.find(connection, begun.player_id) is not None and not any(one.first_solve for one in others)


def _has_peeked(connection: Connection, session: Session) -> bool:
    """Return whether an undo took back a move that had turned up a card, which the player has known since."""
    if not session.variant.rules.face_down_rows:
        return False
    known = entries.undos_turned(connection, session.id)
    if None in known:
        # The undo is from before entries were linked.
        link(connection, session)
        known = entries.undos_turned(connection, session.id)
    return True in known
