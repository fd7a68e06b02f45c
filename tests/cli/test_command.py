"""What holds for every command."""

import fcntl
import os
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import IO

import pytest

from app.site.commands import COMMANDS
from tests.cli.conftest import CHECKOUT, DECK_1, Rampart, environment


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(rampart: Rampart, command: str) -> None:
    ended = rampart(command, "--help")
    assert ended.code == 0
    assert f"usage: rampart {command}" in ended.out
    assert "Example: " in ended.out


def test_the_help_of_the_whole_names_every_command(rampart: Rampart) -> None:
    ended = rampart("--help")
    assert ended.code == 0
    assert all(f"\n  {command} " in ended.out for command in COMMANDS)


def test_the_version_is_told(rampart: Rampart) -> None:
    assert rampart("--version").out.startswith("rampart 0.")


def test_closed_streams_and_those_that_are_not_utf_8_stop_no_command() -> None:
    rampart = str(Path(sys.executable).with_name("rampart"))
    subprocess.run(["sh", "-c", 'exec "$0" legal fortress --decks - <&- >&- 2>&-', rampart], check=True)
    ascii_only = environment(PYTHONIOENCODING="ascii")
    told = subprocess.run([rampart, "--help"], capture_output=True, env=ascii_only, check=True).stdout
    assert b"rampart COMMAND \\u2026" in told


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("nosuch",),
        ("--nosuch",),
        ("legal",),
        ("legal", "stonewall", "1", "2"),
        ("legal", "stonewall", "1", "--nosuch"),
        ("legal", "stonewall", "1", "--opt", "a=b"),
        ("perft", "stonewall", "1"),
        ("perft", "stonewall", "1", "--depth", "two"),
        ("deal", "stonewall"),
        ("verify",),
        ("migrate", "everything"),
        ("serve", "--port", "http"),
    ],
)
def test_arguments_that_make_no_sense_are_refused_in_one_line(rampart: Rampart, arguments: tuple[str, ...]) -> None:
    ended = rampart(*arguments)
    assert ended.code == 2
    assert ended.out == ""
    assert ended.err.count("\n") == 1
    assert "--help" in ended.err


def test_the_exit_code_is_that_of_the_process(process: Rampart) -> None:
    assert process("legal", "stonewall", "1").code == 0
    assert process("legal", "stonewall", "0").code == 2
    assert process("nosuch").code == 2


@pytest.mark.parametrize("command", ["deal", "legal", "perft"])
def test_asking_the_engine_imports_neither_the_server_nor_the_store(command: str) -> None:
    code = (
        f"import sys, app.site.commands, app.site.commands.{command}\n"
        "assert not {'fastapi', 'sqlalchemy', 'pydantic', 'uvicorn', 'asyncio', 'numpy'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], cwd=CHECKOUT, check=True, timeout=60)


def test_a_reader_that_goes_away_ends_the_command_quietly() -> None:
    with _start("legal", "stonewall", "--deals", "1-100000") as command:
        assert _pipe(command.stdout).readline()
        _pipe(command.stdout).close()
        assert _pipe(command.stderr).read() == b""
        assert command.wait(timeout=30) == 141


def test_an_interrupt_ends_the_command_quietly() -> None:
    with _start("perft", "fortress", "--decks", "-", "--depth", "50") as command:
        _ask(command)
        _wait_until_read(command)
        command.send_signal(signal.SIGINT)
        out, err = command.communicate(timeout=30)
    assert (command.returncode, out, err) == (130, b"", b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk that is always full")
def test_a_full_disk_ends_the_command_in_one_line() -> None:
    rampart = str(Path(sys.executable).with_name("rampart"))
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run([rampart, "deal", "fortress", "4"], stdout=full, stderr=subprocess.PIPE, check=False)
    assert (ended.returncode, ended.stderr) == (1, b"The answer could not be written: No space left on device.\n")


def test_each_answer_comes_before_the_next_question_is_asked() -> None:
    with _start("legal", "stonewall", "--decks", "-") as command:
        for number in range(1, 4):
            _ask(command)
            assert _pipe(command.stdout).readline().startswith(f"standard input line {number}: ".encode())


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the memory of a process is read from /proc")
def test_memory_does_not_grow_with_the_number_of_decks() -> None:
    with _start("legal", "stronghold", "--decks", "-") as command:
        resident = []
        for times in (200, 2000):
            for _ in range(times):
                _ask(command)
                _pipe(command.stdout).readline()
            resident.append(_resident_kilobytes(command.pid))
    early, late = resident
    assert late < early + 2000


def _start(*arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "app.site.commands", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=CHECKOUT,
        env=environment(),
    )


def _ask(command: subprocess.Popen[bytes]) -> None:
    _pipe(command.stdin).write(f"{DECK_1}\n".encode())
    _pipe(command.stdin).flush()


def _wait_until_read(command: subprocess.Popen[bytes]) -> None:
    """Wait until a command has taken what it was asked."""
    left, until = bytearray(4), time.monotonic() + 30
    while True:
        fcntl.ioctl(_pipe(command.stdin), termios.FIONREAD, left)
        if not any(left):
            return
        assert time.monotonic() < until
        time.sleep(0.01)


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


def _resident_kilobytes(process_id: int) -> int:
    pages = int(Path(f"/proc/{process_id}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGESIZE") // 1024
