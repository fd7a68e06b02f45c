"""The end of a race: its podium, what decided it, the ratings, and another race with the same people."""

import re

import pytest
from sqlalchemy import Update, update

from app.features.races.service.finales import Finale, RatedFinale
from app.features.races.values import race as racing
from app.features.races.values.race import COUNTDOWN_MS, RaceRun, RunOutcome
from app.features.races.words.podium import Podium, podium_of
from app.play.tables.games import entry, session
from app.play.words.summary import variant_words
from tests.app.account.conftest import PASSWORD
from tests.app.races.conftest import Arrive, Clock, RacerAtHome, given
from tests.app.races.test_a_race import started, until
from tests.app.races.test_boards import WIN, racers
from tests.app.races.test_rules import NOW, run, running
from tests.databases import plain_engine

__all__ = ["racers"]
LINE = tuple(map(str, WIN.line))


@pytest.fixture
def ended(racers: list[RacerAtHome], clock: Clock) -> list[str]:
    """Return what the tables of Ann, who won, of Ben, second, and of Cat, who gave up, say of the race."""
    ann, ben, cat = racers
    tables = [racer.look()["session"] for racer in racers]
    clock.pass_by(4_000)
    ben.play(*LINE[:40])
    clock.pass_by(61_000)
    ann.play(*LINE)
    clock.pass_by(21_000)
    ben.play(*LINE[40:])
    cat.give_up()
    return [
        racer.client.get(f"/races/{racer.code}/ending?session={table}").text
        for racer, table in zip(racers, tables, strict=True)
    ]


def test_the_podium_has_the_places_with_their_boards(ended: list[str]) -> None:
    of_winner, of_second, of_third = ended
    assert "You won by 0:21" in of_winner
    assert "Ann won by 0:21" in of_second
    assert of_third.count('class="miniature"') == 3
    steps = re.findall(r'<li class="step step-(\d)( you)?">', of_third)
    assert steps == [("1", ""), ("2", ""), ("3", " you")]
    for words in ("1:05", "1:26", "0:21 behind", "0 home", "52 cards behind"):
        assert words in of_third


def test_the_end_says_what_decided_it(ended: list[str]) -> None:
    # Ben led with what he had at 0:04 until Ann overtook him on her way home at 1:05.
    assert "Ann was ahead for good from 1:05 on" in ended[2]


def test_nobody_sees_how_a_race_ends_while_it_goes_on(racers: list[RacerAtHome]) -> None:
    ann, ben, _ = racers
    tables = [f"/sessions/{racer.look()['session']}" for racer in racers]
    ann.play(*LINE)
    ben.give_up()
    for racer, table in zip(racers, tables, strict=True):
        for address in (f"/races/{racer.code}", table):
            page = racer.client.get(address).text
            assert "podium" not in page
            assert 'id="again"' not in page


def test_the_end_is_the_same_when_somebody_plays_on_at_a_stopped_table(racers: list[RacerAtHome], clock: Clock) -> None:
    ann, ben, cat = racers
    table = ben.look()["session"]
    cat.give_up()
    ann.play(*LINE)
    ann.do("stop")
    clock.pass_by(5_000)
    address = f"/api/v1/sessions/{table}"
    for seq, move in enumerate(LINE[:10]):
        assert ben.client.post(f"{address}/moves", json={"seq": seq, "move": move}).status_code == 200
    said = cat.client.get(f"/races/{cat.code}").text
    assert "52 cards behind" in said


@pytest.mark.parametrize(
    "spoil",
    [
        update(entry).where(entry.c.seq == 0).values(move="t0-t0"),
        update(entry).where(entry.c.seq == 0).values(move="spoilt"),
        update(session).values(deck="spoilt"),
    ],
    ids=["an illegal move", "no move", "no deck"],
)
def test_a_spoilt_game_costs_the_podium_its_boards_and_nobody_the_page(
    racers: list[RacerAtHome], database_url: str, spoil: Update
) -> None:
    ann, ben, cat = racers
    table, other = ann.look()["session"], ben.look()["session"]
    ann.play(*LINE)
    ben.give_up()
    with plain_engine(database_url).begin() as connection:
        whose = entry.c.session_id if spoil.table is entry else session.c.id
        connection.execute(spoil.where(whose == table))
    cat.give_up()
    page = cat.client.get(f"/races/{cat.code}").text
    assert 'class="podium"' in page
    assert 'class="miniature"' not in page
    assert "Ann won" in page
    assert ben.client.get(f"/sessions/{other}").status_code == 200


def test_who_stops_last_is_told_that_the_round_ends(racers: list[RacerAtHome]) -> None:
    ann, *others = racers
    leaving = f"/sessions/{ann.look()['session']}/give-up"
    assert "The others race on" in ann.client.get(leaving).text
    for one in others:
        one.give_up()
    asked = ann.client.get(leaving).text
    assert "Nobody else is still racing, so this ends the round." in asked
    assert "The others race on" not in asked


def test_the_table_of_a_race_leads_to_no_other_deal_until_it_is_over(racers: list[RacerAtHome]) -> None:
    ann = racers[0]
    table = f"/sessions/{ann.look()['session']}"
    assert 'form="new-deal"' not in ann.client.get(table).text
    for one in racers:
        one.give_up()
    assert 'form="new-deal"' in ann.client.get(table).text


@pytest.mark.parametrize(("limit", "said"), [(None, False), (120, True)])
def test_the_table_of_a_race_with_a_limit_says_when_its_time_is_nearly_up(
    arrive: Arrive, clock: Clock, limit: int | None, said: bool
) -> None:
    ann, ben = arrive(), arrive()
    ben.join(ann.make(name="Ann", winnable=False, limit=limit)["code"], "Ben")
    started([ann, ben], clock)
    page = ann.client.get(f"/sessions/{ann.look()['session']}").text
    assert ("This race ends in less than a minute." in page) is said
    assert ("Time is up." in page) is said


def test_a_fourth_place_is_named_under_the_podium() -> None:
    race = running(
        *(run(name, RunOutcome.GIVEN_UP, home=home) for name, home in zip("ABCD", (9, 7, 5, 1), strict=True))
    )
    over = racing.stop(race, NOW + 9)
    podium = podium_of(over, RatedFinale(Finale(over.heats[-1], {}, None), {}), "D")
    assert podium.own == "You are fourth of 4: 1 home."
    assert [place.name for place in podium.places] == ["A", "B", "C"]
    assert (podium.heading, podium.places[1].behind) == ("A won by 2 cards", "2 cards behind")


@pytest.mark.parametrize(
    ("runs", "decided", "first"),
    [
        (
            [run("A", RunOutcome.WON, ms=9), run("B", RunOutcome.WON, ms=9)],
            "at the same moment",
            "0:00",
        ),
        (
            [run("A", RunOutcome.GIVEN_UP, home=5), run("B", home=5)],
            "have 5 cards home",
            "5 home",
        ),
        (
            [run("A", RunOutcome.GIVEN_UP, home=1), run("B", home=1)],
            "have one card home",
            "1 home",
        ),
        ([run("A", RunOutcome.GIVEN_UP), run("B")], "or brought a card home", "0 home"),
        ([run("A", RunOutcome.GIVEN_UP, home=2), run("B", home=1)], "", "2 home"),
    ],
)
def test_a_tie_says_why_the_first_place_is_shared(runs: list[RaceRun], decided: str, first: str) -> None:
    over = racing.stop(running(*runs), NOW + 9)
    podium = podium_of(over, RatedFinale(Finale(over.heats[-1], {}, None), {}), "A")
    assert decided in podium.decided
    assert bool(podium.decided) is bool(decided)
    assert podium.decided.endswith("so they share first place." if decided else "")
    assert podium.passed_on.startswith(
        f"A race in {variant_words(over.terms.variant)}: First \u2068A\u2069 ({first}), "
    )
    assert (_all_left().decided, _all_left().passed_on) == ("", "")


def _all_left() -> Podium:
    gone = racing.stop(running(run("A", RunOutcome.FORFEITED, ms=1), run("B", RunOutcome.FORFEITED, ms=1)), NOW + 9)
    return podium_of(gone, RatedFinale(Finale(gone.heats[-1], {}, None), {}), "A")


def test_again_is_one_tap_at_each_table(racers: list[RacerAtHome], ended: list[str], clock: Clock) -> None:
    assert all('id="again"' in table for table in ended)
    ann, ben, cat = racers
    again = f"/races/{ann.code}/ready"
    assert f'action="{again}"' in ended[0]
    assert ann.client.post(again).status_code == 303
    assert "Ann wants to race again." in ben.client.get(f"/races/{ben.code}/room").text
    ben.client.post(again)
    assert "Ann and Ben want to race again." in cat.client.get(f"/races/{cat.code}/room").text
    assert "Waiting for Cat." in ann.client.get(f"/races/{ann.code}/room").text
    cat.client.post(again)
    clock.pass_by(COUNTDOWN_MS)
    race = until(cat, lambda race: race["stage"] == "running")
    assert sorted(run["name"] for run in race["heats"][-1]["runs"]) == ["Ann", "Ben", "Cat"]
    # The old table leads to the new one.
    (old,) = re.findall(r'/ending\?session=([^"]+)"', ended[2])
    assert f'data-table="/sessions/{race["session"]}"' in cat.client.get(f"/races/{cat.code}/panel?session={old}").text
    assert f'id="again" href="/races/{cat.code}"' in cat.client.get(f"/sessions/{old}").text


def test_a_finished_table_has_one_panel_with_all_that_comes_next(racers: list[RacerAtHome]) -> None:
    ann, ben, cat = racers
    tables = [racer.look()["session"] for racer in racers]
    ann.play(*LINE)
    early = ann.client.get(f"/sessions/{tables[0]}").text
    assert ids(early) == {"ending", "next", "share"}
    ben.give_up()
    ann.do("stop")
    for racer, table in zip((ann, ben), tables, strict=False):
        assert ids(racer.client.get(f"/sessions/{table}").text) == {"ending", "next", "share", "again"}
        # A script fetches the same after the last move.
        assert 'id="again"' in racer.client.get(f"/sessions/{table}/ending").text
    # Cat's game was stopped and not ended: Cat can play on.
    assert ids(cat.client.get(f"/sessions/{tables[2]}").text) == {"again", "next"}
    assert 'id="again"' not in cat.client.get(f"/sessions/{tables[0]}/ending").text


def ids(page: str) -> set[str]:
    """Return which of the ids that an end can have are on a page, each once."""
    found = re.findall(r'id="(ending|next|share|again)"', page)
    assert len(found) == len(set(found))
    return set(found)


def test_who_everybody_left_has_nothing_to_boast_of(arrive: Arrive, clock: Clock) -> None:
    ann, ben = arrive(), arrive()
    ben.join(ann.make(name="Ann")["code"], "Ben")
    started([ann, ben], clock)
    ben.do("leave")
    assert "You won: the others left" in ann.client.get(f"/races/{ann.code}").text
    assert "ahead for good" not in ann.client.get(f"/races/{ann.code}").text


def test_a_race_ends_for_the_others_when_the_winner_deletes_their_account_in_the_middle(
    racers: list[RacerAtHome],
) -> None:
    ann, ben, cat = racers
    tables = [racer.look()["session"] for racer in racers]
    given(ann.client.post("/api/v1/players", json={"name": "Ann", "password": PASSWORD}))
    ann.play(*LINE)
    assert ann.client.post("/account/delete", data={"password": PASSWORD}).status_code == 303
    assert ben.client.get(f"/sessions/{tables[1]}").status_code == 200
    ben.give_up()
    cat.give_up()
    for racer, table in ((ben, tables[1]), (cat, tables[2])):
        page = racer.client.get(f"/sessions/{table}").text
        assert ids(page) == {"ending", "next", "share", "again"}
        assert 'class="podium"' in page
        assert "Ann" not in page
    assert cat.client.get(f"/races/{cat.code}").status_code == 200
