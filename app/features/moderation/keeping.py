"""Decisions about players, when a guest signs in or an account is deleted, and for players to download."""

from typing import Any

from sqlalchemy import Connection, false

from app.features.moderation.rows import moderation, reports, titles
from app.features.moderation.service import moderation as cases
from app.features.moderation.service.moderation import Case
from app.features.moderation.tables import appeal, decision
from app.people.rows.belongings import by, handing
from app.people.service.keeping import Belonging, Forgetting, HandingOver, Keeps
from app.play.values.export import instant, instant_text


def _forget(connection: Connection, player_id: str, _nameless: str) -> None:
    titles.forget(connection, player_id)
    reports.forget(connection, player_id)
    moderation.forget(connection, player_id)


def _decisions(connection: Connection, player_id: str, _now: int) -> list[dict[str, Any]]:
    return [_decision_document(case) for case in cases.about_player(connection, player_id)]


def _decision_document(case: Case) -> dict[str, Any]:
    one = case.decision
    return {
        "at": instant_text(instant(one.at)),
        "kind": one.kind,
        "session_id": one.session_id,
        "before": one.before if one.session_id is None else None,
        "after": one.after or None,
        "reason": one.reason,
        "taken_back": None if one.undone_at is None else instant_text(instant(one.undone_at)),
        "appeals": [
            {"made": instant_text(instant(each.made_at)), "text": each.text, "answer": each.answer}
            for each in case.appeals
        ],
    }


KEPT = Keeps(
    handing_over=(
        HandingOver(160, by(handing(decision.c.player_id, false()))),
        HandingOver(170, by(handing(appeal.c.player_id, false()))),
    ),
    forgetting=(Forgetting(30, _forget),),
    belongings=(Belonging(130, "decisions", _decisions),),
)
