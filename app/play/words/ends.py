"""What an open table says when the event of its session ends."""

from collections.abc import Sequence
from typing import NamedTuple


class EventEnds(NamedTuple):
    """What a table says about the end of its event, now and later."""

    said: str
    """What holds now; empty while the event goes on."""
    notes: list[tuple[int, str]]
    """What the table says later, each after that many seconds."""


def event_ends(due: Sequence[tuple[int, str]], now: int) -> EventEnds | None:
    """Return what a table says at a time, from the times at which there is something new to say; None without any.

    >>> event_ends([(10_000, "Soon."), (70_000, "Over.")], 20_000)
    EventEnds(said='Soon.', notes=[(51, 'Over.')])
    """
    if not due:
        return None
    past = [words for at, words in due if at <= now]
    return EventEnds(past[-1] if past else "", [((at - now) // 1000 + 1, words) for at, words in due if at > now])
