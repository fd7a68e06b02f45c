"""Moves by mouse, finger, pen and keys in a window of any engine, and what a visitor's own browser asks the server."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.cards import spell
from engine.moves import Move, apply
from engine.position import deal
from tests.chromium.tables import Hand, Table, card_at, point_on, top_of
from tests.chromium.variants import ONE_OF_EACH_GAME
from tests.engine.verdicts import Verdict
from tests.engines.windows import ENTER, SPACE, Kind, Point, Window, until, wait_until

FORTRESS = next(win for win in ONE_OF_EACH_GAME if win.slug == "fortress")
"""The game at whose table is tried what is the same at every table."""

# Farther away than the second click of a double click lies.
_ASIDE = 8
_ASK = """async ([method, address, body]) => {
    const form = body && new URLSearchParams(body);
    const answer = await fetch(address, { method, body: form, headers: { "HX-Request": "true" } });
    return [answer.status, answer.url, await answer.text()];
}"""
_BEGIN = """async ([asked, moves]) => {
    const headers = { "Content-Type": "application/json" };
    const ask = async (address, body) => {
        const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
        if (!answer.ok) throw new Error(await answer.text());
        return answer.json();
    };
    const { id } = await ask("/api/v1/sessions", asked);
    for (const [seq, move] of moves.entries()) await ask(`/api/v1/sessions/${id}/moves`, { seq, move });
    return id;
}"""
_TELL = "async table => (await fetch(`/api/v1${table}`)).json()"
_IS_STILL = """async () => {
    const cards = [...document.querySelectorAll("#board [data-card]")];
    const tops = () => cards.map(card => card.getBoundingClientRect().top).join();
    const before = tops();
    await new Promise(again => setTimeout(again, 50));
    return before === tops();
}"""
_CHOSEN = "pile => document.querySelectorAll(`#pile-${pile} .chosen`).length"
_FOCUS = "id => { document.querySelector(`#pile-${id} :is([data-card], [data-space]):last-child`).focus(); }"


def begin(window: Window, win: Verdict, moves: int = 0) -> str:
    """Begin a session from an open page, make the first moves of a winning line, and return its table's address."""
    asked = {"game": win.slug, "options": win.options, "deck": spell(win.deck)}
    begun = window.evaluate(_BEGIN, [asked, [str(move) for move in win.line[:moves]]])
    return f"/sessions/{begun}"


def told(window: Window, table: str) -> Any:
    """Return the session of a table as the JSON API tells it."""
    return window.evaluate(_TELL, table)


def ask(window: Window, method: str, address: str, fields: Mapping[str, str] | None = None) -> tuple[int, str, str]:
    """Let a page's script send a request; return its status, its last address and its text."""
    status, at, text = window.evaluate(_ASK, [method, address, dict(fields) if fields else None])
    return status, at, text


def sit_down(window: Window, win: Verdict, played: int = 0) -> Table[Window]:
    """Open a table at which the first moves of a winning line have been made."""
    window.open(f"{window.evaluate('() => location.origin')}{begin(window, win, played)}")
    position = deal(win.rules, win.deck)
    for move in win.line[:played]:
        position = apply(win.rules, position, move)
    return Table(window, win.rules, position, played)


def wait_for_seq(window: Window, seq: int) -> None:
    """Wait until the board is the one with that many entries in its log, and no turn waits."""
    wait_until(window, f"document.querySelector('#board[data-seq=\"{seq}\"]') !== null")
    # WebKit lays the columns out a moment later, and a point found before that is another card's.
    until(lambda: window.evaluate(_IS_STILL), "the board is still")


def tap(kind: Kind) -> Hand[Window]:
    """Return the hand that touches the cards and, unless they went to their only place at once, the target."""

    def move_it(window: Window, move: Move, row: int, seq: int) -> None:
        window.stroke(kind, point_on(window, move.source, row, aside=_ASIDE * (seq % 2)))
        there = f"document.querySelector('#board[data-seq=\"{seq}\"], #pile-{move.source} .chosen')"
        wait_until(window, f"{there} !== null")
        if not _is_at(window, seq):
            window.stroke(kind, top_of(window, move.target))
        wait_for_seq(window, seq)

    return move_it


def drag(kind: Kind) -> Hand[Window]:
    """Return the hand that takes the cards along."""

    def move_it(window: Window, move: Move, row: int, seq: int) -> None:
        window.stroke(kind, *way(window, move, row))
        wait_for_seq(window, seq)

    return move_it


def way(window: Window, move: Move, row: int) -> Sequence[Point]:
    """Return the points over which cards are dragged to their target."""
    (from_x, from_y), (to_x, to_y) = card_at(window, move.source, row), top_of(window, move.target)
    return [(from_x + (to_x - from_x) * part / 4, from_y + (to_y - from_y) * part / 4) for part in range(5)]


def press_names(window: Window, move: Move, _row: int, seq: int) -> None:
    """Move by naming source and target, the run made as long as it shall be in between."""
    name(window, move.source)
    # WebKit's driver does not wait until the page has heard a key.
    while (count := until(lambda: window.evaluate(_CHOSEN, move.source), "cards are chosen")) != move.count:
        window.press("-" if count > move.count else "+")
        until(lambda: window.evaluate(_CHOSEN, move.source) != count, "another run is chosen")
    name(window, move.target)
    wait_for_seq(window, seq)


def press_space(window: Window, move: Move, row: int, seq: int) -> None:
    """Move by choosing the cards and laying them with the space bar; longer runs by their names."""
    if move.count > 1:
        return press_names(window, move, row, seq)
    window.evaluate(_FOCUS, move.source)
    window.press(SPACE)
    until(lambda: window.evaluate(_CHOSEN, move.source), "a card is chosen")
    window.evaluate(_FOCUS, move.target)
    window.press(SPACE)
    return wait_for_seq(window, seq)


def in_turn(*hands: Hand[Window]) -> Hand[Window]:
    """Return the hand that makes each move as the next of these do."""

    def move_it(window: Window, move: Move, row: int, seq: int) -> None:
        hands[seq % len(hands)](window, move, row, seq)

    return move_it


def name(window: Window, pile: str) -> None:
    """Name a pile by its keys."""
    letter, number = {"t": "", "r": "v", "c": "c", "f": "f"}[pile[0]], int(pile[1:]) + 1
    ended = [ENTER] if (pile[0], number) == ("r", 1) else []
    window.type([*f"{letter}{number % 10 if pile[0] == 't' else number}", *ended])


def _is_at(window: Window, seq: int) -> bool:
    return bool(window.evaluate(f"() => document.querySelector('#board').dataset.seq === '{seq}'"))
