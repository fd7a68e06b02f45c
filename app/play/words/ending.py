"""The end of a game at its table: what was done, what it meant, and what comes next.

What takes reading other games is fetched once the panel is there, so the last move costs no more than any other.
"""

from collections.abc import Iterable

from markupsafe import Markup, escape

from app.core.features import has
from app.core.words import numbered, time_words
from app.play.occasion import OccasionWords
from app.play.service.ended import Ended
from app.play.values.session import Session
from app.play.words.sharing import passed_words, picture_link
from app.web.assets import asset
from engine.position import cards_home
from engine.record import Status

_FEWEST_ROW = 3
"""The fewest wins in a row that are worth a word."""


def ending_markup(session: Session, words: OccasionWords, steps: int, time_ms: int, known: str) -> str:
    """Draw the panel of a finished game; `known` is what can be said of it beside its own figures.

    If that is empty, the panel fetches it as soon as the page shows it. Counters that a player hides on the table are
    hidden here too.
    """
    won = session.status is Status.WON
    figures = (
        f'<span class="steps"> in {numbered(steps, "1 step", "{count} steps")}</span>'
        f'<span class="clock">, {time_words(time_ms)}</span>'
    )
    actions = f"{_next(words)}{_review(session)}{_share(session)}{_again(session, words)}"
    return (
        f'<div class="ending{" won" if won else ""}" id="ending" role="group" tabindex="-1" '
        f'aria-labelledby="ending-first ending-says"><link rel="stylesheet" href="{asset("ending.css")}">'
        f'<strong id="ending-says">{f"Solved{figures}" if won else words.stopped}</strong>\n'
        f'{known or _fetch(session)}<div class="next">{actions}'
        f'<p id="shared" class="shared" role="status"></p></div>\n'
        f'<p class="further">{_elsewhere(words)}</p></div>\n'
    )


def _fetch(session: Session) -> str:
    return f'<div hx-get="/sessions/{session.id}/ending" hx-trigger="load" hx-swap="outerHTML"></div>\n'


def _next(words: OccasionWords) -> str:
    """Return what to do next. While a game belongs to an event, only the event's page decides that."""
    if words.link:
        return f'<a class="button" id="next" href="{words.link}">{words.link_words}</a>'
    return '<button class="button" id="next" form="new-deal">New deal</button>'


def _review(session: Session) -> str:
    """Return the way to look back; it asks nothing, because the review may say that the game could still be won."""
    if session.sealed:
        return ""
    return f'<a class="button quiet-button" id="review" href="/sessions/{session.id}/review">Review</a>'


def _share(session: Session) -> str:
    if not has("archive"):
        return ""
    return f'<a class="button quiet-button" id="share" href="/sessions/{session.id}/share">Share</a>'


def _again(session: Session, words: OccasionWords) -> str:
    if not words.link or (words.again and not session.sealed):
        return '<button class="button quiet-button" id="again" form="restart">Again</button>'
    if words.again:
        asked = session.variant.game.asked
        chosen = (
            f'<input type="hidden" name="{asked.name}" value="{session.variant.options[asked.name]}">' if asked else ""
        )
        button = '<button class="button quiet-button" id="again">Practise</button>'
        return f'<form method="post" action="{words.again}">{chosen}{button}</form>'
    return ""


def _elsewhere(words: OccasionWords) -> str:
    """Return what else there is to play; an event's page says that itself."""
    daily = "" if words.link or not has("daily") else '<a href="/daily">Today’s dailies</a>\n'
    return f'{daily}<a href="/">All games</a>'


def ended_markup(ended: Ended | None, origin: str, beside: Iterable[Markup]) -> Markup:
    """Draw what can be said of the end of a game, with the words that pass it on; empty for others than its player.

    `beside` is what features say.
    """
    if ended is None:
        return Markup()
    said = [f'<span class="{kind}">{escape(sentence)}</span>' for kind, sentence in _sentences(ended)]
    feats = f'<p class="feats" role="status">{" ".join(said)}</p>\n' if said else ""
    text = escape(passed_words(ended.result, origin))
    picture = picture_link(ended.session.id, "square")
    shared = f'<p id="share-text" data-picture="{picture}" hidden>{text}</p>\n'
    return Markup(f"{Markup().join(beside)}{feats}{shared}")


def _sentences(ended: Ended) -> list[tuple[str, str]]:
    """Return sentences, each with the kind of figure that it mentions."""
    session, before, alone, said = ended.session, ended.others.bests, not ended.result.hints, []
    meant = [("row", words) for words in ended.meant.lines]
    if session.status is not Status.WON:
        home = cards_home(session.variant.rules, session.position)
        came = numbered(home, "One card is home.", "{count} cards are home.") if home else "No card is home."
        return [("home", came), *meant]
    if ended.meant.has_feat:
        said.append(("steps", meant.pop(0)[1]))
    if not ended.others.count:
        said.append(("first", f"This is your first win of {session.variant.game.name}."))
    elif alone and before is None:
        said.append(("first", f"This is your first win of {session.variant.game.name} without a hint."))
    elif alone and before and session.steps < before.steps:
        fewer = numbered(before.steps - session.steps, "{count} step fewer", "{count} steps fewer")
        said.append(("steps", f"That is {fewer} than your best so far."))
    if alone and before and ended.result.ms < before.ms:
        said.append(("clock", f"Your fastest win so far: your best was {time_words(before.ms)}."))
    # Whoever solves the deal of an event may still have lost it.
    if session.event is None and ended.in_a_row >= _FEWEST_ROW:
        said.append(("row", numbered(ended.in_a_row, "", "You have won {number} in a row.")))
    if not session.undos and alone:
        # Each position of a won game without undos led to the win. Whoever asked for hints was led.
        said.append(("judged", "Every step kept the win, and you took none back."))
    if ended.result.hints:
        said.append(("judged", numbered(ended.result.hints, "It took one hint.", "It took {count} hints.")))
    return said + meant
