"""Where a visitor comes back to after a form on a page of its own."""

import re
from urllib.parse import urlsplit

from fastapi import Request
from starlette.routing import Match

_OWN = re.compile(r"/([A-Za-z0-9][\w.~%/:@!$&'()*+,;=?-]{0,1000})?", re.ASCII)
"""A path of this server: never a second slash or a backslash at its beginning, which would name another server."""
_ABOUT_ACCOUNTS = re.compile(r"/account(?![a-z0-9])")


def own_page(address: str) -> str:
    """Return an address if it is a path of this server to which one may come back; otherwise an empty text.

    >>> own_page("/races/BCDFGH?board=all")
    '/races/BCDFGH?board=all'
    >>> own_page("//elsewhere.example/"), own_page("https://elsewhere.example/"), own_page("/account/delete")
    ('', '', '')
    """
    return address if _OWN.fullmatch(address) and not _ABOUT_ACCOUNTS.match(address) else ""


def way_back(request: Request) -> str:
    """Return the page that a link names as `next`, or else the one from which the visitor came; empty for none.

    Anybody can write such a link, so it leads nowhere but to pages of this server.
    """
    asked = request.query_params.get("next", _came_from(request))
    return asked if own_page(asked) and _is_shown(request, asked.partition("?")[0]) else ""


def _came_from(request: Request) -> str:
    try:
        referer = urlsplit(request.headers.get("referer", ""))
    except ValueError:
        return ""
    own = referer.netloc == request.url.netloc
    return referer._replace(scheme="", netloc="", fragment="").geturl() if own else ""


def _is_shown(request: Request, path: str) -> bool:
    """Return whether a path can be looked at: a form that was refused has an address that is only sent to."""
    looking = {**request.scope, "method": "GET", "path": path}
    return any(route.matches(looking)[0] is Match.FULL for route in request.app.router.routes)
