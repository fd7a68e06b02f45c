"""A Python client for Rampart. Functions in `calls` make values, which a plain or an asyncio client carries out."""

from rampart_client import calls, documents
from rampart_client.clients import AsyncRampart, Rampart, Refused

__all__ = ["AsyncRampart", "Rampart", "Refused", "calls", "documents"]
