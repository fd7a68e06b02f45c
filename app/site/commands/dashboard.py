"""`rampart dashboard`: write a dashboard for Grafana."""

import json
from collections.abc import Sequence

from app.site.commands.console import Parser, answer
from app.site.words.dashboard import dashboard


def run(arguments: Sequence[str]) -> int:
    """Write the dashboard as JSON."""
    parser = Parser(
        prog="rampart dashboard",
        description="Write a dashboard for Grafana, which shows what Prometheus has read of /metrics. Import the file "
        "in Grafana and choose your Prometheus; its job for the servers must be called `rampart`.",
        epilog="Example: rampart dashboard > rampart.json",
    )
    parser.read(arguments)
    answer(json.dumps(dashboard(), indent=2))
    return 0
