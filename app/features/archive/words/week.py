"""The plan for a week, in words."""

from typing import NamedTuple

from app.core.words import numbered
from app.features.archive.service.week import WeekPlan


class ShownGoal(NamedTuple):
    """A goal of the week."""

    words: str
    address: str
    so_far: str
    """How far the player came; empty if there is nothing to say."""
    done: bool


class ShownWeek(NamedTuple):
    """The plan for a week."""

    goals: list[ShownGoal]
    ends_at: int

    @property
    def done(self) -> bool:
        """Return whether every goal is reached."""
        return all(goal.done for goal in self.goals)


def show_week(plan: WeekPlan) -> ShownWeek:
    """Show the plan for a week."""
    goals = [
        ShownGoal(
            words=one.goal.words(one.wanted),
            address=one.goal.address,
            so_far=one.goal.so_far(one.reached) if one.reached and not one.done else "",
            done=one.done,
        )
        for one in plan.goals
    ]
    return ShownWeek(goals, plan.ends_at)


def progress_words(plan: WeekPlan) -> str:
    """Return how many goals of a week are reached, in words; empty if none is."""
    done, goals = sum(one.done for one in plan.goals), len(plan.goals)
    if done == goals:
        return "you have reached every goal."
    return numbered(done, f"1 of {goals} goals reached.", f"{done} of {goals} goals reached.") if done else ""
