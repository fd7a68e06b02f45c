"""The documents of tournaments."""

from collections.abc import Mapping
from typing import Self

from pydantic import BaseModel, Field

from app.features.tournaments.rows.tournaments import CountedTournament
from app.features.tournaments.service.tournaments import MOST_CLOSED, MOST_SHOWN, Participation
from app.features.tournaments.values.scoring import RankedEntrant, Team
from app.features.tournaments.values.tournament import TOURNAMENTS_AT_A_TIME, Form, Tournament, TournamentStage
from app.features.tournaments.words import DealLine, TournamentRoom
from app.play.values.export import instant, instant_text


class GamePlayed(BaseModel):
    """A game with its options."""

    game: str = Field(description="The game’s slug.")
    options: Mapping[str, str] = Field(description="A value for each option of the game.")


class ListedTournament(BaseModel):
    """A tournament without its standings."""

    code: str = Field(description="What its address and the other endpoints call it.", examples=["BCDFGH"])
    name: str = Field(description="Its name, as whoever made it wrote it.")
    form: Form = Field(description="`arena`: everybody has the same minutes. `deals`: any time within a window.")
    games: list[GamePlayed] = Field(description="The games, which take turns from deal to deal.")
    deals: int = Field(description="How many deals it has.")
    one_try: bool = Field(description="Whether a player who gives a deal up loses it for good.")
    blind: bool = Field(
        description="Whether you see other players’ results only once you have played all the deals, or at the end."
    )
    bots: bool = Field(description="Whether bots may join.")
    opens: str = Field(description="In UTC. If deals are missing at this time, it begins and ends later.")
    closes: str = Field(description="When it ends, in UTC.")
    stage: TournamentStage = Field(description="coming, open, closing while the last results are written, or closed.")
    players: int = Field(description="How many players have joined.")

    @classmethod
    def of_listed(cls, one: CountedTournament, now: int) -> Self:
        """Write a tournament without its standings."""
        found, terms = one.tournament, one.tournament.terms
        return cls(
            code=found.code,
            name=terms.name,
            form=terms.form,
            games=[GamePlayed(game=variant.game.slug, options=variant.options) for variant in terms.variants],
            deals=terms.deals,
            one_try=terms.one_try,
            blind=terms.blind,
            bots=terms.bots,
            opens=instant_text(instant(found.opens_at)),
            closes=instant_text(instant(found.closes_at)),
            stage=found.stage(now),
            players=one.entrants,
        )


class TournamentRow(BaseModel):
    """Somebody's place."""

    rank: int = Field(description="Equal results share a rank.")
    name: str = Field(description="The player’s name in this tournament.")
    guest: bool = Field(description="Whether they have no account, or had none when they began to play here.")
    bot: bool = Field(description="Whether a program plays by that name, which then ends in “(bot)”.")
    team: str | None = Field(description="The name of the group that the player plays for; null for none.")
    points: int = Field(description="The points of all games together.")
    won: int = Field(description="How many deals were won.")
    steps: int = Field(description="In the games won.")
    seconds: float = Field(description="In the games won.")

    @classmethod
    def of(cls, place: RankedEntrant) -> Self:
        """Write somebody's place."""
        one = place.entrant
        return cls(
            rank=place.rank,
            name=one.name,
            guest=not one.has_account,
            bot=one.bot,
            team=one.group_name,
            points=one.points,
            won=one.won,
            steps=one.steps,
            seconds=one.ms / 1000,
        )


class TeamRow(BaseModel):
    """A group's place, by its best five players."""

    rank: int = Field(description="Equal results share a rank.")
    name: str = Field(description="The group’s name.")
    points: int = Field(description="The points of its best five players together.")
    won: int = Field(description="How many deals these five have won.")
    steps: int = Field(description="In the games that these five won.")
    seconds: float = Field(description="In the games that these five won.")
    members: int = Field(description="How many players play for the group.")

    @classmethod
    def of(cls, team: Team) -> Self:
        """Write a group's place."""
        return cls(
            rank=team.rank,
            name=team.name,
            points=team.points,
            won=team.won,
            steps=team.steps,
            seconds=team.ms / 1000,
            members=team.members,
        )


class DealtRow(BaseModel):
    """A deal."""

    number: int = Field(description="Its place in the tournament, counted from 1.")
    game: str = Field(description="The game’s slug.")
    options: Mapping[str, str] = Field(description="A value for each option of the game.")
    deal: str = Field(description="The deal number.")
    winners: int = Field(description="How many players won it.")

    @classmethod
    def of(cls, line: DealLine) -> Self:
        """Write a deal of a tournament that is over."""
        return cls(
            number=line.number,
            game=line.variant.game.slug,
            options=line.variant.options,
            deal=str(line.deal),
            winners=line.best.winners if line.best else 0,
        )


class OwnResult(BaseModel):
    """How you stand."""

    rank: int | None = Field(description="Null before your first game has ended, or while you may not compare.")
    name: str = Field(description="Your name in this tournament.")
    team: str | None = Field(description="The name of the group that you play for; null for none.")
    points: int = Field(description="The points of your games together.")
    won: int = Field(description="How many deals you have won.")
    steps: int = Field(description="In the games that you won.")
    seconds: float = Field(description="In the games that you won.")
    done: bool = Field(description="Whether no deal is left for you.")
    session: str | None = Field(description="The game that you have begun; null if there is none.")

    @classmethod
    def of(cls, found: Tournament, part: Participation, room: TournamentRoom) -> Self | None:
        """Write how a visitor stands; return None if the visitor has not joined."""
        one = part.entrant
        if one is None or room.own is None:
            return None
        running = part.running if found.closed_at is None else None
        return cls(
            rank=room.own.rank,
            name=one.name,
            team=one.group_name,
            points=one.points,
            won=one.won,
            steps=one.steps,
            seconds=one.ms / 1000,
            done=room.own.done,
            session=running.session_id if running else None,
        )


class TournamentDocument(ListedTournament):
    """A tournament as you may see it."""

    notice: str | None = Field(description="What it waits for, in words; null if it waits for nothing.")
    seal: str | None = Field(
        description="SHA-256 of `tournament CODE`, then each deal as `slug?options:deal`, then the salt, "
        "separated by spaces, in hexadecimal. Null until all deals are drawn, before the tournament begins."
    )
    salt: str | None = Field(description="Null until it is over.")
    dealt: list[DealtRow] = Field(description="The deals; empty until it is over.")
    standings: list[TournamentRow] | None = Field(
        description="The best fifty, at most a second old; null where you may not compare yet.",
        max_length=MOST_SHOWN,
    )
    teams: list[TeamRow] | None = Field(
        description="The best fifty groups by their best five players; null where you may not compare yet.",
        max_length=MOST_SHOWN,
    )
    me: OwnResult | None = Field(description="Null if you have not joined.")

    @classmethod
    def of(cls, found: Tournament, part: Participation, room: TournamentRoom, now: int) -> Self:
        """Write a tournament for one visitor, with its deals and its salt once it is over."""
        shown = room.standings
        return cls(
            **dict(ListedTournament.of_listed(CountedTournament(found, room.size), now)),
            notice=room.notice or None,
            seal=room.seal,
            salt=found.salt if room.line else None,
            dealt=list(map(DealtRow.of, room.deals)),
            standings=list(map(TournamentRow.of, shown.first)) if shown else None,
            teams=list(map(TeamRow.of, shown.teams)) if shown else None,
            me=OwnResult.of(found, part, room),
        )


class TournamentLists(BaseModel):
    """The tournaments of a server."""

    open: list[ListedTournament] = Field(
        description="Those that are open, or closing.", max_length=TOURNAMENTS_AT_A_TIME
    )
    coming: list[ListedTournament] = Field(description="Those that have not begun.", max_length=TOURNAMENTS_AT_A_TIME)
    past: list[ListedTournament] = Field(
        description="Those that are over, the latest first: as many as `limit` says.", max_length=MOST_CLOSED
    )
    older: str | None = Field(
        description="Send this as `before` for the `past` tournaments that come after these; null if there are none.",
        examples=["1764583200000-BCDFGH"],
    )
