"""The table says by itself when only moves are left that go round in circles."""

import random

from starlette.testclient import TestClient

from engine.deals import shuffled
from engine.moves import Move, apply, legal_moves
from engine.position import deal
from engine.record import NEAR, goes_round
from tests.app.play.table import BY_SCRIPT
from tests.engine.variants import rules_of

SENTENCE = "The only moves left go round in circles."


def until_it_circles(slug: str, number: int) -> list[Move]:
    """Return moves, made at random, after the last of which only circles are left."""
    rules, chance, made = rules_of(slug), random.Random(3), list[Move]()
    position = deal(rules, shuffled(number))
    while not goes_round(rules, position, legal := legal_moves(rules, position), NEAR):
        made.append(chance.choice(legal))
        position = apply(rules, position, made[-1])
    return made


def test_the_table_says_so_after_the_move_and_no_more_after_an_undo(client: TestClient) -> None:
    client.post("/settings", data={"automatic": "off"})
    table = client.post("/stronghold/7").headers["location"]
    moves = until_it_circles("stronghold", 7)
    for seq, move in enumerate(moves):
        answer = client.post(f"{table}/moves", data={"seq": seq, "move": str(move)}, headers=BY_SCRIPT)
        assert answer.status_code == 200
        assert (SENTENCE in answer.text) is (seq == len(moves) - 1)
    assert answer.text.count(SENTENCE) == 2, "to be seen, and to be heard"
    assert 'data-status="playing"' in answer.text
    assert SENTENCE in client.get(table).text
    back = client.post(f"{table}/undo", data={"seq": len(moves)}, headers=BY_SCRIPT)
    assert SENTENCE not in back.text
