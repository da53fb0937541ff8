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
from math import ceil, exp, expm1, log1p
from typing import Any

from pitboss.advantage.dealing import Dealing
from pitboss.advantage.gains import CountGain
from pitboss.advantage.kelly import growth_rate, kelly_fraction
from pitboss.advantage.shoe_samples import perfect_gain
from pitboss.cards import Card, format_card
from pitboss.cards.unseen import Unseen
from pitboss.exact.any_wager.deal_wagers import TableOutcomes
from pitboss.exact.any_wager.wager_value import WagerValue
from pitboss.rulebook.configured import Jackpot as MeterTerms


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakEven:
    """The break-even meter with some copies of one card left."""

    left: int
    """Copies of the card that are left, of an otherwise full shoe."""
    meter: float | None
    """Cents; None where the meter cannot be won."""

    def as_json(self) -> dict[str, Any]:
        """Return the row as data."""
        return {"left": self.left, "break_even": self.meter}


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

    def by_copies(self, card: Card | None = None) -> Iterator[BreakEven]:
        """Yield the break-even meter for every number of copies of a card, from all to none."""
        shown = self.key_card if card is None else card
        left = self.wager.full
        while True:
            yield BreakEven(left=left.counts[shown], meter=self.break_even(left))
            if not left.counts[shown]:
                return
            left = left.without(shown)

    def gain_at_meter(
        self, meter: int, dealing: Dealing, *, seed: int = 1, shoes: int | None = None
    ) -> CountGain | None:
        """Return how often and by how much shoes are worth a bet at a meter in cents."""
        return perfect_gain(self.wager, dealing, seed=seed, shoes=shoes, meter=meter)

    @cached_property
    def _outcomes(self) -> TableOutcomes:
        assert self.wager.outcomes is not None, "its outcomes depend on more than the deal"
        return self.wager.outcomes()

    def gains(self, unseen: Unseen, meter: int) -> list[tuple[float, float]]:
        """Return the possible gains of a wager, in units, with their probabilities."""
        return self._outcomes.gains(unseen, self.wager.units(meter))

    def kelly(self, unseen: Unseen, meter: int) -> float:
        """Return the part of the bank to bet, by the exact root of E[x / (1 + f x)] = 0."""
        return kelly_fraction(self.gains(unseen, meter))

    def growth(self, unseen: Unseen, meter: int, fraction: float) -> float:
        """Return the growth of the logarithm of the bank in a round, at a part of the bank."""
        return growth_rate(self.gains(unseen, meter), fraction)

    def full_awards(self, unseen: Unseen) -> Fraction:
        """Return the chance that a round wins the whole meter."""
        chances = self._outcomes.chances(unseen)
        return sum((p for (_, share), p in chances.items() if share >= 1), Fraction(0))

    def hunter(
        self, contribution: Fraction, *, wagers: int = 1, start: float | None = None
    ) -> float | None:
        """Return the units that a hunter wins from a meter until it is hit, without counting.

        He makes one of *wagers* wagers of every round, from *start* on, in cents; that is the
        break-even meter if it is not named. Every wager feeds its *contribution* c, and smaller
        awards take a part p of the meter on average; so after k wagers that did not hit it, it is
        m(k) = m(k-1) (1 - p) + c on average. A wager is worth the share times what the meter is
        above break-even b, and the whole is won with the chance h: the sum over his wagers k of
        (1 - h)^k share (m(k) - b). None without a whole award; below 0 where smaller awards take
        more than all wagers feed.
        """
        full, stake = self.wager.full, self.wager.stake
        hit, share, even = self.full_awards(full), self.share(full), self.break_even(full)
        if not hit or even is None:
            return None
        first = (even if start is None else start) / stake
        taken, fed = float((share - hit) / (1 - hit)), float(contribution)
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

        None where smaller awards take from it, and where no wager adds to it.
        """
        full = self.wager.full
        hit = self.full_awards(full)
        if self.share(full) != hit or not contribution:
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
            "by_copies": [row.as_json() for row in self.by_copies()],
        }
        if fed is not None:
            record["seed"], record["contribution"] = fed.seed, float(fed.contribution)
            record["hunter"] = self.hunter(shown_part(fed)) if fed.contribution else None
        if meter is not None:
            record["kelly"] = self.kelly(full, meter)
            passed = self.gain_at_meter(meter, dealing)
            record["passed"] = None if passed is None else passed.as_json()
        return record
