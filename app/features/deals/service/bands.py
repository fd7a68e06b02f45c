"""How hard a deal is: first by the solver's search, then corrected by players' results.

The solver's band goes by how long a search took, but people find other things hard. So once a day, for each deal that
ships, the server counts the players whose first game on it has ended, and how many of them won. If a deal's share of
winners is nearer to another band's than to its own band's, the server deals it as one of the other band, and its page
says so. Only this server's games count. No deal moves unless each band has a smaller share than the gentler ones.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection

from app.play.rows import deal_play, played
from app.play.rows.deal_play import DealTally
from app.play.service import stock
from app.play.values.session import Session
from app.play.values.shelf import Band, Shelf
from engine.caching import cached
from engine.record import Status
from engine.rules import Variant

LEAST_PLAYERS = 8
"""How many players must have ended a game on a deal before they correct its band."""
LEAST_OF_BAND = 50
"""How many must have done so on all deals of a band together before its share of winners counts."""
WEIGHT = 8
"""The solver's band weighs as much as this many players who win as often as those of the whole band."""
MOST_GAMES = 500
"""How many games on a deal are counted, the earliest first."""
MOST_WINS = 300
"""How many wins are looked at; of whoever has as many, nothing is said."""
A_PAGE = 10
"""How many deals one piece of work counts."""


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How hard a deal is."""

    found: Band
    """By the solver's search."""
    played: Band | None
    """The band that players' results put it in; None if they agree with the solver or are too few."""
    tally: DealTally

    @property
    def band(self) -> Band:
        """The band that counts."""
        return self.played or self.found


def of_deal(connection: Connection, variant: Variant, deal: int) -> Difficulty | None:
    """Return how hard a deal is; None if it is neither in stock nor among the deals that ship."""
    shelf = Shelf.of(variant)
    found = stock.band_of(connection, shelf, deal)
    if found is None:
        return None
    known = deal_play.find(connection, shelf, deal)
    return Difficulty(found, known.band if known else None, known.tally if known else DealTally(0, 0))


def is_hardest_win(connection: Connection, won: Session, band: Band) -> bool:
    """Return whether a won deal is of a harder band than all that its player had won of the game, if there were any."""
    if band is Band.GENTLE:
        return False
    before = played.won_deals(connection, won.player_id, 0, won.changed_at, MOST_WINS)
    if len(before) == MOST_WINS:
        return False
    deals = [(Shelf.of(variant), deal) for variant, deal in before if variant.game is won.variant.game]
    ranked = list(Band)
    known = stock.bands(connection, deals)
    return bool(known) and all(ranked.index(one) < ranked.index(band) for one in known)


def walk_on(connection: Connection, after: str, _now: int) -> str | None:
    """Count how players did on a page of the deals that ship, and correct their bands.

    `after` is what the previous page returned, and empty at first. Return None once all are counted.
    """
    at, every = int(after or 0), _list_shipped()
    page = every[at : at + A_PAGE]
    for shelf, deal in page:
        _count(connection, shelf, deal)
    for shelf in dict.fromkeys(shelf for shelf, _ in page):
        deal_play.move(connection, shelf, corrections(_shipped_bands(shelf), tallies_for(connection, shelf)))
    return str(at + A_PAGE) if at + A_PAGE < len(every) else None


def corrections(found: Mapping[int, Band], tallies: Mapping[int, DealTally]) -> dict[int, Band]:
    """Return the deals that players' results move to another band, each with that band."""
    shares = _shares(found, tallies)
    if list(shares.values()) != sorted(set(shares.values()), reverse=True):
        return {}
    moved = {}
    for deal, band in found.items():
        tally = tallies.get(deal)
        if tally and tally.players >= LEAST_PLAYERS and band in shares:
            guess = (tally.winners + WEIGHT * shares[band]) / (tally.players + WEIGHT)
            nearest = min(shares, key=lambda other: abs(shares[other] - guess))
            if nearest is not band:
                moved[deal] = nearest
    return moved


def tallies_for(connection: Connection, shelf: Shelf) -> dict[int, DealTally]:
    """Return how players did on the deals of a shelf that correct its bands: all but those that they get first.

    Nearly only newcomers play these, so their shares say more of the players than of the deals.
    """
    first = stock.first_deals()[shelf]
    return {deal: tally for deal, tally in deal_play.tallies(connection, shelf).items() if deal not in first}


def _shares(found: Mapping[int, Band], tallies: Mapping[int, DealTally]) -> dict[Band, float]:
    """Return the share of winners in each band that enough players have played, the gentlest band first."""
    shares = {}
    for band in Band:
        of_band = [tallies[deal] for deal, its in found.items() if its is band and deal in tallies]
        players = sum(tally.players for tally in of_band)
        if players >= LEAST_OF_BAND:
            shares[band] = sum(tally.winners for tally in of_band) / players
    return shares


def _count(connection: Connection, shelf: Shelf, deal: int) -> None:
    firsts = deal_play.first_games(connection, shelf, deal, MOST_GAMES).values()
    ended = [status for status in firsts if status.finished]
    if ended:
        deal_play.keep(connection, shelf, deal, DealTally(len(ended), sum(status is Status.WON for status in ended)))
    else:
        deal_play.forget(connection, shelf, deal)


@cached()
def _list_shipped() -> tuple[tuple[Shelf, int], ...]:
    return tuple((shelf, deal) for shelf in stock.shelves() for deal in _shipped_bands(shelf))


def _shipped_bands(shelf: Shelf) -> dict[int, Band]:
    return {deal: band for band, deals in stock.shipped_deals()[shelf].items() for deal in deals}
