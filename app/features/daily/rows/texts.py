"""How to read the texts that dailies have stored."""

from app.features.daily.values.daily import ClosingStage
from app.features.daily.values.story import Story
from app.play.checking import Texts
from app.play.rows.texts import allowed_of, bounds_of, lines_of
from engine.games import find

TEXTS: Texts = {
    "daily": {
        "lines": lambda row: lines_of(find(row.game), row.lines),
        "bounds": lambda row: bounds_of(find(row.game), row.bounds),
        "stage": lambda row: ClosingStage(row.stage),
        "allowed": lambda row: allowed_of(row.allowed),
    },
    "standing": {"game": lambda row: row.game and find(row.game)},
    "story": {"words": lambda row: Story.read(row.words)},
}
