"""`pitboss report --sign`, `--verify` and `--new-key`: who signed a report, and over what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.api.reports import PAPERS
from pitboss.cli.orders.papers import ReportOrder
from pitboss.cli.output import EXIT_NO, print_json
from pitboss.cli.problems import check, conflict
from pitboss.report.document.blocks import Document
from pitboss.report.document.data import json_file
from pitboss.report.document.typesetting import out_problems, pdf_file
from pitboss.report.maths.model import MathsReport
from pitboss.report.signing import (
    ENDING,
    HOUSE_ENDING,
    PUBLIC_ENDING,
    Verification,
    fingerprint,
    new_key,
    read_public_key,
    sign_parts,
    signature_file,
    verify_file,
)
from pitboss.rulebook.files import place_problems, quote_path, same_place, write_whole
from pitboss.rulebook.house_file import write_house
from pitboss.rulebook.problems import Problem

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

_ALONE = frozenset({"verify", "signed_by", "new_key", "as_json", "at", "ask", "unread"})
"""Fields of the order that a signature is handled with, and its parts."""
_NAMES = {"game": "the game", "option": "-o", "path": "--out", "rounds": "--simulate"}
"""Fields that people know by another name."""


@dataclass(frozen=True, slots=True)
class SignedFiles:
    """The files that were signed, and the signature."""

    file: Path
    key: str
    """The fingerprint of the key."""
    parts: tuple[str, ...]

    @property
    def words(self) -> str:
        """One sentence for a person."""
        return f"{self.file}: signs {', '.join(self.parts)} with the key {self.key}"

    def as_json(self) -> dict[str, Any]:
        """Return the files as JSON."""
        return {"file": str(self.file), "key": self.key, "parts": list(self.parts)}


def signing_problems(order: ReportOrder) -> Iterator[Problem]:
    """Yield what prevents writing the files that are signed with a report."""
    if order.sign is None:
        return
    out = Path(order.ask.path)
    yield from out_problems(out.with_suffix(".pdf"), (".pdf",), key="--sign")
    for place in _beside(out):
        yield from place_problems(place, key="--sign")
        for given in (order.at.file, order.sign, order.details):
            if same_place(place, given):
                message = f"{quote_path(place)} would be written over; choose another --out"
                yield Problem(code="option/conflict", key="--sign", message=message)


def _beside(out: Path) -> tuple[Path, Path, Path, Path]:
    """Return the PDF, the JSON, the house file and the signature of a report."""
    house = out.with_name(out.stem + HOUSE_ENDING)
    return out.with_suffix(".pdf"), out.with_suffix(".json"), house, out.with_suffix(ENDING)


def write_signed(
    order: ReportOrder, key: Ed25519PrivateKey, document: Document, report: MathsReport
) -> SignedFiles:
    """Write the parts beside the report that is written already, and sign all of them."""
    out = Path(order.ask.path)
    pdf, data, house, signature = _beside(out)
    if pdf != out:
        write_whole(pdf, pdf_file(document, paper=PAPERS[order.ask.paper]))
    if data != out:
        write_whole(data, json_file(document))
    write_whole(house, write_house(report.house, name=house.name).encode())
    parts = {path.name: path.read_bytes() for path in (out, pdf, data, house)}
    about = dict(document.about) | {"date": document.date}
    write_whole(signature, sign_parts(key, parts, about))
    mark = fingerprint(key.public_key().public_bytes_raw())
    return SignedFiles(signature, mark, tuple(sorted(parts)))


def handle_signature(order: ReportOrder) -> None:
    """Verify a report, or make a key; write no report."""
    check(_other_options(order))
    if order.new_key is not None:
        _make_key(order.new_key, as_json=order.as_json)
        return
    assert order.verify is not None
    signer = None if order.signed_by is None else read_public_key(order.signed_by)
    path = signature_file(order.verify)
    found = verify_file(path, signer)
    if order.as_json:
        verdicts = [verdict.as_json() for verdict in found.verdicts]
        print_json({"file": str(path), "holds": found.holds, **found.about, "verdicts": verdicts})
    else:
        _print_verification(path, found, named=signer is not None)
    if not found.holds:
        raise SystemExit(EXIT_NO)


def _other_options(order: ReportOrder) -> Iterator[Problem]:
    """Yield every option that would write a report."""
    if order.verify is not None and order.new_key is not None:
        yield conflict("--new-key", "give either --verify or --new-key")
    if order.signed_by is not None and order.verify is None:
        yield conflict("--signed-by", "nothing is verified; give --verify too, or leave it out")
    message = "no report is written with --verify or --new-key; leave it out"
    for part in (order, order.at, order.ask):
        for field in fields(part):
            if field.name not in _ALONE and getattr(part, field.name) not in (None, field.default):
                yield conflict(_NAMES.get(field.name, f"--{field.name.replace('_', '-')}"), message)


def _make_key(path: Path, *, as_json: bool) -> None:
    check(place_problems(path, key="--new-key"))
    mark = new_key(path)
    public = path.with_name(path.name + PUBLIC_ENDING)
    if as_json:
        print_json({"file": str(path), "public": str(public), "key": mark})
        return
    print(f"{path}: your private key; keep it secret, whoever has it signs as you")
    print(f"{public}: the public key, to give to those who verify: {mark}")


def _print_verification(path: Path, found: Verification, *, named: bool) -> None:
    about = found.about
    print(f"{path}: {about['game']}, digest {about['digest']}")
    print(f"  {about['software']}, digest {about['software_digest']}, {about['date']}")
    for verdict in found.verdicts:
        print(f"  {'ok' if verdict.holds else '!!'}  {verdict.name}: {verdict.words}")
    if not found.holds:
        print("This is not the report that was signed.")
        return
    mark = fingerprint(bytes.fromhex(about["public_key"]))
    whose = "" if named else " Ask the signer whether it is theirs, or name it with --signed-by."
    print(f"Every byte is as it was signed, with the key {mark}.{whose}")
