"""The calls to a server and its answers. Functions and methods here return calls, which a client carries out.

The page `/api` says what each field means. An answer leaves out fields that this version does not know, so a newer
server breaks no program. Cards, piles and moves are texts, as everywhere in Rampart.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Generic, Literal, Self, TypeVar

from rampart_client.documents import (
    Analysis,
    DailyBoard,
    Dealt,
    Document,
    Entrant,
    GameNews,
    GamePlayed,
    Goal,
    Heat,
    HouseCourse,
    OtherNews,
    OwnResult,
    Racer,
    Ratings,
    ReactionNews,
    Room,
    RunNews,
    StageNews,
    Standings,
    Team,
    Terms,
    Who,
)

T = TypeVar("T")
Options = Mapping[str, str] | None
Strength = Literal["gentle", "steady", "hard"]
Kind = Literal["people", "bots"]


@dataclass(frozen=True, slots=True)
class Call(Generic[T]):
    """A request, and how to read its answer."""

    verb: str
    path: str
    read: Callable[[Any], T]
    body: Mapping[str, Any] | None = None
    query: Mapping[str, str] | None = None
    may_repeat: bool = True  # whether sending it again is harmless if no answer came


class Session(Document):
    """One playing of a game, as its player may see it."""

    id: str
    game: str
    options: Mapping[str, str]
    rules: int
    deal: str | None
    seq: int
    status: str
    piles: Mapping[str, list[str]]
    steps: int
    undos: int

    @property
    def is_over(self) -> bool:
        """Whether the game is won or given up, so that no action is possible."""
        return self.status in {"won", "given-up"}

    @property
    def home(self) -> int:
        """The number of cards on the foundations."""
        return sum(len(cards) for pile, cards in self.piles.items() if pile.startswith("f"))

    def changes(self) -> Call[Self]:
        """Hear how the game stands, now and after each change. Pass this call to `listen`."""
        return _get(f"/sessions/{self.id}/stream", lambda line: self.read(line["session"]))

    def legal_moves(self) -> Call[list[str]]:
        """List the legal moves."""
        return _get(f"/sessions/{self.id}/moves", lambda answer: list(answer["moves"]))

    # An action names its board, so the server carries it out only once, however often it arrives.
    def move(self, text: str) -> Call[Self]:
        """Make a move, such as `t3-t5` or `t3-t5:4`, on this board."""
        return _post(f"/sessions/{self.id}/moves", self.read, seq=self.seq, move=text)

    def act(self, deed: Literal["undo", "redo", "give-up"]) -> Call[Self]:
        """Take back the last request, repeat what an undo took back, or end the game without winning it."""
        return _post(f"/sessions/{self.id}/{deed}", self.read, seq=self.seq)

    def restart(self) -> Call[Self]:
        """Begin another game on the same deal."""
        return _once(f"/sessions/{self.id}/restart", self.read)

    def export(self) -> Call[dict[str, Any]]:
        """Return the record of the game, as `rampart verify` reads it."""
        return _get(f"/sessions/{self.id}/export", dict)


class Daily(Document):
    """The challenge of a day."""

    date: str
    game: str
    options: Mapping[str, str]
    state: str
    commitment: str | None

    def start(self, options: Options = None) -> Call[Session]:
        """Begin the challenge with these options, or return to the attempt that you have begun."""
        return _post(f"/daily/{self.date}/{self.game}/start", Session.read, options=options)

    def leaderboard(
        self, board: Literal["first-try", "solved", "first-try-unassisted", "solved-unassisted", "bots"] = "first-try"
    ) -> Call[DailyBoard]:
        """Look at a board, once you have solved the challenge or its day is over."""
        return _get(f"/daily/{self.date}/{self.game}/leaderboard", DailyBoard.read, board=board)


class Race(Terms):
    """A race as it stands."""

    stage: str
    notice: str | None
    starts_in: float | None
    session: str | None
    racers: list[Racer]
    asking: list[str]
    heats: list[Heat]
    champions: list[str]

    def act(self, deed: Literal["ready", "leave", "begin", "stop", "deal-any"]) -> Call[Self]:
        """Declare that you are ready, or leave; only the host may do the rest. The deal waits a minute for others."""
        return _post(f"/races/{self.code}/{deed}", self.read)

    def news(self) -> Call[Self | RunNews | ReactionNews | OtherNews]:
        """Hear how the race stands, and how far its racers are. Pass this call to `listen`."""
        return _get(f"/races/{self.code}/stream", self._read_news)

    def _read_news(self, line: Mapping[str, Any]) -> Self | RunNews | ReactionNews | OtherNews:
        match line["type"]:
            case "race":
                return self.read(line["race"])
            case "run":
                return RunNews.read(line)
            case "reaction":
                return ReactionNews.read(line)
        return OtherNews.read(line)


class HouseRace(Document):
    """A race against the house: you win if your game ends before its `seconds` are over."""

    session: Session
    pace: float
    seconds: float
    course: list[HouseCourse]


class Tournament(Document):
    """A tournament, and how it stands."""

    code: str
    name: str
    form: str
    games: list[GamePlayed]
    deals: int
    one_try: bool
    blind: bool
    bots: bool
    opens: str
    closes: str
    stage: str
    players: int
    notice: str | None = None
    seal: str | None = None
    salt: str | None = None
    dealt: list[Dealt] | None = None
    standings: list[Entrant] | None = None
    teams: list[Team] | None = None
    me: OwnResult | None = None

    def join(self, name: str = "", group: str = "") -> Call[Self]:
        """Join the tournament."""
        return _post(f"/tournaments/{self.code}/join", self.read, name=name, group=group)

    def play_next(self) -> Call[Session]:
        """Begin the next deal, or return to the game that you have begun."""
        return _post(f"/tournaments/{self.code}/next", Session.read)


class Attempt(Document):
    """How far an attempt at a puzzle was right."""

    outcome: str
    at: int | None
    rating: int


class Puzzle(Document):
    """A position that can be won, and a goal to reach without a losing move."""

    id: str
    game: str
    options: Mapping[str, str]
    deck: str
    moves: list[str]
    piles: Mapping[str, list[str]]
    goal: Goal
    goal_text: str
    rating: int
    themes: list[str]

    def attempt(self, moves: Sequence[str]) -> Call[Attempt]:
        """Try moves from the puzzle's position. Only the first attempt is rated."""
        return _post(f"/puzzles/{self.id}/attempts", Attempt.read, moves=list(moves))


def me() -> Call[Who]:
    """Look up which player your token or cookie names, and whether that is a bot."""
    return _get("/players/me", Who.read)


def events() -> Call[GameNews | StageNews | OtherNews]:
    """Hear about your games, and the races you are in. Pass this call to `listen`."""
    return _get("/stream/events", _read_event)


def begin(
    game: str, *, deal: int | str | None = None, deck: str = "", options: Options = None, winnable: bool = False,
    strength: Strength | None = None,
) -> Call[Session]:  # fmt: skip
    """Begin a game on a deal, on a deck text, on one proved `winnable` or so of a `strength`, or on a random one."""
    asked = {"deck": deck or None, "winnable": winnable or None, "strength": strength}
    return _once("/sessions", Session.read, game=game, deal=deal, options=options, **asked)


def look(session_id: str) -> Call[Session]:
    """Look at a game."""
    return _get(f"/sessions/{session_id}", Session.read)


def daily(day: date, game: str) -> Call[Daily]:
    """Look at a day's challenge."""
    return _get(f"/daily/{day}/{game}", Daily.read)


def make_race(  # noqa: PLR0913 (each is one of the race's terms, given by its name)
    game: str, *, name: str = "", options: Options = None, best_of: int = 1, limit: int | None = None,
    winnable: bool = False, listed: bool = False, bots: bool = False,
) -> Call[Race]:  # fmt: skip
    """Make a race and be its host. With `bots`, bots may join a person's race. The limit is in seconds."""
    terms = {"best_of": best_of, "limit": limit, "winnable": winnable, "listed": listed, "bots": bots}
    return _once("/races", Race.read, game=game, name=name, options=options, **terms)


def race(code: str) -> Call[Race]:
    """Look at a race. This also tells the server that you are still there."""
    return _get(f"/races/{code}", Race.read)


def join_race(code: str, name: str = "") -> Call[Race]:
    """Join a race in its room."""
    return _post(f"/races/{code}/join", Race.read, name=name)


def rooms() -> Call[list[Room]]:
    """List the rooms that wait for racers."""
    return _get("/rooms", lambda answer: [Room.read(one) for one in answer["rooms"]])


def race_house(game: str, *, options: Options = None, strength: Strength | None = None) -> Call[HouseRace]:
    """Race the house, at a pace that suits your rating or at one that you choose. No rating changes."""
    return _once("/rooms/house", HouseRace.read, game=game, options=options, strength=strength)


def seek(game: str, *, name: str = "", options: Options = None) -> Call[str | None]:
    """Look for somebody to race, and return the race's code. While it is None, call `waiting` every two seconds."""
    return _post("/pairing", lambda answer: answer["race"], game=game, name=name, options=options)


def waiting() -> Call[str | None]:
    """Keep waiting, and return the race's code, or None until somebody comes. Both start out ready."""
    return _get("/pairing", lambda answer: answer["race"])


def stop_seeking() -> Call[None]:
    """Stop waiting."""
    return _post("/pairing/stop", lambda _: None)


def standings(period: str = "all", *, game: str = "", board: Kind = "people", among: str = "") -> Call[Standings]:
    """Look at who has the most points of a week such as `2026-W47`, of a month such as `2026-11`, or of all time.

    Name a game, or see all games together. `among` is `friends` or the code of one of your groups.
    """
    return _get(f"/standings/{period}", Standings.read, game=game, board=board, among=among)


def ratings(game: str, board: Kind = "people") -> Call[Ratings]:
    """Look at the ratings at a game: those of people, or those of bots."""
    return _get(f"/ratings/{game}", Ratings.read, board=board)


def tournaments(stage: Literal["open", "coming", "past"] = "open") -> Call[list[Tournament]]:
    """List the tournaments that are `open`, `coming` or `past`."""
    return _get("/tournaments", lambda answer: [Tournament.read(one) for one in answer[stage]])


def tournament(code: str) -> Call[Tournament]:
    """Look at a tournament."""
    return _get(f"/tournaments/{code}", Tournament.read)


def puzzle(puzzle_id: str = "next", game: str = "") -> Call[Puzzle]:
    """Return the puzzle of this id, the puzzle of the `day`, or a new one near your rating, in one game or any."""
    return _get(f"/puzzles/{puzzle_id}", Puzzle.read, game=game)


def analyse(
    game: str, *, deal: int | str | None = None, deck: str = "", moves: Sequence[str] = (), options: Options = None
) -> Call[Analysis]:
    """Ask a solver about each move of the position after these moves on a deal number or on a deck text."""
    asked = {"deal": deal, "deck": deck or None, "moves": list(moves), "options": options}
    return _post("/analysis", Analysis.read, game=game, **asked)


def _read_event(line: Mapping[str, Any]) -> GameNews | StageNews | OtherNews:
    match line["type"]:
        case "game":
            return GameNews.read(line)
        case "race":
            return StageNews.read(line)
    return OtherNews.read(line)


def _get(path: str, read: Callable[[Any], T], **query: str) -> Call[T]:
    return Call("GET", path, read, query={name: value for name, value in query.items() if value})


def _post(path: str, read: Callable[[Any], T], **body: Any) -> Call[T]:
    return Call("POST", path, read, {name: value for name, value in body.items() if value is not None})


def _once(path: str, read: Callable[[Any], T], **body: Any) -> Call[T]:
    return replace(_post(path, read, **body), may_repeat=False)
