"""When a win needs a form W-2G: figures of the law, each from a date on.

They change without any rule of a game, so each stands here with its date and its source; a payment
is judged by the figures of its own day.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final, NamedTuple


class TaxProfile(NamedTuple):
    """What the law asks for, from a date on."""

    effective: str
    from_cents: int
    times: int
    """The win is at least so many times the wager."""
    source: str

    @property
    def words(self) -> str:
        """The rule in a sentence.

        >>> W2G[-1].words
        'W-2G: a win of $2,000 or more that is 300 times the wager or more (since 2026-01-01)'
        """
        win = f"a win of ${self.from_cents // 100:,} or more"
        since = f" (since {self.effective})" if self.effective else ""
        return f"W-2G: {win} that is {self.times} times the wager or more{since}"


W2G: Final = (
    TaxProfile("", 60_000, 300, "26 CFR 7.6041-1"),
    TaxProfile("2026-01-01", 200_000, 300, "Public Law 119-21; instructions for form W-2G of 2026"),
)
"""In the order of their dates. From 2027 on the amount follows prices: add the year's figure."""


def tax_profile(at: int) -> TaxProfile:
    """Return the figures of a moment, in microseconds since 1970.

    >>> tax_profile(1_767_225_599_000_000).from_cents, tax_profile(1_767_225_600_000_000).from_cents
    (60000, 200000)
    """
    day = datetime.fromtimestamp(at / 1_000_000, UTC).date().isoformat()
    return [profile for profile in W2G if profile.effective <= day][-1]


def is_taxed(win_cents: int, stake_cents: int, at: int) -> bool:
    """Return whether a form W-2G is due for a win at a moment.

    >>> [is_taxed(cents, 200, 1_735_689_600_000_000) for cents in (60_000, 59_999)]
    [True, False]
    >>> [is_taxed(cents, 200, 1_780_000_000_000_000) for cents in (199_999, 200_000)]
    [False, True]
    """
    profile = tax_profile(at)
    return win_cents >= max(profile.from_cents, profile.times * stake_cents)
