"""How the deal of a day is chosen, and what binds the server to it."""

import asyncio
import hashlib
from dataclasses import replace
from datetime import timedelta
from html import unescape

from starlette.testclient import TestClient

from app.core.store.opening import open_database
from app.features.daily.rows import dailies
from app.features.daily.service import daily
from app.features.daily.service.calendar import DAYS_AHEAD, band_of_week, days_to_choose
from app.features.daily.service.daily import FoundDeal, UndealtDaily
from app.play.service import stock
from app.play.values.shelf import Band
from engine.deals import LAST_RANDOM_DEAL, deal_number, shuffled
from engine.games import GAMES, find
from engine.moves import Move, Outcome, legal_moves, outcome, replay
from tests.app.daily.conftest import (
    CLOSING,
    DAY,
    FORTRESS,
    OPENING,
    SECRET,
    STONEWALL,
    Arrive,
    Host,
    known_win,
)
from tests.app.play.api.conftest import given
from tests.databases import transaction


def any_deal(wanted: UndealtDaily, deal: int) -> FoundDeal:
    return FoundDeal(deal, dict.fromkeys(wanted.variants, (Move("t0", "t1"),)), {}, "none")


def test_every_game_of_today_and_the_week_ahead_is_wanted_until_it_is_chosen(url: str) -> None:
    seen = []
    with transaction(url) as connection:
        while wanted := daily.next_wanted(connection, SECRET, OPENING):
            seen.append((wanted.day, wanted.game.slug))
            assert daily.choose(connection, SECRET, wanted, any_deal(wanted, wanted.first), OPENING)
    assert seen == [(DAY + timedelta(ahead), slug) for ahead in range(DAYS_AHEAD + 1) for slug in GAMES]


def test_deals_are_drawn_by_the_secret_and_from_numbers_nobody_was_shown(url: str) -> None:
    shown = {deal for shelf in stock.shipped_deals().values() for deals in shelf.values() for deal in deals}
    firsts = set()
    for secret in (SECRET, b"another secret of tests"):
        with transaction(url) as connection:
            for _ in range(2):
                wanted = daily.next_wanted(connection, secret, OPENING)
                assert wanted is not None
                firsts.add(wanted.first)
    assert len(firsts) == 2
    assert all(max(shown, default=0) <= LAST_RANDOM_DEAL < first == deal_number(str(first)) for first in firsts)


def test_how_hard_a_daily_is_is_stored_with_it_and_else_goes_by_its_day_of_the_week(url: str) -> None:
    hard = next(day for day in days_to_choose(OPENING) if band_of_week(day) is Band.HARD)
    with transaction(url) as connection:
        for band, known in ((Band.STEADY, Band.STEADY), (None, Band.HARD)):
            wanted = UndealtDaily(hard, find((FORTRESS if band else STONEWALL).slug), LAST_RANDOM_DEAL + 1)
            found = replace(any_deal(wanted, wanted.first), band=band)
            assert daily.choose(connection, SECRET, wanted, found, OPENING)
            assert daily.look(connection, hard, wanted.game, None, OPENING).band is known


def test_of_two_processes_that_choose_at_once_the_first_is_heard(url: str) -> None:
    wanted = UndealtDaily(DAY, find("fortress"), 5)

    async def both() -> list[bool]:
        async with open_database(url) as one, open_database(url) as other:
            return await asyncio.gather(
                *(
                    database.write(
                        lambda connection, deal=deal: daily.choose(  # type: ignore[misc]
                            connection, SECRET, wanted, any_deal(wanted, deal), OPENING
                        )
                    )
                    for deal, database in enumerate([one, other] * 4, start=1)
                )
            )

    assert sorted(asyncio.run(both())) == [False] * 7 + [True]
    with transaction(url) as connection:
        assert dailies.list_known(connection, [DAY]) == {(DAY, wanted.game)}


def test_the_commitment_of_a_coming_day_is_shown_and_binds(arrive: Arrive, host: Host) -> None:
    guest, tomorrow = arrive(""), DAY + timedelta(1)
    win = known_win("stronghold", tomorrow)
    host.choose(win, tomorrow)
    before = guest.look("stronghold", tomorrow)
    assert (before["state"], before["deal"], before["salt"], before["line"]) == ("coming", None, None, None)
    host.clock.ms = CLOSING + 24 * 3_600_000
    host.close()
    told = guest.look("stronghold", tomorrow)
    assert told["state"] == "closed"
    options = "&".join(f"{name}={value}" for name, value in sorted(told["options"].items()))
    line = f"stronghold {options} {tomorrow} {told['deal']} {told['salt']}"
    assert hashlib.sha256(line.encode("ascii")).hexdigest() == told["commitment"] == before["commitment"]
    assert f'<code class="seal">{line}</code>' in guest.client.get(f"/daily/{tomorrow}/stronghold/fair").text


def test_the_seal_of_a_daily_is_one_link_from_its_page_and_says_nothing_of_the_deal_before_its_end(
    arrive: Arrive, host: Host
) -> None:
    guest = arrive("")
    page, told = guest.client.get(f"/daily/{DAY}/fortress").text, guest.look()
    assert f'href="/daily/{DAY}/fortress/fair"' in page
    assert told["commitment"] not in page
    fair = guest.client.get(f"/daily/{DAY}/fortress/fair").text
    assert told["commitment"] in fair
    assert not any(each in fair for each in (host.today.salt, f"{DAY} {FORTRESS.deal} "))
    unchosen = guest.client.get(f"/daily/{DAY + timedelta(3)}/fortress/fair")
    assert "nothing to check" in unchosen.text


def test_the_line_that_is_told_wins_the_deal_that_is_told(arrive: Arrive, host: Host) -> None:
    host.clock.ms = CLOSING
    host.close()
    told = arrive("").look()
    rules = GAMES["fortress"].rules
    position = replay(rules, shuffled(int(told["deal"])), tuple(map(Move.read, told["line"])))
    assert outcome(rules, position, legal_moves(rules, position)) is Outcome.WON
    assert told["lines"] == {"": told["line"]}


def test_a_closed_day_tells_its_par_the_effort_it_took_and_how_few_steps_any_way_has(
    arrive: Arrive, host: Host
) -> None:
    assert {arrive("").look()[name] for name in ("at_least", "effort")} == {None}
    host.clock.ms = CLOSING
    host.close()
    told = arrive("").look()
    assert (told["at_least"], told["effort"]) == ({"": 52}, "known")
    page = unescape(arrive("").client.get(f"/daily/{DAY}/fortress").text)
    assert f"Par: {len(FORTRESS.line)} steps; no way has fewer than 52" in page
    assert "The solver always makes the same effort: known." in page


def test_salts_differ_and_keep_the_deal_from_being_guessed(host: Host) -> None:
    salts = {host.choose(FORTRESS, DAY + timedelta(ahead)).salt for ahead in range(1, 6)}
    assert len(salts) == 5
    assert all(len(salt) == 32 for salt in salts)


def test_a_closed_day_can_be_played_from_the_archive_unranked(client: TestClient, host: Host) -> None:
    host.clock.ms = CLOSING
    host.close()
    month = client.get("/daily?month=2026-11").text
    assert f'href="/daily/{DAY}"' in month
    page = client.get(f"/daily/{DAY}/fortress").text
    assert f'href="/fortress/{FORTRESS.deal}"' in page
    assert client.post(f"/fortress/{FORTRESS.deal}").status_code == 303
    assert given(client.get(f"/api/v1/daily/{DAY}/fortress/leaderboard"))["size"] == 0


def test_a_day_before_the_server_s_first_is_said_to_have_had_no_daily(arrive: Arrive) -> None:
    before = DAY - timedelta(days=2)
    page = arrive("").client.get(f"/daily/{before}/fortress").text
    assert "This server had no daily on that day." in page
    assert "leaderboard" not in page
    assert arrive("").client.get(f"/daily/{before}").text.count("No daily") == len(GAMES)


def test_what_is_stored_is_the_line_of_every_set_of_options(host: Host) -> None:
    chosen = host.choose(known_win("stalactites"))
    assert {variant.text for variant in chosen.lines} == {"by=ones", "by=twos"}


def test_a_deal_chosen_during_its_day_is_not_said_to_have_been_fixed_before(arrive: Arrive, host: Host) -> None:
    guest = arrive("")
    page = guest.client.get(f"/daily/{DAY}/fortress/fair").text
    assert "This server fixed the deal before the day began." in page
    host.choose_late(STONEWALL)
    late = guest.client.get(f"/daily/{DAY}/stonewall/fair").text
    assert "before the day began" not in late
    assert "only after the day had begun" in late
    assert guest.look("stonewall")["fixed_at"] == "2026-11-20T09:00:00.000Z"
    assert guest.look()["fixed_at"] == "2026-11-19T23:00:00.000Z"
