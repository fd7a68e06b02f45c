"""Everything that the server keeps about a player, as JSON."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from app.features.account.service.belongings import Belongings, Played
from app.features.friends.rows.friends import Friend
from app.features.moderation.service.moderation import Case
from app.people.service.players import look_of, share_of
from app.people.service.tokens import Listed
from app.play.documents import export_document
from app.play.values.export import instant, written
from engine.rules import Game


def player_document(kept: Belongings, now: int) -> dict[str, Any]:
    """Write what the server keeps about a player besides the games."""
    player, standing = kept.player, kept.standing
    return {
        "rampart": 1,
        "written": written(instant(now)),
        "name": standing.account.name if standing else None,
        "since": written(instant(player.made_at)),
        "bot": player.bot,
        "recovery_codes": standing.codes if standing else 0,
        "settings": look_of(player).choices() | {"automatic": player.automatic, "data": share_of(player)},
        "dailies": [{**_row(row), "day": row["day"].isoformat(), "game": row["game"].slug} for row in kept.dailies],
        "races": [_row(row) for row in kept.races],
        "tournaments": [_row(row) for row in kept.tournaments],
        "lessons": [_row(row) for row in kept.lessons],
        "ratings": [_row(row) for row in kept.ratings],
        "puzzles": {kind: [_row(row) for row in rows] for kind, rows in kept.puzzles.items()},
        "groups": [{"code": group.code, "name": group.name} for group in kept.groups],
        "friends": _named(kept.friends),
        "friend_requests": _named(kept.asking),
        "friend_link": kept.link,
        "public_page": sorted(kept.shown),
        "tokens": [_token_document(each) for each in kept.tokens],
        "decisions": [_decision_document(each) for each in kept.decisions],
    }


def _decision_document(case: Case) -> dict[str, Any]:
    one = case.decision
    return {
        "at": written(instant(one.at)),
        "kind": one.kind,
        "session_id": one.session_id,
        "before": one.before if one.session_id is None else None,
        "after": one.after or None,
        "reason": one.reason,
        "taken_back": None if one.undone_at is None else written(instant(one.undone_at)),
        "appeals": [
            {"made": written(instant(each.made_at)), "text": each.text, "answer": each.answer} for each in case.appeals
        ],
    }


def played_document(played: Played) -> dict[str, Any]:
    """Write one game; if its log is withheld, write only how it stands."""
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
    """Write a game at somebody else's table, with the player's name there."""
    return {"name": name} | played_document(played)


def _token_document(listed: Listed) -> dict[str, Any]:
    """Write a token without its id."""
    token = listed.token
    times = {"made_at": token.made_at, "expires_at": token.expires_at, "revoked_at": token.revoked_at}
    uses = [{"what": use.what, "last_at": written(instant(use.last_at)), "times": use.times} for use in listed.uses]
    return {"description": token.description, "scopes": sorted(token.scopes), **_row(times), "uses": uses}


def _named(friends: Sequence[Friend]) -> list[dict[str, str]]:
    return [{"name": friend.name, "since": written(instant(friend.since))} for friend in friends]


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
