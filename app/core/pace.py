"""How much due work runs at a time: so little that players do not notice it."""

LONGEST_PAGE_SECONDS = 0.03
"""How long one page may keep others from writing."""
LARGEST_PAGE = 50


class Pace:
    """Sets the size of a page: as large as it can be without taking too long."""

    def __init__(self) -> None:
        self.size = LARGEST_PAGE // 2

    def took(self, seconds: float) -> None:
        """Fit the size to how long a page of the present size took."""
        fitting = self.size * LONGEST_PAGE_SECONDS / max(seconds, LONGEST_PAGE_SECONDS / 2)
        self.size = max(1, min(LARGEST_PAGE, int(fitting)))
