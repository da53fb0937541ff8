"""What people write in a command: the bounds of each field, and what a form says of it.

A route's body, its document and the form of the console are made of the command itself, so a bound
is written here once. The commands check what only the office knows.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from pitboss.rulebook.limits import CENTS_MAX, REASON_LENGTH_MAX

DAYS_MAX: Final = 36_500
TEXT_LENGTH_MAX: Final = 1_000
WHY_MAX: Final = 200
"""Characters of a reason for the staff's own roles and requests."""

Words = Annotated[str, Meta(min_length=1, max_length=TEXT_LENGTH_MAX)]
Reason = Annotated[str, Meta(min_length=1, max_length=REASON_LENGTH_MAX, description="Why.")]
Why = Annotated[str, Meta(min_length=1, max_length=WHY_MAX, description="Why.")]
Days = Annotated[int, Meta(ge=0, le=DAYS_MAX, description="0: without an end.")]
RoundNumber = Annotated[int, Meta(ge=1, le=10**15)]
TableId = Annotated[str, Meta(min_length=1, max_length=100)]
Account = Annotated[str, Meta(min_length=1, max_length=64)]
PlayerId = Annotated[str, Meta(min_length=1, max_length=64, description="The player's account.")]
Cents = Annotated[int, Meta(ge=1, le=CENTS_MAX, description="In cents.")]
SignedCents = Annotated[int, Meta(ge=-CENTS_MAX, le=CENTS_MAX, description="Negative: out.")]
Rail = Annotated[str, Meta(max_length=20, description="cash, bank, card or check.")]
