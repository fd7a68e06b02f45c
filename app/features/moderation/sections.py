"""The sections that features add to the moderators' page; each reads what it shows at a time."""

from app.core.slots import Slot
from app.web.sections import Section

SECTIONS = Slot[Section[int]]("sections of the moderators' page")
