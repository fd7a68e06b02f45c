"""Every refusal has a code for programs, which tells no more than its sentence."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import app
from app.core.refusals import Code, Refusal
from app.core.store.database import StoreUnavailable
from app.site.application import create_app
from app.web.errors import CODES, code_of
from app.web.trouble import STATUS
from tests.app.play.api.conftest import Api, Document, api, given

__all__ = ["api"]

ROOT = Path(app.__file__).parent


def below(kind: type[Exception]) -> Iterator[type[Exception]]:
    """Return a class and all that derive from it, but for those that only its own module knows."""
    yield kind
    for each in kind.__subclasses__():
        if not each.__name__.startswith("_"):
            yield from below(each)


def test_every_kind_of_refusal_has_a_code_of_its_own() -> None:
    assert callable(create_app)  # so that every module with a refusal is there
    kinds = [kind for root in (Refusal, StoreUnavailable) for kind in below(root) if kind is not Refusal]
    codes = [vars(kind).get("code") for kind in kinds]
    assert all(isinstance(code, Code) for code in codes), dict(zip(kinds, codes, strict=True))
    codes += CODES.values()
    assert len(set(codes)) == len(codes)


def test_every_code_has_a_status_and_stays_the_word_that_it_is() -> None:
    assert set(STATUS) == set(Code)
    assert all(re.fullmatch("[a-z]+(_[a-z]+)*", code) for code in Code)
    # Programs compare these words: add others, but change none.
    assert {"malformed", "stale", "withheld", "not_found", "illegal_move", "over", "too_many"} <= set(Code)


def test_a_kind_that_refines_another_keeps_its_status() -> None:
    for root in (*Refusal.__subclasses__(), StoreUnavailable):
        statuses = {STATUS[vars(kind)["code"]] for kind in below(root)}
        assert len(statuses) == 1, root
    for kind in CODES:
        assert code_of(kind("x") if kind.__init__ is Exception.__init__ else kind.__new__(kind)) is CODES[kind]


def raised() -> Iterator[tuple[str, str]]:
    """Return the class and the sentence of each refusal that the application raises with a sentence written there."""
    for path in ROOT.rglob("*.py"):
        tree = ast.parse(path.read_text())
        for node in ast.walk(tree):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args:
                yield ast.unparse(node.exc.func), ast.unparse(node.exc.args[0])


def test_one_sentence_has_one_code_wherever_it_is_raised() -> None:
    kinds: dict[str, set[str]] = {}
    refusals = {kind.__name__ for kind in (*below(Refusal), *CODES)}
    for kind, sentence in raised():
        if kind in refusals and (sentence.startswith(("'", '"', "f'", 'f"')) or sentence.strip("_").isupper()):
            kinds.setdefault(sentence, set()).add(kind)
    assert len(kinds) > 200
    assert {sentence: names for sentence, names in kinds.items() if len(names) > 1} == {}


def test_the_document_lists_the_codes_and_every_error_document_has_one(client: TestClient) -> None:
    document: Document = given(client.get("/api/v1/openapi.json"))
    schemas = document["components"]["schemas"]
    assert schemas["Code"]["enum"] == list(Code)
    for name in ("Trouble", "StaleTrouble"):
        assert {"detail", "code"} <= set(schemas[name]["required"])
    told = schemas["Trouble"]["properties"]["code"]["description"]
    assert all(f"`{code}`" in told for code in Code)


@pytest.mark.parametrize(
    ("method", "path", "body", "code"),
    [
        ("POST", "", {}, Code.MALFORMED),
        ("POST", "", {"game": "chess"}, Code.UNKNOWN_GAME),
        ("POST", "", {"game": "fortress", "deal": 0}, Code.INVALID_DEAL),
        ("POST", "", {"game": "fortress", "deck": "AC"}, Code.INVALID_CARD),
        ("POST", "", {"game": "stalactites"}, Code.INVALID_OPTION),
        ("GET", "/nothing", {}, Code.NOT_FOUND),
        ("GET", "/nothing?x=1", {}, Code.MALFORMED),
        ("DELETE", "/nothing", {}, Code.WRONG_METHOD),
        ("GET", "/nothing/nowhere", {}, Code.UNKNOWN_ADDRESS),
        ("POST", "/{id}/undo", {"seq": 0}, Code.IMPOSSIBLE),
        ("POST", "/{id}/undo", {"seq": 7}, Code.STALE),
        ("POST", "/{id}/moves", {"seq": 0, "move": "x"}, Code.INVALID_MOVE),
        ("POST", "/{id}/moves", {"seq": 0, "move": "t0-t0"}, Code.ILLEGAL_MOVE),
    ],
)
def test_a_program_reads_which_refusal_it_is(
    client: TestClient, api: Api, method: str, path: str, body: dict[str, object], code: Code
) -> None:
    at = path.replace("{id}", api.begin("fortress", deal=4)["id"]) if "{id}" in path else path
    answer = client.request(method, f"/api/v1/sessions{at}", json=body)
    assert (answer.status_code, answer.json()["code"]) == (STATUS[code], code)
    assert set(answer.json()) >= {"detail", "code"}


def test_what_the_guard_refuses_has_a_code_too(client: TestClient, api: Api) -> None:
    session = api.begin("fortress", deal=4)["id"]
    assert client.post("/api/v1/sessions", headers={"origin": "http://a.b"}).json()["code"] == Code.CROSS_SITE
    large = client.post("/api/v1/sessions", content=b"x" * 2_000_000, headers={"content-type": "application/json"})
    assert large.json()["code"] == Code.TOO_LARGE
    wrong = client.get(f"/api/v1/sessions/{session}", headers={"authorization": "Bearer rpt_x"})
    assert wrong.json()["code"] == Code.WRONG_TOKEN
    assert client.post("/api/v1/sessions", content="x", headers={"content-type": "text/x"}).json()["code"] == (
        Code.WRONG_TYPE
    )
    assert client.get("/api/v1/ratings/fortress?board=x").json()["code"] == Code.WRONG_VALUE
    over = api.act(api.begin("fortress", deal=4), "give-up").json()
    assert api.act(over, "undo").json()["code"] == Code.OVER
