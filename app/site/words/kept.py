"""What the server keeps about people, for how long, and who sees it: on the page about privacy, and in operating.md.

A test holds the tables here against the schema, so no column comes in untold.
"""

from collections.abc import Mapping
from typing import NamedTuple

from app.core.features import has


class KeptOfPeople(NamedTuple):
    """What the server keeps about people who do one thing."""

    title: str
    what: str
    stays: str
    seen_by: str
    deleted: str
    """What becomes of it when its player deletes the account, or what is kept about a guest."""
    tables: Mapping[str, str]
    """The columns of each table, separated by spaces."""
    goes: str = ""
    """The tables of which everything about a player goes with the account; of the others a part stays."""
    feature: str = ""
    """The optional feature that it needs; empty if every server has it."""


KEPT = (
    KeptOfPeople(
        "You and your account",
        "When you came, your settings and, with an account, your name, hashes of your password and of your recovery "
        "codes, and when the account was made or closed.",
        "Until you delete them. A closed account keeps everything.",
        "Others see your name and whether you are a bot; nobody reads a password from its hash.",
        "All of it goes but an id without a name, when you came, whether you were a bot, and that your games "
        "are not to be published. For a month a digest keeps others from taking the name.",
        {
            "player": "id made_at automatic settings generation bot kept_out_at",
            "account": "player_id name folded skeleton password made_at closed_at",
            "recovery_code": "player_id digest",
            "resting_name": "digest salt since",
        },
        goes="account recovery_code",
    ),
    KeptOfPeople(
        "Games",
        "The deal, every move with its time, hints, how long you were away, who played along, and links that you made.",
        "For good, unless you are a guest and this server deletes unfinished games.",
        "You, and those to whom you sent a link or with whom you shared the game.",
        "Games and links stay, without your name, and no file that is published later has them.",
        {
            "session": "id player_id game options rules deal deck snapshot seq status steps undos undoable redoable "
            "last_move played_ms started_at changed_at event sealed top ahead away_since away_ms lead",
            "entry": "session_id seq do move auto at request back turned",
            "packed_log": "session_id log",
            "help_given": "session_id seq sight rung at",
            "shared": "session_id game deck shared_at",
            "invitation": "token session_id purpose made_at",
            "seat": "session_id player_id name moved_seq",
            "ghost": "session_id of_session_id",
            "house_ghost": "session_id pace_ms",
            "challenge": "token session_id made_at",
            "challenge_try": "session_id token",
        },
    ),
    KeptOfPeople(
        "Dailies",
        "Your attempts with their results, and your points by week, month and in all.",
        "For good.",
        "Everybody sees the boards, with the names of accounts.",
        "Results stay, without your name.",
        {
            "attempt": "session_id day game player_id number options ranked started_at ended_at solved first_solve "
            "tier steps home ms undos hints assisted held score bot guest",
            "standing": "period game player_id points solved bot",
        },
        feature="daily",
    ),
    KeptOfPeople(
        "Races",
        "Rooms, the name that you used, when you were there, your results, whom you asked to come, and a mark of your "
        "network.",
        "Results for good. The mark and requests go within two days, and that you look for a race when you stop, or "
        "when somebody looks next.",
        "Whoever has the room’s code, and everybody while the room is listed. Nobody sees the mark.",
        "Results stay, without your name; requests go.",
        {
            "race": "code game options winnable best_of limit_ms host_id made_at starts_at due_at seeking_since "
            "resumed_at failures set_aside_at bots listed",
            "racer": "code player_id name joined_at seen_at ready left raced whence",
            "heat": "code number match deal deck proved began_at ended_at likeness",
            "run": "code number player_id session_id outcome home steps ms doubts bot rating deviation",
            "race_request": "player_id asker_id code asked_at",
            "waiting": "player_id game options name bot rating since seen_at code",
        },
        goes="race_request",
        feature="races",
    ),
    KeptOfPeople(
        "Tournaments",
        "Tournaments that you made or joined, the names of yourself and your group there, your results, and a mark of "
        "your network.",
        "For good; the mark goes within a day of the end.",
        "Whoever has the tournament’s code. Nobody sees the mark.",
        "Results stay, without your name and group. A tournament that you made stays, with its name.",
        {
            "tournament": "code name form variants deals length_ms one_try blind bots maker_id slot made_at opens_at "
            "closes_at salt drawn_at closing_since closed_at due_at failures set_aside walked_to whence scoring",
            "tournament_deal": "code number game options deal deck likeness",
            "entrant": "code player_id name skeleton group_code group_name joined_at points won steps ms whence guest",
            "tournament_try": "session_id code player_id number attempt began_at outcome steps ms",
        },
        feature="tournaments",
    ),
    KeptOfPeople(
        "Ratings",
        "How strong you are at each game, and how that came about.",
        "Until you delete your account.",
        "You; once a rating has settled, everybody.",
        "It goes.",
        {
            "game_rating": "player_id game rating deviation results changed_at",
            "rating_change": "player_id game event heat rated_at before rating deviation rule",
        },
        goes="game_rating rating_change",
    ),
    KeptOfPeople(
        "Puzzles and lessons",
        "Your attempts, runs, days, rating and lessons, your votes, and the puzzles that you proposed.",
        "Until you delete them.",
        "You. Others see the puzzles that were taken, and how often a puzzle was liked.",
        "All of it goes but tries, which are games, and votes and proposals, which carry no name.",
        {
            "task": "session_id outcome lost_seq ended_at rated_from rated_to run_id",
            "puzzle_attempt": "player_id puzzle_id game opened_at begun_at ended_at outcome solved_at rated",
            "puzzle_proposal": "puzzle_id player_id state proposed_at decided_at",
            "puzzle_vote": "player_id puzzle_id up voted_at",
            "puzzle_run": "id player_id kind game begun_at until ended_at solved mistakes",
            "puzzle_day": "player_id day",
            "player_rating": "player_id game rating deviation volatility attempts changed_at",
            "lesson": "player_id game number done_at",
        },
        goes="puzzle_attempt puzzle_run puzzle_day player_rating lesson",
        feature="puzzles",
    ),
    KeptOfPeople(
        "Friends, groups and your public page",
        "Your friends, requests and your link, the groups that you are in, what your public page shows, and where you "
        "were removed.",
        "Until you end them. A group goes with its last member, and a removal stays.",
        "You, your friends, and the members of a group; everybody sees a public page.",
        "All of it goes but removals, which carry no name.",
        {
            "friendship": "player_id friend_id made_at",
            "friend_request": "player_id asker_id asked_at declined",
            "friend_link": "player_id token made_at",
            "player_group": "code name made_at",
            "member": "code player_id joined_at",
            "barred": "venue player_id",
            "profile": "player_id shown",
        },
        goes="friendship friend_request friend_link player_group member profile",
    ),
    KeptOfPeople(
        "Reports and decisions",
        "Names that you reported, reports of yours, what those who run the server decided about you and why, and your "
        "appeals.",
        "For good.",
        "Those who run the server; you see decisions about you, but not who reported you.",
        "Reports by you and of your name go, and your appeals. A decision stays, without a name.",
        {
            "report": "player_id reporter_id name reason reported_at settled_by",
            "title_report": "venue reporter_id name reason reported_at settled_by",
            "decision": "id at moderator kind player_id session_id before after reason undoes tournament_code "
            "group_code",
            "appeal": "id decision_id player_id text made_at answer answered_at",
        },
        goes="report title_report appeal",
    ),
    KeptOfPeople(
        "Tokens for programs",
        "A hash of each token, what you called it and allowed it, and its latest requests by the hour.",
        "Until you delete your account. Of those that have ended, the last twenty stay.",
        "You.",
        "They go.",
        {
            "access_token": "id player_id digest description scopes made_at expires_at revoked_at",
            "access_token_use": "token_id hour what last_at times",
        },
        goes="access_token access_token_use",
    ),
    KeptOfPeople(
        "Reminders",
        "The hour, your time zone, when you were last reminded, and the address and keys by which your browser takes "
        "messages.",
        "Until you end them, or your browser’s maker says that the address is gone.",
        "You see the hour; the maker of your browser learns that a message came.",
        "They go.",
        {
            "reminder": "token player_id endpoint p256dh auth hour zone made_at due_at last_day failures",
        },
        goes="reminder",
        feature="reminders",
    ),
    KeptOfPeople(
        "Questions to the solver",
        "What you asked, and a mark of your address.",
        "Until it is answered or no longer wanted. An answer then stays without you.",
        "Nobody sees who asked.",
        "They end like anybody else’s.",
        {
            "question": "key kind game options subject player_id asked_at wanted_until taken_until attempts line_at "
            "origin turn_at",
            "certificate": "key game options deal deck state positions size packed attempts asked_at due_at origin "
            "asked_by",
        },
    ),
    KeptOfPeople(
        "Invitations to the server, and the words of its host",
        "A note of the host’s and how many accounts were made with a link, but not whose; what the front page said.",
        "A link goes within three months and a day of its end. The words stay.",
        "Those who run the server; everybody sees what the front page says now.",
        "They stay as they are.",
        {
            "account_invitation": "id digest note places taken made_at ends_at withdrawn_at",
            "host_word": "kind number text at ends_at",
        },
    ),
)
"""Everything that says something of a person."""

_DEALS = "It is about deals, whoever plays them."
_SUMS = "It has sums over all players."
_PROCESSES = "It is about the processes of the server."
IMPERSONAL: Mapping[str, tuple[str, str]] = {
    "answer": (_DEALS, "key words used_at"),
    "bookmark": (_PROCESSES, "name at after"),
    "bucket": (_SUMS, "day game board part size"),
    "daily": (
        _DEALS,
        "day game options deal deck salt lines effort settled chosen_at likeness bounds stage walked_to allowed band "
        "failures again_at",
    ),
    "data_month": ("It is about the files of the open data.", "month maker due_at name games size digest made_at"),
    "deal_play": (_SUMS, "game options deal players winners band"),
    "deal_rating": (_SUMS, "day game options rating deviation results changed_at"),
    "deal_verdict": (_DEALS, "key game options deck attempts due_at verdict judged_at"),
    "puzzle": (
        "It has positions, and does not say whose game they come from.",
        "id game options deal deck likeness moves goal way rating themes added_at",
    ),
    "puzzle_rating": (_SUMS, "puzzle_id rating deviation volatility attempts changed_at"),
    "race_deal": (_DEALS, "game options deal"),
    "server_time": (_PROCESSES, "server boot elapsed now sure"),
    "stock": (_DEALS, "game options deal band taken"),
    "story": (_SUMS, "day game words attempts due_at"),
    "wish": (_DEALS, "game options band until"),
    "worker": (_PROCESSES, "id seen_at solvers"),
}
"""The tables that say nothing of a person: why, and the columns of each."""


def kept_here() -> list[KeptOfPeople]:
    """Return what a server with these features keeps about people."""
    return [one for one in KEPT if not one.feature or has(one.feature)]
