"""How the functions of the kernel are compiled, and the records they work on."""

import fcntl
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import Any, ParamSpec, TypeAlias, TypeVar, cast

import numpy as np
from numba import config, njit
from numpy.typing import NDArray
from platformdirs import user_cache_path

P = ParamSpec("P")
R = TypeVar("R")

Array: TypeAlias = NDArray[Any]
Record: TypeAlias = Any
"""A NumPy record with its fields as attributes. Compiled code gets only its address, and changes it in place."""


Fields: TypeAlias = Mapping[str, "tuple[int, ...] | Fields"]
"""The shape of each field of a record, `()` for a single number, or the fields of a record within it."""


def record(fields: Fields) -> Record:
    """Return a record of zeros with these fields of int64."""
    return np.zeros(1, dtype=_kind(fields)).view(np.recarray)[0]


def _kind(fields: Fields) -> np.dtype[Any]:
    # In plain Python, such a name would mean NumPy's own attribute.
    assert not any(hasattr(np.record, name) for name in fields)
    return np.dtype(
        [
            (name, np.int64, inner) if isinstance(inner, tuple) else (name, _kind(inner))
            for name, inner in fields.items()
        ]
    )


def boxed(record: Record) -> Array:
    """Return the array of length one that holds a record. Passing it to compiled code is several times as fast."""
    return np.asarray(record.base)


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function when it is first called, and keep the result on disk.

    With `NUMBA_DISABLE_JIT=1` it stays plain Python, which checks every array access.
    """
    return cast("Callable[P, R]", njit(cache=True, nogil=True)(function))


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Let one process compile while the context lasts; the others wait, and then load what it has stored.

    Where nothing can be stored, each process has to compile for itself, and nobody waits.
    """
    folder = Path(config.CACHE_DIR)  # type: ignore[attr-defined]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        turn = (folder / "turn").open("wb")
    except OSError:
        yield
        return
    with turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        yield


def _cache_folder() -> Path:
    """Return a folder named after the solver's sources, in which this process may write.

    Numba knows a compiled function by its own file alone. If the folder were always the same, a change in one module
    would leave its old code inlined in the others. Numba uses only folders in which it may write, so the code that
    came with a read-only Rampart is copied to the user's cache folder.
    """
    here = Path(__file__).parent
    sources = sha256(b"".join(path.read_bytes() for path in sorted(here.glob("*.py")))).hexdigest()
    name = f"kernel-{sources[:16]}"
    if config.CACHE_DIR:  # type: ignore[attr-defined]
        return Path(config.CACHE_DIR, name)  # type: ignore[attr-defined]
    beside = here / "__pycache__" / name
    if os.access(next(folder for folder in (beside, *beside.parents) if folder.exists()), os.W_OK):
        return beside
    own = user_cache_path("rampart") / name
    if beside.exists() and not own.exists():
        _copy(beside, own)
    return own


def _copy(folder: Path, to: Path) -> None:
    # Copy next to the target first: several processes may do this at once, and one may die halfway.
    to.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=to.parent) as work:
        copied = copytree(folder, Path(work, to.name))
        try:
            copied.rename(to)
        except OSError:
            if not to.is_dir():
                raise


config.CACHE_DIR = str(_cache_folder())  # type: ignore[attr-defined]
