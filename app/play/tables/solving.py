"""Questions to the solvers, their answers, and the deals they have proved winnable."""

from sqlalchemy import BigInteger, CheckConstraint, Column, Index, LargeBinary, String, Text, false

from app.core.store.metadata import characters, count, flag, milliseconds, reference, table, text

question = table(
    "question",
    Column("key", String(32), primary_key=True),
    text("kind"),
    text("game"),
    text("options"),
    text("subject"),
    reference("player_id", to="player.id"),
    milliseconds("asked_at"),
    milliseconds("wanted_until"),
    milliseconds("taken_until", "0"),
    count("attempts", "0"),
    milliseconds("line_at", "0"),
    characters("origin", 16, ""),
    milliseconds("turn_at", "0"),
    CheckConstraint("kind IN ('judge', 'guess', 'label', 'review', 'puzzle')", name="kind"),
    Index(None, "player_id"),
)
"""The questions that solver processes have not fully answered yet. `origin` is a mark of the address that asks, or the
player's id if the address does not count; `line_at` and `turn_at` are when a question, or another one of its origin and
of its player, last had a turn."""

worker = table(
    "worker",
    Column("id", String(16), primary_key=True),
    milliseconds("seen_at"),
    text("solvers"),
    CheckConstraint("solvers IN ('ready', 'starting', 'away')", name="solvers"),
)
"""The processes that run solvers beside the servers, and how things stood when each last said so. A server that runs
its own solvers writes no row."""

answer = table(
    "answer",
    Column("key", String(32), primary_key=True),
    text("words"),
    milliseconds("used_at"),
    Index(None, "used_at"),
)
"""Their answers, as JSON, by the key of the question, so nothing is solved twice. `used_at` is when an answer was made
or, give or take a day, when somebody last asked for it."""

deal_verdict = table(
    "deal_verdict",
    Column("key", String(32), primary_key=True),
    text("game"),
    text("options"),
    Column("deck", String(104)),
    count("attempts"),
    Column("due_at", BigInteger),
    Column("verdict", Text),
    Column("judged_at", BigInteger),
    Index(None, "due_at"),
    Index(None, "judged_at"),
)
"""Whether the deals of lost games can be won, by the key of that question. Unlike answers, these rows are small and
stay for good. `due_at` and `deck` are null once the verdict is known."""

certificate = table(
    "certificate",
    Column("key", String(32), primary_key=True),
    text("game"),
    text("options"),
    Column("deal", Text),
    characters("deck", 104),
    text("state"),
    count("positions"),
    count("size"),
    Column("packed", LargeBinary),
    count("attempts"),
    milliseconds("asked_at"),
    Column("due_at", BigInteger),
    characters("origin", 16, ""),
    characters("asked_by", 16, ""),
    CheckConstraint("state IN ('waiting', 'made', 'too large', 'failed')", name="state"),
    Index(None, "due_at"),
    Index(None, "asked_at"),
)
"""Proofs that deals cannot be won, made on request, by the key of the question whether a deal can be won. `packed` is
the text in gzip format; `due_at` is null unless the certificate waits to be written. Until it is written, `origin` is a
mark of the address that asked, as in `question`, and `asked_by` is the player."""


stock = table(
    "stock",
    Column("game", Text, primary_key=True),
    Column("options", Text, primary_key=True),
    Column("deal", Text, primary_key=True),
    text("band"),
    flag("taken", false()),
    CheckConstraint("band IN ('gentle', 'steady', 'stern')", name="band"),
    Index(None, "taken", "game", "options", "band"),
)
"""Deals proved winnable under every choice that these options leave open. Deals already taken stay as a record of the
proof."""

deal_play = table(
    "deal_play",
    Column("game", Text, primary_key=True),
    Column("options", Text, primary_key=True),
    Column("deal", Text, primary_key=True),
    count("players"),
    count("winners"),
    Column("band", Text),
    CheckConstraint("band IN ('gentle', 'steady', 'stern')", name="band"),
)
"""How players did on the deals that come with Rampart, counting only each player's first game. `band` is the band in
which players put a deal; null if the solver's band stands."""

race_deal = table(
    "race_deal",
    Column("game", Text, primary_key=True),
    Column("options", Text, primary_key=True),
    Column("deal", Text, primary_key=True),
)
"""Deals proved winnable for races; nobody has seen one."""

wish = table(
    "wish",
    Column("game", Text, primary_key=True),
    Column("options", Text, primary_key=True),
    Column("band", Text, primary_key=True),
    milliseconds("until"),
)
"""The shelves of the stock for which somebody waits, each with the time until which they wait."""
