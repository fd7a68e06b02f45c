"""What its owner can do with an account."""

import json

import pytest

from app.features.account.service.belongings import A_PART
from tests.app.account.conftest import PASSWORD, Guest, refused

OTHER_PASSWORD = "a portcullis, and archers"


def test_a_name_can_be_changed_and_the_old_one_is_free_again(ann: Guest, other: Guest) -> None:
    ann.claim()
    assert ann.submit("/name", name="  Zoë ").headers["location"] == "/account?done=name"
    assert ann.name == "Zoë"
    other.claim("Ann")
    assert refused(ann.submit("/name", name="ann"), 422).startswith("That name is taken")
    assert ann.name == "Zoë"


def test_one_s_own_name_can_be_written_differently(ann: Guest) -> None:
    ann.claim("ann")
    ann.submit("/name", name="ANN")
    assert ann.name == "ANN"


def test_a_changed_password_lets_in_and_the_old_one_does_not(ann: Guest, other: Guest) -> None:
    ann.claim()
    answer = ann.submit("/password", old=PASSWORD, new=OTHER_PASSWORD)
    assert answer.headers["location"] == "/account?done=password"
    assert "Every other device is now signed out" in ann.page("/account?done=password")
    assert other.submit("/sign-in", name="Ann", password=PASSWORD).status_code == 401
    other.sign_in(password=OTHER_PASSWORD)


def test_changing_the_password_signs_out_every_other_device(ann: Guest, other: Guest) -> None:
    table = ann.begin()
    ann.claim()
    other.sign_in()
    ann.submit("/password", old=PASSWORD, new=OTHER_PASSWORD)
    assert other.client.get(table).status_code == 401
    assert ann.client.get(table).status_code == 200


@pytest.mark.parametrize(
    ("action", "form", "status"),
    [
        ("/password", {"old": "not the password", "new": OTHER_PASSWORD}, 401),
        ("/password", {"old": PASSWORD, "new": "short"}, 400),
        ("/codes", {"password": "not the password"}, 401),
        ("/delete", {"password": "not the password"}, 401),
        ("/delete", {}, 401),
        ("/name", {"name": "-"}, 400),
    ],
)
def test_a_form_comes_back_with_the_reason_and_nothing_is_changed(
    ann: Guest, other: Guest, action: str, form: dict[str, str], status: int
) -> None:
    codes = ann.claim()
    answer = ann.submit(action, **form)
    assert refused(answer, status).endswith(".")
    assert ann.name == "Ann"
    assert other.submit("/recover", name="Ann", code=codes[0], password=OTHER_PASSWORD).status_code == 303


@pytest.mark.parametrize("address", ["/", "/history", "/account", "/settings/playing", "/account/export"])
def test_signing_out_everywhere_ends_every_visit_at_the_next_request(ann: Guest, other: Guest, address: str) -> None:
    ann.claim()
    other.sign_in()
    assert ann.submit("/sign-out-everywhere").headers["location"] == "/account"
    assert ann.name is None
    answer = other.client.get(address)
    assert answer.status_code == 401
    assert "You have been signed out on every device; sign in again to continue." in answer.text
    assert "rampart" not in other.client.cookies
    assert other.client.get("/").status_code == 200


@pytest.mark.parametrize("verb", ["moves", "undo", "redo", "finish", "give-up", "restart"])
def test_whoever_was_signed_out_plays_no_more(ann: Guest, other: Guest, verb: str) -> None:
    table = ann.begin()
    ann.claim()
    other.sign_in()
    ann.submit("/sign-out-everywhere")
    answer = other.client.post(f"{table}/{verb}", data={"seq": "0", "move": "t1-t3"})
    assert answer.status_code == 401
    ann.sign_in()
    assert 'data-seq="0"' in ann.page(table)


def test_a_forgotten_password_is_replaced_by_a_recovery_code_once(ann: Guest, other: Guest) -> None:
    table = ann.begin()
    code = ann.claim()[3]
    brought = other.begin()
    typed = f" {code.upper().replace('-', ' ')}"
    answer = other.submit("/recover", name="ann", code=typed, password=OTHER_PASSWORD)
    assert answer.headers["location"] == "/account?done=recovered"
    assert "every token is revoked" in other.page("/account?done=recovered")
    assert set(other.games) == {table, brought}
    assert "seven recovery codes left" in other.page()
    assert ann.client.get(table).status_code == 401
    answer = ann.submit("/recover", name="Ann", code=code, password=PASSWORD)
    assert refused(answer, 401) == "The name and the recovery code don’t match."


def test_a_recovery_code_is_good_for_its_own_account_alone(ann: Guest, other: Guest) -> None:
    code = ann.claim()[0]
    other.claim("Bob")
    for name in ("Bob", "Nobody", "\x01"):
        answer = other.submit("/recover", name=name, code=code, password=OTHER_PASSWORD)
        assert refused(answer, 401) == "The name and the recovery code don’t match."


def test_new_recovery_codes_take_the_place_of_the_old(ann: Guest, other: Guest) -> None:
    old = ann.claim()
    page = ann.submit("/codes", password=PASSWORD)
    assert page.status_code == 200
    assert "Your old recovery codes no longer work." in page.text
    assert not [code for code in old if code in page.text]
    assert other.submit("/recover", name="Ann", code=old[0], password=OTHER_PASSWORD).status_code == 401


def test_no_page_shows_the_recovery_codes_again(ann: Guest) -> None:
    codes = ann.claim()
    for address in ("/account", "/account/delete", "/account/export"):
        assert not [code for code in codes if code in ann.page(address)]


def test_after_deleting_the_account_nothing_names_its_owner(ann: Guest, other: Guest) -> None:
    table = ann.begin()
    codes = ann.claim()
    cookie = ann.client.cookies["rampart"]
    assert "Delete the account" in ann.page("/account/delete")
    assert ann.submit("/delete", password=PASSWORD).headers["location"] == "/"
    assert ann.name is None
    assert other.submit("/sign-in", name="Ann", password=PASSWORD).status_code == 401
    assert other.submit("/recover", name="Ann", code=codes[0], password=PASSWORD).status_code == 401
    assert other.client.get(table, headers={"cookie": f"rampart={cookie}"}).status_code == 401
    assert other.submit("", name="Ann", password=PASSWORD).status_code == 422
    other.claim("Ben")
    assert other.games == []


def test_everything_that_is_kept_can_be_taken_along(ann: Guest) -> None:
    table = ann.begin()
    ann.client.post(f"{table}/moves", data={"seq": "0", "move": "t1-t3"})
    hidden = ann.client.post("/stonewall/new", data={"deals": "hard"}).headers["location"]
    ann.client.post("/settings", data={"automatic": "safe", "deck": "four"})
    ann.claim()
    answer = ann.client.get("/account/export")
    assert answer.headers["content-disposition"] == 'attachment; filename="rampart.json"'
    document = answer.json()
    assert (document["rampart"], document["name"], document["recovery_codes"]) == (1, "Ann", 8)
    assert document["dailies"] == document["races"] == []
    assert document["settings"]["automatic"] == "safe"
    assert document["settings"]["deck"] == "four"
    assert document["strengths"] == {"stonewall": "hard"}
    games = {game["id"]: game for game in document["games"]}
    assert set(games) == {address.rpartition("/")[2] for address in (table, hidden)}
    played = games[table.rpartition("/")[2]]
    assert [entry["move"] for entry in played["export"]["entries"]] == ["t1-t3"]
    assert played["export"] == ann.client.get(f"/api/v1{table}/export").json()
    face_down = games[hidden.rpartition("/")[2]]
    assert face_down["export"] is None
    assert "deal" not in face_down


def test_a_long_history_is_taken_along_whole(ann: Guest) -> None:
    tables = [ann.begin() for _ in range(A_PART + 3)]
    games = [game["id"] for game in json.loads(ann.page("/account/export"))["games"]]
    assert sorted(games) == sorted(table.rpartition("/")[2] for table in tables)


def test_of_somebody_who_never_acted_nothing_is_kept(ann: Guest) -> None:
    assert ann.client.get("/account/export").status_code == 404
