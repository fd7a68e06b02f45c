"""A client for Rampart, in Python: `calls` are values, which a plain client or one for asyncio carries out."""

from rampart_client import calls
from rampart_client.clients import AsyncRampart, Rampart, Refused

__all__ = ["AsyncRampart", "Rampart", "Refused", "calls"]
