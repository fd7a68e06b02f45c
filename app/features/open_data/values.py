"""A finished game in the open data: a line of JSON in a month's file.

A line is readable if it has this shape and these versions. `app.site.service.verify` checks whether what it says is
true.
"""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Annotated, Any, Literal, Self

import msgspec
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from engine.record import Do

VERSION_KEY = "rampart_data"
"""The first key of each line. It distinguishes such a line from anything else that Rampart writes."""
BAND_WIDTH = 200
"""How many rating points a band spans."""
BANDS = range(1000, 2000, BAND_WIDTH)
"""The lower ends of all bands but the last. The first and the last band hold everything beyond them: so few players are
that weak or that strong that others might recognise them."""
LONGEST_LINE = 1 << 20
"""The most bytes in a line: three times as many as the longest log on a server takes."""
_MONTH = re.compile(r"(2[0-9]{3})-(0[1-9]|1[0-2])", re.ASCII)


@dataclass(frozen=True, slots=True, order=True)
class Month:
    """A month in UTC."""

    year: int
    number: int
    """From 1 to 12."""

    @classmethod
    def read(cls, text: str) -> Self:
        """Read a month like 2026-11, as `str` writes it; raise ValueError for anything else."""
        written = _MONTH.fullmatch(text)
        if written is None:
            raise ValueError("A month is written like 2026-11.")
        return cls(int(written[1]), int(written[2]))

    @classmethod
    def of(cls, day: date) -> Self:
        """Return the month that a day is in."""
        return cls(day.year, day.month)

    @property
    def following(self) -> "Month":
        """The month after it."""
        return Month(self.year + self.number // 12, self.number % 12 + 1)

    @property
    def begins_at(self) -> int:
        """Its first millisecond."""
        return int(datetime(self.year, self.number, 1, tzinfo=UTC).timestamp()) * 1000

    @property
    def ends_at(self) -> int:
        """The first millisecond after it."""
        return self.following.begins_at

    def __str__(self) -> str:
        """Write the month like 2026-11."""
        return f"{self.year}-{self.number:02}"


@dataclass(frozen=True, slots=True)
class MonthFile:
    """The facts about a month's file."""

    month: Month
    name: str
    games: int
    size: int
    """In bytes."""
    digest: str
    """SHA-256 of the file, in hexadecimal."""
    made_at: int


class DataEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One entry of the log. A line leaves out fields with their usual values."""

    do: str
    ms: int
    move: str | None = None
    auto: bool = False


class DataGame(msgspec.Struct, frozen=True):
    """A finished game, as it is written; `DataLine` describes the fields."""

    rampart_data: int
    rules: int
    game: str
    options: dict[str, str]
    deal: str
    deck: str
    day: str
    event: str | None
    player: str | None
    bot: bool
    rating: int | None
    verdict: str | None
    par: int | None
    hints: int
    company: bool
    entries: list[DataEntry]
    outcome: str


def _is_day(text: str) -> str:
    if date.fromisoformat(text).isoformat() != text:
        raise ValueError("a day is written like 2026-11-20")
    return text


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class LineEntry(_Strict):
    """One entry of the log."""

    do: Do = Field(description="What was done: move, undo, redo or give-up.")
    ms: int = Field(ge=0, description="Milliseconds since the previous entry; for the first entry, since the start.")
    move: str | None = Field(None, description="The move text of a move; left out otherwise.")
    auto: bool = Field(False, description="True if the server made this move with the one before it; else left out.")


class DataLine(_Strict):
    """A finished game, as it is read and checked."""

    rampart_data: Literal[1] = Field(description="The version of this format.")
    rules: Literal[1] = Field(description="The version of the rules by which the game was played.")
    game: str = Field(description="The game’s slug.")
    options: dict[str, str] = Field(description="A value for every option of the game.")
    deal: str = Field(description="The deal number.")
    deck: str = Field(description="52 cards in dealing order, separated by spaces.")
    day: Annotated[str, AfterValidator(_is_day)] = Field(description="The day in UTC on which the game ended.")
    event: Literal["daily", "race", "tournament"] | None = Field(
        description="Where it was played: daily, race or tournament; null for a game on its own."
    )
    player: str | None = Field(
        pattern="^[0-9a-f]{16}$",
        description="The player’s id in this file alone; null if others could see who played the game.",
    )
    bot: bool = Field(description="Whether the player is a program and says so.")
    rating: int | None = Field(
        ge=BANDS.start,
        le=BANDS.stop,
        multiple_of=BAND_WIDTH,
        description="The lower end of the 200 points that hold the player’s rating at the game; 1000 for all lower "
        "ratings, 2000 for all higher ones; null if it is not known well or the player’s id is null.",
    )
    verdict: Literal["winnable", "unwinnable", "undecided"] | None = Field(
        description="What is known about the deal; null if no solver has looked at it."
    )
    par: int | None = Field(ge=1, description="Steps of the shortest way to win that the server knew; usually null.")
    hints: int = Field(ge=0, description="At how many places the player had a hint.")
    company: bool = Field(description="Whether somebody else made moves too.")
    entries: list[LineEntry] = Field(description="The log, oldest entry first.")
    outcome: Literal["won", "given-up"] = Field(description="How the game ended.")


_encode = msgspec.json.Encoder().encode


def written(game: DataGame) -> bytes:
    """Write a game as its line, without the end of the line."""
    return _encode(game)


def describe_fields(model: type[BaseModel]) -> list[tuple[str, str]]:
    """Return the names of the fields of a line or of an entry, with their descriptions."""
    fields: dict[str, Any] = dict(model.model_fields)
    return [(name, str(field.description)) for name, field in fields.items()]
