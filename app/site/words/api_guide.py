"""The words of the OpenAPI document that belong to no single endpoint."""

from typing import Any

from app.people.token import Scope
from engine.games import GAMES
from engine.rules import Game


def _games() -> str:
    """Return a sentence that names the games, and the options of each."""

    def named(game: Game) -> str:
        choices = ", ".join(f"`{option.name}={'|'.join(option.values)}`" for option in game.options)
        return f"`{game.slug}`" + (f" (options {choices})" if choices else "")

    *others, last = map(named, GAMES.values())
    return f"The games are {', '.join(others)} and {last}."


ABOUT = f"""A program can play these games by the same rules and in the same sessions as the pages.

{_games()}

## A game

Begin with `POST /api/v1/sessions` and keep the cookie of the answer: it says which player you are. With every action,
send the `seq` you saw; the answer is the session with its new `seq`.

`status` is `playing`, `stuck`, `won` or `given-up`. A game is `stuck` when no legal move is left, or none but moves of
a whole column to an empty one, which only change the order of the columns. It is not over: you can undo.

## Refusals

A refusal has one sentence in `detail`, for people, and one word in `code`, for programs, such as `illegal_move` or
`over`. The sentence may change; the word stays. The status is 400 if the server cannot read the request, 403 if you may
not do this, 404 if there is nothing at the address, and 422 if it cannot be done now, such as an illegal move.

The status is 409 if somebody has moved since the `seq` that you sent. Then `session` is the board as it stands, and
`recorded` the move in the log at your `seq`. If that is yours, the server has made it.

## Cards and piles

A card is written like `TH`, the ten of hearts, and a face-down card `??`. The piles are `t0`… (tableau), `f0` to `f3`
(foundations), `c0`… (cells) and `r0`… (reserve); the top card comes last. `f0` takes clubs, `f1` spades, `f2` hearts
and `f3` diamonds, but in Stalactites each takes any suit. A move is written like `t3-t5`, or `t3-t5:4` for four cards.

## Rules

The page of each game, such as `/fortress`, has its rules. An option that you leave out has its usual value. The option
`by` of Stalactites has none, so you must send it: `{{"by": "ones"}}` or `{{"by": "twos"}}`.

## Analysis

`POST /api/v1/analysis` says what each move of a position leads to. Using it is fair wherever it answers. It refuses the
deals of open dailies, races and tournaments, and what is too much like them. In Stonewall, it also refuses a deal that
you are playing. It refuses the position of a puzzle until your first attempt at the puzzle has ended.

## Generators

Generators make a client of the OpenAPI document (`/openapi.json`). We test `openapi-python-client generate`, which
leaves out the streams, and `openapi-typescript` with `--default-non-nullable false`: without that, you would have to
send every field with a default.

## Tokens

To play for somebody with an account, send one of its tokens with every request instead of a cookie:
`Authorization: Bearer rpt_…`. Its owner makes it on the page `/account/tokens`, which a link can fill in:
`/account/tokens?scopes=play&scopes=race&description=My+program`. The scopes are `play` for games, dailies and analysis,
`race` for races and tournaments, `puzzle` for puzzles, and `read` for looking without changing anything. A token that
does not work is refused with 401, one without the scope that an endpoint needs with 403. No token opens a page, an
account or another token, and no token works as a part of an address.

## Bots

Make a program's account a bot with `POST /api/v1/players/bot`, before its first daily, race, tournament or puzzle. It
then stays one, and its name ends in “(bot)”. The boards and standings of bots are at `?board=bots`. A bot races other
bots, and people whose race says `bots`.

## Lists

The reference says how many rows a list has at most, and `limit` asks for fewer. A list that goes on has `older`: send
that as `before` to read on. Rows that are added meanwhile do not shift the others.

## Limits

Every answer carries `RateLimit-Policy`, such as `"moves";q=1500;w=60` for 1,500 moves and undos in 60 seconds, and
`RateLimit`, such as `"moves";r=1499;t=42`: what is left, and in how many seconds there is more. `work` is the
processor’s time in milliseconds, which everything but a move takes. A token counts as its player does. Beyond a limit
the answer is 429, and `Retry-After` says in how many seconds to ask again. Programs on the server’s own machine have no
limits and no such headers, so test yours from elsewhere, too.

## Browsers

A script on another site cannot use this interface: the server refuses with 403 what a browser sends for such a site. A
program outside a browser sends neither `Origin` nor `Sec-Fetch-Site`, and may ask from anywhere.

## Streams

Streams say what changes, in lines of JSON: `/api/v1/stream/events`, and `/stream` below a session or a race. Ask again
only when a stream says so; only a program that waits for a race by `/api/v1/pairing` has to ask every two seconds.
"""

SCOPES = "x-scopes"
"""The field with the scopes of an endpoint, and with what each scope of a token is for."""
SCHEMES: dict[str, dict[str, Any]] = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "bearerFormat": "rpt_…",
        "description": "A token of somebody with an account, who makes it on the page `/account/tokens`. Any of the "
        f"scopes that an endpoint names in `{SCOPES}` opens it.",
        SCOPES: {
            Scope.PLAY: "Games, dailies and analysis.",
            Scope.RACE: "Races and tournaments.",
            Scope.PUZZLE: "Puzzles.",
            Scope.READ: "Looking without changing anything.",
        },
    },
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": "rampart",
        "description": "Whoever sends neither a token nor this cookie is somebody new, and gets it with the first "
        "answer that needs to know them again. Signing in brings another. Over HTTPS its name is `__Host-rampart`.",
    },
}
"""The ways to say who you are."""
