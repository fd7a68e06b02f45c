"""Judging an exported game: whether every word of it follows from the rules."""

from dataclasses import dataclass

from app.export import Export, ExportEntry
from engine.cards import InvalidCard
from engine.deals import Deck, InvalidDeal, deal_number, read_deck, shuffled
from engine.games import UnknownGame, find
from engine.moves import IllegalMove, InvalidMove, Move
from engine.record import Deed, Do, Record, UnsoundRecord, begin
from engine.rules import Game, InvalidOption, Rules


@dataclass(frozen=True, slots=True)
class Sound:
    """The export is true."""

    game: Game
    record: Record
    """What its entries come to."""


@dataclass(frozen=True, slots=True)
class Unsound:
    """The export is not true."""

    place: str
    """The part of it that is at fault, such as `deck` or `entry 7`."""
    reason: str
    """What is wrong there, in a sentence."""


Verdict = Sound | Unsound


def verify(export: Export) -> Verdict:
    """Judge an export; of several faults the first is named."""
    try:
        game, rules = _read_rules(export)
        record = begin(rules, _read_deck(export))
        _read_entries(record, export.entries)
        if record.status is not export.status:
            raise _Fault("status", f"The game is {record.status} after its last entry, not {export.status}.")
    except _Fault as fault:
        return Unsound(fault.place, fault.reason)
    return Sound(game, record)


class _Fault(Exception):
    def __init__(self, place: str, reason: str) -> None:
        super().__init__(place, reason)
        self.place = place
        self.reason = reason


def _read_rules(export: Export) -> tuple[Game, Rules]:
    try:
        game = find(export.game)
    except UnknownGame as unknown:
        raise _Fault("game", str(unknown)) from None
    try:
        settled = game.settle(export.options)
    except InvalidOption as invalid:
        raise _Fault("options", str(invalid)) from None
    if settled != export.options:
        named = " and ".join(f"“{name}”" for name in settled) or "none"
        raise _Fault("options", f"An export of {game.name} names these options: {named}.")
    return game, game.rules_with(settled)


def _read_deck(export: Export) -> Deck:
    try:
        deck = read_deck(export.deck)
    except InvalidCard as invalid:
        raise _Fault("deck", str(invalid)) from None
    if export.deal is None:
        return deck
    try:
        dealt = shuffled(deal_number(export.deal))
    except InvalidDeal as invalid:
        raise _Fault("deal", str(invalid)) from None
    if deck != dealt:
        raise _Fault("deck", f"This is not the deck of deal {export.deal}.")
    return deck


def _read_entries(record: Record, entries: list[ExportEntry]) -> None:
    before: ExportEntry | None = None
    for seq, entry in enumerate(entries):
        # An entry is named by its place: where its own number is the fault, that number would not help.
        place = f"entry {seq}"
        if entry.seq != seq:
            raise _Fault(place, f"It is numbered {entry.seq}, and entries are numbered from 0 without a gap.")
        if before and entry.at < before.at:
            raise _Fault(place, "It is older than the entry before it.")
        try:
            record.enter(_read_deed(entry, before))
        except (UnsoundRecord, InvalidMove, IllegalMove) as refused:
            raise _Fault(place, f"{_named(entry)}: {refused}") from None
        before = entry


def _read_deed(entry: ExportEntry, before: ExportEntry | None) -> Deed:
    if entry.do is not Do.MOVE and (entry.move is not None or entry.auto):
        raise UnsoundRecord("Only a move entry names a move.")
    if entry.auto and (before is None or before.do is not Do.MOVE):
        raise UnsoundRecord("An automatic move follows no move.")
    return Deed(entry.do, None if entry.move is None else Move.read(entry.move), entry.auto)


def _named(entry: ExportEntry) -> str:
    return f"{entry.do} {entry.move[:40]}" if entry.move else str(entry.do)
