"""What a deal's page shows: whether the deal can be won, and how its players did."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import Connection

from app.core.cache import Cache
from app.core.refusals import TooMany
from app.features.deals.rows import challenges
from app.features.deals.rows.challenges import Played
from app.features.deals.service import bands
from app.features.deals.service.bands import Difficulty
from app.features.study.service import certificates
from app.people.service import players
from app.play.rows import entries, sessions
from app.play.rows import questions as asked
from app.play.service import judging, proof, questions, replays
from app.play.service.secrecy import check_help_with
from app.play.service.suspicion import pace
from app.play.values.question import QuestionKind, QuestionSubject
from app.play.values.session import Session
from app.play.values.shelf import Proof, Shelf
from engine.asking import Verdict
from engine.deals import Deck
from engine.descent import DealQuery
from engine.record import Status
from engine.rules import Variant

MOST_READ = 500
"""How many games on a deal are read, the earliest first: a page costs some milliseconds however many play it."""
MOST_LOOKED_AT = 5
"""How many wins, from the quickest on, are checked for their pace to find one that a person played."""
PATIENCE_MS = 60_000
"""How long the question about a deal stays wanted."""
MOST_WAITING = 10
"""With this many questions in line, nobody can ask about a deal, because hints wait in the same line."""
_PACES = Cache[bool](20_000, lambda _: 1)
"""Whether won games look as if a program had played; a won game never changes."""


class SearchState(StrEnum):
    """How the search for a verdict on a deal stands."""

    NONE = "none"
    """No search is needed, or none is allowed."""
    OPEN = "open"
    """Nobody has asked yet."""
    WAITING = "waiting"
    UNDECIDED = "undecided"
    """A solver has looked, and could not decide."""


@dataclass(frozen=True, slots=True)
class Results:
    """How the players of a deal did."""

    players: int
    winners: int
    first: Played | None
    """The game that won first."""
    fastest: Played | None
    """The one won in the least time, leaving out those that look as if a program had played."""
    fewest: Played | None
    """The one won in the fewest steps."""
    mine: Played | None
    """The visitor's won game with the fewest steps."""
    bots: int
    """How many programs have played it; the figures above leave them out, except `mine`."""
    bots_won: int
    games: int
    """How many games these results cover, those of programs too: `MOST_READ` at most, even if more were played."""


@dataclass(frozen=True, slots=True)
class DealPage:
    """What a deal's page shows besides the deal."""

    shared: list[tuple[Session, str | None]]
    proof: Proof | None
    lost: list[Variant]
    """The variants under which nobody can win it."""
    search: SearchState
    difficulty: Difficulty | None
    """None if no solver has found out how hard it is."""
    results: Results | None
    """None if nobody has played it, or it has no number."""


def look(
    connection: Connection, variant: Variant, number: int | None, deck: Deck, player_id: str | None, now: int
) -> DealPage:
    """Return what the page of a deal shows; raise `Withheld` while an open event is played on it."""
    # This refuses the deal of an open event, so it comes before everything that reveals something.
    shared = replays.on_deal(connection, variant.game, deck, now)
    known = proof.of_deal(connection, variant, number, deck, now)
    variants = Shelf.of(variant).variants
    # With face-down cards we reveal nothing: somebody may be playing the deal.
    told = [] if variant.rules.face_down_rows else variants
    lost = certificates.lost_variants(connection, told, deck, player_id, now)
    # The page of a hand-made deal must not spell its code, so it cannot ask.
    judged = known is not None or number is None
    open_ones = [] if judged else [each for each in told if each not in lost]
    played = challenges.on_deal(connection, variants, number, MOST_READ) if number is not None else []
    results = _results(connection, played, player_id) if played else None
    difficulty = bands.of_deal(connection, variant, number) if number is not None else None
    return DealPage(shared, known, lost, _search(connection, open_ones, deck, now), difficulty, results)


def check(connection: Connection, variant: Variant, deck: Deck, player_id: str, now: int) -> None:
    """Refuse to judge the deal of an open event, or one too much like it; this is for the lane of heavy reads.

    Raises:
        Withheld: see `check_help_with`.
    """
    check_help_with(connection, DealQuery(variant.rules, deck, ()), player_id, now)


def ask(connection: Connection, variant: Variant, deck: Deck, player_id: str, now: int) -> None:
    """Ask a solver whether a deal can be won, under each choice that a player can make; call `check` first.

    About a deal with face-down cards, this asks nothing.

    Raises:
        TooMany: the player, or all players together, wait for too many answers already.
    """
    if variant.rules.face_down_rows:
        return
    keys = {judging.deal_key(each, deck): each for each in Shelf.of(variant).variants}
    unknown = keys.keys() - judging.verdicts(connection, list(keys)).keys()
    is_new = any(not asked.is_pending(connection, key) for key in unknown)
    origin = questions.origin_of(player_id, now)
    if is_new and not asked.has_room(connection, QuestionKind.JUDGE, origin, MOST_WAITING):
        raise TooMany("The solvers are busy with other questions; please try again in a moment.")
    players.ensure(connection, player_id, now)
    for key in unknown:
        about = QuestionSubject(keys[key], judging.dealt_snapshot(keys[key], deck))
        questions.ask(connection, QuestionKind.JUDGE, about, player_id, now, PATIENCE_MS)


def _search(connection: Connection, variants: Sequence[Variant], deck: Deck, now: int) -> SearchState:
    keys = [judging.deal_key(each, deck) for each in variants]
    found = judging.verdicts(connection, keys)
    unknown = [key for key in keys if found.get(key) != Verdict.WINNABLE]
    if not unknown:
        return SearchState.NONE
    # If no solver is at work, nobody drops a question that is no longer wanted, and the page would wait for ever.
    if any((asked.wanted_until(connection, key) or 0) >= now for key in unknown):
        return SearchState.WAITING
    return SearchState.UNDECIDED if all(key in found for key in unknown) else SearchState.OPEN


def _results(connection: Connection, played: list[Played], player_id: str | None) -> Results:
    all_won = [one for one in played if one.status is Status.WON]
    mine = [one for one in all_won if one.player_id == player_id]
    people, won = [one for one in played if not one.bot], [one for one in all_won if not one.bot]
    quickest = sorted(won, key=lambda one: one.ms)[:MOST_LOOKED_AT]
    return Results(
        players=len({one.player_id for one in people}),
        winners=len({one.player_id for one in won}),
        first=min(won, key=lambda one: one.changed_at, default=None),
        fastest=next((one for one in quickest if not _is_suspicious(connection, one)), None),
        fewest=min(won, key=lambda one: (one.steps, one.ms), default=None),
        mine=min(mine, key=lambda one: (one.steps, one.ms), default=None),
        bots=len({one.player_id for one in played if one.bot}),
        bots_won=len({one.player_id for one in all_won if one.bot}),
        games=len(played),
    )


def _is_suspicious(connection: Connection, played: Played) -> bool:
    known = _PACES.find(played.session_id)
    if known is None:
        session = sessions.find(connection, played.session_id)
        known = session is None or bool(pace(entries.all_of(connection, session.id), session.started_at))
        _PACES.keep(played.session_id, known)
    return known
