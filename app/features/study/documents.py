"""The documents of analysed positions."""

from typing import Self

from pydantic import BaseModel, Field

from engine.asking import Labels, Verdict


class MoveLabel(BaseModel):
    """A legal move, and what it leads to."""

    move: str = Field(description="The move text.", examples=["t3-t5"])
    verdict: Verdict = Field(description="The verdict on the position after it: winnable, unwinnable or undecided.")
    at_most: int | None = Field(
        description="The most moves that it takes to win, this one included; null unless it is known to win."
    )
    exact: bool = Field(description="Whether it is proved that no fewer moves win.")


class AnalysisDocument(BaseModel):
    """A position and its legal moves. Of moves that differ only in the order of piles, it lists one."""

    verdict: Verdict = Field(description="The verdict on the position: winnable, unwinnable or undecided.")
    moves: list[MoveLabel] = Field(description="The best first.")

    @classmethod
    def of(cls, labels: Labels) -> Self:
        """Write the labels of a position and of its moves."""
        moves = [
            MoveLabel(move=one.move, verdict=one.verdict, at_most=one.at_most, exact=one.exact) for one in labels.moves
        ]
        return cls(verdict=labels.verdict, moves=moves)
