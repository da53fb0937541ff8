"""Every printed figure and every erratum, computed beforehand.

Computing them takes some seconds, which nobody should wait for who only reads them:
`tools/generate_documents.py` writes `checked.json`, and a test computes it again.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

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
