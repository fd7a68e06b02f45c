"""A dashboard for Grafana: what each panel asks of Prometheus, and the document that Grafana imports."""

from typing import Any, NamedTuple

_COLUMNS, _HIGH = 3, 8
_WIDE = 24 // _COLUMNS
"""Grafana lays panels on a grid of 24 columns."""
_SOURCE = {"type": "prometheus", "uid": "${source}"}


class Panel(NamedTuple):
    """A panel with a query, which draws a line for each value of a label."""

    title: str
    query: str
    lines: str
    """How a line is called; `{{label}}` stands for the label's value."""
    unit: str
    """Grafana's name of a unit."""


PANELS = (
    Panel("Servers that answer", 'up{job="rampart"}', "{{instance}}", "short"),
    Panel("Requests in a second", "sum by (status) (rate(rampart_requests_total[5m]))", "{{status}}", "reqps"),
    Panel("Failures in ten minutes", "sum by (status) (increase(rampart_failures_total[10m]))", "{{status}}", "short"),
    Panel(
        "Seconds for nineteen answers in twenty",
        "histogram_quantile(0.95, sum by (instance, le) (rate(rampart_request_seconds_bucket[5m])))",
        "{{instance}}",
        "s",
    ),
    Panel("Moves in a second", "sum(rate(rampart_moves_total[5m]))", "moves", "short"),
    Panel("Sessions being played", "max(rampart_sessions)", "sessions", "short"),
    Panel("Open streams", "rampart_streams", "{{instance}}", "short"),
    Panel("Refusals in a second", "sum by (kind) (rate(rampart_refusals_total[5m]))", "{{kind}}", "reqps"),
    Panel("Heads refused in a second", "sum by (status) (rate(rampart_unheard_total[5m]))", "{{status}}", "reqps"),
    Panel("Questions to the solvers", "max by (kind) (rampart_questions)", "{{kind}}", "short"),
    Panel("Age of the oldest question", "max(rampart_oldest_question_seconds)", "age", "s"),
    Panel("Workers", "max(rampart_workers)", "workers", "short"),
    Panel("Days whose dailies are chosen", "max(rampart_dailies_ahead)", "days", "short"),
    Panel("Waiting for a moderator", "max by (kind) (rampart_moderation_waiting)", "{{kind}}", "short"),
    Panel("Results to judge", "max(rampart_held_results)", "results", "short"),
    Panel("Age of the newest backup", "time() - max(rampart_last_backup_time_seconds > 0)", "age", "s"),
    Panel("Size of the database", "max(rampart_database_bytes)", "bytes", "bytes"),
    Panel("Rows that cannot be read", "sum by (table) (rampart_unreadable_rows) > 0", "{{table}}", "short"),
    Panel("Time since the start", "time() - rampart_start_time_seconds", "{{instance}}", "s"),
    Panel("Versions", "count by (version, schema) (rampart_build_info)", "{{version}}, schema {{schema}}", "short"),
)


def dashboard() -> dict[str, Any]:
    """Return the dashboard as Grafana imports it; whoever does so chooses the Prometheus."""
    return {
        "title": "Rampart",
        "uid": "rampart",
        "schemaVersion": 39,
        "refresh": "1m",
        "time": {"from": "now-24h", "to": "now"},
        "templating": {
            "list": [{"name": "source", "label": "Prometheus", "type": "datasource", "query": "prometheus"}]
        },
        "panels": [_drawn(place, panel) for place, panel in enumerate(PANELS)],
    }


def _drawn(place: int, panel: Panel) -> dict[str, Any]:
    row, column = divmod(place, _COLUMNS)
    return {
        "id": place + 1,
        "type": "timeseries",
        "title": panel.title,
        "datasource": _SOURCE,
        "gridPos": {"x": column * _WIDE, "y": row * _HIGH, "w": _WIDE, "h": _HIGH},
        "fieldConfig": {"defaults": {"unit": panel.unit, "min": 0}, "overrides": []},
        "targets": [{"refId": "A", "datasource": _SOURCE, "expr": panel.query, "legendFormat": panel.lines}],
    }
