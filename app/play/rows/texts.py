"""The texts for values in columns that hold text, and the way back. Only rows see these texts."""

import json
from collections.abc import Mapping, Sequence

from app.core.slots import Slot
from app.play.values.event import Event, LeftOut
from app.play.values.shelf import Band
from engine.caching import cached
from engine.deals import read_code
from engine.games import variant_of
from engine.moves import InvalidMove, Move, read_moves
from engine.record import Do, Status
from engine.rules import Game, Variant

EVENTS = Slot[type[Event]]("the kinds of events")
deck_of = cached(4096)(read_code)
STATUS = {status.value: status for status in Status}
DO = {do.value: do for do in Do}
# The store has an older word for hard deals. Servers of two versions use it side by side during an update.
_BAND_TEXTS = {Band.GENTLE: "gentle", Band.STEADY: "steady", Band.HARD: "stern"}
_BANDS = {text: band for band, text in _BAND_TEXTS.items()}


def band_text(band: Band) -> str:
    """Write a band."""
    return _BAND_TEXTS[band]


def read_band(text: str) -> Band:
    """Read what `band_text` wrote; raise `KeyError`."""
    return _BANDS[text]


def move_text(move: Move | None) -> str | None:
    """Write a move, if there is one."""
    return None if move is None else str(move)


def move_of(text: str | None) -> Move | None:
    """Read what `move_text` wrote; raise `ValueError`."""
    try:
        return None if text is None else Move.read(text)
    except InvalidMove as wrong:
        # The player did not write that.
        raise ValueError("The text is not a move.") from wrong


def event_text(event: Event | None) -> str | None:
    """Write an event: its kind, a blank and the rest, such as `race ABCDEF`."""
    match event:
        case None:
            return None
        case LeftOut(kind, rest):
            return f"{kind} {rest}"
        case _:
            return f"{event.kind} {event.rest}"


def event_of(text: str | None) -> Event | None:
    """Read what `event_text` wrote."""
    if text is None:
        return None
    kind, _, rest = text.partition(" ")
    for event in EVENTS:
        if event.kind == kind:
            return event.read(rest)
    return LeftOut(kind, rest)


@cached(256)
def lines_of(game: Game, text: str) -> Mapping[Variant, tuple[Move, ...]]:
    """Read what `lines_text` wrote for a game."""
    kept: dict[str, str] = json.loads(text)
    return {variant_of(game.slug, options): read_moves(line) for options, line in kept.items()}


def lines_text(lines: Mapping[Variant, Sequence[Move]]) -> str:
    """Write winning lines as JSON, by options, with a blank between moves."""
    return json.dumps({variant.text: " ".join(map(str, line)) for variant, line in lines.items()})


def bounds_of(game: Game, text: str) -> Mapping[Variant, int]:
    """Read what `bounds_text` wrote for a game."""
    return {variant_of(game.slug, options): steps for options, steps in json.loads(text).items()}


def bounds_text(bounds: Mapping[Variant, int]) -> str:
    """Write the bounds of variants as JSON, by options."""
    return json.dumps({variant.text: steps for variant, steps in bounds.items()})


def allowed_of(text: str) -> tuple[tuple[int, int], ...]:
    """Read what `allowed_text` wrote."""
    return tuple((tier, steps) for tier, steps in json.loads(text)) if text else ()


def allowed_text(allowed: Sequence[tuple[int, int]]) -> str:
    """Write tiers as JSON, each with the most steps that it allows."""
    return json.dumps(allowed)


def variants_of(text: str) -> tuple[Variant, ...]:
    """Read what `variants_text` wrote."""
    return tuple(variant_of(slug, options) for slug, options in json.loads(text))


def variants_text(variants: Sequence[Variant]) -> str:
    """Write variants as JSON, each as its game and its options."""
    return json.dumps([(variant.game.slug, variant.text) for variant in variants])
