"""The export of a session: everything needed to check a game again, as JSON.

An export is readable if it has this shape and these versions. `app.site.service.verify` checks whether what it says is
true.
"""

from datetime import UTC, datetime
from typing import Annotated, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, PlainSerializer

from engine.record import Do, Status


def instant(milliseconds: int) -> datetime:
    """Return the instant that many milliseconds after the start of 1970."""
    # Split, because a fraction of a second may come out a microsecond short.
    seconds, rest = divmod(milliseconds, 1000)
    return datetime.fromtimestamp(seconds, UTC).replace(microsecond=1000 * rest)


def instant_text(at: datetime) -> str:
    """Write an instant in UTC with milliseconds: `2026-01-31T12:00:00.000Z`."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


Instant = Annotated[AwareDatetime, PlainSerializer(instant_text, return_type=str)]
"""A time, written in UTC with milliseconds: `2026-01-31T12:00:00.000Z`."""


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class ExportEntry(_Strict):
    """One entry of the log."""

    seq: int = Field(description="Its place in the log, counted from 0.")
    at: Instant = Field(description="When the server recorded it.", examples=["2026-01-31T12:00:00.000Z"])
    do: Do = Field(description="What was done.")
    move: str | None = Field(None, description="The move text of a move, null otherwise.", examples=["t3-t5:4"])
    auto: bool = Field(False, description="Whether the server made this move together with the one before it.")


class ClosedDaily(_Strict):
    """A daily as the JSON API returns it once its day is over."""

    date: str
    game: str
    options: dict[str, str]
    state: Literal["closed"]
    commitment: str
    fixed_at: Instant | None = None
    deal: str
    salt: str
    line: list[str]
    lines: dict[str, list[str]]
    at_least: dict[str, int] = Field(default_factory=dict)
    effort: str = ""


class Export(_Strict):
    """A session with its whole log, which anybody can keep and verify anywhere."""

    rampart: Literal[1] = Field(description="The version of this format.")
    # Equal to `engine.rules.RULES_VERSION`; a test holds that.
    rules: Literal[1] = Field(description="The version of the rules by which the game was played.")
    game: str = Field(description="The game's slug.", examples=["stronghold"])
    options: dict[str, str] = Field(description="A value for every option of the game.", examples=[{"cell": "one"}])
    deal: str | None = Field(description="The deal number; null for a hand-made deck.", examples=["17"])
    deck: str = Field(description="The deck text: 52 cards in dealing order, separated by spaces.")
    entries: list[ExportEntry] = Field(description="The log, oldest entry first.")
    status: Status = Field(description="How the game stands after the last entry.")
