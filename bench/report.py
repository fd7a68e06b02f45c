"""Figures, and the tables that show them in a terminal and in the documentation."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent / "docs" / "benchmarks.md"


@dataclass(frozen=True, slots=True)
class Figure:
    """One cell of a table."""

    table: str
    row: str
    column: str
    """The name of the measurement, with its unit."""
    value: float
    at_most: float | None = None
    """The target, the same for the whole column."""

    @property
    def missed(self) -> bool:
        """Whether the value misses the target."""
        return self.at_most is not None and self.value > self.at_most


def text(figures: Sequence[Figure]) -> str:
    """Return the figures as tables of aligned columns, with `!` after those that miss their target."""
    return "\n".join(f"{title}\n\n{_aligned(_cells(rows))}\n" for title, rows in _tables(figures))


def markdown(figures: Sequence[Figure]) -> str:
    """Return the figures as tables of a Markdown page."""
    return "\n".join(f"### {title}\n\n{_piped(_cells(rows))}\n" for title, rows in _tables(figures))


def rewrite(page: str, name: str, figures: Sequence[Figure]) -> str:
    """Return a page with the part between `<!-- name -->` and `<!-- /name -->` replaced.

    Raises:
        ValueError: the page has no such part.

    >>> rewrite("a <!-- x --> old <!-- /x --> b", "x", [])
    'a <!-- x -->\\n\\n\\n<!-- /x --> b'
    """
    before, opening, rest = page.partition(f"<!-- {name} -->")
    _, closing, after = rest.partition(f"<!-- /{name} -->")
    if not (opening and closing):
        raise ValueError(f"The page has no part between <!-- {name} --> and <!-- /{name} -->.")
    return f"{before}{opening}\n\n{markdown(figures)}\n{closing}{after}"


def _tables(figures: Sequence[Figure]) -> Iterable[tuple[str, list[Figure]]]:
    for title in dict.fromkeys(figure.table for figure in figures):
        yield title, [figure for figure in figures if figure.table == title]


def _cells(figures: Sequence[Figure]) -> list[list[str]]:
    """Lay out one table: a line of headings, a line for each row, and the targets last if there are any."""
    columns = list(dict.fromkeys(figure.column for figure in figures))
    lines = [["", *columns]]
    for row in dict.fromkeys(figure.row for figure in figures):
        found = {figure.column: figure for figure in figures if figure.row == row}
        lines.append([row, *(_written(found[column]) if column in found else "" for column in columns)])
    targets = {figure.column: figure.at_most for figure in figures if figure.at_most is not None}
    if targets:
        lines.append(["target", *(f"≤ {targets[column]:g}" if column in targets else "" for column in columns)])
    return lines


def _written(figure: Figure) -> str:
    """Write a value with three significant digits, or as a whole number if that has more.

    >>> [_written(Figure("", "", "", value)) for value in (1.2345, 18.04, 480.4, 23088.2)]
    ['1.23', '18.0', '480', '23,088']
    """
    places = 2 if figure.value < 10 else 1 if figure.value < 100 else 0
    return f"{figure.value:,.{places}f}{' !' if figure.missed else ''}"


def _aligned(lines: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            [line[0].ljust(widths[0]), *(word.rjust(width) for word, width in zip(line[1:], widths[1:], strict=True))]
        )
        for line in lines
    )


def _piped(lines: Sequence[Sequence[str]]) -> str:
    rule = ["---", *("---:" for _ in lines[0][1:])]
    return "\n".join(f"| {' | '.join(line)} |" for line in (lines[0], rule, *lines[1:]))
