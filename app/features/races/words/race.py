"""A race: its room as a page and as a strip beside a table."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from app.core.words import listed, time_words
from app.features.races.service.finales import RatedFinale
from app.features.races.service.race_boards import UNWATCHED, may_watch
from app.features.races.service.reacting import may_react
from app.features.races.values import idling, placing
from app.features.races.values import race as racing
from app.features.races.values.door import at_the_door, is_at_the_door
from app.features.races.values.event import mark
from app.features.races.values.race import WAIT_MS, Heat, Race, Racer, RaceRun, RaceStage, RunOutcome
from app.features.races.values.reaction import REACTIONS, Reaction
from app.features.races.words.finishes import finish_lines
from app.features.races.words.invitation import RaceInvitation, invitation
from app.features.races.words.names import names_in
from app.features.races.words.podium import NOBODY_PLAYED, Podium, podium_of
from app.features.races.words.race_notice import race_notice
from app.features.races.words.tally import standing, tally
from app.features.races.words.terms import terms_words
from app.features.ratings.values.rating import Rating
from app.play.words.beside import PROVED

_MINUTE_MS = 60_000
_PATIENCE_MS = 60_000
"""How long nobody still racing may do nothing before a countdown shows."""
_NOT_RATED = "This round is not rated. That takes two people or two bots who are signed in when it begins."
_MOST_NAMED = 3
"""How many of those who are not ready are named."""
NOT_PROVED = "Nobody has proved this deal winnable. It may or may not be."


@dataclass(frozen=True, slots=True)
class RaceRunLine:
    """How far somebody has come in a heat."""

    mark: str
    name: str
    is_you: bool
    rank: str
    """The place, such as `1.`; empty while it can still change."""
    home: int
    words: str


@dataclass(frozen=True, slots=True)
class Departure:
    """Somebody who gives no sign, and without whom the race soon goes on."""

    name: str
    ms: int
    """How long until then."""


@dataclass(frozen=True, slots=True)
class Room:
    """What _race_room.html, _race_strip.html and _race_panel.html show besides the race."""

    viewer: str | None
    terms: str
    """What the race is about."""
    notice: str
    """What the room waits for; empty for nothing."""
    told: list[str]
    """How racers have come in while others still race, the earliest first."""
    departures: list[Departure]
    """Who of the others is away, and until when the race waits for them."""
    ends_in: int
    """Milliseconds until the heat ends because nobody still racing makes a move; 0 unless that has gone on a while."""
    time_left: int
    """Milliseconds until the heat’s limit; 0 without one, and between heats."""
    is_racing: bool
    """Whether the viewer's run goes on."""
    podium: Podium | None
    """How the last heat ended; None before its end."""
    rematch: str
    """Who wants another race, or whom the viewer waits for; empty without anybody."""
    again: str
    """What asks for another heat: the next one of the match, or the same again."""
    tally: str
    """How a match of several heats stands; empty before the end of the first."""
    standing: str
    """Which round of a match is being raced, and how it stands; empty outside one."""
    verdict: str
    """How the match ended; empty until then."""
    wins: Mapping[str, int]
    """How many heats each player has won, if a match has several."""
    idle_minutes: Mapping[str, int]
    """For how many minutes each idle racer has been idle."""
    starts_in: int
    """Milliseconds to the deal while the countdown runs."""
    begins_without: str
    """Whom the round does not wait for any longer, as in “without Ben”; empty if it waits for everybody."""
    table: str
    """The viewer's table while a heat is being raced; empty without one."""
    can_watch: bool
    """Whether the viewer does not race, or no longer does, and may see the boards of those who do."""
    watching: str
    """What the link to these boards says."""
    unwatched: str
    """Why the viewer, who is not racing or no longer is, may not see them yet; empty for anybody else."""
    is_racer: bool
    removable: Collection[str]
    """The players whom the viewer may remove."""
    leads: bool
    """Whether the viewer may act as the host."""
    invitation: RaceInvitation | None
    """To what somebody is invited who may come in."""
    asks: bool
    """Whether the viewer waits at the door."""
    asking: tuple[str, ...]
    """The names of those at the door whom the viewer may let in."""
    can_be_ready: bool
    can_react: bool
    can_begin: bool
    can_stop: bool
    ratings: Mapping[str, Rating]
    """By player; only of those in the room who have one."""

    @property
    def passed_on(self) -> str:
        """What to send to others of the last heat; empty before its end, and if everybody left."""
        return self.podium.passed_on if self.podium else ""


def room_of(race: Race, viewer: str | None, now: int, ratings: Mapping[str, Rating], ended: RatedFinale | None) -> Room:
    """Show one viewer what changes in a race; `ended` is how its last heat did."""
    known = race.racer(viewer)
    you = known if known and not known.left else None
    run, heat = race.run(viewer), race.heat
    leads = you is not None and race.stage is not RaceStage.SET_ASIDE and idling.leads(race, you.player_id, now)
    return Room(
        viewer=viewer,
        terms=terms_words(race.terms),
        notice=race_notice(race, now),
        told=finish_lines(race, heat, viewer) if heat else [],
        departures=_departures(race, viewer, now),
        ends_in=_ends_in(race, now),
        time_left=max(racing.ends_at(race, heat) - now, 0) if heat and race.terms.limit_ms else 0,
        is_racing=run is not None and run.outcome is None,
        podium=podium_of(race, ended, viewer) if ended else None,
        rematch=_rematch(race, you, now) if ended else "",
        again="Again" if placing.is_decided(race) else "Next round",
        tally=tally(race),
        standing=standing(race, viewer),
        verdict=_verdict(race),
        wins=placing.wins(race) if race.terms.best_of > 1 else {},
        idle_minutes={player_id: (now - since) // _MINUTE_MS for player_id, since in idling.idle(race, now).items()},
        starts_in=max(race.starts_at - now, 0) if race.starts_at is not None else 0,
        begins_without=_begins_without(race, you) if _waits_to_begin(race, now) else "",
        table=f"/sessions/{run.session_id}" if run and run.outcome is None else "",
        can_watch=may_watch(race, viewer),
        watching=_watching(race, run),
        unwatched=UNWATCHED if heat and not may_watch(race, viewer) and (run is None or run.outcome) else "",
        is_racer=you is not None,
        removable=idling.removable(race, viewer, now) if leads and viewer else (),
        leads=leads,
        invitation=invitation(race, viewer),
        asks=known is not None and is_at_the_door(known) and bool(race.present),
        asking=tuple(racer.name for racer in at_the_door(race, now)) if leads else (),
        can_be_ready=you is not None and not you.ready and heat is None and race.stage is not RaceStage.SET_ASIDE,
        can_react=may_react(race, viewer),
        can_begin=leads and idling.may_begin(race, now),
        can_stop=leads and heat is not None and any(run.outcome is RunOutcome.WON for run in heat.runs),
        ratings=ratings,
    )


def run_lines(race: Race, heat: Heat, viewer: str | None) -> list[RaceRunLine]:
    """Show the runs of a heat, the first place first."""
    names = names_in(race)
    return [
        RaceRunLine(
            mark=mark(run.session_id),
            name=names[run.player_id],
            is_you=run.player_id == viewer,
            rank=f"{place}." if heat.ended_at is not None or run.outcome is RunOutcome.WON else "",
            home=run.home,
            words=_run_words(run),
        )
        for place, run in placing.standings(heat.runs)
    ]


def reactions_to(_race: Race) -> list[tuple[Reaction, str]]:
    """List the reactions to a race with what they say."""
    return list(REACTIONS.items())


def proof_note(race: Race, heat: Heat) -> str:
    """Return whether the deal of a heat is proved winnable, if the terms ask for it; empty otherwise."""
    return (PROVED if heat.proved else NOT_PROVED) if race.terms.winnable else ""


def stake_note(race: Race, heat: Heat) -> str:
    """Name those for whom a heat is rated; empty if it was over before heats stored that, or if nobody staked on it."""
    names = names_in(race)
    match [names[run.player_id] for run in heat.runs if run.stake]:
        case []:
            return "" if heat.ended_at else _NOT_RATED
        case _ if heat.ended_at is not None and not any(placing.has_acted(run) for run in heat.runs):
            return NOBODY_PLAYED
        case staking if len(staking) == len(heat.runs):
            return "This round is rated."
        case staking:
            return f"This round is rated for {listed(staking)}, who were signed in when it began."


def _run_words(run: RaceRun) -> str:
    match run.outcome:
        case None:
            return ""
        case RunOutcome.WON:
            return f"finished in {time_words(run.ms)}"
        case RunOutcome.GIVEN_UP:
            return "gave up"
        case RunOutcome.FORFEITED:
            return "left"
        case RunOutcome.STOPPED:
            return "still playing at the end"


def _watching(race: Race, run: RaceRun | None) -> str:
    if run is None or race.heat is None:
        return "Watch the race"
    match [other.player_id for other in race.heat.runs if other is not run]:
        case [rival]:
            return f"Watch {names_in(race)[rival]}"
        case _:
            return "Watch the others"


def _departures(race: Race, viewer: str | None, now: int) -> list[Departure]:
    if race.stage is RaceStage.SET_ASIDE:
        return []
    leaving = {who: at for who, at in idling.out_at(race, now).items() if who != viewer}
    here = [racer for racer in race.present if racer.player_id in leaving]
    return [Departure(racer.name, max(leaving[racer.player_id] - now, 0)) for racer in here]


def _ends_in(race: Race, now: int) -> int:
    waited = racing.waits_until(race, race.heat) if race.heat else None
    left = 0 if waited is None else max(waited - now, 0)
    return left if left <= WAIT_MS - _PATIENCE_MS else 0


def _waits_to_begin(race: Race, now: int) -> bool:
    return race.stage is RaceStage.COUNTDOWN and idling.may_begin(race, now)


def _begins_without(race: Race, you: Racer | None) -> str:
    if you and not you.ready:
        return "without you"
    slow = [racer.name for racer in race.present if not racer.ready]
    if len(slow) > _MOST_NAMED:
        return f"without the {len(slow)} who are not ready"
    return f"without {listed(slow)}"


def _rematch(race: Race, you: Racer | None, now: int) -> str:
    waits = _waits_to_begin(race, now)
    if race.stage is not RaceStage.GATHERING and not waits:
        return ""
    others = [racer for racer in race.present if racer is not you]
    if you and you.ready and waits:
        return ""
    if you and you.ready:
        slow = [racer.name for racer in others if not racer.ready]
        return f"Waiting for {listed(slow)}." if slow else ""
    match [racer.name for racer in others if racer.ready]:
        case []:
            return ""
        case [name]:
            return f"{name} wants to race again."
        case several:
            return f"{listed(several)} want to race again."


def _verdict(race: Race) -> str:
    if race.heat or not placing.is_decided(race):
        return ""
    names = names_in(race)
    match [names[player_id] for player_id in placing.champions(race)]:
        case []:
            return "Nobody has won."
        case [name]:
            return f"{name} has won."
        case several:
            return f"It’s a tie between {listed(several)}."
