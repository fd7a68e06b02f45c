"""A walk over all pages of a server that a visitor can reach by following links; it knows no feature.

As a module of its own, `python -m tests.walking` walks over the server that the environment describes.
"""

import os
import re
from html import unescape

from sqlalchemy import create_engine, text
from starlette.testclient import TestClient

LINKS = re.compile(r'(?:(?:href|hx-get|src)="|http://testserver)(/[^"<>\s]*)')
NOT_FOLLOWED = re.compile(r".*/(events|stream)$|/certificates/|/data/|/static/|/api/v1/|/analysis/|/account/export")
"""Streams do not end, what no solver has written and no visitor has stored is not there, and the others are for forms
and programs."""
OF_A_KIND = 2
"""How many addresses that differ only in codes and numbers the walk looks at."""
REACHED = {200, 403}
"""The second is for deals that are secret for now, and tables of others."""


def walk(client: TestClient) -> list[str]:
    """Follow every link from the front page on, and return the addresses that lead nowhere."""
    dead, waiting, known, seen = list[str](), ["/", "/account", "/settings", "/api"], set[str](), dict[str, int]()
    while waiting:
        address = waiting.pop(0)
        kind = re.sub(r"\d+|[0-9a-z]{16}|[A-Z]{6,10}", "N", address)
        if address in known or NOT_FOLLOWED.match(address) or seen.get(kind, 0) == OF_A_KIND:
            continue
        known.add(address)
        seen[kind] = seen.get(kind, 0) + 1
        answer = client.get(address)
        if answer.status_code not in REACHED:
            dead.append(f"{answer.status_code} {address}")
        elif "html" in answer.headers["content-type"]:
            waiting += [unescape(found).partition("#")[0] for found in LINKS.findall(answer.text)]
    return dead


def main() -> None:
    """Walk as a visitor, or as somebody with an account; look at a table of every kind; print what leads nowhere."""
    from app.core.store.migrate import migrate
    from app.site.application import create_app

    url = os.environ["RAMPART_DATABASE_URL"]
    migrate(url)
    with TestClient(create_app(), headers={"accept": "text/html"}) as client:
        if os.environ["WALKER"]:
            account = {"name": os.environ["WALKER"], "password": os.environ["PASSWORD"]}
            assert client.post("/account/sign-in", data=account).status_code == 200
        for address in walk(client):
            print(address)
        with create_engine(url).connect() as connection:
            kinds = connection.execute(text("SELECT min(id) FROM session GROUP BY substr(event, 1, 4)")).scalars().all()
        for table in kinds:
            if client.get(f"/sessions/{table}").status_code not in REACHED:
                print(f"/sessions/{table}")


if __name__ == "__main__":
    main()
