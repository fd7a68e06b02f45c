"""Statements about tournaments and their deals."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, func, insert, or_, select, update

from app.core.store.unreadable import each, reads
from app.features.tournaments.tables import entrant, tournament, tournament_deal
from app.features.tournaments.values.tournament import SCORINGS, Dealt, Form, Tournament, TournamentTerms, TryOutcome
from app.play.checking import Texts
from app.play.rows import open_events
from engine.deals import Deck, deck_code
from engine.games import variant_of
from engine.rules import Game, Variant

_CHANGING = ("opens_at", "closes_at", "drawn_at", "closing_since", "closed_at", "due_at", "failures", "walked_to")
_OF_TERMS = ("name", "deals", "length_ms", "one_try", "blind", "bots")
_OTHERS = ("code", "maker_id", "slot", "made_at", "salt", "set_aside", "whence")
_UNSETTLED = tournament.c.closed_at.is_(None)


class DueTournament(NamedTuple):
    """A tournament with the time when it is due, and how often it has failed in a row."""

    code: str
    due_at: int
    failures: int


class CountedTournament(NamedTuple):
    """A tournament in a list, which has none of its deals while they are secret, and the number of its entrants."""

    tournament: Tournament
    entrants: int


def add(connection: Connection, added: Tournament) -> None:
    """Add a tournament with its deals, not yet drawn; the database refuses a code or a slot that is taken."""
    terms = added.terms
    row = {name: getattr(added, name) for name in (*_OTHERS, *_CHANGING)}
    row |= {name: getattr(terms, name) for name in _OF_TERMS}
    row |= {"form": terms.form, "variants": _variants_text(terms.variants), "scoring": terms.scoring.version}
    connection.execute(insert(tournament), row)
    rows = [
        {"code": added.code, "number": one.number, "game": one.variant.game.slug, "options": one.variant.text}
        for one in added.deals
    ]
    connection.execute(insert(tournament_deal), rows)


def find(connection: Connection, code: str) -> Tournament | None:
    """Return the tournament with that code, or None if there is none."""
    return _read(connection, select(tournament).where(tournament.c.code == code))


def find_to_join(connection: Connection, code: str) -> Tournament | None:
    """Return a tournament as `find` does. Nobody can begin to close it until the transaction ends."""
    return _read(connection, select(tournament).where(tournament.c.code == code).with_for_update(read=True))


def find_to_change(connection: Connection, code: str) -> Tournament | None:
    """Return a tournament as `find` does. No other process can change it until the transaction ends."""
    return _read(connection, select(tournament).where(tournament.c.code == code).with_for_update())


def change(connection: Connection, changed: Tournament) -> None:
    """Store what changes in a tournament while it goes on; `draw` stores its deals."""
    values = {name: getattr(changed, name) for name in _CHANGING}
    connection.execute(update(tournament).where(tournament.c.code == changed.code).values(values))


def name_of(connection: Connection, code: str) -> str | None:
    """Return the name of a tournament, or None if there is none."""
    return connection.execute(select(tournament.c.name).where(tournament.c.code == code)).scalar()


def maker_of(connection: Connection, code: str) -> str | None:
    """Return who made a tournament, or None if no player has."""
    return connection.execute(select(tournament.c.maker_id).where(tournament.c.code == code)).scalar()


def retitle(connection: Connection, code: str, before: str, after: str) -> bool:
    """Change the name of a tournament from `before` to `after`; return False if it has another name."""
    named = update(tournament).where(tournament.c.code == code, tournament.c.name == before)
    return connection.execute(named.values(name=after)).rowcount == 1


def list_made_by_players(connection: Connection, at_most: int) -> list[CountedTournament]:
    """List at most `at_most` of the tournaments that players have made, the latest first."""
    made = select(tournament).where(tournament.c.maker_id.is_not(None))
    return _list(connection, made.order_by(tournament.c.made_at.desc(), tournament.c.code).limit(at_most))


def draw(connection: Connection, code: str, drawn: Dealt, deck: Deck, likeness: str) -> None:
    """Store one of the deals, with its deck and the deck's likeness."""
    here = (tournament_deal.c.code == code, tournament_deal.c.number == drawn.number)
    values = {"deal": str(drawn.deal), "deck": deck_code(deck), "likeness": likeness}
    connection.execute(update(tournament_deal).where(*here).values(values))


def known_slots(connection: Connection, slots: Sequence[str]) -> set[str]:
    """Return those of these slots that already have a tournament."""
    return set(connection.execute(select(tournament.c.slot).where(tournament.c.slot.in_(slots))).scalars())


def count_unsettled(connection: Connection, **theirs: str) -> int:
    """Count the tournaments that are not closed: all, or those of one `maker_id` or `whence`."""
    those = [tournament.c[name] == value for name, value in theirs.items()]
    counting = select(func.count()).select_from(tournament).where(_UNSETTLED, *those)
    return connection.execute(counting).scalar_one()


def list_unsettled(connection: Connection, at_most: int) -> list[CountedTournament]:
    """List at most `at_most` of the tournaments that are not closed, in order of opening."""
    return _list(connection, select(tournament).where(_UNSETTLED).order_by(tournament.c.opens_at).limit(at_most))


def list_closed(connection: Connection, at_most: int, before: tuple[int, str] | None) -> list[CountedTournament]:
    """List at most `at_most` of the tournaments that are closed and that anybody joined, the latest first.

    They come after the one of the key `before`, its end and its code. Each has the first of its deals.
    """
    joined = select(entrant.c.player_id).where(entrant.c.code == tournament.c.code).exists()
    over = select(tournament).where(~_UNSETTLED, joined).order_by(tournament.c.closed_at.desc(), tournament.c.code)
    if before:
        at, code = before
        ended = tournament.c.closed_at
        over = over.where(ended <= at, or_(ended < at, tournament.c.code > code))
    listed = _list(connection, over.limit(at_most))
    codes = [one.tournament.code for one in listed]
    dealt = select(tournament_deal).where(tournament_deal.c.code.in_(codes), tournament_deal.c.number == 1)
    firsts = dict(each(lambda row: (row.code, (_read_deal(row),)), connection.execute(dealt).all()))
    return [
        one._replace(tournament=replace(one.tournament, deals=firsts.get(one.tournament.code, ()))) for one in listed
    ]


def first_due(connection: Connection, at_most: int) -> list[DueTournament]:
    """List the tournaments that are due next, in order of time."""
    columns = (tournament.c.code, tournament.c.due_at, tournament.c.failures)
    due = select(*columns).where(tournament.c.due_at.is_not(None)).order_by(tournament.c.due_at)
    return [DueTournament(*row) for row in connection.execute(due.limit(at_most))]


def has_undrawn(connection: Connection, _: int) -> bool:
    """Return whether any tournament waits for deals."""
    undrawn = select(tournament.c.code).where(tournament.c.due_at.is_not(None), tournament.c.drawn_at.is_(None))
    return connection.execute(undrawn.limit(1)).first() is not None


def set_aside(connection: Connection, code: str, now: int) -> None:
    """Set a tournament aside, which ends it."""
    aside = update(tournament).where(tournament.c.code == code, _UNSETTLED)
    connection.execute(aside.values(set_aside=True, closing_since=now, closed_at=now, due_at=None))


def store_failure(connection: Connection, code: str, before: int, again: int) -> None:
    """Store one more failure than `before`, and make the tournament due again at `again`."""
    unchanged = update(tournament).where(tournament.c.code == code, tournament.c.failures == before)
    connection.execute(unchanged.values(failures=before + 1, due_at=again))


def forget_networks(connection: Connection, at_most: int) -> bool:
    """Forget where makers and entrants of some closed tournaments came from; return whether there were any."""
    marked = (tournament.c.whence != "") | entrant.c.whence.is_not(None)
    came = and_(entrant.c.code == tournament.c.code, entrant.c.whence != "")
    some = select(tournament.c.code).outerjoin(entrant, came).where(~_UNSETTLED, marked).distinct().limit(at_most)
    codes = list(connection.execute(some).scalars())
    for one in (tournament, entrant) if codes else ():
        connection.execute(update(one).where(one.c.code.in_(codes), one.c.whence != "").values(whence=""))
    return bool(codes)


def _read(connection: Connection, found: Select[Any]) -> Tournament | None:
    row = connection.execute(found).first()
    if row is None:
        return None
    dealt = select(tournament_deal).where(tournament_deal.c.code == row.code).order_by(tournament_deal.c.number)
    deals = tuple(_read_deal(one) for one in connection.execute(dealt))
    return replace(_tournament(row), deals=deals)


def _list(connection: Connection, found: Select[Any]) -> list[CountedTournament]:
    rows = connection.execute(found).all()
    codes = [row.code for row in rows]
    counting = select(entrant.c.code, func.count()).where(entrant.c.code.in_(codes)).group_by(entrant.c.code)
    counts = {row[0]: row[1] for row in connection.execute(counting)} if codes else {}
    return each(lambda row: CountedTournament(_tournament(row), counts.get(row.code, 0)), rows)


@reads(tournament_deal)
def _read_deal(row: Row[Any]) -> Dealt:
    return Dealt(row.number, variant_of(row.game, row.options), int(row.deal) if row.deal else None)


@reads(tournament)
def _tournament(row: Row[Any]) -> Tournament:
    """Return a tournament without its deals."""
    terms = TournamentTerms(
        form=Form(row.form),
        variants=_variants_of(row.variants),
        scoring=SCORINGS[row.scoring],
        **{name: getattr(row, name) for name in _OF_TERMS},
    )
    return Tournament(terms=terms, deals=(), **{name: getattr(row, name) for name in (*_OTHERS, *_CHANGING)})


def open_of(connection: Connection, looks: Sequence[str], _: int) -> set[tuple[Game, str]]:
    """Return the games and likenesses of deals in tournaments not yet closed that have one of these likenesses."""
    return open_events.looks(tournament_deal, _secret(connection, tournament_deal.c.likeness.in_(looks)))


def open_decks(connection: Connection, now: int) -> list[tuple[Game, Deck]]:
    """List the games and decks of tournaments that have begun and are not closed, always in the same order."""
    begun = and_(tournament.c.drawn_at.is_not(None), tournament.c.opens_at <= now)
    return open_events.decks(tournament_deal, _secret(connection, begun))


def _secret(connection: Connection, *where: ColumnElement[bool]) -> Iterable[Row[Any]]:
    joined = select(tournament_deal).join(tournament, tournament.c.code == tournament_deal.c.code)
    ordered = joined.order_by(tournament_deal.c.code, tournament_deal.c.number)
    return connection.execute(
        ordered.where(tournament.c.closed_at.is_(None), tournament_deal.c.deck.is_not(None), *where)
    )


def _variants_of(text: str) -> tuple[Variant, ...]:
    """Read what `_variants_text` wrote."""
    return tuple(variant_of(slug, options) for slug, options in json.loads(text))


def _variants_text(variants: Sequence[Variant]) -> str:
    """Write variants as JSON, each as its game and its options."""
    return json.dumps([(variant.game.slug, variant.text) for variant in variants])


TEXTS: Texts = {
    "tournament_try": {"outcome": lambda row: TryOutcome(row.outcome)},
    "tournament": {
        "form": lambda row: Form(row.form),
        "variants": lambda row: _variants_of(row.variants),
        "scoring": lambda row: SCORINGS[row.scoring],
    },
}
