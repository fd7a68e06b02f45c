"""Face-down cards stay on the server: play whole games of Stonewall, and check every answer for secrets."""

import re
from collections.abc import Iterator

import pytest
from httpx2 import Response
from sqlalchemy import text
from starlette.testclient import TestClient

from engine.cards import TEXT, Card, spell
from engine.deals import Deck, deck_code
from engine.games import GAMES
from engine.moves import Move, apply, replay
from engine.position import Position, deal, face_down_rows, gather
from tests.app.play.table import BY_SCRIPT
from tests.clocks import clocks
from tests.databases import plain_engine
from tests.engine.verdicts import win

RULES = GAMES["stonewall"].rules
WON = win("stonewall", {}, "32005")
COLUMNS = range(len(RULES.columns))


def hidden_places(position: Position) -> list[tuple[int, int]]:
    """List the places of the face-down cards, as column and row."""
    return [(at, row) for at in COLUMNS for row in face_down_rows(RULES, position, at)]


def hidden_cards(position: Position) -> set[Card]:
    """Return the cards that lie face down."""
    return {position.piles[at][row] for at, row in hidden_places(position)}


RANKS = "ace|two|three|four|five|six|seven|eight|nine|ten|jack|queen|king"
SUITS = "clubs|spades|hearts|diamonds"
WRITTEN = re.compile(
    rf"(?<![0-9A-Za-z])(?:(?P<rank>10|[A2-9TJQK])(?P<suit>[CSHD♣♠♥♦])|(?P<suit_first>[CSHD♣♠♥♦])(?P<rank_last>10|[A2-9TJQK])"
    rf"|(?P<number>1[0-3]?|[2-9]|(?i:{RANKS}))[ _-](?:of[ _-])?(?P<word>(?i:{SUITS}))"
    rf"|(?P<word_first>(?i:{SUITS}))[ _-](?P<number_last>1[0-3]?|[2-9]))(?![0-9A-Za-z])"
)
"""A card however it might be written: `TH`, `10♥`, `H10`, `10 of hearts`, `Ten of Hearts`, `hearts-10`."""

RANK_OF = {letter: at % 13 for at, letter in enumerate([*"A23456789TJQK", *RANKS.split("|"), *map(str, range(1, 14))])}
SUIT_OF = {letter: at % 4 for at, letter in enumerate([*"CSHD♣♠♥♦", *SUITS.split("|")])}


WANTED = re.compile(r' data-wanted="[^"]*"')
"""Which cards go home next: that follows from the foundations, and would be the same wherever those cards lie."""


def visible_cards(text: str) -> set[Card]:
    """Return every card that a text names in any form."""
    told = set()
    for match in WRITTEN.finditer(text):
        rank = match["rank"] or match["rank_last"] or (match["number"] or match["number_last"]).lower()
        suit = match["suit"] or match["suit_first"] or (match["word"] or match["word_first"]).lower()
        told.add(13 * SUIT_OF[suit] + RANK_OF[rank])
    return told


class Listener:
    """Reads every answer that a player gets while cards lie face down."""

    def __init__(self, client: TestClient, secrets: set[str]) -> None:
        self.hidden: set[Card] = set()
        self.secrets = secrets
        self.heard = 0
        client.event_hooks = {"response": [self.hear]}

    def hear(self, answer: Response) -> None:
        """Look for the cards that lie face down, in the body and in the headers."""
        self.heard += 1
        # A signature is drawn from all letters, so it may look like any card.
        headers = [value for name, value in answer.headers.multi_items() if name != "set-cookie"]
        body = answer.read().decode()
        # The lobby draws other deals, too; this player's own games stand in one part of it.
        own = body.partition('id="unfinished"')[2].partition("</section>")[0] if answer.url.path == "/" else body
        told = WANTED.sub("", "\n".join([*headers, own]))
        assert not {TEXT[card] for card in visible_cards(told) & self.hidden}, answer.url
        assert not [secret for secret in self.secrets if secret in told], answer.url


def every_look(client: TestClient, session_id: str, seq: int) -> Iterator[Response]:
    """Ask for everything that tells of a session without changing it."""
    table, api = f"/sessions/{session_id}", f"/api/v1/sessions/{session_id}"
    for address in (table, f"{table}/give-up", "/history", "/", api, f"{api}/moves", f"{api}/export"):
        yield client.get(address)
    for column in COLUMNS:
        yield client.get(table, params={"from": f"t{column}:{1 + column}"})
        # Nothing goes into the reserve, but the first question is whether these cards may be lifted.
        yield client.post(f"{api}/moves", json={"seq": seq, "move": f"t{column}-r0:{1 + (seq + column) % 6}"})
    stale = {"seq": seq + 1, "move": "t0-t1"}
    yield client.post(f"{table}/moves", data=stale)
    yield client.post(f"{table}/moves", data=stale, headers=BY_SCRIPT)
    yield client.post(f"{api}/moves", json=stale)
    yield client.post(f"{api}/moves", json={"seq": seq, "move": "t0:1"})


@pytest.mark.long
def test_a_whole_game_with_undo_and_redo_never_tells_a_face_down_card(client: TestClient) -> None:
    position = deal(RULES, WON.deck)
    listener = Listener(client, {deck_code(WON.deck), spell(WON.deck)})
    listener.hidden = hidden_cards(position)
    assert len(listener.hidden) == 18
    client.get(f"/stonewall/{WON.deal}")
    table = str(client.post(f"/stonewall/{WON.deal}").headers["location"])
    seq = 0
    for move in WON.line:
        before, position = position, apply(RULES, position, move)
        listener.hidden = hidden_cards(position)
        steps = ["moves"] if listener.hidden == hidden_cards(before) else ["moves", "undo", "redo"]
        for verb in steps:
            listener.hidden = hidden_cards(before if verb == "undo" else position)
            answer = client.post(f"{table}/{verb}", data={"seq": seq, "move": str(move)}, headers=BY_SCRIPT)
            assert answer.status_code == 200
            seq += 1
            if verb != "moves":
                assert all(look.status_code < 500 for look in every_look(client, table.rpartition("/")[2], seq))
    assert 'data-status="won"' in answer.text
    assert not listener.hidden
    assert listener.heard > 500


@pytest.mark.parametrize(
    "written", ["TH", "10H", "H10", "10♥", "♥T", "10 of hearts", "Ten of Hearts", "card-TH", "hearts-10", "10_hearts"]
)
def test_a_card_is_heard_in_any_form(written: str) -> None:
    assert visible_cards(f'<b class="{written}">') == {TEXT.index("TH")}


@pytest.mark.parametrize("written", ["THE", "110H", "10 of 12, column 3", "hearts", "cards.svg#back", "down-t3-10"])
def test_what_is_no_card_is_not_heard(written: str) -> None:
    assert not visible_cards(f'<b class="{written}">')


@pytest.mark.parametrize("played", [0, 15, 40])
def test_what_lies_face_down_makes_no_difference_to_any_answer(
    client: TestClient, stranger: TestClient, played: int
) -> None:
    line = WON.line[:played]
    with clocks(lambda: 1_800_000_000_000):
        one = _story(client, WON.deck, line)
        other = _story(stranger, _twin(WON.deck, line), line)
    assert len(one) > 20
    for mine, theirs in zip(one, other, strict=True):
        assert mine == theirs


@pytest.mark.parametrize("address", [f"/stonewall/{WON.deal}", f"/stonewall/custom/{deck_code(WON.deck)}"])
def test_a_deal_and_its_table_tell_no_face_down_card_by_number_or_by_hand(client: TestClient, address: str) -> None:
    Listener(client, {deck_code(WON.deck), spell(WON.deck)}).hidden = hidden_cards(deal(RULES, WON.deck))
    assert client.get(address).status_code == 200
    table = client.post(address).headers["location"]
    assert client.get(table).status_code == 200
    assert client.get(f"{table}?from=t0:1").status_code == 200


def test_a_database_that_fails_tells_no_deck_in_the_answer_or_in_the_log(
    client: TestClient, database_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    table = client.post(f"/stonewall/{WON.deal}").headers["location"]
    with plain_engine(database_url).begin() as connection:
        connection.execute(text("DROP TABLE entry"))
    forgiving = TestClient(client.app, raise_server_exceptions=False, cookies=client.cookies)
    forgiving.portal = client.portal
    answer = forgiving.post(f"{table}/moves", data={"seq": 0, "move": str(WON.line[0])})
    assert answer.status_code in {500, 503}
    snapshot_of_a_column = spell(WON.deck[:36:6])
    for told in (answer.text, caplog.text):
        assert deck_code(WON.deck) not in told
        assert snapshot_of_a_column not in told
        assert not visible_cards(told) & hidden_cards(deal(RULES, WON.deck))


def _twin(deck: Deck, line: tuple[Move, ...]) -> Deck:
    """Return another deck that looks the same all along a line: the cards still face down at its end change places."""
    places = hidden_places(replay(RULES, deck, line))
    dealt = deal(RULES, deck)
    piles = [list(pile) for pile in dealt.piles]
    cards = [piles[at][row] for at, row in places]
    assert len(cards) > 1
    for (at, row), card in zip(places, cards[1:] + cards[:1], strict=True):
        piles[at][row] = card
    twin = gather(RULES, Position(tuple(map(tuple, piles)), dealt.face_down))
    assert twin is not None
    assert twin != deck
    return twin


def _story(client: TestClient, deck: Deck, line: tuple[Move, ...]) -> list[str]:
    """Play a line on a hand-made deal and give all that was answered, the session's own id and cookie left out."""
    told: list[tuple[str, Response]] = []
    client.headers["accept-encoding"] = "identity"
    told.append(("preview", client.get(f"/stonewall/custom/{deck_code(deck)}")))
    begun = client.post("/api/v1/sessions", json={"game": "stonewall", "deck": spell(deck)})
    session_id = begun.json()["id"]
    seq = 0
    for seq, move in enumerate(line):
        form = {"seq": seq, "move": str(move)}
        told.append((str(move), client.post(f"/sessions/{session_id}/moves", data=form, headers=BY_SCRIPT)))
    seq = len(line)
    told += [("look", look) for look in every_look(client, session_id, seq)]
    for verb in ("undo", "redo") if line else ():
        told.append((verb, client.post(f"/api/v1/sessions/{session_id}/{verb}", json={"seq": seq})))
        seq += 1
        told += [(f"look after {verb}", look) for look in every_look(client, session_id, seq)]
    return [
        f"{asked} {answer.status_code} {sorted(answer.headers.items())}\n{answer.text}".replace(session_id, "itself")
        for asked, answer in told
    ]
