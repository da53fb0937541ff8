"""A software authenticator: makes and uses passkeys as a security key and its browser would.

It writes the bytes itself, by the standard (WebAuthn 6.1, 6.5; CTAP2 canonical CBOR), so that the
server's library is not tested against itself.
"""

from __future__ import annotations

import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

SITE = "http://localhost:8021"
PRESENT = 1
VERIFIED = 4
ATTESTED = 64
Json = dict[str, Any]


@dataclass
class Authenticator:
    """Holds one passkey."""

    origin: str = SITE
    site: str = "localhost"
    counter: int = 0
    counts: bool = True
    """It counts its signatures; many phones do not."""
    flags: int = PRESENT | VERIFIED
    algorithm: int = -7
    id: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    user: bytes = b""

    def make(self, options: Json, name: str = "my phone") -> Json:
        """Make a passkey for what a server asks, and return it as a page sends it."""
        assert options["rp"]["id"] == "localhost"
        assert options["authenticatorSelection"]["residentKey"] == "required"
        assert options["authenticatorSelection"]["userVerification"] == "preferred"
        assert options["attestation"] == "none"
        self.user = decode(options["user"]["id"])
        point = self.key.public_key().public_numbers()
        key = {1: 2, 3: self.algorithm, -1: 1, -2: _word(point.x), -3: _word(point.y)}
        data = self._data(self.flags | ATTESTED)
        data += bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor(key)
        made = cbor({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options["challenge"])
        return {"name": name, "client_data": encode(client), "attestation": encode(made)}

    def use(self, options: Json) -> Json:
        """Sign a challenge, and return it as a page sends it."""
        assert options["rpId"] == "localhost"
        self.counter += self.counts
        data = self._data(self.flags)
        client = self._client("webauthn.get", options["challenge"])
        signature = self.key.sign(data + sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return {
            "id": encode(self.id),
            "client_data": encode(client),
            "authenticator_data": encode(data),
            "signature": encode(signature),
        }

    def _data(self, flags: int) -> bytes:
        site = sha256(self.site.encode()).digest()
        return site + bytes([flags]) + self.counter.to_bytes(4, "big")

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()


def encode(data: bytes) -> str:
    """Write bytes as base64url without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Read base64url without padding."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def cbor(value: object) -> bytes:
    """Write a value in CBOR."""
    match value:
        case int() if value >= 0:
            return _head(0, value)
        case int():
            return _head(1, -1 - value)
        case bytes():
            return _head(2, len(value)) + value
        case str():
            return _head(3, len(value.encode())) + value.encode()
        case dict():
            return _head(5, len(value)) + b"".join(cbor(k) + cbor(v) for k, v in value.items())
        case _:
            raise TypeError(value)


def _head(kind: int, number: int) -> bytes:
    if number < 24:
        return bytes([kind << 5 | number])
    size = 1 if number < 1 << 8 else 2
    return bytes([kind << 5 | 23 + size]) + number.to_bytes(size, "big")


def _word(number: int) -> bytes:
    return number.to_bytes(32, "big")
