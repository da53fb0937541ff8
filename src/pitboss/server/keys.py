"""The server's key file: it signs the entries of the books and seals the entropy of shoes.

The keys are in the data folder and never in the database: a copy of the database alone opens no
shoe and signs nothing. Losing the file loses the entropy of shoes in play, so a backup has both.

`signs_from` is the first entry that the key has signed. It is in this file because the books cannot
say it themselves: whoever can write them could take every signature away and call them old.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import os
import secrets
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Final, Self

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from pitboss.ledger.marks import BEGUN, Signed
from pitboss.pit.binding import Binding
from pitboss.pit.verification import Trust
from pitboss.store import ForeignMarksError, Pen, Store, read_extent, take_pen
from pitboss.store.signing import check_marks

FILE_NAME: Final = "server.key"
_KEY_BYTES: Final = 32
_NONCE_BYTES: Final = 12
_BRIDGE: Final = b"pitboss/bridge/1"
_LOG_IN: Final = b"pitboss/log-in/1"
_LABEL: Final = b"pitboss/secret/1\x00"
_NAMES: Final = ("signing", "sealing")
NO_KEYS: Final = (
    "there is no key file '{path}' for these books: put it back, or, "
    "if it is lost, go on with another: 'pitboss floor new-key --lost'"
)


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
    signs_from: int | None = field(default=None, compare=False, repr=False)
    """The first entry that it signed; None: it has signed checkpoints at most."""

    @classmethod
    def new(cls) -> Self:
        """Draw new keys from the operating system."""
        return cls(secrets.token_bytes(_KEY_BYTES), secrets.token_bytes(_KEY_BYTES))

    @property
    def public(self) -> bytes:
        """The public key that verifies signatures."""
        return self._private.public_key().public_bytes_raw()

    @cached_property
    def _private(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(self.signing)

    @property
    def trust(self) -> Trust:
        """What the books of this key are verified with."""
        return Trust(self.is_signed, self.signs_from, self.binding)

    @cached_property
    def binding(self) -> Binding:
        """What binds passwords and second factors to the key file."""
        return Binding(hmac.digest(self.sealing, _LOG_IN, "sha256"))

    @property
    def fingerprint(self) -> str:
        """A fingerprint that distinguishes key files and reveals nothing else."""
        return sha256(self.public).hexdigest()[:16]

    @property
    def bridge_secret(self) -> bytes:
        """The secret by which processes that share the books authenticate each other."""
        return hmac.digest(self.sealing, _BRIDGE, "sha256")

    def sign(self, digest: bytes) -> bytes:
        """Sign the hash of a checkpoint or a mark."""
        return self._private.sign(digest)

    def is_signed(self, signed: Signed) -> bool:
        """Return whether a checkpoint or a mark bears a signature of these keys."""
        return bears_signature(self.public, signed)

    def seal(self, shoe: str, entropy: bytes) -> bytes:
        """Encrypt the entropy of a shoe (AES-GCM); it opens only under the shoe's own name."""
        nonce = secrets.token_bytes(_NONCE_BYTES)
        return nonce + AESGCM(self.sealing).encrypt(nonce, entropy, _LABEL + shoe.encode())

    def unseal(self, shoe: str, sealed: bytes) -> bytes:
        """Open what `seal` returned for the same shoe; otherwise `SealError`."""
        nonce = sealed[:_NONCE_BYTES]
        text = sealed[_NONCE_BYTES:]
        try:
            return AESGCM(self.sealing).decrypt(nonce, text, _LABEL + shoe.encode())
        except (InvalidTag, ValueError):
            message = f"the sealed entropy of shoe {shoe} does not open with this key file"
            raise SealError(message) from None


def bears_signature(public: bytes, signed: Signed) -> bool:
    """Return whether a checkpoint or a mark bears a signature of a public key."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signed.signature, signed.hash)
    except InvalidSignature:
        return False
    return True


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


async def check_key_file(address: str, path: Path) -> None:
    """Raise `KeyFileError` where there are books and no key file: none is made for them."""
    is_there = await asyncio.to_thread(path.exists)
    if not is_there and (await read_extent(address)).entries:
        raise KeyFileError(NO_KEYS.format(path=path))


async def begin_signing(store: Store, path: Path, keys: Keys) -> Pen:
    """Return what signs the entries of this process; the key file remembers the first of all.

    Raise `ForeignMarksError` if the books are signed with other keys, or lost their signatures.
    """
    is_unsigned = not await check_marks(store, keys.is_signed)
    if is_unsigned and keys.signs_from is not None and await store.position():
        message = f"the key file has signed these books from entry {keys.signs_from:,} on, and"
        raise ForeignMarksError(f"{message} no signature is left: they are other books")
    pen = await take_pen(store, keys.sign, keys.is_signed)
    marks = await check_marks(store, keys.is_signed)
    note_signing(path, keys, marks[BEGUN].number + 1)
    return pen


def note_signing(path: Path, keys: Keys, first: int) -> Keys:
    """Record in a key file which entry was the first that it signed; return the keys.

    Raise `KeyFileError` if it cannot be written.
    """
    if keys.signs_from == first:
        return keys
    noted = replace(keys, signs_from=first)
    try:
        with _beside(path, noted) as made:
            made.replace(path)
    except OSError as error:
        reason = (error.strerror or "unknown error").lower()
        message = f"the key file '{path}' cannot be written: {reason}"
        raise KeyFileError(message) from None
    return noted


def _create(path: Path, keys: Keys) -> None:
    """Write a file beside its place and link it there: two starting servers share one."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _beside(path, keys) as made, suppress(FileExistsError):
        os.link(made, path)  # if another one was first, its keys hold


@contextmanager
def _beside(path: Path, keys: Keys) -> Iterator[Path]:
    """Yield a file with keys, beside the place of a key file."""
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=".key-")  # mode 0600
    fields: dict[str, object] = {key: getattr(keys, key).hex() for key in _NAMES}
    if keys.signs_from is not None:
        fields["signs_from"] = keys.signs_from
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            json.dump(fields, file)
            file.flush()
            os.fsync(file.fileno())
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


def _read(path: Path) -> Keys:
    mode = stat.S_IMODE(path.stat().st_mode)
    if os.name == "posix" and mode & 0o077:
        message = f"the key file '{path}' can be read by others: chmod 600 it"
        raise KeyFileError(message)
    try:
        made = json.loads(path.read_text(encoding="ascii"))
        values = [bytes.fromhex(made[name]) for name in _NAMES]
        signs_from = None if made.get("signs_from") is None else int(made["signs_from"])
    except (ValueError, KeyError, TypeError, AttributeError):
        values = []
        signs_from = None
    if [len(value) for value in values] != [_KEY_BYTES] * len(_NAMES):
        message = f"'{path}' is not a key file of Pitboss"
        raise KeyFileError(message)
    signing, sealing = values
    return Keys(signing, sealing, signs_from)
