"""The settlement of a round: every wager with its outcome and its gain."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.engine.events import WagerSettled
from pitboss.rulebook.tabular import Row, Tabular


class Settlement(tuple[WagerSettled, ...], Tabular):
    """Every wager that is settled, in order; a tuple of `WagerSettled`.

    >>> import pitboss
    >>> hand = pitboss.table("reference/blackjack").deal(main_cents=1000, seed=7).act("stand")
    >>> hand.settlement
    <Settlement of 1 wager: seat 1 +1000 cents>
    >>> hand.settlement[0].outcome, hand.settlement.as_rows()[0]["net_cents"]
    ('win', 1000)
    """

    __slots__ = ()

    def as_rows(self) -> list[Row]:
        """Return a row for each wager; stake and net are cents."""
        return [
            {
                "seat": settled.seat,
                "hand": settled.hand,
                "wager": settled.wager,
                "stake_cents": settled.stake,
                "outcome": settled.outcome,
                "pays": settled.pays,
                "net_cents": settled.net,
            }
            for settled in self
        ]

    def __repr__(self) -> str:
        """Count the wagers and give each seat's net."""
        nets: dict[int, int] = {}
        for settled in self:
            nets[settled.seat] = nets.get(settled.seat, 0) + settled.net
        wagers = "1 wager" if len(self) == 1 else f"{len(self)} wagers"
        return f"<Settlement of {wagers}: {net_words(nets)}>"


_SEATS_SHOWN = 4
"""Seats whose nets a prompt shows; of more seats it shows the sum."""


def net_words(nets: Mapping[int, int]) -> str:
    """Write what each seat gained, or all of them together.

    >>> net_words({1: -1000, 3: 2500})
    'seat 1 -1000 cents, seat 3 +2500 cents'
    """
    if len(nets) > _SEATS_SHOWN:
        return f"{len(nets)} seats {sum(nets.values()):+} cents"
    return ", ".join(f"seat {seat} {cents:+} cents" for seat, cents in nets.items())
