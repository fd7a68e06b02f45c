"""The files for containers, checked as far as we can without an engine to run them."""

import re
import subprocess
import sys
from pathlib import Path

from app.core.bounds import LARGEST_BODY
from app.core.settings import Settings, unknown_names
from app.core.settings import __doc__ as settings_text
from app.site.commands import COMMANDS
from app.web.connection import LARGEST_HEAD
from app.web.guard import LONGEST_SECONDS

ROOT = Path(__file__).resolve().parents[3]
COMPOSE = (ROOT / "compose.yaml").read_text()
CADDYFILE = (ROOT / "deploy" / "Caddyfile").read_text()
FOR_THE_PROXY = {"SITE", "SERVERS"}
FILES = {"RAMPART_OPERATOR_PASSWORD_FILE", "RAMPART_SECRET_FILE", "RAMPART_PRIVACY_FILE", "RAMPART_DATA_FOLDER"}
"""The settings that name one."""
FIXED = {"RAMPART_DATABASE_URL", "RAMPART_REDIS_URL", "RAMPART_TRUSTED_PROXIES"}
"""Those that the containers get anyway."""


def is_fit(text: str, folder: Path) -> bool:
    """Return whether a file for containers is as the schema of such files wants it, which comes with its checker."""
    file = folder / "compose.yaml"
    file.write_text(text)
    check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", str(file)]
    return subprocess.run(check, check=False, stdout=subprocess.DEVNULL).returncode == 0


def test_the_file_for_containers_is_as_its_schema_wants_it(tmp_path: Path) -> None:
    assert is_fit(COMPOSE, tmp_path)
    assert not is_fit(COMPOSE.replace("depends_on:", "depends_upon:"), tmp_path)


def test_every_setting_given_to_a_container_is_one() -> None:
    named = set(re.findall(r"\bRAMPART_[A-Z_]+\b", COMPOSE))
    assert not unknown_names(dict.fromkeys(named, ""))


def test_every_setting_that_names_no_file_reaches_the_containers() -> None:
    settings = set(re.findall(r"^RAMPART_[A-Z_]+", settings_text or "", re.MULTILINE))
    assert settings - set(re.findall(r"\$\{(RAMPART_[A-Z_]+)", COMPOSE)) == FILES | FIXED
    left_empty = dict.fromkeys(re.findall(r"(RAMPART_[A-Z_]+): \$\{\w+:-\}", COMPOSE), "")
    given = {
        "RAMPART_DATABASE_URL": "postgresql://rampart@database/rampart",
        "RAMPART_SECRET": "a secret for tests alone",
    }
    assert Settings.from_environment(given | left_empty) == Settings.from_environment(given)


def test_what_the_proxy_is_told_is_what_it_reads() -> None:
    assert set(re.findall(r"\{\$(\w+)", CADDYFILE)) == FOR_THE_PROXY
    assert set(re.findall(r"^ +(\w+):", COMPOSE, re.MULTILINE)) >= FOR_THE_PROXY


def test_the_containers_run_commands_that_there_are() -> None:
    started = re.findall(r"<<: \*rampart\n    command: \[\"(\w+)\"", COMPOSE)
    assert set(started) == {"serve", "worker", "migrate"} <= set(COMMANDS)


def test_the_network_of_the_containers_is_the_one_whose_proxy_is_believed() -> None:
    (trusted,) = re.findall(r"RAMPART_TRUSTED_PROXIES: (\S+)", COMPOSE)
    assert f"- subnet: {trusted}" in COMPOSE


def test_no_secret_stands_in_the_files() -> None:
    for name in ("POSTGRES_PASSWORD", "RAMPART_SECRET", "RAMPART_OPERATOR_PASSWORD"):
        for value in re.findall(rf"^ +{name}: (.*)$", COMPOSE, re.MULTILINE):
            assert value.startswith(f"${{{name}")


def test_what_is_for_inside_is_closed_outside() -> None:
    (inside,) = re.findall(r"@inside path (.*)", CADDYFILE)
    assert set(inside.split()) == {"/metrics", "/operator", "/readyz"}
    assert "respond @inside 404" in CADDYFILE


def test_the_proxy_gives_a_body_less_time_than_the_server_has_for_all() -> None:
    (seconds,) = re.findall(r"read_body (\d+)s", CADDYFILE)
    assert int(seconds) < LONGEST_SECONDS


def test_the_proxy_bounds_heads_and_bodies_as_the_servers_do() -> None:
    (heads,) = re.findall(r"max_header_size (\d+)KB", CADDYFILE)
    assert int(heads) * 1000 < LARGEST_HEAD
    (bodies,) = re.findall(r"max_size (\d+)MB", CADDYFILE)
    assert int(bodies) * 1_000_000 > LARGEST_BODY
