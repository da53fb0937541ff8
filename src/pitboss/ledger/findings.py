"""What a verification of the books finds."""

from __future__ import annotations

from typing import NamedTuple


class Finding(NamedTuple):
    """The first error."""

    code: str
    place: str
    """The entry, checkpoint or account."""
    message: str
