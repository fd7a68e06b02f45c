"""How much due work runs at a time: so little that a player who moves meanwhile does not notice."""

LONGEST_PAGE_SECONDS = 0.03
"""What one page may keep others from writing."""
LARGEST_PAGE = 50


class Pace:
    """How large a page is: as large as it can be without taking long."""

    def __init__(self) -> None:
        self.size = LARGEST_PAGE // 2

    def took(self, seconds: float) -> None:
        """Note how long a page of that size took."""
        fitting = self.size * LONGEST_PAGE_SECONDS / max(seconds, LONGEST_PAGE_SECONDS / 2)
        self.size = max(1, min(LARGEST_PAGE, int(fitting)))
