"""The gains with one side wager of a table: the trigger, the frequency and the edge of bets.

There are three answers to one question, from coarse to fine:

- `linear_gain`: the expectation as a straight line in the count, from effects of removal alone. Any
  wager has it; for wagers that need several cards of a kind it can be half the truth.
- `count_gain`: the exact expectation at every running count, for wagers on two to four cards.
- `shoe_samples.perfect_gain`: for a player who knows every card that is left. No count wins more.

>>> from pitboss.cards import FRENCH
>>> from pitboss.counts import find_system
>>> from pitboss.exact.any_wager.wager_value import table_value
>>> from pitboss.rulebook.reading.library import game
>>> shoe = Shoe(FRENCH, 6)
>>> wager = table_value(game("co/golden-21").tables_of("golden-21")[0], shoe)
>>> gain = count_gain(wager, find_system("hi-lo"), shoe, Dealing(cut=260))
>>> gain.trigger, f"{gain.per_100:.4f}"
(4, '0.1446')
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pitboss.advantage.gains import COUNT_MAX, CountGain, Dealing, best_trigger, true_count_table
from pitboss.advantage.jackpots import JackpotValue
from pitboss.advantage.running_count import (
    CountLaw,
    Less,
    gains_by_count,
    gains_by_difference,
    gains_by_tags,
    linear_gains,
)
from pitboss.advantage.shoe_samples import difference_gain, perfect_gain
from pitboss.cards import Shoe
from pitboss.cards.unseen import Unseen
from pitboss.counts.system import Counted, CountSystem
from pitboss.engine.depth import house_depth
from pitboss.engine.setup import Setup
from pitboss.exact.any_wager.pays import PERCENT
from pitboss.exact.any_wager.terms import Terms
from pitboss.exact.any_wager.wager_value import WagerValue
from pitboss.rulebook.configured import Jackpot as MeterTerms
from pitboss.rulebook.house import ShoeSettings

Array = Any


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


def house_dealing(setup: Setup, settings: ShoeSettings) -> Dealing:
    """Return the dealing to which gains are stated: to the cut card of the house."""
    depth = house_depth(setup, settings)
    return Dealing(cut=depth.cut, burn=depth.burn)


def wager_gains(
    wager: WagerValue,
    shoe: Shoe,
    system: CountSystem,
    dealing: Dealing,
    *,
    meter: int | None = None,
    fed: MeterTerms | None = None,
) -> WagerGains:
    """Return the gains of a wager with a count; *fed* says how the house feeds its meter."""
    cents = meter or 0
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


def count_gain(
    wager: WagerValue, system: CountSystem, shoe: Shoe, dealing: Dealing, *, meter: int = 0
) -> CountGain | None:
    """Return the exact gain with a count; None where the wager is no polynomial.

    A difference of ranks is too large for exact figures too; `shoe_samples` samples it.
    """
    if wager.sums is None or system.kind is Counted.RANK_DIFFERENCE:
        return None
    sums = wager.sums
    units = wager.units(meter)
    by_suits = system.kind is Counted.SUIT_DIFFERENCE
    tags = [card & 3 for card in range(len(wager.full.counts))] if by_suits else system.bet_tags
    law = CountLaw.from_tags(wager.full, tags)

    def by_tags(terms: Terms, factor: float) -> dict[Less, float]:
        return {less: gain * factor for less, gain in gains_by_tags(law, terms).items()}

    gains = by_tags(sums.gain, 1 / sums.parts)
    for less, share in by_tags(sums.share, float(units) / PERCENT / sums.parts).items():
        gains[less] = gains.get(less, 0.0) + share
    starts = dealing.starts(shoe.size, sums.degree)
    if by_suits:
        chances, won = gains_by_difference(law, gains, sums.degree, len(starts))
    else:
        chances = law.chances(len(starts) - 1)
        if sums.offered is not None:
            offered = by_tags(sums.offered, 1 / sums.parts)
            chances = gains_by_count(law, offered, sums.degree, len(starts) - 1)
        won = gains_by_count(law, gains, sums.degree, len(starts) - 1)
    return best_trigger(_by_true_count(chances, won, system, shoe, starts))


def linear_gain(
    expectation: float, removal: Sequence[float], system: CountSystem, shoe: Shoe, dealing: Dealing
) -> CountGain:
    """Return the gain by effects of removal alone, which are by the number of the card."""
    law = CountLaw.from_tags(Unseen.from_shoe(shoe), system.bet_tags)
    starts = dealing.starts(shoe.size, 1)
    gains = linear_gains(law, expectation, removal)
    won = gains_by_count(law, gains, 1, len(starts) - 1)
    chances = law.chances(len(starts) - 1)
    return best_trigger(_by_true_count(chances, won, system, shoe, starts))


def removal_by_card(wager: WagerValue, *, meter: int = 0) -> tuple[float, ...]:
    """Return the effects of removal from a full shoe by the number of the card."""
    effects = [0.0] * len(wager.full.counts)
    for row in wager.removal(meter=meter).rows:
        for card in row.cards:
            effects[card] = float(row.fixed)
    return tuple(effects)


def _by_true_count(
    chances: Array, won: Array, system: CountSystem, shoe: Shoe, starts: Array
) -> Mapping[int, tuple[float, float]]:
    """Return true count -> the share of rounds with it, and the gain of one unit in them."""
    cards = np.arange(len(starts))
    counts = true_count_table(system, shoe)[:, shoe.size - cards].T.astype(np.int64) + COUNT_MAX
    chance = np.bincount(counts.ravel(), (chances * starts[:, None]).ravel())
    gain = np.bincount(counts.ravel(), (won * starts[:, None]).ravel())
    return {
        int(place) - COUNT_MAX: (float(chance[place]), float(gain[place]))
        for place in np.nonzero(chance)[0]
    }
