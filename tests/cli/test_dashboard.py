"""`rampart dashboard`."""

import json

from app.site.words.dashboard import PANELS
from tests.cli.conftest import Rampart


def test_the_dashboard_has_its_panels_side_by_side_and_leaves_the_prometheus_to_the_reader(rampart: Rampart) -> None:
    ended = rampart("dashboard")
    assert (ended.code, ended.err) == (0, "")
    written = json.loads(ended.out)
    assert [panel["targets"][0]["expr"] for panel in written["panels"]] == [panel.query for panel in PANELS]
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in written["panels"]]
    assert len(set(places)) == len(places)
    assert all(panel["gridPos"]["x"] + panel["gridPos"]["w"] <= 24 for panel in written["panels"])
    sources = {panel["datasource"]["uid"] for panel in written["panels"]}
    assert sources == {f"${{{written['templating']['list'][0]['name']}}}"}
