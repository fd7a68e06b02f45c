"""Text that somebody types, read as the server keeps it."""

from app.core.refusals import Malformed
from engine import readable


def read_line(text: str, longest: int, what: str) -> str:
    """Return a text as one line of at most `longest` characters; a refusal calls the text `what`.

    Raises:
        Malformed: it is too long, or has characters that readers do not see as written.
    """
    try:
        return readable.read_line(text, longest, what)
    except readable.UnreadableText as unreadable:
        raise Malformed(str(unreadable)) from None
