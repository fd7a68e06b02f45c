"""A site as it is meant to be run: Caddy with TLS before two servers over one PostgreSQL and one Redis."""

import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from tests.browser import services_required
from tests.cli.test_serve import serving
from tests.live.conftest import RedisServer

ROOT = Path(__file__).resolve().parents[2]
ABSENT = "No Caddy was found, so races through a proxy cannot be tried."
_PATIENCE_SECONDS = 30


@dataclass(frozen=True, slots=True)
class Site:
    """A running site."""

    origin: str
    servers: list["subprocess.Popen[str]"]


@contextmanager
def site(folder: Path, database: str) -> Iterator[Site]:
    """Run a site on a PostgreSQL database; without a proxy the test is skipped, or fails where services must be."""
    if shutil.which("caddy") is None:
        if services_required():
            pytest.fail(ABSENT)
        pytest.skip(ABSENT)
    redis = RedisServer(folder)
    with ExitStack() as stack:
        redis.start()
        stack.callback(redis.stop)
        settings = {
            "RAMPART_DATABASE_URL": database,
            "RAMPART_REDIS_URL": redis.url,
            "RAMPART_SECRET": "a secret for tests alone",
            "RAMPART_TRUSTED_PROXIES": "127.0.0.1",
        }
        started = [stack.enter_context(serving(**settings)) for _ in range(2)]
        addresses = [told.split()[3].removeprefix("http://").rstrip("/") for _, told in started]
        yield Site(stack.enter_context(proxy(folder, addresses)), [process for process, _ in started])


def configuration(addresses: list[str], admin: str) -> str:
    """Return the proxy's file as deployed, adapted to a machine without a name and without root's rights."""
    deployed = (ROOT / "deploy" / "Caddyfile").read_text()
    # Deployed, the proxy finds servers by name; here they are at ports of this machine.
    fixed, found = re.subn(r"dynamic a .*? \{.*?\}", f"to {' '.join(addresses)}", deployed, flags=re.DOTALL)
    assert found == 1
    return fixed.replace("{\n", f"{{\n\tadmin {admin}\n\tskip_install_trust\n\tauto_https disable_redirects\n", 1)


@contextmanager
def proxy(folder: Path, addresses: list[str]) -> Iterator[str]:
    """Run Caddy as deployed before servers at some addresses; return the address of the site."""
    with socket.create_server(("127.0.0.1", 0)) as one:
        port = one.getsockname()[1]
    origin = f"https://localhost:{port}"
    file = folder / "Caddyfile"
    file.write_text(configuration(addresses, "off"))
    homes = {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "HOME": str(folder)}
    command = ["caddy", "run", "--config", str(file), "--adapter", "caddyfile"]
    with (
        (folder / "caddy.log").open("w") as log,
        subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, **homes, "SITE": origin}) as caddy,
    ):
        try:
            _wait_for(f"{origin}/healthz", caddy)
            yield origin
        finally:
            caddy.kill()


def _wait_for(address: str, process: "subprocess.Popen[bytes]") -> None:
    # The proxy's certificate is its own, made a moment ago.
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    until = time.monotonic() + _PATIENCE_SECONDS
    while True:
        try:
            urlopen(address, timeout=10, context=trusting).close()
            return
        except (URLError, OSError):
            assert process.poll() is None, "Caddy has ended."
            assert time.monotonic() < until, "Caddy does not answer."
            time.sleep(0.05)
