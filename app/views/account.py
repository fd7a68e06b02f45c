"""The pages of an account, and everything kept of a player as JSON."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from app.model.export import instant, written
from app.people import names, passwords
from app.services.accounts import OwnAccount
from app.services.belongings import Belongings, Played
from app.services.players import look_of
from app.views.documents import export_document
from app.views.words import Moment, moment, numbered
from engine.rules import Game

_DONE = {
    "in": "You are signed in.",
    "name": "You have changed your name.",
    "password": "You have changed your password. Every other device is now signed out.",
}


@dataclass(frozen=True, slots=True)
class Bounds:
    """How long names and passwords are, for the fields that take them."""

    name_from: int = names.SHORTEST
    name_to: int = names.LONGEST
    password_from: int = passwords.SHORTEST
    password_to: int = passwords.LONGEST


@dataclass(frozen=True, slots=True)
class Refused:
    """A form that comes back."""

    form: str = ""
    """Which of the page's forms; empty for none."""
    sentence: str = ""
    typed: str = ""
    """The name that was typed in it; never a password."""


@dataclass(frozen=True, slots=True)
class GuestPage:
    """What account_guest.html, account_recover.html show."""

    can_register: bool = True
    refused: Refused = field(default_factory=Refused)
    bounds: Bounds = field(default_factory=Bounds)


@dataclass(frozen=True, slots=True)
class AccountPage:
    """What account.html and account_delete.html show."""

    name: str
    since: Moment
    codes_words: str
    done: str
    """What the visitor has just done; empty for nothing."""
    refused: Refused
    bounds: Bounds = field(default_factory=Bounds)


@dataclass(frozen=True, slots=True)
class CodesPage:
    """What account_codes.html shows."""

    codes: tuple[str, ...]
    new_name: str = ""
    """The name of a new account; empty if the codes only replace others."""


def account_page(standing: OwnAccount, asked: Mapping[str, str], refused: Refused) -> AccountPage:
    """Show an account; `asked` is the page's query, which says what the visitor has just done."""
    return AccountPage(
        name=standing.account.name,
        since=moment(standing.account.made_at),
        codes_words=numbered(
            standing.codes, "You have one recovery code left.", "You have {number} recovery codes left."
        ),
        done=_DONE.get(asked.get("done", ""), ""),
        refused=refused,
    )


def player_document(kept: Belongings, now: int) -> dict[str, Any]:
    """Write what the server keeps about a player beside the games."""
    player, standing = kept.player, kept.standing
    return {
        "rampart": 1,
        "written": written(instant(now)),
        "name": standing.account.name if standing else None,
        "since": written(instant(player.made_at)),
        "recovery_codes": standing.codes if standing else 0,
        "settings": look_of(player).choices() | {"automatic": player.automatic},
        "dailies": [{**_row(row), "day": row["day"].isoformat(), "game": row["game"].slug} for row in kept.dailies],
        "races": [_row(row) for row in kept.races],
        "groups": [{"code": group.code, "name": group.name} for group in kept.groups],
    }


def played_document(played: Played) -> dict[str, Any]:
    """Write one game; where its log is withheld, only how it stands."""
    session, log = played
    return {
        "id": session.id,
        "game": session.variant.game.slug,
        "options": session.variant.options,
        "status": session.status,
        "steps": session.steps,
        "undos": session.undos,
        "played_ms": session.played_ms,
        "started": written(instant(session.started_at)),
        "changed": written(instant(session.changed_at)),
        "export": export_document(session, log).model_dump(mode="json") if log is not None else None,
    }


def table_document(name: str, played: Played) -> dict[str, Any]:
    """Write a game at another's table, with the player's name there."""
    return {"name": name} | played_document(played)


def _row(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row as JSON writes it."""
    return {name: _value(name, value) for name, value in row.items()}


def _value(name: str, value: object) -> object:
    match value:
        case int() if name.endswith("_at"):
            return written(instant(value))
        case date():
            return value.isoformat()
        case Game():
            return value.slug
        case _:
            return value
