"""What players read while nobody answers what they have asked the solvers. The page goes on asking meanwhile."""

from app.play.values.solvers import Solvers

NO_SOLVER = "No solver is running at the moment, so this can’t be worked out now."
BY_ITSELF = f"{NO_SOLVER} If one starts, the answer comes by itself."


def while_waiting(solvers: Solvers, usual: str) -> str:
    """Return what to say while an answer is to come: the usual words, unless no solver is there to find it."""
    return BY_ITSELF if solvers is Solvers.AWAY else usual
