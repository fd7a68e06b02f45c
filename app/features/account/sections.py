"""The sections that features add to the page of an account; each reads what it shows by the player's id."""

from app.core.slots import Slot
from app.web.sections import Section

SECTIONS = Slot[Section[str]]("sections of an account's page")
