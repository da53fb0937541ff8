"""Every erratum, in the order of the documents, from `errata.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from importlib.resources import files

from pitboss.report.documents.erratum import Erratum
from pitboss.rulebook.reading.schema import decode

FILE = files("pitboss.report.documents") / "errata.toml"


def read_errata(text: str) -> tuple[Erratum, ...]:
    """Read the entries of a file; raise `RulesError` with every problem."""
    entries: Mapping[str, Erratum] = decode(
        dict[str, Erratum], tomllib.loads(text), where="errata.toml", code="rulebook/invalid"
    )
    return tuple(replace(entry, id=entry_id) for entry_id, entry in entries.items())


ERRATA = read_errata(FILE.read_text(encoding="utf-8"))
