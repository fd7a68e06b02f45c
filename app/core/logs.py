"""Log lines: one JSON object each. They say what happened, where, and how long it took, but not who it was.

A line names the function that answered a request, never its address: addresses hold the ids of games and of deals.
"""

import json
import logging
import time
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="")
"""The id that connects the lines about one request; an answer that reports a failure carries it too."""
REQUESTS = logging.getLogger("rampart.requests")
_SELDOM_SECONDS = 60.0


class JsonLines(logging.Formatter):
    """Writes a record as a line of JSON. The keys of `more`, if `extra` holds it, join the usual ones."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line of JSON."""
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "said": record.getMessage(),
        }
        if request_id := REQUEST_ID.get():
            line["request"] = request_id
        line |= getattr(record, "more", {})
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class Seldom:
    """Lets each text through once a minute: what goes wrong for everybody should not fill the log."""

    def __init__(self) -> None:
        self._again_at: dict[str, float] = {}

    def may(self, text: str) -> bool:
        """Return whether nothing has been said about a text for a minute."""
        now = time.monotonic()
        if self._again_at.get(text, now) > now:
            return False
        self._again_at = {kept: at for kept, at in self._again_at.items() if at > now} | {text: now + _SELDOM_SECONDS}
        return True


def configuration(requests_level: str) -> dict[str, Any]:
    """Return the argument for `logging.config.dictConfig`: all lines go to standard error."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": JsonLines}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {REQUESTS.name: {"level": requests_level}},
    }


def log_request(to: str, method: str, status: int, seconds: float) -> None:
    """Log a request that was answered, if the level asks for such lines."""
    if REQUESTS.isEnabledFor(logging.INFO):
        more = {"to": to, "method": method, "status": status, "ms": round(seconds * 1000, 1)}
        REQUESTS.info("answered", extra={"more": more})
