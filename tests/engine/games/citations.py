"""The rules texts as far as tests need them: how many sentences stand under each heading.

A test of a rule names what it holds in its docstring, `fortress, Special Rules 2`: the game, the heading, and
the number of the sentence under it, counted from 1; where a text is a list, its items are counted. Of two
headings on top of each other the lower one is named, and of two alike the first is called `Foundations Setup`.
Several are parted by semicolons. Our own readings of what the texts leave open are named by their subject,
`reading, turning up` or `fortress, reading wings`.
"""

HEADINGS: dict[str, dict[str, int]] = {
    "stonewall": {
        "Goal": 3,
        "Setup": 2,
        "Tableau": 4,
        "Foundations": 2,
        "Reserve": 3,
        "Building": 3,
        "Moving": 2,
        "Playing to the Foundations": 3,
        "Filling Empty Spaces": 2,
        "Face-Down Cards": 1,
        "Turns": 3,
        "Winning": 1,
        "Losing": 3,
        "Reserve Card Availability": 2,
        "No Redeal": 3,
        "Sequence Movement": 2,
        "Empty Tableau Spaces": 2,
    },
    "stronghold": {
        "Goal": 1,
        "Deck": 1,
        "Tableau": 4,
        "Foundations Setup": 2,
        "Cells": 2,
        "Stock": 1,
        "Card Movement": 2,
        "Tableau Building": 2,
        "Foundations": 2,
        "Empty Tableau Piles": 1,
        "Sequence of Actions": 4,
        "Introducing New Cards": 1,
        "If No Moves Are Possible": 1,
        "Winning": 1,
        "Losing": 1,
        "Special Rules": 5,
        "Key Terms": 4,
    },
    "six-by-four": {
        "Goal": 1,
        "Setup": 7,
        "Key Play Areas": 2,
        "Rules": 5,
        "On Your Turn": 5,
        "Winning & Losing": 2,
        "Special Rules": 4,
        "Definitions": 3,
    },
    "fortress": {
        "Goal": 1,
        "Setup": 7,
        "Key Play Areas": 2,
        "Rules": 5,
        "Turn Sequence": 6,
        "When No Moves Are Possible": 1,
        "Winning & Losing": 2,
        "Special Rules": 6,
        "Definitions": 3,
    },
    "stalactites": {
        "Goal": 1,
        "Setup": 5,
        "Key Play Areas": 3,
        "Card Movement": 3,
        "Building Foundations": 5,
        "Tableau Restrictions": 2,
        "Reserve Cells": 2,
        "Turn Sequence": 6,
        "Winning & Losing": 2,
        "Special Rules": 5,
        "Definitions": 3,
    },
}

WITHOUT_RULE: dict[str, dict[str, set[int]]] = {
    "stonewall": {"Setup": {2}, "Turns": {1}, "Losing": {3}, "Empty Tableau Spaces": {1}},
}
"""Sentences that only lead in, advise or remark, so that no test can hold them."""

READINGS: dict[str, set[str]] = {
    "every game": {
        "deal numbers",
        "laying out",
        "top",
        "sequence",
        "ace and king",
        "foundations",
        "turning up",
        "whole pile to an empty pile",
        "cells",
        "won",
        "stuck",
        "automatic",
    },
    "stonewall": {"rows", "reserve", "spaces"},
    "stronghold": {"cell", "single moves", "streets and alleys"},
    "six-by-four": {"cells", "unit", "kings"},
    "fortress": {"wings", "reversal"},
    "stalactites": {"foundations last", "any foundation", "choice", "corner", "cells", "spaces"},
}
