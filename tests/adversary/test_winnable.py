"""Every deal offered as winnable can be won: in all games, options and choices, with a full or an empty stock."""

import re
from itertools import product

import pytest
from starlette.testclient import TestClient

from app.play.rows import stock as store
from app.play.service import stock
from app.play.values.shelf import Band, Shelf
from engine.deals import LAST_RANDOM_DEAL, shuffled
from engine.games import GAMES
from engine.position import deal
from engine.rules import Game, Variant
from engine.solver import Solver, Verdict
from tests.databases import plain_engine
from tests.lengths import a_few

ASKED: tuple[dict[str, str], ...] = ({}, *({"deals": kind} for kind in ("winnable", *Band)))
"""The deal in a form: nothing, as in the lobby's Play, or one of the choices of a game's page."""


def requests() -> list[tuple[Game, dict[str, str]]]:
    """Return every form that asks for a deal that can be won, with options said and left out."""
    forms = []
    for game in GAMES.values():
        said = [dict(variant.options) for variant in game.variants({})]
        left_out: list[dict[str, str]] = [{}] if all(option.default for option in game.options) else []
        forms += [(game, {**options, **asked}) for options, asked in product([*said, *left_out], ASKED)]
    return forms


def judged(client: TestClient, solver: Solver, draws: int) -> dict[Verdict, int]:
    """Ask for so many deals with every kind of form in turn; count the verdicts under their own options."""
    forms, counted = requests(), dict.fromkeys(Verdict, 0)
    for draw in range(draws):
        game, form = forms[draw % len(forms)]
        answer = client.post(f"/{game.slug}/new", data=form)
        assert answer.status_code == 303
        session = client.get(f"/api/v1{answer.headers['location']}").json()
        variant = game.settle(session["options"])
        assert variant is game.settle(form), "what was left out has its usual value"
        counted[_verdict(solver, variant, int(session["deal"]))] += 1
    return counted


def _verdict(solver: Solver, variant: Variant, number: int) -> Verdict:
    return solver.solve(variant.rules, deal(variant.rules, shuffled(number)), nodes=2_000_000).verdict


@pytest.mark.parametrize("full", a_few([False, True], 1))
def test_what_is_dealt_as_winnable_is_winnable_under_the_options_of_its_session(
    client: TestClient, database_url: str, full: bool
) -> None:
    if full:
        with plain_engine(database_url).begin() as connection:
            for shelf in stock.shelves():
                # Deals of the list will do for the stock: they are proved for the shelf.
                for band, numbers in stock.shipped_deals()[shelf].items():
                    for number in numbers[:4]:
                        store.add(connection, shelf, number, band)
    draws = len(requests())
    assert judged(client, Solver(), draws) == {Verdict.WINNABLE: draws, Verdict.UNWINNABLE: 0, Verdict.UNDECIDED: 0}


@pytest.mark.parametrize("form", [{}, {"deals": "hard"}, {"deals": "gentle", "cells": "none"}])
def test_where_no_proved_deal_is_ready_none_is_dealt_and_the_page_says_so(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, form: dict[str, str]
) -> None:
    nothing: dict[Shelf, dict[Band, tuple[int, ...]]] = {
        shelf: dict.fromkeys(Band, (1,) if shelf.options == "cells=four" else ()) for shelf in stock.shelves()
    }
    monkeypatch.setattr(stock, "shipped_deals", lambda: nothing)
    answer = client.post("/six-by-four/new", data=form)
    waiting = answer.headers["location"]
    assert re.fullmatch(r"/six-by-four/wait(\?.*)?", waiting)
    page = client.get(waiting).text
    assert "is ready" in page
    assert 'value="any"' in page
    assert "You haven’t begun a game" in client.get("/history").text
    found = {shelf: dict.fromkeys(Band, (LAST_RANDOM_DEAL,)) for shelf in stock.shelves()}
    monkeypatch.setattr(stock, "shipped_deals", lambda: found)
    assert "Your deal is ready." in client.get(waiting).text
