"""Tournaments: make one, join one, look at one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from secrets import randbelow, token_hex
from typing import NamedTuple

from sqlalchemy import Connection

from app.core.refusals import Impossible, Malformed, NotFound, NotYours, Over
from app.features.tournaments.rows import entrants, tournaments
from app.features.tournaments.rows import tournaments as rows
from app.features.tournaments.rows.entrants import Best
from app.features.tournaments.rows.tournaments import CountedTournament
from app.features.tournaments.values import scoring
from app.features.tournaments.values import tournament as model
from app.features.tournaments.values.event import InTournament
from app.features.tournaments.values.scoring import RankedEntrant, Team
from app.features.tournaments.values.tournament import (
    FEWEST_DEALS,
    LENGTHS,
    LONGEST_LEAD_MS,
    MOST_DEALS,
    MOST_ENTRANTS,
    TOURNAMENTS_AT_A_TIME,
    TOURNAMENTS_OF_AN_ACCOUNT,
    TOURNAMENTS_OF_AN_ADDRESS,
    WAITING_OF_AN_ADDRESS,
    Dealt,
    Entrant,
    Scoring,
    Tournament,
    TournamentStage,
    TournamentTerms,
    TournamentTry,
)
from app.people.codes import free_code
from app.people.names import in_form, read_name, skeleton
from app.people.rows import accounts as account_rows
from app.people.rows import barred
from app.people.service import accounts, players
from app.people.service.naming import check_title, shown_name
from app.people.titles import Group, groups_of
from app.people.venues import Venue
from app.people.visitors import Visit

MOST_CLOSED = 50
"""How many closed tournaments are listed."""
MOST_SHOWN = 50
"""How many places a table of results shows."""
NO_GAME = "Choose at least one game."
"""How a tournament without games is refused; the form says so where the games stand."""
_NUMBERS = 9_000
_DRAWS = 50
"""How many numbers to draw for somebody without a name until one is free."""


@dataclass(frozen=True, slots=True)
class Standings:
    """The places in a tournament: the same for everybody who may see them."""

    size: int
    first: tuple[RankedEntrant, ...]
    teams: tuple[Team, ...]
    ranks: dict[str, int]
    """Everybody's place, by player id."""
    scoring: Scoring


class ClosedTournaments(NamedTuple):
    """Some of the tournaments that are over, the latest first."""

    listed: list[CountedTournament]
    older: tuple[int, str] | None
    """The key for those that come after these; None if there are none."""


@dataclass(frozen=True, slots=True)
class Participation:
    """One visitor's part in a tournament."""

    entrant: Entrant | None
    """None until the visitor joins."""
    tries: tuple[TournamentTry, ...]
    groups: tuple[Group, ...]
    """The groups for which the visitor may play."""
    has_account: bool
    is_maker: bool = False
    maker: str = ""
    """The name of the one who made the tournament; empty if it opened by itself, or its maker has no account."""

    @property
    def running(self) -> TournamentTry | None:
        """The unfinished game; None without one."""
        return model.running(self.tries)


@dataclass(frozen=True, slots=True)
class JoinRequest:
    """How somebody wants to join: by which name, and for which group."""

    name: str = ""
    group: str = ""
    """The code of one of the player's groups; empty for none."""
    whence: str = ""
    """The mark of the network that the player comes from."""


def make(
    connection: Connection, visit: Visit | None, terms: TournamentTerms, opens_at: int, now: int, whence: str = ""
) -> Tournament:
    """Make a tournament; its deals are drawn afterwards. `whence` marks the network that its maker comes from.

    Raises:
        SignedOut, NotFound, Malformed, Impossible: the visitor has no account, the terms are not allowed, or there are
            as many tournaments as there may be.
    """
    maker = accounts.own(connection, visit).player_id
    _check(terms, opens_at, now)
    # If two requests come at once, the second counts the tournament of the first.
    if players.hold(connection, maker, now).bot:
        terms = replace(terms, bots=True)
    if rows.count_unsettled(connection, maker_id=maker) >= TOURNAMENTS_OF_AN_ACCOUNT:
        raise Impossible(
            f"You have {TOURNAMENTS_OF_AN_ACCOUNT} tournaments that are not over yet, which is the most allowed."
        )
    if whence and rows.count_unsettled(connection, whence=whence) >= TOURNAMENTS_OF_AN_ADDRESS:
        raise Impossible(
            f"{TOURNAMENTS_OF_AN_ADDRESS} tournaments from your network are not over yet, which is the most allowed."
        )
    if rows.count_unsettled(connection) >= TOURNAMENTS_AT_A_TIME:
        raise Impossible("There are too many tournaments at the moment; please try again when one of them is over.")
    named = replace(terms, name=read_name(terms.name))
    check_title(connection, named.name)
    return add(connection, named, max(opens_at, now), now, maker_id=maker, whence=whence)


def add(
    connection: Connection,
    terms: TournamentTerms,
    opens_at: int,
    now: int,
    maker_id: str | None = None,
    slot: str | None = None,
    whence: str = "",
) -> Tournament:
    """Add a tournament that somebody makes, or one that opens by itself in a `slot`."""
    code = free_code(lambda code: rows.find(connection, code))
    made = Tournament(
        code=code,
        terms=terms,
        made_at=now,
        opens_at=opens_at,
        closes_at=opens_at + terms.length_ms,
        salt=token_hex(16),
        maker_id=maker_id,
        slot=slot,
        whence=whence,
        due_at=now,
        deals=tuple(Dealt(number, terms.variant(number), None) for number in range(1, terms.deals + 1)),
    )
    rows.add(connection, made)
    return made


def join(connection: Connection, code: str, visit: Visit, entry: JoinRequest, now: int) -> Entrant:
    """Join a tournament, or change one's name and group before beginning the first game.

    Raises:
        SignedOut, NotFound, Malformed, NotYours, Impossible: there is no such tournament, the name is not allowed or is
            taken, the group is not the player's, bots may not join, or the tournament is over or full.
    """
    players.check(connection, visit)
    # The hold keeps the player from becoming a bot between the look and the joining.
    player = players.hold(connection, visit.player_id, now)
    found = there(rows.find_to_join(connection, code.upper()))
    if found.stage(now) not in {TournamentStage.COMING, TournamentStage.OPEN}:
        raise Over("The tournament is over.")
    if player.bot and not found.terms.bots:
        raise Impossible("This tournament is for people only; its maker did not let bots in.")
    known = entrants.find(connection, found.code, player.id)
    if known and entrants.tries(connection, found.code, player.id):
        return known
    if known is None and barred.is_barred(connection, Venue(InTournament.kind, found.code), player.id):
        raise Impossible("The player who made this tournament has removed you from it; join another.")
    if known is None:
        _make_place(connection, found, entry.whence)
    name, group = _name(connection, found.code, player.id, entry.name, known), _group(connection, player.id, entry)
    one = Entrant(player.id, name, known.joined_at if known else now, *group)
    if known:
        entrants.rename(connection, found.code, one, skeleton(name))
    else:
        entrants.add(connection, found.code, one, skeleton(name), entry.whence)
    return one


def leave(connection: Connection, code: str, player_id: str | None, now: int) -> None:
    """Leave a tournament before one's first game there; do nothing if the player has not joined.

    Raises:
        NotFound, Impossible: there is no such tournament, the player has begun a game there, or it is over.
    """
    found = there(rows.find_to_join(connection, code.upper()))
    # The hold keeps the player from beginning a game between the look and the leaving.
    if player_id is None or not entrants.hold(connection, found.code, player_id):
        return
    if entrants.tries(connection, found.code, player_id):
        raise Impossible("You have begun to play here, so your results stay. You need not play on.")
    if found.stage(now) not in {TournamentStage.COMING, TournamentStage.OPEN}:
        raise Over("The tournament is over.")
    entrants.remove(connection, found.code, player_id)


def remove(connection: Connection, code: str, player_id: str | None, name: str, now: int) -> None:
    """Remove the player of that name, who has begun no game in the tournament and can't come back.

    Raises:
        NotFound, NotYours, Impossible: there is no such tournament or player, the visitor did not make the tournament,
            the player has begun a game there, or it is over.
    """
    found = there(rows.find_to_join(connection, code.upper()))
    if found.maker_id is None or found.maker_id != player_id:
        raise NotYours("Only the player who made the tournament can do that.")
    # PostgreSQL refuses to look for some characters that nobody can print.
    whom = entrants.find_by_name(connection, found.code, skeleton(in_form(name))) if name.isprintable() else None
    # The hold keeps them from beginning a game between the look and the removal.
    if whom is None or not entrants.hold(connection, found.code, whom):
        raise NotFound("Nobody by that name is in this tournament.")
    if _has_begun(connection, found.code, whom):
        raise Impossible("This player has begun to play, so the results stay.")
    if found.stage(now) not in {TournamentStage.COMING, TournamentStage.OPEN}:
        raise Over("The tournament is over.")
    entrants.remove(connection, found.code, whom)
    barred.bar(connection, Venue(InTournament.kind, found.code), whom)


def look(connection: Connection, code: str) -> Tournament:
    """Return a tournament; raise `NotFound`."""
    return there(rows.find(connection, code.upper()))


def part_of(connection: Connection, tournament: Tournament, player_id: str | None) -> Participation:
    """Return a visitor's part in a tournament."""
    code, maker = tournament.code, accounts.name_of(connection, tournament.maker_id)
    if player_id is None:
        return Participation(None, (), (), has_account=False, maker=maker)
    found = entrants.find(connection, code, player_id)
    tries = entrants.tries(connection, code, player_id) if found else []
    has_account = may_make(connection, player_id)
    theirs = groups_of(connection, player_id) if has_account else []
    is_maker = tournament.maker_id == player_id
    return Participation(found, tuple(tries), tuple(theirs), has_account, is_maker, maker)


def may_make(connection: Connection, player_id: str | None) -> bool:
    """Return whether a visitor may make tournaments, as everybody with an account may."""
    return player_id is not None and account_rows.find(connection, player_id) is not None


def may_compare(found: Tournament, tries: Sequence[TournamentTry], now: int) -> bool:
    """Return whether somebody who has made these tries, if any, may see others' results.

    In a blind tournament, they must have played all its deals, or it must have closed.
    """
    if not found.terms.blind or found.stage(now) is TournamentStage.CLOSED:
        return True
    return model.is_done(found.terms, tries)


def standings(connection: Connection, code: str) -> Standings:
    """Return the places in a tournament. Ask `may_compare` before you show them; raise `NotFound`."""
    by = look(connection, code).terms.scoring
    everybody = entrants.all_of(connection, code)
    placed = scoring.places(everybody)
    ranks = {place.entrant.player_id: place.rank for place in placed}
    teams = scoring.teams(by, everybody)
    return Standings(len(placed), tuple(placed[:MOST_SHOWN]), tuple(teams[:MOST_SHOWN]), ranks, by)


def best_wins(connection: Connection, found: Tournament) -> dict[int, Best]:
    """Return the best win on each deal that somebody won, by its number; none before the tournament has closed."""
    return entrants.best(connection, found.code) if found.closed_at is not None else {}


def coming_and_open(connection: Connection) -> Sequence[CountedTournament]:
    """List the tournaments that are not closed, in the order in which they begin."""
    return rows.list_unsettled(connection, TOURNAMENTS_AT_A_TIME)


def list_closed(
    connection: Connection, before: tuple[int, str] | None = None, limit: int = MOST_CLOSED
) -> ClosedTournaments:
    """List the tournaments that closed last, or last before the one of the key `before`."""
    found = rows.list_closed(connection, limit + 1, before)
    listed = found[:limit]
    last = listed[-1].tournament if len(found) > limit else None
    return ClosedTournaments(listed, (last.closed_at, last.code) if last and last.closed_at is not None else None)


def there(found: Tournament | None) -> Tournament:
    """Return a tournament if it was found, and raise `NotFound` if not."""
    if found is None:
        raise NotFound("There is no tournament with that code.")
    return found


def _check(terms: TournamentTerms, opens_at: int, now: int) -> None:
    shortest, longest = LENGTHS[terms.form]
    if not FEWEST_DEALS <= terms.deals <= MOST_DEALS:
        raise Malformed(f"A tournament has from {FEWEST_DEALS} to {MOST_DEALS} deals.")
    if not terms.variants:
        raise Malformed(NO_GAME)
    if len(set(terms.variants)) < len(terms.variants):
        raise Malformed("Choose each game only once.")
    if len(terms.variants) > terms.deals:
        raise Malformed("Choose at least as many deals as games.")
    if not shortest <= terms.length_ms <= longest:
        raise Malformed(_LENGTH_WORDS[terms.form])
    if opens_at > now + LONGEST_LEAD_MS:
        raise Malformed("A tournament can begin at most 14 days from now.")


_LENGTH_WORDS = {
    model.Form.ARENA: "An arena lasts from 5 to 120 minutes.",
    model.Form.DEALS: "A tournament by deals lasts from an hour to 14 days.",
}


def _name(connection: Connection, code: str, player_id: str, given: str, known: Entrant | None) -> str:
    """Return the name for somebody who joins, which must not look like anybody else's in the tournament."""
    drawn = (f"Player {1000 + randbelow(_NUMBERS)}" for _ in range(_DRAWS))

    def is_taken(look: str) -> bool:
        return entrants.find_by_name(connection, code, look) not in {None, player_id}

    return shown_name(connection, player_id, given, known.name if known else "", is_taken, drawn)


def _make_place(connection: Connection, found: Tournament, whence: str) -> None:
    """See to a place for somebody new; places are for those who play, so in a full tournament one who waits gives way.

    Raises:
        Impossible: too many from the same network wait already, or everybody in a full tournament has begun to play.
    """
    if whence and entrants.count_waiting(connection, found.code, whence) >= WAITING_OF_AN_ADDRESS:
        raise Impossible(
            f"{WAITING_OF_AN_ADDRESS} players from your network have joined and not begun to play, which is the most "
            "allowed; join again when some of them have begun."
        )
    if entrants.count(connection, found.code) < MOST_ENTRANTS:
        return
    waits = entrants.last_waiting(connection, found.code, found.maker_id)
    # The hold keeps them from beginning a game between the look and the giving way.
    if waits is None or not entrants.hold(connection, found.code, waits) or _has_begun(connection, found.code, waits):
        raise Impossible(f"This tournament is full: {MOST_ENTRANTS:,} players have joined it.")
    entrants.remove(connection, found.code, waits)


def _has_begun(connection: Connection, code: str, player_id: str) -> bool:
    return bool(entrants.tries(connection, code, player_id))


def _group(connection: Connection, player_id: str, entry: JoinRequest) -> tuple[str | None, str | None]:
    if not entry.group:
        return None, None
    theirs = groups_of(connection, player_id)
    group = next((one for one in theirs if one.code == entry.group.upper()), None)
    if group is None:
        raise NotYours("You can only play for a group that you belong to.")
    return group.code, group.name


def forget_networks(connection: Connection, _now: int, at_most: int) -> bool:
    """Forget where the people of some closed tournaments came from; return whether there were any."""
    return tournaments.forget_networks(connection, at_most)
