"""The client for programs: its page is run as it stands, and it makes every move once."""

import ast
import asyncio
import json
import re
import shutil
import sys
import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import httpx
import pytest

from app.core.clock import now_ms, today
from engine.games import GAMES
from examples import greedy
from examples.greedy import CHOICES, play, race
from rampart_client import AsyncRampart, Rampart, Refused, calls, clients
from rampart_client.calls import Race, Session
from tests.adversary.town import choose
from tests.app.daily.conftest import known_win
from tests.app.tournaments.ground import Ground
from tests.chromium.serving import serving
from tests.databases import transaction

README = Path(calls.__file__).with_name("README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)
PASSWORD = "a moat and a drawbridge"
FREE_DEAL = 77
"""A deal that no event here is played on, while those of the dailies and the tournament are among the known wins."""
BOARD = {
    "id": "k3v9", "game": "fortress", "options": {}, "rules": 1, "deal": "4", "seq": 1, "status": "playing",
    "piles": {"f3": ["AD"]}, "steps": 1, "undos": 0, "of a later version": True,
}  # fmt: skip


@pytest.fixture(scope="module")
def address(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve with dailies and with a tournament that is open and lets bots in; yield the address."""
    folder = tmp_path_factory.mktemp("client")
    with transaction(f"sqlite:///{shutil.copy(migrated, folder / 'rampart.sqlite3')}") as connection:
        ground = Ground(connection, now_ms())
        ground.stock(3)
        ground.make(bots=True)
        # The tests may run over midnight.
        for day in (today(ground.now), today(ground.now) + timedelta(1)):
            for slug in GAMES:
                choose(connection, slug, int(known_win(slug, day).deal), day, ground.now)
    with serving(folder, solvers=1) as served:
        yield served


@pytest.fixture(scope="module")
def token(address: str) -> str:
    """Make an account with a token that may do everything, and return the token."""
    with httpx.Client(base_url=address) as owner:
        owner.post("/api/v1/players", json={"name": "Greedy", "password": PASSWORD})
        assert owner.post("/api/v1/players/bot", json={"password": PASSWORD}).status_code == 200
        scopes = dict.fromkeys(("play", "race", "puzzle", "read"), "on")
        page = owner.post("/account/tokens", data={"description": "greedy", "password": PASSWORD, **scopes}).text
    found = re.search(r"rpt_[0-9A-Za-z]{40}", page)
    assert found
    return found[0]


@pytest.mark.parametrize(
    "example", EXAMPLES, ids=["game", "token", "dailies", "race", "tournament", "puzzle", "analysis", "call"]
)
def test_the_examples_on_the_clients_page_run(
    address: str, token: str, example: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAMPART_TOKEN", token)
    exec(compile(example.replace("http://127.0.0.1:8000", address), "README.md", "exec"), {"__name__": "example"})
    assert capsys.readouterr().out


def test_a_simple_program_plays_every_game_by_the_client_alone(address: str) -> None:
    with Rampart(address) as rampart:
        for game in ("fortress", "six-by-four", "stalactites", "stonewall", "stronghold"):
            end = play(rampart, rampart.do(calls.begin(game, deal=FREE_DEAL, options=CHOICES.get(game))))
            assert end.steps
            assert end == rampart.do(calls.look(end.id))


def test_it_says_how_a_game_went(
    address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["greedy", address, "play", "fortress", str(FREE_DEAL)])
    greedy.main()
    assert re.fullmatch(r"(playing|stuck|won): \d+ cards home in \d+ steps\n", capsys.readouterr().out)


@pytest.mark.long
def test_two_of_the_program_find_each_other_and_race(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["greedy", address, "race", "stronghold"])
    codes, pair = list[str](), greedy.pair

    def paired(rampart: Rampart, game: str, options: calls.Options) -> str:
        codes.append(pair(rampart, game, options))
        return codes[-1]

    monkeypatch.setattr(greedy, "pair", paired)
    racing = [threading.Thread(target=greedy.main) for _ in range(2)]
    for one in racing:
        one.start()
    for one in racing:
        one.join(40)
    (code,) = set(codes)
    with Rampart(address) as anybody:
        (heat,) = anybody.do(calls.race(code)).heats
    assert len(heat.runs) == 2
    assert all(run.steps for run in heat.runs)
    # The first to finish ends a heat of two.
    outcomes = sorted(str(run.outcome) for run in heat.runs)
    assert outcomes in (["given-up", "given-up"], ["given-up", "won"], ["stopped", "won"])


@pytest.mark.long
def test_the_same_program_runs_a_heat_by_its_token(address: str, token: str) -> None:
    with Rampart(address) as person, Rampart(address, token) as bot:
        room = person.do(calls.make_race("stronghold", name="Ann", bots=True))
        racing = threading.Thread(target=race, args=(bot, room.code, 1))
        racing.start()
        for stands in person.listen(room.news()):
            if not isinstance(stands, Race):
                continue
            if stands.stage == "gathering" and stands.heats:
                break
            if stands.session:
                board = person.do(calls.look(stands.session))
                if not board.is_over:
                    person.do(board.act("give-up"))
            elif len(stands.racers) == 2 and not all(one.ready for one in stands.racers):
                person.do(room.act("ready"))
            if any(run.name == "Greedy (bot)" and run.home for heat in stands.heats for run in heat.runs):
                break
        person.do(room.act("leave"))
        bot.do(room.act("leave"))
        racing.join(20)
    assert isinstance(stands, Race)
    assert {one.name for one in stands.racers} == {"Ann", "Greedy (bot)"}


def test_a_program_races_the_house_and_sees_rooms_and_standings(address: str) -> None:
    with Rampart(address) as rampart:
        room = rampart.do(calls.make_race("fortress", name="Ann", best_of=3, listed=True))
        (host,) = room.racers
        assert (host.name, host.you, host.host, room.heats) == ("Ann", True, True, [])
        (listed,) = rampart.do(calls.rooms())
        assert (listed.code, listed.host, listed.best_of, listed.racers) == (room.code, "Ann", 3, 1)
        raced = rampart.do(calls.race_house("fortress", strength="hard"))
        assert raced.session == rampart.do(calls.look(raced.session.id))
        assert (raced.course[-1].home, raced.course[-1].seconds) == (52, raced.seconds)
        points = rampart.do(calls.standings(game="fortress", board="bots"))
        assert (points.game, points.rows, points.me) == ("fortress", [], None)


def test_a_stream_that_is_refused_says_why(address: str) -> None:
    with Rampart(address, "rpt_wrong") as rampart, pytest.raises(Refused, match="this is not a token"):
        next(rampart.listen(calls.events()))


def test_what_was_done_is_undone_redone_given_up_and_exported(address: str) -> None:
    with Rampart(address) as rampart:
        board = rampart.do(calls.begin("fortress", deal="4"))
        moved = rampart.do(board.move("t1-f3"))
        assert rampart.do(rampart.do(moved.act("undo")).act("redo")).piles == moved.piles
        with pytest.raises(Refused, match="board has changed") as refused:
            rampart.do(board.act("give-up"))
        assert refused.value.status == 409
        assert refused.value.session
        over = rampart.do(refused.value.session.act("give-up"))
        assert over.is_over
        assert rampart.do(over.export())["status"] == "given-up"
        assert rampart.do(over.restart()).deal == "4"


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


def client(transport: httpx.MockTransport) -> Rampart:
    return Rampart("https://rampart.example", token="secret", transport=transport)


def test_a_move_whose_answer_was_lost_counts_once(slept: list[float]) -> None:
    stale = httpx.Response(409, json={"detail": "…", "session": BOARD, "recorded": "t1-f3"})
    transport, asked = answering(httpx.ReadError("lost"), stale)
    board = Session.read({**BOARD, "seq": 0})
    moved = client(transport).do(board.move("t1-f3"))
    assert (moved.seq, moved.home) == (1, 1)
    assert [json.loads(one.content) for one in asked] == [{"seq": 0, "move": "t1-f3"}] * 2
    assert slept == [clients.PAUSES[0]]


def test_a_client_waits_as_long_as_the_server_asks_for(slept: list[float]) -> None:
    later = httpx.Response(429, headers={"retry-after": "7"}, json={"detail": "Wait."})
    much_later = httpx.Response(429, headers={"retry-after": "3600"}, json={"detail": "Wait long.", "code": "too_many"})
    transport, _ = answering(later, httpx.Response(200, json=BOARD), much_later)
    rampart = client(transport)
    assert rampart.do(calls.look("k3v9")).id == "k3v9"
    assert slept == [7]
    with pytest.raises(Refused, match="Wait long") as refused:
        rampart.do(calls.look("k3v9"))
    assert (refused.value.status, refused.value.code) == (429, "too_many")


def test_only_what_was_chosen_is_asked_for() -> None:
    nobody: dict[str, object] = {"game": "fortress", "rows": [], "me": None}
    transport, asked = answering(httpx.Response(200, json=nobody), httpx.Response(201, json=BOARD))
    rampart = client(transport)
    rampart.do(calls.ratings("fortress", "bots"))
    rampart.do(calls.begin("fortress", strength="gentle"))
    assert calls.puzzle("day").query == {}
    assert calls.standings(game="fortress").query == {"game": "fortress", "board": "people"}
    assert calls.begin("fortress", deal=4).body == {"game": "fortress", "deal": 4}
    assert calls.begin("fortress", winnable=True).body == {"game": "fortress", "winnable": True}
    assert calls.race_house("fortress").body == {"game": "fortress"}
    assert str(asked[0].url.query, "ascii") == "board=bots"
    assert json.loads(asked[1].content) == {"game": "fortress", "strength": "gentle"}


def test_what_must_not_be_sent_twice_is_not(slept: list[float]) -> None:
    transport, asked = answering(httpx.ReadError("lost"), *[httpx.Response(503, text="gone")] * 5)
    rampart = client(transport)
    with pytest.raises(httpx.ReadError):
        rampart.do(calls.begin("fortress"))
    assert slept == []
    with pytest.raises(Refused) as refused:
        rampart.do(calls.look("k3v9"))
    assert (refused.value.status, len(asked), slept) == (503, 6, list(clients.PAUSES))


def test_the_client_for_asyncio_does_the_same(slept: list[float]) -> None:
    transport, _ = answering(httpx.ConnectError("not yet"), httpx.Response(200, json=BOARD))

    async def looked() -> None:
        async with AsyncRampart("https://rampart.example", transport=transport) as rampart:
            assert (await rampart.do(calls.look("k3v9"))).deal == "4"

    asyncio.run(looked())
    assert slept == [clients.PAUSES[0]]


def test_the_client_stays_small_and_the_example_needs_nothing_else() -> None:
    files = list(Path(calls.__file__).parent.rglob("*.py"))
    assert len(files) > 2
    # A third of it are documents: a field for each that the server sends, so that programs need not guess.
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) < 780
    tree = ast.parse(Path(greedy.__file__).read_text(encoding="utf-8"))
    named = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module}
    plain = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    outside = {name.split(".")[0] for name in named | plain} - set(sys.stdlib_module_names)
    assert outside == {"rampart_client"}
