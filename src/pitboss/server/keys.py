"""The server's key file: it signs checkpoints of the books and seals the entropy of shoes.

The keys are in the data folder and never in the database: a copy of the database alone opens no
shoe and signs nothing. Losing the file loses the entropy of shoes in play, so a backup has both.
"""

from __future__ import annotations

import hmac
import json
import os
import secrets
import stat
import tempfile
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Final, Self

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from pitboss.ledger.checkpoint import Checkpoint

FILE_NAME: Final = "server.key"
_KEY_BYTES: Final = 32
_NONCE_BYTES: Final = 12
_BRIDGE: Final = b"pitboss/bridge/1"
_LABEL: Final = b"pitboss/secret/1\x00"
_NAMES: Final = ("signing", "sealing")


class KeyFileError(Exception):
    """The key file cannot be used."""


class SealError(Exception):
    """Sealed entropy does not open: it was changed, or belongs to another shoe or key."""


@dataclass(frozen=True)
class Keys:
    """The keys of one server.

    >>> keys = Keys(bytes(32), bytes(32))
    >>> keys
    Keys()
    >>> keys.unseal("7/1", keys.seal("7/1", b"entropy"))
    b'entropy'
    """

    signing: bytes = field(repr=False)
    """An Ed25519 private key."""
    sealing: bytes = field(repr=False)
    """An AES-256 key."""

    @classmethod
    def new(cls) -> Self:
        """Draw new keys from the operating system."""
        return cls(secrets.token_bytes(_KEY_BYTES), secrets.token_bytes(_KEY_BYTES))

    @property
    def public(self) -> bytes:
        """The public key that verifies signatures of checkpoints."""
        return self._private.public_key().public_bytes_raw()

    @property
    def _private(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(self.signing)

    @property
    def fingerprint(self) -> str:
        """A fingerprint that distinguishes key files and reveals nothing else."""
        return sha256(self.public).hexdigest()[:16]

    @property
    def bridge_secret(self) -> bytes:
        """The secret by which processes that share the books authenticate each other."""
        return hmac.digest(self.sealing, _BRIDGE, "sha256")

    def sign(self, digest: bytes) -> bytes:
        """Sign the hash of a checkpoint."""
        return self._private.sign(digest)

    def is_signed(self, checkpoint: Checkpoint) -> bool:
        """Return whether a checkpoint bears a signature of these keys."""
        try:
            self._private.public_key().verify(checkpoint.signature, checkpoint.hash)
        except InvalidSignature:
            return False
        return True

    def seal(self, shoe: str, entropy: bytes) -> bytes:
        """Encrypt the entropy of a shoe (AES-GCM); it opens only under the shoe's own name."""
        nonce = secrets.token_bytes(_NONCE_BYTES)
        return nonce + AESGCM(self.sealing).encrypt(nonce, entropy, _LABEL + shoe.encode())

    def unseal(self, shoe: str, sealed: bytes) -> bytes:
        """Open what `seal` returned for the same shoe; otherwise `SealError`."""
        nonce, text = sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:]
        try:
            return AESGCM(self.sealing).decrypt(nonce, text, _LABEL + shoe.encode())
        except (InvalidTag, ValueError):
            message = f"the sealed entropy of shoe {shoe} does not open with this key file"
            raise SealError(message) from None


def open_keys(path: Path) -> Keys:
    """Read a key file, or make one with new keys; only its owner can read it."""
    try:
        if not path.exists():
            _create(path, Keys.new())
        return _read(path)
    except OSError as error:
        reason = (error.strerror or "unknown error").lower()
        message = f"the key file '{path}' cannot be used: {reason}"
        raise KeyFileError(message) from None


def _create(path: Path, keys: Keys) -> None:
    """Write a file beside its place and link it there: two starting servers share one."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=".key-")  # mode 0600
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            json.dump({key: getattr(keys, key).hex() for key in _NAMES}, file)
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(name, path)
        except FileExistsError:
            return  # the other one was first, and its keys hold
    finally:
        Path(name).unlink()


def _read(path: Path) -> Keys:
    mode = stat.S_IMODE(path.stat().st_mode)
    if os.name == "posix" and mode & 0o077:
        message = f"the key file '{path}' can be read by others: chmod 600 it"
        raise KeyFileError(message)
    try:
        made = json.loads(path.read_text(encoding="ascii"))
        values = [bytes.fromhex(made[name]) for name in _NAMES]
    except (ValueError, KeyError, TypeError):
        values = []
    if [len(value) for value in values] != [_KEY_BYTES] * len(_NAMES):
        message = f"'{path}' is not a key file of Pitboss"
        raise KeyFileError(message)
    return Keys(*values)
