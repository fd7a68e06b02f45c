"""How to read the texts that races have stored."""

from app.features.races.values.race import Outcome
from app.play.checking import Texts

TEXTS: Texts = {"run": {"outcome": lambda row: Outcome(row.outcome)}}
