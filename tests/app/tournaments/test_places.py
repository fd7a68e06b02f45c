"""The places in a tournament are for those who play: nobody shuts others out of it with guests."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from itertools import product

import pytest
from sqlalchemy import Connection

from app.core.refusals import Impossible, NotFound, NotYours, Refusal
from app.features.moderation.service import titles
from app.features.moderation.service.moderation import Moderator
from app.features.tournaments.rows import entrants
from app.features.tournaments.rows import tournaments as rows
from app.features.tournaments.service import tournament_games, tournaments
from app.features.tournaments.service.tournaments import JoinRequest
from app.features.tournaments.tables import entrant
from app.features.tournaments.values.tournament import (
    SETTLING_MS,
    TOURNAMENTS_OF_AN_ADDRESS,
    WAITING_OF_AN_ADDRESS,
    Entrant,
)
from app.people.service import accounts, players
from app.people.venues import Venue
from app.people.visitors import Visit
from app.site.service import operating
from tests.app.tournaments.ground import MINUTE, TERMS, Ground
from tests.databases import ON_POSTGRES, plain_engine

ANN, BEN, CYN = "ann-ann-ann-0001", "ben-ben-ben-0001", "cyn-cyn-cyn-0001"


def guest(number: int) -> str:
    return f"p{number:015}"


def join(ground: Ground, code: str, player_id: str, whence: str = "") -> Entrant:
    players.ensure(ground.connection, player_id, ground.now)
    ground.now += 1
    return tournaments.join(ground.connection, code, Visit(player_id), JoinRequest(whence=whence), ground.now)


def there(ground: Ground, code: str, *player_ids: str) -> list[bool]:
    return [entrants.find(ground.connection, code, one) is not None for one in player_ids]


def test_one_address_fills_no_tournament_with_guests_who_do_not_play(ground: Ground) -> None:
    ground.stock(3)
    code = ground.make().code
    for number in range(WAITING_OF_AN_ADDRESS):
        join(ground, code, guest(number), "attacker")
    with pytest.raises(Impossible, match="your network"):
        join(ground, code, ANN, "attacker")
    join(ground, code, BEN, "home")
    ground.next(code, guest(0))
    join(ground, code, ANN, "attacker")
    assert there(ground, code, ANN, BEN) == [True, True]


def test_in_a_full_tournament_those_who_have_not_begun_give_way(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournaments, "MOST_ENTRANTS", 5)
    ground.stock(3)
    code = ground.make().code
    join(ground, code, guest(1), "home")
    join(ground, code, BEN, "attacker")
    accounts.claim(ground.connection, Visit(BEN), "Ben", "", ("0" * 64,), ground.now)
    for number in (2, 3, 4):
        join(ground, code, guest(number), "attacker")
    ground.next(code, guest(4))
    # The last guest from the crowd who plays no game gives way, then those before.
    for newcomer, gone in ((ANN, guest(3)), (CYN, guest(2))):
        join(ground, code, newcomer, newcomer)
        ground.next(code, newcomer)
        assert there(ground, code, gone, newcomer, BEN) == [False, True, True]
    for number in (5, 6):
        join(ground, code, guest(number), "far")
        ground.next(code, guest(number))
    assert there(ground, code, guest(1), BEN, guest(5), guest(6)) == [False, False, True, True]
    with pytest.raises(Impossible, match="full"):
        join(ground, code, guest(7))


def test_the_maker_of_a_full_tournament_never_gives_way(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournaments, "MOST_ENTRANTS", 1)
    ground.stock(3)
    players.ensure(ground.connection, ANN, ground.now)
    ann = accounts.claim(ground.connection, Visit(ANN), "Ann", "", ("0" * 64,), ground.now)
    code = tournaments.make(ground.connection, ann, TERMS, ground.now, ground.now).code
    tournaments.join(ground.connection, code, ann, JoinRequest(), ground.now)
    with pytest.raises(Impossible, match="full"):
        join(ground, code, BEN)


def test_one_address_does_not_use_up_the_tournaments_of_the_server(ground: Ground) -> None:
    for number in range(TOURNAMENTS_OF_AN_ADDRESS + 1):
        players.ensure(ground.connection, guest(number), ground.now)
        visit = accounts.claim(ground.connection, Visit(guest(number)), f"Maker {number}x", "", ("0" * 64,), ground.now)
        last = number == TOURNAMENTS_OF_AN_ADDRESS
        if last:
            with pytest.raises(Impossible, match="your network"):
                tournaments.make(ground.connection, visit, TERMS, ground.now, ground.now, "attacker")
        whence = "home" if last else "attacker"
        tournaments.make(ground.connection, visit, TERMS, ground.now, ground.now, whence)


def test_where_entrants_came_from_is_forgotten_after_the_end(ground: Ground) -> None:
    ground.stock(3)
    made = ground.make(lead=MINUTE)
    join(ground, made.code, ANN, "home")
    assert not operating.forget_people(ground.connection, ground.now)
    ground.now = made.closes_at + SETTLING_MS
    ground.look_after(made.code)
    while operating.forget_people(ground.connection, ground.now):
        pass
    assert ground.connection.execute(entrant.select()).one().whence == ""


def test_where_people_came_from_is_forgotten_a_few_tournaments_at_a_time(ground: Ground) -> None:
    codes = [ground.make(lead=MINUTE).code for _ in range(3)]
    for code in codes[:2]:
        join(ground, code, ANN, "home")
        rows.set_aside(ground.connection, code, ground.now)
    assert [tournaments.forget_networks(ground.connection, 0, 1) for _ in range(3)] == [True, True, False]
    join(ground, codes[2], BEN, "home")
    assert not tournaments.forget_networks(ground.connection, 0, 1)
    assert sorted(row.whence for row in ground.connection.execute(entrant.select())) == ["", "", "home"]


def test_the_maker_removes_who_has_not_begun_and_nobody_else_does(ground: Ground) -> None:
    ground.stock(3)
    players.ensure(ground.connection, ANN, ground.now)
    ann = accounts.claim(ground.connection, Visit(ANN), "Ann", "", ("0" * 64,), ground.now)
    code = tournaments.make(ground.connection, ann, TERMS, ground.now, ground.now).code
    ground.look_after(code)
    ground.join(code, BEN, "Ben")
    ground.join(code, CYN, "Cyn")
    ground.next(code, CYN)
    for player_id, name, refusal in (
        (BEN, "Cyn", NotYours), (None, "Ben", NotYours),
        (ANN, "Nobody", NotFound), (ANN, "Ben\0", NotFound), (ANN, "Cyn", Impossible),
    ):  # fmt: skip
        with pytest.raises(refusal):
            tournaments.remove(ground.connection, code, player_id, name, ground.now)
    tournaments.remove(ground.connection, code, ANN, "BEN", ground.now)
    assert there(ground, code, BEN, CYN) == [False, True]
    with pytest.raises(Impossible, match="removed you"):
        ground.join(code, BEN)
    ground.now += TERMS.length_ms + SETTLING_MS
    with pytest.raises(Impossible):
        tournaments.remove(ground.connection, code, ANN, "Cyn", ground.now)


def test_nobody_removes_players_from_a_tournament_that_opens_by_itself(ground: Ground) -> None:
    ground.stock(3)
    code = ground.make().code
    ground.join(code, BEN, "Ben")
    for player_id in (None, BEN):
        with pytest.raises(NotYours):
            tournaments.remove(ground.connection, code, player_id, "Ben", ground.now)


VERBS: dict[str, Callable[[Connection, str, Visit, int], object]] = {
    "remove": lambda connection, code, maker, now: tournaments.remove(connection, code, maker.player_id, "Ben", now),
    "retitle": lambda connection, code, _, now: titles.retitle(
        connection, Venue("tournament", code), TERMS.name, Moderator("", now)
    ),
    "delete": lambda connection, _, maker, now: accounts.remove(connection, accounts.own(connection, maker), now),
    "leave": lambda connection, code, maker, now: tournaments.leave(connection, code, maker.player_id, now),
    "join": lambda connection, code, maker, now: tournaments.join(connection, code, maker, JoinRequest("Anna"), now),
}
"""What a maker can do about a tournament, or have done."""


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("when", ["coming", "open", "over"])
def test_a_maker_changes_neither_the_terms_nor_the_results_of_those_who_play(
    ground: Ground, verb: str, when: str
) -> None:
    ground.stock(3)
    players.ensure(ground.connection, ANN, ground.now)
    ann = accounts.claim(ground.connection, Visit(ANN), "Ann", "", ("0" * 64,), ground.now)
    made = tournaments.make(ground.connection, ann, TERMS, ground.now + MINUTE, ground.now)
    ground.look_after(made.code)
    tournaments.join(ground.connection, made.code, ann, JoinRequest(), ground.now)
    ground.join(made.code, BEN, "Ben")
    if when != "coming":
        ground.now += MINUTE
        ground.win(ground.next(made.code, BEN))
    if when == "over":
        ground.now = made.closes_at + SETTLING_MS
        ground.look_after(made.code)
    before = tournaments.look(ground.connection, made.code)
    played = entrants.find(ground.connection, made.code, BEN)
    with suppress(Refusal):
        VERBS[verb](ground.connection, made.code, ann, ground.now)
    after = tournaments.look(ground.connection, made.code)
    assert replace(after, terms=replace(after.terms, name=TERMS.name)) == before
    removed = verb == "remove" and when == "coming"
    assert entrants.find(ground.connection, made.code, BEN) == (None if removed else played)


@ON_POSTGRES
def test_who_begins_to_play_while_the_maker_removes_them_is_in_or_out_but_not_both(url: str) -> None:
    with plain_engine(url).begin() as connection:
        ground = Ground(connection)
        ground.stock(3)
        players.ensure(connection, ANN, ground.now)
        ann = accounts.claim(connection, Visit(ANN), "Ann", "", ("0" * 64,), ground.now)
        code = tournaments.make(connection, ann, TERMS, ground.now, ground.now).code
        ground.look_after(code)
        for number in range(10):
            ground.join(code, guest(number), f"Guest {number}")

    def act(number: int) -> None:
        with suppress(Refusal), plain_engine(url).begin() as connection:
            if number % 2:
                tournaments.remove(connection, code, ANN, f"Guest {number // 2}", ground.now)
            else:
                tournament_games.play(connection, code, guest(number // 2), ground.now)

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(act, range(20)))
    with plain_engine(url).begin() as connection:
        for number in range(10):
            there = entrants.find(connection, code, guest(number)) is not None
            assert there == bool(entrants.tries(connection, code, guest(number)))


def test_the_place_that_is_counted_is_that_of_the_standings(ground: Ground) -> None:
    made = ground.make()
    for number, (points, steps, ms) in enumerate(product((0, 3), (8, 9), (1, 2))):
        one = replace(join(ground, made.code, guest(number)), points=points, steps=steps, ms=ms)
        entrants.keep_sums(ground.connection, made.code, one)
    entrants.keep_sums(
        ground.connection, made.code, replace(join(ground, made.code, guest(8)), points=3, steps=8, ms=2)
    )
    standings = tournaments.standings(ground.connection, made.code)
    everybody = entrants.all_of(ground.connection, made.code)
    places = {one.player_id: entrants.place_of(ground.connection, made.code, one) for one in everybody}
    assert places == {player_id: (rank, 9) for player_id, rank in standings.ranks.items()}
    assert len(set(standings.ranks.values())) == 8
