"""Everything that the server keeps about a player, as JSON, and what becomes of it without the account."""

from datetime import date
from typing import Any

from app.core.store.types import Spoilt
from app.core.words import listed
from app.features.account.service.belongings import Belongings, Played
from app.people.service.players import choices_of, look_of, share_of
from app.play.between import INVOLVES
from app.play.documents import export_document
from app.play.service.strength import SETTING
from app.play.values.export import instant, instant_text
from engine.rules import Game


def player_document(kept: Belongings, now: int) -> dict[str, Any]:
    """Write what the server keeps about a player besides the games."""
    player, standing = kept.player, kept.standing
    return {
        "rampart": 1,
        "written": instant_text(instant(now)),
        "name": standing.account.name if standing else None,
        "since": instant_text(instant(player.made_at)),
        "bot": player.bot,
        "recovery_codes": standing.codes if standing else 0,
        "settings": look_of(player).choices() | {"automatic": player.automatic, "data": share_of(player)},
        "strengths": choices_of(player, SETTING),
        **{name: _value(name, value) for name, value in kept.kept.items()},
    }


def played_document(played: Played) -> dict[str, Any]:
    """Write one game; if its log is withheld, write only its state."""
    session, log = played
    return {
        "id": session.id,
        "game": session.variant.game.slug,
        "options": session.variant.options,
        "status": session.status,
        "steps": session.steps,
        "undos": session.undos,
        "played_ms": session.played_ms,
        "started": instant_text(instant(session.started_at)),
        "changed": instant_text(instant(session.changed_at)),
        "export": export_document(session, log).model_dump(mode="json") if log is not None else None,
    }


def table_document(name: str, played: Played) -> dict[str, Any]:
    """Write a game at somebody else's table, with the player's name there."""
    return {"name": name} | played_document(played)


def parting_words() -> str:
    """Return in a sentence what a player leaves and gives up before the account is deleted; empty if nothing."""
    left = [each.left for each in INVOLVES if each.left]
    given_up = [each.given_up for each in INVOLVES if each.given_up]
    clauses = [f"leave {listed(left)}"] if left else []
    clauses += [f"give up the games you have not finished in {listed(given_up)}"] if given_up else []
    return f"You {', and '.join(clauses)}." if clauses else ""


def _value(name: str, value: object) -> object:
    """Return a value that rows call by a name as JSON writes it."""
    match value:
        case dict():
            return {inner: _value(inner, one) for inner, one in value.items()}
        case list():
            return [_value(name, one) for one in value]
        case int() if name.endswith("_at"):
            return instant_text(instant(value))
        case date():
            return value.isoformat()
        case Game():
            return value.slug
        case Spoilt():
            return value.text
        case _:
            return value
