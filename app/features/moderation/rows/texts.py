"""How to read the texts that moderation has stored."""

from app.features.moderation.values import Kind
from app.people.venues import Venue
from app.play.checking import Texts

TEXTS: Texts = {
    "decision": {"kind": lambda row: Kind(row.kind)},
    "title_report": {"venue": lambda row: Venue.read(row.venue)},
}
