"""Writes the certificates that players ask for, one at a time, without keeping a solver busy."""

import asyncio
import logging
from dataclasses import replace

from msgspec import json

from app.core.children import last_line, start
from app.core.clock import now_ms
from app.core.live.calm import LONGEST_SLEEP_SECONDS, Calm
from app.core.refusals import Withheld
from app.core.store.database import Database, StoreUnavailable
from app.features.study import rows
from app.features.study.certifying import MOST_SECONDS, CertificateAnswer, CertificateRequest
from app.features.study.service import certificates
from app.features.study.values import Certificate, CertificateState
from engine.deals import deck_code

PAUSE_SECONDS = 2.0
"""How long the prover sleeps when there is nothing to write."""
GRACE_SECONDS = 120
"""How long a process may take beyond its processor time, because other processes may be busy too."""
LEASE_MS = 1000 * (MOST_SECONDS + 2 * GRACE_SECONDS)
"""After this long, the process that took a certificate counts as dead."""
ATTEMPTS = 2
"""How many times provers may start on a certificate before it counts as failed."""

_log = logging.getLogger("rampart")


class Prover:
    """Writes certificates. With a calm, it looks for requests less often while nobody is here to make one."""

    def __init__(self, database: Database, calm: Calm | None = None) -> None:
        self._database = database
        self._calm = calm

    async def run(self) -> None:
        """Write requested certificates until cancelled."""
        while True:
            try:
                busy = await self.prove_next()
            except StoreUnavailable:
                busy = False
            except Exception:
                _log.exception("Writing a certificate failed.")
                busy = False
            if busy:
                continue
            if self._calm:
                await self._calm.sleep(PAUSE_SECONDS, LONGEST_SLEEP_SECONDS)
            else:
                await asyncio.sleep(PAUSE_SECONDS)

    async def prove_next(self) -> bool:
        """Write the certificate that has waited longest, and return whether there was one."""
        now = now_ms()
        if not await self._database.read(rows.is_due, now=now):
            return False
        taken = await self._database.write(rows.take, now=now, until=now + LEASE_MS)
        if taken is None:
            return False
        try:
            await self._database.study(certificates.check, asked=taken, now=now)
        except Withheld:
            await self._database.write(certificates.put_off, asked=taken, now=now)
            return True
        done, packed = await self._write(taken)
        await self._database.write(certificates.keep, done=done, packed=packed)
        return True

    async def _write(self, taken: Certificate) -> tuple[Certificate, bytes | None]:
        if taken.attempts > ATTEMPTS:
            return replace(taken, state=CertificateState.FAILED), None
        found = await write(taken)
        if found is None or found[0].wins:
            # A second try would hit the same limits.
            return replace(taken, state=CertificateState.FAILED), None
        outcome, packed = found
        state = CertificateState.MADE if outcome.offered else CertificateState.TOO_LARGE
        return replace(taken, state=state, positions=outcome.positions, size=outcome.size), packed


async def write(asked: Certificate) -> tuple[CertificateAnswer, bytes] | None:
    """Write a certificate in a process of its own. Return None if that process failed or took too long."""
    deal = None if asked.deal is None else str(asked.deal)
    wanted = CertificateRequest(asked.variant.game.slug, asked.variant.text, deal, deck_code(asked.deck))
    process = await start("-m", "app.features.study.certifying")
    try:
        async with asyncio.timeout(MOST_SECONDS + GRACE_SECONDS):
            process.writer.write(json.encode(wanted))
            process.writer.close()
            said = await process.reader.read()
            code, failure = await process.ended(), await process.said()
    except TimeoutError:
        return None
    finally:
        await process.end()
    if code != 0:
        if failure:
            _log.warning("A process failed that writes certificates: %s", last_line(failure))
        return None
    line, _, packed = said.partition(b"\n")
    return json.decode(line, type=CertificateAnswer), packed
