"""The documents of races, of open rooms, and of waiting for somebody to race."""

from collections.abc import Mapping
from typing import Literal, Self

from pydantic import BaseModel, Field

from app.features.races.service.ghosts import Ghost
from app.features.races.service.rooms import MOST_ROOMS, OpenRoom
from app.features.races.values import idling, placing
from app.features.races.values.door import is_at_the_door
from app.features.races.values.event import mark
from app.features.races.values.pairing import WaitingPlayer
from app.features.races.values.race import Heat, Race, Racer, RaceRun, RaceStage, RunOutcome
from app.features.races.values.reaction import Reaction
from app.features.races.words.names import names_in
from app.features.races.words.race_notice import race_notice
from app.features.ratings.values.rating import Rating
from app.people.names import BOT
from app.play.documents import SessionDocument
from app.play.service.play import standing
from app.play.values.session import Session
from engine.record import Status


class TermsDocument(BaseModel):
    """What a race is about."""

    code: str = Field(description="What its address and the other endpoints call it.", examples=["BCDFGH"])
    game: str = Field(description="The game’s slug.")
    options: Mapping[str, str] = Field(description="A value for each option of the game.")
    winnable: bool = Field(description="Whether every heat waits for a deal that is proved winnable.")
    best_of: int = Field(description="The most heats that a match has.")
    limit: int | None = Field(description="The most seconds a heat lasts; null for three hours.")
    bots: bool = Field(description="Whether bots may join.")

    @classmethod
    def of_race(cls, race: Race) -> Self:
        """Write the terms of a race."""
        terms = race.terms
        return cls(
            code=race.code,
            game=terms.variant.game.slug,
            options=terms.variant.options,
            winnable=terms.winnable,
            best_of=terms.best_of,
            limit=terms.limit_ms // 1000 if terms.limit_ms else None,
            bots=terms.bots,
        )


class RacerDocument(BaseModel):
    """Somebody who is in the room, or was there during a heat."""

    name: str = Field(description="The racer’s name in this race.")
    bot: bool = Field(description="Whether a program races by that name, which then ends in “(bot)”.")
    host: bool = Field(description="Whether this is the host of the race.")
    you: bool = Field(description="Whether this is you.")
    ready: bool = Field(description="Whether the racer has declared to be ready.")
    present: bool = Field(description="Whether the racer is still in the room.")
    wins: int = Field(description="How many heats of this match the racer has won or shared the first place in.")
    idle: float | None = Field(description="For how many seconds the racer has been idle; null if the racer is not.")
    out_in: float | None = Field(
        description="In how many seconds the race goes on without the racer, unless they give a sign; null for racers "
        "who are there."
    )
    rating: int | None = Field(description="At this game; null without one, and of racers who have left.")
    provisional: bool | None = Field(description="Whether the rating may still be far off; null without one.")


class RunDocument(BaseModel):
    """How far somebody has come in a heat."""

    run: str = Field(description="The name of the run in events.")
    name: str = Field(description="The racer’s name in this race.")
    place: int = Field(description="Equal runs share a place.")
    outcome: RunOutcome | None = Field(
        description="`forfeited` if the racer left or was away, `stopped` if the heat ended first; null while racing."
    )
    home: int = Field(description="Cards on the foundations.")
    steps: int = Field(description="Moves made, including those taken back.")
    seconds: float | None = Field(description="From the deal to the end; null while racing.")
    rated: bool = Field(
        description="Whether the heat counts for the racer’s rating. That is settled when it begins: it counts for "
        "those who have an account then, if there are two or more."
    )

    @classmethod
    def of(cls, run: RaceRun, place: int, name: str) -> Self:
        """Write a run."""
        return cls(
            run=mark(run.session_id),
            name=name,
            place=place,
            outcome=run.outcome,
            home=run.home,
            steps=run.steps,
            seconds=run.ms / 1000 if run.outcome else None,
            rated=run.stake is not None,
        )


class HeatDocument(BaseModel):
    """One deal, on which everybody in the room races."""

    number: int = Field(description="Which of the race’s heats it is, counted from 1.")
    deal: str | None = Field(description="The deal number; null until the heat is over.")
    proved: bool = Field(description="Whether the deal is proved winnable.")
    over: bool = Field(description="Whether everybody’s run has ended.")
    runs: list[RunDocument] = Field(description="One for each racer, the first place first.")

    @classmethod
    def of(cls, heat: Heat, names: Mapping[str, str]) -> Self:
        """Write a heat with the names of its racers, and with its deal once it is over."""
        return cls(
            number=heat.number,
            deal=None if heat.ended_at is None else str(heat.deal),
            proved=heat.proved,
            over=heat.ended_at is not None,
            runs=[RunDocument.of(run, at, names[run.player_id]) for at, run in placing.standings(heat.runs)],
        )


class RaceDocument(TermsDocument):
    """The state of a race."""

    stage: RaceStage = Field(
        description="`seeking` while a heat waits for a deal that is proved winnable; `set-aside` if something went "
        "wrong and the race cannot go on."
    )
    notice: str | None = Field(description="What the race waits for, in words; null if it waits for nothing.")
    starts_in: float | None = Field(description="Seconds to the deal while the countdown runs.")
    session: str | None = Field(description="Your session in the heat that is running.")
    racers: list[RacerDocument] = Field(description="Those in the room, and those who were there during a heat.")
    asking: list[str] = Field(
        description="Who asks to come in, by name, for whoever may let them in; whoever asks gets only their own name. "
        "After its first heat, a race that is not listed takes nobody in without its host."
    )
    heats: list[HeatDocument] = Field(description="The heats of the latest match.")
    champions: list[str] = Field(description="The winners of the match: several if they tie, none before its end.")

    @classmethod
    def of(cls, race: Race, viewer: str | None, now: int, ratings: Mapping[str, Rating]) -> Self:
        """Write a race for one viewer, with the ratings of those in the room."""
        run, won, away, names = race.run(viewer), placing.wins(race), idling.idle(race, now), names_in(race)
        out_at = idling.out_at(race, now)

        def racer_document(racer: Racer) -> RacerDocument:
            rating = ratings.get(racer.player_id)
            return RacerDocument(
                name=racer.name,
                bot=racer.name.endswith(BOT),
                host=racer.player_id == race.host_id,
                you=racer.player_id == viewer,
                ready=racer.ready,
                present=not racer.left,
                wins=won[racer.player_id],
                idle=(now - away[racer.player_id]) / 1000 if racer.player_id in away else None,
                out_in=max(out_at[racer.player_id] - now, 0) / 1000 if racer.player_id in out_at else None,
                rating=rating.rounded if rating else None,
                provisional=rating.provisional if rating else None,
            )

        return cls(
            **dict(TermsDocument.of_race(race)),
            stage=race.stage,
            notice=race_notice(race, now) or None,
            starts_in=max(race.starts_at - now, 0) / 1000 if race.starts_at is not None else None,
            session=run.session_id if run else None,
            racers=[racer_document(racer) for racer in race.racers if not is_at_the_door(racer)],
            asking=[racer.name for racer in idling.asking(race, viewer, now)],
            heats=[HeatDocument.of(heat, names) for heat in race.heats],
            champions=[names[player_id] for player_id in placing.champions(race)],
        )


class RaceLine(BaseModel):
    """A line of the stream of a race: the race, at once and when its room changes."""

    type: Literal["race"] = Field(description="What the line is.")
    race: RaceDocument = Field(description="The race as it is now.")


class RunLine(BaseModel):
    """A line of the stream of a race: how far a racer is."""

    type: Literal["run"] = Field(description="What the line is.")
    run: str = Field(description="The name of the run, as in the race’s `heats`.")
    home: int = Field(description="Cards on the foundations.")
    steps: int = Field(description="Moves made, including those taken back.")
    status: Status = Field(description="How the racer’s game stands.")


class ReactionLine(BaseModel):
    """A line of the stream of a race: what a racer says to the others."""

    type: Literal["reaction"] = Field(description="What the line is.")
    name: str = Field(description="The racer’s name in this race.")
    reaction: Reaction = Field(description="One of the reactions there are.")
    words: str = Field(description="The reaction in words.")


class StageLine(BaseModel):
    """A line of the stream of events: a race that you are in has changed."""

    type: Literal["race"] = Field(description="What the line is.")
    code: str = Field(description="The `code` of the race.")
    stage: RaceStage = Field(description="How far the race is now.")


class RoomDocument(TermsDocument):
    """A room that waits for racers."""

    host: str = Field(description="The host’s name.")
    rating: int | None = Field(description="The host's rating at this game; null if the host has none.")
    racers: int = Field(description="How many are in the room.")

    @classmethod
    def of(cls, room: OpenRoom) -> Self:
        """Write an open room."""
        rating = room.rating.rounded if room.rating else None
        terms = TermsDocument.of_race(room.race)
        return cls(**dict(terms), host=room.host, rating=rating, racers=len(room.race.present))


class RoomsDocument(BaseModel):
    """The rooms that wait for racers."""

    rooms: list[RoomDocument] = Field(
        description="In an order that nobody can foresee, and that changes every ten minutes.", max_length=MOST_ROOMS
    )


class HouseCourse(BaseModel):
    """When the house brings cards home."""

    seconds: float = Field(description="From your deal on.", examples=[16.0])
    home: int = Field(description="How many of its cards are home from then on.", examples=[3])


class HouseDocument(BaseModel):
    """A race against the house, which plays a winning game that a solver found."""

    session: SessionDocument = Field(description="Your game. Play it like any other.")
    pace: float = Field(description="How many seconds the house takes for a move.", examples=[4.0])
    seconds: float = Field(description="When the house has all its cards home: you win if you are quicker.")
    course: list[HouseCourse] = Field(description="How the house comes home, from the deal on.")

    @classmethod
    def of(cls, session: Session, ghost: Ghost) -> Self:
        """Write a race against the house."""
        return cls(
            session=SessionDocument.of(standing(session)),
            pace=ghost.pace_ms / 1000,
            seconds=ghost.ms / 1000,
            course=[HouseCourse(seconds=ms / 1000, home=home) for ms, home in ghost.course],
        )


class WaitingDocument(BaseModel):
    """Your wait for somebody to race."""

    game: str = Field(description="The game’s slug.")
    options: Mapping[str, str] = Field(description="A value for each option of the game.")
    waited: float = Field(description="How many seconds you have waited.")
    race: str | None = Field(description="The code of the race once the server has found somebody; null until then.")

    @classmethod
    def of(cls, waiting: WaitingPlayer, now: int) -> Self:
        """Write a visitor's wait."""
        variant, waited = waiting.variant, max(now - waiting.since, 0) / 1000
        return cls(game=variant.game.slug, options=variant.options, waited=waited, race=waiting.code)


class Stopped(BaseModel):
    """You have stopped waiting."""

    waiting: bool = Field(description="Always false.")
