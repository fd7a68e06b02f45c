"""One server for one SQLite file."""

from pathlib import Path

import pytest

from app.core.store.alone import Served, only_server


def test_a_link_to_a_served_database_is_no_other_database(tmp_path: Path) -> None:
    file, link, folder = tmp_path / "games.db", tmp_path / "link.db", tmp_path / "elsewhere"
    file.touch()
    link.symlink_to(file)
    folder.symlink_to(tmp_path)
    with only_server(file):
        for name in (file, link, folder / "games.db", folder / "link.db"):
            with pytest.raises(Served), only_server(name):
                pass
        with only_server(tmp_path / "others.db"):
            pass
    with only_server(link):
        pass


def test_a_link_that_leads_nowhere_is_refused_by_the_system(tmp_path: Path) -> None:
    (tmp_path / "games.db").symlink_to(tmp_path / "games.db")
    with pytest.raises(OSError, match="Too many levels of symbolic links"), only_server(tmp_path / "games.db" / "x"):
        pass
