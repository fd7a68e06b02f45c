"""Promises about what is stored: for each, the statement that finds what would break it."""

from app.core.bounds import LAST_ENTRIES, LONGEST_LOG
from app.features.ratings.values.strength import KNOWN
from engine.cards import CARDS

MOST_ENTRIES = LONGEST_LOG + LAST_ENTRIES + 2 * len(CARDS)
"""What no log may ever hold."""
_HEAT_OF_RUN = "JOIN heat ON heat.code = run.code AND heat.number = run.number"
_CHANGE_OF_RUN = (
    "run.player_id = rating_change.player_id AND rating_change.event LIKE '%' || run.code"
    " AND run.number = rating_change.heat"
)
_OTHER = "SELECT 1 FROM run AS other WHERE other.code = run.code AND other.number = run.number"
_COUNTS = (
    "other.player_id <> run.player_id AND other.bot = run.bot AND other.rating IS NOT NULL"
    f" AND (other.deviation < {KNOWN} OR run.deviation >= {KNOWN})"
    " AND NOT (other.outcome = 'stopped' AND run.outcome = 'stopped')"
)
"""Those who are not known yet move nobody who is, nor do two whom a host has stopped: see
`app.features.ratings.values.strength`."""
BROKEN = {
    "A heat's session is sealed while, and only while, the heat is run.": (
        f"SELECT session.id FROM session JOIN run ON run.session_id = session.id {_HEAT_OF_RUN}"
        " WHERE (heat.ended_at IS NULL) <> session.sealed"
    ),
    "An attempt ends with its session or its daily, and is sealed until then.": (
        "SELECT session.id FROM session JOIN attempt ON attempt.session_id = session.id"
        " JOIN daily ON daily.day = attempt.day AND daily.game = attempt.game"
        " WHERE daily.settled = session.sealed OR (daily.settled AND attempt.ended_at IS NULL)"
        " OR (session.status IN ('won', 'given-up') AND attempt.ended_at IS NULL)"
    ),
    "Nobody has two attempts running.": (
        "SELECT player_id FROM attempt WHERE ended_at IS NULL GROUP BY player_id, day, game HAVING count(*) > 1"
    ),
    "Nobody has two games running in a tournament.": (
        "SELECT player_id FROM tournament_try AS try WHERE outcome IS NULL GROUP BY code, player_id HAVING count(*) > 1"
    ),
    "A closed tournament has ended its games and keeps none sealed.": (
        "SELECT session.id FROM session JOIN tournament_try AS try ON try.session_id = session.id"
        " JOIN tournament ON tournament.code = try.code"
        " WHERE tournament.closed_at IS NOT NULL AND (try.outcome IS NULL OR session.sealed)"
    ),
    "A heat moves only the ratings that were staked on it.": (
        "SELECT player_id, event FROM rating_change WHERE event LIKE 'race%' AND NOT EXISTS (SELECT 1 FROM run"
        f" {_HEAT_OF_RUN} WHERE {_CHANGE_OF_RUN} AND run.rating IS NOT NULL AND heat.ended_at IS NOT NULL)"
    ),
    "Whoever staked a rating on a heat that is over has won or lost by it, unless all have left it.": (
        f"SELECT run.player_id, run.code FROM run {_HEAT_OF_RUN} JOIN account ON account.player_id = run.player_id"
        f" WHERE heat.ended_at IS NOT NULL AND run.rating IS NOT NULL AND EXISTS ({_OTHER} AND"
        f" other.outcome <> 'forfeited') AND EXISTS ({_OTHER} AND {_COUNTS}) AND NOT EXISTS"
        f" (SELECT 1 FROM rating_change WHERE {_CHANGE_OF_RUN})"
    ),
    "Only accounts have ratings.": (
        "SELECT player_id FROM game_rating WHERE player_id NOT IN (SELECT player_id FROM account)"
    ),
    "No log is too long.": f"SELECT id FROM session WHERE seq > {MOST_ENTRIES}",
}
WHERE_NOBODY_GONE_IS = (
    "SELECT player_id FROM waiting",
    'SELECT player_id FROM racer WHERE NOT "left"',
    "SELECT player_id FROM account",
)
"""Where nobody is whom nobody can be any more: the queue, the rooms, the accounts."""
