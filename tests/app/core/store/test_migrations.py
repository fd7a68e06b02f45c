import re
import shutil
import subprocess
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import insert, inspect, make_url, select, text, update

from app.core.store import migrate
from app.features.daily.rows import attempts, dailies, standings
from app.features.daily.tables import attempt, standing
from app.features.daily.values.daily import DailyAttempt
from app.features.moderation.rows import moderation
from app.features.moderation.values import Decision, DecisionKind
from app.features.puzzles.rows import puzzles
from app.features.puzzles.tables import puzzle
from app.features.races.rows import races
from app.features.races.tables import heat
from app.features.races.values.race import Race
from app.features.tournaments.rows import entrants, tournaments
from app.features.tournaments.tables import entrant
from app.features.tournaments.values.tournament import Dealt, Entrant, Form, Tournament, TournamentTerms, TournamentTry
from app.people.names import skeleton
from app.people.rows import accounts, players
from app.people.tables import account
from app.play.rows import entries, packing, sessions, whole
from app.play.tables.games import entry
from app.site.schema import metadata
from engine.deals import deck_code, shuffled
from engine.games import variant_of
from engine.likeness import likeness
from tests.app.daily.factories import a_daily
from tests.app.play.rows.test_packing import LOG
from tests.app.puzzles.conftest import OTHER, PUZZLE
from tests.app.races.factories import race_terms
from tests.databases import LONG_ON_POSTGRES, ON_SQLITE, make_tables, plain_engine, postgres_schema
from tests.factories import an_account
from tests.rows import PLAYER, SESSION, begin

DAY, FORTRESS, DECK = date(2026, 11, 20), variant_of("fortress", ""), shuffled(4)
DAILY = a_daily(DAY, FORTRESS.game, deck=DECK)


@pytest.fixture
def whole_url(empty_url: str, request: pytest.FixtureRequest) -> str:
    """Return the address of a migrated database that no other test uses, so that it may be taken back and spoilt."""
    address = make_url(empty_url)
    if address.get_backend_name() == "sqlite":
        shutil.copy(request.getfixturevalue("migrated"), str(address.database))
    else:
        migrate.migrate(empty_url)
    return empty_url


def beside_the_columns(address: str) -> dict[str, object]:
    """Return what Alembic does not compare: the check constraints and options of our tables."""
    with plain_engine(address).connect() as connection:
        inspector = inspect(connection)
        return {
            table: (
                sorted((str(check["name"]), str(check["sqltext"])) for check in inspector.get_check_constraints(table)),
                inspector.get_table_options(table),
            )
            for table in metadata.tables
        }


def test_the_migrations_lead_to_the_schema(url: str) -> None:
    with plain_engine(url).connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_the_migrations_lead_to_the_check_constraints_and_options_of_the_schema(
    url: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    if "sqlite" in request.node.callspec.id:
        other = f"sqlite:///{tmp_path / 'other.sqlite3'}"
        make_tables(other)
        assert beside_the_columns(url) == beside_the_columns(other)
    else:
        with postgres_schema() as other:
            make_tables(other)
            assert beside_the_columns(url) == beside_the_columns(other)


def test_the_way_down_leads_to_no_tables(whole_url: str) -> None:
    migrate.downgrade(whole_url, "base")
    with plain_engine(whole_url).connect() as connection:
        assert inspect(connection).get_table_names() == ["alembic_version"]
    assert migrate.current(whole_url) is None
    migrate.migrate(whole_url)
    assert migrate.fits(whole_url)


@LONG_ON_POSTGRES
def test_what_was_kept_before_deals_had_a_likeness_and_games_their_standings_gets_both(whole_url: str) -> None:
    engine = plain_engine(whole_url)
    with engine.begin() as connection:
        players.add(connection, PLAYER)
        sessions.add(connection, SESSION)
        daily = replace(DAILY, settled=True)
        dailies.add(connection, daily)
        attempts.add(connection, DailyAttempt(SESSION.id, DAY, FORTRESS, PLAYER.id, 1, True, 0))
        connection.execute(update(attempt).values(ended_at=1, solved=True, first_solve=True))
        for period in ("2026-W47", "2026-11", "all"):
            standings.add_results(connection, period, daily, SESSION.id)
        before = connection.execute(select(standing).order_by(*standing.c)).all()
    assert len(before) == 6
    migrate.downgrade(whole_url, "0009")
    migrate.migrate(whole_url)
    with engine.begin() as connection:
        assert dailies.find(connection, daily.day, daily.game) == daily
        assert connection.execute(select(standing).order_by(*standing.c)).all() == before


@LONG_ON_POSTGRES
def test_bots_whose_dailies_were_counted_before_there_were_standings_of_them_get_theirs(whole_url: str) -> None:
    engine = plain_engine(whole_url)
    with engine.begin() as connection:
        players.add(connection, PLAYER)
        players.become_bot(connection, PLAYER.id)
        sessions.add(connection, SESSION)
        daily = replace(DAILY, settled=True)
        dailies.add(connection, daily)
        attempts.add(connection, DailyAttempt(SESSION.id, DAY, FORTRESS, PLAYER.id, 1, False, 0, bot=True))
        connection.execute(update(attempt).values(ended_at=1, solved=True, tier=1))
        for period in ("2026-W47", "2026-11", "all"):
            standings.add_results(connection, period, daily, SESSION.id)
        before = connection.execute(select(standing).order_by(*standing.c)).all()
    assert {(row.points, row.solved, row.bot) for row in before} == {(4, 1, True)}
    migrate.downgrade(whole_url, "0044")
    with engine.begin() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM standing").scalar_one() == 0
    migrate.migrate(whole_url)
    with engine.begin() as connection:
        assert len(before) == 6
        assert connection.execute(select(standing).order_by(*standing.c)).all() == before


@LONG_ON_POSTGRES
def test_the_way_down_puts_packed_logs_back_into_rows(whole_url: str) -> None:
    engine = plain_engine(whole_url)
    with engine.begin() as connection:
        begin(connection)
        entries.append(connection, SESSION.id, LOG[:4])
        packing.pack(connection, SESSION.id, LOG[:4])
        entries.append(connection, SESSION.id, LOG[4:])
    migrate.downgrade(whole_url, "0046")
    migrate.migrate(whole_url)
    with engine.begin() as connection:
        assert whole.logs(connection, [SESSION.id]) == {SESSION.id: LOG}
        assert connection.execute(select(entry.c.seq).order_by(entry.c.seq)).scalars().all() == list(range(len(LOG)))


@LONG_ON_POSTGRES
def test_names_that_moderators_let_stay_leave_the_log_where_an_account_was_deleted_before(whole_url: str) -> None:
    engine = plain_engine(whole_url)
    gone = Decision("d1", 1, "operator", DecisionKind.DISMISS, PLAYER.id, None, "Ann", "", "")
    renamed = replace(gone, id="d2", kind=DecisionKind.RENAME, before="", after="Cid")
    with engine.begin() as connection:
        players.add(connection, PLAYER)
        assert all(moderation.add(connection, one) for one in (gone, renamed))
    migrate.downgrade(whole_url, "0047")
    migrate.migrate(whole_url)
    with engine.begin() as connection:
        assert moderation.latest(connection, 2) == [renamed, replace(gone, before="")]


def test_a_database_is_current_only_when_migrated_and_migrating_again_changes_nothing(empty_url: str) -> None:
    assert migrate.current(empty_url) is None
    assert not migrate.fits(empty_url)
    for _ in range(2):
        migrate.migrate(empty_url)
        assert migrate.current(empty_url) == migrate.newest()
        assert migrate.fits(empty_url)


def _changed_by(whole_url: str, revision: str, oldest: int) -> None:
    """Let a newer version have changed a database, which the versions from `oldest` on can work with."""
    engine = plain_engine(whole_url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :it"), {"it": revision})
        connection.exec_driver_sql(migrate._NOTING[connection.dialect.name].format(oldest))


def test_a_newer_schema_that_has_only_grown_is_worked_with_and_left_alone(whole_url: str) -> None:
    _changed_by(whole_url, "9999", oldest=int(migrate.newest()))
    assert migrate.fits(whole_url)
    migrate.migrate(whole_url)
    assert migrate.current(whole_url) == "9999"


@pytest.mark.parametrize("oldest", [9998, 0])
def test_a_newer_schema_that_is_too_new_or_does_not_say_is_refused_and_left_alone(whole_url: str, oldest: int) -> None:
    _changed_by(whole_url, "9999", oldest)
    for work in (migrate.fits, migrate.migrate):
        with pytest.raises(migrate.Newer):
            work(whole_url)
    assert migrate.current(whole_url) == "9999"


def test_what_came_after_the_oldest_version_that_fits_takes_nothing_away() -> None:
    files = {path.name[:4]: path for path in (migrate.MIGRATIONS / "versions").glob("[0-9]*.py")}
    assert migrate.OLDEST in files
    for path in (path for revision, path in files.items() if revision > migrate.OLDEST):
        upgrade = path.read_text().partition("def upgrade")[2].partition("def downgrade")[0]
        # A server that does not know a table adds no rows to it.
        upgrade = re.sub(r"create_table\(.*?\n    \)", "", upgrade, flags=re.DOTALL)
        found = re.findall(
            r"drop_table|drop_column|rename_table|new_column_name|nullable=False(?!.*server_default)", upgrade
        )
        assert not found, f"{path.name}: {found}; servers of version {migrate.OLDEST} would fail"


@LONG_ON_POSTGRES
def test_two_may_migrate_the_same_database_at_once(empty_url: str) -> None:
    program = "import sys; from app.core.store.migrate import migrate; migrate(sys.argv[1])"
    both = [subprocess.Popen([sys.executable, "-c", program, empty_url]) for _ in range(2)]
    assert [one.wait() for one in both] == [0, 0]
    assert migrate.fits(empty_url)


def test_asking_makes_no_file_and_migrating_makes_its_directory(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'a' / 'b' / 'rampart.sqlite3'}"
    assert not migrate.fits(address)
    assert not (tmp_path / "a").exists()
    migrate.migrate(address)
    assert migrate.fits(address)


def test_the_newest_file_is_alembic_s_only_head() -> None:
    config = Config()
    config.set_main_option("script_location", str(migrate.MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_heads() == [migrate.newest()]


@ON_SQLITE
def test_asking_whether_the_schema_is_current_needs_no_alembic(whole_url: str) -> None:
    program = (
        "import sys; from app.core.store.migrate import fits; assert fits(sys.argv[1]); "
        "assert 'alembic' not in sys.modules; assert 'psycopg' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program, whole_url], check=True)


@LONG_ON_POSTGRES
def test_a_stonewall_that_was_chosen_or_raced_before_comes_to_be_known_by_what_is_seen(whole_url: str) -> None:
    variant = variant_of("stonewall", "")
    race = Race("BCDFGH", race_terms(variant=variant), host_id=PLAYER.id, made_at=1)
    like, code = likeness(variant.rules, DECK), deck_code(DECK)
    engine = plain_engine(whole_url)
    with engine.begin() as connection:
        players.add(connection, PLAYER)
        dailies.add(connection, replace(DAILY, game=variant.game, likeness=like))
        dailies.add(connection, DAILY)
        races.add(connection, race)
        row = {"code": race.code, "number": 1, "match": 1, "deal": "4", "deck": code, "proved": False, "began_at": 1}
        connection.execute(insert(heat), row | {"likeness": like})
    migrate.downgrade(whole_url, "0020")
    with engine.connect() as connection:
        before = connection.execute(text("SELECT likeness FROM daily UNION ALL SELECT likeness FROM heat")).scalars()
        assert not any("-" in one for one in before)
    migrate.migrate(whole_url)
    with engine.begin() as connection:
        known = dailies.open_of(connection, [like, DAILY.likeness], DAY)
        assert known == {(variant.game, like), (FORTRESS.game, DAILY.likeness)}
        assert races.open_of(connection, [like], 0) == {(variant.game, like)}


@LONG_ON_POSTGRES
def test_puzzles_from_before_get_a_likeness_also_beside_one_that_cannot_be_read(whole_url: str) -> None:
    engine = plain_engine(whole_url)
    with engine.begin() as connection:
        for one in (PUZZLE, OTHER):
            assert puzzles.add(connection, one, 0)
        connection.execute(update(puzzle).where(puzzle.c.id == OTHER.id).values(deck="no deck"))
    migrate.downgrade(whole_url, "0069")
    migrate.migrate(whole_url)
    with engine.begin() as connection:
        look = likeness(PUZZLE.variant.game.rules, PUZZLE.deck)
        assert puzzles.on_deals_like(connection, PUZZLE.variant.game, look) == [(PUZZLE, 0)]


@LONG_ON_POSTGRES
def test_names_from_before_look_like_what_is_known_now(whole_url: str) -> None:
    before = {"modern": "rnodern", "Clara": "clara", "dara": "dara", "An na": "an na", "Anna": "anna", "a nna": "a nna"}
    engine = plain_engine(whole_url)
    with engine.begin() as connection:
        for at, (name, like) in enumerate(before.items()):
            players.add(connection, replace(PLAYER, id=f"player-{at}"))
            accounts.add(connection, an_account(f"player-{at}", name, skeleton=like, made_at=at))
    migrate.downgrade(whole_url, "0023")
    migrate.migrate(whole_url)
    with engine.connect() as connection:
        kept: dict[str, str] = dict(map(tuple, connection.execute(select(account.c.name, account.c.skeleton))))
    assert {name: like for name, like in kept.items() if like == skeleton(name)}.keys() == {"modern", "Clara", "An na"}
    # Nobody loses a name because it looks like another; nobody new gets either.
    assert len(set(kept.values())) == len(kept) == len(before)
    assert {skeleton(name) for name in ("modem", "Dara", "A.n.n.a")} <= set(kept.values())


@LONG_ON_POSTGRES
def test_guests_who_play_in_what_is_open_are_marked_as_guests(whole_url: str) -> None:
    guest, other = PLAYER, replace(PLAYER, id="player-000000002")
    terms = TournamentTerms("T", Form.DEALS, (FORTRESS,), 1, 1, one_try=True, blind=True, bots=False)
    dealt = (Dealt(1, FORTRESS, None),)
    with plain_engine(whole_url).begin() as connection:
        dailies.add(connection, DAILY)
        tournaments.add(connection, Tournament("BCDFGH", terms, 1, 1, 2, "", deals=dealt))
        for one in (guest, other):
            players.add(connection, one)
            entrants.add(connection, "BCDFGH", Entrant(one.id, one.id, 1), one.id, "")
            for what in ("daily", "game"):
                sessions.add(connection, SESSION._replace(id=f"{what} {one.id[-1]}", player_id=one.id))
            attempts.add(connection, DailyAttempt(f"daily {one.id[-1]}", DAY, FORTRESS, one.id, 1, False, 0))
            entrants.add_try(connection, TournamentTry(f"game {one.id[-1]}", "BCDFGH", one.id, 1, 1, 1))
        accounts.add(connection, an_account(other.id, "Ann"))
    migrate.downgrade(whole_url, "0052")
    migrate.migrate(whole_url)
    with plain_engine(whole_url).begin() as connection:
        for table in (attempt, entrant):
            marked = {row.player_id: row.guest for row in connection.execute(select(table))}
            assert marked == {guest.id: True, other.id: False}
