"""What can be done in a tournament, by its services: make, join, play, and close."""

import pytest

from app.core.due import FailedTry
from app.core.refusals import Impossible, NotFound, NotYours, Withheld
from app.features.friends.service import groups
from app.features.tournaments.rows import entrants
from app.features.tournaments.service import tournament_rounds, tournaments
from app.features.tournaments.values import tournament
from app.features.tournaments.values.tournament import SETTLING_MS, TournamentStage
from app.people.rows import players
from app.people.service import accounts
from app.people.visitors import Visit
from app.play.rows import sessions as rows
from app.play.rows import stock
from app.play.service import secrecy, sessions
from app.play.values.shelf import Shelf
from engine.deals import shuffled
from engine.descent import DealQuery
from tests.app.tournaments.ground import FORTRESS, MINUTE, TERMS, Ground

ANN, BEN, CYN = "ann-ann-ann-0001", "ben-ben-ben-0001", "cyn-cyn-cyn-0001"


def test_an_arena_opens_runs_and_closes_and_counts_what_was_won(ground: Ground) -> None:
    ground.stock(3)
    made = ground.make(lead=MINUTE)
    assert made.stage(ground.now) is TournamentStage.COMING
    assert made.is_drawn
    for player, name in ((ANN, "Ann"), (BEN, "Ben")):
        ground.join(made.code, player, name)
    with pytest.raises(Impossible, match="not begun"):
        ground.next(made.code, ANN)
    ground.now += MINUTE
    first = ground.next(made.code, ANN)
    assert ground.next(made.code, ANN) == first
    ground.now += 1000
    ground.win(first)
    ground.give_up(ground.next(made.code, ANN))
    ben = ground.next(made.code, BEN)
    assert ben.deal == first.deal
    ground.now = made.closes_at + SETTLING_MS
    ground.look_after(made.code)
    closed = tournaments.look(ground.connection, made.code)
    assert closed.stage(ground.now) is TournamentStage.CLOSED
    standings = tournaments.standings(ground.connection, made.code)
    told = [(place.rank, place.entrant.name, place.entrant.points, place.entrant.won) for place in standings.first]
    assert told == [(1, "Ann", 3, 1), (2, "Ben", 0, 0)]
    assert standings.first[0].entrant.ms == 1000
    assert [one.outcome for one in entrants.tries(ground.connection, made.code, BEN)] == [tournament.TryOutcome.STOPPED]
    played = rows.find_all(ground.connection, [ben.id, first.id])
    assert [one.sealed for one in played.values()] == [False, False]
    assert tournaments.best_wins(ground.connection, closed)[1].name == "Ann"


def test_deals_come_once_in_their_order_and_then_those_that_were_given_up(ground: Ground) -> None:
    ground.stock(3)
    code = ground.make().code
    ground.join(code, ANN)
    numbers = []
    for ending in (ground.give_up, ground.win, ground.give_up, ground.win, ground.win):
        session = ground.next(code, ANN)
        begun = entrants.try_of(ground.connection, session.id)
        assert begun is not None
        numbers.append(begun.number)
        ending(session)
    assert numbers == [1, 2, 3, 1, 3]
    assert tournaments.standings(ground.connection, code).first[0].entrant.points == 3 + 2 + 2
    with pytest.raises(Impossible, match="played all the deals"):
        ground.next(code, ANN)


def test_with_one_try_a_deal_that_was_given_up_is_gone(ground: Ground) -> None:
    ground.stock(3)
    code = ground.make(one_try=True).code
    ground.join(code, ANN)
    for _ in range(3):
        ground.give_up(ground.next(code, ANN))
    with pytest.raises(Impossible, match="played all the deals"):
        ground.next(code, ANN)


def test_a_tournament_without_deals_waits_openly_and_then_lasts_as_long_as_it_was_to(ground: Ground) -> None:
    ground.stock(2)
    made = ground.make()
    ground.join(made.code, ANN)
    ground.now += MINUTE
    ground.look_after(made.code)
    waiting = tournaments.look(ground.connection, made.code)
    assert (len(waiting.missing), waiting.stage(ground.now)) == (1, TournamentStage.COMING)
    assert tournament.seal(waiting) is None
    with pytest.raises(Impossible, match="is waiting for its deals"):
        ground.next(made.code, ANN)
    stock.add_for_race(ground.connection, Shelf.for_races(FORTRESS), 4242)
    ground.now += 2 * tournament.LOOK_MS
    ground.look_after(made.code)
    ready = tournaments.look(ground.connection, made.code)
    assert ready.opens_at == ground.now
    assert ready.closes_at - ready.opens_at == TERMS.length_ms
    assert ground.next(made.code, ANN).sealed


def test_races_keep_the_deals_that_they_need(ground: Ground) -> None:
    ground.stock(0)
    assert len(ground.make().missing) == 3


def test_what_binds_the_server_is_there_before_the_beginning_and_never_changes(ground: Ground) -> None:
    ground.stock(3)
    made = ground.make(lead=MINUTE)
    before = tournament.seal(made)
    assert before is not None
    ground.now = made.closes_at + SETTLING_MS
    ground.look_after(made.code)
    assert tournament.seal(tournaments.look(ground.connection, made.code)) == before


def test_every_deal_is_secret_until_the_tournament_is_closed(ground: Ground) -> None:
    ground.stock(3)
    made = ground.make(lead=MINUTE)
    decks = [shuffled(one.deal) for one in made.deals if one.deal]
    assert secrecy.open_among(ground.connection, decks, ground.now) == set(decks)
    ground.now = made.closes_at
    for deck in decks:
        with pytest.raises(Withheld):
            secrecy.check_help_with(ground.connection, DealQuery(FORTRESS.game.rules, deck, ()), None, ground.now)
    ground.now += SETTLING_MS
    ground.look_after(made.code)
    assert secrecy.open_among(ground.connection, decks, ground.now) == set()


def test_a_game_of_a_tournament_cannot_be_begun_again_or_taken_along_before_the_end(ground: Ground) -> None:
    ground.stock(3)
    code = ground.make().code
    ground.join(code, ANN)
    session = ground.next(code, ANN)
    with pytest.raises(Withheld):
        sessions.restart(ground.connection, session.id, ANN, ground.now)
    with pytest.raises(Withheld):
        sessions.record_of(ground.connection, session.id, ANN, ground.now)


@pytest.mark.parametrize(("late", "points"), [(-1, 3), (0, 0)])
def test_a_win_before_the_end_counts_and_one_at_the_end_does_not(ground: Ground, late: int, points: int) -> None:
    ground.stock(3)
    made = ground.make()
    ground.join(made.code, ANN)
    session = ground.next(made.code, ANN)
    ground.now = made.closes_at + late
    ground.win(session)
    ground.now = made.closes_at + SETTLING_MS
    ground.look_after(made.code)
    assert tournaments.standings(ground.connection, made.code).first[0].entrant.points == points


def test_nobody_joins_or_begins_after_the_end(ground: Ground) -> None:
    ground.stock(3)
    made = ground.make()
    ground.join(made.code, ANN)
    ground.now = made.closes_at
    with pytest.raises(Impossible, match="is over"):
        ground.next(made.code, ANN)
    with pytest.raises(Impossible, match="is over"):
        ground.join(made.code, BEN)


def test_names_differ_and_who_gives_none_gets_one(ground: Ground) -> None:
    ground.stock(3)
    code = ground.make().code
    ground.join(code, ANN, "Ann")
    with pytest.raises(Impossible, match="has that name"):
        ground.join(code, BEN, "ANN")
    assert ground.join(code, BEN).name.startswith("Player ")
    assert ground.join(code, ANN, "Annie").name == "Annie"
    ground.next(code, ANN)
    assert ground.join(code, ANN, "Other").name == "Annie"


def test_only_who_has_joined_plays_and_only_a_tournament_that_is_there(ground: Ground) -> None:
    ground.stock(3)
    code = ground.make().code
    with pytest.raises(NotYours):
        ground.next(code, ANN)
    with pytest.raises(NotFound):
        ground.next("ZZZZZZ", ANN)


def test_whoever_began_a_tournament_as_a_guest_stays_a_guest_there_whatever_they_sign_in_to(ground: Ground) -> None:
    ground.stock(3)
    code = ground.make(one_try=True, blind=True).code
    dee = "dee-dee-dee-0001"
    for player in (ANN, BEN, CYN):
        ground.join(code, player)
    for player in (ANN, BEN):
        ground.win(ground.next(code, player))
    visits = [accounts.claim(ground.connection, Visit(one), one, "x", ["d"], ground.now) for one in (dee, BEN, CYN)]
    account = accounts.own(ground.connection, visits[0])
    accounts.enter(ground.connection, account, Visit(ANN))
    # The one who has begun nothing plays with the account that is there then.
    ground.next(code, CYN)
    entered = {one.player_id: one.has_account for one in entrants.all_of(ground.connection, code)}
    assert entered == {dee: False, BEN: False, CYN: True}


def test_an_account_that_is_deleted_leaves_its_results_without_a_name_or_a_group(ground: Ground) -> None:
    ground.stock(3)
    code = ground.make().code
    for player, name in ((ANN, "Ann"), (BEN, "Ben")):
        accounts.claim(ground.connection, Visit(player), name, "x", ["d"], ground.now)
    group = groups.make(ground.connection, Visit(ANN, 1), "Lodge", ground.now)
    for player in (ANN, BEN):
        entry = tournaments.JoinRequest(group=group.code if player == ANN else "")
        tournaments.join(ground.connection, code, Visit(player, 1), entry, ground.now)
    with pytest.raises(NotYours):
        tournaments.join(ground.connection, code, Visit(BEN, 1), tournaments.JoinRequest(group=group.code), ground.now)
    assert [team.name for team in tournaments.standings(ground.connection, code).teams] == ["Lodge"]
    for player in (ANN, BEN):
        account = accounts.own(ground.connection, Visit(player, 1))
        accounts.remove(ground.connection, account, ground.now)
    standings = tournaments.standings(ground.connection, code)
    assert [place.entrant.name for place in standings.first] == ["Somebody", "Somebody"]
    assert standings.teams == ()


def test_bots_join_only_where_they_may(ground: Ground) -> None:
    ground.stock(3)
    people, both = ground.make().code, ground.make(bots=True).code
    ground.join(both, CYN)
    players.become_bot(ground.connection, CYN)
    with pytest.raises(Impossible, match="for people only"):
        ground.join(people, CYN)
    assert ground.join(both, CYN).player_id == CYN
    assert tournaments.standings(ground.connection, both).first[0].entrant.bot


def test_a_blind_tournament_shows_others_only_to_who_is_done_or_when_it_is_over(ground: Ground) -> None:
    ground.stock(3)
    made = ground.make(blind=True, one_try=True)
    ground.join(made.code, ANN)
    ground.join(made.code, BEN)
    for _ in range(3):
        assert not _may(ground, made, ANN)
        ground.win(ground.next(made.code, ANN))
    assert [_may(ground, made, player) for player in (ANN, BEN, CYN)] == [True, False, False]
    ground.now = made.closes_at + SETTLING_MS
    assert not _may(ground, made, BEN)
    ground.look_after(made.code)
    assert all(_may(ground, made, player) for player in (ANN, BEN, CYN))


def test_one_that_fails_again_and_again_ends_as_it_stands_and_tells_its_deals(ground: Ground) -> None:
    ground.stock(3)
    made = ground.make()
    ground.join(made.code, ANN)
    session = ground.next(made.code, ANN)
    tournament_rounds.keep_failure(ground.connection, made.code, FailedTry(0, ground.now + 2000), ground.now)
    assert tournaments.look(ground.connection, made.code).failures == 1
    tournament_rounds.keep_failure(ground.connection, made.code, FailedTry(4, None), ground.now)
    ended = tournaments.look(ground.connection, made.code)
    assert (ended.stage(ground.now), ended.set_aside) == (TournamentStage.CLOSED, True)
    found = rows.find(ground.connection, session.id)
    assert found is not None
    assert not found.sealed
    ground.win(session._replace(seq=found.seq))
    assert tournaments.standings(ground.connection, made.code).first[0].entrant.points == 0


def test_a_guest_who_signs_in_takes_the_games_along(ground: Ground) -> None:
    ground.stock(3)
    made = ground.make()
    ground.join(made.code, ANN, "Ann")
    accounts.claim(ground.connection, Visit(BEN), "Ben", "x", ["d"], ground.now)
    session = ground.next(made.code, ANN)
    account = accounts.own(ground.connection, Visit(BEN, 1))
    accounts.enter(ground.connection, account, Visit(ANN))
    ground.win(session._replace(player_id=BEN), generation=1)
    assert tournaments.standings(ground.connection, made.code).first[0].entrant.player_id == BEN


def _may(ground: Ground, made: tournament.Tournament, player_id: str) -> bool:
    found = tournaments.look(ground.connection, made.code)
    part = tournaments.part_of(ground.connection, made, player_id)
    return tournaments.may_compare(found, part.tries, ground.now)
