"""A session in words: which deal or event it is about, and how it stands."""

from app.core.words import short_day
from app.features.daily.values.event import InDaily
from app.features.puzzles.values.event import InLesson, InPuzzle
from app.features.races.values.event import InRace
from app.features.tournaments.values.event import InTournament
from app.play.values.session import Session
from app.play.words.deals import deal_link
from engine.record import Status

_STATUS_WORDS = {
    Status.PLAYING: "In play",
    Status.STUCK: "No legal move left",
    Status.WON: "Won",
    Status.GIVEN_UP: "Given up",
}


def dealt_words(session: Session) -> str:
    """Say which deal a session is on: by its event while it has one, else by its number."""
    match session.event:
        case InDaily(day):
            return f"daily of {short_day(day)}"
        case InRace(code):
            return f"race {code}"
        case InTournament(_, number):
            return f"deal {number} of a tournament"
        case InPuzzle(puzzle_id):
            return f"puzzle {puzzle_id}"
        case InLesson(_, number):
            return f"lesson {number}"
        case None:
            return f"deal {session.deal}" if session.deal else "hand-made deal"


def status_words(status: Status) -> str:
    """Say how a session stands."""
    return _STATUS_WORDS[status]


def giving_up_words(session: Session, tries_left: int) -> str:
    """Say what giving a session up means; nothing undoes it. In a tournament, that many tries at the deal are left."""
    match session.event:
        case InDaily():
            return (
                "This ends your attempt for good and counts it as not solved. You can also come back to it until the "
                "day ends, but its time runs on."
            )
        case InRace():
            return "This ends your run for good. The others race on."
        case InTournament() if tries_left:
            return "This ends your try. The deal comes again when you have had all the others."
        case InTournament():
            return "This ends your try, and the deal does not come again."
        case InPuzzle() | InLesson():
            return "This ends your try and shows you a way. If it is your first attempt, it counts as not solved."
        case None:
            return (
                "This ends the game for good and counts it as not won. You can also leave it for later: unfinished "
                "games are saved in your history."
            )


def told_link(session: Session) -> str:
    """Return the link to the deal of a session; empty if its number is secret or it has none."""
    return deal_link(session.variant.game, session.told_deal, session.variant.options) if session.told_deal else ""


def event_link(session: Session) -> str:
    """Return the address of the event that a session belongs to; empty if it belongs to none."""
    match session.event:
        case InDaily(day):
            return f"/daily/{day}/{session.variant.game.slug}"
        case InRace(code):
            return f"/races/{code}"
        case InTournament(code, _):
            return f"/tournaments/{code}"
        case InPuzzle(puzzle_id):
            return f"/puzzles/{puzzle_id}"
        case InLesson(game, number):
            return f"/learn/{game.slug}/{number}"
        case None:
            return ""


def event_words(session: Session) -> str:
    """Say where `event_link` leads; empty if it leads nowhere."""
    match session.event:
        case InDaily():
            return "To the daily"
        case InRace():
            return "To the race"
        case InTournament():
            return "To the tournament"
        case InPuzzle():
            return "To the puzzle"
        case InLesson():
            return "To the lesson"
        case None:
            return ""
