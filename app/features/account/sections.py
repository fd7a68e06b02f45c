"""What other features add to an account’s page; `app/site/features.py` fills this in."""

from app.core.slots import Slot
from app.web.doors import Section

ACCOUNT_SECTIONS = Slot[Section[str]]("sections of an account's page")
