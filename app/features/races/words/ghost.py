"""The strip beside a table where the player races a ghost."""

from dataclasses import dataclass

from app.core.words import ahead_words, time_words
from app.features.races.service import house
from app.features.races.service.ghosts import Ghost
from app.features.races.words.race import RaceRunLine
from app.play.values.session import Session, Turn
from app.play.words.sharing import replay_link
from engine.position import cards_home, layout
from engine.record import Status


@dataclass(frozen=True, slots=True)
class GhostView:
    """What table.html shows of a ghost, in the form of a heat of two."""

    replay: str
    """The address of the game's replay; empty if there is none."""
    house: bool
    """Whether the house plays."""
    course: str
    """Seconds of play and cards home as `0:0 12:1`, for the script that moves the ghost on."""
    seconds: int
    """How many seconds of play the ghost's whole game took."""
    runs: tuple[RaceRunLine, ...]


def ghost_view(ghost: Ghost, turn: Turn) -> GhostView:
    """Show how far the session is, and how far the ghost was after the same time of play."""
    session, raced = turn.session, ghost.session
    home = sum(len(turn.after.piles[at]) for at in layout(turn.rules).foundations)
    over = session.played_ms >= ghost.ms
    time = time_words(ghost.ms)
    won = raced is None or raced.status == "won"
    ended = f"finished after {time}" if won else f"gave up after {time}"
    if raced is None:
        name = f"{ghost.name}, {house.nearest(ghost.pace_ms)}"
    else:
        name = "You, earlier" if raced.player_id == session.player_id else ghost.name or "The ghost"
    return GhostView(
        replay=replay_link(raced.id) if raced else "",
        house=raced is None,
        course=" ".join(f"{ms // 1000}:{count}" for ms, count in ghost.course),
        seconds=ghost.ms // 1000,
        runs=(
            RaceRunLine("ghost", name, False, "", ghost.home_after(session.played_ms), ended if over else ""),
            RaceRunLine("you", "You", True, "", home, ""),
        ),
    )


def ghost_result(ghost: Ghost, session: Session) -> str:
    """Return how a race against a ghost came out for a session that is over."""
    starts, within = _names_of(ghost, session)
    won, ghost_won = session.status is Status.WON, ghost.session is None or ghost.session.status is Status.WON
    if won and ghost_won:
        ahead = ahead_words(*sorted((session.played_ms, ghost.ms)))
        return f"You beat {within} by {ahead}" if session.played_ms < ghost.ms else f"{starts} won by {ahead}"
    if won:
        return f"You won: {within} gave up"
    if ghost_won:
        return f"{starts} won in {time_words(ghost.ms)}"
    yours, theirs = cards_home(session.variant.rules, session.position), ghost.course[-1][1]
    if yours == theirs:
        return f"A tie with {within}: {yours} home each"
    return (
        f"You beat {within}: {yours} home to {theirs}" if yours > theirs else f"{starts} won: {theirs} home to {yours}"
    )


def house_strength(pace_ms: int) -> str:
    """Return the strength of the house that plays at this pace, as a form sends it."""
    return house.nearest(pace_ms)


def _names_of(ghost: Ghost, session: Session) -> tuple[str, str]:
    """Return what a ghost is called at the start of a sentence, and within one."""
    if ghost.session is None:
        return "The house", "the house"
    if ghost.session.player_id == session.player_id:
        return "Your earlier game", "your earlier game"
    return (ghost.name, ghost.name) if ghost.name else ("The ghost", "the ghost")
