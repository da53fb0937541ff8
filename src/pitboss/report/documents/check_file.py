"""Every printed figure and every erratum, computed beforehand.

Computing them takes some seconds, which nobody should wait for who only reads them:
`tools/generate_documents.py` writes `checked.json`, and a test computes it again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

from pitboss.report.documents.erratum import Erratum
from pitboss.report.documents.figures import Figure

FILE = files("pitboss.report.documents") / "checked.json"


@cache
def checked_documents() -> dict[str, Any]:
    """Return the kept figures and errata.

    >>> checked = checked_documents()
    >>> len(checked["figures"]), checked["errata"][0]["id"]
    (407, 'WA-1')
    """
    kept: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return kept


def checked_file(figures: Iterable[Figure], errata: Iterable[Erratum]) -> str:
    """Return figures and errata as text for the file, a line each."""
    kept = {"figures": map(_figure, figures), "errata": (erratum.as_json() for erratum in errata)}
    parts = []
    for name, items in kept.items():
        lines = ",\n".join(json.dumps(item, ensure_ascii=False) for item in items)
        parts.append(f'"{name}": [\n{lines}\n]')
    whole = ",\n".join(parts)
    return f"{{\n{whole}\n}}\n"


def _figure(figure: Figure) -> dict[str, Any]:
    """Return what `pitboss documents --json` prints, without the texts of the rulings."""
    record = {key: value for key, value in figure.as_json().items() if key != "reading"}
    return record | {"name": figure.name, "exact_text": figure.exact_text}
