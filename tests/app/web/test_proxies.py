"""What the log says of a proxy that is not trusted."""

import logging
from collections.abc import Mapping

import pytest

from app.web.proxies import Proxies


def told(caplog: pytest.LogCaptureFixture, client: str | None, headers: Mapping[str, str], times: int = 1) -> list[str]:
    """Return what is logged of as many requests; each line of a header's value is a header of its own."""
    proxies = Proxies()
    raw = [(name.encode(), line.encode()) for name, lines in headers.items() for line in lines.split("\n")]
    with caplog.at_level(logging.WARNING, "rampart"):
        for _ in range(times):
            proxies.look({"client": (client, 5000) if client else None, "headers": raw}, dict(raw))
    return [record.getMessage() for record in caplog.records]


def test_a_proxy_that_is_not_trusted_is_named_once_with_the_setting_that_helps(
    caplog: pytest.LogCaptureFixture,
) -> None:
    (line,) = told(caplog, "10.1.2.3", {"x-forwarded-for": "203.0.113.9"}, times=3)
    assert line.endswith("set RAMPART_TRUSTED_PROXIES=10.1.2.3")
    assert "203.0.113.9" not in line


@pytest.mark.parametrize(
    ("client", "headers"),
    [
        ("203.0.113.9", {"x-forwarded-for": "203.0.113.9"}),
        ("127.0.0.1", {"x-forwarded-for": "198.51.100.2, 127.0.0.1"}),
        ("127.0.0.1", {}),
        (None, {"x-forwarded-for": "203.0.113.9"}),
        ("10.0.0.7", {"x-forwarded-for": "10.0.0.7:51234"}),
        ("fd00::7", {"x-forwarded-for": "[fd00::7]"}),
        ("fd00::7", {"x-forwarded-for": "198.51.100.2, [fd00::7]:51234"}),
        ("10.0.0.7", {"x-forwarded-for": "198.51.100.2, 10.0.0.7\n10.0.0.1"}),
    ],
    ids=[
        "a visitor of a trusted proxy",
        "the machine itself behind two",
        "no proxy",
        "a socket",
        "a visitor nearby with a port",
        "a visitor nearby in brackets",
        "a visitor nearby in brackets with a port",
        "a visitor nearby in a line of its own",
    ],
)
def test_nothing_is_said_where_nothing_is_wrong(
    caplog: pytest.LogCaptureFixture, client: str | None, headers: Mapping[str, str]
) -> None:
    assert told(caplog, client, headers) == []


def test_a_visitors_address_is_not_logged_whatever_they_send(caplog: pytest.LogCaptureFixture) -> None:
    assert told(caplog, "8.8.8.8", {"x-forwarded-for": "10.0.0.1"}) == []
