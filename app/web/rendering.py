"""Templates: each gets values by name, and puts them into words with filters.

A whole page also gets the player's look.
"""

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from app.core import plots
from app.core.bounds import MOST_POSITIONS_OF_A_REVIEW
from app.core.encoding import encoding_for, squeeze
from app.core.folders import PARTS
from app.core.words import (
    day_words,
    listed,
    moment,
    number,
    numbered,
    sentence,
    short_day,
    short_day_of,
    steps_words,
    time_words,
)
from app.features.archive.words.statistics import streak_words, tally_rows, tenth_words
from app.features.daily.words.daily import par_words
from app.features.daily.words.results import badges, outcome_words, result_words, tier_words, tiers_in_words
from app.features.daily.words.standings import period_words
from app.features.profiles.words import reason_words
from app.features.puzzles.words.puzzles import attempt_words, best_words, goal_words, rating_words, run_title
from app.features.races.words.race import proof_note, run_lines, stake_note
from app.features.ratings.words import strength_words, sureness_words
from app.features.study.words.certificates import certificate_link, deal_fields
from app.features.study.words.variations import deal_analysis_link, game_link
from app.features.tournaments.words import form_words, length_words, played_words
from app.people import names, passwords
from app.people.looks import COOKIE, Look
from app.people.names import chosen_name
from app.play.service.play import Turn
from app.play.table.board import board_view
from app.play.table.miniature import miniature_of_deal, miniature_of_layout, miniature_of_puzzle
from app.play.table.pile_rules import pile_rules
from app.play.table.table import Beside, TablePage
from app.play.values.shelf import bands_of
from app.play.words.deals import deal_link, example_board, example_pack, next_link, other_link, secrets_words
from app.play.words.proof import proof_words
from app.play.words.sessions import dealt_words, giving_up_words, status_words, told_link
from app.play.words.sharing import came_to, ending_words, game_words, qr_code, shared_words
from app.play.words.summary import band_words, choice_label, layout_words, options_words, stones, summary, variant_words
from app.web.assets import asset
from engine.lessons import lessons
from engine.measured import measured
from engine.rules import RULES_VERSION

_templates = Environment(
    loader=FileSystemLoader(PARTS / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    # `make dev` restarts when a template changes, so Jinja need not check the files' times.
    auto_reload=False,
)
_templates.filters.update(
    (each.__name__, each)
    for each in (
        *(board_view, lessons, measured, pile_rules, run_lines, streak_words, proof_note, stake_note),
        *(
            deal_analysis_link,
            certificate_link,
            deal_fields,
            game_link,
            deal_link,
            next_link,
            other_link,
            example_board,
            example_pack,
            secrets_words,
        ),
        *(
            dealt_words,
            giving_up_words,
            status_words,
            told_link,
            came_to,
            ending_words,
            game_words,
            shared_words,
            qr_code,
        ),
        *(badges, outcome_words, result_words, tier_words, tiers_in_words, par_words, period_words, proof_words),
        *(band_words, bands_of, choice_label, layout_words, options_words, stones, summary, variant_words),
        *(chosen_name, reason_words, tally_rows, tenth_words, strength_words, sureness_words),
        *(form_words, length_words, played_words),
        *(miniature_of_deal, miniature_of_layout, miniature_of_puzzle),
        *(attempt_words, best_words, goal_words, rating_words, run_title),
        *(day_words, listed, moment, number, numbered, sentence, short_day, short_day_of, steps_words, time_words),
    )
)
"""The filters that put values into words, besides Jinja's own."""
_templates.globals.update(
    asset=asset,
    most_positions=MOST_POSITIONS_OF_A_REVIEW,
    name_lengths=(names.SHORTEST, names.LONGEST),
    nameless="a player who has left",
    password_lengths=(passwords.SHORTEST, passwords.LONGEST),
    plots=plots,
    rules_version=RULES_VERSION,
)


def draw(template: str, /, **values: object) -> str:
    """Return a fragment with its values filled in."""
    return _templates.get_template(template).render(values)


def render_table(request: Request, turn: Turn, page: TablePage, status: int, beside: Beside) -> HTMLResponse:
    """Answer with a table, and with what stands beside its board."""
    return render(request, "table.html", status, turn=turn, page=page, **beside._asdict())


def render(
    request: Request, template: str, status: int = 200, look: Look | None = None, /, **values: object
) -> HTMLResponse:
    """Answer with a page, in the given look, or else in the one that the browser's cookie names."""
    look = look or Look.read(request.cookies.get(COOKIE, ""))
    body = _templates.get_template(template).render(values, look=look).encode()
    headers = {"vary": "accept-encoding"}
    if way := encoding_for(request.headers.get("accept-encoding", "")):
        body = squeeze(body, way)
        headers["content-encoding"] = way
    return HTMLResponse(body, status, headers)
