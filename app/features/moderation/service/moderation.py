"""What moderators decide about names and results. A log keeps each decision, and moderators can take it back.

A player with a new name or a hidden result plays on, reads the decision, and can appeal. Only a closed account lets
nobody in, until somebody opens it again.
If two moderators decide at once, or one decides on an outdated page, the second call changes nothing and returns None.
"""

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection

from app.core.refusals import Impossible, NotFound
from app.core.store.ids import new_id
from app.core.typed import read_line
from app.features.moderation.rows import moderation, reports, titles
from app.features.moderation.rows.reports import Report
from app.features.moderation.rows.titles import ReportedTitle
from app.features.moderation.service import reports as reporting
from app.features.moderation.values import LONGEST_REASON, MOST_APPEALS, Appeal, Decision, DecisionKind
from app.people.names import chosen_name, neutral_name, skeleton
from app.people.rows import accounts as people
from app.people.rows import players, resting
from app.people.service import accounts
from app.people.service.naming import rename_everywhere
from app.people.titles import titled
from app.people.venues import Venue
from app.people.visitors import Visit
from app.play.between import JUDGED

MOST_DECISIONS, MOST_TOLD, MOST_TITLES = 100, 20, 60
_DRAWS = 20
"""How many neutral names to draw until one is free; the first nearly always is."""
_TOLD = (DecisionKind.RENAME, DecisionKind.RETITLE, DecisionKind.HIDE, DecisionKind.SIGN_OUT, DecisionKind.CLOSE)
_NO_DECISION = "There is no such decision."


@dataclass(frozen=True, slots=True)
class Moderator:
    """Who decides, when and why."""

    name: str
    now: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DecisionSubject:
    """The player whom a decision is about, and which of their results or venues."""

    player_id: str
    session_id: str | None = None
    venue: Venue | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """A decision with the appeals of the player whom it is about."""

    decision: Decision
    name: str | None
    """The player's name now; None without an account."""
    appeals: list[Appeal]

    @property
    def open_appeal(self) -> Appeal | None:
        """The appeal that waits for an answer."""
        return next((one for one in self.appeals if one.answered_at is None), None)

    @property
    def can_appeal(self) -> bool:
        """Whether the player may appeal."""
        undone = self.decision.undone_at is not None
        return not undone and self.open_appeal is None and len(self.appeals) < MOST_APPEALS


@dataclass(frozen=True, slots=True)
class Cases:
    """What waits for a moderator, and the latest decisions."""

    appeals: list[tuple[Appeal, Case]]
    names: list[Report]
    reported_titles: list[ReportedTitle]
    """The reported names of venues."""
    decided: list[Case]


def read_reason(text: str) -> str:
    """Read a moderator's reason; raise `Malformed`."""
    return read_line(text, LONGEST_REASON, "A reason")


def cases(connection: Connection) -> Cases:
    """Return what waits for a moderator, and the latest decisions; this is for the lane of heavy reads."""
    waiting = moderation.open_appeals(connection, MOST_DECISIONS)
    about = {one.decision_id: moderation.find(connection, one.decision_id) for one in waiting}
    appealed = {one.decision.id: one for one in _cases(connection, [one for one in about.values() if one])}
    return Cases(
        [(one, appealed[one.decision_id]) for one in waiting],
        reporting.reports(connection),
        titles.reports(connection, MOST_TITLES),
        _cases(connection, moderation.latest(connection, MOST_DECISIONS)),
    )


def dismiss(connection: Connection, player_id: str, until: int, by: Moderator) -> Decision | None:
    """Let a reported name stay, and settle the reports up to a time; return None if there are none."""
    players.hold(connection, player_id)
    if not reports.count_reports(connection, player_id, until):
        return None
    decided = decide(
        connection, by, DecisionKind.DISMISS, DecisionSubject(player_id), before=_name_of(connection, player_id) or ""
    )
    reports.settle_reports(connection, player_id, decided.id, until)
    return decided


def rename(connection: Connection, player_id: str, seen: str, name: str, by: Moderator) -> Decision | None:
    """Rename a player, to a neutral name if `name` is empty; return None if the name is no longer the one seen.

    Raises:
        Impossible: the new name is taken.
    """
    players.hold(connection, player_id)
    if _name_of(connection, player_id) != seen:
        return None
    given = _rename(connection, player_id, name)
    rename_everywhere(connection, player_id, seen, given)
    resting.rest(connection, skeleton(chosen_name(seen)), by.now)
    decided = decide(connection, by, DecisionKind.RENAME, DecisionSubject(player_id), before=seen, after=given)
    reports.settle_reports(connection, player_id, decided.id, by.now)
    return decided


def sign_out(connection: Connection, player_id: str, seen: str, by: Moderator) -> Decision | None:
    """Sign a player out everywhere; return None if the name is no longer the one seen."""
    players.hold(connection, player_id)
    if _name_of(connection, player_id) != seen:
        return None
    accounts.end_visits(connection, player_id)
    return decide(connection, by, DecisionKind.SIGN_OUT, DecisionSubject(player_id), before=seen)


def close(connection: Connection, player_id: str, seen: str, by: Moderator) -> Decision | None:
    """Close a player's account; return None if it is closed, or the name is no longer the one seen."""
    players.hold(connection, player_id)
    account = people.find(connection, player_id)
    if account is None or account.name != seen or account.closed_at is not None:
        return None
    accounts.close(connection, player_id, by.now)
    return decide(connection, by, DecisionKind.CLOSE, DecisionSubject(player_id), before=seen)


def reopen(connection: Connection, player_id: str, by: Moderator) -> Decision | None:
    """Take back the last closing of a player's account; return None if somebody has done so, or it never was closed."""
    last = moderation.about_player(connection, player_id, (DecisionKind.CLOSE,), 1)
    return undo(connection, last[0].id, by) if last and last[0].undone_at is None else None


def undo(connection: Connection, decision_id: str, by: Moderator) -> Decision | None:
    """Take a decision back; return None if somebody has already done so.

    Raises:
        NotFound, Impossible: there is no such decision, or what it changed has been changed again since.
    """
    taken_back = moderation.find(connection, decision_id)
    if taken_back is None or taken_back.kind is DecisionKind.UNDO:
        raise NotFound(_NO_DECISION)
    if taken_back.session_id:
        for each in JUDGED:
            each.hold(connection, taken_back.session_id)
    players.hold(connection, taken_back.player_id)
    at = _at(connection, taken_back.player_id, by)
    whom, which = taken_back.player_id, taken_back.session_id
    venue = taken_back.venue
    undoing = Decision(
        new_id(by.now), at, by.name, DecisionKind.UNDO, whom, which, "", "", by.reason, taken_back.id, venue
    )
    later = moderation.about_sessions(connection, [taken_back.session_id]) if taken_back.session_id else {}
    if later and taken_back.id not in {one.id for one in later.values()} and taken_back.undone_at is None:
        raise Impossible("Somebody has decided something else about this result since then; take that back first.")
    if taken_back.undone_at is not None or not moderation.add(connection, undoing):
        return None
    _UNDOING[taken_back.kind](connection, taken_back)
    return undoing


def about_player(connection: Connection, player_id: str) -> list[Case]:
    """List the decisions that changed something for a player, the latest first."""
    return _cases(connection, moderation.about_player(connection, player_id, _TOLD, MOST_TOLD))


def appeal(connection: Connection, visit: Visit | None, decision_id: str, text: str, now: int) -> None:
    """Appeal against a decision about oneself.

    Raises:
        SignedOut, NotFound, Impossible: the visitor has no account or no such decision, it is taken back, an appeal
            waits already, or there were too many.
    """
    account = accounts.own(connection, visit)
    found = moderation.find(connection, decision_id)
    if found is None or found.player_id != account.player_id or found.kind not in _TOLD:
        raise NotFound(_NO_DECISION)
    (case,) = _cases(connection, [found])
    added = Appeal(new_id(now), decision_id, account.player_id, text, now)
    if not (case.can_appeal and moderation.add_appeal(connection, added)):
        raise Impossible("You can’t appeal against this again.")


def answer(connection: Connection, appeal_id: str, text: str, by: Moderator) -> Appeal | None:
    """Answer an appeal with a sentence; return None if somebody has already done so. Raise `NotFound`."""
    found = moderation.find_appeal(connection, appeal_id)
    if found is None:
        raise NotFound("There is no such appeal.")
    return found if moderation.answer(connection, appeal_id, text, by.now) else None


def grant(connection: Connection, appeal_id: str, text: str, by: Moderator) -> Appeal | None:
    """Answer an appeal and take its decision back; return None if it is answered. Raise as `answer` and `undo` do."""
    granted = answer(connection, appeal_id, text, by)
    if granted:
        undo(connection, granted.decision_id, by)
    return granted


def decide(
    connection: Connection, by: Moderator, kind: DecisionKind, about: DecisionSubject, before: str, after: str = ""
) -> Decision:
    """Write a decision about a held player to the log, and return it."""
    decided = Decision(
        new_id(by.now), _at(connection, about.player_id, by), by.name, kind, about.player_id, about.session_id,
        before, after, by.reason, venue=about.venue,
    )  # fmt: skip
    moderation.add(connection, decided)
    return decided


def _at(connection: Connection, player_id: str, by: Moderator) -> int:
    """Return the time of a decision about a held player: later than all earlier decisions about the same player."""
    return max(by.now, moderation.last_at(connection, player_id) + 1)


def _rename(connection: Connection, player_id: str, name: str) -> str:
    """Rename a player, to a neutral name if `name` is empty; return the new name."""
    for draw in range(_DRAWS):
        given = name or neutral_name()
        try:
            with connection.begin_nested():
                return accounts.name_player(connection, player_id, given)
        except Impossible:
            if name or draw + 1 == _DRAWS:
                raise
    raise AssertionError


def _name_of(connection: Connection, player_id: str) -> str | None:
    account = people.find(connection, player_id)
    return account.name if account else None


def _cases(connection: Connection, decisions: list[Decision]) -> list[Case]:
    appeals = moderation.appeals_against(connection, [one.id for one in decisions])
    names = moderation.names(connection, {one.player_id for one in decisions})
    return [Case(one, names.get(one.player_id), appeals.get(one.id, [])) for one in decisions]


def _undo_dismissal(connection: Connection, decision: Decision) -> None:
    titles.reopen_reports(connection, decision.id)
    reports.reopen_reports(connection, decision.id)


def _undo_renaming(connection: Connection, decision: Decision) -> None:
    if _name_of(connection, decision.player_id) != decision.after:
        raise Impossible("The player has a different name now, or has deleted the account.")
    resting.end(connection, skeleton(chosen_name(decision.before)))
    _rename(connection, decision.player_id, decision.before)
    rename_everywhere(connection, decision.player_id, decision.after, decision.before)
    reports.reopen_reports(connection, decision.id)


def _undo_retitling(connection: Connection, decision: Decision) -> None:
    venue, before, after = decision.venue, decision.before, decision.after
    those = titled(venue) if venue else None
    if not (venue and those and before and those.retitle(connection, venue.code, after, before)):
        raise Impossible("It has a different name now or no longer exists, or its player has deleted the account.")
    resting.end(connection, skeleton(decision.before))
    titles.reopen_reports(connection, decision.id)


def _put_back(connection: Connection, decision: Decision) -> None:
    assert decision.session_id is not None
    for each in JUDGED:
        if decision.kind in each.kinds:
            each.put_back(connection, decision.session_id, decision.before)


def _undo_closing(connection: Connection, decision: Decision) -> None:
    if _name_of(connection, decision.player_id) is None:
        raise Impossible("The account has been deleted.")
    accounts.reopen(connection, decision.player_id)


def _undo_signing_out(_connection: Connection, _decision: Decision) -> None:
    raise Impossible("There is nothing to take back: the player signs in again with the password.")


_UNDOING: dict[DecisionKind, Callable[[Connection, Decision], None]] = {
    DecisionKind.DISMISS: _undo_dismissal,
    DecisionKind.RENAME: _undo_renaming,
    DecisionKind.RETITLE: _undo_retitling,
    DecisionKind.SIGN_OUT: _undo_signing_out,
    DecisionKind.CLOSE: _undo_closing,
    DecisionKind.HIDE: _put_back,
    DecisionKind.SHOW: _put_back,
    DecisionKind.CLEAR: _put_back,
}
