"""Making an account of a guest, and being known by it on other devices."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.app.account.conftest import PASSWORD, Guest, refused
from tests.app.plain import Page

ANN = {"name": "Ann", "password": PASSWORD}


def _sent_to(page: str, beginning: str) -> str:
    """Return the address that the form is sent to whose address begins like this."""
    return next(
        form.attributes["action"] for form in Page(page).forms if form.attributes["action"].startswith(beginning)
    )


def test_a_guest_who_makes_an_account_keeps_every_game(ann: Guest) -> None:
    table = ann.begin()
    codes = ann.claim()
    assert len(set(codes)) == 8
    assert ann.name == "Ann"
    assert ann.games == [table]
    assert ann.client.get(table).status_code == 200


def test_an_account_can_be_made_as_a_first_action(ann: Guest) -> None:
    ann.claim()
    assert ann.name == "Ann"
    assert ann.games == []


def test_on_another_device_the_games_are_there_and_can_be_played(ann: Guest, other: Guest) -> None:
    table = ann.begin()
    ann.claim()
    assert other.client.get(table).status_code == 403
    other.sign_in()
    assert other.games == [table]
    assert other.client.post(f"{table}/moves", data={"seq": "0", "move": "t1-t3"}).status_code == 303


def test_pages_look_on_another_device_as_their_owner_chose(ann: Guest, other: Guest) -> None:
    ann.client.post("/settings", data={"theme": "contrast"})
    ann.claim()
    other.sign_in()
    assert 'data-theme="contrast"' in other.page("/")


def test_signing_in_stands_before_making_an_account(ann: Guest) -> None:
    page = ann.page()
    assert page.index('action="/account/sign-in"') < page.index('action="/account"')


@pytest.mark.parametrize("place", ["/", "/rooms", "/analysis/fortress?deal=4&moves=t1-t3:2", "/players/J%C3%B6rg"])
def test_whoever_signs_in_or_makes_an_account_comes_back_to_where_they_were(
    ann: Guest, other: Guest, place: str
) -> None:
    making, signing_in = (
        _sent_to(one.client.get("/account", headers={"referer": f"http://testserver{place}"}).text, action)
        for one, action in ((ann, "/account?"), (other, "/account/sign-in?"))
    )
    made = ann.client.post(making, data=ANN)
    assert place in Page(made.text).links
    assert "nobody can show them to you again" in made.text
    wrong = other.client.post(signing_in, data=ANN | {"password": "not the one"})
    assert _sent_to(wrong.text, "/account/sign-in?") == signing_in
    assert other.client.post(signing_in, data=ANN).headers["location"] == place


@pytest.mark.parametrize(
    "address",
    [
        *("https://elsewhere.example/", "//elsewhere.example/", "/\\elsewhere.example/", "/\t/elsewhere.example/"),
        *("javascript:alert(1)", "elsewhere.example", "/a\nset-cookie: b", "/account/delete", "/account?done=name"),
    ],
)
def test_signing_in_leads_to_no_other_server(ann: Guest, other: Guest, address: str) -> None:
    ann.claim()
    asked = {"next": address}
    assert "where you were" not in other.client.get("/account", params=asked).text
    answer = other.client.post("/account/sign-in", params=asked, data=ANN)
    assert answer.headers["location"] == "/account?done=in"


def test_nobody_comes_back_to_another_site(ann: Guest) -> None:
    for referer in ("http://elsewhere.example/rooms", "http://testserver.example/rooms", "http://testserver/account"):
        assert "where you were" not in ann.client.get("/account", headers={"referer": referer}).text


def test_what_was_played_as_a_guest_comes_along_when_signing_in(ann: Guest, other: Guest) -> None:
    first = ann.begin()
    ann.claim()
    second = other.begin()
    other.sign_in()
    assert set(other.games) == set(ann.games) == {first, second}
    assert other.client.post(f"{second}/moves", data={"seq": "0", "move": "t1-t3"}).status_code == 303


def test_signing_in_from_another_account_leaves_its_games_with_it(ann: Guest, other: Guest) -> None:
    ann.claim()
    theirs = other.begin()
    other.claim("Bob")
    other.sign_in("Ann")
    assert other.games == []
    other.sign_in("Bob")
    assert other.games == [theirs]


@pytest.mark.parametrize("typed", ["ann", "ANN", "  Ann ", "Ａｎｎ"])
def test_a_name_is_found_however_it_is_typed(ann: Guest, other: Guest, typed: str) -> None:
    ann.claim()
    other.sign_in(typed)
    assert other.name == "Ann"


@pytest.mark.parametrize("name", ["Ann", "Bob", "A\x01", "", "x" * 5000])
def test_a_wrong_password_and_an_unknown_name_are_refused_alike(ann: Guest, other: Guest, name: str) -> None:
    ann.claim()
    answer = other.submit("/sign-in", name=name, password="not the password")
    assert refused(answer, 401) == "The name and the password don’t match."
    assert "set-cookie" not in answer.headers
    assert "not the password" not in answer.text


def test_a_name_that_is_taken_or_looks_like_it_is_refused(ann: Guest, other: Guest) -> None:
    ann.claim("Bill Lee")
    for name in ("bill lee", "BILL LEE", "Bi11 Lee", "Вill Lee", "Bill Lеe", "Bill  Lee"):
        answer = other.submit(name=name, password=PASSWORD)
        assert refused(answer, 422) == "That name is taken, or looks too much like one that is; choose another."
    other.claim("Bill Leeds")


@pytest.mark.parametrize(
    ("name", "password"),
    [("A", PASSWORD), ("x" * 25, PASSWORD), ("<b>Ann", PASSWORD), ("An\u202en", PASSWORD), ("Ann", "short"), ("", "")],
)
def test_a_name_or_password_of_the_wrong_form_comes_back_with_the_reason(ann: Guest, name: str, password: str) -> None:
    answer = ann.submit(name=name, password=password)
    assert refused(answer, 400).endswith(".")
    assert ann.name is None


def test_nobody_makes_a_second_account(ann: Guest) -> None:
    ann.claim()
    assert refused(ann.submit(name="Bob", password=PASSWORD), 422) == "You already have an account."
    assert ann.name == "Ann"


def test_a_guest_s_cookie_counts_no_more_once_an_account_is_made(ann: Guest, other: Guest) -> None:
    table = ann.begin()
    copied = {"cookie": f"rampart={ann.client.cookies['rampart']}"}
    assert other.client.get(table, headers=copied).status_code == 200
    ann.claim()
    assert other.client.get(table, headers=copied).status_code == 401


def test_signing_out_makes_this_browser_a_new_one_and_leaves_the_other_in(ann: Guest, other: Guest) -> None:
    table = ann.begin()
    ann.claim()
    other.sign_in()
    assert ann.submit("/sign-out").headers["location"] == "/"
    assert "rampart" not in ann.client.cookies
    assert ann.games == []
    assert other.games == [table]


def test_a_guest_cannot_be_signed_out_since_the_games_would_be_lost(ann: Guest) -> None:
    table = ann.begin()
    for verb in ("/sign-out", "/sign-out-everywhere"):
        assert ann.submit(verb).status_code == 404
    assert ann.games == [table]


@pytest.mark.parametrize("action", ["/name", "/password", "/codes", "/delete", "/sign-out", "/sign-out-everywhere"])
def test_without_an_account_there_is_nothing_to_manage(client: TestClient, action: str) -> None:
    form = {"name": "Bob", "password": PASSWORD, "old": PASSWORD, "new": PASSWORD}
    assert client.post(f"/account{action}", data=form).status_code == 404


def test_too_many_attempts_at_a_name_are_refused_even_with_the_right_password(ann: Guest, other: Guest) -> None:
    ann.claim()
    for _ in range(9):
        assert other.submit("/sign-in", name="Ann", password="not the password").status_code == 401
    answer = other.submit("/sign-in", name="ann", password=PASSWORD)
    assert refused(answer, 429) == "Too many attempts; please wait a quarter of an hour before you try again."
    other.claim("Bob")


@pytest.mark.parametrize("form", ["/sign-in", "/recover"])
def test_attempts_count_for_the_account_that_they_are_meant_for_however_its_name_is_typed(
    ann: Guest, other: Guest, form: str
) -> None:
    ann.claim()
    typed = ["Ann", " ann", "ANN  ", "\u2003Ann", "Ａｎｎ", "Ann (bot)", "ann\t", "\nAnn", "aNN"]
    for name in typed:
        assert other.submit(form, name=name, code="0000", password="not the password").status_code == 401
    assert other.submit(form, name="Ann\u00a0", code="0000", password=PASSWORD).status_code == 429


def test_no_secret_is_logged_or_kept_in_clear(ann: Guest, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    codes = ann.claim()
    ann.submit("/sign-in", name="Ann", password=f"{PASSWORD}?")
    assert PASSWORD not in caplog.text
    for file in tmp_path.glob("rampart.sqlite3*"):
        kept = file.read_bytes()
        assert PASSWORD.encode() not in kept
        assert not [code for code in codes if code.encode() in kept or code.replace("-", "").encode() in kept]


@pytest.mark.parametrize(
    "referer", ["http://[", "http://a]b/", "http://testserver/%00", "http://testserver:99999999/x"]
)
def test_a_referer_that_makes_no_sense_leads_nowhere(other: Guest, referer: str) -> None:
    answer = other.client.get("/account", headers={"referer": referer})
    assert answer.status_code == 200
    assert "where you were" not in answer.text


def test_nobody_comes_back_to_an_address_that_is_only_sent_to(other: Guest) -> None:
    refused_join = "/races/BCDFGH/join"
    for shown in (
        other.client.get("/account", headers={"referer": f"http://testserver{refused_join}"}),
        other.client.get("/account", params={"next": refused_join}),
    ):
        assert "where you were" not in shown.text
    assert "where you were" in other.client.get("/account", params={"next": "/races/BCDFGH?board=all"}).text
