"""Bounds for everything that a visitor can make grow, each with its reason.

They lie far above what people do, and low enough that one who goes to the bound everywhere is not noticed by others.
How much may be asked for in a minute stands in `app.web.limits`.
"""

LONGEST_LOG = 3_000
"""Entries of a log at which undo and redo end. A winning line has hardly two hundred moves, and whoever tries every
way back and forth fills some hundreds. From here on each entry is a move, so the game comes to its end."""
LAST_ENTRIES = 1_000
"""Entries kept back behind those for the game to be finished: five times a winning line. When they are used up only
moves that bring a card home are taken, and there are at most fifty-two of them."""

MOST_EVER_IN_A_RACE = 200
"""People who were ever in a race, those included who left: four times a full room. Each change reads all of them."""
MOST_ENTRANTS = 2_000
"""People in a tournament: the table of its results is put in order at most once a second, in some milliseconds."""
MOST_TRIES_AT_A_DEAL = 10
"""Tries of one player at one deal of a tournament. Only a win counts, and the closing looks at each."""
TOURNAMENTS_OF_AN_ACCOUNT = 3
"""Tournaments made by one account that are coming or open."""
TOURNAMENTS_AT_A_TIME = 60
"""Tournaments that are coming or open on a server. The server compares every deck that it is to help with to each of
their deals, and solvers must find these first."""
MOST_SEATS = 20
"""Guests at a shared table: each gets every move."""
MOST_POSITIONS_OF_A_REVIEW = 400
"""Positions that one review has judged: a game with as many as that is seldom, and each takes a solver's time."""
POSITIONS_OF_COURSES = 20_000
"""Positions of finished games that a process keeps worked out, some tens of megabytes: those of the reviews that go on
at the same time, and of a hundred games of the usual length besides."""
CHANGES_OF_GHOSTS = 50_000
"""Changes of the cards home that a process keeps of ghosts: some fifty in a game, and hundreds of games raced again."""

DEALS_JUDGED_A_DAY = 5_000
"""Deals of lost games that are judged in a day where nobody asked: two hours of one solver or so, at idle priority."""

MOST_ATTEMPTS_AT_A_DAILY = 50
"""Attempts of one player at one daily. Only the first counts on its board, and closing the day ends each of them."""
SESSIONS_OF_A_PLAYER = 120
"""Games that one player may begin in an hour: one every half a minute, dealt and thrown away."""
SESSIONS_OF_AN_ADDRESS = 600
"""Games that may be begun from one address in an hour: a school class at play. Guests cost nothing to make, so a bound
for each of them alone bounds nothing."""

PUZZLES_OF_A_PLAYER = 400
"""Puzzles that one player may open in an hour: one in nine seconds, as in sprint after sprint."""
PUZZLES_OF_AN_ADDRESS = 2_000
"""Puzzles that may be opened from one address in an hour."""

STREAMS_OF_A_VISITOR = 20
"""Streams of events that one visitor may hold open: a table and a race in each of ten tabs."""
STREAMS_OF_AN_ADDRESS = 500
"""Streams held open from one address: two hundred people at play behind it. Each keeps a connection and a queue."""

LONGEST_TRY = 400
"""Moves and undos of one try at a puzzle or a lesson, whose way has at most 25: each look at it plays them again."""

FOUND_PUZZLES_OFFERED = 2_000
"""Puzzles of a game found in players' games that are offered, the last ones found: far more than anybody solves."""

TABLES_LEFT = 10_000
"""Tables left within the last seconds that a process has still to note: far more than are left at once, even when a
network fails. Of those beyond it the pauses count as if they had no stream."""

WAITING_PICTURES = 8
"""Pictures that may wait to be drawn, one at a time and each within a second or two."""
WAITING_STUDIES = 16
"""Heavy reads that may wait for their lane. Each takes some tenths of a second at most, so nobody waits for more than
a few seconds, and what is beyond is told to come again."""
