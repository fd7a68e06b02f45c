"""The words that say a deal is proved winnable."""

from app.core.words import listed
from app.play.values.proof import Proof
from app.play.words.summary import choice_label
from engine.rules import Game

PROVED = "Proved winnable: a solver found a way to win this deal, and the server checked every move."


def proof_words(game: Game, proof: Proof | None) -> str:
    """Describe how we know that a deal is winnable; empty if we don't."""
    asked = game.asked
    if proof is Proof.EVERY and asked:
        ways = listed([choice_label(asked, value).lower() for value in asked.values])
        return f"Proved winnable {ways}: a solver found a way to win each, and the server checked every move."
    return PROVED if proof else ""
