"""What other features add to the moderators’ page; `app/site/features.py` fills this in."""

from app.core.slots import Slot
from app.web.doors import Section

MODERATION_SECTIONS = Slot[Section[int]]("sections of the moderators' page")
