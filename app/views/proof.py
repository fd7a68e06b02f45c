"""That a deal is proved winnable, in words."""

from app.services.proof import Proof
from app.views.summary import choice_label
from app.views.words import listed
from engine.rules import Game

PROVED = "Proved winnable: a solver found a way to win this deal, and the rules checked every move of it."


def proof_words(game: Game, proof: Proof | None) -> str:
    """Say how a deal is proved winnable; empty where it is not."""
    asked = next((option for option in game.options if option.default is None), None)
    if proof is Proof.EVERY and asked:
        ways = listed([choice_label(asked, value).lower() for value in asked.values])
        return f"Proved winnable {ways}: a solver found a way to win for each, and the rules checked every move of it."
    return PROVED if proof else ""
