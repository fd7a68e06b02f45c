"""The alarms and the dashboard: Prometheus takes them, and every figure that they name is there."""

import json
import re
import subprocess
import time
from pathlib import Path
from typing import Any

import httpx2
import pytest
from starlette.testclient import TestClient

from app.site.words.dashboard import PANELS
from tests.app.site.test_one_machine import free_port, needs
from tests.app.site.test_operator import PASSWORD
from tests.chromium.serving import OPERATOR_PASSWORD, serving

ALERTS = Path(__file__).resolve().parents[3] / "deploy" / "alerts.yml"
PLAYED = Path(__file__).with_name("monitoring") / "alerts_test.yml"
_PATIENCE_SECONDS = 60
_NOTHING_YET = {"Rows that cannot be read", "Age of the newest backup"}
"""Panels that show nothing while all is well, and before there is a backup."""


def told_by_promtool(*arguments: str) -> tuple[int, str]:
    """Run promtool; return its exit code and what it says."""
    needs("promtool")
    ended = subprocess.run(["promtool", *arguments], capture_output=True, text=True, check=False)
    return ended.returncode, ended.stdout + ended.stderr


def test_prometheus_takes_the_alarms() -> None:
    code, said = told_by_promtool("check", "rules", str(ALERTS))
    assert code == 0, said


def test_each_alarm_goes_off_when_it_should_and_is_silent_on_a_site_that_is_well() -> None:
    code, said = told_by_promtool("test", "rules", str(PLAYED))
    assert code == 0, said
    well, *broken = PLAYED.read_text().split("  - name: ")[1:]
    alarms = set(re.findall(r"- alert: (\w+)", ALERTS.read_text()))
    assert set(re.findall(r"alertname: (\w+)", well)) == alarms
    assert set(re.findall(r"alertname: (\w+)\n +exp_alerts", "".join(broken))) == alarms


def test_every_figure_that_an_alarm_or_a_panel_names_is_in_the_metrics(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setenv("RAMPART_OPERATOR_PASSWORD", PASSWORD)
    client: TestClient = request.getfixturevalue("client")
    client.get("/fortress/4")
    told = client.get("/metrics", auth=("operator", PASSWORD)).text
    there = set(re.findall(r"^(rampart_\w+)", told, re.MULTILINE))
    asked = [*re.findall(r"expr: (.*)", ALERTS.read_text()), *(panel.query for panel in PANELS)]
    named = {name for query in asked for name in re.findall(r"rampart_\w+", query)}
    assert len(named) > 10
    assert named <= there
    labels = {label for query in asked for label in re.findall(r"(\w+)=", query)}
    assert labels <= {"job", *re.findall(r"(\w+)=", told)}


def test_prometheus_reads_the_metrics_without_complaint(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    needs("promtool")
    monkeypatch.setenv("RAMPART_OPERATOR_PASSWORD", PASSWORD)
    client: TestClient = request.getfixturevalue("client")
    told = client.get("/metrics", auth=("operator", PASSWORD)).content
    ended = subprocess.run(["promtool", "check", "metrics"], input=told, capture_output=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")


def test_prometheus_can_read_every_query_of_the_dashboard(tmp_path: Path) -> None:
    rules = [{"record": f"panel{place}", "expr": panel.query} for place, panel in enumerate(PANELS)]
    # Every text in JSON is one in YAML.
    (tmp_path / "panels.yml").write_text(json.dumps({"groups": [{"name": "panels", "rules": rules}]}))
    code, said = told_by_promtool("check", "rules", str(tmp_path / "panels.yml"))
    assert code == 0, said


@pytest.mark.long
def test_each_panel_shows_something_of_a_server_that_a_prometheus_reads(tmp_path: Path) -> None:
    needs("prometheus")
    port = free_port()
    with serving(tmp_path) as origin:
        for number in range(3):
            assert httpx2.get(f"{origin}/fortress/{number + 1}", timeout=60).status_code == 200
        (tmp_path / "prometheus.yml").write_text(
            f"global: {{scrape_interval: 500ms}}\nrule_files: ['{ALERTS}']\nscrape_configs:\n- job_name: rampart\n"
            f"  basic_auth: {{username: operator, password: '{OPERATOR_PASSWORD}'}}\n"
            f"  static_configs: [{{targets: ['{origin.removeprefix('http://')}']}}]\n"
        )
        command = ["prometheus", f"--config.file={tmp_path}/prometheus.yml", f"--storage.tsdb.path={tmp_path}/data"]
        with (
            (tmp_path / "log").open("w") as log,
            subprocess.Popen([*command, f"--web.listen-address=127.0.0.1:{port}"], stderr=log) as prometheus,
            httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=30) as asking,
        ):
            try:
                _wait_until(asking, "min(count_over_time(rampart_moves_total[5m])) > 2")
                shown = {panel.title: _ask(asking, panel.query) for panel in PANELS}
            finally:
                prometheus.terminate()
    assert {title for title, found in shown.items() if not found} == _NOTHING_YET


def _ask(asking: httpx2.Client, query: str) -> list[Any]:
    answer = asking.get("/api/v1/query", params={"query": query})
    assert answer.status_code == 200, answer.text
    found: list[Any] = answer.json()["data"]["result"]
    return found


def _wait_until(asking: httpx2.Client, query: str) -> None:
    until = time.monotonic() + _PATIENCE_SECONDS
    while True:
        try:
            if _ask(asking, query):
                return
        except (httpx2.TransportError, AssertionError):
            # It has yet to start.
            pass
        assert time.monotonic() < until, "Prometheus does not read the server."
        time.sleep(0.1)
