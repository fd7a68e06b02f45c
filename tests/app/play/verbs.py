"""Verbs written with something after them that is not wanted, and what is answered, with the script and without."""

from app.play.values.written import HOW_MANY

_TAKE_A_NUMBER = "only undo and redo take a number."
REFUSED = {
    "finish 2": f"Write finish by itself: {_TAKE_A_NUMBER}",
    "Finish  now": f"Write finish by itself: {_TAKE_A_NUMBER}",
    "hint 3": f"Write hint by itself: {_TAKE_A_NUMBER}",
    "help me": f"Write help by itself: {_TAKE_A_NUMBER}",
    "? 7h": f"Write ? by itself: {_TAKE_A_NUMBER}",
    "keys 2": f"Write keys by itself: {_TAKE_A_NUMBER}",
    "undo 0": HOW_MANY,
    "undo x": HOW_MANY,
    "undo 1e3": HOW_MANY,
    "undo 2 3": HOW_MANY,
    "undo 10000": HOW_MANY,
    "redo 0": HOW_MANY,
    "redo all": HOW_MANY,
}
