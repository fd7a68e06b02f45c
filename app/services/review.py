"""Looking back over a game: where it could be won, and the moves after which it no longer could.

What was played is a tree: undo goes back, another move begins a branch. Few of its positions need a solver. What
follows a lost position is lost, and what comes before a position that can be won can be won.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sqlalchemy import Connection

from app.refusals import Impossible
from app.services import questions
from app.services.log import record_after, steps
from app.services.questions import Judgement, Kind, Verdict
from app.services.rulebook import rules_of
from app.services.secrecy import check_help
from app.services.sessions import own
from app.store import questions as store
from app.store import sessions
from app.store.sessions import Session
from engine.moves import Move
from engine.position import Position, snapshot
from engine.record import Do, Status
from engine.rules import Rules

PATIENCE_MS = 15 * 60_000
"""How long a review stays wanted."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A position of the game as it was played, after one entry of the log; the first one is the deal."""

    at: str
    """Its snapshot."""
    position: Position
    by: Move | None
    """The move that led to it; None for the deal and where moves were taken back or made again."""
    made_from: str
    """The snapshot before that move; empty where there is none."""


@dataclass(frozen=True, slots=True)
class Turning:
    """A move after which the game could no longer be won."""

    stop: int
    """The stop before it."""
    move: Move
    last: int
    """The stop from which on that is proved; the next one unless positions between are undecided."""


@dataclass(frozen=True, slots=True)
class Review:
    """A game looked back over, as far as it is done."""

    session: Session
    rules: Rules
    stops: list[Stop]
    judged: Mapping[str, Verdict]
    """What is known by now, by snapshot."""
    lines: Mapping[str, tuple[Move, ...]]
    """Ways to win, by the snapshot of the position they begin in."""
    open: int
    """Positions of which nothing is known yet."""
    asked: bool
    """Whether solvers are at work on it or to be."""

    @property
    def turnings(self) -> list[Turning]:
        """Give the moves that lost what could be won, in the order in which they were made."""
        return list(_turnings(self.stops, self.judged))


def stops_of(connection: Connection, session: Session) -> list[Stop]:
    """Give the positions of a game as it was played, one for each entry of its log but a giving up."""
    rules, dealt = rules_of(session.game, session.options), record_after(session, ()).position
    stops = [Stop(snapshot(rules, dealt), dealt, None, "")]
    for step in steps(connection, session):
        if step.deed.do is not Do.GIVE_UP:
            made = step.deed.move
            stops.append(Stop(snapshot(rules, step.after), step.after, made, stops[-1].at if made else ""))
    return stops


def begin(connection: Connection, session_id: str, player_id: str | None, now: int) -> None:
    """Have a finished game looked back over.

    Raises:
        NotFound, NotYours, Impossible, Withheld, TooMany: also for a game that is not over.
    """
    session = _over(connection, session_id, player_id, now)
    questions.ask(connection, Kind.REVIEW, _about(session), session.player_id, now, PATIENCE_MS)


def look(connection: Connection, session_id: str, player_id: str | None, now: int) -> Review:
    """Give the review of a finished game as far as it is done.

    Raises:
        NotFound, NotYours, Impossible, Withheld: also for a game that is not over.
    """
    return read(connection, _over(connection, session_id, player_id, now))


def read(connection: Connection, session: Session) -> Review:
    """Give the review of a session as far as it is done."""
    rules, stops = rules_of(session.game, session.options), stops_of(connection, session)
    kept = _kept(connection, session, stops)
    judged = _known(session, stops, kept)
    lines = {at: judgement.line for at, judgement in kept.items() if judgement.line}
    asked = store.is_pending(connection, questions.key(Kind.REVIEW, _about(session)))
    return Review(session, rules, stops, judged, lines, len({stop.at for stop in stops} - judged.keys()), asked)


def next_to_judge(connection: Connection, session_id: str) -> tuple[Session, str] | None:
    """Give a session with the position to be judged next for its review; None when all is known.

    The deal comes first, then always the middle of what is open, so that most of the rest follows; and at last the
    positions before the moves that lost the game, of which a way to win is wanted.
    """
    session = sessions.find(connection, session_id)
    if session is None:
        return None
    stops = stops_of(connection, session)
    kept = _kept(connection, session, stops)
    judged = _known(session, stops, kept)
    if unknown := [stop.at for stop in stops if stop.at not in judged]:
        return session, stops[0].at if stops[0].at in unknown else unknown[len(unknown) // 2]
    lost_from = (stops[turning.stop].at for turning in _turnings(stops, judged))
    wayless = next((at for at in lost_from if at not in kept), None)
    return (session, wayless) if wayless else None


def _over(connection: Connection, session_id: str, player_id: str | None, now: int) -> Session:
    session = own(connection, session_id, player_id)
    if not Status(session.status).finished:
        raise Impossible("A game can be looked back over when it is over.")
    check_help(connection, session, now)
    return session


def _about(session: Session) -> questions.Subject:
    return session.game, session.options, session.id


def _kept(connection: Connection, session: Session, stops: list[Stop]) -> dict[str, Judgement]:
    """Give the judgements that solvers gave, by snapshot."""
    names = {questions.key(Kind.JUDGE, (session.game, session.options, stop.at)): stop.at for stop in stops}
    kept = store.answers_to(connection, list(names))
    return {names[name]: questions.read_judgement(words) for name, words in kept.items()}


def _known(session: Session, stops: list[Stop], kept: Mapping[str, Judgement]) -> dict[str, Verdict]:
    """Give every verdict that was given or follows from those that were."""
    judged = {at: judgement.verdict for at, judgement in kept.items()}
    if session.status == Status.WON:
        judged[stops[-1].at] = Verdict.WINNABLE
    return _inferred(stops, judged)


def _inferred(stops: list[Stop], judged: dict[str, Verdict]) -> dict[str, Verdict]:
    made = [stop for stop in stops if stop.by]
    for stop in made:
        if judged.get(stop.made_from) is Verdict.UNWINNABLE:
            judged[stop.at] = Verdict.UNWINNABLE
    for stop in reversed(made):
        if judged.get(stop.at) is Verdict.WINNABLE:
            judged[stop.made_from] = Verdict.WINNABLE
    return judged


def _turnings(stops: list[Stop], judged: Mapping[str, Verdict]) -> Iterator[Turning]:
    seen: set[str] = set()
    for place, stop in enumerate(stops):
        before = judged.get(stop.made_from)
        if stop.by is None or stop.at in seen or before is not Verdict.WINNABLE:
            continue
        seen.add(stop.at)
        if judged.get(stop.at) is Verdict.UNWINNABLE:
            yield Turning(place - 1, stop.by, place)
        elif judged.get(stop.at) is Verdict.UNDECIDED and (last := _lost_by(stops, judged, place)):
            yield Turning(place - 1, stop.by, last)


def _lost_by(stops: list[Stop], judged: Mapping[str, Verdict], place: int) -> int | None:
    """Give the stop at which what became undecided at `place` is lost, if the player went on to one."""
    for later in range(place + 1, len(stops)):
        verdict = judged.get(stops[later].at)
        if stops[later].by is None or verdict is Verdict.WINNABLE:
            return None
        if verdict is Verdict.UNWINNABLE:
            return later
    return None
