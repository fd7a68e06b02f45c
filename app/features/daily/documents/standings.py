"""The documents of standings."""

from typing import Self

from pydantic import BaseModel, Field

from app.features.daily.service.standings import Ranked, Table


class StandingRow(BaseModel):
    """The points of a player."""

    rank: int = Field(description="Players with equal points share a rank.")
    name: str | None = Field(description="Null if the player has deleted the account.")
    points: int
    solved: int = Field(description="How many dailies the player has solved.")

    @classmethod
    def of(cls, place: Ranked) -> Self:
        """Write the points of a player."""
        row = place.standing
        return cls(rank=place.rank, name=row.name, points=row.points, solved=row.solved)


class StandingsDocument(BaseModel):
    """The standings of a period: the best hundred, and you with your neighbours."""

    period: str = Field(examples=["2026-W47"])
    game: str | None = Field(description="Null for all games together.", examples=["fortress"])
    size: int
    rows: list[StandingRow]
    near: list[StandingRow] = Field(description="You and your neighbours, if you are not among the best.")
    me: StandingRow | None

    @classmethod
    def of(cls, table: Table) -> Self:
        """Write the standings of a period."""
        mine = next((place for place in (*table.best, *table.near) if place.mine), None)
        return cls(
            period=table.asked.period.key,
            game=table.asked.game.slug if table.asked.game else None,
            size=table.size,
            rows=list(map(StandingRow.of, table.best)),
            near=list(map(StandingRow.of, table.near)),
            me=StandingRow.of(mine) if mine else None,
        )
