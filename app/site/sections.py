"""The sections that features add to the operator's page; each reads what it shows by the time."""

from app.core.slots import Slot
from app.web.sections import Section

SECTIONS = Slot[Section[int]]("sections of the operator's page")
