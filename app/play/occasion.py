"""What a session is played for decides more than its rules: what follows a turn, who may see it, what pages say.

`Occasion` is what holds for ordinary play. A feature whose sessions have an event overrides what differs, in its module
`occasion.py`, and nothing below the features knows its name. What a feature shows beside a table is a matter for its
companion (`app/play/companions.py`).

After every turn, whoever waits for it hears of it; the topics of that news are named here.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from msgspec import json
from sqlalchemy import Connection

from app.core.slots import Slot
from app.play.values.event import Event, LeftOut
from app.play.values.session import Session, Turn
from app.play.values.shelf import Proof

if TYPE_CHECKING:
    from app.web.server import Server

E = TypeVar("E", bound=Event)


class OccasionWords(NamedTuple):
    """How pages speak of a session's occasion."""

    dealt: str
    """Which deal it is on, as in “deal 5” or “daily of 20 November”."""
    link: str = ""
    """The address of the event's page; empty for ordinary play."""
    link_words: str = ""
    """The words of the link to that address."""
    noun: str = "event"
    """What the event is, as in “About this race”."""
    game: str = "game"
    """What is played, as in “Give up this game”."""
    stopped: str = "This game was given up"
    """The title of the end of a game that was not won."""
    titled: bool = False
    """Whether the title of the table leads to the event's page."""
    again: str = ""
    """The address that a form asks for another try without rank while the event is open; empty if there is none."""


class EventStanding(NamedTuple):
    """How an event stands for somebody who comes back to an unfinished session of it."""

    over: bool = False
    """Whether nothing that is still played counts for the event."""
    words: str = ""
    """What has happened meanwhile, and what there is to do; empty if there is nothing to say."""


class EventOutcome(NamedTuple):
    """How an event came out for the player of one of its sessions."""

    words: str
    """What is said in place of how the game ended, as in “Race against Ada: won”."""
    link: str
    """The address of the event's page."""


class Meaning(NamedTuple):
    """What the end of a game means for its event, a line each."""

    lines: tuple[str, ...] = ()
    has_feat: bool = False
    """Whether the first line is worth a mark, as par is."""


class Counted(NamedTuple):
    """A finished game as its event counts it, which may be before its last moves."""

    name: str
    """The event, as in “daily 20 Nov”."""
    won: bool
    steps: int
    home: int
    """Cards on the foundations."""
    undos: int
    par: int | None
    """Steps of the shortest winning line known; None if none is."""
    attempt: int
    """Which attempt it was, from 1."""
    link: str
    """The address where others play the same deal."""
    link_words: str


class Occasion(Generic[E]):
    """What a session is played for; this class is ordinary play, and the ground for all events."""

    event: type[E]

    def played(self, connection: Connection, session: Session) -> None:
        """Do what follows a turn in the same transaction; `session` is as the turn has left it."""

    async def tell(self, serving: "Server", turn: Turn) -> None:
        """Tell whoever waits for a turn of its sessions, once it is stored."""

    def words(self, session: Session) -> OccasionWords:
        """Return how pages speak of it."""
        return OccasionWords(f"deal {session.deal}" if session.deal else "hand-made deal")

    def giving_up(self, connection: Connection, session: Session, now: int) -> str:
        """Return a sentence about what giving the session up means; nothing undoes it."""
        return (
            "This ends the game for good; once you have made a move, it counts as not won. You can also leave it for "
            "later: unfinished games are saved in your history."
        )

    def ends(self, connection: Connection, session: Session) -> list[tuple[int, str]]:
        """Return what a table says from which time on, because the event ends while the game goes on."""
        return []

    def counts_until(self, connection: Connection, session: Session) -> int | None:
        """Return the time from which on no move of a session counts for the event; None if it is unknown."""
        return None

    def standing(self, connection: Connection, session: Session, now: int) -> EventStanding:
        """Return how the event stands for an unfinished session."""
        until = self.counts_until(connection, session)
        said = [words for at, words in self.ends(connection, session) if at <= now]
        return EventStanding(until is not None and now >= until, said[-1] if said else "")

    def time_shown(self, connection: Connection, session: Session, now: int) -> int:
        """Return the time that a session's table shows, in milliseconds: as its result has it, and else as played."""
        event = session.event
        if event is None or not event.timed_from_deal or session.sealed or not session.status.finished:
            return session.time_at(now)
        until = self.counts_until(connection, session)
        return session.played_ms if until is None or session.changed_at >= until else session.since_deal(now)

    def proof(self, connection: Connection, session: Session) -> Proof | None:
        """Return how its deal is proved winnable, as the event's own page says; None if it is not."""
        return None

    def counted(self, connection: Connection, session: Session) -> Counted | None:
        """Return a finished session as the event counts it; None if it counts no differently from other games."""
        return None

    def outcomes(self, connection: Connection, sessions: Sequence[Session]) -> Mapping[str, EventOutcome]:
        """Return how events came out that are over, by the ids of their sessions; often nothing is said of that."""
        return {}

    def is_public(self, connection: Connection, session: Session) -> bool:
        """Return whether everybody may watch a finished session of it."""
        return False

    def meaning(self, connection: Connection, session: Session, now: int) -> Meaning:
        """Return what the end of a session of it means; often nothing."""
        return Meaning()

    def of(self, session: Session) -> E:
        """Return the event of a session that has one of this kind."""
        assert isinstance(session.event, self.event)
        return session.event


class _LeftOut(Occasion[LeftOut]):
    """An event of a feature that this server does without: the game can be played on, and counts for nothing."""

    event = LeftOut

    def words(self, session: Session) -> OccasionWords:
        """Return how pages speak of it."""
        return OccasionWords("a deal of an event that this server no longer has")


OCCASIONS = Slot[Occasion[Any]]("the occasions of play")
_ORDINARY: Occasion[Any] = Occasion()
_LEFT_OUT: Occasion[Any] = _LeftOut()


def occasion_of(session: Session) -> Occasion[Any]:
    """Return what a session is played for."""
    if session.event is None:
        return _ORDINARY
    kind = type(session.event)
    return next((each for each in OCCASIONS if each.event is kind), _LEFT_OUT)


def outcomes_of(connection: Connection, sessions: Sequence[Session]) -> dict[str, EventOutcome]:
    """Return how the events of sessions came out, by the ids of those of which that is said."""
    by_occasion: dict[Occasion[Any], list[Session]] = {}
    for one in sessions:
        by_occasion.setdefault(occasion_of(one), []).append(one)
    found: dict[str, EventOutcome] = {}
    for occasion, its in by_occasion.items():
        found |= occasion.outcomes(connection, its)
    return found


async def after_turn(serving: "Server", turn: Turn) -> None:
    """Tell whoever waits for a turn that is stored now: viewers of the game, its player, and those at its event."""
    session, live = turn.session, serving.live
    await live.publish(session_topic(session.id), "turn", news_text({"seq": session.seq, "by": turn.by}))
    game = {"session": session.id, "seq": session.seq, "status": session.status}
    await live.publish(events_topic(session.player_id), "game", news_text(game))
    await occasion_of(session).tell(serving, turn)


def session_topic(session_id: str) -> str:
    """Name the topic of a session: `turn` after every action in it, with the `seq` and the guest's name."""
    return f"session {session_id}"


def watchers_topic(session_id: str) -> str:
    """Name the topic that only counts a session's watchers. It carries no news."""
    return f"watchers {session_id}"


def events_topic(player_id: str) -> str:
    """Name the topic of a player's events, for programs.

    It carries `game` after every action in the player's games, and `race` when one of the player's races changes.
    """
    return f"events {player_id}"


def news_text(said: Mapping[str, object]) -> str:
    """Return news as the JSON that a topic carries."""
    return json.encode(said).decode()
