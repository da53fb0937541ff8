"""The value of a jackpot wager at a meter and with the cards left.

    value(meter, shoe) = fixed(shoe) + meter * share(shoe) / stake

The house pays the fixed part and the seed; the rest of the meter is the players' own money, so a
hunter who bets above the break-even meter alone wins from the other players. Everything is exact
but how often a shoe passes break-even before the cut card, which is sampled.

>>> from pitboss.cards import SPANISH, Shoe
>>> from pitboss.exact.any_wager.wager_value import table_value
>>> from pitboss.rulebook.reading.library import game
>>> tables = {table.id: table for table in game("wa/spanish-21").tables_of("jackpot-1")}
>>> jackpot = JackpotValue(table_value(tables["3c-5"], Shoe(SPANISH, 6)))
>>> full = jackpot.wager.full
>>> f"${jackpot.break_even(full) / 100:,.2f}", format_card(jackpot.key_card)
('$10,869.05', 'As')
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, exp, expm1, log1p, sqrt
from typing import Any

import numpy as np

from pitboss.advantage.gains import Dealing
from pitboss.advantage.risk.walk import kelly_fraction
from pitboss.advantage.shoe_samples import perfect_gain
from pitboss.cards import Card, format_card
from pitboss.cards.unseen import Unseen
from pitboss.exact.any_wager.deal_wagers import TableOutcomes
from pitboss.exact.any_wager.wager_value import WagerValue
from pitboss.rulebook.configured import Jackpot as MeterTerms

WAGERS_MAX = 4_000_000
"""Wagers from the seed to the ceiling that are added up one by one."""


def shown_part(fed: MeterTerms) -> Fraction:
    """Return the part of each wager that the meter shows: a reserve waits for the next seed."""
    return fed.contribution * (1 - fed.reserve)


@dataclass(frozen=True)
class JackpotValue:
    """A wager that wins shares of a meter."""

    wager: WagerValue

    def share(self, unseen: Unseen) -> Fraction:
        """Return the part of the meter that a round wins on average."""
        return self.wager.average(unseen, None).share

    def break_even(self, unseen: Unseen) -> float | None:
        """Return the meter in cents at which the wager costs nothing; None if it wins none of it.

        0 where the fixed pays alone are worth more than the wager.
        """
        average = self.wager.average(unseen, None)
        if not average.share:
            return None
        return float(max(-average.gain, Fraction(0)) / average.share * self.wager.stake)

    @cached_property
    def key_card(self) -> Card:
        """The card whose loss takes most from the share of the meter."""
        full = self.wager.full
        return min(full.kinds, key=lambda card: self.share(full.without(card)))

    def by_copies(self) -> Iterator[tuple[int, float | None]]:
        """Yield each number of copies of the key card, from all to none, and its break-even meter.

        Meters are in cents; None where the meter cannot be won.
        """
        left = self.wager.full
        card = self.key_card
        for copies in range(left.counts[card], 0, -1):
            yield copies, self.break_even(left)
            left = left.without(card)
        yield 0, self.break_even(left)

    @cached_property
    def _outcomes(self) -> TableOutcomes:
        assert self.wager.outcomes is not None, "its outcomes depend on more than the deal"
        return self.wager.outcomes()

    def gains(self, unseen: Unseen, meter: int) -> list[tuple[float, float]]:
        """Return the possible gains of a wager, in units, with their probabilities."""
        return self._outcomes.gains(unseen, self.wager.units(meter))

    def full_awards(self, unseen: Unseen) -> Fraction:
        """Return the chance that a round wins the whole meter."""
        chances = self._outcomes.chances(unseen)
        return sum((p for (_, share), p in chances.items() if share >= 1), Fraction(0))

    def hunter(
        self, contribution: Fraction, *, wagers: int = 1, start: float | None = None
    ) -> float | None:
        """Return the units that a hunter wins from a meter until it is hit, without counting.

        He makes one of *wagers* wagers of every round, from *start* on, in cents; that is the
        break-even meter if it is not named. Every wager feeds c, its *contribution* less the fixed
        pays that the meter pays on average, and smaller awards take a part p of the meter on
        average; so after k wagers that did not hit it, it is
        m(k) = m(k-1) (1 - p) + c on average. A wager is worth the share times what the meter is
        above break-even b, and the whole is won with the chance h: the sum over his wagers k of
        (1 - h)^k share (m(k) - b). None without a whole award; below 0 where smaller awards take
        more than all wagers feed.
        """
        full = self.wager.full
        stake = self.wager.stake
        hit = self.full_awards(full)
        share = self.share(full)
        even = self.break_even(full)
        if not hit or even is None:
            return None
        first = (even if start is None else start) / stake
        taken = float((share - hit) / (1 - hit))
        fed = float(contribution - self.wager.paid_by_meter)
        stays = wagers * log1p(-float(hit))
        rounds = -1 / expm1(stays)  # on average, from the first to the hit
        if not taken:
            grown = wagers * fed * exp(stays) * rounds**2
            return float(share) * ((first - even / stake) * rounds + grown)
        ends = fed / taken  # where smaller awards take as much as is fed
        nearing = -1 / expm1(stays + wagers * log1p(-taken))
        return float(share) * ((ends - even / stake) * rounds + (first - ends) * nearing)

    def reaches(self, contribution: Fraction, start: float, end: float) -> float | None:
        """Return the chance that the meter grows from one amount in cents to another unhit.

        None where smaller awards or fixed pays take from it, and where no wager adds to it.
        """
        full = self.wager.full
        hit = self.full_awards(full)
        if self.share(full) != hit or self.wager.paid_by_meter or not contribution:
            return None
        wagers = max(0, ceil((end - start) / float(contribution * self.wager.stake)))
        return exp(wagers * log1p(-float(hit)))

    def as_json(
        self, meter: int | None, dealing: Dealing, fed: MeterTerms | None = None
    ) -> dict[str, Any]:
        """Return what `pitboss count --json` says about a jackpot, fed as the house feeds it."""
        full = self.wager.full
        record: dict[str, Any] = {
            "stake": self.wager.stake,
            "share": float(self.share(full)),
            "break_even": self.break_even(full),
            "card": format_card(self.key_card),
            "by_copies": [{"left": left, "break_even": even} for left, even in self.by_copies()],
        }
        if fed is not None:
            record["seed"] = fed.seed
            record["contribution"] = float(fed.contribution)
            record["hunter"] = self.hunter(shown_part(fed)) if fed.contribution else None
        if meter is not None:
            record["kelly"] = kelly_fraction(self.gains(full, meter))
            passed = perfect_gain(self.wager, dealing, meter=meter)
            record["passed"] = None if passed is None else passed.as_json()
        return record


@dataclass(frozen=True)
class MustHit:
    """A must-hit meter: the wager that takes it past a hidden amount wins it.

    The hidden amount is as likely to be any one between the meter and its ceiling M. So with a
    meter m a wager that adds c to it wins the whole with the chance c / (M - m) beside what its
    cards win:

        value = fixed + (share + c / (M - m)) * (m + c) / stake

    No rule document has such a meter: it is for houses elsewhere, and for a house that asks what
    it would cost.

    >>> from pitboss.cards import FRENCH, Shoe
    >>> from pitboss.exact.any_wager.wager_value import table_value
    >>> from pitboss.rulebook.reading.library import game
    >>> table = game("co/21-plus-3").tables_of("21-plus-3-progressive")[0]
    >>> jackpot = JackpotValue(table_value(table, Shoe(FRENCH, 6)))
    >>> must_hit = MustHit(jackpot, Fraction(1, 4), 1_000_000)
    >>> f"${jackpot.break_even(must_hit.full) / 100:,.2f}", f"${must_hit.break_even() / 100:,.2f}"
    ('$13,570.95', '$5,173.57')
    """

    jackpot: JackpotValue
    contribution: Fraction
    """The part of each wager that the meter shows."""
    ceiling: int
    """Cents."""

    @property
    def full(self) -> Unseen:
        """The full shoe."""
        return self.jackpot.wager.full

    @property
    def step(self) -> Fraction:
        """Cents that a wager adds to the meter."""
        return self.contribution * self.jackpot.wager.stake

    def chance(self, meter: Fraction) -> Fraction:
        """Return the chance that a wager takes the meter, in cents, past the hidden amount."""
        return min(Fraction(1), self.step / (self.ceiling - meter))

    def value(self, meter: Fraction) -> Fraction:
        """Return the exact value of a wager in units, at a meter in cents; the shoe is full."""
        average = self.jackpot.wager.average(self.full, None)
        whole = (meter + self.step) / self.jackpot.wager.stake
        return average.gain + (average.share + self.chance(meter)) * whole

    def break_even(self) -> float:
        """Return the meter in cents from which on a wager gains.

        With y = m + c, F the fixed part in cents, s the share and K = M + c, the value is 0 where
        s y^2 - (s K - F + c) y - F K = 0; the smaller root is the one below the ceiling.
        """
        average = self.jackpot.wager.average(self.full, None)
        fixed = float(average.gain) * self.jackpot.wager.stake
        step = float(self.step)
        share = float(average.share)
        most = self.ceiling + step
        if fixed >= 0:
            return 0.0
        middle = share * most - fixed + step
        root = 2 * -fixed * most / (middle + sqrt(middle**2 + 4 * share * fixed * most))
        return max(0.0, root - step)

    def hunter(self, start: int, *, wagers: int = 1) -> float | None:
        """Return the units that a player wins from a meter in cents until it is hit.

        He makes the first of *wagers* wagers of every round and counts no cards. After k wagers the
        meter is m(k) = start + k c, and nobody has hit it with the chance

            (1 - h)^k (M - m(k)) / (M - start)

        None where smaller awards take from the meter, which then depends on when they do, and where
        there are too many wagers to add up.
        """
        share = self.jackpot.share(self.full)
        hit = self.jackpot.full_awards(self.full)
        room = self.ceiling - start
        step = float(self.step)
        count = ceil(room / self.step) if step else WAGERS_MAX
        if share != hit or self.jackpot.wager.paid_by_meter or count >= WAGERS_MAX:
            return None
        made = np.arange(0, count, wagers)
        left = room - made * step
        still = np.exp(made * log1p(-float(hit))) * left / room
        whole = (self.ceiling - left + step) / self.jackpot.wager.stake
        fixed = float(self.jackpot.wager.average(self.full, None).gain)
        values = fixed + (float(share) + np.minimum(1.0, step / left)) * whole
        return float((still * values).sum())

    def reaches(self, start: float, end: float) -> float | None:
        """Return the chance that the meter grows from one amount in cents to another unhit."""
        by_cards = self.jackpot.reaches(self.contribution, start, end)
        room = self.ceiling - start
        left = self.ceiling - max(start, end)
        return None if by_cards is None else by_cards * max(0.0, left) / room

    def as_json(self, meter: int) -> dict[str, Any]:
        """Return the exact values at a meter in cents, with a full shoe."""
        at = Fraction(meter)
        return {"chance": float(self.chance(at)), "value": float(self.value(at))}
