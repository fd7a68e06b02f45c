"""What a race is about, in sentences."""

from app.core.words import number, numbered, sentence
from app.features.races.values.race import RaceTerms
from app.play.words.summary import options_words

_MINUTE_MS = 60_000


def terms_words(terms: RaceTerms) -> str:
    """Describe the terms of a race."""
    options = options_words(terms.variant.game, terms.variant.options)
    minutes = (terms.limit_ms or 0) // _MINUTE_MS
    said = (
        f"{sentence(options)}." if options else "",
        "" if terms.best_of == 1 else f"Best of {number(terms.best_of)} rounds, each on a new deal.",
        "The deals are proved winnable." if terms.winnable else "Any deals, winnable or not.",
        "Bots may join." if terms.bots else "",
        numbered(minutes, "A deal takes at most 1 minute.", "A deal takes at most {count} minutes.") if minutes else "",
    )
    return " ".join(filter(None, said))
