"""Check that everything in an exported game, a game of the open data or a finished daily follows from the rules."""

from dataclasses import dataclass

from app.features.open_data.values import DataLine, LineEntry
from app.play.values.export import ClosedDaily, Export, ExportEntry
from app.play.values.sealed import Sealed
from engine.cards import InvalidCard, spell
from engine.deals import Deck, InvalidDeal, deal_number, read_deck, shuffled
from engine.games import UnknownGame, find, variant_of
from engine.moves import IllegalMove, InvalidMove, Move
from engine.record import Deed, Do, Record, Status, UnsoundRecord, begin
from engine.rules import Game, InvalidOption, Rules, options_text


@dataclass(frozen=True, slots=True)
class Sound:
    """The export is true."""

    game: Game
    record: Record
    """The record that its entries lead to."""


@dataclass(frozen=True, slots=True)
class UnsoundExport:
    """The export is not true."""

    place: str
    """The part of it that is wrong, such as `deck` or `entry 7`."""
    reason: str
    """What is wrong there, in a sentence."""


@dataclass(frozen=True, slots=True)
class SoundDaily:
    """The seal is that of the deal, every line wins it, and none has fewer steps than the stated minimum."""

    game: Game
    pars: dict[str, int]
    """The steps of the winning lines, by the options under which each wins."""


Verdict = Sound | UnsoundExport


def verify(export: Export) -> Verdict:
    """Check an export, and name the first fault."""
    try:
        game, rules = _read_rules(export)
        record = begin(rules, _read_deck(export))
        _read_entries(record, export.entries)
        if record.status is not export.status:
            raise _Fault("status", f"The game is {record.status} after its last entry, not {export.status}.")
    except _Fault as fault:
        return UnsoundExport(fault.place, fault.reason)
    return Sound(game, record)


def verify_line(line: DataLine) -> Verdict:
    """Check a game of the open data, and name the first fault."""
    try:
        game, rules = _read_rules(line)
        deck = _read_deck(line)
        if line.deck != spell(deck):
            raise _Fault("deck", "Cards are written in capitals, with one blank between two.")
        record = begin(rules, deck)
        for place, entry in enumerate(line.entries):
            _enter(record, entry, f"entry {place}")
        if record.status != line.outcome:
            raise _Fault("outcome", f"The game is {record.status} after its last entry, not {line.outcome}.")
        if line.outcome == "won" and line.verdict != "winnable":
            raise _Fault("verdict", "The game was won, so its deal is winnable.")
    except _Fault as fault:
        return UnsoundExport(fault.place, fault.reason)
    return Sound(game, record)


def verify_daily(told: ClosedDaily) -> SoundDaily | UnsoundExport:
    """Check the document of a finished daily: its seal and its winning lines."""
    sealed = Sealed(told.game, options_text(told.options), told.date, told.deal, told.salt)
    try:
        if sealed.seal != told.commitment:
            raise _Fault("commitment", f"The SHA-256 of “{sealed.line}” is {sealed.seal}.")
        game = _read_game(told.game)
        if told.line not in told.lines.values():
            raise _Fault("line", "It is not among the lines listed.")
        for options, line in told.lines.items():
            _read_line(options, told, line)
    except _Fault as fault:
        return UnsoundExport(fault.place, fault.reason)
    return SoundDaily(game, {options: len(line) for options, line in told.lines.items()})


class _Fault(Exception):
    def __init__(self, place: str, reason: str) -> None:
        super().__init__(place, reason)
        self.place = place
        self.reason = reason


def _read_game(slug: str) -> Game:
    try:
        return find(slug)
    except UnknownGame as unknown:
        raise _Fault("game", str(unknown)) from None


def _read_line(options: str, told: ClosedDaily, line: list[str]) -> None:
    """Play a winning line under the options given with it, which must include those that the day settled."""
    place = f"line {options}".strip()
    try:
        variant = variant_of(told.game, options)
        if not told.options.items() <= variant.options.items():
            raise _Fault(place, "It is not played with the day’s options.")
        record = begin(variant.rules, shuffled(deal_number(told.deal)))
        for move in line:
            record.enter(Deed(Do.MOVE, Move.read(move)))
    except (ValueError, InvalidOption, InvalidDeal, UnsoundRecord, InvalidMove, IllegalMove) as refused:
        raise _Fault(place, str(refused)) from None
    if record.status is not Status.WON:
        raise _Fault(place, "It does not win the deal.")
    if len(line) < told.at_least.get(options, 0):
        raise _Fault(place, "It has fewer steps than the stated minimum.")


def _read_rules(export: Export | DataLine) -> tuple[Game, Rules]:
    game = _read_game(export.game)
    try:
        variant = game.settle(export.options)
    except InvalidOption as invalid:
        raise _Fault("options", str(invalid)) from None
    if variant.options != export.options:
        named = " and ".join(f"“{name}”" for name in variant.options) or "none"
        raise _Fault("options", f"An export of {game.name} names these options: {named}.")
    return game, variant.rules


def _read_deck(export: Export | DataLine) -> Deck:
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
        # We name an entry by its place: if its own number is the fault, that number would not help.
        place = f"entry {seq}"
        if entry.seq != seq:
            raise _Fault(place, f"It is numbered {entry.seq}, and entries are numbered from 0 without a gap.")
        if before and entry.at < before.at:
            raise _Fault(place, "It is older than the entry before it.")
        _enter(record, entry, place)
        before = entry


def _enter(record: Record, entry: ExportEntry | LineEntry, place: str) -> None:
    try:
        record.enter(_read_deed(entry))
    except (UnsoundRecord, InvalidMove, IllegalMove) as refused:
        raise _Fault(place, f"{_name(entry)}: {refused}") from None


def _read_deed(entry: ExportEntry | LineEntry) -> Deed:
    if entry.do is not Do.MOVE and (entry.move is not None or entry.auto):
        raise UnsoundRecord("Only a move entry names a move.")
    return Deed(entry.do, None if entry.move is None else Move.read(entry.move), entry.auto)


def _name(entry: ExportEntry | LineEntry) -> str:
    return f"{entry.do} {entry.move[:40]}" if entry.move else str(entry.do)
