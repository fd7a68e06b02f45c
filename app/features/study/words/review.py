"""A game looked back over: a plot along it, and the moves that lost it."""

from dataclasses import dataclass

from app.core.refusals import NotFound
from app.core.words import numbered
from app.features.study.service.review import Review
from app.features.study.service.verdicts import Turning
from app.features.study.words.course import CoursePlot, plot
from app.features.study.words.variations import place_fields
from app.play.between import MAKINGS, Making
from app.play.words.reasons import move_sentence
from app.play.words.walk import Walk, WalkPage, played_page, walk_page
from engine.asking import Verdict
from engine.position import cards_home
from engine.record import Status

_PRAISE = (
    "You won without a single losing move.",
    "You won, after taking back what would have lost the game.",
)


@dataclass(frozen=True, slots=True)
class Mark:
    """A move that lost the game."""

    move: int
    """The number of the move, from 1."""
    words: str
    meaning: str
    """What the solver knows about the game before and after it."""
    x: float
    y: float
    stop: int
    has_way: bool
    place: dict[str, str]
    """The fields by which a form names the position before it; none if that takes too much."""


@dataclass(frozen=True, slots=True)
class ReviewPage:
    """What review.html shows besides the review."""

    plot: CoursePlot
    marks: tuple[Mark, ...]
    verdict: str
    """The verdict on the whole game."""
    judged: int
    positions: int
    lost: bool
    """Whether nobody could have won the deal."""
    makings: tuple[Making, ...]
    """What can be made of the positions before the moves that lost."""


def review_page(review: Review) -> ReviewPage:
    """Show a review, finished or not."""
    positions = len({stop.at for stop in review.stops})
    drawn = _plot(review)
    return ReviewPage(
        plot=drawn,
        marks=tuple(_mark(review, turning, drawn) for turning in review.turnings),
        verdict=_verdict(review) if review.over else "",
        judged=positions - review.open,
        positions=positions,
        lost=review.judged.get(review.stops[0].at) is Verdict.UNWINNABLE,
        makings=tuple(each for each in MAKINGS if each.fits(review.session.deal, Verdict.WINNABLE)),
    )


def review_way_page(review: Review, stop: int, step: int) -> WalkPage:
    """Show the solver's way to win from a stop of the game.

    Raises:
        NotFound: the solver knows none from there.
    """
    start = review.stops[stop] if stop < len(review.stops) else review.stops[-1]
    line = review.line(start.at)
    if not line:
        raise NotFound("The solver knows no way to win from this position.")
    address = f"/sessions/{review.session.id}/review"
    walk = Walk("A way to win", f"{address}/way?stop={stop}", "step", address, "Back to the review")
    return walk_page(review.session.variant.game, review.rules, walk, (start.position, line), step)


def replay_page(review: Review, stop: int) -> WalkPage:
    """Show the game as it was played, after that many entries of its log."""
    table = f"/sessions/{review.session.id}"
    walk = Walk("The game again", f"{table}/replay", "stop", f"{table}/review", "Back to the review")
    return played_page(walk, review.course, stop, {turning.stop + 1 for turning in review.turnings})


def _verdict(review: Review) -> str:
    lost = len(review.turnings)
    match review.judged.get(review.stops[0].at), review.judged.get(review.stops[-1].at):
        case Verdict.UNWINNABLE, _:
            return "Nobody could have won this deal: it was lost before the first move."
        case _ if review.session.status == Status.WON:
            return _PRAISE[min(lost, 1)]
        case Verdict.UNDECIDED, _:
            return "The solver ran out of time before it could tell whether this deal can be won."
        case _, Verdict.WINNABLE:
            return "You could still have won this game where you left it."
        case _, Verdict.UNWINNABLE if lost:
            return numbered(
                lost,
                "You could have won this deal, until the move marked here.",
                "You could have won this deal, until the last of the moves marked here.",
            )
        case _:
            return "You could have won this deal. The solver ran out of time before it could tell which move lost it."


def _plot(review: Review) -> CoursePlot:
    verdicts = [str(review.judged.get(stop.at, "open")) for stop in review.stops]
    return plot([cards_home(review.rules, stop.position) for stop in review.stops], verdicts)


def _mark(review: Review, turning: Turning, drawn: CoursePlot) -> Mark:
    stop = review.stops[turning.stop]
    x, y = drawn.places[turning.stop]
    made = sum(1 for earlier in review.stops[: turning.stop + 2] if earlier.by)
    words = move_sentence(review.rules, stop.position, turning.move)
    meaning = "You could have won before it, but not after it."
    if turning.last > turning.stop + 1:
        meaning = "You could have won before it, but not some moves later. The solver could not judge those between."
    place = place_fields(review.session, review.course, turning.stop)
    return Mark(made, words, meaning, x, y, turning.stop, bool(review.line(stop.at)), place)
