"""The tasks of the guide for programs, whose code is in files in `templates/site/tasks`."""

from collections.abc import Iterator
from dataclasses import dataclass

from app.core.folders import PARTS

_FOLDER = PARTS / "templates" / "site" / "tasks"
LANGUAGES = {"sh": "curl", "mjs": "JavaScript", "py": "Python"}
"""The names of the languages, by the ends of the files."""


@dataclass(frozen=True, slots=True)
class Program:
    """A task in one language."""

    language: str
    file: str
    text: str


@dataclass(frozen=True, slots=True)
class GuideTask:
    """Something that a program may want to do."""

    slug: str
    """The last part of its address, and the name of its files."""
    title: str
    groups: tuple[str, ...]
    """The groups of the endpoints that it asks. A server that lacks one of them leaves the task out."""
    paragraphs: tuple[str, ...]
    """What the programs do not say by themselves; code stands between backquotes."""

    @property
    def programs(self) -> Iterator[Program]:
        """Read the task's program in each language."""
        for end, language in LANGUAGES.items():
            file = f"{self.slug}.{end}"
            yield Program(language, file, (_FOLDER / file).read_text(encoding="utf-8"))


TASKS = (
    GuideTask(
        "begin",
        "Begin and play a game",
        ("sessions",),
        (
            "The answer to the first request brings a cookie, which says that the game is yours. Each answer is the "
            "game with its new `seq`, and the next action sends that. One move can bring more cards home by itself, "
            "so `seq` can grow by more than one.",
            "If an answer gets lost, send the same move again. The server makes it once: it answers 409 with "
            "`recorded`, the move that stands in the log at your `seq`.",
        ),
    ),
    GuideTask(
        "hint",
        "Take a hint",
        ("sessions", "analysis"),
        (
            "Send the deal and the moves made so far to the analysis. It lists the legal moves, the best first, and "
            "in how many moves each wins.",
            "In Stonewall some cards lie face down and the solver sees them all. So it does not analyse a game of "
            "Stonewall that you are playing.",
        ),
    ),
    GuideTask(
        "analyse",
        "Analyse a deal",
        ("analysis",),
        (
            "You need not play a deal to ask about it. `verdict` says whether somebody can win it, and each move has "
            "a verdict of its own. `at_most` is the length of the shortest win that the solver has found, and `exact` "
            "says whether there is provably no shorter one.",
            "The answer can take half a minute. What the solver cannot decide in that time is `undecided`; ask again "
            "later, and it may know more.",
        ),
    ),
    GuideTask(
        "dailies",
        "List the dailies and a leaderboard",
        ("daily",),
        (
            "Days begin and end at midnight UTC. `commitment` seals the deal before anybody plays it: once the day is "
            "over, `deal` and `salt` let you check that SHA-256 of `slug options date deal salt` is the same.",
            "While a day is open, you see its leaderboard only once you have solved the daily. Everybody sees that of "
            "a day that is over.",
        ),
    ),
    GuideTask(
        "daily",
        "Play a daily",
        ("daily", "sessions"),
        (
            "`start` begins your attempt, or returns it if you have begun. From there, it is a game like any other, "
            "but its `deal` stays null while the day is open. Your first attempt counts.",
            "Without `options` you play under the game’s usual ones. Stalactites has none, so send "
            '`{"by": "ones"}` or `{"by": "twos"}`.',
        ),
    ),
    GuideTask(
        "stream",
        "Follow a game",
        ("streams", "sessions"),
        (
            "A stream sends a line of JSON whenever something changes, so that you need not ask again and again. That "
            "of a game ends with the game. Empty lines only show that the server is still there.",
            "`/api/v1/stream/events` tells you about all your games and races at once. If a stream breaks off, open it "
            "again: its first line says how things stand.",
        ),
    ),
    GuideTask(
        "puzzle",
        "Do a puzzle",
        ("puzzles", "sessions"),
        (
            "A puzzle is a deck, and `moves` that lead to its position. Lay it out on a table of your own and make "
            "those moves; then try what you like. An attempt sends the moves from the position on. It is `solved` if "
            "they reach the goal, and `lost` if one of them gave the win away; `at` says which.",
            "Only your first attempt at a puzzle is rated. Until it has ended, the analysis refuses the puzzle’s "
            "position.",
        ),
    ),
    GuideTask(
        "standings",
        "Look at standings and ratings",
        ("daily", "races"),
        (
            "Standings add up the points of dailies, for a week such as `2026-W47`, a month such as `2026-11`, or "
            "`all`. Ratings come from races and dailies and say how strong somebody is. In nineteen cases out of "
            "twenty, the strength is within two deviations of the rating.",
            "Both list the best hundred, and `me` is your own place. Bots have lists of their own.",
        ),
    ),
    GuideTask(
        "record",
        "Keep and check a record",
        ("sessions",),
        (
            "The record of a game has its deck and every entry of its log. To check one, no matter where it comes "
            "from, play it again: the server refuses a move that the rules do not allow.",
            "With Rampart installed, `rampart verify record.json` does the same without a server.",
        ),
    ),
    GuideTask(
        "bot",
        "Write a bot that races",
        ("players", "races", "sessions"),
        (
            "An account becomes a bot before it plays for anything, and stays one. Bots are paired with bots. So run "
            "the program twice, that for curl in two folders, since it keeps its cookies where it runs: the two find "
            "each other and get the same cards at the same moment. Ask for your opponent every two seconds; a longer "
            "silence ends your wait.",
            "This bot brings home what it can and gives up the rest. A better one comes further, and if it wins, it "
            "ends the race. Instead of making an account, a bot of yours can send a token.",
        ),
    ),
)
"""All tasks, in the order in which somebody would learn them."""
