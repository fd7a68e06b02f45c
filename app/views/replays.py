"""A finished game for others to watch, as a page and as text; and how its player shares it."""

from dataclasses import dataclass, replace

from app.model.session import Entry
from app.services.course import Stop
from app.services.replays import Ending, Replay
from app.views.deals import deal_link
from app.views.reasons import move_sentence
from app.views.sharing import Preview, Share, ending_words, game_words, result_preview, result_words, share
from app.views.walk import Walk, WalkPage, played_page
from app.views.words import sentence
from engine.record import Do


@dataclass(frozen=True, slots=True)
class SharePage:
    """What share.html shows."""

    session: str
    game_words: str
    ending_words: str
    share: Share
    shared: bool
    sealed: bool
    """Whether others see no card yet."""
    named: bool
    """Whether others see the player's name."""


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """What replay.html shows."""

    session: str
    title: str
    ending: str
    player: str
    """Whose game it was; empty for somebody without a name."""
    play_link: str
    """Where to play the same deal; empty while the deal is secret."""
    play_words: str
    mine: bool
    sealed: bool
    preview: Preview
    walk: WalkPage | None
    """The moves; None while only the player may see them."""


def share_page(replay: Replay, origin: str) -> SharePage:
    """Show a game's player how it can be shared."""
    result = replay.result
    return SharePage(
        session=result.session.id,
        game_words=game_words(result),
        ending_words=sentence(ending_words(result)),
        share=share(result, origin),
        shared=replay.shared,
        sealed=result.session.sealed,
        named=result.name is not None,
    )


def replay_page(replay: Replay, stops: list[Stop], step: int, origin: str) -> ReplayPage:
    """Show a game after so many entries of its log."""
    result, session = replay.result, replay.result.session
    link, words = _play(result)
    return ReplayPage(
        session=session.id,
        title=game_words(result),
        ending=sentence(ending_words(result)),
        player=result.name or "",
        play_link=link,
        play_words=words,
        mine=replay.mine,
        sealed=session.sealed,
        preview=result_preview(result, origin),
        walk=_walk(replay, stops, step) if stops else None,
    )


def moves_text(replay: Replay, stops: list[Stop], log: list[Entry]) -> str:
    """Write a game as lines of text: its title, then every entry with the number of its step."""
    result = replay.result
    lines = [result_words(result), f"Rules of Rampart, version {result.session.version}.", ""]
    steps = 0
    for entry, stop, before in zip(log, stops[1:], stops, strict=False):
        if stop.by is None:
            lines.append(f"      {entry.do}")
            continue
        steps += 1
        words = move_sentence(result.rules, before.position, stop.by)
        lines.append(f"{steps:4}. {entry.move!s:<9}{words}{' (automatic)' if entry.auto else ''}")
    if log and log[-1].do == Do.GIVE_UP:
        lines.append("      given up")
    return "".join(f"{line}\n" for line in lines)


def _walk(replay: Replay, stops: list[Stop], step: int) -> WalkPage:
    result, session = replay.result, replay.result.session
    address, table = f"/replays/{session.id}", f"/sessions/{session.id}"
    back = (table, "The table") if session.sealed else (f"{address}/moves.txt", "The moves as text")
    walk = Walk(game_words(result), address, "step", *back)
    shown = played_page(session.variant.game, result.rules, walk, stops, step)
    return replace(shown, name=sentence(ending_words(result)))


def _play(result: Ending) -> tuple[str, str]:
    """Return the address for playing the deal of a game, and the words of the link."""
    session, game = result.session, result.session.variant.game
    if session.told_deal:
        return deal_link(game, session.told_deal, session.variant.options), "Play this deal"
    if result.attempt:
        return f"/daily/{result.attempt.day}/{game.slug}", "Play this daily"
    return "", ""
