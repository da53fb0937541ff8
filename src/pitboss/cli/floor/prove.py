"""`pitboss floor prove`: prove that an entry or a round is in the books, and verify a proof."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

from pitboss.cli.floor.books import open_books, read_keys, run, signature_check
from pitboss.cli.output import EXIT_NO, print_error, print_json
from pitboss.cli.problems import refusal
from pitboss.ledger.entry import Entry
from pitboss.pit.past import find_round
from pitboss.pit.proofs import UnsignedError, proof_problem, prove_entries
from pitboss.pit.verification import Trust
from pitboss.rulebook.files import quote_path, read_text, writing_whole
from pitboss.rulebook.limits import RECORD_BYTES_MAX, printable
from pitboss.store import Store

_ENTRY: Final = re.compile(r"(?P<stream>[a-z0-9./-]{1,80})#(?P<number>[0-9]{1,18})")
_ROUND: Final = re.compile(r"(?P<table>[a-z0-9.-]{1,40})/(?P<round>[0-9]{1,18})")


def prove(
    *,
    entry: str,
    check: Path | None,
    out: Path | None,
    db: str,
    keys: Path | None,
    as_json: bool,
) -> None:
    """Print or write a proof, or verify one."""
    if (check is None) == (not entry):
        message = "name an entry (STREAM#NUMBER) or a round (TABLE/ROUND), or a file with --check"
        raise refusal("command/usage", message)
    if check is not None:
        _check(check, keys, as_json=as_json)
        return
    text = json.dumps(run(lambda: _prove(entry, db, keys)))
    if out is None:
        print(text)
        return
    with writing_whole(out) as made:
        made.write_text(f"{text}\n", encoding="utf-8")


async def _prove(wanted: str, db: str, keys: Path | None) -> dict[str, Any]:
    own = read_keys(keys)
    if own is None:
        raise refusal("file/missing", "there is no key file; name it with --keys", "keys")
    async with open_books(db) as store:
        entries = await _find(store, wanted)
        if not entries:
            message = f"there is no entry or finished round {wanted[:100]!r} in these books"
            raise refusal("entry/unknown", message, "entry")
        try:
            return await prove_entries(store, entries, own.public, is_whole=True)
        except UnsignedError as error:
            raise refusal("proof/early", str(error)) from None


async def _find(store: Store, wanted: str) -> list[Entry]:
    if one := _ENTRY.fullmatch(wanted):
        found = await store.entry(one["stream"], int(one["number"]))
        return [found] if found else []
    if whole := _ROUND.fullmatch(wanted):
        return await find_round(store, whole["table"], int(whole["round"]))
    message = f"{wanted[:100]!r} is neither STREAM#NUMBER nor TABLE/ROUND"
    raise refusal("option/invalid", message, "entry")


def _check(path: Path, keys: Path | None, *, as_json: bool) -> None:
    async def read_key() -> Trust:
        return signature_check(keys)

    trust = run(read_key)
    if trust.is_signed is None:
        message = "a proof is verified with the public key of the house; name it with --keys"
        raise refusal("file/missing", message, "keys")
    try:
        proof = json.loads(read_text(path, RECORD_BYTES_MAX))
    except (ValueError, RecursionError):
        raise refusal("proof/malformed", f"{quote_path(path)} is no proof", "check") from None
    wrong = proof_problem(proof, trust.is_signed)
    names = [] if wrong else [str(one["name"]) for one in proof["proofs"]]
    if as_json:
        print_json({"right": wrong is None, "problem": wrong, "entries": names})
    elif wrong is None:
        at = proof["checkpoint"]["number"]
        print(printable(f"In the books under checkpoint {at}: {', '.join(names)}"))
    if wrong is not None:
        print_error(printable(f"{wrong} [proof/wrong]"))
        raise SystemExit(EXIT_NO)
