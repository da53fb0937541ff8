"""A settlement line, the auditor's and the engine's side by side."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from pitboss.engine.drive import Round


class Line(NamedTuple):
    """What a record's settlement says of one wager on one hand."""

    seat: int
    hand: int
    wager: str
    stake: int
    net: int
    dealer: int = 0
    """What the dealer is given beside it."""


def claimed(round_: Round) -> Counter[Line]:
    """Return the engine's own settlement in the auditor's form."""
    return Counter(
        Line(line.seat, line.hand, line.wager, line.stake, line.net, line.dealer)
        for line in round_.state.settled
    )
