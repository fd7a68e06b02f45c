"""What an attack has come to: the things that it should reach, and how often it did."""

from collections import Counter

from tests.adversary.sealed import Spy

LONG = 5_000
"""From so many steps on, an attack should have reached everything."""
_STAKED = (
    "heat.ended_at IS NOT NULL AND (SELECT count(*) FROM run WHERE run.code = heat.code AND run.number = heat.number"
    " AND run.rating IS NOT NULL) > 1"
)
_ENDED_BY = f"SELECT count(*) FROM heat WHERE {_STAKED} AND EXISTS (SELECT 1 FROM run WHERE run.code = heat.code" \
    " AND run.number = heat.number AND run.outcome = :how)"  # fmt: skip
_STORED = {
    "rated heats ended": f"SELECT count(*) FROM heat WHERE {_STAKED}",
    "ratings moved by heats": "SELECT count(*) FROM rating_change WHERE event LIKE 'race%'",
    "tournament games begun": "SELECT count(*) FROM tournament_try",
    "tournament games won": "SELECT count(*) FROM tournament_try WHERE outcome = 'won'",
    "tournament games given up": "SELECT count(*) FROM tournament_try WHERE outcome = 'given-up'",
    "tournament games stopped by the end": "SELECT count(*) FROM tournament_try WHERE outcome = 'stopped'",
    "tournaments closed": "SELECT count(*) FROM tournament WHERE closed_at IS NOT NULL",
    "puzzles solved": "SELECT count(*) FROM puzzle_attempt WHERE outcome = 'solved'",
    "puzzles lost": "SELECT count(*) FROM puzzle_attempt WHERE outcome = 'lost'",
    "dailies closed": "SELECT count(*) FROM daily WHERE settled",
}
_OUTCOMES = {"won": "a win", "given-up": "giving up", "forfeited": "leaving", "stopped": "the end of the heat"}
DONE = (
    *("pairs", "tournaments made", "games won", "leaps forward", "leaps back", "time set forward", "time set back"),
    *("deletions in mid heat", "claims in mid heat", "signings in in mid heat", "signings out in mid heat"),
    *("accounts deleted", "rated heats begun"),
)
"""What the steps count themselves."""


class Reached(Counter[str]):
    """How often an attack has come to each thing."""

    def count_stored(self, spy: Spy) -> None:
        """Count what a town holds at its end."""
        for name, statement in _STORED.items():
            self[name] += _number(spy, statement)
        for how, name in _OUTCOMES.items():
            self[f"rated heats with {name}"] += _number(spy, _ENDED_BY, how=how)

    @property
    def missing(self) -> list[str]:
        """List what was never reached."""
        wanted = (*DONE, *_STORED, *(f"rated heats with {name}" for name in _OUTCOMES.values()))
        return [name for name in wanted if not self[name]]

    def __str__(self) -> str:
        """Write it in two lines."""
        answers = {name: how_often for name, how_often in self.items() if name.startswith("answer ")}
        rest = {name: how_often for name, how_often in self.items() if name not in answers}
        return "\n".join(", ".join(f"{name}: {some[name]}" for name in sorted(some)) for some in (rest, answers))


def _number(spy: Spy, statement: str, **values: object) -> int:
    return int(str(spy.rows(statement, **values)[0][0]))
