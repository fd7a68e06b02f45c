"""Players: everybody becomes one, as a guest, with their first action."""

from collections.abc import Mapping
from contextlib import suppress
from enum import StrEnum

from sqlalchemy import Connection

from app.core.refusals import Malformed, SignedOut
from app.core.store.unreadable import UnreadableRow
from app.people.looks import Look
from app.people.names import bot_name
from app.people.rows import accounts, players
from app.people.rows.players import Player
from app.people.visitors import Visit
from engine.automatic import Automatic


class Share(StrEnum):
    """Whether a player's games are part of the open data."""

    IN = "in"
    OUT = "out"


def ensure(connection: Connection, player_id: str, now: int) -> Player:
    """Return the player; the first action makes a new guest."""
    player = players.find(connection, player_id)
    if player is None:
        player = Player(id=player_id, made_at=now, automatic=Automatic.OFF, settings="{}")
        players.add(connection, player)
    return player


def hold(connection: Connection, player_id: str, now: int) -> Player:
    """Return the player as `ensure` does; nobody deletes the account or makes it a bot until this transaction ends.

    Raises:
        SignedOut: the account or the guest has been deleted, perhaps since the visit was checked.
    """
    ensure(connection, player_id, now)
    players.hold(connection, player_id)
    held = ensure(connection, player_id, now)
    # Only accounts have later generations; without one, the account or the guest is gone.
    if held.generation and accounts.find(connection, player_id) is None:
        raise SignedOut
    return held


def find(connection: Connection, player_id: str) -> Player | None:
    """Return the player, or None before the first action."""
    return players.find(connection, player_id)


def check(connection: Connection, visit: Visit) -> None:
    """Raise `SignedOut` for a visit that has ended, for instance by signing out everywhere."""
    visit.check(players.generation(connection, visit.player_id))


def share_of(player: Player) -> Share:
    """Return whether the player's games are part of the open data."""
    return Share.IN if player.kept_out_at is None else Share.OUT


def public_name(connection: Connection, player_id: str, name: str) -> str:
    """Return a name as others see it: a program's name always says what it is."""
    return bot_name(name) if players.is_bot(connection, player_id) else name


def look_of(player: Player) -> Look:
    """Return the look that the player has chosen for pages and the table; the usual one if it cannot be read."""
    with suppress(UnreadableRow):
        return Look.read(players.setting(player, "look"))
    return Look()


def choices_of(player: Player, name: str) -> dict[str, str]:
    """Return what `keep_choices` has stored for a player under a name; empty before that, and if it cannot be read."""
    with suppress(UnreadableRow):
        return players.choices(player, name)
    return {}


def keep_choices(connection: Connection, player_id: str, name: str, chosen: Mapping[str, str]) -> None:
    """Store choices of a player under a name; the player's other settings stay.

    The caller bounds how many there are. The player must have acted before.
    """
    player = players.find(connection, player_id)
    assert player is not None
    players.keep_setting(connection, player, name, chosen)


def choose(connection: Connection, player_id: str, chosen: Mapping[str, str], now: int) -> Look:
    """Store the chosen settings, by their names, and return the resulting look. The other settings stay.

    Raises:
        Malformed: a setting has no such value.
    """
    player = ensure(connection, player_id, now)
    look = look_of(player).with_choices(chosen)
    if "automatic" in chosen:
        players.keep_automatic(connection, player_id, _automatic(chosen["automatic"]))
    if "data" in chosen:
        players.keep_out(connection, player_id, None if _share(chosen["data"]) is Share.IN else now)
    players.keep_setting(connection, player, "look", str(look))
    return look


def _share(value: str) -> Share:
    try:
        return Share(value)
    except ValueError:
        raise Malformed("Choose whether your games are part of the open data: in or out.") from None


def _automatic(value: str) -> Automatic:
    try:
        return Automatic(value)
    except ValueError:
        raise Malformed("Choose which cards go to the foundations by themselves: off, safe or all.") from None
