"""Bounds for everything that a visitor can make grow, each with its reason.

Each lies far above what people need, yet low enough that nobody else notices a visitor who reaches all of them.
`app.web.limits` bounds how much a visitor may ask for in a minute. Bounds of one feature may stand in its values.
"""

LARGEST_BODY = 64 * 1024
"""Bytes in the body of a request, whatever its method. The largest that a page sends is a deck with its moves."""

LONGEST_LOG = 3_000
"""Entries in a log after which undo and redo stop working. A winning line has hardly two hundred moves, and trying
every way back and forth takes some hundreds of entries. From here on every entry is a move, so the game comes to an
end."""
LAST_ENTRIES = 1_000
"""Further entries for finishing the game: five times a winning line. Once they are used up, the server takes only moves
that bring a card home, at most fifty-two."""

MOST_EVER_IN_A_RACE = 200
"""People who were ever in a race, including those who left: four times a full room. Each change reads all of them."""
LISTED_ROOMS_OF_AN_ADDRESS = 3
"""Rooms of one address on the list of open rooms, so no single person fills it. Others of the address come after
them."""
LISTED_RACERS_OF_AN_ADDRESS = 10
"""Racers of one address in a listed room who have raced no heat there yet. Whoever brings a class makes a room that is
not listed."""
JOININGS_OF_A_PLAYER = 60
"""Places that one player may take in an hour wherever players meet: one a minute."""
JOININGS_OF_AN_ADDRESS = 600
"""Places that one address may take in an hour: a school with its classes."""
MOST_SEATS = 20
"""Guests at a shared table. The server sends every move to each of them."""
MOST_POSITIONS_OF_A_REVIEW = 400
"""Positions that solvers judge for one review. Few games have that many, and each position takes a solver's time."""
POSITIONS_OF_COURSES = 20_000
"""Positions of finished games that a process keeps in memory, some tens of megabytes: enough for the reviews under way
and for a hundred more games of the usual length."""
FINALES = 500
"""Ends of heats that a process keeps in memory, each with three boards."""
CHANGES_OF_GHOSTS = 50_000
"""Changes in the number of cards home that a process keeps for ghosts. A game has some fifty, so hundreds of games
fit."""

DEALS_JUDGED_A_DAY = 5_000
"""Deals of lost games that solvers judge in a day without being asked: some two hours of one solver, at idle
priority."""

MOST_ATTEMPTS_AT_A_DAILY = 50
"""Attempts of one player at one daily. Only the first counts on its board, and closing the day ends each of them."""
SESSIONS_OF_A_PLAYER = 120
"""Games that one player may begin in an hour: one every half minute, enough for somebody who deals games and throws
them away."""
SESSIONS_OF_AN_ADDRESS = 1_200
"""Games that one address may begin in an hour: a school class at play, each pupil one every minute and a half. Anybody
can become a new guest at no cost, so a bound for each guest alone would bound nothing."""

PUZZLES_OF_A_PLAYER = 400
"""Puzzles and lessons that one player may open in an hour: one every nine seconds, as in sprint after sprint."""
PUZZLES_OF_AN_ADDRESS = 2_000
"""Puzzles and lessons that one address may open in an hour: more than one a minute for each pupil of a class."""

STREAMS_OF_A_VISITOR = 20
"""Streams of events that one visitor may hold open: a table and a race in each of ten tabs."""
STREAMS_OF_AN_ADDRESS = 500
"""Streams held open from one address: enough for two hundred players behind it. Each stream takes a connection and a
queue."""

LONGEST_TRY = 400
"""Moves and undos in one try at a puzzle or a lesson, whose solution has at most 25. Each look at a try replays
them."""

FOUND_PUZZLES_OFFERED = 2_000
"""Puzzles found in players' games that the server offers for each game, the newest: far more than anybody solves."""

TABLES_LEFT = 10_000
"""Tables left in the last few seconds that a process has yet to note: far more than players leave at once, even when a
network fails. At tables beyond the bound, pauses count as if the tables had no stream."""

WAITING_PICTURES = 8
"""Pictures that may wait to be drawn. The server draws one at a time, each within a second or two."""
WAITING_STUDIES = 180
"""Heavy reads that may wait for their lane. Most take a few hundredths of a second, and addresses take turns, so nobody
waits for all that one address has asked for. Beyond the bound, a newcomer takes a place from an address that has
several waiting; if there is none, the server asks the newcomer to come again later."""
STUDIES_OF_A_PLAYER, STUDIES_OF_AN_ADDRESS = 6, 60
"""Heavy reads of one player, and of one address, that may wait. Addresses take turns, and so do the players of one. Two
classes of a school may open the same page in the same second."""
SECONDS_OF_A_PLAYER, SECONDS_OF_AN_ADDRESS = 0.12, 0.2
"""How much of a processor the requests of one player, and of one address, may use in a server process in the long run,
without moves: pages at a brisk pace. With the part of each request that is not measured, this stays below a quarter of
a lane."""
SECONDS_SAVED = 30
"""For how many seconds of silence the share above is saved up: enough to open a few dozen heavy pages at once."""
PATIENCE_SECONDS = 5
"""Whoever is in debt for less than this waits until it is paid, and is refused otherwise. So the pages of many people
behind one address come more slowly when they all want one at once, and none of them is refused."""
PATIENT_OF_AN_ADDRESS = 100
"""Requests of one address that may wait like that."""
