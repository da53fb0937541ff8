"""Insurance as an index play; its expectation at every count is exact."""

from __future__ import annotations

import numpy as np

from pitboss.advantage.indices.law import (
    READS,
    TrueCountLaw,
    add_level,
    best_place,
    crossing,
    units_by_read,
)
from pitboss.advantage.indices.lines import ValueTags
from pitboss.advantage.indices.rated_play import RatedPlay
from pitboss.advantage.insurance import (
    InsuranceLaw,
    insurance_expectation,
    insurance_removal,
    is_insured,
)
from pitboss.advantage.tags import ByCard, correlation, slope
from pitboss.cards.unseen import Unseen
from pitboss.counts.index_play import INSURANCE
from pitboss.counts.ramp import Ramp
from pitboss.counts.system import CountSystem
from pitboss.engine.actions import ActionKind
from pitboss.engine.setup import Setup
from pitboss.patterns.totals import is_ace

_HALF = 0.5
"""Insurance is half of the main wager."""


def insurance_play(
    setup: Setup,
    system: CountSystem,
    law: TrueCountLaw,
    ramp: Ramp | None,
    unseen: Unseen | None = None,
) -> RatedPlay | None:
    """Return insurance as an index play; None if a table does not offer it, or no ace is left."""
    full, pays = unseen or Unseen.from_shoe(setup.shoe), setup.insurance_odds.ratio
    aces = [card for card in full.kinds if is_ace(card)]
    if not is_insured(setup) or not aces:
        return None
    left, removal = full.without(aces[0]), insurance_removal(full.without(aces[0]), pays)
    effects = ByCard.from_rows(left, (((card,), float(change)) for card, change in removal.items()))
    exact = InsuranceLaw(system, setup.shoe, (*full.missing_cards(setup.shoe), aces[0]), pays)
    reads = law.reads(system.tags[aces[0]])
    worth = exact.expectations_at(reads.unseen, reads.running)
    by_read = _HALF * reads.by_read(np.nan_to_num(worth))
    middle = reads.unseen == np.median(reads.unseen)
    place, units = best_place(by_read, below=False), units_by_read(ramp)
    rise = _HALF * slope(system.tags, effects, unit=system.unit, per=system.per)
    tags = ValueTags.from_system(system, full)
    shown = float(tags.excess(tags.full - np.eye(len(tags.full))[0]))
    difference = _HALF * float(insurance_expectation(left, pays)) - rise * shown
    frequency = sum(full.counts[card] for card in aces) / full.size
    gains = by_read * units
    # With enough tens left it is insured without a count too: that is no gain of the count.
    usual = float(gains.sum()) if insurance_expectation(left, pays) > 0 else 0.0
    return RatedPlay(
        hand=INSURANCE,
        up="A",
        action=ActionKind.INSURE,
        otherwise=ActionKind.DECLINE,
        difference=difference,
        slope=rise,
        correlation=correlation(system.tags, effects) or 0.0,
        first_order=add_level(-difference / rise, law.level) if rise else None,
        critical=add_level(crossing(reads.excess[middle], worth[middle]), law.level),
        index=int(READS[place]),
        below=False,
        frequency=frequency,
        gain=frequency * (float(gains[place:].sum()) - usual),
    )
