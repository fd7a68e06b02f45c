"""The documents of ratings."""

from collections.abc import Mapping
from typing import Self

from pydantic import BaseModel, Field

from app.features.ratings.service import MOST_ON_BOARD, BestRatings
from app.features.ratings.values.rating import Rating
from engine.games import GAMES
from engine.rules import Game


class RatingDocument(BaseModel):
    """A rating and how sure it is."""

    rating: int = Field(description="The strength, as a number near 1500 for somebody new.")
    deviation: int = Field(
        description="Your strength is within two deviations of the rating, nineteen times out of twenty."
    )
    provisional: bool = Field(description="Whether it may still be far off. The board lists no provisional rating.")
    results: int = Field(description="How many heats and dailies it comes from.")

    @classmethod
    def of_rating(cls, rating: Rating) -> Self:
        """Write a rating."""
        return cls(
            rating=rating.rounded,
            deviation=round(rating.deviation),
            provisional=rating.provisional,
            results=rating.attempts,
        )


class GameRating(RatingDocument):
    """A rating at a game."""

    game: str = Field(description="The game’s slug.", examples=["fortress"])


class PlayerRatings(BaseModel):
    """The ratings of a player."""

    name: str = Field(description="The player’s name.")
    ratings: list[GameRating] = Field(description="Of the games at which the player has one.")

    @classmethod
    def of(cls, name: str, ratings: Mapping[Game, Rating]) -> Self:
        """Write the ratings of a player."""
        rows = {slug: RatingDocument.of_rating(ratings[game]) for slug, game in GAMES.items() if game in ratings}
        return cls(name=name, ratings=[GameRating(**dict(row), game=slug) for slug, row in rows.items()])


class RatingRow(RatingDocument):
    """A place on the board."""

    rank: int = Field(description="The place on the board, counted from 1.")
    name: str = Field(description="The player’s name.")


class RatingBoard(BaseModel):
    """The best settled ratings at a game, a hundred unless you ask for fewer."""

    game: str = Field(description="The game’s slug.", examples=["fortress"])
    rows: list[RatingRow] = Field(description="The best first.", max_length=MOST_ON_BOARD)
    me: RatingDocument | None = Field(description="Your own, settled or not; null if you have none.")

    @classmethod
    def of(cls, board: BestRatings, limit: int) -> Self:
        """Write a board with at most `limit` rows."""
        return cls(
            game=board.game.slug,
            rows=[
                RatingRow(**dict(RatingDocument.of_rating(row.rating)), rank=rank, name=row.name)
                for rank, row in enumerate(board.best[:limit], start=1)
            ],
            me=RatingDocument.of_rating(board.mine) if board.mine else None,
        )
