"""The operator's page."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.metrics import Metrics
from app.services.operating import Overview

Lines = tuple[tuple[str, str], ...]
"""Words, each with a figure."""


@dataclass(frozen=True, slots=True)
class OperatorPage:
    """What operator.html shows."""

    everywhere: Lines
    """Figures from the database, the same from every process."""
    here: Lines
    """What this process has counted since it started."""
    refusals: Lines


def operator_page(overview: Overview, metrics: Metrics, streams: int) -> OperatorPage:
    """Show how things stand."""
    waiting = ", ".join(f"{count} {kind}" for kind, count in sorted(overview.questions.items()))
    everywhere = {
        "Games": f"{overview.sessions_day} begun in the last day, {overview.sessions_hour} in the last hour",
        "Players": f"{overview.players_day} new in the last day; {overview.accounts} accounts in all",
        "Races": f"something is due in {overview.races}; wins for a person to judge: {overview.doubtful}",
        "Dailies": f"days chosen ahead: {overview.dailies_ahead}; results for a person to judge: {overview.held}",
        "Solver": f"questions waiting: {waiting or 'none'}",
    }
    failures = sum(count for (_, status), count in metrics.requests.items() if status >= 500)
    here = {
        "Requests": f"{metrics.requests.total()} answered, {failures} of them with a server error",
        "Moves": metrics.moves,
        "Streams": f"{streams} open",
    }
    return OperatorPage(_lines(everywhere), _lines(here), _lines(dict(metrics.refusals.most_common())))


def _lines(figures: Mapping[str, object]) -> Lines:
    return tuple((words, str(figure)) for words, figure in figures.items())
