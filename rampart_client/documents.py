"""What a server answers, as frozen values; those that can be asked further are in `calls`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self, dataclass_transform


@dataclass_transform(frozen_default=True)
class Document:
    """The base class of all answers, which are frozen dataclasses. Lists leave out the fields that have a default."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)

    @classmethod
    def read(cls, answer: Mapping[str, Any]) -> Self:
        """Read a JSON object. Raise `TypeError` if a field is missing."""
        return cls(**{name: answer[name] for name in cls.__annotations__ if name in answer})

    @classmethod
    def read_rows(cls, answer: Mapping[str, Any]) -> list[Self]:
        """Read the rows of a board."""
        return [cls.read(row) for row in answer["rows"]]


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

    @classmethod
    def read(cls, answer: Mapping[str, Any]) -> Self:
        """Read a JSON object. Raise `TypeError` or `KeyError` if a field is missing."""
        lists = {name: list(map(DailyResult.read, answer[name])) for name in ("rows", "near")}
        own = {name: DailyResult.read(answer[name]) if answer[name] else None for name in ("me", "beside")}
        return super().read({**answer, **lists, **own})


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

    @classmethod
    def read(cls, answer: Mapping[str, Any]) -> Self:
        """Read a JSON object. Raise `TypeError` or `KeyError` if a field is missing."""
        mine = Rating.read(answer["me"]) if answer["me"] else None
        return super().read({**answer, "rows": Rating.read_rows(answer), "me": mine})


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

    @classmethod
    def read(cls, answer: Mapping[str, Any]) -> Self:
        """Read a JSON object. Raise `TypeError` or `KeyError` if a field is missing."""
        return super().read({**answer, "moves": list(map(Label.read, answer["moves"]))})


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
