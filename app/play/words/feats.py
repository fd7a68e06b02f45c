"""What is special about a win, in sentences beside it."""

from markupsafe import Markup, escape

from app.core.words import numbered, time_words
from app.play.service.feats import Feats

_FEWEST_ROW = 3
"""The fewest wins in a row that are worth a word."""


def feats_markup(feats: Feats | None) -> Markup:
    """Draw what is special about a win; empty if nothing is."""
    said = [f'<span class="{kind}">{escape(sentence)}</span>' for kind, sentence in _sentences(feats)] if feats else []
    return Markup(f'<p class="feats" role="status">{" ".join(said)}</p>\n' if said else "")


def feats_awaited(session_id: str) -> str:
    """Draw an empty place that fetches what is special about a win as soon as the page shows it."""
    return f'<div hx-get="/sessions/{session_id}/feats" hx-trigger="load" hx-swap="outerHTML"></div>\n'


def _sentences(feats: Feats) -> list[tuple[str, str]]:
    """Return sentences, each with the kind of figure that it mentions."""
    session, before, said = feats.session, feats.before, []
    if before is None:
        said.append(("first", f"This is your first win of {session.variant.game.name}."))
    else:
        if session.steps < before.steps:
            said.append(("steps", f"Your fewest steps so far: your best was {before.steps:,}."))
        if session.played_ms < before.ms:
            said.append(("clock", f"Your fastest win so far: your best was {time_words(before.ms)}."))
    if feats.in_a_row >= _FEWEST_ROW:
        said.append(("row", numbered(feats.in_a_row, "", "You have won {number} in a row.")))
    if feats.boast:
        said.append(("row", feats.boast))
    return said
