"""How much of what is due is done at a time: as much as nobody notices who moves meanwhile."""

LONGEST_PAGE_SECONDS = 0.03
"""What one page may keep others from writing."""
LARGEST_PAGE = 50


class Pace:
    """How large a page is: as large as it can be without taking long."""

    def __init__(self) -> None:
        self.size = LARGEST_PAGE // 2

    def took(self, seconds: float) -> None:
        """Keep how long a page of that size took."""
        fitting = self.size * LONGEST_PAGE_SECONDS / max(seconds, LONGEST_PAGE_SECONDS / 2)
        self.size = max(1, min(LARGEST_PAGE, int(fitting)))
