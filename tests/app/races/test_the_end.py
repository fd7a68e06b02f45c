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
from engine.games import find
from tests.app.account.conftest import PASSWORD
from tests.app.races.conftest import Arrive, Clock, RacerAtHome, given
from tests.app.races.factories import race_terms
from tests.app.races.test_a_race import started, until
from tests.app.races.test_boards import WIN, racers
from tests.app.races.test_rules import NOW, run, running
from tests.databases import plain_engine

__all__ = ["racers"]
LINE = tuple(map(str, WIN.line))


@pytest.fixture
def tables(racers: list[RacerAtHome], clock: Clock) -> list[str]:
    """Return the sessions of Ann, who won, of Ben, second, and of Cat, who gave up."""
    ann, ben, cat = racers
    tables = [racer.look()["session"] for racer in racers]
    clock.pass_by(4_000)
    ben.play(*LINE[:40])
    clock.pass_by(61_000)
    ann.play(*LINE)
    clock.pass_by(21_000)
    ben.play(*LINE[40:])
    cat.give_up()
    return tables


@pytest.fixture
def ended(racers: list[RacerAtHome], tables: list[str]) -> list[str]:
    """Return what their tables say of the race."""
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


def test_the_tables_of_a_round_that_is_over_keep_the_times_of_its_results(
    racers: list[RacerAtHome], tables: list[str]
) -> None:
    for racer, table, shown in zip(racers, tables, ("1:05", "1:26", "1:26"), strict=True):
        assert f'<b id="clock">{shown}</b>' in racer.client.get(f"/sessions/{table}").text


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
    session = ann.look()["session"]
    leaving = f"/sessions/{session}/give-up"
    assert "<h1>Give up this race of Fortress?</h1>" in ann.client.get(leaving).text
    assert "The others race on" in ann.client.get(leaving).text
    for one in others:
        one.give_up()
    asked = ann.client.get(leaving).text
    assert "Nobody else is still racing, so this ends the round." in asked
    assert "The others race on" not in asked
    # A table that stayed open fetches that with the news that somebody has stopped.
    assert "this ends the round" in ann.client.get(f"/races/{ann.code}/panel?session={session}").text


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
    strip = ann.client.get(f"/races/{ann.code}/strip").text
    assert ('<span>ends in</span> <b data-left="120000">2:00</b>' in strip) is said


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
    assert podium_of(over, RatedFinale(Finale(over.heats[-1], {}, None), {}), None).passed_on.startswith(
        f"A race in {variant_words(over.terms.variant)}: First \u2068A\u2069 ({first}), "
    )
    assert (_all_left().decided, _all_left().passed_on) == ("", "")


def _all_left() -> Podium:
    gone = racing.stop(running(run("A", RunOutcome.FORFEITED, ms=1), run("B", RunOutcome.FORFEITED, ms=1)), NOW + 9)
    return podium_of(gone, RatedFinale(Finale(gone.heats[-1], {}, None), {}), "A")


SLOW = run("B", RunOutcome.WON, ms=12_000)
GONE = run("B", RunOutcome.FORFEITED, ms=1)


@pytest.mark.parametrize(
    ("runs", "viewer", "passed_on"),
    [
        ([run("A", RunOutcome.WON), SLOW], "A", "Beat B by 0:12 in a race of Fortress."),
        ([run("A", RunOutcome.WON), SLOW], "B", "Lost to A by 0:12 in a race of Fortress."),
        ([run("A", RunOutcome.WON, ms=11_500), SLOW], "A", "Beat B by 0:01 in a race of Fortress."),
        (
            [run("A", RunOutcome.WON, ms=11_999), run("B", RunOutcome.WON, ms=11_000)],
            "B",
            "Beat A by a hair in a race of Fortress.",
        ),
        ([run("A", home=5), run("B", home=4)], "A", "Beat B by one card in a race of Fortress."),
        ([run("A", home=5), run("B", home=3)], "B", "Lost to A by 2 cards in a race of Fortress."),
        ([run("A", home=5), run("B", home=5)], "B", "Tied with A in a race of Fortress."),
        ([run("A"), run("B"), run("C")], "B", "Tied with 2 others in a race of Fortress."),
        ([run("A"), GONE], "A", "Won a race of Fortress against B, who left."),
        ([run("A"), GONE, run("C", RunOutcome.FORFEITED, ms=2)], "A", "Won a race of Fortress: the others left."),
        (
            [run("A", RunOutcome.WON), SLOW, run("C")],
            "A",
            "Beat B by 0:12 and came first of 3 in a race of Fortress.",
        ),
        ([run("A", RunOutcome.WON), SLOW, run("C")], "B", "Came second of 3 in a race of Fortress, 0:12 behind A."),
        ([run("A", RunOutcome.WON), SLOW, run("C")], "C", "Came third of 3 in a race of Fortress, 52 cards behind A."),
        (
            [run("A", home=5), run("B", home=2), run("C", home=2)],
            "C",
            "Came second of 3 in a race of Fortress, 3 cards",
        ),
        ([run("A"), GONE], "B", "A race in Fortress: First A (0 home), Second B (left)."),
        ([run("A", RunOutcome.WON), SLOW], None, "A race in Fortress: First A (0:00), Second B (0:12)."),
    ],
)
def test_what_is_passed_on_names_the_rival(runs: list[RaceRun], viewer: str | None, passed_on: str) -> None:
    over = racing.stop(running(*runs), NOW + 9)
    podium = podium_of(over, RatedFinale(Finale(over.heats[-1], {}, None), {}), viewer)
    assert re.sub("[\u2068\u2069]", "", podium.passed_on).startswith(passed_on)


def test_what_is_passed_on_names_the_chosen_rules_and_makes_no_link_of_a_name() -> None:
    ones = find("stalactites").settle({"by": "ones"})
    race = running(run("A", home=1), run("free.gifts.top"), terms=race_terms(variant=ones))
    over = racing.stop(race, NOW + 9)
    said = podium_of(over, RatedFinale(Finale(over.heats[-1], {}, None), {}), "A").passed_on
    assert said == "Beat \u2068free. gifts. top\u2069 by one card in a race of Stalactites, by ones."


def test_the_table_of_a_race_that_is_over_passes_on_how_the_race_ended(
    racers: list[RacerAtHome], ended: list[str]
) -> None:
    code = racers[0].code
    for said, passed_on in zip(ended, ("Beat \u2068Ben\u2069 by 0:21 and came first", "second", "third"), strict=True):
        (link,) = re.findall(rf'<a id="race-passed-on" href="/races/{code}" hidden>(.*?)</a>', said)
        assert passed_on in link


def test_the_end_of_the_time_is_the_title_of_the_end_and_any_other_end_is_not() -> None:
    race = running(run("A", home=5), run("B", home=3), terms=race_terms(limit_ms=60_000))
    for ended_at, heading, outcome in (
        (NOW + 59_999, "A won by 2 cards", ""),
        (NOW + 60_000, "Time’s up", "A won by 2 cards."),
    ):
        over = racing.stop(race, ended_at)
        podium = podium_of(over, RatedFinale(Finale(over.heats[-1], {}, None), {}), "B")
        assert (podium.heading, podium.outcome) == (heading, outcome)


def test_the_tally_of_a_match_stands_at_the_end_of_a_round_and_in_the_room_of_the_next(
    arrive: Arrive, clock: Clock
) -> None:
    ann, ben = arrive(), arrive()
    ben.join(ann.make(name="Ann", winnable=False, best_of=3)["code"], "Ben")
    started([ann, ben], clock)
    table = ann.look()["session"]
    tally = "After round 1 of 3, \u2068Ann\u2069 has won one round and \u2068Ben\u2069 one."
    room, ending = f"/races/{ann.code}", f"/races/{ann.code}/ending?session={table}"
    assert "after round" not in ann.client.get(room).text
    ann.give_up()
    ben.give_up()
    for page in (room, ending, f"{room}/boards", f"/sessions/{table}"):
        assert f"<b>{tally}</b>" in ann.client.get(page).text
    started([ann, ben], clock)
    assert f'<p class="verdict">{tally}</p>' in ann.client.get(room).text
    assert '<span class="stands">Round 2 of 3, 1–1</span>' in ann.client.get(f"{room}/strip").text


def test_everybody_at_a_race_reads_that_its_time_is_up(arrive: Arrive, clock: Clock, database_url: str) -> None:
    ann, ben = arrive(), arrive()
    ben.join(ann.make(name="Ann", winnable=False, limit=120)["code"], "Ben")
    started([ann, ben], clock)
    table = ann.look()["session"]
    clock.pass_watched(120_000, database_url)
    room = until(ben, lambda race: race["stage"] == "gathering")
    for page, title in ((f"/sessions/{table}", "{}</strong>"), (f"/races/{room['code']}", "{}</h2>")):
        assert title.format(' data-aloud="Time’s up. It’s a tie.">Time’s up') in ann.client.get(page).text


def test_again_is_one_tap_at_each_table(racers: list[RacerAtHome], ended: list[str], clock: Clock) -> None:
    assert all('id="again"' in table for table in ended)
    ann, ben, cat = racers
    again = f"/races/{ann.code}/ready"
    assert f'action="{again}"' in ended[0]
    assert ann.client.post(again).status_code == 303
    assert "Ann wants to race again." in ben.client.get(f"/races/{ben.code}/room").text
    ben.client.post(again)
    assert "Ann and Ben want to race again." in cat.client.get(f"/races/{cat.code}/room").text
    # From then on, the others see how long they wait for the last one.
    begins = '<p class="waits" id="begins-without" data-aloud>The round begins in'
    waits = f'{begins} <b data-left="60000">1:00</b>, without {{}}.</p>'
    for one, without in ((ann, "Cat"), (cat, "you")):
        room = one.client.get(f"/races/{one.code}/room").text
        assert waits.format(without) in room
        assert "Dealing in" not in room
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
    assert "You won: Ben left" in ann.client.get(f"/races/{ann.code}").text
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
