"""The gains with one side wager of a table: by a count of tags, and with all cards known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pitboss.advantage.dealing import Dealing
from pitboss.advantage.gains import CountGain
from pitboss.advantage.jackpots import JackpotValue
from pitboss.advantage.shoe_samples import difference_gain, perfect_gain
from pitboss.advantage.wagers import count_gain, linear_gain, removal_by_card
from pitboss.cards import Shoe
from pitboss.counts.system import Counted, CountSystem
from pitboss.exact.any_wager.wager_value import WagerValue
from pitboss.rulebook.configured import Jackpot as MeterTerms

DEALT = (5, 6)
"""The part of a shoe before the cut card: 260 of six decks, as most published figures have it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerGains:
    """The gains of one wager at one cut card."""

    dealing: Dealing
    system: CountSystem
    linear: CountGain
    """By effects of removal alone; nothing where the count is of something else."""
    exact: CountGain | None = None
    """By the exact expectation at every count; None where the wager is no polynomial. By a
    difference of ranks it is sampled."""
    perfect: CountGain | None = None
    """With every card known; None where the play decides."""
    jackpot: dict[str, Any] | None = None
    """About the meter, where there is one."""
    outcomes: tuple[tuple[float, float], ...] = ()
    """At a meter: the possible gains of a unit with their frequencies; `pitboss risk` reads it."""

    def as_json(self) -> dict[str, Any]:
        """Return the keys that are added to `pitboss count --json`."""
        terms = {"cut": self.dealing.cut, "system": self.system.name}
        record: dict[str, Any] = {"linear_gain": self.linear.as_json() | terms}
        if self.exact is not None:
            record["exact_gain"] = self.exact.as_json() | terms
        if self.perfect is not None:
            record["perfect"] = self.perfect.as_json() | {"cut": self.dealing.cut}
        if self.jackpot is not None:
            record["jackpot"] = self.jackpot
        if self.outcomes:
            pairs = ({"gain": gain, "probability": chance} for gain, chance in self.outcomes)
            record["outcomes"] = list(pairs)
        return record


def usual_dealing(shoe: Shoe) -> Dealing:
    """Return the dealing to which gains are stated."""
    over, under = DEALT
    return Dealing(cut=shoe.size * over // under)


def wager_gains(
    wager: WagerValue,
    shoe: Shoe,
    system: CountSystem,
    *,
    meter: int | None = None,
    fed: MeterTerms | None = None,
) -> WagerGains:
    """Return the gains of a wager with a count, dealt to five sixths of the shoe.

    *fed* says how the house feeds its meter.
    """
    dealing, cents = usual_dealing(shoe), meter or 0
    removal = removal_by_card(wager, meter=cents)
    value = float(wager.value(wager.full, meter=cents))
    by_tags = system.kind is Counted.TAGS
    jackpot = JackpotValue(wager) if wager.sums is not None and wager.sums.share else None
    return WagerGains(
        dealing=dealing,
        system=system,
        linear=linear_gain(value, removal, system, shoe, dealing) if by_tags else CountGain(),
        exact=count_gain(wager, system, shoe, dealing, meter=cents)
        or difference_gain(wager, system, shoe, dealing, meter=cents),
        perfect=perfect_gain(wager, dealing, meter=cents),
        jackpot=None if jackpot is None else jackpot.as_json(meter, dealing, fed),
        outcomes=()
        if jackpot is None or meter is None
        else tuple(jackpot.gains(wager.full, meter)),
    )
