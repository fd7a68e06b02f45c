"""Company at a table: the links its player hands out, what watchers see, and what the table shows."""

from dataclasses import dataclass

from app.services.company import Company, Purpose
from app.services.play import standing
from app.views.board import BoardView, board_view
from app.views.events import dealt_words
from app.views.history import session_line
from app.views.summary import options_words
from app.views.words import listed, numbered, sentence


@dataclass(frozen=True, slots=True)
class LinkView:
    """A link that can be opened and closed."""

    purpose: str
    title: str
    words: str
    address: str
    """Empty while it is closed."""


@dataclass(frozen=True, slots=True)
class CompanyPage:
    """What company.html shows."""

    session: str
    name: str
    links: tuple[LinkView, ...]
    guests: str
    """Who may move; empty where nobody else may."""
    present: str


@dataclass(frozen=True, slots=True)
class WatchPage:
    """What watch.html and _watch.html show."""

    token: str
    name: str
    deal_words: str
    owner: str
    seq: int
    status: str
    state: str
    moved_last: str
    """Who moved last; empty where only the owner can have."""
    board: BoardView


@dataclass(frozen=True, slots=True)
class InvitationPage:
    """What invitation.html shows."""

    token: str
    name: str
    owner: str
    refused: str


@dataclass(frozen=True, slots=True)
class Seated:
    """Who sits at a shared table, for the table itself."""

    words: str
    owner: str
    you: str
    """The viewer's name, as updates of moves have it."""
    last: str
    """Who moved last; empty before the first move."""


_TITLES = {
    Purpose.WATCH: ("A link to watch", "Anybody with this link sees the board as you do, and every move at once."),
    Purpose.PLAY: ("A link to play along", "Anybody with this link can move at this table, until you close it."),
}


def company_page(company: Company, origin: str, present: int) -> CompanyPage:
    """Show the links to a session's player; `origin` is the address of this server, `present` counts open pages."""
    return CompanyPage(
        session=company.session.id,
        name=company.session.variant.game.name,
        links=tuple(
            LinkView(purpose, *_TITLES[purpose], _address(origin, purpose, company.links.get(purpose)))
            for purpose in Purpose
        ),
        guests=listed([seat.name for seat in company.seats]) if company.seats else "",
        present=numbered(present, "This table is open on one page now.", "This table is open on {number} pages now."),
    )


def watch_page(company: Company, token: str) -> WatchPage:
    """Show a session to somebody who may only look on."""
    session, turn = company.session, standing(company.session)
    game, line = session.variant.game, session_line(session)
    last = session.last_move
    options = options_words(game, session.variant.options)
    return WatchPage(
        token=token,
        name=game.name,
        deal_words=", ".join(filter(None, [dealt_words(session), options])),
        owner=company.owner or "somebody",
        seq=session.seq,
        status=session.status,
        state=f"{line.status_words}, {line.steps_words}.",
        moved_last=company.moved_last.name if company.moved_last else "",
        board=board_view(turn.rules, turn.after, last),
    )


def invitation_page(company: Company, token: str, refused: str = "") -> InvitationPage:
    """Show an invitation to the person invited."""
    return InvitationPage(token, company.session.variant.game.name, company.owner or "somebody", refused)


def seated(company: Company, viewer: str | None) -> Seated | None:
    """Say who sits at a shared table; None if only its player does."""
    if not company.seats:
        return None
    names = {company.session.player_id: company.owner or "the owner"}
    names |= {seat.player_id: seat.name for seat in company.seats}
    last = company.moved_last.player_id if company.moved_last else company.session.player_id
    return Seated(
        words=listed(["you" if player_id == viewer else name for player_id, name in names.items()]),
        owner=sentence(names[company.session.player_id]),
        you=sentence(names.get(viewer or "", "")),
        last="" if company.session.seq == 0 else "You" if last == viewer else sentence(names[last]),
    )


def _address(origin: str, purpose: Purpose, token: str | None) -> str:
    if token is None:
        return ""
    return f"{origin}/{'watch' if purpose is Purpose.WATCH else 'tables'}/{token}"
