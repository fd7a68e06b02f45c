"""What the operator's page says of the settings."""

from app.core.features import has
from app.core.settings import Admission, Registration, ServiceWorker, Settings
from app.site.features import FEATURES


def switched_off(settings: Settings) -> list[str]:
    """Return what the settings of this server switch off, each in words."""
    off = [feature.name for feature in FEATURES if not has(feature.name)]
    if settings.registration is Registration.CLOSED:
        off.append("making an account without an invitation")
    if settings.admission is Admission.ACCOUNTS:
        off.append("open dailies for guests")
    if settings.service_worker is ServiceWorker.OFF:
        off.append("the service worker")
    if not settings.publishes:
        off.append("open data")
    if settings.guest_days is None:
        off.append("deleting guests’ unfinished games")
    return off
