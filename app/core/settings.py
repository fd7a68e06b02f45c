"""Settings, read from environment variables `RAMPART_…` and from nowhere else.

RAMPART_DATABASE_URL     an SQLAlchemy address; by default an SQLite file, see app/core/folders.py
RAMPART_REDIS_URL        the Redis that several server processes share, redis://… or redis+sentinel://…; none by default
RAMPART_SECRET           signs cookies and draws dailies …
RAMPART_SECRET_FILE      … or names the file that holds it; on SQLite, Rampart makes one next to the database
RAMPART_SOLVERS          solver processes, in a server on SQLite or in `rampart worker`; 2 by default, 0 for none
RAMPART_SOLVER_MEMORY    the most mebibytes for each of them; 512 by default
RAMPART_TRUSTED_PROXIES  addresses or networks whose X-Forwarded headers we trust, separated by commas; none by default
RAMPART_LOG              what to log: `trouble`, the default, or `requests` too
RAMPART_OPERATOR_PASSWORD   16 characters or more; opens /operator, /operator/moderation and /metrics to the user
                            “operator”; without it they are closed …
RAMPART_OPERATOR_PASSWORD_FILE  … or names the file that holds it
RAMPART_SECURITY_CONTACT    an address, mailto:… or https:…, for /.well-known/security.txt
RAMPART_REGISTRATION     `open`, the default, or `closed`: then nobody can make an account without an invitation
RAMPART_DAILY            who may begin a daily while it is open: `everybody`, the default, or `accounts`
RAMPART_CONTACT          how to reach the people who run the server, for the page /contact
RAMPART_PRIVACY_FILE     a text file whose paragraphs the page /privacy shows in addition to its own
RAMPART_FEATURES         which of the features that a host may leave out there are, by name, separated by commas, or
                         `none`; all by default
RAMPART_SERVICE_WORKER   `on`, the default, or `off`: then browsers drop the files that they have stored for Rampart
RAMPART_WORK_SECONDS     the most seconds for one piece of work on the database; 5 by default
RAMPART_DATA_FOLDER      a folder for each month's finished games, which the page /data offers to everybody; none by
                         default, and then Rampart publishes nothing
RAMPART_PUSH_SERVICES    hosts of push services, besides those of the usual browsers, to which reminders may be sent,
                         separated by commas, such as push.example.org or *.example.org; none by default
RAMPART_GUEST_DAYS       delete guests' unfinished games and puzzles after so many days without a move; never by default
"""

import os
import re
import secrets
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from ipaddress import ip_network
from pathlib import Path
from typing import Self, TypeVar

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from app.core.folders import data_folder

SHORTEST_SECRET = 16

_NAMES = frozenset(
    {
        *("RAMPART_DATABASE_URL", "RAMPART_REDIS_URL", "RAMPART_SECRET", "RAMPART_SECRET_FILE"),
        *("RAMPART_SOLVERS", "RAMPART_SOLVER_MEMORY", "RAMPART_TRUSTED_PROXIES", "RAMPART_LOG"),
        *(
            "RAMPART_OPERATOR_PASSWORD",
            "RAMPART_OPERATOR_PASSWORD_FILE",
            "RAMPART_SECURITY_CONTACT",
            "RAMPART_GUEST_DAYS",
        ),
        *("RAMPART_WORK_SECONDS", "RAMPART_SERVICE_WORKER", "RAMPART_DATA_FOLDER", "RAMPART_FEATURES"),
        *("RAMPART_REGISTRATION", "RAMPART_DAILY", "RAMPART_CONTACT", "RAMPART_PRIVACY_FILE"),
        "RAMPART_PUSH_SERVICES",
    }
)
_NAMES_FOR_TESTS = frozenset({"RAMPART_CHROMIUM", "RAMPART_REQUIRE_SERVICES"})


class SettingsError(ValueError):
    """Raised when the environment does not make sense; its text is one sentence for the operator."""


class Registration(StrEnum):
    """Whether accounts can be made."""

    OPEN = "open"
    CLOSED = "closed"


class Admission(StrEnum):
    """Who may begin a daily while it is open."""

    EVERYBODY = "everybody"
    ACCOUNTS = "accounts"


class ServiceWorker(StrEnum):
    """Whether browsers store static files, and a page to show while there is no connection."""

    ON = "on"
    OFF = "off"


_Choice = TypeVar("_Choice", Registration, Admission, ServiceWorker)


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    """What an operator decides about a server."""

    database_url: str = field(repr=False)
    """An SQLAlchemy address, perhaps with a password; for SQLite, with the file's absolute path."""
    redis_url: str | None
    secret: bytes = field(repr=False)
    """The key that signs cookies and draws dailies."""
    solvers: int = 2
    """How many solver processes a server on SQLite, or `rampart worker`, starts."""
    solver_memory: int = 512
    """The most mebibytes that each solver process may use."""
    trusted_proxies: str | None = None
    """Addresses whose X-Forwarded headers we trust."""
    log_level: str = "WARNING"
    """The lowest level to log about requests: `INFO` logs each of them, `WARNING` none."""
    operator_password: bytes | None = field(default=None, repr=False)
    """Opens the operator's pages; None closes them."""
    security_contact: str | None = None
    """The address at which to report a security hole."""
    registration: Registration = Registration.OPEN
    admission: Admission = Admission.EVERYBODY
    service_worker: ServiceWorker = ServiceWorker.ON
    features: frozenset[str] = frozenset()
    """The words by which a host names optional features; all of these features if there are no words."""
    contact: str | None = None
    """One line on how to reach the people who run the server."""
    privacy: tuple[str, ...] = ()
    """Paragraphs that the page about privacy shows in addition to its own."""
    data_folder: Path | None = None
    """The folder for the games of each month; None if they are not published."""
    push_services: tuple[str, ...] = ()
    """Hosts of further push services; `*.` stands for everything below a name."""
    guest_days: int | None = None
    """Days without a move after which guests' unfinished games and puzzles are deleted; None for never."""
    work_seconds: int = 5
    """The time limit in seconds of one piece of work on the database."""

    @property
    def publishes(self) -> bool:
        """Whether this server publishes finished games as open data."""
        return self.data_folder is not None

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ, *refusing: Callable[[Self], object]) -> Self:
        """Read the settings, and make the SQLite database's folder and secret if they are missing.

        Each of `refusing` gets the settings before anything is made, still without the secret, and raises what it will
        if they do not fit. So settings that are refused leave nothing behind.

        Raises:
            SettingsError: a setting is unusable, or the folder or the secret cannot be made.
        """
        url = database_url(environment)
        found = cls(
            database_url=url,
            redis_url=environment.get("RAMPART_REDIS_URL") or None,
            solvers=_number(environment, "RAMPART_SOLVERS", 2, range(65)),
            solver_memory=_number(environment, "RAMPART_SOLVER_MEMORY", 512, range(64, 1 << 20)),
            trusted_proxies=_proxies(environment),
            log_level=_log_level(environment),
            operator_password=_operator_password(environment),
            security_contact=_security_contact(environment),
            registration=_choice(environment, "RAMPART_REGISTRATION", Registration.OPEN),
            admission=_choice(environment, "RAMPART_DAILY", Admission.EVERYBODY),
            service_worker=_choice(environment, "RAMPART_SERVICE_WORKER", ServiceWorker.ON),
            features=_features(environment),
            contact=" ".join(environment.get("RAMPART_CONTACT", "").split()) or None,
            privacy=_paragraphs(environment.get("RAMPART_PRIVACY_FILE")),
            data_folder=_folder(environment, "RAMPART_DATA_FOLDER"),
            push_services=_hosts(environment, "RAMPART_PUSH_SERVICES"),
            guest_days=_number(environment, "RAMPART_GUEST_DAYS", 0, range(100_000)) or None,
            work_seconds=_number(environment, "RAMPART_WORK_SECONDS", 5, range(1, 61)),
            secret=b"",
        )
        for refuse in refusing:
            refuse(found)
        return replace(found, secret=_secret(environment, url))


def database_url(environment: Mapping[str, str]) -> str:
    """Return only the database's address, or raise `SettingsError`; create nothing."""
    given = environment.get("RAMPART_DATABASE_URL") or f"sqlite:///{data_folder() / 'rampart.sqlite3'}"
    try:
        # Hosting services write postgres:// for what SQLAlchemy calls postgresql://.
        url = make_url(re.sub(r"\Apostgres:", "postgresql:", given))
    except (ArgumentError, ValueError):
        raise SettingsError("RAMPART_DATABASE_URL is not an address like sqlite:///path or postgresql://…") from None
    if url.get_backend_name() == "sqlite":
        return _with_absolute_path(url.set(drivername="sqlite")).render_as_string(hide_password=False)
    if url.get_backend_name() == "postgresql":
        url = url.set(drivername="postgresql+psycopg")
        try:
            url.get_dialect()().create_connect_args(url)
        except (ArgumentError, ValueError):
            raise SettingsError(
                "RAMPART_DATABASE_URL must name hosts like host=one:5432&host=two:5432, or IPv6 addresses like "
                "host=::1,::2&port=5432,5432."
            ) from None
        return url.render_as_string(hide_password=False)
    raise SettingsError("RAMPART_DATABASE_URL names neither an SQLite file nor a PostgreSQL database.")


def sqlite_file(url: str) -> Path | None:
    """Return the file of an SQLite database, or None for a database of another kind."""
    parts = make_url(url)
    return Path(parts.database or "") if parts.get_backend_name() == "sqlite" else None


def secret_file(database: Path) -> Path:
    """Return the file that holds an SQLite database's secret."""
    return database.with_name(f"{database.name}.secret")


def database_place(url: str) -> str:
    """Return the path or the address of a database, without its password."""
    file = sqlite_file(url)
    return str(file) if file else make_url(url).render_as_string(hide_password=True)


def make_room(url: str) -> None:
    """Make the folder for an SQLite database's file, or raise `SettingsError`."""
    if file := sqlite_file(url):
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as refused:
            raise SettingsError(f"Cannot make the folder {file.parent}: {refused.strerror}.") from None


def unknown_names(environment: Mapping[str, str]) -> list[str]:
    """List the variables that look like our settings but are not, most likely because somebody misspelt them."""
    known = _NAMES | _NAMES_FOR_TESTS
    return sorted(
        name
        for name in environment
        if name.startswith("RAMPART_") and name not in known and not name.startswith("RAMPART_TEST_")
    )


def _number(environment: Mapping[str, str], name: str, usual: int, allowed: range) -> int:
    given = environment.get(name) or str(usual)
    if not re.fullmatch("[0-9]{1,9}", given, re.ASCII) or int(given) not in allowed:
        raise SettingsError(f"{name} must be a whole number from {allowed.start} to {allowed.stop - 1}.")
    return int(given)


def _folder(environment: Mapping[str, str], name: str) -> Path | None:
    given = environment.get(name)
    if given and not Path(given).is_dir():
        raise SettingsError(f"{name} must name a folder that is there.")
    return Path(given).absolute() if given else None


def _features(environment: Mapping[str, str]) -> frozenset[str]:
    if environment.get("RAMPART_TOURNAMENTS"):
        raise SettingsError(
            "RAMPART_TOURNAMENTS is no setting any more: set RAMPART_FEATURES to the features that you want, without "
            "“tournaments” if you want none."
        )
    words = (word.strip() for word in environment.get("RAMPART_FEATURES", "").split(","))
    return frozenset(word for word in words if word)


def _hosts(environment: Mapping[str, str], name: str) -> tuple[str, ...]:
    hosts = tuple(host.strip() for host in environment.get(name, "").split(",") if host.strip())
    if not all(re.fullmatch(r"(\*\.)?([a-z0-9-]+\.)+[a-z][a-z0-9-]*", host) for host in hosts):
        raise SettingsError(
            f"{name} must be names of hosts like push.example.org or *.example.org, separated by commas."
        )
    return hosts


def _log_level(environment: Mapping[str, str]) -> str:
    levels = {"trouble": "WARNING", "requests": "INFO"}
    try:
        return levels[environment.get("RAMPART_LOG") or "trouble"]
    except KeyError:
        raise SettingsError("RAMPART_LOG must be trouble or requests.") from None


def _proxies(environment: Mapping[str, str]) -> str | None:
    given = environment.get("RAMPART_TRUSTED_PROXIES") or None
    try:
        for proxy in given.split(",") if given and given != "*" else ():
            ip_network(proxy.strip())
    except ValueError:
        raise SettingsError(
            "RAMPART_TRUSTED_PROXIES must be addresses or networks like 127.0.0.1,10.0.0.0/8, or * for all."
        ) from None
    return given


def _operator_password(environment: Mapping[str, str]) -> bytes | None:
    given, named = environment.get("RAMPART_OPERATOR_PASSWORD"), environment.get("RAMPART_OPERATOR_PASSWORD_FILE")
    if given and named:
        raise SettingsError("RAMPART_OPERATOR_PASSWORD and RAMPART_OPERATOR_PASSWORD_FILE are both set: set only one.")
    if named:
        return _read_secret("operator’s password", Path(named))
    return _long_enough("RAMPART_OPERATOR_PASSWORD", given.encode()) if given else None


def _security_contact(environment: Mapping[str, str]) -> str | None:
    given = environment.get("RAMPART_SECURITY_CONTACT") or None
    if given and not re.fullmatch(r"(mailto:|https://)[!-~]+", given):
        raise SettingsError("RAMPART_SECURITY_CONTACT must be an address like mailto:you@example.org or https://….")
    return given


def _choice(environment: Mapping[str, str], name: str, usual: _Choice) -> _Choice:
    try:
        return type(usual)(environment.get(name) or usual)
    except ValueError:
        choices = " or ".join(f"“{each}”" for each in type(usual))
        raise SettingsError(f"{name} must be {choices}.") from None


def _paragraphs(file: str | None) -> tuple[str, ...]:
    try:
        text = Path(file).read_text(encoding="utf-8") if file else ""
    except (OSError, UnicodeDecodeError):
        raise SettingsError("RAMPART_PRIVACY_FILE must name a readable UTF-8 text file.") from None
    return tuple(" ".join(part.split()) for part in re.split(r"\n\s*\n", text) if part.strip())


def _with_absolute_path(url: URL) -> URL:
    if not url.database or url.database == ":memory:" or url.database.startswith("file:"):
        raise SettingsError("RAMPART_DATABASE_URL names no file: write sqlite:///path.")
    if url.query:
        raise SettingsError("RAMPART_DATABASE_URL has options after its ?, and an SQLite file takes none.")
    return url.set(database=str(Path(url.database).absolute()))


def secret_there(environment: Mapping[str, str], url: str) -> bytes | None:
    """Return the secret that the settings name, or the one beside an SQLite database; None if there is neither.

    Raises:
        SettingsError: it cannot be read, or is too short.
    """
    given, named = environment.get("RAMPART_SECRET"), environment.get("RAMPART_SECRET_FILE")
    if given and named:
        raise SettingsError("RAMPART_SECRET and RAMPART_SECRET_FILE are both set: set only one.")
    if given:
        return _long_enough("RAMPART_SECRET", given.encode())
    if named:
        return _read_secret("secret", Path(named))
    database = sqlite_file(url)
    beside = secret_file(database) if database else None
    return _read_secret("secret", beside) if beside and beside.exists() else None


def _secret(environment: Mapping[str, str], url: str) -> bytes:
    database, there = sqlite_file(url), secret_there(environment, url)
    if there is None:
        if database is None:
            raise SettingsError("On PostgreSQL, Rampart needs a secret: set RAMPART_SECRET or RAMPART_SECRET_FILE.")
        make_room(url)
        return _keep_secret(secret_file(database))
    make_room(url)
    return there


def _keep_secret(file: Path) -> bytes:
    """Make a secret in a file, or read the one that another process has made there meanwhile.

    A whole file is linked into place, so however many processes start at once, all read the same secret and
    none reads half of one.
    """
    try:
        # Nobody else can read the temporary file, nor the link to it.
        with tempfile.NamedTemporaryFile("w", dir=file.parent, prefix=f".{file.name}.") as made:
            made.write(f"{secrets.token_hex(32)}\n")
            made.flush()
            os.fsync(made.fileno())
            with suppress(FileExistsError):
                os.link(made.name, file)
    except OSError as refused:
        raise SettingsError(
            f"Cannot keep a secret in {file} ({refused.strerror}): set RAMPART_SECRET or RAMPART_SECRET_FILE."
        ) from None
    return _read_secret("secret", file)


def _read_secret(what: str, file: Path) -> bytes:
    try:
        return _long_enough(f"The {what} in {file}", file.read_bytes().strip())
    except OSError as refused:
        raise SettingsError(f"Cannot read the {what} in {file}: {refused.strerror}.") from None


def _long_enough(name: str, secret: bytes) -> bytes:
    if len(secret) < SHORTEST_SECRET:
        raise SettingsError(f"{name} is too short: it needs {SHORTEST_SECRET} characters or more.")
    return secret
