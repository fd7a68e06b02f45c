"""The recorded wins that are played in the browser."""

from collections.abc import Iterator

from tests.engine.verdicts import WINS, Verdict


def _shortest() -> Iterator[Verdict]:
    for variant in sorted({(win.slug, *win.options.items()) for win in WINS}):
        yield min((win for win in WINS if (win.slug, *win.options.items()) == variant), key=lambda win: len(win.line))


SHORTEST = list(_shortest())
"""The shortest recorded win under every choice of options."""

ONE_OF_EACH_GAME = list({win.slug: win for win in SHORTEST}.values())
"""The same for every game once, with the options that give it the most kinds of piles."""
