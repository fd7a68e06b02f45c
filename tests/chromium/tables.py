"""Play at a table by the promises of its page alone, and compare with the engine."""

from collections.abc import Callable, Iterable
from typing import Any, Generic, Protocol, TypeVar, cast

from playwright.sync_api import Page, expect

from engine.cards import TEXT
from engine.moves import Move, apply, legal_moves
from engine.position import Position, face_down_rows, layout
from engine.rules import Rules

Shown = dict[str, list[str]]
"""Card texts by pile, top card last."""


class View(Protocol):
    """A page that can be asked by a function of JavaScript: Playwright’s, or a window of `tests/engines`."""

    def evaluate(self, function: str, argument: Any = None, /) -> Any:
        """Return what the function returns for an argument."""


Seen = TypeVar("Seen", bound=View)

# Of a covered card only a strip can be touched, but that corner of it always.
_CORNER = 6
# Farther away than the second click of a double click lies, and still within that corner.
_ASIDE = 8
_LONGEST = 26
_PATIENCE_MS = 5_000
_READ_PILES = """() => Object.fromEntries(
    [...document.querySelectorAll('#board [id^="pile-"]')].map(pile =>
        [pile.id.slice(5), [...pile.querySelectorAll("[data-card]")].map(card => card.dataset.card)]))"""
_POINT = """([pile, row, corner, aside]) => {
    const control = [...document.querySelectorAll(`#pile-${pile} :is([data-card], [data-space])`)].at(row ?? -1);
    const { left, top, width, height } = control.getBoundingClientRect();
    const [x, y] = row === null ? [left + width / 2, top + height / 2] : [left + corner + aside, top + corner];
    return [x, y, control.contains(document.elementFromPoint(x, y))];
}"""


def card_at(page: View, pile: str, row: int) -> tuple[float, float]:
    """Return the point where a card shows even if another covers it; rows count from the bottom of its pile."""
    return point_on(page, pile, row)


def top_of(page: View, pile: str) -> tuple[float, float]:
    """Return the middle of that to which cards are moved: a pile's top card, or its space."""
    return point_on(page, pile, None)


def point_on(page: View, pile: str, row: int | None, aside: int = 0) -> tuple[float, float]:
    """Return the point of a card’s corner, so many pixels aside, or without a row the middle of what cards go to."""
    x, y, open_there = page.evaluate(_POINT, [pile, row, _CORNER, aside])
    assert open_there, f"something lies over {pile}, row {row}"
    return x, y


def wait_for_seq(page: Page, seq: int) -> None:
    """Wait until the board is the one with that many entries in its log."""
    page.wait_for_selector(f'#board[data-seq="{seq}"]')


def wait_until(page: Page, holds: str) -> None:
    """Wait until an expression of JavaScript is true in a page.

    Playwright's own `wait_for_function` looks again by `eval`, which our pages forbid, and so fails if it ever has to.
    """
    page.evaluate(f"""async () => {{
        const end = performance.now() + {_PATIENCE_MS};
        while (!({holds})) {{
            if (performance.now() > end) throw new Error("This never came true.");
            await new Promise(after => setTimeout(after, 20));
        }}
    }}""")


Hand = Callable[[Seen, Move, int, int], None]
"""Makes a move: on this page, this move, with the lowest of its cards in this row, leading to this `seq`."""


def click(page: Page, move: Move, row: int, seq: int) -> None:
    """Move by clicking the cards and, unless they went to their only place at once, the target.

    A card that slid under the mouse is clicked a little aside, for two quick clicks in one place are a double click.
    """
    page.mouse.click(*point_on(page, move.source, row, aside=_ASIDE * (seq % 2)))
    _then_the_target(page, move, seq, page.mouse.click)


def tap(page: Page, move: Move, row: int, seq: int) -> None:
    """Move as `click` does, with a finger."""
    page.touchscreen.tap(*card_at(page, move.source, row))
    _then_the_target(page, move, seq, page.touchscreen.tap)


def _then_the_target(page: Page, move: Move, seq: int, touch: Callable[[float, float], None]) -> None:
    page.wait_for_selector(f'#board[data-seq="{seq}"], #pile-{move.source} .chosen')
    if page.locator("#board").get_attribute("data-seq") != str(seq):
        touch(*top_of(page, move.target))
    wait_for_seq(page, seq)


def drag(page: Page, move: Move, row: int, seq: int) -> None:
    """Move by dragging with the mouse."""
    carry(page, move, row)
    wait_for_seq(page, seq)


def carry(page: Page, move: Move, row: int) -> None:
    """Drag cards to their target with the mouse, whatever comes of it."""
    page.mouse.move(*card_at(page, move.source, row))
    page.mouse.down()
    page.mouse.move(*top_of(page, move.target), steps=3)
    page.mouse.up()


def drag_with_a_finger(page: Page, move: Move, row: int, seq: int) -> None:
    """Move by dragging on a touch screen."""
    from_x, from_y = card_at(page, move.source, row)
    to_x, to_y = top_of(page, move.target)
    screen = page.context.new_cdp_session(page)
    path = [(from_x + (to_x - from_x) * part / 4, from_y + (to_y - from_y) * part / 4) for part in range(5)]
    for place, (x, y) in enumerate(path):
        touched = {"type": "touchMove" if place else "touchStart", "touchPoints": [{"x": x, "y": y}]}
        screen.send("Input.dispatchTouchEvent", touched)
    screen.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    screen.detach()
    wait_for_seq(page, seq)


def press_keys(page: Page, move: Move, _row: int, seq: int) -> None:
    """Move by naming source and target with keys, the run made as long as it shall be in between."""
    chosen = page.locator(f"#pile-{move.source} .chosen")
    _name(page, move.source)
    for _ in range(_LONGEST):
        if (count := chosen.count()) == move.count:
            break
        page.keyboard.press("-" if count > move.count else "+")
    _name(page, move.target)
    if page.locator("#board").get_attribute("data-seq") != str(seq):
        wait_for_seq(page, seq)


def _name(page: Page, pile: str) -> None:
    letter, number = {"t": "", "r": "v", "c": "c", "f": "f"}[pile[0]], int(pile[1:]) + 1
    for key in f"{letter}{number % 10 if pile[0] == 't' else number}":
        page.keyboard.press(key)
    if (pile[0], number) == ("r", 1):
        page.keyboard.press("Enter")


def click_plain_buttons(page: Page, move: Move, row: int, seq: int) -> None:
    """Move without JavaScript: the cards' button leads to a page on which the targets are buttons."""
    with page.expect_navigation(wait_until="domcontentloaded"):
        page.mouse.click(*card_at(page, move.source, row))
    with page.expect_navigation(wait_until="domcontentloaded"):
        page.mouse.click(*top_of(page, move.target))
    wait_for_seq(page, seq)


def type_in(page: Page, move: Move, _row: int, seq: int) -> None:
    """Move by writing it into the form."""
    field = page.locator('form#typed-move [name="move"]')
    field.fill(str(move))
    field.press("Enter")
    wait_for_seq(page, seq)


class Table(Generic[Seen]):
    """A game at a page, played on from a position; so many entries stand in its log there."""

    def __init__(self, page: Seen, rules: Rules, position: Position, seq: int = 0) -> None:
        self.page = page
        self.rules = rules
        self.position = position
        self.seq = seq
        self._now_at = {pile: pile for pile in layout(rules).ids}

    def play(self, line: Iterable[Move], hand: Hand[Seen]) -> None:
        """Make the moves of a line one by one; after each the page shows what the engine says.

        Cards that have no choice but between empty places go to one of them by themselves. That may be another than
        the line's; then the two places change names for the rest of it.
        """
        for move in line:
            meant = Move(self._now_at[move.source], self._now_at[move.target], move.count)
            made = self._make(meant, hand)
            if made != meant:
                there = next(pile for pile, at in self._now_at.items() if at == made.target)
                self._now_at[there], self._now_at[move.target] = meant.target, made.target

    def index_of(self, pile: str) -> int:
        """Return a pile's index in the position."""
        return layout(self.rules).index[pile]

    def _make(self, meant: Move, hand: Hand[Seen]) -> Move:
        pile = self.position.piles[self.index_of(meant.source)]
        hand(self.page, meant, len(pile) - meant.count, self.seq + 1)
        self.seq += 1
        there = shown(self.page)
        alike = (
            move
            for move in [meant, *legal_moves(self.rules, self.position)]
            if (move.source, move.count) == (meant.source, meant.count)
        )
        for made in alike:
            after = apply(self.rules, self.position, made)
            if seen(self.rules, after) == there:
                self.position = after
                return made
        raise AssertionError(f"after {meant} the page shows {there}")


def shown(page: View) -> Shown:
    """Read a page's board."""
    return cast("Shown", page.evaluate(_READ_PILES))


def seen(rules: Rules, position: Position) -> Shown:
    """Write a position as its page should show it."""
    piles: Shown = {}
    for at, (pile, cards) in enumerate(zip(layout(rules).ids, position.piles, strict=True)):
        hidden = face_down_rows(rules, position, at)
        piles[pile] = ["??" if row in hidden else TEXT[card] for row, card in enumerate(cards)]
    return piles


def expect_won(page: Page) -> None:
    """Check that the page says the game is won."""
    expect(page.locator('#board[data-status="won"]')).to_have_count(1)
    expect(page.get_by_text("Solved").filter(visible=True).first).to_be_visible()
