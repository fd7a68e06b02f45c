"""How to read the texts that tournaments have stored."""

from app.features.tournaments.values.tournament import Form, Outcome
from app.play.checking import Texts
from app.play.rows.texts import variants_of

TEXTS: Texts = {
    "tournament_try": {"outcome": lambda row: Outcome(row.outcome)},
    "tournament": {"form": lambda row: Form(row.form), "variants": lambda row: variants_of(row.variants)},
}
