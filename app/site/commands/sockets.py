"""The socket on which `rampart serve` listens."""

import os
import socket
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from app.core.store.alone import Served, only_server
from app.site.commands.console import Failure

_BACKLOG = 2048
_FOR_THE_GROUP = 0o660
"""The rights of a Unix socket: its user and its group may connect, such as a proxy that belongs to that group."""

_FIRST_HANDED_OVER = 3


@contextmanager
def listening(host: str, port: int) -> Iterator[socket.socket]:
    """Listen on a port; raise `Failure` if that is not possible."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=_BACKLOG)
    except (OSError, UnicodeError) as refused:
        # Python repeats the address in brackets.
        reason = str(refused.strerror).partition(" (")[0] if isinstance(refused, OSError) else "no such host"
        raise Failure(f"Cannot listen on port {port} of {host}: {reason}.") from None
    with closing(listener):
        yield listener


@contextmanager
def listening_at(file: Path) -> Iterator[socket.socket]:
    """Listen on a Unix socket; raise `Failure` if that is not possible.

    A signal ends a server before it can remove its socket, so one on which nobody listens any more makes room. Of two
    servers that begin at once, the second would take the socket of the first for such a one, without the lock.
    """
    with ExitStack() as held:
        listener = held.enter_context(closing(socket.socket(socket.AF_UNIX)))
        try:
            held.enter_context(only_server(file))
            if file.is_socket() and not _answers(file):
                file.unlink()
            listener.bind(str(file))
            file.chmod(_FOR_THE_GROUP)
            listener.listen(_BACKLOG)
        except Served:
            raise Failure(f"Cannot listen at {file}: Address already in use.") from None
        except OSError as refused:
            raise Failure(f"Cannot listen at {file}: {refused.strerror or refused}.") from None
        yield listener


def handed_over(environment: Mapping[str, str]) -> socket.socket | None:
    """Return the socket that systemd has opened for this process, if any; raise `Failure` if there are several.

    It outlives the process: while a server restarts, requests wait in it. See sd_listen_fds(3).
    """
    if environment.get("LISTEN_PID") != str(os.getpid()):
        return None
    if environment.get("LISTEN_FDS") != "1":
        raise Failure("systemd hands over several sockets, and Rampart listens on one: leave one in rampart.socket.")
    try:
        handed = socket.socket(fileno=_FIRST_HANDED_OVER)
        # Neither a datagram socket nor one connection for which systemd starts a server of its own.
        listens = handed.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN)
    except OSError:
        listens = 0
    if not listens:
        raise Failure("systemd hands over nothing to listen on: rampart.socket needs ListenStream= and no Accept=yes.")
    return handed


def outlives(environment: Mapping[str, str]) -> bool:
    """Return whether systemd keeps the socket of this process, or of the one that has started it, when it ends.

    Whoever started both may have got a socket for itself, and left the variables behind.
    """
    return environment.get("LISTEN_PID") in (str(os.getpid()), str(os.getppid()))


def address(listener: socket.socket) -> str:
    """Return where a browser finds what listens there, or the path of a Unix socket."""
    if listener.family is socket.AF_UNIX:
        return f"the socket {listener.getsockname()}"
    host, port = listener.getsockname()[:2]
    open_to_all = {"0.0.0.0": "127.0.0.1", "::": "::1"}
    shown = open_to_all.get(host, host)
    found = f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"
    return f"{found} and at this machine's other addresses" if host in open_to_all else found


def _answers(file: Path) -> bool:
    with closing(socket.socket(socket.AF_UNIX)) as asking:
        # A server that is so busy that nobody can connect is there as well.
        asking.setblocking(False)
        try:
            asking.connect(str(file))
        except ConnectionRefusedError:
            return False
        except BlockingIOError:
            return True
    return True
