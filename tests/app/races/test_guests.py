"""Guests in races, and what the end tells them."""

from tests.app.races.conftest import RacerAtHome
from tests.app.races.test_boards import WIN, racers

__all__ = ["racers"]


def test_whoever_raced_as_a_guest_is_told_what_an_account_would_have_kept(racers: list[RacerAtHome]) -> None:
    ann, ben, cat = racers
    tables = {racer: racer.look()["session"] for racer in (ann, ben)}
    ann.play(*map(str, WIN.line))
    ben.give_up()
    cat.give_up()
    ben.client.post("/account", data={"name": "Ben Account", "password": "a moat and a drawbridge"})
    offered = f'<a href="/account?next=/races/{ann.code}" rel="nofollow">Make an account</a>'
    for racer, is_guest in ((ann, True), (ben, False)):
        for page in (f"/races/{ann.code}/ending?session={tables[racer]}", f"/races/{ann.code}"):
            answer = racer.client.get(page)
            assert answer.status_code == 200
            assert (offered in answer.text) is is_guest, page
