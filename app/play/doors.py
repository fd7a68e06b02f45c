"""The doors of the table."""

from app.core.refusals import Withheld
from app.play.api import sessions as api_sessions
from app.play.api import streams
from app.play.documents import GameLine, HealLine
from app.play.pages import pictures, sessions, watching
from app.play.pages.sessions import answer_stale, answer_withheld
from app.play.service.shipped import ships_puzzles
from app.play.table.board import board_view
from app.play.table.emblem import emblem
from app.play.table.miniature import (
    miniature,
    miniature_as_dealt,
    miniature_of_deal,
    miniature_of_layout,
    miniature_of_puzzle,
    miniature_of_session,
)
from app.play.values.session import Stale
from app.play.values.strength import strengths_of
from app.play.words.beside import proof_words
from app.play.words.deals import (
    deal_link,
    dealt_words,
    example_board,
    example_pack,
    next_link,
    other_link,
    secrets_words,
    status_words,
    visible_link,
)
from app.play.words.sharing import came_to, ending_words, game_words, passed_words, picture_link, qr_code, shared_words
from app.play.words.summary import (
    aim,
    as_pysolfc,
    beginner_lines,
    building,
    choice_label,
    hard_words,
    layout_words,
    options_words,
    pile_rules,
    stones,
    strength_label,
    summary,
    variant_words,
)
from app.web.doors import Doors

DOORS = Doors(
    api=(api_sessions.router,),
    streams=(streams.router,),
    lines=(HealLine, GameLine),
    tags={
        "sessions": "Games at a table: begin one, make moves, take them back, and read the record.",
        "streams": "What changes, in lines of JSON, for as long as you listen.",
    },
    pages=(sessions.router, watching.router, pictures.router),
    filters=(
        *(board_view, emblem, pile_rules),
        *(
            miniature,
            miniature_as_dealt,
            miniature_of_deal,
            miniature_of_layout,
            miniature_of_puzzle,
            miniature_of_session,
        ),
        *(deal_link, example_board, example_pack, next_link, other_link, secrets_words, proof_words),
        *(dealt_words, status_words, visible_link),
        *(came_to, ending_words, game_words, passed_words, picture_link, qr_code, shared_words),
        *(aim, building, choice_label, layout_words, options_words, stones, summary, variant_words),
        *(as_pysolfc, beginner_lines, hard_words, ships_puzzles, strength_label, strengths_of),
    ),
    answers={Stale: answer_stale, Withheld: answer_withheld},
)
