"""While a daily is open, no address gives away its deal or helps with it."""

import json
import re
from datetime import timedelta

import pytest
from httpx2 import Response

from app.features.daily.values.daily import Daily
from app.features.deals.service.bands import Difficulty
from app.play.rows.deal_play import DealTally
from app.play.values.shelf import Band
from engine.boards import board_text
from engine.cards import spell
from engine.deals import deck_code
from engine.games import GAMES
from engine.position import deal, gather
from tests.app.addresses import address, routes
from tests.app.daily.conftest import CLOSING, DAY, FORTRESS, STONEWALL, Arrive, Challenger, Host, known_win
from tests.app.play.api.conftest import given, refused
from tests.app.play.test_secrecy import hidden_cards, visible_cards

TOMORROW = DAY + timedelta(1)
CODE = deck_code(FORTRESS.deck)


def everything(challenger: Challenger, session_id: str) -> list[Response]:
    """Get every address there is, once about the session and the daily, once about the deal itself."""
    own = {"slug": "fortress", "day": DAY.isoformat(), "session_id": session_id, "number": FORTRESS.deal, "code": CODE}
    return [
        challenger.client.get(address(path, own))
        for method, path in routes(challenger.client.app)
        if method == "GET" and not path.startswith("/static") and "events" not in path and "stream" not in path
    ]


def told(answer: Response) -> str:
    return "\n".join([str(answer.headers), answer.text])


def secrets_of(chosen: Daily) -> set[str]:
    """Return what only a closed day tells; the number of the known deal is too short to be looked for by itself."""
    lines = {sign.join(map(str, line)) for line in chosen.lines.values() for sign in (" ", '","', '", "')}
    told = {chosen.salt, f"deal {chosen.deal}", f'"deal":"{chosen.deal}"'}
    return {deck_code(chosen.deck), spell(chosen.deck)} | told | lines


@pytest.mark.parametrize("progress", ["before", "playing", "given up", "won"])
def test_no_address_tells_the_deal_of_an_open_day_or_of_a_coming_one(arrive: Arrive, host: Host, progress: str) -> None:
    coming = host.choose(STONEWALL, TOMORROW)
    ann = arrive("Ann")
    session = ann.start() if progress != "before" else {"id": "unknown"}
    if progress == "given up":
        ann.give_up(session)
    elif progress == "won":
        ann.play(session, FORTRESS.line)
    answers = everything(ann, session["id"])
    assert len(answers) > 30
    for answer in answers:
        assert answer.status_code < 500, answer.url
        for secret in secrets_of(host.today) | secrets_of(coming):
            # A refusal may repeat what the visitor asked for.
            assert secret not in told(answer) or secret in str(answer.url), (answer.url, secret)


@pytest.mark.usefixtures("host")
def test_the_table_does_not_say_how_hard_the_deal_is(arrive: Arrive, monkeypatch: pytest.MonkeyPatch) -> None:
    measured = Difficulty(Band.HARD, None, DealTally(0, 0))
    monkeypatch.setattr("app.features.deals.service.bands.of_deal", lambda *_: measured)
    ann = arrive("Ann")
    ordinary = ann.client.post("/fortress/5").headers["location"]
    assert 'id="band"' in ann.client.get(ordinary).text
    assert 'id="band"' not in ann.client.get(f"/sessions/{ann.start()['id']}").text


@pytest.mark.parametrize("day", [DAY, TOMORROW])
def test_the_deal_is_refused_by_number_and_by_hand_in_every_game(arrive: Arrive, host: Host, day: object) -> None:
    win = FORTRESS if day == DAY else STONEWALL
    if day == TOMORROW:
        host.choose(STONEWALL, TOMORROW)
    guest = arrive("").client
    code = deck_code(win.deck)
    for slug in ("fortress", "stonewall", "stronghold"):
        for address_ in (f"/{slug}/{win.deal}", f"/{slug}/custom/{code}"):
            assert guest.get(address_).status_code == 403, address_
            assert guest.post(address_).status_code == 403, address_
        for dealt in ({"deal": win.deal}, {"deck": spell(win.deck)}):
            refused(guest.post("/api/v1/sessions", json={"game": slug, **dealt}), 403)


def test_a_game_of_an_open_day_gets_no_help_and_is_not_begun_again(arrive: Arrive) -> None:
    ann = arrive("Ann")
    session = ann.play(ann.start(), FORTRESS.line[:3])
    table = f"/sessions/{session['id']}"
    for verb, form in (("hints", {"seq": "3"}), ("outlook", {}), ("branch", {"stop": "1"}), ("review", {})):
        assert ann.client.post(f"{table}/{verb}", data=form).status_code in {403, 422}, verb
    refused(ann.client.post(f"/api/v1{table}/restart", json={}), 403)
    refused(ann.client.get(f"/api/v1{table}/export"), 403)
    ann.give_up(session)
    for verb, form in (("branch", {"stop": "1"}), ("review", {})):
        assert ann.client.post(f"{table}/{verb}", data=form).status_code == 403, verb
    for page in ("review", "review/way?stop=0"):
        assert ann.client.get(f"{table}/{page}").status_code == 403, page


def test_a_table_of_an_open_day_offers_nothing_that_would_be_refused(arrive: Arrive) -> None:
    ann = arrive("Ann")
    table = f"/sessions/{ann.start()['id']}"
    playing = ann.client.get(table).text
    ann.win(FORTRESS)
    won = ann.client.get(table).text
    for page in (playing, won):
        assert f'href="/daily/{DAY}/fortress"' in page
        for refused_here in (f"{table}/export", f"{table}/company", f"{table}/review", 'form="restart"'):
            assert refused_here not in page
    assert "To the daily</a>" in won
    begins = f'<form method="post" action="/daily/{DAY}/fortress/start">'
    assert f'{begins}<button class="button quiet-button" id="again">Practise' in won


def test_what_passes_on_a_result_of_an_open_day_leads_to_the_day_and_names_no_deal(arrive: Arrive, host: Host) -> None:
    ann = arrive("Ann")
    table = f"/sessions/{ann.win(FORTRESS)['id']}"
    for page in (ann.client.get(table).text, ann.client.get(f"{table}/ending").text):
        (passed_on,) = re.findall(r'<p id="share-text"[^>]*>(.*?)</p>', page)
        assert passed_on.startswith("🟩🟩🟩🟩⭐ Fortress daily ")
        assert passed_on.endswith(f"/daily/{DAY}/fortress")
        assert FORTRESS.deal not in page
    host.clock.ms = CLOSING
    host.close()
    closed = ann.client.get(table).text
    assert 'id="again" form="restart"' in closed, "practice is over, and the deal is free"
    assert ann.client.post(f"{table}/restart").status_code == 303


def test_a_replay_of_an_open_day_shows_others_no_card(arrive: Arrive, host: Host) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    won = ann.win(FORTRESS)
    ann.client.post(f"/sessions/{won['id']}/share")
    seen = bob.client.get(f"/replays/{won['id']}")
    assert "data-card" not in seen.text
    assert not visible_cards(seen.text)
    for name in ("moves.txt", "export.json"):
        assert bob.client.get(f"/replays/{won['id']}/{name}").status_code == 403
    host.clock.ms = CLOSING
    host.close()
    assert bob.client.get(f"/replays/{won['id']}/moves.txt").status_code == 200


def test_the_account_export_of_an_open_day_holds_no_log(arrive: Arrive) -> None:
    ann = arrive("Ann")
    ann.win(FORTRESS)
    kept = json.loads(ann.client.get("/account/export").text)
    assert [game["export"] for game in kept["games"]] == [None]
    assert [(row["day"], row["game"], row["solved"]) for row in kept["dailies"]] == [
        (DAY.isoformat(), "fortress", True)
    ]


def test_face_down_cards_of_an_open_stonewall_are_nowhere_even_after_giving_up(arrive: Arrive, host: Host) -> None:
    host.choose(STONEWALL)
    ann = arrive("Ann")
    session = ann.start("stonewall")
    hidden = hidden_cards(deal(STONEWALL.rules, STONEWALL.deck))
    ann.give_up(session)
    seen = [answer for answer in everything(ann, session["id"]) if session["id"] in answer.url.path]
    assert len(seen) > 5
    for answer in seen:
        assert not visible_cards(answer.text) & hidden, answer.url


def test_when_the_day_is_closed_all_of_it_can_be_had(arrive: Arrive, host: Host) -> None:
    ann = arrive("Ann")
    session = ann.win(FORTRESS)
    host.clock.ms = CLOSING
    refused(ann.client.get(f"/api/v1/sessions/{session['id']}/export"), 403)
    host.close()
    exported = given(ann.client.get(f"/api/v1/sessions/{session['id']}/export"))
    assert (exported["deal"], exported["status"]) == (FORTRESS.deal, "won")
    assert given(ann.client.get(f"/api/v1/sessions/{session['id']}"))["deal"] == FORTRESS.deal
    assert ann.client.get(f"/fortress/{FORTRESS.deal}").status_code == 200


@pytest.mark.parametrize("slug", GAMES)
def test_a_deal_like_that_of_an_open_day_is_refused_by_every_door(arrive: Arrive, host: Host, slug: str) -> None:
    win = known_win(slug)
    if slug != "fortress":
        host.choose(win)
    guest = arrive("").client
    # Black and red suits keep together, so that no rule of any game tells the difference.
    like = tuple((one + 26) % 52 for one in win.deck)
    typed = board_text(win.rules, deal(win.rules, like))
    for text in (typed, spell(like)):
        led = guest.post(f"/{slug}/custom", data={"text": text})
        assert led.headers["location"] == f"/{slug}/custom/{deck_code(like)}"
    query = dict(win.options)
    assert guest.get(f"/{slug}/custom/{deck_code(like)}", params=query).status_code == 403
    assert guest.post(f"/{slug}/custom/{deck_code(like)}", params=query).status_code == 403
    asked = guest.post("/api/v1/sessions", json={"game": slug, "deck": spell(like), "options": query})
    refused(asked, 403)


def test_columns_exchanged_make_no_other_deal(arrive: Arrive) -> None:
    dealt = deal(FORTRESS.rules, FORTRESS.deck)
    columns = list(dealt.piles[:10])
    columns[3], columns[8] = columns[8], columns[3]
    other = gather(FORTRESS.rules, dealt._replace(piles=(*columns, *dealt.piles[10:])))
    assert other is not None
    refused(arrive("").client.post("/api/v1/sessions", json={"game": "fortress", "deck": spell(other)}), 403)


def test_colours_that_the_rules_tell_apart_make_another_deal(arrive: Arrive, host: Host) -> None:
    host.choose(STONEWALL)
    # Spades and hearts exchanged: red on black is now something else.
    other = tuple({1: one + 13, 2: one - 13}.get(one // 13, one) for one in STONEWALL.deck)
    given(arrive("").client.post("/api/v1/sessions", json={"game": "stonewall", "deck": spell(other)}), 201)


def test_a_game_begun_on_a_like_deal_before_it_was_chosen_gets_no_help_any_more(arrive: Arrive, host: Host) -> None:
    guest = arrive("").client
    tomorrow = known_win("stronghold", TOMORROW)
    like = tuple((one + 26) % 52 for one in tomorrow.deck)
    dealt = {"game": "stronghold", "deck": spell(like), "options": dict(tomorrow.options)}
    table = f"/sessions/{given(guest.post('/api/v1/sessions', json=dealt), 201)['id']}"
    host.choose(tomorrow, TOMORROW)
    assert guest.post(f"{table}/hints", data={"seq": "0"}).status_code == 403
    refused(guest.post(f"/api/v1{table}/restart", json={}), 403)


def test_a_game_whose_review_is_withheld_is_led_back_to(arrive: Arrive, host: Host) -> None:
    ann = arrive("Ann")
    body = {"game": "stonewall", "options": {}, "deal": int(STONEWALL.deal)}
    session = ann.give_up(given(ann.client.post("/api/v1/sessions", json=body), 201))
    host.choose(STONEWALL)
    table = f"/sessions/{session['id']}"
    for withheld in ("review", "replay"):
        answer = ann.client.get(f"{table}/{withheld}")
        assert answer.status_code == 403
        assert f'<a class="button" href="{table}">Back to the game</a>' in answer.text
    assert ann.client.get(table).status_code == 200
    # Elsewhere there is nothing of the player's own to go back to.
    assert "Back to the game" not in ann.client.get(f"/stonewall/{STONEWALL.deal}").text
    fragment = ann.client.get(f"{table}/review", headers={"hx-request": "true"})
    assert "Back to the game" not in fragment.text
