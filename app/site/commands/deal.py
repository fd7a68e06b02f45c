"""`rampart deal`: show a deal on the table."""

from collections.abc import Sequence

from app.site.commands.console import Parser, answer, answer_json
from app.site.commands.tasks import add_game_arguments, read_game, read_number, settle
from engine.boards import board_text
from engine.cards import TEXT, spell
from engine.deals import shuffled
from engine.position import Position, deal, diagram, face_down_rows, layout
from engine.rules import Game, Rules


def run(arguments: Sequence[str]) -> int:
    """Show one deal."""
    parser = Parser(
        prog="rampart deal",
        description="Show a deal on the table: a diagram, then the board text with face-down cards in brackets.",
        epilog="Example: rampart deal stronghold 17 --option cell=one",
    )
    add_game_arguments(parser)
    parser.add_argument("number", metavar="NUMBER", help="a deal number")
    read = parser.read(arguments)
    game, given = read_game(read)
    number = read_number(read.number)
    options, rules = _settle_for_dealing(game, given)
    deck = shuffled(number)
    position = deal(rules, deck)
    if read.json:
        head = {"game": game.slug, "options": options, "deal": str(number)}
        answer_json(head, deck=spell(deck), piles=_piles(rules, position))
    else:
        answer(f"{game.name} {number}\n\n{diagram(rules, position)}\n{board_text(rules, position)}".rstrip())
    return 0


def _settle_for_dealing(game: Game, given: dict[str, str]) -> tuple[dict[str, str], Rules]:
    """Return the options, and the rules to deal by.

    Players choose an option without a default once they see the deal, so the cards lie the same for all its values.
    If the arguments leave such an option out, it is not among the options returned.
    """
    asked = {game.asked.name: next(iter(game.asked.values))} if game.asked else {}
    variant = settle(game, {**asked, **given})
    options = {name: value for name, value in variant.options.items() if name in given or name not in asked}
    return options, variant.rules


def _piles(rules: Rules, position: Position) -> dict[str, list[str]]:
    piles = {}
    for at, (pile, cards) in enumerate(zip(layout(rules).ids, position.piles, strict=True)):
        hidden = face_down_rows(rules, position, at)
        piles[pile] = ["??" if row in hidden else TEXT[card] for row, card in enumerate(cards)]
    return piles
