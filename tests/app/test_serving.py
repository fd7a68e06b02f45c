"""A real server on either database: concurrent requests, and an end in the middle of them."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import httpx2
import pytest

from app.play.values.export import Export
from app.site.service.verify import Sound, verify
from engine.cards import TEXT
from engine.position import layout
from tests.app.conftest import Serve, Server
from tests.engine.verdicts import Verdict, win
from tests.lengths import a_few

FORTRESS = win("fortress", {}, "3")
AT_ONCE = 4
ENOUGH = 60


class Stream:
    """A player who makes move after move, sometimes undoes one, and remembers every answer."""

    def __init__(self, server: Server, won: Verdict) -> None:
        self.visitor = server.visitor()
        begun = self.visitor.post("/api/v1/sessions", json={"game": won.slug, "deal": won.deal}).json()
        self.session = begun["id"]
        self.acknowledged = [begun]

    def play(self, won: Verdict, enough: Event) -> None:
        """Play until the server is gone, and say so once enough is played."""
        for body in self._requests(won):
            seq = len(self.acknowledged) - 1
            try:
                answer = self.visitor.post(
                    f"/api/v1/sessions/{self.session}/{body.pop('verb')}", json={"seq": seq, **body}
                )
            except httpx2.TransportError:
                return
            assert answer.status_code == 200
            self.acknowledged.append(answer.json())
            if len(self.acknowledged) > ENOUGH:
                enough.set()

    @staticmethod
    def _requests(won: Verdict) -> Iterator[dict[str, str]]:
        for number, move in enumerate(won.line):
            yield {"verb": "moves", "move": str(move)}
            if number % 3 == 2:
                yield {"verb": "undo"}
                yield {"verb": "redo"}


@pytest.mark.long
def test_after_a_kill_in_a_stream_of_moves_every_acknowledged_one_is_there(serve: Serve) -> None:
    enough = Event()
    with serve() as server, ThreadPoolExecutor(AT_ONCE) as players:
        streams = [Stream(server, FORTRESS) for _ in range(AT_ONCE)]
        played = [players.submit(stream.play, FORTRESS, enough) for stream in streams]
        assert enough.wait(60)
        server.process.kill()
        for each in played:
            each.result()
    with serve() as server:
        for stream in streams:
            expect_kept(stream, server.visitor(stream.visitor.cookies))
        assert server.log() == ""


def expect_kept(stream: Stream, visitor: httpx2.Client) -> None:
    """Check that the session stands as it was last acknowledged, or one request later, and as its log says."""
    found = visitor.get(f"/api/v1/sessions/{stream.session}").json()
    kept = visitor.get(f"/api/v1/sessions/{stream.session}/export").content
    verdict = verify(Export.model_validate_json(kept))
    assert isinstance(verdict, Sound)
    replayed = zip(layout(FORTRESS.rules).ids, verdict.record.position.piles, strict=True)
    assert found["piles"] == {pile: [TEXT[card] for card in cards] for pile, cards in replayed}
    last = stream.acknowledged[-1]
    assert found["seq"] - last["seq"] in {0, 1}
    if found["seq"] == last["seq"]:
        assert found == last


@pytest.mark.parametrize("form", a_few(["json", "fragment"], 1))
def test_of_several_who_saw_the_same_board_exactly_one_moves(serve: Serve, form: str) -> None:
    with serve() as server, ThreadPoolExecutor(AT_ONCE) as threads:
        owner = server.visitor()
        session = owner.post("/api/v1/sessions", json={"game": "fortress", "deal": 4}).json()["id"]
        tabs = [server.visitor(owner.cookies) for _ in range(AT_ONCE)]
        start = Barrier(AT_ONCE)
        address = f"/api/v1/sessions/{session}" if form == "json" else f"/sessions/{session}"

        def move(tab: httpx2.Client, text: str, seq: int) -> tuple[int, str, str]:
            start.wait(20)
            if form == "json":
                answer = tab.post(f"{address}/moves", json={"seq": seq, "move": text})
                return answer.status_code, text, str(answer.json().get("recorded"))
            answer = tab.post(f"{address}/moves", data={"seq": seq, "move": text}, headers={"hx-request": "true"})
            return answer.status_code, text, answer.text.partition('data-recorded="')[2].partition('"')[0]

        for seq in range(0, 20, 2):
            texts = ["t1-f3", "t1-t3", "t3-t1", "t1-f3"]
            answers = list(threads.map(move, tabs, texts, [seq] * AT_ONCE))
            (made,) = [text for status, text, _ in answers if status == 200]
            assert [recorded for status, _, recorded in answers if status == 409] == [made] * (AT_ONCE - 1)
            assert owner.post(f"/api/v1/sessions/{session}/undo", json={"seq": seq + 1}).status_code == 200
        stands = owner.get(f"/api/v1/sessions/{session}").json()
        assert (stands["seq"], stands["steps"], stands["undos"]) == (20, 10, 10)
        assert server.log() == ""


def test_a_first_visitor_who_presses_twice_is_one_player_with_two_games(serve: Serve) -> None:
    with serve() as server, ThreadPoolExecutor(AT_ONCE) as threads:
        newcomer = server.visitor()
        # A refusal brings the cookie too, so this player is still to make.
        assert newcomer.post("/stronghold/5", data={"cell": "two"}).status_code == 422
        assert newcomer.cookies
        tabs = [server.visitor(newcomer.cookies) for _ in range(AT_ONCE)]
        start = Barrier(AT_ONCE)

        def begin(tab: httpx2.Client) -> int:
            start.wait(20)
            return tab.post("/fortress/5").status_code

        assert list(threads.map(begin, tabs)) == [303] * AT_ONCE
        games = set(re.findall(r'href="(/sessions/\w+)"', newcomer.get("/history").text))
        assert len(games) == AT_ONCE
        assert server.log() == ""
