"""How the field of a daily fared: all its games in one plot, and where the win was lost."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median_low

from app.core.words import numbered, sentence, steps_words
from app.features.daily.service.story import StoryView, ToldLoss
from app.features.daily.values.story import MOST_GAMES, Trace
from app.play.service.replays import Ending
from app.play.words.reasons import move_sentence
from app.play.words.sharing import ending_words, replay_link
from engine.cards import CARDS
from engine.games import variant_of
from engine.moves import Move
from engine.position import cards_home, restore
from engine.rules import Game

WIDTH, HEIGHT = 640, 240
MOST_DRAWN = 40
"""The most games in the plot; if there are more, it draws every nth."""
FURTHEST = 3
"""The plot covers at most this many times the length of the shortest way."""


@dataclass(frozen=True, slots=True)
class PlottedGame:
    """A game in the plot."""

    kind: str
    """`won`, `lost`, `mine`, or `par` for the shortest way."""
    points: str
    """The points of a polyline."""


@dataclass(frozen=True, slots=True)
class LossView:
    """A losing move in words."""

    words: str
    games: str
    link: str
    """The link to the position before it, in a game that anybody may watch; empty if there is none."""


@dataclass(frozen=True, slots=True)
class Worth:
    """A replay worth watching."""

    title: str
    link: str
    name: str | None
    words: str


@dataclass(frozen=True, slots=True)
class StoryPage:
    """What _story.html shows."""

    lines: tuple[PlottedGame, ...]
    spots: tuple[tuple[float, float], ...]
    """Where games were lost."""
    games: int
    """How many games the solver has looked at."""
    steps: int
    """How many steps the plot covers."""
    drawn: str
    """Which games are drawn, and how many; empty if none is."""
    looked: str
    """How many games the solver has looked at, in words; empty once it has looked at all."""
    said: tuple[str, ...]
    """The story in sentences."""
    losses: tuple[LossView, ...]
    worth: tuple[Worth, ...]


def story_page(told: StoryView) -> StoryPage:
    """Show what is known about how a field fared."""
    story, par = told.story, _par(told)
    drawn = story.traces[:: -(-len(story.traces) // MOST_DRAWN) or 1]
    end = _end(drawn, told.mine, par)
    lines = [PlottedGame("won" if trace.won else "lost", _points(trace, end)) for trace in drawn]
    lines.append(PlottedGame("par", _points(par, end)))
    if told.mine:
        lines.append(PlottedGame("mine", _points(told.mine, end)))
    return StoryPage(
        lines=tuple(lines),
        spots=tuple(_place(*trace.lost, end) for trace in drawn if trace.lost and trace.lost[0] <= end),
        games=len(story.traces),
        steps=end,
        drawn=_drawn(len(drawn), len(story.traces)),
        looked=_looked(told),
        said=tuple(_sentences(told)),
        losses=tuple(_loss(told.daily.game, each) for each in told.losses),
        worth=tuple(_worth(told)),
    )


def _par(told: StoryView) -> Trace:
    """Return the shortest way that the solver found, as a game; of several variants, the shortest of all."""
    variant, line = min(told.daily.lines.items(), key=lambda each: len(each[1]))
    home, changes = variant.rules.foundations_dealt, [(0, variant.rules.foundations_dealt)]
    for step, move in enumerate(line, 1):
        if move.target.startswith("f"):
            home += 1
            changes.append((step, home))
    return Trace("", True, len(line), tuple(changes))


def _end(drawn: Sequence[Trace], mine: Trace | None, par: Trace) -> int:
    longest = max(trace.steps for trace in [*drawn, par, *([mine] if mine else [])])
    return max(min(longest, FURTHEST * par.steps), 1)


def _points(trace: Trace, end: int) -> str:
    changes = [change for change in trace.changes if change[0] <= end]
    last = min(trace.steps, end), changes[-1][1]
    return " ".join(f"{x},{y}" for x, y in (_place(*change, end) for change in [*changes, last]))


def _place(step: int, home: int, end: int) -> tuple[float, float]:
    return round(WIDTH * step / end, 1), round(HEIGHT * (1 - home / len(CARDS)), 1)


def _drawn(drawn: int, looked: int) -> str:
    if not looked:
        return ""
    if drawn < looked:
        return f"{drawn} of the {looked} games that were looked at, spread evenly."
    return numbered(drawn, "The one game.", "All {count} games.")


def _looked(told: StoryView) -> str:
    story, most = told.story, min(told.story.games, MOST_GAMES)
    if story.left is None:
        return "The solver will look at the games of this day soon."
    if not story.is_complete:
        return f"The solver is still looking at the games: {len(story.traces)} of {most:,} so far."
    if story.games > most:
        return f"The solver looked at {most:,} of the {story.games:,} first attempts, those on the leaderboard first."
    return ""


def _sentences(told: StoryView) -> list[str]:
    traces = told.story.traces
    won = sum(trace.won for trace in traces)
    said = [f"{won:,} of {len(traces):,} games were won."] if traces else []
    if told.shortest:
        said.append(_shortest(told.shortest))
    if lost := [trace.lost[0] + 1 for trace in traces if trace.lost]:
        once = f"In one game we know the move that lost it: step {lost[0]}."
        half = f"Half of these were lost by step {median_low(lost)}."
        said.append(numbered(len(lost), once, f"In {{count}} games we know the move that lost them. {half}"))
    if told.story.open:
        once = "One game could still have been won where its player left it."
        said.append(
            numbered(told.story.open, once, "{count} games could still have been won where their players left them.")
        )
    return said


def _shortest(win: Ending) -> str:
    """Compare the shortest win that counts with par; other wins may be shorter, and are nobody else's to know."""
    said, par = f"The shortest on the leaderboard took {steps_words(win.steps)}", win.counted and win.counted.par
    if not par:
        return f"{said}."
    if win.steps < par:
        return f"{said}, fewer than the solver’s way, which has {par:,}."
    if win.steps == par:
        return f"{said}, as many as the solver’s way."
    return f"{said}; the solver’s way has {par:,}."


def _loss(game: Game, told: ToldLoss) -> LossView:
    loss = told.loss
    variant = variant_of(game.slug, loss.options)
    position = restore(variant.rules, loss.at)
    count = cards_home(variant.rules, position)
    home = numbered(count, "1 card was home.", "{count} cards were home.") if count else "No card was home."
    link = replay_link(told.example.session.id, loss.step) if told.example else ""
    made = numbered(loss.games, "One game was lost by this move.", "{count} games were lost by this move.")
    return LossView(f"{home} {move_sentence(variant.rules, position, Move.read(loss.move))}", made, link)


def _worth(told: StoryView) -> list[Worth]:
    typical = next((each for each in told.losses if each.example), None)
    found = [("The shortest ranked win", told.shortest, 0)]
    if told.dramatic and (told.shortest is None or told.dramatic.session.id != told.shortest.session.id):
        found.append(("The win with the most undos", told.dramatic, 0))
    if typical:
        found.append(("The most typical mistake", typical.example, typical.loss.step))
    return [_replay(title, ending, step) for title, ending, step in found if ending]


def _replay(title: str, ending: Ending, step: int) -> Worth:
    undos = ending.counted.undos if ending.counted else 0
    words = ending_words(ending) + (f", {numbered(undos, '1 undo', '{count} undos')}" if undos else "")
    return Worth(title, replay_link(ending.session.id, step), ending.name, sentence(words))
