"""Which wins must be reported to the tax office, written once for hits and for reports."""

from __future__ import annotations

from typing import Final

TAXED_FROM_CENTS: Final = 60_000
TAXED_TIMES: Final = 300


def is_taxed(win_cents: int, stake_cents: int) -> bool:
    """Return whether a form W-2G is due: from $600 on, where that is 300 times the wager or more.

    >>> is_taxed(60_000, 200), is_taxed(60_000, 201), is_taxed(59_999, 1)
    (True, False, False)
    """
    return win_cents >= max(TAXED_FROM_CENTS, TAXED_TIMES * stake_cents)
