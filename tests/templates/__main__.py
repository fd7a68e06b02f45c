"""Runs mypy over the whole checkout, with every template written as Python where it is drawn."""

from tests.templates.checking import complaints_of_mypy, site, written


def main() -> int:
    """Print what is wrong; return 1 if anything is."""
    sources = site()
    found = written(sources)
    complaints = [*found.complaints, *complaints_of_mypy(sources, found)]
    print(*complaints, sep="\n", end="\n" if complaints else "")
    return 1 if complaints else 0


if __name__ == "__main__":
    raise SystemExit(main())
