"""Proofs on pages: only where a solver has proved a deal lost; what comes is what `rampart verify` wants."""

import asyncio
import re
from collections.abc import Callable
from functools import partial
from html import unescape
from pathlib import Path

import pytest
from sqlalchemy import text
from starlette.testclient import TestClient

from app.core.store.opening import open_database
from app.features.study import proving
from app.features.study import rows as store
from app.features.study.certifying import CertificateAnswer, CertificateRequest
from app.features.study.proving import ATTEMPTS, Prover
from app.features.study.service import certificates
from app.features.study.values import Certificate
from app.play.rows import questions
from app.play.service import judging
from app.play.service.questions import key
from app.play.values.question import Kept, QuestionKind, QuestionSubject
from app.site.commands import main
from engine.asking import Judgement, Labels, Verdict
from engine.deals import deck_code, shuffled
from engine.games import variant_of
from engine.moves import Move, after, distinct_moves
from engine.position import deal, snapshot
from tests.app.daily.factories import add_daily_to_come
from tests.app.plain import Browser
from tests.app.play.desk import Desk
from tests.databases import plain_engine
from tests.engine.verdicts import Verdict as Recorded

STRONGHOLD = variant_of("stronghold", "cell=none")
NUMBER = 1
"""A deal of Stronghold that nobody can win; its certificate has a hundred positions or so."""
PAGE = f"/certificates/stronghold?deal={NUMBER}&cell=none"
FILE = f"/certificates/stronghold/certificate.txt?deal={NUMBER}&cell=none"


class Office:
    """The server's side: verdicts, and whoever writes certificates."""

    def __init__(self, url: str) -> None:
        self._url = url

    def judge_lost(self, number: int = NUMBER) -> None:
        """Keep a solver's verdict that nobody can win a deal."""
        key = judging.deal_key(STRONGHOLD, shuffled(number))
        with plain_engine(self._url).begin() as connection:
            questions.store_answer(connection, key, Kept.of(Judgement(Verdict.UNWINNABLE)), 0)

    def prove(self, turns: int = 1) -> list[bool]:
        """Let whoever writes certificates look so many times whether there is one to write."""

        async def work() -> list[bool]:
            async with open_database(self._url) as database:
                return [await Prover(database).prove_next() for _ in range(turns)]

        return asyncio.run(work())


@pytest.fixture
def office(database_url: str) -> Office:
    return Office(database_url)


def ask(client: TestClient, number: int = NUMBER) -> int:
    return client.post("/certificates/stronghold", data={"deal": str(number), "cell": "none"}).status_code


def test_a_certificate_is_written_when_somebody_asks_and_verify_accepts_it(
    client: TestClient, office: Office, tmp_path: Path
) -> None:
    office.judge_lost()
    deal_page = Browser(client, f"/stronghold/{NUMBER}")
    assert "Nobody can win this deal:" in deal_page.answer.text
    deal_page.follow(PAGE)
    deal_page.press()
    assert "The server is writing the certificate." in deal_page.answer.text
    assert client.get(FILE).status_code == 404
    assert office.prove(2) == [True, False]
    page = client.get(PAGE).text
    size = re.search(r"It has (\d+) positions and takes (\d+) kB\.", page)
    assert size
    answer = client.get(FILE)
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.headers["content-disposition"] == f'attachment; filename="stronghold-{NUMBER}-proof.txt"'
    assert len(answer.text.splitlines()) == int(size[1]) + 1
    assert round(len(answer.content) / 1000) == int(size[2])
    assert client.get(FILE, headers={"accept-encoding": "identity"}).content == answer.content
    file = tmp_path / "proof.txt"
    file.write_bytes(answer.content)
    assert main(["verify", str(file)]) == 0


def test_a_deal_that_nobody_has_proved_lost_gets_no_certificate(client: TestClient, office: Office) -> None:
    assert "No solver has proved here" in client.get(PAGE).text
    assert ask(client) == 422
    assert office.prove() == [False]
    assert "Nobody can win this deal" not in client.get(f"/stronghold/{NUMBER}").text


@pytest.mark.parametrize(
    ("bounded", "words"),
    [
        (
            partial(CertificateRequest, most_bytes=1000),
            r"The proof takes \d+ kB, which is more than the 5 MB offered here\.",
        ),
        (
            partial(CertificateRequest, most_positions=20),
            r"The proof takes more than 5 MB: it has more than 200,000 positions\.",
        ),
    ],
    ids=["bytes", "positions"],
)
def test_of_a_proof_that_is_too_large_the_page_says_its_size_and_the_command(
    client: TestClient,
    office: Office,
    monkeypatch: pytest.MonkeyPatch,
    bounded: Callable[..., CertificateRequest],
    words: str,
) -> None:
    monkeypatch.setattr(proving, "CertificateRequest", bounded)
    office.judge_lost()
    assert ask(client) == 303
    office.prove()
    page = client.get(PAGE).text
    assert re.search(words, page)
    assert f"<code>rampart prove stronghold {NUMBER} --option cell=none</code>" in page
    assert client.get(FILE).status_code == 404


def test_a_certificate_is_withheld_while_an_event_is_played_on_its_deal(
    client: TestClient, office: Office, desk: Desk, database_url: str
) -> None:
    office.judge_lost()
    assert ask(client) == 303
    add_daily_to_come(
        desk.engine, Recorded("stronghold", dict(STRONGHOLD.options), str(NUMBER), shuffled(NUMBER), False, ())
    )
    assert office.prove(2) == [True, False]
    assert [client.get(PAGE).status_code, client.get(FILE).status_code, ask(client)] == [403, 403, 403]
    with plain_engine(database_url).begin() as connection:
        assert store.compressed_text(connection, judging.deal_key(STRONGHOLD, shuffled(NUMBER))) is None


def test_a_certificate_over_which_processes_die_is_given_up(
    client: TestClient, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []

    async def dies(asked: Certificate) -> None:
        tried.append(asked)
        raise OSError("It is dead.")

    now = 1_800_000_000_000
    monkeypatch.setattr(proving, "write", dies)
    office.judge_lost()
    assert ask(client) == 303
    for turn in range(ATTEMPTS):
        monkeypatch.setattr(proving, "now_ms", partial(int, now + 10 * turn * proving.LEASE_MS))
        with pytest.raises(OSError, match="dead"):
            office.prove()
        assert office.prove() == [False]
    monkeypatch.setattr(proving, "now_ms", lambda: now + 100 * proving.LEASE_MS)
    assert office.prove() == [True]
    assert len(tried) == ATTEMPTS
    assert "could not write the certificate within its limits" in client.get(PAGE).text


def test_what_takes_too_long_or_leads_to_a_win_is_no_certificate(
    client: TestClient, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def wins(_: Certificate) -> tuple[CertificateAnswer, bytes]:
        return CertificateAnswer(wins=True), b""

    monkeypatch.setattr(proving, "write", wins)
    office.judge_lost()
    assert ask(client) == 303
    office.prove()
    assert "could not write the certificate" in client.get(PAGE).text


def test_only_so_many_certificates_wait_and_so_many_stay(
    client: TestClient, office: Office, monkeypatch: pytest.MonkeyPatch, database_url: str
) -> None:
    monkeypatch.setattr(certificates, "MOST_WAITING", 2)
    for number in (1, 2, 3):
        office.judge_lost(number)
    assert [ask(client, number) for number in (1, 1, 2, 3)] == [303, 303, 303, 429]
    with plain_engine(database_url).begin() as connection:
        store.forget_oldest(connection, 1)
        assert connection.execute(text("SELECT count(*) FROM certificate")).scalar_one() == 1


def test_so_many_proofs_that_one_player_asked_for_wait_and_no_more(client: TestClient, office: Office) -> None:
    most = certificates.MOST_OF_A_PLAYER
    for number in range(1, most + 2):
        office.judge_lost(number)
    assert [ask(client, number) for number in range(1, most + 2)] == [303] * most + [429]
    client.cookies.clear()
    assert ask(client, most + 1) == 303


def test_the_analysis_board_of_a_lost_deal_leads_to_the_proof(client: TestClient, office: Office, desk: Desk) -> None:
    board = f"/analysis/stronghold?deal={NUMBER}&cell=none"
    assert "The proof that nobody" not in client.get(board).text
    assert client.post("/analysis/stronghold", data={"deal": NUMBER, "cell": "none"}).status_code == 303
    moves = distinct_moves(STRONGHOLD.rules, deal(STRONGHOLD.rules, shuffled(NUMBER)))
    assert moves
    desk.work(lambda _: Labels(Verdict.UNWINNABLE))
    page = client.get(board).text
    assert "The proof that nobody can win this deal" in page
    assert ask(client) == 303
    assert office.prove() == [True]
    assert "Download the certificate" in client.get(PAGE).text


def test_a_hand_made_deal_has_a_certificate_too(client: TestClient, office: Office) -> None:
    office.judge_lost()
    page = f"/certificates/stronghold?deck={deck_code(shuffled(NUMBER))}&cell=none"
    browser = Browser(client, page)
    browser.press()
    office.prove()
    assert "Download the certificate" in client.get(page).text


FORTRESS, LOSING = variant_of("fortress", ""), Move.read("t7-t5")
"""Deal 2 of Fortress can be won, but not after this move."""
BOARD = f"/analysis/fortress?deal=2&moves={LOSING}&at=1"


@pytest.mark.parametrize("kind", [QuestionKind.LABEL, QuestionKind.JUDGE])
def test_a_label_in_mid_game_leads_to_how_its_proof_is_written_and_that_writes_one(
    client: TestClient, database_url: str, tmp_path: Path, kind: QuestionKind, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    link = f"/certificates/fortress/position?deal=2&moves={LOSING}&at=1"
    assert link not in unescape(client.get(BOARD).text)
    assert "No solver is known here" in client.get(link).text
    lost = after(FORTRESS.rules, deal(FORTRESS.rules, shuffled(2)), LOSING)
    kept = Kept.of(Labels(Verdict.UNWINNABLE) if kind is QuestionKind.LABEL else Judgement(Verdict.UNWINNABLE))
    with plain_engine(database_url).begin() as connection:
        questions.store_answer(
            connection, key(kind, QuestionSubject(FORTRESS, snapshot(FORTRESS.rules, lost))), kept, 0
        )
    assert (link in unescape(client.get(BOARD).text)) is (kind is QuestionKind.LABEL)
    page = client.get(link).text
    assert "A solver has proved that nobody can win from this position." in page
    line = re.search(r'<pre tabindex="0" id="line"[^>]*>([^<]*)</pre>', page)
    assert line
    file, proof = tmp_path / "lost.txt", tmp_path / "proof.gz"
    file.write_text(f"{line[1]}\n")
    assert main(["prove", "fortress", "--decks", str(file), "--output", str(proof)]) == 0
    assert main(["verify", str(proof)]) == 0
    assert b"sound: Fortress" in capfdbinary.readouterr().out


def test_the_page_of_a_position_names_a_move_that_is_not_legal(client: TestClient) -> None:
    answer = client.get("/certificates/fortress/position?deal=2&moves=t0-f0&at=1")
    assert answer.status_code == 422
    assert "Move 1, t0-f0, is not legal" in answer.text
