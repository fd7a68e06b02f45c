"""The key by which push services know this server (VAPID, RFC 8292).

It follows from the server's secret. So it is there from the first start, all servers of a database have the same, and
it comes and goes with the secret: a backup has both, and the check of a lost or another secret holds for both.
"""

import hmac
from base64 import urlsafe_b64encode
from functools import cached_property

_ABOUT = b"rampart key for push services"
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve P-256: private keys are the numbers below it, without 0."""


class Vapid:
    """The key of a server. Nobody needs it before the first reminder, so its library is imported only then."""

    def __init__(self, secret: bytes) -> None:
        self._number = int.from_bytes(hmac.digest(secret, _ABOUT, "sha512")) % (_ORDER - 1) + 1

    @cached_property
    def pem(self) -> tuple[bytes, bytes]:
        """The private and the public key, as the library wants them."""
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric import ec

        key, pem = ec.derive_private_key(self._number, ec.SECP256R1()), serialization.Encoding.PEM
        return (
            key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()),
            key.public_key().public_bytes(pem, serialization.PublicFormat.SubjectPublicKeyInfo),
        )

    @cached_property
    def public(self) -> str:
        """The public key as browsers want it; anybody may know it."""
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric import ec

        key = ec.derive_private_key(self._number, ec.SECP256R1()).public_key()
        point = key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        return urlsafe_b64encode(point).rstrip(b"=").decode()
