"""The signature of a report: one small file beside its parts, made with an Ed25519 key.

It lists every part with its length and SHA-256, and the digests of the configured game and of the
program. The signature is over all of that, so one changed byte anywhere is found: in a part by its
SHA-256, in the list by the signature, and in the layout of the file because there is only one way
to write it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)

from pitboss.rulebook.files import quote_path, read_bytes, write_whole
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.parse import NotReadableError, parse_json

FORMAT: Final = "pitboss-signature-1"
ENDING: Final = ".sig"
HOUSE_ENDING: Final = ".house.toml"
"""The house file that is signed with a report: the whole configuration, with what was assumed."""
PUBLIC_ENDING: Final = ".pub"
_KEY_BYTES_MAX = 64 << 10
_LIST_BYTES_MAX = 1 << 20
_PART_BYTES_MAX = 1 << 30
_TEXTS: Final = (
    "game", "digest", "software", "software_digest", "number", "revision", "date", "public_key",
    "signature",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Verdict:
    """One line of a verification."""

    name: str
    holds: bool
    words: str

    def as_json(self) -> dict[str, Any]:
        """Return the line as JSON."""
        return {"name": self.name, "holds": self.holds, "words": self.words}


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """What was found about a signed report."""

    about: Mapping[str, str]
    """Game, digests and public key, as the signature file has them."""
    verdicts: tuple[Verdict, ...]

    @property
    def holds(self) -> bool:
        """Whether nothing was changed."""
        return all(verdict.holds for verdict in self.verdicts)


def new_key(path: Path) -> str:
    """Write a new private key, and the public one beside it; return the fingerprint.

    An existing key is never replaced: what it signed could not be signed again.
    """
    public = path.with_name(path.name + PUBLIC_ENDING)
    for place in (path, public):
        if place.exists():
            message = f"{quote_path(place)} is there already; a key is never replaced"
            raise _refusal("file/exists", message)
    key = Ed25519PrivateKey.generate()
    write_whole(
        path, key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()), mode=0o600
    )
    write_whole(
        public, key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    )
    return fingerprint(key.public_key().public_bytes_raw())


def fingerprint(public: bytes) -> str:
    """Return the SHA-256 of a public key, by which people compare keys."""
    return sha256(public).hexdigest()


def read_private_key(path: Path) -> Ed25519PrivateKey:
    """Read a private key in PEM, as `report --new-key` and OpenSSL write it."""
    content = read_bytes(path, _KEY_BYTES_MAX)
    try:
        key = load_pem_private_key(content, password=None)
    except TypeError:  # the library's word for a password that is missing
        message = f"{quote_path(path)} has a password; give a key without one"
        raise _refusal("signature/key", message) from None
    except (ValueError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, Ed25519PrivateKey):
        message = f"{quote_path(path)} is no private Ed25519 key in PEM; make one with --new-key"
        raise _refusal("signature/key", message)
    return key


def read_public_key(path: Path) -> bytes:
    """Read a public key in PEM."""
    content = read_bytes(path, _KEY_BYTES_MAX)
    try:
        key = load_pem_public_key(content)
    except (ValueError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, Ed25519PublicKey):
        message = f"{quote_path(path)} is no public Ed25519 key in PEM; give the .pub file"
        raise _refusal("signature/key", message)
    return key.public_bytes_raw()


def sign_parts(
    key: Ed25519PrivateKey, parts: Mapping[str, bytes], about: Mapping[str, str]
) -> bytes:
    """Return the signature file of *parts*, each a file name and its content.

    >>> key = Ed25519PrivateKey.from_private_bytes(bytes(32))
    >>> signed = json.loads(sign_parts(key, {"r.pdf": b"%PDF"}, {"game": "wa/spanish-21"}))
    >>> signed["parts"]["r.pdf"]["bytes"], len(signed["signature"])
    (4, 128)
    """
    listed = {
        name: {"bytes": len(content), "sha256": sha256(content).hexdigest()}
        for name, content in parts.items()
    }
    public = key.public_key().public_bytes_raw().hex()
    empty = dict.fromkeys(_TEXTS, "")
    record = {"format": FORMAT, "parts": listed} | empty | dict(about) | {"public_key": public}
    record["signature"] = key.sign(_message(record)).hex()
    return _written(record)


def _message(record: Mapping[str, Any]) -> bytes:
    """Return what is signed: everything but the signature, with the format first."""
    signed = {name: value for name, value in record.items() if name != "signature"}
    return f"{FORMAT}\n".encode() + _written(signed)


def _written(record: Mapping[str, Any]) -> bytes:
    """Return the only way in which a record is written."""
    text = json.dumps(record, ensure_ascii=False, indent=1, sort_keys=True)
    return (text + "\n").encode()


def signature_file(path: Path) -> Path:
    """Return the signature file of a report, given itself or one of its parts."""
    if path.suffix == ENDING:
        return path
    stem = path.name.removesuffix(HOUSE_ENDING)
    return path.with_name(stem + ENDING) if stem != path.name else path.with_suffix(ENDING)


def verify_file(path: Path, signer: bytes | None = None) -> Verification:
    """Verify a signature file and every part beside it.

    With *signer*, the signature must be by that public key. Raise `RulesError` if the file cannot
    be read as a signature at all.
    """
    content = read_bytes(path, _LIST_BYTES_MAX)
    record = _read_record(path, content)
    verdicts = [_signature_verdict(record, content), *_signer_verdict(record, signer)]
    for name, part in record["parts"].items():
        verdicts.append(_part_verdict(path.with_name(name), part))
    about = {name: record[name] for name in _TEXTS if name != "signature"}
    return Verification(about=about, verdicts=tuple(verdicts))


def _read_record(path: Path, content: bytes) -> dict[str, Any]:
    """Return the fields of a signature file, every one of the right type."""
    try:
        record = parse_json(content.decode())
    except (NotReadableError, UnicodeDecodeError):
        record = None
    if isinstance(record, dict) and record.get("format") == FORMAT:
        parts = record.get("parts")
        texts = all(isinstance(record.get(name), str) for name in _TEXTS)
        if texts and isinstance(parts, dict) and parts and all(map(_is_part, parts.items())):
            return record
    message = f"{quote_path(path)} is no signature of a report: spoilt, or another file"
    raise _refusal("signature/malformed", message)


def _is_part(entry: tuple[str, Any]) -> bool:
    name, part = entry
    plain = name not in ("", ".", "..") and Path(name).name == name and "\\" not in name
    return (
        plain
        and isinstance(part, dict)
        and isinstance(part.get("bytes"), int)
        and isinstance(part.get("sha256"), str)
    )


def _signature_verdict(record: Mapping[str, Any], content: bytes) -> Verdict:
    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(record["public_key"]))
        public.verify(bytes.fromhex(record["signature"]), _message(record))
    except (InvalidSignature, ValueError):
        return Verdict("signature", holds=False, words="is not that of this list and key")
    numbers = (record["signature"], record["public_key"])
    plain = all(bytes.fromhex(number).hex() == number for number in numbers)
    if not plain or _written(record) != content:
        return Verdict("signature", holds=False, words="the file is not written as it was signed")
    return Verdict("signature", holds=True, words="is that of this list and key")


def _signer_verdict(record: Mapping[str, Any], signer: bytes | None) -> Iterator[Verdict]:
    if signer is not None:
        same = record["public_key"] == signer.hex()
        words = "is the one that you named" if same else "is not the one that you named"
        yield Verdict("key", holds=same, words=words)


def _part_verdict(path: Path, part: Mapping[str, Any]) -> Verdict:
    try:
        content = read_bytes(path, _PART_BYTES_MAX)
    except RulesError as error:
        return Verdict(path.name, holds=False, words=error.problems[0].message)
    if len(content) != part["bytes"]:
        words = f"has {len(content):,} bytes and was signed with {part['bytes']:,}"
        return Verdict(path.name, holds=False, words=words)
    if sha256(content).hexdigest() != part["sha256"]:
        return Verdict(path.name, holds=False, words="was changed after it was signed")
    return Verdict(path.name, holds=True, words="is as it was signed")


def _refusal(code: str, message: str) -> RulesError:
    return RulesError([Problem(code=code, key="", message=message)])
