"""Help on the table: the rules of each kind of pile."""

from dataclasses import dataclass

from app.play.words.summary import rule_rows
from engine.caching import cached
from engine.rules import Rules


@dataclass(frozen=True, slots=True)
class PileRule:
    """The rule of one part of the table."""

    area: str
    """The class of that part of the board."""
    name: str
    sentences: tuple[str, ...]


_AREAS = (
    ("foundations", "Foundations", ("Foundations",)),
    ("cells", "Cells", ("Cells",)),
    ("reserve", "Reserve", ("Reserve",)),
    ("tableau", "Tableau", ("Building", "Moving", "Spaces", "Face down")),
)


@cached()
def pile_rules(rules: Rules) -> tuple[PileRule, ...]:
    """Return the rule of each part of the table that these rules have."""
    rows = rule_rows(rules)
    parts = []
    for area, name, terms in _AREAS:
        if area in {"cells", "reserve"} and not getattr(rules, area):
            continue
        told = [term for term in terms if term in rows and (term != "Face down" or rules.face_down_rows)]
        sentences = tuple(f"{rows[term]}." if len(terms) == 1 else f"{term}: {rows[term]}." for term in told)
        parts.append(PileRule(area, name, sentences))
    return tuple(parts)
