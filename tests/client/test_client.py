"""The client for programs: its page is run as it stands, and it makes every move once."""

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from rampart_client import AsyncRampart, Rampart, Refused, Session, calls, clients
from rampart_client.greedy import play
from tests.chromium.serving import serving

README = Path(calls.__file__).with_name("README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)
BOARD = {
    "id": "k3v9", "game": "fortress", "options": {}, "rules": 1, "deal": "4", "seq": 1, "status": "playing",
    "piles": {"f3": ["AD"]}, "steps": 1, "undos": 0, "of a later version": True,
}  # fmt: skip


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("client"), solvers=1) as served:
        yield served


@pytest.mark.parametrize("example", EXAMPLES, ids=["game", "race", "puzzle"])
def test_the_examples_on_the_clients_page_run(address: str, example: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(example.replace("http://127.0.0.1:8000", address), "README.md", "exec"), {"__name__": "example"})
    assert capsys.readouterr().out


def test_a_simple_program_plays_every_game_by_the_client_alone(address: str) -> None:
    choices = {"stalactites": {"by": "ones"}}
    with Rampart(address) as rampart:
        for game in ("fortress", "six-by-four", "stalactites", "stonewall", "stronghold"):
            end = play(rampart, rampart.do(calls.begin(game, deal=3, options=choices.get(game))))
            assert end.steps
            assert end == rampart.do(calls.look(end.id))


def test_what_was_done_is_undone_redone_given_up_and_exported(address: str) -> None:
    with Rampart(address) as rampart:
        board = rampart.do(calls.begin("fortress", deal="4"))
        moved = rampart.do(calls.move(board, "t1-f3"))
        assert rampart.do(calls.redo(rampart.do(calls.undo(moved)))).piles == moved.piles
        with pytest.raises(Refused, match="board has changed") as refused:
            rampart.do(calls.give_up(board))
        assert refused.value.status == 409
        assert refused.value.session
        over = rampart.do(calls.give_up(refused.value.session))
        assert over.is_over
        assert rampart.do(calls.export(over))["status"] == "given-up"
        assert rampart.do(calls.restart(over)).deal == "4"


def answering(*answers: httpx.Response | Exception) -> tuple[httpx.MockTransport, list[httpx.Request]]:
    """Return a server that gives these answers one after another, and what it was asked."""
    asked, left = list[httpx.Request](), iter(answers)

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        match next(left):
            case httpx.Response() as response:
                return response
            case error:
                raise error

    return httpx.MockTransport(answer), asked


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the pauses that a client makes; none takes its time."""
    pauses = list[float]()

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr("rampart_client.clients.time.sleep", pauses.append)
    monkeypatch.setattr("rampart_client.clients.asyncio.sleep", pause)
    return pauses


def client(transport: httpx.MockTransport, monkeypatch: pytest.MonkeyPatch) -> Rampart:
    rampart = Rampart("https://rampart.example", token="secret")
    monkeypatch.setattr(rampart, "_http", httpx.Client(transport=transport, base_url="https://rampart.example/api/v1"))
    return rampart


def test_a_move_whose_answer_was_lost_counts_once(monkeypatch: pytest.MonkeyPatch, slept: list[float]) -> None:
    stale = httpx.Response(409, json={"detail": "…", "session": BOARD, "recorded": "t1-f3"})
    transport, asked = answering(httpx.ReadError("lost"), stale)
    board = Session.read({**BOARD, "seq": 0})
    moved = client(transport, monkeypatch).do(calls.move(board, "t1-f3"))
    assert (moved.seq, moved.home) == (1, 1)
    assert [json.loads(one.content) for one in asked] == [{"seq": 0, "move": "t1-f3"}] * 2
    assert slept == [clients.PAUSES[0]]


def test_a_client_waits_as_long_as_the_server_asks_for(monkeypatch: pytest.MonkeyPatch, slept: list[float]) -> None:
    later = httpx.Response(429, headers={"retry-after": "7"}, json={"detail": "Wait."})
    much_later = httpx.Response(429, headers={"retry-after": "3600"}, json={"detail": "Wait long."})
    transport, _ = answering(later, httpx.Response(200, json=BOARD), much_later)
    rampart = client(transport, monkeypatch)
    assert rampart.do(calls.look("k3v9")).id == "k3v9"
    assert slept == [7]
    with pytest.raises(Refused, match="Wait long"):
        rampart.do(calls.look("k3v9"))


def test_what_must_not_be_sent_twice_is_not(monkeypatch: pytest.MonkeyPatch, slept: list[float]) -> None:
    transport, asked = answering(httpx.ReadError("lost"), *[httpx.Response(503, text="gone")] * 5)
    rampart = client(transport, monkeypatch)
    with pytest.raises(httpx.ReadError):
        rampart.do(calls.begin("fortress"))
    assert slept == []
    with pytest.raises(Refused) as refused:
        rampart.do(calls.look("k3v9"))
    assert (refused.value.status, len(asked), slept) == (503, 6, list(clients.PAUSES))


def test_the_client_for_asyncio_does_the_same(monkeypatch: pytest.MonkeyPatch, slept: list[float]) -> None:
    transport, _ = answering(httpx.ConnectError("not yet"), httpx.Response(200, json=BOARD))

    async def looked() -> None:
        async with AsyncRampart("https://rampart.example") as rampart:
            http = httpx.AsyncClient(transport=transport, base_url="https://rampart.example/api/v1")
            monkeypatch.setattr(rampart, "_http", http)
            assert (await rampart.do(calls.look("k3v9"))).deal == "4"

    asyncio.run(looked())
    assert slept == [clients.PAUSES[0]]


def test_the_client_stays_small() -> None:
    files = [path for path in Path(calls.__file__).parent.glob("*.py") if path.name != "greedy.py"]
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) < 400
