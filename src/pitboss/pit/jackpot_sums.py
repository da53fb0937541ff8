"""The invariant of a shared jackpot after every entry: it follows from its events, to the unit."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.jackpot import events as jackpot_events
from pitboss.jackpot.operations import JackpotError
from pitboss.jackpot.postings import balances
from pitboss.jackpot.state import Jackpot
from pitboss.ledger.entry import Entry

STREAM = "jackpot/"


class JackpotSums:
    """Follows the streams of jackpots, from their first entries."""

    def __init__(self) -> None:
        """Know no jackpot yet."""
        self._jackpots: dict[str, Jackpot] = {}

    def add(self, entry: Entry, held: Mapping[str, int]) -> list[str]:
        """Follow one more entry; say what does not hold after it."""
        try:
            event = jackpot_events.read_event(entry.body)
            jackpot = jackpot_events.apply(self._jackpots.get(entry.stream), event, entry.at)
        except (JackpotError, ValueError) as error:
            return [f"it cannot have happened: {error}"]
        self._jackpots[entry.stream] = jackpot
        problems = [
            f"{account} holds {held.get(account, 0)}, and the jackpot says {units}"
            for account, units in balances(jackpot).items()
            if held.get(account, 0) != units
        ]
        if not jackpot.is_conserved:
            problems.append("its units are not all accounted for")
        return problems
