"""Static files: how they are named, kept, compressed and answered."""

import gzip
import json
import re
from pathlib import Path

import brotli
import pytest
from starlette.testclient import TestClient

from app.core.folders import HOME
from app.web.assets import STATIC, Asset, AssetShelf, asset, shelf

STYLES = "theme.css"
ADDRESS = asset(STYLES)


def test_a_file_is_kept_for_ever_under_the_address_that_a_page_names(client: TestClient) -> None:
    assert ADDRESS in client.get("/").text
    assert client.get(ADDRESS).headers["cache-control"] == "public, max-age=31536000, immutable"


def test_an_address_changes_with_any_file(tmp_path: Path) -> None:
    (tmp_path / "one.css").write_text("a {}")
    (tmp_path / "two.css").write_text("b {}")
    before = AssetShelf.read(tmp_path).address("one.css")
    (tmp_path / "two.css").write_text("c {}")
    assert AssetShelf.read(tmp_path).address("one.css") != before


def test_an_address_of_another_edition_gets_the_file_of_this_one_and_is_not_kept(client: TestClient) -> None:
    answer = client.get(f"/static/another/{STYLES}")
    assert answer.content == shelf().assets[STYLES].body
    assert answer.headers["cache-control"] == "no-cache"


def test_a_file_comes_compressed_to_those_who_can_unpack_it(client: TestClient) -> None:
    sizes = {}
    unpack = {"gzip": gzip.decompress, "br": brotli.decompress, "identity": bytes}
    for encoding, unpacked in unpack.items():
        with client.stream("GET", ADDRESS, headers={"accept-encoding": encoding}) as answer:
            assert answer.headers["vary"] == "accept-encoding"
            raw = b"".join(answer.iter_raw())
        sizes[encoding] = len(raw)
        assert unpacked(raw) == shelf().assets[STYLES].body
    assert sizes["br"] < sizes["gzip"] < sizes["identity"] / 2


def test_a_script_goes_out_without_its_comments_and_blanks(client: TestClient) -> None:
    written, sent = (STATIC / "replay.js").read_text(), client.get(asset("replay.js")).text
    lines = [line.strip() for line in written.splitlines()]
    code = [line for line in lines if line and not line.startswith(("//", "/*", "*"))]
    assert code != lines
    assert [line for line in sent.splitlines() if line] == code


def test_a_script_goes_out_without_the_types_within_its_lines() -> None:
    scripts = {name: one.body.decode() for name, one in shelf().assets.items() if name.endswith(".js")}
    ours = {name: body for name, body in scripts.items() if not name.startswith("vendor/")}
    assert any("/** @type" in line.strip()[1:] for line in (STATIC / "table/ending.js").read_text().splitlines())
    assert [name for name, body in ours.items() if "/**" in body] == []
    assert "const { href } = (share);" in ours["table/main.js"]


def test_a_line_that_begins_with_a_type_goes_out_with_all_that_follows(tmp_path: Path) -> None:
    script = tmp_path / "some.js"
    script.write_text("  /** @type {HTMLElement} */ (part).focus();\nlet a = 1;\n/** Ends the\n * line. */\na += 1;\n")
    assert Asset.read(script).body.split() == b"(part).focus(); let a = 1; a += 1;".split()


def test_no_text_of_a_script_spans_lines() -> None:
    lines = [(path.name, line) for path in STATIC.rglob("*.js") for line in path.read_text().splitlines()]
    assert len(lines) > 2000
    assert [
        (name, line) for name, line in lines if line.count("`") % 2 and not line.lstrip().startswith(("//", "*"))
    ] == []


def test_a_sheet_goes_out_without_its_comments(client: TestClient) -> None:
    assert "/*" in (STATIC / STYLES).read_text()
    assert "/*" not in client.get(ADDRESS).text


def test_a_sheet_goes_out_without_the_blanks_that_mean_nothing(tmp_path: Path) -> None:
    sheet = tmp_path / "some.css"
    sheet.write_text(
        'a > b,\n.c :is(d) {\n  content: " : ;} ";\n  margin: 0 auto;\n}\n@media (x) and (y) {\n  e {\n  }\n}\n'
    )
    sent = b'a > b,.c :is(d){content:" : ;} ";margin:0 auto}@media (x) and (y){e{}}'
    assert Asset.read(sheet).body == sent


def test_what_a_browser_has_already_is_not_sent_again(client: TestClient) -> None:
    etag = client.get(ADDRESS).headers["etag"]
    answer = client.get(ADDRESS, headers={"if-none-match": etag})
    assert (answer.status_code, answer.content) == (304, b"")


@pytest.mark.parametrize("name", ["none.css", "art/cards.py", "../README.md", ""])
def test_other_files_are_not_served(client: TestClient, name: str) -> None:
    assert client.get(f"/static/edition/{name}").status_code == 404


def test_the_pages_ask_nobody_else_for_anything(client: TestClient) -> None:
    for place in ("/", "/settings", "/fortress/5"):
        assert not re.findall(r'(?:src|href)="(?:https?:)?//(?!testserver/)', client.get(place).text)


def test_all_that_npm_fetches_is_pinned_by_hashes_and_no_address_is_recorded() -> None:
    packages = json.loads((HOME / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    fetched = [package for place, package in packages.items() if place]
    for kind in ("dependencies", "devDependencies", "optionalDependencies"):
        assert {f"node_modules/{name}" for package in packages.values() for name in package.get(kind, ())} <= {
            *packages
        }
    assert all(package["integrity"].startswith("sha512-") for package in fetched)
    assert not [package for package in fetched if "resolved" in package]
