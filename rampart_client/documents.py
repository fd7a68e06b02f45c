"""What a server answers, as frozen values; those that can be asked further are in `calls`."""

from collections.abc import Mapping
from dataclasses import Field, dataclass, fields
from typing import Any, ClassVar, Self, dataclass_transform, get_args


@dataclass_transform(frozen_default=True)
class Document:
    """The base class of all answers, which are frozen dataclasses. Lists leave out the fields that have a default."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]  # tells type checkers that `asdict` takes them

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)

    @classmethod
    def read(cls, answer: Mapping[str, Any]) -> Self:
        """Read a JSON object and the documents in it. Raise `TypeError` if a field is missing."""
        told = {one.name: _read(_kind(one.type), answer[one.name]) for one in fields(cls) if one.name in answer}
        return cls(**told)


def _kind(hint: Any) -> type[Document] | None:
    """Return which documents a field holds, if it holds any."""
    if isinstance(hint, type) and issubclass(hint, Document):
        return hint
    return next(filter(None, map(_kind, get_args(hint))), None)


def _read(kind: type[Document] | None, told: Any) -> Any:
    """Read a field: a document, a list of them, or anything else as it is."""
    if kind is None or told is None:
        return told
    return [kind.read(one) for one in told] if isinstance(told, list) else kind.read(told)


class Who(Document):
    """A player with an account."""

    name: str
    bot: bool


class DailyResult(Document):
    """A result on the leaderboard of a daily."""

    rank: int
    name: str | None
    tier: int
    steps: int
    undos: int
    hints: int
    attempt: int
    seconds: int
    solved: bool
    assisted: bool
    home: int


class DailyBoard(Document):
    """A leaderboard of a daily."""

    board: str
    size: int
    tiers: list[int]
    rows: list[DailyResult]
    near: list[DailyResult]
    me: DailyResult | None
    beside: DailyResult | None


class Standing(Document):
    """The points of a player in a period."""

    rank: int
    name: str | None
    points: int
    solved: int


class Standings(Document):
    """The standings of a period."""

    period: str
    game: str | None
    size: int
    rows: list[Standing]
    near: list[Standing]
    me: Standing | None


class Rating(Document):
    """How strong somebody is at a game; `rank` and `name` are there on a board."""

    rating: int
    deviation: int
    provisional: bool
    results: int
    rank: int | None = None
    name: str | None = None


class Ratings(Document):
    """The best settled ratings at a game, and your own, settled or not."""

    game: str
    rows: list[Rating]
    me: Rating | None


class Label(Document):
    """A legal move, and what it leads to."""

    move: str
    verdict: str
    at_most: int | None
    exact: bool


class Analysis(Document):
    """A position and its legal moves, the best first."""

    verdict: str
    moves: list[Label]


class Goal(Document):
    """What to reach in a puzzle: exactly one of these."""

    home: str | None = None
    space: int | None = None
    uncover: str | None = None


class Terms(Document):
    """What a race is about."""

    code: str
    game: str
    options: Mapping[str, str]
    winnable: bool
    best_of: int
    limit: int | None
    bots: bool


class Room(Terms):
    """A room that waits for racers."""

    host: str
    rating: int | None
    racers: int


class Racer(Document):
    """Somebody in the room of a race, or who was there during a heat."""

    name: str
    bot: bool
    host: bool
    you: bool
    ready: bool
    present: bool
    wins: int
    idle: float | None
    out_in: float | None
    rating: int | None
    provisional: bool | None


class Run(Document):
    """How far somebody has come in a heat."""

    run: str
    name: str
    place: int
    outcome: str | None
    home: int
    steps: int
    seconds: float | None
    rated: bool


class Heat(Document):
    """One deal of a race."""

    number: int
    deal: str | None
    proved: bool
    over: bool
    runs: list[Run]


class HouseCourse(Document):
    """How many cards the house has home from a time on."""

    seconds: float
    home: int


class GamePlayed(Document):
    """A game with its options."""

    game: str
    options: Mapping[str, str]


class Dealt(GamePlayed):
    """A deal of a tournament that is over."""

    number: int
    deal: str
    winners: int


class Score(Document):
    """What somebody has reached in a tournament."""

    name: str
    points: int
    won: int
    steps: int
    seconds: float


class Entrant(Score):
    """A player's place in a tournament."""

    rank: int
    guest: bool
    bot: bool
    team: str | None


class Team(Score):
    """The place of a group in a tournament, by its best five players."""

    rank: int
    members: int


class OwnResult(Score):
    """How you stand in a tournament; `session` is the game that you have begun."""

    rank: int | None
    team: str | None
    done: bool
    session: str | None


class GameNews(Document):
    """Somebody did something in a game of yours, here or elsewhere; `session` is its id."""

    session: str
    seq: int
    status: str


class StageNews(Document):
    """A race that you are in has changed."""

    code: str
    stage: str


class RunNews(Document):
    """How far a racer is; `run` is the name of the run in the race's heats."""

    run: str
    home: int
    steps: int
    status: str


class ReactionNews(Document):
    """A racer has something to say."""

    name: str
    reaction: str
    words: str


class OtherNews(Document):
    """Any other line of a stream. After `heal` you may have missed something; a newer server may send more kinds."""

    type: str
