"""A result in words for sharing, and the preview of a link to it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlencode

import segno
from markupsafe import Markup

from app.core.features import has
from app.core.words import numbered, steps_words
from app.play.occasion import Counted, occasion_of
from app.play.service.replays import Ending
from app.play.values.session import Session
from app.play.words.deals import dealt_words, visible_link
from app.play.words.summary import options_words
from engine.cards import CARDS, RANKS, SUITS
from engine.record import Status
from engine.rules import Game

LONGEST_SCANNED = 300
"""The most characters of a link to draw as a QR code; our longest link, to a hand-made deal, has half as many."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What other programs may show of a page."""

    title: str
    description: str
    picture: str
    """The picture's address, with the server's own."""
    picture_words: str


def replay_link(session_id: str, step: int = 0) -> str:
    """Return the address where others watch a game, from a step on; empty on a server without the archive."""
    if not has("archive"):
        return ""
    return f"/replays/{session_id}?step={step}" if step else f"/replays/{session_id}"


def picture_link(session_id: str, form: Literal["wide", "square"]) -> str:
    """Return the address of the picture of a finished game; empty on a server without the archive."""
    if not has("archive"):
        return ""
    return f"/replays/{session_id}/{form}.png"


def passed_words(result: Ending, origin: str) -> str:
    """Describe a result, with the address where others play the same deal; the event's page while that is secret.

    It begins with a small picture in letters: how much came home, but not where any card lay.
    """
    return f"{_walls(result)} {shared_words(result)} {origin}{_where_played(result)}"


def _walls(result: Ending) -> str:
    """Draw the four foundations as one square for each suit's worth of cards that is home, and a star for par."""
    whole, begun = divmod(len(CARDS) if result.won else result.home, len(RANKS))
    squares = ("🟩" * whole + "🟨" * bool(begun)).ljust(len(SUITS), "⬜")
    counted = result.counted
    return squares + "⭐" * bool(counted and counted.par and result.won and result.steps <= counted.par)


def _where_played(result: Ending) -> str:
    session, event = result.session, occasion_of(result.session).words(result.session)
    if result.counted:
        return result.counted.link
    if event.link:
        return event.link
    return visible_link(session) or f"/{session.variant.game.slug}"


def shared_words(result: Ending) -> str:
    """Describe in a sentence which game it was and how it ended."""
    return f"{game_words(result)}: {ending_words(result)}."


def game_words(result: Ending) -> str:
    """Name the game: by the day or the race while it belongs to one, or else by its number."""
    game = result.session.variant.game
    options = options_words(game, result.session.variant.options)
    name = f"{game.name}, {options}" if options else game.name
    comma = "" if result.counted and not options else ","
    return f"{name}{comma} {whence_words(result)}"


def whence_words(result: Ending) -> str:
    """Name what a game was played for, within a sentence: its event, or its deal unless that is secret."""
    session = result.session
    if result.counted:
        return result.counted.name
    if session.event:
        return dealt_words(session)
    if session.sealed:
        return "a deal of an event"
    return f"deal {session.deal}" if session.deal else "hand-made deal"


def ending_words(result: Ending) -> str:
    """Describe how a game ended, within a sentence."""
    said = [
        "solved" if result.won else numbered(result.home, "not solved, 1 card home", "not solved, {count} cards home")
    ]
    counted = result.counted
    if counted:
        said.append(try_words(counted))
    if result.won:
        steps = steps_words(result.steps)
        said.append(f"{steps} (par {counted.par})" if counted and counted.par else steps)
    if said_hints := hints_words(result):
        said.append(said_hints)
    return ", ".join(said)


def try_words(counted: Counted) -> str:
    """Name the try at an event that a game was."""
    return "first try" if counted.attempt == 1 else f"attempt {counted.attempt}"


def hints_words(result: Ending) -> str:
    """Count the hints that a player has taken; empty for an event without any, since events give none."""
    if result.counted and not result.hints:
        return ""
    return numbered(result.hints, "one hint", "{number} hints")


def deal_preview(game: Game, number: int | None, options: Mapping[str, str], origin: str) -> Preview:
    """Preview a deal. A hand-made one (number None) shows no card, because its code spells even those face down."""
    title = f"{game.name}, hand-made deal" if number is None else f"{game.name}, deal {number}"
    said = f"The same cards for everybody who follows this link: play {game.name} and see who gets furthest."
    return preview(title, said, game, number, options, origin)


def result_preview(result: Ending, origin: str) -> Preview:
    """Preview a result, with the wall of a win or else the deal, unless that is secret."""
    words = f"{result.session.variant.game.name}: {ending_words(result)}."
    return Preview(
        game_words(result), shared_words(result), f"{origin}{picture_link(result.session.id, 'wide')}", words
    )


def preview(
    title: str, description: str, game: Game, deal: int | None, options: Mapping[str, str], origin: str
) -> Preview:
    """Preview a page with the picture of a numbered deal; without a number, with every card face down."""
    if deal is None:
        shown, address = "every card face down", f"/pictures/{game.slug}.png"
    else:
        query = f"?{urlencode(options)}" if options else ""
        shown, address = f"deal {deal}", f"/pictures/{game.slug}/{deal}.png{query}"
    return Preview(title, description, f"{origin}{address}", f"A dealt table of {game.name}, {shown}.")


def qr_code(link: str) -> Markup:
    """Draw a link as a QR code, an SVG element of black on white; empty if the link is too long to scan."""
    if len(link) > LONGEST_SCANNED:
        return Markup()
    # Finding the best of the eight masks would take ten times as long as the rest, and scanners read all of them.
    drawn = segno.make(link, micro=False, mask=0).svg_inline(
        border=4, light="#fff", omitsize=True, svgclass="qr", lineclass=None, svgversion=None
    )
    return Markup(drawn)


def came_to(session: Session) -> str:
    """Describe how a shared game on a deal ended."""
    options = options_words(session.variant.game, session.variant.options)
    steps = steps_words(session.steps)
    ended = f"solved in {steps}" if session.status == Status.WON else f"given up after {steps}"
    return f"{ended}, {options}" if options else ended
