"""A tournament: its page, its line in a list, and what the tables of its games say."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from app.core.words import listed, numbered, ordinal, sent_name, sentence
from app.features.tournaments.rows.entrants import Best
from app.features.tournaments.rows.tournaments import CountedTournament
from app.features.tournaments.service import tournaments
from app.features.tournaments.service.joined import Joined, TournamentPlace
from app.features.tournaments.service.tournament_games import TableInTournament
from app.features.tournaments.service.tournaments import Participation, Standings
from app.features.tournaments.values import tournament
from app.features.tournaments.values.tournament import (
    Entrant,
    Form,
    Tournament,
    TournamentStage,
    TournamentTerms,
    TournamentTry,
    TryOutcome,
    sealed_line,
)
from app.play.table.miniature import miniature_of_deal, miniature_of_layout
from app.play.values.session import Session
from app.play.words.summary import variant_words
from engine.rules import Variant

_MINUTE_MS, _HOUR_MS, _DAY_MS = 60_000, 3_600_000, 86_400_000
_ON_PODIUM = 3
_CALLED_OFF = "Solvers did not find enough deals in time, so this tournament was called off."
_SET_ASIDE = "Something went wrong with this tournament, so it ended as it stood; its deals are below."


@dataclass(frozen=True, slots=True)
class DealLine:
    """A deal of a tournament that is over."""

    number: int
    variant: Variant
    deal: int
    best: Best | None
    """None if nobody won it."""


@dataclass(frozen=True, slots=True)
class Own:
    """How a visitor who has joined stands."""

    name: str
    group: str
    words: str
    """The points and the deals won so far."""
    rank: int | None
    """None before the first result, and while the visitor may not compare."""
    play: str
    """What the button for the next deal says; empty if there is nothing to play now."""
    done: bool
    passed_on: str
    """What to send to others, before the tournament's address; empty until it is over."""


@dataclass(frozen=True, slots=True)
class AtTable:
    """What the table of a game says of its tournament."""

    address: str
    session_id: str
    points: str
    won: str
    """How many of the deals the player has won."""
    left_ms: int
    """How long it is until the end."""
    rank: str
    """The player's place among all, as in “rank 2 of 14”; empty without one."""
    over: bool
    blind: bool
    too_late: bool
    """Whether the game counts for nothing, because the tournament was over first."""
    play: str
    """What the button for the next deal says; empty if there is nothing to play now."""
    done: bool
    """Whether the player has played all the deals."""

    @property
    def soon(self) -> bool:
        """Whether it ends within a day: then the time that is left is worth a place."""
        return self.left_ms < _DAY_MS


@dataclass(frozen=True, slots=True)
class JoinedLine:
    """A tournament that a visitor has joined, on the front page and on their own."""

    tournament: Tournament
    stage: TournamentStage
    words: str
    """The points and the deals won so far, and the place."""
    play: str
    """What the button for the next deal says; empty if there is nothing to play now."""


class FirstPlace(NamedTuple):
    """One of the first three of a tournament that is over."""

    place: int
    rank: str
    """The place as an ordinal."""
    name: str
    is_you: bool
    result: str


@dataclass(frozen=True, slots=True)
class TournamentRoom:
    """What changes on the page of a tournament."""

    stage: TournamentStage
    notice: str
    """What the tournament waits for, or what went wrong; empty for neither."""
    soon: bool
    """Whether it begins or ends within a day: then the time of day is enough."""
    size: int
    own: Own | None
    can_join: bool
    can_leave: bool
    can_remove: bool
    """Whether the visitor may remove players who have not begun to play."""
    standings: Standings | None
    """None while the visitor may not see them."""
    seal: str | None
    line: str | None
    """What the seal is the SHA-256 of; None until the tournament is over."""
    deals: tuple[DealLine, ...]
    """Empty until it is over."""
    winner: str
    """Who has won; empty until it is over, and if nobody has a point."""
    podium: tuple[FirstPlace, ...]
    """Those with points of the first three, at least two; empty until it is over."""


def room_of(
    found: Tournament, part: Participation, standings: Standings, won: Mapping[int, Best], now: int
) -> TournamentRoom:
    """Show one visitor what changes in a tournament."""
    stage = found.stage(now)
    seen = tournaments.may_compare(found, part.tries, now)
    told = stage is TournamentStage.CLOSED and found.is_drawn
    joinable = stage in {TournamentStage.COMING, TournamentStage.OPEN}
    return TournamentRoom(
        stage=stage,
        notice=_notice(found, now),
        soon=(found.opens_at if stage is TournamentStage.COMING else found.closes_at) - now < _DAY_MS,
        size=standings.size,
        own=_own(found, part, standings if seen else None, now),
        can_join=part.entrant is None and joinable,
        can_leave=part.entrant is not None
        and not part.tries
        and stage in {TournamentStage.COMING, TournamentStage.OPEN},
        can_remove=part.is_maker and standings.size > 0 and joinable,
        standings=standings if seen else None,
        seal=tournament.seal(found),
        line=sealed_line(found) if told else None,
        deals=_deals(found, won) if told else (),
        winner=_winner(standings) if told and seen else "",
        podium=_podium(standings, part) if told and seen else (),
    )


def _winner(standings: Standings) -> str:
    best = [one.entrant for one in standings.first if one.rank == 1 and one.entrant.points]
    match best:
        case []:
            return ""
        case [one]:
            return f"{one.name} has won with {_points(one)}."
        case several if len(several) <= _ON_PODIUM:
            return f"It’s a tie between {listed([one.name for one in several])}, with {_points(several[0])} each."
        case several:
            return f"It’s a tie between {len(several)} players, with {_points(several[0])} each."


def _podium(standings: Standings, part: Participation) -> tuple[FirstPlace, ...]:
    own = part.entrant.player_id if part.entrant else None
    places = tuple(
        FirstPlace(
            one.rank,
            sentence(ordinal(one.rank - 1)),
            one.entrant.name,
            one.entrant.player_id == own,
            _points(one.entrant),
        )
        for one in standings.first[:_ON_PODIUM]
        if one.entrant.points
    )
    return places if len(places) > 1 else ()


def at_table(found: TableInTournament, session: Session, now: int) -> AtTable:
    """Show what a table says of its tournament at a time."""
    of, one, tries, _ = found.joined
    over = of.stage(now) in {TournamentStage.CLOSING, TournamentStage.CLOSED}
    return AtTable(
        address=f"/tournaments/{of.code}",
        session_id=session.id,
        points=_points(one),
        won=_wins(of, one),
        left_ms=max(of.closes_at - now, 0),
        rank=_rank(found.joined.place),
        over=over,
        blind=of.terms.blind and of.stage(now) is not TournamentStage.CLOSED,
        too_late=over and found.played.outcome in {None, TryOutcome.STOPPED},
        play=_play(of, tries, now),
        done=tournament.is_done(of.terms, tries),
    )


def form_words(terms: TournamentTerms) -> str:
    """Describe in a sentence how a tournament is played.

    >>> from engine.games import variant_of
    >>> fortress = (variant_of("fortress", ""),)
    >>> form_words(TournamentTerms("", Form.ARENA, fortress, 12, 20 * 60_000, False, False, False))
    'An arena of 20 minutes with up to 12 deals'
    >>> form_words(TournamentTerms("", Form.DEALS, fortress, 8, 2 * 86_400_000, True, False, False))
    '8 deals, at any time within 2 days'
    """
    if terms.form is Form.ARENA:
        return f"An arena of {length_words(terms.length_ms)} with up to {terms.deals} deals"
    return f"{terms.deals} deals, at any time within {length_words(terms.length_ms)}"


def length_words(ms: int) -> str:
    """Write how long a tournament lasts.

    >>> length_words(20 * 60_000), length_words(3_600_000), length_words(3 * 86_400_000)
    ('20 minutes', '1 hour', '3 days')
    """
    if ms % _DAY_MS == 0:
        return numbered(ms // _DAY_MS, "1 day", "{count} days")
    if ms % _HOUR_MS == 0:
        return numbered(ms // _HOUR_MS, "1 hour", "{count} hours")
    return numbered(ms // _MINUTE_MS, "1 minute", "{count} minutes")


def played_words(terms: TournamentTerms) -> str:
    """List the games of a tournament."""
    return listed([variant_words(variant) for variant in terms.variants])


def tournament_board(found: Tournament) -> Markup:
    """Draw the first deal of a tournament that is over; of any other, only the layout of its first game."""
    rules = found.terms.variant(1).rules
    deal = found.deals[0].deal if found.closed_at is not None and found.is_drawn and found.deals else None
    return miniature_of_layout(rules) if deal is None else miniature_of_deal(rules, deal)


def tournament_lines(some: Sequence[CountedTournament], stage: TournamentStage, now: int) -> list[CountedTournament]:
    """Return the tournaments that are in this stage, in the order given."""
    return [one for one in some if one.tournament.stage(now) is stage]


def _notice(found: Tournament, now: int) -> str:
    if found.set_aside:
        return _SET_ASIDE if found.is_drawn else _CALLED_OFF
    if not found.is_drawn and now >= found.opens_at:
        missing = len(found.missing)
        return numbered(
            missing,
            "The tournament begins as soon as solvers have found one more deal that can be won.",
            "The tournament begins as soon as solvers have found {count} more deals that can be won.",
        )
    if found.stage(now) is TournamentStage.CLOSING:
        return "The time is up. The server is writing down the last results."
    return ""


def _own(found: Tournament, part: Participation, seen: Standings | None, now: int) -> Own | None:
    one = part.entrant
    if one is None:
        return None
    words = f"{_points(one)}, {_wins(found, one)}"
    done, play = tournament.is_done(found.terms, part.tries), _play(found, part.tries, now)
    begun = any(each.outcome is not None and each.outcome is not TryOutcome.STOPPED for each in part.tries)
    rank = seen.ranks.get(one.player_id) if seen and begun else None
    passed_on = ""
    if found.stage(now) is TournamentStage.CLOSED and begun:
        ranked = f", rank {rank:,} of {seen.size:,}" if seen and rank else ""
        passed_on = f"{sent_name(found.terms.name)}: {words}{ranked}."
    return Own(one.name, one.group_name or "", words, rank, play, done, passed_on)


def _play(found: Tournament, tries: Sequence[TournamentTry], now: int) -> str:
    """Return what the button for the next deal says; empty if there is nothing to play now."""
    if found.stage(now) is not TournamentStage.OPEN or tournament.is_done(found.terms, tries):
        return ""
    return "Back to your deal" if tournament.running(tries) else "Next deal" if tries else "Play the first deal"


def joined_line(one: Joined, now: int) -> JoinedLine:
    """Show somebody a tournament that they have joined."""
    found, rank = one.tournament, _rank(one.place)
    stands = f"{_points(one.entrant)}, {_wins(found, one.entrant)}"
    return JoinedLine(found, found.stage(now), f"{stands}, {rank}" if rank else stands, _play(found, one.tries, now))


def _rank(place: TournamentPlace | None) -> str:
    return f"rank {place.rank:,} of {place.size:,}" if place else ""


def _points(one: Entrant) -> str:
    return numbered(one.points, "1 point", "{count} points")


def _wins(found: Tournament, one: Entrant) -> str:
    return f"{one.won} of {found.terms.deals} deals won"


def _deals(found: Tournament, won: Mapping[int, Best]) -> tuple[DealLine, ...]:
    return tuple(
        DealLine(one.number, one.variant, one.deal, won.get(one.number)) for one in found.deals if one.deal is not None
    )
