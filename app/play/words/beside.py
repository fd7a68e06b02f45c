"""What is shown beside a board, in words: its company, its deal's proof, lines left, its event's end."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from app.core.words import listed, numbered, sentence
from app.play.service.company import Company
from app.play.service.lines import Line
from app.play.values.session import Session
from app.play.values.shelf import Proof
from app.play.words.reasons import move_sentence
from app.play.words.summary import choice_label
from engine.rules import Game


@dataclass(frozen=True, slots=True)
class Seated:
    """Who sits at a shared table, for the table itself."""

    words: str
    owner: str
    you: str
    """The viewer's name, as written in updates about moves."""
    last: str
    """Who moved last; empty before the first move."""


def seat_names(company: Company, viewer: str | None) -> Seated | None:
    """Name those who sit at a shared table; None if only its player does."""
    if not company.seats:
        return None
    names = {company.session.player_id: company.owner or "the owner"}
    names |= {seat.player_id: seat.name for seat in company.seats}
    last = company.moved_last.player_id if company.moved_last else company.session.player_id
    return Seated(
        words=listed(["you" if player_id == viewer else name for player_id, name in names.items()]),
        owner=sentence(names[company.session.player_id]),
        you=sentence(names.get(viewer or "", "")),
        last="" if company.session.seq == 0 else "You" if last == viewer else sentence(names[last]),
    )


def watchers_words(count: int) -> str:
    """Describe how many people watch a table; empty for none."""
    return sentence(numbered(count, "One person is watching.", "{number} people are watching.")) if count else ""


PROVED = "Proved winnable: a solver found a way to win this deal, and the server checked every move."


def proof_words(game: Game, proof: Proof | None) -> str:
    """Describe how we know that a deal is winnable; empty if we don't."""
    asked = game.asked
    if proof is Proof.EVERY and asked:
        ways = listed([choice_label(asked, value).lower() for value in asked.values])
        return f"Proved winnable {ways}: a solver found a way to win each, and the server checked every move."
    return PROVED if proof else ""


@dataclass(frozen=True, slots=True)
class LineShown:
    """A line that the player can take up again."""

    begins: int
    words: str
    """Its first move; later ones may name cards that lie face down again."""
    length: str


def line_choices(session: Session, left: Sequence[Line]) -> list[LineShown]:
    """Show lines, the latest first."""
    rules, position = session.variant.rules, session.position
    return [
        LineShown(
            begins=line.begins,
            words=move_sentence(rules, position, line.moves[0]),
            length=numbered(len(line.moves), "{count} move", "{count} moves"),
        )
        for line in reversed(left)
    ]


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
