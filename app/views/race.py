"""A race: its room as a page, as a strip beside a table, and as a document."""

from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from app import racing
from app.racing import FEWEST, Heat, Outcome, Race, Racer, Run, Stage
from app.services.rulebook import read_options
from app.views.deals import deal_link
from app.views.sharing import qr_code
from app.views.summary import options_words
from app.views.words import figured, listed, number, sentence
from engine.cards import CARDS
from engine.games import find

ALL_HOME = len(CARDS)
_MINUTE_MS = 60_000
NOT_PROVED = "No deal proved winnable was in stock: this one may be or not."


@dataclass(frozen=True, slots=True)
class RacerLine:
    """Somebody in the room."""

    name: str
    is_host: bool
    is_you: bool
    words: str


@dataclass(frozen=True, slots=True)
class RunLine:
    """How far somebody has come in a heat."""

    mark: str
    name: str
    is_you: bool
    rank: str
    """The place, of a heat that is over."""
    home: int
    words: str


@dataclass(frozen=True, slots=True)
class HeatView:
    """A heat with its runs, the first place first."""

    title: str
    is_open: bool
    deal_words: str
    """Of a heat that is over."""
    link: str
    note: str
    """That its deal is not what was asked for; empty where it is."""
    runs: tuple[RunLine, ...]


@dataclass(frozen=True, slots=True)
class RoomView:
    """What _race_room.html and _race_strip.html show."""

    code: str
    stage: str
    racers: tuple[RacerLine, ...]
    heats: tuple[HeatView, ...]
    """The latest first."""
    verdict: str
    """How the match ended; empty before."""
    starts_in: int
    """Milliseconds to the deal while the countdown runs."""
    table: str
    """The viewer's table while a heat is being raced; empty without one."""
    can_be_ready: bool
    can_begin: bool
    can_stop: bool
    is_racer: bool


@dataclass(frozen=True, slots=True)
class RacePage:
    """What race.html shows."""

    code: str
    name: str
    terms: str
    address: str
    """The whole address, to be passed on."""
    qr: Markup
    joinable: bool
    returning: bool
    """Whether the viewer has been in the room before."""
    refused: str
    """Why joining was refused; empty where it was not."""
    room: RoomView


def race_page(race: Race, viewer: str | None, origin: str, now: int, refused: str = "") -> RacePage:
    """Show a race to a viewer; `origin` is the address of this server."""
    game, known, address = find(race.terms.game), race.racer(viewer), f"{origin}/races/{race.code}"
    return RacePage(
        code=race.code,
        name=game.name,
        terms=_terms_words(race),
        address=address,
        qr=qr_code(address),
        joinable=known is None or known.left,
        returning=known is not None,
        refused=refused,
        room=room_view(race, viewer, now),
    )


def room_view(race: Race, viewer: str | None, now: int) -> RoomView:
    """Show what changes in a race."""
    known = race.racer(viewer)
    you = known if known and not known.left else None
    run, heat = race.run(viewer), race.heat
    is_host = you is not None and you.player_id == race.host_id
    racing_now = run is not None and run.outcome is None
    return RoomView(
        code=race.code,
        stage=race.stage,
        racers=tuple(_racer_line(race, racer, viewer) for racer in race.present),
        heats=tuple(_heat_view(race, heat, viewer) for heat in reversed(race.heats)),
        verdict=_verdict(race),
        starts_in=max(race.starts_at - now, 0) if race.starts_at is not None else 0,
        table=f"/sessions/{run.session_id}" if run and racing_now else "",
        can_be_ready=you is not None and not you.ready and heat is None,
        can_begin=is_host and race.stage is Stage.GATHERING and FEWEST <= len(race.ready) < len(race.present),
        can_stop=is_host and heat is not None and any(run.outcome is Outcome.WON for run in heat.runs),
        is_racer=you is not None,
    )


def race_document(race: Race, viewer: str | None, now: int) -> dict[str, Any]:
    """Write a race as JSON; the deal of a heat only when it is over."""
    run = race.run(viewer)
    return {
        "code": race.code,
        "game": race.terms.game,
        "options": read_options(race.terms.options),
        "winnable": race.terms.winnable,
        "best_of": race.terms.best_of,
        "limit": race.terms.limit_ms // 1000 if race.terms.limit_ms else None,
        "stage": race.stage,
        "starts_in": max(race.starts_at - now, 0) / 1000 if race.starts_at is not None else None,
        "session": run.session_id if run else None,
        "racers": [
            {
                "name": racer.name,
                "host": racer.player_id == race.host_id,
                "you": racer.player_id == viewer,
                "ready": racer.ready,
                "present": not racer.left,
                "wins": racing.wins(race)[racer.player_id],
            }
            for racer in race.racers
        ],
        "heats": [_heat_document(race, heat) for heat in race.heats],
        "champions": [_name(race, player_id) for player_id in racing.champions(race)],
    }


def time_words(ms: int) -> str:
    """Write how long something took, as minutes and seconds.

    >>> time_words(125_900)
    '2:05'
    """
    minutes, seconds = divmod(ms // 1000, 60)
    return f"{minutes}:{seconds:02}"


def _heat_document(race: Race, heat: Heat) -> dict[str, Any]:
    return {
        "number": heat.number,
        "deal": None if heat.ended_at is None else heat.deal,
        "proved": heat.proved,
        "over": heat.ended_at is not None,
        "runs": [
            {
                "run": racing.mark(run.session_id),
                "name": _name(race, run.player_id),
                "place": place,
                "outcome": run.outcome,
                "home": run.home,
                "steps": run.steps,
                "seconds": run.ms / 1000 if run.outcome else None,
            }
            for place, run in racing.standings(heat.runs)
        ],
    }


def _racer_line(race: Race, racer: Racer, viewer: str | None) -> RacerLine:
    won = racing.wins(race)[racer.player_id] if race.terms.best_of > 1 else 0
    said = [figured(won, "heat") + " won"] if won else []
    if race.heat is None:
        said.append("ready" if racer.ready else "not ready yet")
    return RacerLine(racer.name, racer.player_id == race.host_id, racer.player_id == viewer, ", ".join(said))


def _heat_view(race: Race, heat: Heat, viewer: str | None) -> HeatView:
    game, is_open = find(race.terms.game), heat.ended_at is None
    proved = ", proved winnable" if heat.proved else ""
    return HeatView(
        title=f"Heat {heat.number}",
        is_open=is_open,
        deal_words="" if is_open else f"Deal {heat.deal}{proved}",
        note=NOT_PROVED if race.terms.winnable and not heat.proved else "",
        link="" if is_open else deal_link(game, heat.deal, read_options(race.terms.options)),
        runs=tuple(
            RunLine(
                mark=racing.mark(run.session_id),
                name=_name(race, run.player_id),
                is_you=run.player_id == viewer,
                rank="" if is_open else f"{place}.",
                home=run.home,
                words=_run_words(run),
            )
            for place, run in racing.standings(heat.runs)
        ),
    )


def _run_words(run: Run) -> str:
    match run.outcome:
        case None:
            return ""
        case Outcome.WON:
            return f"finished in {time_words(run.ms)}"
        case Outcome.GIVEN_UP:
            return "gave up"
        case Outcome.FORFEITED:
            return "left"
        case Outcome.STOPPED:
            return "still playing at the end"


def _verdict(race: Race) -> str:
    if race.heat or not racing.is_decided(race):
        return ""
    names = [_name(race, player_id) for player_id in racing.champions(race)]
    match names:
        case []:
            return "Nobody has won."
        case [name]:
            return f"{name} has won."
        case _:
            return f"A tie: {listed(names)} have won."


def _terms_words(race: Race) -> str:
    terms, game = race.terms, find(race.terms.game)
    said = [options_words(game, read_options(terms.options))] if terms.options else []
    said.append("one heat" if terms.best_of == 1 else f"best of {number(terms.best_of)}")
    said.append("deals proved winnable" if terms.winnable else "any deals")
    if terms.limit_ms:
        said.append(f"{figured(terms.limit_ms // _MINUTE_MS, 'minute')} a heat")
    return sentence(", ".join(filter(None, said)))


def _name(race: Race, player_id: str) -> str:
    racer = race.racer(player_id)
    return racer.name if racer else "Somebody"
