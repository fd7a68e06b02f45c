"""Settings, read from environment variables `RAMPART_…` and from nowhere else.

RAMPART_DATABASE_URL     an SQLAlchemy address; by default an SQLite file in var/
RAMPART_REDIS_URL        where several workers meet; none by default
RAMPART_SECRET           signs cookies and draws dailies …
RAMPART_SECRET_FILE      … or the file that holds it; one is made beside an SQLite database
RAMPART_TRUSTED_PROXIES  addresses whose X-Forwarded headers are believed, commas between; none by default
"""

import os
import re
import secrets
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

CHECKOUT = Path(__file__).resolve().parent.parent
"""The folder in which `app`, `templates` and `var` lie."""
SHORTEST_SECRET = 16

_NAMES = frozenset(
    f"RAMPART_{name}" for name in ("DATABASE_URL", "REDIS_URL", "SECRET", "SECRET_FILE", "TRUSTED_PROXIES")
)
_NAMES_FOR_TESTS = frozenset({"RAMPART_CHROMIUM", "RAMPART_REQUIRE_SERVICES"})


class SettingsError(ValueError):
    """Raised when the environment does not make sense; its text is one sentence for the operator."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    """What an operator decides about a server."""

    database_url: str = field(repr=False)
    """An SQLAlchemy address, perhaps with a password; that of an SQLite file holds its absolute path."""
    redis_url: str | None
    secret: bytes = field(repr=False)
    """Signs cookies and draws dailies."""
    trusted_proxies: str | None = None
    """Addresses whose X-Forwarded headers are believed."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Self:
        """Read the settings; make the SQLite database's folder and a secret where there is none yet.

        Raises:
            SettingsError: one of them cannot be used.
        """
        url = database_url(environment)
        make_room(url)
        return cls(
            database_url=url,
            redis_url=environment.get("RAMPART_REDIS_URL") or None,
            secret=_secret(environment, url),
            trusted_proxies=environment.get("RAMPART_TRUSTED_PROXIES") or None,
        )


def database_url(environment: Mapping[str, str]) -> str:
    """Read the database's address alone, or raise `SettingsError`; nothing is made."""
    given = environment.get("RAMPART_DATABASE_URL") or f"sqlite:///{CHECKOUT / 'var' / 'rampart.sqlite3'}"
    try:
        # Hosting services write postgres:// for what SQLAlchemy calls postgresql://.
        url = make_url(re.sub(r"\Apostgres:", "postgresql:", given))
    except (ArgumentError, ValueError):
        raise SettingsError("RAMPART_DATABASE_URL is no address like sqlite:///path or postgresql://…") from None
    if url.get_backend_name() == "sqlite":
        return _with_absolute_path(url).render_as_string(hide_password=False)
    if url.get_backend_name() == "postgresql":
        return url.set(drivername="postgresql+psycopg").render_as_string(hide_password=False)
    raise SettingsError("RAMPART_DATABASE_URL names neither an SQLite file nor a PostgreSQL database.")


def sqlite_file(url: str) -> Path | None:
    """Give the file of an SQLite database, or None for another."""
    parts = make_url(url)
    return Path(parts.database or "") if parts.get_backend_name() == "sqlite" else None


def database_place(url: str) -> str:
    """Say where a database lies, without its password."""
    file = sqlite_file(url)
    return str(file) if file else make_url(url).render_as_string(hide_password=True)


def make_room(url: str) -> None:
    """Make the folder in which an SQLite database's file will lie, or raise `SettingsError`."""
    if file := sqlite_file(url):
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as refused:
            raise SettingsError(f"The folder {file.parent} cannot be made: {refused.strerror}.") from None


def unknown_names(environment: Mapping[str, str]) -> list[str]:
    """List the variables that look like settings of ours and are none: most likely misspelt."""
    known = _NAMES | _NAMES_FOR_TESTS
    return sorted(
        name
        for name in environment
        if name.startswith("RAMPART_") and name not in known and not name.startswith("RAMPART_TEST_")
    )


def _with_absolute_path(url: URL) -> URL:
    if not url.database or url.database == ":memory:" or url.database.startswith("file:"):
        raise SettingsError("RAMPART_DATABASE_URL names no file: write sqlite:///path.")
    return url.set(database=str(Path(url.database).absolute()))


def _secret(environment: Mapping[str, str], url: str) -> bytes:
    given, named = environment.get("RAMPART_SECRET"), environment.get("RAMPART_SECRET_FILE")
    if given and named:
        raise SettingsError("RAMPART_SECRET and RAMPART_SECRET_FILE are both given: give one.")
    if given:
        return _long_enough("RAMPART_SECRET", given.encode())
    if named:
        return _read_secret(Path(named))
    database = sqlite_file(url)
    if database is None:
        raise SettingsError("On PostgreSQL a secret is needed: set RAMPART_SECRET or RAMPART_SECRET_FILE.")
    return _kept_secret(database.with_name(f"{database.name}.secret"))


def _kept_secret(file: Path) -> bytes:
    """Read the secret in a file, first making one where there is no file yet.

    A whole file is linked into place, so however many processes start at once, all read the same secret and
    none reads half of one.
    """
    if not file.exists():
        try:
            # The temporary file is readable by nobody else, and so is the link to it.
            with tempfile.NamedTemporaryFile("w", dir=file.parent, prefix=f".{file.name}.") as made:
                made.write(f"{secrets.token_hex(32)}\n")
                made.flush()
                os.fsync(made.fileno())
                with suppress(FileExistsError):
                    os.link(made.name, file)
        except OSError as refused:
            raise SettingsError(
                f"No secret can be kept in {file} ({refused.strerror}): set RAMPART_SECRET or RAMPART_SECRET_FILE."
            ) from None
    return _read_secret(file)


def _read_secret(file: Path) -> bytes:
    try:
        return _long_enough(f"The secret in {file}", file.read_bytes().strip())
    except OSError as refused:
        raise SettingsError(f"The secret in {file} cannot be read: {refused.strerror}.") from None


def _long_enough(name: str, secret: bytes) -> bytes:
    if len(secret) < SHORTEST_SECRET:
        raise SettingsError(f"{name} is too short: it needs {SHORTEST_SECRET} characters or more.")
    return secret
