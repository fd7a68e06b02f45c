"""Players' results on a deal, and challenges to do better, in words."""

from dataclasses import dataclass

from app.core.words import numbered, short_day_of, steps_words, time_words
from app.features.deals.rows.challenges import Played
from app.features.deals.service.bands import Difficulty
from app.features.deals.service.challenges import Challenge, Taker
from app.features.deals.service.deal_pages import MOST_READ, Results
from app.play.values.shelf import Band
from app.play.words.sharing import Preview, preview, replay_link
from app.play.words.summary import options_words
from engine.measured import figures
from engine.record import Status
from engine.rules import Variant

_NAMELESS = "a player without an account"


@dataclass(frozen=True, slots=True)
class Fact:
    """A term with what there is to say about it."""

    term: str
    words: str
    link: str = ""
    """Where to watch the game; empty if its player has not shared it."""


@dataclass(frozen=True, slots=True)
class TakerLine:
    """The result of somebody who took a challenge on."""

    name: str
    is_you: bool
    words: str
    beaten: bool


@dataclass(frozen=True, slots=True)
class ChallengePage:
    """What challenge.html shows besides the challenge."""

    game: str
    options: str
    aim: str
    lines: list[TakerLine]
    verdict: str
    """How the visitor's own best game compares; empty before there is one."""


def difficulty_words(difficulty: Difficulty | None) -> str:
    """Describe how hard a deal is, and how players' results corrected that; empty if nobody knows."""
    if difficulty is None:
        return ""
    found = difficulty.found
    if difficulty.played is None:
        return f"It counts as {found}, by how long a solver searched for a way to win."
    players, played = difficulty.tally.players, difficulty.played
    won = numbered(
        difficulty.tally.winners,
        f"because 1 of {players} players has won it at the first try.",
        f"because {{count}} of {players} players have won it at the first try.",
    )
    return f"It counts as {played}, {won} By how long a solver searched, it would be {found}."


def band_lines(variant: Variant, difficulty: Difficulty) -> list[str]:
    """Describe, for its table, how hard a deal is, and who wins it."""
    said, band, tally = [difficulty_words(difficulty)], difficulty.band, difficulty.tally
    if difficulty.played is None and tally.players:
        players = f"{tally.players:,}"
        one, more = (
            f"1 of {players} players has won it at the first try.",
            f"{{count}} of {players} players have won it at the first try.",
        )
        said.append(numbered(tally.winners, one, more))
    if known := figures(variant.rules):
        share, name = round(100 * known.beginner.share(band)), variant.game.name
        hardly = f"A careful beginner hardly ever wins a {band} deal of {name}."
        said.append(f"A careful beginner wins about {share} in 100 {band} deals of {name}." if share else hardly)
    return said


def won_words(variant: Variant, band: Band) -> str:
    """Describe what it is worth to have won a deal of this band."""
    known = figures(variant.rules)
    if known is None:
        return f"This was a {band} deal."
    share = round(100 * known.beginner.share(band))
    return f"This was a {band} deal: a careful beginner " + (
        f"wins about {share} in 100 such deals." if share else "hardly ever wins one."
    )


def result_lines(results: Results | None) -> list[Fact]:
    """Describe how the players of a deal did; empty if nobody has played it."""
    if results is None:
        return []
    played = numbered(results.players, "1 player has played it", "{count} players have played it")
    won = numbered(results.winners, "1 player has won it", "{count} players have won it")
    lines = [Fact("Played", f"{played}."), Fact("Won", f"{won}." if results.winners else "Nobody has won it yet.")]
    if results.first:
        lines.append(_line("First win", results.first, short_day_of(results.first.changed_at)))
    if results.fastest:
        lines.append(_line("Fastest win", results.fastest, time_words(results.fastest.ms)))
    if results.fewest:
        lines.append(_line("Fewest steps", results.fewest, steps_words(results.fewest.steps)))
    if results.bots:
        tried = numbered(results.bots, "1 bot has played it", "{count} bots have played it")
        lines.append(Fact("Bots", f"{tried}; {results.bots_won} of them won." if results.bots_won else f"{tried}."))
    if results.games == MOST_READ:
        lines.append(Fact("Counted", f"The first {MOST_READ} games on this deal."))
    return lines


def challenge_page(found: Challenge) -> ChallengePage:
    """Show a challenge."""
    session, options = found.session, options_words(found.session.variant.game, found.session.variant.options)
    mine = next((taker for taker in found.takers if taker.is_you), None)
    return ChallengePage(
        game=session.variant.game.name,
        options=options,
        aim=steps_words(session.steps),
        lines=[_taker(taker, session.steps) for taker in found.takers],
        verdict=_verdict(mine, session.steps) if mine else "",
    )


def challenge_preview(found: Challenge, origin: str) -> Preview:
    """Preview the link of a challenge."""
    session, game = found.session, found.session.variant.game
    title = f"Can you beat {steps_words(session.steps)}? {game.name}"
    said = f"{found.name or 'Somebody'} won this deal of {game.name} in {steps_words(session.steps)}. Try to do better."
    return preview(title, said, game, session.visible_deal, session.variant.options, origin)


def _line(term: str, played: Played, words: str) -> Fact:
    if not played.shared:
        return Fact(term, words)
    return Fact(term, f"{words}, by {played.name or _NAMELESS}", replay_link(played.session_id))


def _taker(taker: Taker, aim: int) -> TakerLine:
    best = taker.best
    match best.status:
        case Status.WON:
            words = f"Won in {steps_words(best.steps)} and {time_words(best.played_ms)}"
        case Status.GIVEN_UP:
            words = "Gave up"
        case _:
            words = f"Still playing, after {steps_words(best.steps)}"
    tried = f"{words} (best of {taker.tries} games)" if taker.tries > 1 else words
    beaten = best.status is Status.WON and best.steps < aim
    return TakerLine(taker.name or "A guest", taker.is_you, tried, beaten)


def _verdict(mine: Taker, aim: int) -> str:
    if mine.best.status is not Status.WON:
        return ""
    if mine.best.steps == aim:
        return "You needed just as many steps."
    fewer = aim - mine.best.steps
    if fewer > 0:
        return numbered(fewer, "You did it with 1 step fewer.", "You did it with {count} steps fewer.")
    return numbered(-fewer, "You won with 1 step more. Try again?", "You won with {count} steps more. Try again?")
