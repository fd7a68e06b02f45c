"""The open data: which finished games are published, as what, and when the file of a month is due.

The files leave out a game while it is secret or an open event is played on its deal; if its player keeps games out; if
its deck was made by hand, which may say anything; and if it was a try at a puzzle or a lesson. An id stands for the
player, and means nothing outside its file. A game has no id if others could see elsewhere who played it: they would
then know who played every other game with the same id. It also has none if the player had finished a game on the deal
in an earlier month: hardly anybody else plays a deal of nine digits, so the deal would join the ids of two files.
"""

import hmac
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from app.core.clock import today
from app.features.open_data import rows
from app.features.open_data.rows import PublishedPlayer
from app.features.open_data.values import BAND_WIDTH, BANDS, DataEntry, DataGame, Month, MonthFile
from app.features.ratings import rows as strengths
from app.features.ratings.values.rating import Rating
from app.play.occasion import occasion_of
from app.play.rows import whole
from app.play.service import judging, secrecy, stock
from app.play.values.session import Entry, Session
from engine.asking import Verdict
from engine.cards import spell
from engine.deals import Deck
from engine.record import Status
from engine.rules import Game

READY_MS = 2 * 24 * 3_600_000
"""A month's file is due this long after its end: by then its last day is closed and its last race is over."""
LEASE_MS = 10 * 60_000
"""A file's maker may be silent for this long before another starts the file again."""
A_PAGE, A_BATCH = 5_000, 25
"""How many games are shuffled together, to hide when each ended, and how many are read at once."""

Place = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Published:
    """A game for the file, and its player's id there, which we need even if the game leaves it out."""

    pseudonym: str
    game: DataGame


@dataclass(frozen=True, slots=True)
class Pseudonyms:
    """The ids of players in one file. Once the key is forgotten, nobody can trace an id to its player."""

    key: bytes

    def of(self, player_id: str) -> str:
        """Return a player's id."""
        return hmac.digest(self.key, player_id.encode(), "sha256").hex()[:16]


def due(connection: Connection, maker: str, now: int) -> Month | None:
    """Claim the first month whose file is due; return None if there is none.

    Months that began before this server published games get no file: their players did not know of it.
    """
    first = Month.of(today(rows.published_since(connection, now))).following
    made = {file.month for file in rows.files(connection)}
    month = first
    while month.ends_at + READY_MS <= now:
        if month not in made and rows.claim(connection, month, maker, now, now + LEASE_MS):
            return month
        month = month.following
    return None


def hold(connection: Connection, month: Month, maker: str, now: int) -> bool:
    """Renew a maker's claim on a file; return False if another maker has taken over."""
    return rows.hold(connection, month, maker, now + LEASE_MS)


def finish(connection: Connection, made: MonthFile, maker: str) -> bool:
    """Publish a file; return False if another maker had taken over."""
    return rows.finish(connection, made, maker)


def files(connection: Connection) -> list[MonthFile]:
    """List the files, the last month first."""
    return rows.files(connection)


def is_publishing(connection: Connection) -> bool:
    """Return whether this server has noted that it publishes games."""
    return rows.is_published(connection)


def stop_publishing(connection: Connection) -> None:
    """Note that this server publishes no games."""
    rows.stop_publishing(connection)


def page(connection: Connection, month: Month, status: Status, place: Place | None) -> list[Place]:
    """List the next page of a month's games that ended with `status`, after `place`: when each ended, and its id."""
    # An id is never empty, so games that ended in the first millisecond come after this place.
    begin = place or (month.begins_at, "")
    return rows.list_finished(connection, status, begin, month.ends_at, A_PAGE)


def games(
    connection: Connection, month: Month, session_ids: Sequence[str], names: Pseudonyms, now: int
) -> list[Published]:
    """Return the games among these that a month's file may publish; this is for the lane of heavy reads."""
    there = {one.id: one for one in whole.sessions_of(connection, session_ids) if isinstance(one, Session)}
    # In the order of `session_ids`: databases tend to return rows sorted by id, and ids begin with the time.
    read = [there[session_id] for session_id in session_ids if session_id in there]
    logs = whole.logs(connection, session_ids)
    owners = rows.owners(connection, {one.player_id for one in read})
    found = [one for one in read if _is_of(month, one) and not owners[one.player_id].kept_out]
    secret = secrecy.open_among(connection, [one.deck for one in found], now)
    told = [one for one in found if not _is_withheld(one, secret, now)]
    known = _Known.about(connection, month, told, owners)
    published = []
    for one in told:
        log = logs.get(one.id)
        # `rampart check` names each log that cannot be read or lacks entries.
        if isinstance(log, list) and len(log) == one.seq:
            published.append(Published(names.of(one.player_id), known.tell(one, log, names)))
    return published


def list_kept_out_since(connection: Connection, time: int, names: Pseudonyms) -> set[str]:
    """Return the ids, in one file, of the players who have decided since a time to keep their games out."""
    return {names.of(player_id) for player_id in rows.list_kept_out_since(connection, time)}


def _is_of(month: Month, one: Session) -> bool:
    return one.status.finished and month.begins_at <= one.changed_at < month.ends_at and one.deal is not None


def _is_withheld(one: Session, secret: set[Deck], now: int) -> bool:
    hidden = one.event is not None and now < one.event.hidden_until
    return one.sealed or one.has_task or hidden or one.deck in secret


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known about some games besides their logs."""

    owners: dict[str, PublishedPlayer]
    ratings: dict[tuple[str, Game], Rating]
    seen: set[tuple[str, str]]
    """Players with deals on which others know a game of theirs, or an earlier month has one. That game would give away
    a second one on the deal."""
    company: set[str]
    hints: dict[str, int]
    verdicts: dict[str, str]
    pars: dict[str, int]

    @classmethod
    def about(
        cls, connection: Connection, month: Month, told: list[Session], owners: dict[str, PublishedPlayer]
    ) -> "_Known":
        ids = [one.id for one in told]
        played = [(one.player_id, str(one.deal)) for one in told]
        pars = {one.id: par for one in told if (par := _par(connection, one))}
        return cls(
            owners,
            _ratings(connection, told),
            rows.seen_by_others(connection, played) | rows.list_finished_before(connection, played, month.begins_at),
            rows.with_company(connection, ids),
            rows.hints(connection, ids),
            _verdicts(connection, told, pars),
            pars,
        )

    def tell(self, one: Session, log: list[Entry], names: Pseudonyms) -> DataGame:
        """Return a game as the file shows it."""
        owner = self.owners[one.player_id]
        is_seen = owner.figures_shown or (one.player_id, str(one.deal)) in self.seen
        return DataGame(
            rampart_data=1,
            rules=one.version,
            game=one.variant.game.slug,
            options=dict(one.variant.options),
            deal=str(one.deal),
            deck=spell(one.deck),
            day=today(one.changed_at).isoformat(),
            event=one.event.kind if one.event else None,
            player=None if is_seen else names.of(one.player_id),
            bot=owner.bot,
            rating=None if is_seen else _band(self.ratings.get((one.player_id, one.variant.game))),
            verdict=self.verdicts.get(one.id),
            par=self.pars.get(one.id),
            hints=self.hints.get(one.id, 0),
            company=one.id in self.company,
            entries=_entries(one, log),
            outcome=one.status.value,
        )


def _entries(one: Session, log: list[Entry]) -> list[DataEntry]:
    before, told = one.started_at, list[DataEntry]()
    for entry in log:
        # If a clock was set back between two entries, the pause counts as 0.
        pause = max(entry.at - before, 0)
        told.append(DataEntry(entry.do.value, pause, None if entry.move is None else str(entry.move), entry.auto))
        before = entry.at
    return told


def _band(rating: Rating | None) -> int | None:
    if rating is None or rating.provisional:
        return None
    band = rating.rounded // BAND_WIDTH * BAND_WIDTH
    return min(max(band, BANDS.start), BANDS.stop)


def _ratings(connection: Connection, told: list[Session]) -> dict[tuple[str, Game], Rating]:
    played: dict[Game, set[str]] = defaultdict(set)
    for one in told:
        played[one.variant.game].add(one.player_id)
    return {
        (player_id, game): rating
        for game, players in played.items()
        for player_id, rating in strengths.of_players(connection, players, game).items()
    }


def _par(connection: Connection, one: Session) -> int | None:
    counted = occasion_of(one).counted(connection, one)
    return counted.par if counted else None


def _is_proved(connection: Connection, one: Session) -> bool:
    if one.event:
        return occasion_of(one).proof(connection, one) is not None
    return one.deal is not None and stock.is_proved(connection, one.variant, one.deal)


def _verdicts(connection: Connection, told: list[Session], pars: dict[str, int]) -> dict[str, str]:
    """Return the known verdicts on the deals of games, by the ids of the games, without searching."""
    keys = {one.id: judging.deal_key(one.variant, one.deck) for one in told if one.status is not Status.WON}
    judged = judging.verdicts(connection, list(set(keys.values())))
    found = dict[str, str]()
    for one in told:
        verdict = judged.get(keys.get(one.id, ""))
        if verdict == Verdict.UNWINNABLE and one.status is not Status.WON:
            found[one.id] = verdict
        elif one.status is Status.WON or one.id in pars or verdict == Verdict.WINNABLE or _is_proved(connection, one):
            found[one.id] = Verdict.WINNABLE
        elif verdict:
            found[one.id] = verdict
    return found
