"""Somebody tries to break what Rampart promises, at length and on both databases: `python -m tests.soak.adversary`.

In this order: several players who try anything at random, after each of whose steps every promise is checked; deals
handed out as winnable, judged by the solver; one client at the limits beside somebody who plays; two hundred races
begun at once. `--only` chooses among them, `--database` between SQLite and PostgreSQL.
"""

import argparse
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import make_url, text

from app.core.store.migrate import migrate
from app.site.schema import metadata
from tests.adversary import burden, machine, rush, steps
from tests.adversary.dealt import Dealer
from tests.adversary.house import SECRET, House
from tests.adversary.reached import LONG
from tests.adversary.sealed import Spy
from tests.adversary.town import choose
from tests.app.conftest import Server
from tests.cli.test_serve import serving
from tests.databases import postgres_schema, transaction
from tests.faults.steadfast import expect_sound

IN_A_ROW = 1_000
"""Steps of the machine on one database before it is emptied."""
PARTS = ("machine", "deals", "burden", "races")

Emptied = Callable[[], None]


@contextmanager
def database(kind: str) -> Iterator[tuple[str, Emptied]]:
    """Return the address of an empty database and what empties it again, while no server has it open."""
    with ExitStack() as stack:
        if kind == "postgresql":
            url = stack.enter_context(postgres_schema())
            migrate(url)
            # Nobody pulls the plug here.
            url = _with_options(url, "-csynchronous_commit=off")
            yield url, lambda: _truncate(url)
            return
        memory = Path("/dev/shm")
        place = memory if memory.is_dir() else None
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=place)))
        fresh, file = folder / "fresh" / "games.sqlite3", folder / "used" / "games.sqlite3"
        for place in (fresh, file):
            place.parent.mkdir()
        migrate(f"sqlite:///{fresh}")

        def copied() -> None:
            for old in file.parent.iterdir():
                old.unlink()
            shutil.copy(fresh, file)

        copied()
        yield f"sqlite:///{file}", copied


def _with_options(url: str, more: str) -> str:
    where = make_url(url)
    options = f"{where.query.get('options', '')} {more}"
    return where.update_query_dict({"options": options}).render_as_string(hide_password=False)


def _truncate(url: str) -> None:
    names = ", ".join(table.name for table in metadata.sorted_tables)
    with transaction(url) as connection:
        connection.execute(text(f"TRUNCATE {names} CASCADE"))


@contextmanager
def built(url: str) -> Iterator[tuple[House, Spy]]:
    """Return a server within this process and somebody who reads its database."""
    house, spy = House(url), Spy(url)
    try:
        yield house, spy
    finally:
        spy.close()
        house.close()


def anything(kind: str, asked: argparse.Namespace) -> list[str]:
    """Run several players who try anything."""
    with database(kind) as (url, emptied), built(url) as (house, spy):

        def again() -> None:
            spy.close()
            emptied()

        attack = machine.attack(house, spy, url, again)
        took = steps.run(attack, asked.steps, IN_A_ROW, f"{asked.seed} {kind}")
        dearest = sorted(took, key=lambda name: -took[name])
        print(f"{kind}: seconds by step: {', '.join(f'{name} {took[name]:.0f}' for name in dearest)}")
        print(f"{kind}: {asked.steps} steps, and every promise held.\n{attack.reached}", flush=True)
    missing = attack.reached.missing if asked.steps >= LONG else []
    return [f"{kind}: never reached: {', '.join(missing)}"] if missing else []


def deals(kind: str, asked: argparse.Namespace) -> list[str]:
    """Judge deals handed out as winnable, by a full stock and by an empty one."""
    with database(kind) as (url, _), built(url) as (house, spy), house.opened():
        dealer = Dealer(house, spy, asked.seed)
        dealer.fill()
        dealer.deal(asked.deals // 2)
        dealer.empty()
        dealer.deal(asked.deals - dealer.tally.deals)
        print(f"{kind}: {dealer.tally.deals} deals\n{dealer.tally}", flush=True)
    return [f"{kind}: {one}" for one in dealer.tally.lost]


def held_up(kind: str, asked: argparse.Namespace) -> list[str]:
    """Measure somebody's moves beside one client at the limits."""
    day = datetime.now(UTC).date()
    modes = ["nobody else", *(mode for mode in burden.MODES if asked.mode in mode)]
    with database(kind) as (url, _):
        with transaction(url) as connection:
            for number, slug in enumerate(("fortress", "stonewall")):
                choose(connection, slug, 7_301_946_558_201_734_419 + number, day, 0)
        with _serving(url, asked.solvers) as server:
            prey = burden.prepare(server, day.isoformat(), asked.longest)
            paces = []
            for mode in modes:
                paces.append(burden.measure(server, mode, prey, asked.minutes * 60 / len(modes)))
                print(f"{kind}: {paces[-1]}", flush=True)
        expect_sound(url)
    return [f"{kind}: {pace}" for pace in paces if pace.too_slow]


def races(kind: str, asked: argparse.Namespace) -> list[str]:
    """Begin races all at once, with nobody to look for their deals."""
    with database(kind) as (url, _):
        rush.line_up(url, asked.races)
        with _serving(url, solvers=0) as server:
            pace = rush.beside(server)
        begun = _heats(url)
        expect_sound(url)
    print(f"{kind}: {pace}; {begun} of {asked.races} heats begun", flush=True)
    return [f"{kind}: {pace}"] if max(pace.took) > rush.MOST_MS else []


def _heats(url: str) -> int:
    spy = Spy(url)
    try:
        return len(spy.rows("SELECT code FROM heat"))
    finally:
        spy.close()


@contextmanager
def _serving(url: str, solvers: int) -> Iterator[str]:
    settings = {
        "RAMPART_DATABASE_URL": url,
        "RAMPART_SECRET": SECRET,
        "RAMPART_SOLVERS": str(solvers),
        "RAMPART_TRUSTED_PROXIES": "127.0.0.1",
    }
    with serving(**settings) as (process, told), ExitStack() as visits:
        yield Server(process, told.split()[3], visits).address


def main(arguments: Sequence[str]) -> None:
    """Run the chosen attacks on the chosen databases, and report every broken promise."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.adversary", description=__doc__)
    parser.add_argument("--steps", type=int, default=200_000, help="of the machine (default: %(default)s)")
    parser.add_argument("--deals", type=int, default=10_000, help="to judge (default: %(default)s)")
    parser.add_argument("--minutes", type=float, default=5, help="of one client's attacks (default: %(default)s)")
    parser.add_argument("--mode", default="", help="only attacks whose name holds this")
    parser.add_argument("--longest", type=int, default=5000, help="entries of a log, if it may have so many")
    parser.add_argument("--races", type=int, default=rush.RACES, help="begun at once (default: %(default)s)")
    parser.add_argument("--solvers", type=int, default=1, help="of the attacked server (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the deals (default: %(default)s)")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, help="parts (default: all)")
    parser.add_argument("--database", nargs="+", choices=("sqlite", "postgresql"), default=("sqlite", "postgresql"))
    asked = parser.parse_args(arguments)
    parts = dict(zip(PARTS, (anything, deals, held_up, races), strict=True))
    troubles = [trouble for name in asked.only for kind in asked.database for trouble in parts[name](kind, asked)]
    sys.exit("\n".join(["These did not hold:", *troubles]) if troubles else None)


if __name__ == "__main__":
    main(sys.argv[1:])
