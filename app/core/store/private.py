"""Files that nobody but their owner may read, whatever the process's umask allows others."""

import os
import stat
from contextlib import suppress
from pathlib import Path

_OWNER_ALONE = stat.S_IRUSR | stat.S_IWUSR
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def open_for_owner(path: str, flags: int) -> int:
    """Open a file as `open` does; only its owner can read a new one."""
    return os.open(path, flags, _OWNER_ALONE)


def keep_to_owner(database: Path) -> None:
    """Make an SQLite file if there is none, and deny everybody but its owner access to it and the files next to it.

    SQLite gives the files that it makes next to it the same rights. Files of another user stay as they are. If the file
    cannot be made, SQLite will report that.
    """
    # Do not open an existing file: closing it again would end all locks that this process has on it. Another process
    # that then closes the database would believe that it is the last, and remove the log with the newest commits.
    with suppress(OSError):
        os.close(open_for_owner(str(database), os.O_RDWR | os.O_CREAT | os.O_EXCL))
    for file in (database, *(database.with_name(database.name + end) for end in ("-wal", "-shm", "-journal"))):
        with suppress(OSError):
            found = file.stat()
            if found.st_mode & _OTHERS and found.st_uid == os.geteuid() and stat.S_ISREG(found.st_mode):
                # A file that its owner has made read-only stays so.
                file.chmod(found.st_mode & _OWNER_ALONE)
