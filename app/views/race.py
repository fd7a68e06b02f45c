"""A race: its room as a page, as a strip beside a table, and as a document."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from app.model import idling, placing
from app.model import race as racing
from app.model.race import FEWEST, Heat, Outcome, Race, Racer, Run, Stage
from app.views.deals import deal_link
from app.views.proof import PROVED
from app.views.race_notice import race_notice
from app.views.sharing import qr_code
from app.views.summary import options_words
from app.views.words import listed, number, numbered, sentence

_MINUTE_MS = 60_000
NOT_PROVED = "Nobody has proved this deal winnable. It may or may not be."


@dataclass(frozen=True, slots=True)
class RacerLine:
    """Somebody in the room."""

    name: str
    is_host: bool
    is_you: bool
    words: str
    can_be_dismissed: bool
    """Whether the viewer may remove this idle racer."""


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
    """Whether its deal is proved winnable, if the terms ask for it; empty otherwise."""
    runs: tuple[RunLine, ...]


@dataclass(frozen=True, slots=True)
class RoomView:
    """What _race_room.html and _race_strip.html show."""

    code: str
    stage: str
    notice: str
    """What the room waits for; empty for nothing."""
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
    can_deal_any: bool
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
    """Why the server refused the visitor; empty if it didn't."""
    room: RoomView


def race_page(race: Race, viewer: str | None, origin: str, now: int, refused: str = "") -> RacePage:
    """Show a race to a viewer; `origin` is the address of this server."""
    game, known, address = race.terms.variant.game, race.racer(viewer), f"{origin}/races/{race.code}"
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
    leads = you is not None and race.stage is not Stage.SET_ASIDE and idling.leads(race, you.player_id, now)
    racing_now = run is not None and run.outcome is None
    told = _Told(now, placing.wins(race) if race.terms.best_of > 1 else {}, idling.idle(race, now), leads)
    return RoomView(
        code=race.code,
        stage=race.stage,
        notice=race_notice(race, now),
        racers=tuple(_racer_line(race, racer, viewer, told) for racer in race.present),
        heats=tuple(_heat_view(race, heat, viewer) for heat in reversed(race.heats)),
        verdict=_verdict(race),
        starts_in=max(race.starts_at - now, 0) if race.starts_at is not None else 0,
        table=f"/sessions/{run.session_id}" if run and racing_now else "",
        can_be_ready=you is not None and not you.ready and heat is None and race.stage is not Stage.SET_ASIDE,
        can_begin=leads and race.stage is Stage.GATHERING and FEWEST <= len(race.ready) < len(race.present),
        can_stop=leads and heat is not None and any(run.outcome is Outcome.WON for run in heat.runs),
        can_deal_any=leads and race.stage is Stage.SEEKING,
        is_racer=you is not None,
    )


def race_document(race: Race, viewer: str | None, now: int) -> dict[str, Any]:
    """Write a race as JSON; the deal of a heat only when it is over."""
    run, won, away, names = race.run(viewer), placing.wins(race), idling.idle(race, now), _names(race)
    return {
        "code": race.code,
        "game": race.terms.variant.game.slug,
        "options": race.terms.variant.options,
        "winnable": race.terms.winnable,
        "best_of": race.terms.best_of,
        "limit": race.terms.limit_ms // 1000 if race.terms.limit_ms else None,
        "stage": race.stage,
        "notice": race_notice(race, now) or None,
        "starts_in": max(race.starts_at - now, 0) / 1000 if race.starts_at is not None else None,
        "session": run.session_id if run else None,
        "racers": [
            {
                "name": racer.name,
                "host": racer.player_id == race.host_id,
                "you": racer.player_id == viewer,
                "ready": racer.ready,
                "present": not racer.left,
                "wins": won[racer.player_id],
                "idle": (now - away[racer.player_id]) / 1000 if racer.player_id in away else None,
            }
            for racer in race.racers
        ],
        "heats": [_heat_document(heat, names) for heat in race.heats],
        "champions": [_name(names, player_id) for player_id in placing.champions(race)],
    }


def time_words(ms: int) -> str:
    """Write how long something took, as minutes and seconds.

    >>> time_words(125_900)
    '2:05'
    """
    minutes, seconds = divmod(ms // 1000, 60)
    return f"{minutes}:{seconds:02}"


def _heat_document(heat: Heat, names: Mapping[str, str]) -> dict[str, Any]:
    return {
        "number": heat.number,
        "deal": None if heat.ended_at is None else str(heat.deal),
        "proved": heat.proved,
        "over": heat.ended_at is not None,
        "runs": [
            {
                "run": racing.mark(run.session_id),
                "name": _name(names, run.player_id),
                "place": place,
                "outcome": run.outcome,
                "home": run.home,
                "steps": run.steps,
                "seconds": run.ms / 1000 if run.outcome else None,
            }
            for place, run in placing.standings(heat.runs)
        ],
    }


@dataclass(frozen=True, slots=True)
class _Told:
    """Everything that all racers' lines share."""

    now: int
    wins: Mapping[str, int]
    idle: Mapping[str, int]
    leads: bool
    """Whether the viewer may act as the host."""


def _racer_line(race: Race, racer: Racer, viewer: str | None, told: _Told) -> RacerLine:
    won, idle_since = told.wins.get(racer.player_id, 0), told.idle.get(racer.player_id)
    is_you = racer.player_id == viewer
    said = [numbered(won, "1 heat won", "{count} heats won")] if won else []
    if race.heat is None and race.stage is not Stage.SET_ASIDE:
        said.append("ready" if racer.ready else "not ready yet")
    if idle_since is not None:
        minutes = (told.now - idle_since) // _MINUTE_MS
        said.append(numbered(minutes, "idle for 1 minute", "idle for {count} minutes"))
    return RacerLine(
        name=racer.name,
        is_host=racer.player_id == race.host_id,
        is_you=is_you,
        words=", ".join(said),
        can_be_dismissed=told.leads and idle_since is not None and not is_you,
    )


def _heat_view(race: Race, heat: Heat, viewer: str | None) -> HeatView:
    game, is_open, names = race.terms.variant.game, heat.ended_at is None, _names(race)
    dealt = f"Deal {heat.deal}, proved winnable" if heat.proved else f"Deal {heat.deal}"
    return HeatView(
        title=f"Heat {heat.number}",
        is_open=is_open,
        deal_words="" if is_open else dealt,
        note=(PROVED if heat.proved else NOT_PROVED) if race.terms.winnable else "",
        link="" if is_open else deal_link(game, heat.deal, race.terms.variant.options),
        runs=tuple(
            RunLine(
                mark=racing.mark(run.session_id),
                name=_name(names, run.player_id),
                is_you=run.player_id == viewer,
                rank="" if is_open else f"{place}.",
                home=run.home,
                words=_run_words(run),
            )
            for place, run in placing.standings(heat.runs)
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
    if race.heat or not placing.is_decided(race):
        return ""
    names = _names(race)
    match [_name(names, player_id) for player_id in placing.champions(race)]:
        case []:
            return "Nobody has won."
        case [name]:
            return f"{name} has won."
        case several:
            return f"It’s a tie: {listed(several)} have won."


def _terms_words(race: Race) -> str:
    terms, variant = race.terms, race.terms.variant
    options = options_words(variant.game, variant.options)
    said = [f"{sentence(options)}."] if options else []
    said.append("One heat." if terms.best_of == 1 else f"Best of {number(terms.best_of)}.")
    said.append("The deals are proved winnable." if terms.winnable else "Any deals, winnable or not.")
    if terms.limit_ms:
        minutes = terms.limit_ms // _MINUTE_MS
        said.append(numbered(minutes, "A heat takes at most 1 minute.", "A heat takes at most {count} minutes."))
    return " ".join(said)


def _names(race: Race) -> Mapping[str, str]:
    return {racer.player_id: racer.name for racer in race.racers}


def _name(names: Mapping[str, str], player_id: str) -> str:
    return names.get(player_id, "Somebody")
