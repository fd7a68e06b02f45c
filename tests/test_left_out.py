"""Features that are left out: nothing leads to their pages, and what they have stored is kept and stays secret.

The short tests leave a feature out by its setting, in a server on the demo, in which everything has happened. The long
ones take its folder, its templates and its line out of a copy of Rampart.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from fastapi.routing import APIRoute
from sqlalchemy import func, select
from starlette.testclient import TestClient

from app.core.settings import Settings, SettingsError
from app.people.service.keeping import KEEPS
from app.play.service.secrecy import WITHHOLDS
from app.play.tables.games import session
from app.play.values.event import EVENTS
from app.site.features import FEATURES, NONE, chosen, switch_on
from tests.databases import plain_engine
from tests.demo.__main__ import PASSWORD, fill
from tests.demo.making import SMALL
from tests.demo.people import NAMES
from tests.lengths import a_few
from tests.walking import walk

ROOT = Path(__file__).parents[1]
OPTIONAL = [feature.name for feature in FEATURES if feature.optional]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """Return the settings of a server on a database in which everything has happened."""
    settings, _ = fill(tmp_path_factory.mktemp("demo"), 1, SMALL)
    return {**settings, "RAMPART_SOLVERS": "0"}


@pytest.fixture(autouse=True)
def _all_on_again() -> Iterator[None]:
    yield
    switch_on(FEATURES)


def others(name: str) -> str:
    """Return the setting of a host who does without a feature, and so without what needs it."""
    kept = [one.name for one in FEATURES if one.optional and one.name != name and name not in one.needs]
    return ",".join(kept)


@pytest.mark.parametrize("name", a_few([NONE, *OPTIONAL], 1))
def test_without_a_feature_no_page_leads_nowhere(
    name: str, demo: Mapping[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from app.site.application import create_app

    for setting, value in {**demo, "RAMPART_FEATURES": NONE if name == NONE else others(name)}.items():
        monkeypatch.setenv(setting, value)
    with TestClient(create_app(), headers={"accept": "text/html"}) as client:
        assert client.post("/account/sign-in", data={"name": NAMES[0], "password": PASSWORD}).status_code == 200
        assert walk(client) == []
        for page in ("/operator", "/operator/moderation", "/metrics"):
            assert client.get(page, auth=("operator", PASSWORD)).status_code == 200
        for table in _tables(demo["RAMPART_DATABASE_URL"]):
            # Whoever does not own it may not see it; nobody gets an error.
            assert client.get(f"/sessions/{table}").status_code in {200, 403}, table


@pytest.mark.parametrize("name", OPTIONAL)
def test_the_pages_of_a_feature_that_is_left_out_are_not_there(
    name: str, demo: Mapping[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from app.site.application import create_app

    (feature,) = [one for one in FEATURES if one.name == name]
    routes = [route for router in feature.doors().pages for route in router.routes if isinstance(route, APIRoute)]
    plain = [route.path for route in routes if route.methods and "GET" in route.methods and "{" not in route.path]
    for setting, value in {**demo, "RAMPART_FEATURES": others(name)}.items():
        monkeypatch.setenv(setting, value)
    with TestClient(create_app(), headers={"accept": "text/html"}) as client:
        assert plain
        assert {client.get(page).status_code for page in plain} == {404}


@pytest.mark.parametrize("name", [NONE, "races"])
def test_the_document_for_programs_describes_nothing_of_a_feature_that_is_left_out(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from app.site.application import create_app

    monkeypatch.setenv("RAMPART_DATABASE_URL", f"sqlite:///{tmp_path / 'rampart.sqlite3'}")
    monkeypatch.setenv("RAMPART_FEATURES", NONE if name == NONE else others(name))
    document = create_app().openapi()
    schemas = document["components"]["schemas"]
    assert set(re.findall(r"#/components/schemas/(\w+)", json.dumps(document))) == schemas.keys()
    operations = [each for ways in document["paths"].values() for each in ways.values()]
    assert {tag["name"] for tag in document["tags"]} == {each["tags"][0] for each in operations}
    assert len(schemas["EventLine"]["oneOf"]) == 2


@pytest.mark.parametrize("name", OPTIONAL)
def test_what_a_feature_that_is_left_out_has_stored_is_kept_and_stays_secret(name: str) -> None:
    stored = tuple(EVENTS), tuple(WITHHOLDS), tuple(KEEPS)
    switch_on(chosen(others(name).split(",")))
    assert (tuple(EVENTS), tuple(WITHHOLDS), tuple(KEEPS)) == stored


@pytest.mark.parametrize("words", ["chess", "races,chess", "-races"])
def test_a_word_that_names_no_feature_is_refused_with_a_list_of_those_there_are(words: str) -> None:
    with pytest.raises(SettingsError, match=", ".join(sorted(OPTIONAL))) as refused:
        chosen(words.split(","))
    assert "\n" not in str(refused.value)


def test_a_feature_is_refused_without_the_one_that_it_needs() -> None:
    with pytest.raises(SettingsError, match="archive, which needs daily"):
        chosen(["archive"])


def test_a_host_who_names_nothing_has_everything() -> None:
    assert chosen([]) == FEATURES
    given = {"RAMPART_DATABASE_URL": "postgresql://db.example/rampart", "RAMPART_SECRET": "a secret of some length"}
    assert Settings.from_environment({**given, "RAMPART_FEATURES": " "}).features == frozenset()
    assert Settings.from_environment({**given, "RAMPART_FEATURES": "races, daily"}).features == {"races", "daily"}


def test_the_setting_of_before_is_refused_with_the_name_of_the_new_one() -> None:
    given = {"RAMPART_DATABASE_URL": "postgresql://db.example/rampart", "RAMPART_SECRET": "a secret of some length"}
    with pytest.raises(SettingsError, match=r"RAMPART_TOURNAMENTS.*RAMPART_FEATURES"):
        Settings.from_environment({**given, "RAMPART_TOURNAMENTS": "off"})


def test_every_feature_that_a_template_asks_for_is_one() -> None:
    asked = {
        name
        for path in (ROOT / "templates").rglob("*.html")
        for name in re.findall(r'has\("(\w+)"\)', path.read_text())
    }
    assert asked <= set(OPTIONAL)


def _tables(url: str) -> list[str]:
    with plain_engine(url).connect() as connection:
        kinds = select(func.min(session.c.id)).group_by(func.substr(session.c.event, 1, 4))
        return list(connection.execute(kinds).scalars())


@pytest.mark.long
@pytest.mark.parametrize("name", OPTIONAL)
def test_a_feature_can_be_taken_out_of_a_copy(name: str, demo: Mapping[str, str], tmp_path: Path) -> None:
    copy, gone = tmp_path / "rampart", [name, *(one.name for one in FEATURES if name in one.needs)]
    for part in ("app", "engine", "templates", "static", "migrations"):
        shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "tests").mkdir()
    for module in ("__init__.py", "walking.py"):
        if (ROOT / "tests" / module).exists():
            shutil.copy(ROOT / "tests" / module, copy / "tests" / module)
    features = copy / "app" / "site" / "features.py"
    for each in gone:
        shutil.rmtree(copy / "app" / "features" / each)
        shutil.rmtree(copy / "templates" / each)
        lines = features.read_text().splitlines(keepends=True)
        features.write_text("".join(line for line in lines if not re.search(rf"\b{each}\b", line, re.IGNORECASE)))
    filled = shutil.copy(demo["RAMPART_DATABASE_URL"].removeprefix("sqlite:///"), tmp_path / "filled.sqlite3")
    for database in (tmp_path / "fresh.sqlite3", Path(filled)):
        settings = {**os.environ, **demo, "RAMPART_DATABASE_URL": f"sqlite:///{database}", "PYTHONPATH": str(copy)}
        settings |= {"WALKER": NAMES[0] if database == Path(filled) else "", "PASSWORD": PASSWORD}
        ran = subprocess.run(
            [sys.executable, "-m", "tests.walking"], cwd=copy, env=settings, capture_output=True, text=True, check=False
        )
        assert (ran.returncode, ran.stdout) == (0, ""), f"{ran.stdout}{ran.stderr}"
