"""What can happen to a cluster: each fault strikes, and is mended afterwards."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.cluster.machines import Machine
from tests.cluster.site import Site
from tests.cluster.stores import CONTINUE, KILL, STOP, Stores

LOST_SECONDS = 30
"""The longest that moves may be refused after a machine was lost …"""
SWITCHED_SECONDS = 5
"""… and while one primary hands over to another."""

Mend = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that happens."""

    name: str
    told: str
    strike: Callable[[Stores, Site], Mend]
    limit: int
    """The most seconds without moves."""
    moves_on: bool = False
    """Whether another machine becomes the primary."""


def _kill_primary(stores: Stores, _site: Site) -> Mend:
    primary = _primary(stores)
    primary.send(KILL, primary.of_database())
    return lambda: stores.start_database(primary)


def _cut_primary(stores: Stores, _site: Site) -> Mend:
    primary = _primary(stores)
    primary.cut()
    return primary.join


def _stop_primary(stores: Stores, _site: Site) -> Mend:
    primary = _primary(stores)
    stopped = primary.processes()
    primary.send(STOP, stopped)
    return lambda: primary.send(CONTINUE, stopped)


def _kill_standby(stores: Stores, _site: Site) -> Mend:
    standby = stores.standbys()[0]
    standby.send(KILL, standby.of_database())
    return lambda: stores.start_database(standby)


def _kill_etcd(stores: Stores, _site: Site) -> Mend:
    leader = stores.etcd_leader()
    stores.kill_etcd(leader)
    return lambda: stores.start_etcd(leader)


def _kill_redis(stores: Stores, _site: Site) -> Mend:
    master = stores.redis_master()
    stores.kill_redis(master)
    return lambda: stores.start_redis(master)


def _kill_server() -> Callable[[Stores, Site], Mend]:
    turns = 0

    def strike(_stores: Stores, site: Site) -> Mend:
        nonlocal turns
        lost = site.machines[turns % len(site.machines)]
        turns += 1
        site.kill_server(lost)
        return lambda: site.start_server(lost)

    return strike


def _switch_over(stores: Stores, _site: Site) -> Mend:
    stores.switch_over(_primary(stores))
    return lambda: None


def _primary(stores: Stores) -> Machine:
    primary = stores.primary()
    assert primary, "There is no primary."
    return primary


FAULTS = (
    Fault("primary-killed", "primary killed", _kill_primary, LOST_SECONDS, moves_on=True),
    Fault("primary-cut", "primary cut off", _cut_primary, LOST_SECONDS, moves_on=True),
    Fault("primary-stopped", "primary's clock stopped", _stop_primary, LOST_SECONDS, moves_on=True),
    Fault("standby-killed", "standby killed", _kill_standby, LOST_SECONDS),
    Fault("etcd-killed", "etcd's leader killed", _kill_etcd, LOST_SECONDS),
    Fault("redis-killed", "Redis' master killed", _kill_redis, LOST_SECONDS),
    Fault("server-killed", "a Rampart server killed", _kill_server(), LOST_SECONDS),
    Fault("switchover", "planned switchover", _switch_over, SWITCHED_SECONDS, moves_on=True),
)
