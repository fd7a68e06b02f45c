"""The page of keys, compared with the script that takes them."""

import re
from pathlib import Path

from starlette.testclient import TestClient

SCRIPT = Path(__file__).parents[3] / "static" / "table" / "keys.js"


def test_the_page_of_keys_lists_every_letter_that_the_script_takes(client: TestClient) -> None:
    tables = re.findall(r"^const (?:LETTERS|ASK) = \{(.*?)\};$", SCRIPT.read_text(), re.MULTILINE | re.DOTALL)
    letters = {letter for table in tables for letter in re.findall(r"\b([a-z]): ", table)}
    named = re.findall(r"<dt>(.*?)</dt>", client.get("/keys").text)
    listed = {key.lower() for keys in named for key in keys.split(", ")}
    assert {"u", "m", "w"} <= letters <= listed
