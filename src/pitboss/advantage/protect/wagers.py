"""Side wagers by the gain of a counter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from pitboss.advantage.gains import CountGain, Dealing
from pitboss.advantage.protect.meter_time import MeterTime, meter_time
from pitboss.advantage.protect.terms import ProtectTerms, Vulnerability, vulnerability
from pitboss.advantage.shoe_samples import difference_gain, perfect_gain
from pitboss.advantage.study import number
from pitboss.advantage.tags import ByCard, best_tags, correlation
from pitboss.advantage.wager_gains import count_gain, linear_gain, removal_by_card
from pitboss.cards import Card, Shoe
from pitboss.counts import CountSystem, find_system
from pitboss.counts.system import Counted, tags_by_name
from pitboss.engine.setup import Setup, is_shuffled_every_round, shoe_settings
from pitboss.exact.any_wager.wager_value import WagerValue, wager_value, why_not_counted
from pitboss.exact.odds.wagers import INSURANCE, odds_at_table
from pitboss.patterns.totals import value as value_of
from pitboss.rulebook.configured import Spot
from pitboss.rulebook.house import House

LEVELS = (1, 2)
"""Levels of the tags that a person can count at the table."""
_KNOWN = ("hi-lo",)
_UPS_TRIED = 3
NOTHING_TO_COUNT = "one deck is shuffled before every round: there is nothing to count"
_DIFFERENCES = {
    Counted.SUIT_DIFFERENCE: "suit difference",
    Counted.RANK_DIFFERENCE: "rank difference",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerRow:
    """One wager of the table."""

    wager: str
    title: str
    table: str | None
    edge: float
    """The house edge of a full shoe, the meter at its seed."""
    hit: float | None
    sd: float | None
    stake: int
    """The largest wager, in cents."""
    count: str
    """The best practical count, in words; empty if there is none."""
    tags: dict[str, int | float] | None
    correlation: float | None
    gain: CountGain | None
    """With that count; None if nothing can be counted."""
    perfect: CountGain | None
    """With every card known; None where it is not computed."""
    exact: bool
    """Whether the gain is exact, or of the first order."""
    by_penetration: tuple[tuple[float, float], ...]
    """Part of the shoe dealt -> units in 100 rounds, with the best count for each."""
    reason: str = ""
    """Why nothing can be counted."""
    meter: MeterTime | None = None
    """What its meter is worth to somebody who watches it; None without a meter."""

    @property
    def per_100(self) -> float:
        """Units that the best practical counter wins in 100 rounds."""
        return 0.0 if self.gain is None else self.gain.per_100

    @property
    def by_meter(self) -> MeterTime | None:
        """The meter, where it is worth more than any count."""
        meter = self.meter
        return meter if meter is not None and meter.per_100 > self.per_100 else None

    @property
    def bound(self) -> float:
        """Units that nobody can beat: with every card known, and no less than with the count."""
        return max(self.per_100, 0.0 if self.perfect is None else self.perfect.per_100)

    @property
    def vulnerability(self) -> Vulnerability:
        """The class of the wager."""
        return vulnerability(self.per_100 if self.by_meter is None else self.by_meter.per_100)

    def as_json(self, terms: ProtectTerms) -> dict[str, Any]:
        """Return the wager as `pitboss protect --json` prints it."""
        gain = self.gain
        perfect = self.perfect
        return {
            "wager": self.wager,
            "table": self.table,
            "edge": self.edge,
            "hit": self.hit,
            "sd": self.sd,
            "max_cents": self.stake,
            "count": self.count or None,
            "tags": self.tags,
            "trigger": None if gain is None else gain.trigger,
            "below": None if gain is None else gain.below,
            "correlation": self.correlation,
            "frequency": None if gain is None else gain.frequency,
            "edge_when_bet": None if gain is None else gain.edge,
            "per_100": self.per_100,
            "per_hour": terms.per_hour(self.per_100, self.stake),
            "perfect": None if perfect is None else perfect.as_json(),
            "perfect_per_hour": (
                None if perfect is None else terms.per_hour(perfect.per_100, self.stake)
            ),
            "class": self.vulnerability.value,
            "method": "exact" if self.exact else "first order",
            "by_penetration": [
                {"penetration": part, "per_100": per_100} for part, per_100 in self.by_penetration
            ],
            "reason": self.reason or None,
            "meter": None if self.meter is None else asdict(self.meter),
        }


def rank_wagers(house: House, setup: Setup, terms: ProtectTerms) -> tuple[WagerRow, ...]:
    """Return every side wager of the table, the one that loses most to a counter first."""
    main = {*setup.mains, *setup.played_tables}
    rows = [
        wager_row(house, setup, spot, terms)
        for name, spot in setup.configured.spots.items()
        if name not in main and (spot.table is not None or name.startswith(INSURANCE))
    ]
    return tuple(sorted(rows, key=lambda row: (-row.per_100, -row.bound, row.wager)))


def wager_row(house: House, setup: Setup, spot: Spot, terms: ProtectTerms) -> WagerRow:
    """Return the gain of a counter with one wager."""
    reason = why_not_counted(spot)
    meter = spot.jackpot.seed if spot.jackpot else 0
    if not reason and is_shuffled_every_round(setup):
        reason = NOTHING_TO_COUNT
    odds = odds_at_table(house, setup, spot)[0]
    best: _Best | None = None
    perfect = None
    edge = float(odds.edge)
    parts = list[tuple[float, float]]()
    if not reason:
        value = wager_value(setup, spot)
        edge = -float(value.value(value.full, meter=meter))
        study = _Study(value, setup.shoe, meter, edge)
        burn = shoe_settings(setup, house.shoe).burn
        for part in terms.penetrations:
            dealing = Dealing(cut=round(part * setup.shoe.size), burn=burn)
            candidate = study.best(dealing, terms)
            parts.append((part, candidate.gain.per_100))
            best = best or candidate
        first = Dealing(cut=round(terms.penetration * setup.shoe.size), burn=burn)
        perfect = perfect_gain(value, first, seed=terms.seed, shoes=terms.shoes, meter=meter)
    return WagerRow(
        wager=spot.wager.id,
        title=spot.wager.title,
        table=None if spot.table is None else spot.table.id,
        edge=edge,
        hit=float(odds.hit_frequency),
        sd=odds.standard_deviation,
        stake=_stake(spot, terms),
        count="" if best is None or not best.gain.frequency else best.system.name,
        tags=None if best is None or not best.gain.frequency else best.tags(setup.shoe),
        correlation=None if best is None else best.correlation,
        gain=None if best is None else best.gain,
        perfect=perfect,
        exact=best is None or best.exact,
        by_penetration=tuple(parts),
        reason=reason,
        meter=meter_time(odds, spot, terms.seed),
    )


def _stake(spot: Spot, terms: ProtectTerms) -> int:
    """Return the largest wager that the table takes."""
    if spot.jackpot is not None and spot.jackpot.wager is not None:
        return spot.jackpot.wager
    half = terms.high // 2 if spot.wager.id.startswith(INSURANCE) else terms.high
    return half if spot.max is None else min(spot.max, half)


@dataclass(frozen=True, slots=True)
class _Best:
    """A count and its gain."""

    system: CountSystem
    gain: CountGain
    correlation: float | None
    exact: bool

    def tags(self, shoe: Shoe) -> dict[str, int | float] | None:
        """Return the tags by rank; None for a difference."""
        if self.system.kind is not Counted.TAGS:
            return None
        tags = tags_by_name(self.system.bet_tags, self.system.unit, shoe)
        return {name: number(tag) for name, tag in tags.items()}


@dataclass(frozen=True)
class _Study:
    """One wager, and the counts that may beat it."""

    value: WagerValue
    shoe: Shoe
    meter: int
    edge: float

    def best(self, dealing: Dealing, terms: ProtectTerms) -> _Best:
        """Return the count that wins most."""
        late = self.value.after_up_card and self.value.family
        tried = self._late_candidates(dealing) if late else self._candidates(dealing, terms)
        return max(tried, key=lambda candidate: candidate.gain.per_100)

    def _late_candidates(self, dealing: Dealing) -> Iterator[_Best]:
        """Yield counts for a wager made with the up card in sight: a trigger for each up card.

        The tags tried are those that are best against the up cards with which cards matter most.
        """
        best = sorted(self.ups, key=lambda up: -up.chance * up.cards.spread)[:_UPS_TRIED]
        systems = {
            system.bet_tags: system for up in best for system in _systems(up.cards, self.shoe)
        }
        for system in systems.values():
            chance = won = 0.0
            for up in self.ups:
                gain = linear_gain(up.expectation, up.cards.removal, system, self.shoe, dealing)
                chance += up.chance * gain.frequency
                won += up.chance * gain.frequency * gain.edge
            edge = won / chance if chance else 0.0
            yield _Best(system, CountGain(frequency=chance, edge=edge), None, exact=False)

    @cached_property
    def ups(self) -> tuple[_UpCard, ...]:
        """The wager against each up card, one of each value."""
        full = self.value.full
        return tuple(map(self._against, {value_of(card): card for card in full.kinds}.values()))

    def _against(self, up: Card) -> _UpCard:
        left = self.value.full.without(up)
        rows = self.value.removal(up=up, meter=self.meter).rows
        effects = ByCard.from_rows(left, [(row.cards, float(row.fixed)) for row in rows])
        alike = sum(
            self.value.full.counts[card]
            for card in self.value.full.kinds
            if value_of(card) == value_of(up)
        )
        return _UpCard(
            chance=alike / self.value.full.size,
            expectation=float(self.value.value(left, meter=self.meter, up=up)),
            cards=effects,
        )

    def _candidates(self, dealing: Dealing, terms: ProtectTerms) -> Iterator[_Best]:
        removal = removal_by_card(self.value, meter=self.meter)
        cards = ByCard(self.value.full.counts, removal)
        for system in _systems(cards, self.shoe):
            gain = count_gain(self.value, system, self.shoe, dealing, meter=self.meter)
            exact = gain is not None
            if gain is None:
                gain = linear_gain(-self.edge, removal, system, self.shoe, dealing)
            yield _Best(system, gain, correlation(system.bet_tags, cards), exact)
        if self.value.sums is None or self.value.after_up_card:
            return
        for kind, name in _DIFFERENCES.items():
            system = CountSystem(name=name, kind=kind, per=_per(self.shoe))
            won = difference_gain(
                self.value,
                system,
                self.shoe,
                dealing,
                seed=terms.seed,
                shoes=terms.shoes,
                meter=self.meter,
            )
            if won is not None:
                yield _Best(system, won, None, exact=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class _UpCard:
    """A wager against one up card."""

    chance: float
    expectation: float
    cards: ByCard


def _systems(cards: ByCard, shoe: Shoe) -> Iterator[CountSystem]:
    """Yield the counts of tags that are tried."""
    yield from map(find_system, _KNOWN)
    if not cards.spread:
        return
    known = set()
    for level in LEVELS:
        best = best_tags(cards, level)
        if best.correlation is not None and best.tags not in known:
            known.add(best.tags)
            yield CountSystem(name=f"best of level {level}", tags=best.tags, per=_per(shoe))


def _per(shoe: Shoe) -> int:
    return shoe.size // shoe.deck_count
