"""The services of `compose.yaml`, without an engine for containers: each command as it stands there, and healthy."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML
from sqlalchemy import make_url

from tests.cli.conftest import CHECKOUT
from tests.cli.test_serve import trouble
from tests.faults.cluster import cluster
from tests.live.conftest import RedisServer, redis

__all__ = ["redis"]

DOTENV = {"SITE": "localhost", "RAMPART_SECRET": "a secret for tests alone", "POSTGRES_PASSWORD": "unused"}
"""What the guide puts into the file `.env`, and nothing that it leaves out."""
DATABASE, REDIS = "postgresql://rampart:unused@database/rampart", "redis://redis:6379/0"
"""Where the containers find the two, by names that only their network knows."""
PATIENCE_SECONDS = 60


def services() -> Mapping[str, Any]:
    """Return the services, with what `.env` says in its places."""

    def value(place: re.Match[str]) -> str:
        name, otherwise, text = place.groups()
        assert name in DOTENV or otherwise == ":-", f"{name} has to be set, and the guide does not say so"
        return DOTENV.get(name, text)

    text = re.sub(r"\$\{(\w+)(:[-?])?([^}]*)\}", value, (CHECKOUT / "compose.yaml").read_text())
    found: Mapping[str, Any] = YAML(typ="safe").load(text)["services"]
    return found


def in_image(before: str) -> list[str]:
    """Return the command that stands in a line of the Dockerfile after this, with the Python of this environment."""
    (written,) = re.findall(rf"^{before} (\[.*\])$", (CHECKOUT / "Dockerfile").read_text(), re.MULTILINE)
    command: list[str] = json.loads(written)
    return [sys.executable if word == "python" else word for word in command]


@contextmanager
def running(service: Mapping[str, Any], settings: Mapping[str, str], *more: str) -> Iterator["subprocess.Popen[str]"]:
    """Run a service of ours with the settings that it has there, but for where the database and Redis are."""
    assert in_image("ENTRYPOINT") == ["rampart"]
    told: dict[str, str] = {name: str(value or "") for name, value in service["environment"].items()} | dict(settings)
    others = {name: value for name, value in os.environ.items() if not name.startswith("RAMPART_")}
    command = [sys.executable, "-m", "app.site.commands", *service["command"], *more]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, cwd=CHECKOUT, env=others | told, **pipes) as process:
        try:
            yield process
        finally:
            process.kill()


def ended(process: "subprocess.Popen[str]", within: float) -> tuple[int, str]:
    """Stop a process; return its code, and what it said of trouble."""
    process.send_signal(signal.SIGTERM)
    _, err = process.communicate(timeout=within)
    return process.returncode, "".join(line for line in trouble(err).splitlines(True) if '"level": "info"' not in line)


@pytest.mark.long
@pytest.mark.postgres
@pytest.mark.redis
def test_each_service_does_what_its_container_would(redis: RedisServer, tmp_path: Path) -> None:
    every = services()
    theirs = every["server"]["environment"]
    assert (theirs["RAMPART_DATABASE_URL"], theirs["RAMPART_REDIS_URL"]) == (DATABASE, REDIS)
    redis.stop()
    assert every["redis"]["command"][0] == "redis-server"
    redis.start(*every["redis"]["command"][1:])
    client, *words = every["redis"]["healthcheck"]["test"][1:]
    assert subprocess.check_output([client, "-p", str(redis.port), *words]) == b"PONG\n"
    program, *options = every["database"]["command"]
    assert program == "postgres"
    with cluster(*options) as postgres:
        address = make_url(postgres.url)
        where = {"PGHOST": str(address.host), "PGPORT": str(address.port)}
        subprocess.run(every["database"]["healthcheck"]["test"][1:], env=os.environ | where, check=True)
        settings = {"RAMPART_DATABASE_URL": postgres.url, "RAMPART_REDIS_URL": redis.url}
        with running(every["migrate"], settings) as migrating:
            assert migrating.wait(PATIENCE_SECONDS) == 0
        with running(every["worker"], settings) as worker, running(every["server"], settings, "--port", "0") as server:
            assert server.stdout is not None
            assert worker.stdout is not None
            told = server.stdout.readline() + server.stdout.readline()
            assert "and at this machine's other addresses" in told
            assert worker.stdout.readline().startswith("Answering questions in")
            port = told.split()[3].rstrip("/").rpartition(":")[2]
            healthy = [word.replace("8000", port) for word in in_image(" +CMD")]
            until = time.monotonic() + PATIENCE_SECONDS
            while subprocess.run(healthy, check=False, stderr=subprocess.DEVNULL).returncode:
                assert time.monotonic() < until, "The server does not become healthy."
            grace = float(every["server"]["stop_grace_period"].removesuffix("s"))
            assert ended(server, grace) == (-signal.SIGTERM, "")
            assert ended(worker, grace) == (0, "")
    assert list(tmp_path.glob("*.rdb")) == []
