"""Whose a name is: those of the house are nobody's, those of accounts nobody else's, and names rest before others."""

from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import Connection, select

from app.core.refusals import Impossible, Malformed, Refusal
from app.features.moderation.service import moderation, titles
from app.features.moderation.service.moderation import Moderator
from app.features.races.service import pairing, races
from app.features.races.service.races import RaceEntrant
from app.features.races.tables import racer
from app.features.tournaments.service import tournaments
from app.features.tournaments.service.tournaments import JoinRequest
from app.people.names import read_name, well_formed
from app.people.rows import accounts as rows
from app.people.service import accounts, naming, players
from app.people.service.naming import RESTING_MS
from app.people.tables import resting_name
from app.people.venues import Venue
from app.people.visitors import Visit
from app.play.service import company, sessions
from app.play.service.company import Purpose
from app.site.service import operating
from engine.deals import shuffled
from engine.games import variant_of
from tests.app.races.factories import race_terms
from tests.app.tournaments.ground import TERMS
from tests.databases import plain_engine

NOW = 1_800_000_000_000
ANN, BEN, CYN = "ann0000000000000", "ben0000000000000", "cyn0000000000000"
FORTRESS = variant_of("fortress", "")
RACE = race_terms(listed=True)
OPERATOR = Moderator("operator", NOW)


@pytest.fixture
def connection(url: str) -> Iterator[Connection]:
    with plain_engine(url).begin() as opened:
        yield opened


def claim(connection: Connection, player_id: str, name: str) -> Visit:
    players.ensure(connection, player_id, NOW)
    return accounts.claim(connection, Visit(player_id), name, "", ("0" * 64,), NOW)


def remove(connection: Connection, player_id: str) -> None:
    found = rows.find(connection, player_id)
    assert found
    accounts.remove(connection, found, NOW)


@pytest.mark.parametrize(
    "name",
    [
        *("Operator", "0PERATOR", "moderator", "Mod-er_ator", "Rampart", "The house", "THE H0USE", "Somebody", "Admin"),
        *("Player 123456", "Guest 123456", "PIayer 1OO23I", "Player १२३४५६", "Rampаrt", "Evening arena Fortress"),
        *("All games at the weekend", "Moderator 1", "The moderators", "The Rampart team", "Operatór", "Moderatoṛ 22"),
        *("Rampart official", "Official Rampart", "Group 123456"),
    ],
)
def test_a_name_of_the_house_is_nobody_elses(name: str) -> None:
    assert well_formed(name)
    with pytest.raises(Malformed, match="server uses that name"):
        read_name(name)


@pytest.mark.parametrize(
    "name", ["Players", "Rampa", "Guesty", "Hause", "Player 7", "Group 7", "Thea", "Some body else", "Racer X"]
)
def test_a_name_near_one_of_the_house_is_allowed(name: str) -> None:
    assert read_name(name) == name


def _hosts(connection: Connection, name: str) -> str:
    race = races.make(connection, RaceEntrant(BEN, name), RACE, NOW)
    return race.racers[0].name


def _races(connection: Connection, name: str) -> str:
    code = races.make(connection, RaceEntrant(CYN), RACE, NOW).code
    return races.join(connection, code, RaceEntrant(BEN, name), NOW).racers[-1].name


def _seeks(connection: Connection, name: str) -> str:
    return pairing.seek(connection, RaceEntrant(BEN, name), FORTRESS, NOW).name


def _enters(connection: Connection, name: str) -> str:
    code = tournaments.add(connection, TERMS, NOW, NOW).code
    return tournaments.join(connection, code, Visit(BEN), JoinRequest(name), NOW).name


def _sits(connection: Connection, name: str) -> str:
    players.ensure(connection, CYN, NOW)
    session = sessions.start(connection, CYN, FORTRESS, 1, shuffled(1), NOW)
    company.invite(connection, session.id, CYN, Purpose.PLAY, NOW)
    company.sit(connection, company.own_table(connection, session.id, CYN).links[Purpose.PLAY], BEN, name, NOW)
    return company.own_table(connection, session.id, CYN).seats[0].name


Place = Callable[[Connection, str], str]
PLACES = pytest.mark.parametrize("place", [_hosts, _races, _seeks, _enters, _sits])


@PLACES
@pytest.mark.parametrize("name", ["Ann", "ANN", "Аnn"])
def test_nobody_is_shown_under_the_name_of_anothers_account(connection: Connection, place: Place, name: str) -> None:
    claim(connection, ANN, "Ann")
    with pytest.raises(Impossible, match="taken"):
        place(connection, name)
    assert place(connection, "Ben") == "Ben"


@PLACES
def test_nobody_is_shown_under_a_name_of_the_house_or_of_a_deleted_account(
    connection: Connection, place: Place
) -> None:
    claim(connection, ANN, "Ann")
    remove(connection, ANN)
    for name in ("Operator", "Ann"):
        with pytest.raises(Refusal):
            place(connection, name)


def test_everybody_may_use_their_own_name(connection: Connection) -> None:
    claim(connection, BEN, "Ben")
    for place in (_hosts, _races):
        assert place(connection, "BEN") == "BEN"
        assert place(connection, "") == "Ben"


@pytest.mark.parametrize("used", ["Ann", "ANN", "A.nn"])
def test_who_uses_a_name_gives_it_up_when_an_account_takes_it(connection: Connection, used: str) -> None:
    code = races.make(connection, RaceEntrant(BEN, used), RACE, NOW).code
    cup = tournaments.add(connection, TERMS, NOW, NOW).code
    players.ensure(connection, CYN, NOW)
    tournaments.join(connection, cup, Visit(CYN), JoinRequest("ANN"), NOW)
    table = sessions.start(connection, CYN, FORTRESS, 1, shuffled(1), NOW).id
    company.invite(connection, table, CYN, Purpose.PLAY, NOW)
    company.sit(connection, company.own_table(connection, table, CYN).links[Purpose.PLAY], BEN, used, NOW)
    claim(connection, ANN, "Ann")
    assert company.own_table(connection, table, CYN).seats[0].name.startswith("Player ")
    shown = connection.execute(select(racer.c.name).where(racer.c.code == code)).scalar_one()
    assert shown.startswith("Player ")
    entered = tournaments.part_of(connection, tournaments.look(connection, cup), CYN).entrant
    assert entered
    assert entered.name.startswith("Player ")
    assert races.join(connection, code, RaceEntrant(BEN), NOW).racers[0].name == shown


def test_two_are_paired_even_if_an_account_has_taken_the_name_that_one_typed(connection: Connection) -> None:
    pairing.seek(connection, RaceEntrant(BEN, "Ann"), FORTRESS, NOW)
    claim(connection, ANN, "Ann")
    code = pairing.seek(connection, RaceEntrant(CYN, "Cyn"), FORTRESS, NOW).code
    assert code
    assert "Ann" not in {one.name for one in races.look(connection, code).racers}


def test_the_name_of_a_deleted_account_rests_for_a_month_and_nobody_can_read_it(connection: Connection) -> None:
    for player_id, name in ((ANN, "Ann"), (BEN, "Ben")):
        claim(connection, player_id, name)
        remove(connection, player_id)
    cyn = claim(connection, CYN, "Cyn")
    for name in ("Ann", "аnn", "BEN"):
        with pytest.raises(Impossible, match="taken"):
            accounts.rename(connection, cyn, name)
    kept = connection.execute(resting_name.select()).all()
    assert len(kept) == 2
    assert not any("ann" in str(value) or "ben" in str(value) for row in kept for value in row)
    operating.forget_people(connection, NOW + RESTING_MS)
    assert not naming.is_free(connection, CYN, "Ann")
    operating.forget_people(connection, NOW + RESTING_MS + 1)
    accounts.rename(connection, cyn, "Ann")
    assert not connection.execute(resting_name.select()).all()


def test_a_name_that_a_moderator_has_replaced_is_not_taken_back(connection: Connection) -> None:
    ann = claim(connection, ANN, "Rude word")
    decided = moderation.rename(connection, ANN, "Rude word", "", OPERATOR)
    for name in ("Rude word", "RudeWord"):
        with pytest.raises(Impossible, match="taken"):
            accounts.rename(connection, ann, name)
        with pytest.raises(Impossible, match="taken"):
            races.make(connection, RaceEntrant(ANN, name), RACE, NOW)
    with pytest.raises(Impossible, match="taken"):
        claim(connection, BEN, "Rude word")
    assert decided
    assert moderation.undo(connection, decided.id, OPERATOR)
    assert accounts.own(connection, ann).name == "Rude word"
    accounts.rename(connection, ann, "Ann")
    accounts.rename(connection, ann, "Rude word")


def test_a_title_that_a_moderator_has_replaced_is_not_used_again(connection: Connection) -> None:
    ann = claim(connection, ANN, "Ann")
    code = tournaments.make(connection, ann, TERMS, NOW, NOW).code
    assert titles.retitle(connection, Venue("tournament", code), TERMS.name, OPERATOR)
    with pytest.raises(Impossible, match="moderator has replaced"):
        tournaments.make(connection, ann, TERMS, NOW, NOW)


def test_accounts_with_all_spare_names_keep_nobody_without_a_name_out(connection: Connection) -> None:
    for number in range(1, 5):
        claim(connection, f"r{number:0>15}", f"Racer {number}")
    room = races.make(connection, RaceEntrant(ANN), RACE, NOW)
    names = [racer.name for racer in races.join(connection, room.code, RaceEntrant(BEN), NOW).racers]
    assert all(name.startswith("Guest ") for name in names)
    pairing.seek(connection, RaceEntrant(CYN), FORTRESS, NOW)
    assert pairing.seek(connection, RaceEntrant("dan0000000000000"), FORTRESS, NOW).code
