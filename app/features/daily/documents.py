"""The documents of the daily challenge and of the standings."""

from collections.abc import Mapping
from typing import Self

from pydantic import BaseModel, Field

from app.features.daily.rows.boards import DailyBoard
from app.features.daily.service.calendar import DayState
from app.features.daily.service.daily import DailyView, commitment
from app.features.daily.service.leaderboards import Leaderboard, RankedResult
from app.features.daily.service.standings import EACH_WAY, SHOWN, Ranked, StandingsView
from app.features.daily.words.daily import visible_daily
from app.play.values.export import instant, instant_text

_NEAR = 2 * EACH_WAY + 1


class DailyDocument(BaseModel):
    """A daily. Whatever is secret until the day closes is null until then."""

    date: str = Field(description="The day, from midnight to midnight UTC.", examples=["2026-11-20"])
    game: str = Field(description="The game’s slug.", examples=["fortress"])
    options: Mapping[str, str] = Field(description="The options that everybody plays under.")
    state: DayState = Field(
        description="While it is `closing`, nobody can begin, but those who have begun can finish.", examples=["open"]
    )
    commitment: str | None = Field(
        description="SHA-256 of `slug options date deal salt`, in hexadecimal. Null until the deal is chosen."
    )
    fixed_at: str | None = Field(
        description="When the server chose the deal, in UTC; the commitment binds from then on. Null until then."
    )
    deal: str | None = Field(description="The deal number, once the day has closed.")
    salt: str | None = Field(description="What the commitment was made with besides the deal, once the day has closed.")
    line: list[str] | None = Field(description="A winning line, under the first set of options that can be played.")
    lines: dict[str, list[str]] | None = Field(
        description="For each set of options, the shortest winning line that the solver found. Its length is the par."
    )
    at_least: dict[str, int] | None = Field(
        description="For each set of options, a proved lower bound: no winning line has fewer steps."
    )
    effort: str | None = Field(description="How hard the solver looked for short lines: the same for every daily.")

    @classmethod
    def of(cls, view: DailyView) -> Self:
        """Write a daily, with its deal once it has closed."""
        daily = view.daily
        told = visible_daily(view)
        lines = {variant.text: list(map(str, line)) for variant, line in told.lines.items()} if told else {}
        return cls(
            date=view.day.isoformat(),
            game=view.game.slug,
            options=daily.options if daily else {},
            state=view.state,
            commitment=commitment(daily).seal if daily else None,
            fixed_at=instant_text(instant(daily.chosen_at)) if daily else None,
            deal=str(told.deal) if told else None,
            salt=told.salt if told else None,
            line=next(iter(lines.values()), None),
            lines=lines or None,
            at_least={variant.text: steps for variant, steps in told.bounds.items()} if told else None,
            effort=told.effort if told else None,
        )


class BoardRow(BaseModel):
    """A result on a leaderboard."""

    rank: int = Field(description="Results with the same score share a rank.")
    name: str | None = Field(description="Null if the player has deleted the account.")
    tier: int = Field(description="0 at par, 1 within a tenth of it, 2 within a quarter, 3 solved, 4 not solved.")
    steps: int = Field(description="Moves made, including those taken back.")
    undos: int = Field(description="Undo requests.")
    hints: int = Field(description="How many hints the player asked for.")
    attempt: int = Field(description="Which of the player’s attempts it was, counted from 1.")
    seconds: int = Field(description="From the deal to the end.")
    solved: bool = Field(description="Whether the game was won.")
    assisted: bool = Field(description="Whether the result needed help, such as a hint.")
    home: int = Field(description="Cards on the foundations at the end.")

    @classmethod
    def of(cls, place: RankedResult) -> Self:
        """Write a result."""
        ended = place.row.attempt
        return cls(
            rank=place.rank,
            name=place.row.name,
            tier=ended.tier,
            steps=ended.steps,
            undos=ended.undos,
            hints=ended.hints,
            attempt=ended.number,
            seconds=ended.ms // 1000,
            solved=ended.solved,
            assisted=ended.assisted,
            home=ended.home,
        )


class BoardDocument(BaseModel):
    """A leaderboard: the best, a hundred unless you ask for fewer, and you with your neighbours."""

    board: DailyBoard = Field(description="Which leaderboard it is, as asked for.")
    size: int = Field(description="How many results are on it.")
    tiers: list[int] = Field(description="How many results there are in each tier, the best one first.")
    rows: list[BoardRow] = Field(description="Empty while the day is open, until you have solved it.", max_length=SHOWN)
    near: list[BoardRow] = Field(
        description="You and your neighbours, if you are not among the best hundred.", max_length=_NEAR
    )
    me: BoardRow | None = Field(description="Your own result if it counts on this board; null otherwise.")
    beside: BoardRow | None = Field(description="Where you would be if your result counted on this board.")

    @classmethod
    def of(cls, board: Leaderboard, limit: int) -> Self:
        """Write a leaderboard with at most `limit` rows."""
        return cls(
            board=board.board,
            size=board.size,
            tiers=board.tiers,
            rows=list(map(BoardRow.of, board.places[:limit])),
            near=list(map(BoardRow.of, board.near)),
            me=BoardRow.of(board.me) if board.me else None,
            beside=BoardRow.of(board.beside) if board.beside else None,
        )


class StandingRow(BaseModel):
    """The points of a player."""

    rank: int = Field(description="Players with equal points share a rank.")
    name: str | None = Field(description="Null if the player has deleted the account.")
    points: int = Field(description="The points of all the period’s dailies together.")
    solved: int = Field(description="How many dailies the player has solved.")

    @classmethod
    def of(cls, place: Ranked) -> Self:
        """Write the points of a player."""
        row = place.standing
        return cls(rank=place.rank, name=row.name, points=row.points, solved=row.solved)


class StandingsDocument(BaseModel):
    """The standings of a period: the best, a hundred unless you ask for fewer, and you with your neighbours."""

    period: str = Field(description="A week, a month, or `all`.", examples=["2026-W47"])
    game: str | None = Field(description="Null for all games together.", examples=["fortress"])
    size: int = Field(description="How many players have points.")
    rows: list[StandingRow] = Field(description="The best first.", max_length=SHOWN)
    near: list[StandingRow] = Field(
        description="You and your neighbours, if you are not among the best hundred.", max_length=_NEAR
    )
    me: StandingRow | None = Field(description="Your own place; null if you have no points.")

    @classmethod
    def of(cls, table: StandingsView, limit: int) -> Self:
        """Write the standings of a period with at most `limit` rows."""
        mine = next((place for place in (*table.best, *table.near) if place.mine), None)
        return cls(
            period=table.asked.period.key,
            game=table.asked.game.slug if table.asked.game else None,
            size=table.size,
            rows=list(map(StandingRow.of, table.best[:limit])),
            near=list(map(StandingRow.of, table.near)),
            me=StandingRow.of(mine) if mine else None,
        )
