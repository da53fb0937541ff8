"""The exact expectation of a side wager for any cards left in the shoe.

A wager that depends on the play is valued with the play of a full shoe: only the chances of cards
change. A counter who also changed the play would change the main wager with it.

>>> from pitboss.engine.setup import prepare
>>> from pitboss.rulebook.house import house_from
>>> setup = prepare(house_from({"game": "co/21-plus-3", "tables": {"21-plus-3": "standard"}}))
>>> wager = wager_value(setup, setup.configured.spots["21-plus-3"])
>>> f"{float(wager.value(wager.full)):.4%}", f"{float(wager.removal().card_effect(Card(0))):.6%}"
('-3.2386%', '0.083661%')
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from itertools import product
from math import perm

from pitboss.cards import Card, Deck, Shoe, card_rank
from pitboss.cards.unseen import Unseen
from pitboss.engine.setup import Setup
from pitboss.exact.any_shoe import group_cards
from pitboss.exact.any_wager.deal_wagers import ORDERS, TableOutcomes, deal_terms, table_outcomes
from pitboss.exact.any_wager.dealer_wagers import DealerDraws
from pitboss.exact.any_wager.pays import PERCENT, ClassPays, Parts
from pitboss.exact.any_wager.polynomial import Polynomial, make_polynomial
from pitboss.exact.any_wager.removal import WagerRemoval, compute_removal
from pitboss.exact.any_wager.terms import (
    ALL,
    FIRST_SUIT,
    Factors,
    Terms,
    View,
    add,
    count_forms,
    sorted_factors,
    sum_terms,
)
from pitboss.exact.counting.distributions import FIVE_CARD
from pitboss.exact.odds.play_dependent.hand_of_30 import Thirty
from pitboss.exact.odds.play_dependent.lammers import Lammers
from pitboss.exact.odds.play_dependent.straights import Straights, card_kind
from pitboss.exact.odds.play_dependent.wagers import printed_strategy, side_wager
from pitboss.exact.odds.progressive import paid_by_meter
from pitboss.exact.odds.wager_odds import depends_on_play
from pitboss.exact.odds.wagers import INSURANCE, odds_of_table
from pitboss.patterns.families import FAMILIES
from pitboss.patterns.rows import OF_THE_DEALER
from pitboss.patterns.totals import is_ace, value
from pitboss.rulebook.configured import Spot
from pitboss.rulebook.model import Moment, PayTable
from pitboss.rulebook.pays import Odds


class PlayedWager:
    """A wager on straights or lammers."""

    def __init__(self, setup: Setup, family: str, pays: ClassPays) -> None:
        """Follow the best play of the main game."""
        self._strategy = printed_strategy(setup)
        self._family = family
        self._pays = pays

    def average(self, unseen: Unseen, up: Card | None = None) -> Parts:
        """Return the average parts of the wager."""
        assert up is None, "it is made before the deal"
        follow = {"straight-length": Straights, "lammers": Lammers}[self._family]
        classes = follow(self._strategy, cards=unseen.cards()).classes()
        rest = 1 - sum(classes.values(), Fraction(0))
        gain = sum((p * self._pays.gain_of_class(k) for k, p in classes.items()), Fraction(0))
        share = sum((p * self._pays.share_of_class(k) for k, p in classes.items()), Fraction(0))
        return Parts((gain + rest * self._pays.losing_gain) / self._pays.parts, share / PERCENT)


class LostByThirty:
    """A wager on the dealer's hand that a first hand of 30 loses."""

    def __init__(self, setup: Setup, wager_id: str, dealer: DealerDraws, pays: ClassPays) -> None:
        """Follow the best play of the main game."""
        self._strategy = printed_strategy(setup)
        self._wager = side_wager(setup, wager_id)
        self._dealer = dealer
        self._pays = pays
        assert self._wager.family in OF_THE_DEALER
        self.alone = not Thirty(self._strategy, self._wager).reached
        """Whether the dealer's hand alone decides, because the play never makes 30."""

    def average(self, unseen: Unseen, up: Card | None = None) -> Parts:
        """Return the average parts of the wager."""
        dealer = self._dealer.average(unseen, up)
        if self.alone:
            return dealer
        assert up is None, "with the up card in sight, the player's own cards are too"
        losing = Thirty(self._strategy, self._wager, unseen.cards()).losing_classes()
        missed = sum(
            (p * (self._pays.gain_of_class(k) - self._pays.losing_gain) for k, p in losing.items()),
            Fraction(0),
        )
        gain = dealer.gain - missed * dealer.chance / self._pays.parts
        return Parts(gain, dealer.share, dealer.chance)


Average = Callable[[Unseen, Card | None], Parts]
"""Returns the average parts of a wager for the cards left, and a known up card if any."""
_DOLLAR = 100
_KEPT = 128
"""The most pay tables whose polynomials are kept in memory."""
_CLASSES: Mapping[str, Callable[[Card], object]] = {
    "lammers": value,
    "dealer-bust-cards": value,
    "straight-length": card_kind,
}
"""Families without a polynomial that do not look at every card by itself."""
_TEN = 10
_SEVEN_RANK = 6


@dataclass(frozen=True, kw_only=True)
class WagerValue:
    """A side wager of one table, with any cards left in its shoe."""

    wager: str
    family: str
    """Empty for insurance and the Super Bonus."""
    full: Unseen
    """The full shoe."""
    average: Average
    """Returns the average parts of the wager's value."""
    classes: tuple[tuple[Card, ...], ...]
    """Cards that count alike."""
    stake: int = _DOLLAR
    """Cents: the wager that a share of a meter is won with."""
    paid_by_meter: Fraction = Fraction(0)
    """Fixed pays that come out of the meter, of one unit wagered from a full shoe."""
    after_up_card: bool = False
    """Whether it is made with the up card in sight: then there is a value for each up card."""
    sums: DealSums | None = None
    """Its gain as a polynomial, where there is one."""
    draws: DealerDraws | None = None
    """The dealer's draws that decide it, where nothing else does."""
    outcomes: Callable[[], TableOutcomes] | None = None
    """Makes the chances of all that it may pay, for wagers on cards of the deal."""

    def value(self, unseen: Unseen, *, meter: int = 0, up: Card | None = None) -> Fraction:
        """Return the expectation of one unit to the player.

        *meter* is what the jackpot shows, in cents. *up* is an up card in sight, no longer unseen.
        """
        return self.average(unseen, up).value(self.units(meter))

    def units(self, meter: int) -> Fraction:
        """Return a meter in cents as units of the stake."""
        return Fraction(meter, self.stake)

    def removal(
        self, unseen: Unseen | None = None, *, meter: int = 0, up: Card | None = None
    ) -> WagerRemoval:
        """Return the effects of removal from a shoe, which is full unless it is given.

        With *up*, an up card in sight is gone already.
        """
        left = unseen or (self.full if up is None else self.full.without(up))
        return compute_removal(
            lambda cards: self.average(cards, up), left, self.classes, self.units(meter)
        )

    @cached_property
    def polynomial(self) -> Polynomial | None:
        """The gain as a polynomial, without a share of a meter; None where there is none."""
        return self.polynomial_at(0)

    def polynomial_at(self, meter: int) -> Polynomial | None:
        """Return the gain as a polynomial with a meter in cents.

        Of a wager that is made after the up card, it is the gain before the deal.
        """
        return None if self.sums is None else self.sums.polynomial(self.units(meter))


@dataclass(frozen=True, kw_only=True)
class DealSums:
    """The parts of a wager's value, summed over all ordered deals of its cards."""

    degree: int
    """The cards of a deal."""
    parts: int
    """A unit in the parts that gains are counted in."""
    gain: Terms
    share: Terms
    """Of the meter, in hundredths and the same parts."""
    offered: Terms | None = None
    """Deals in which the wager can be made, in the same parts; None: all."""

    def average(self, unseen: Unseen, _: Card | None = None) -> Parts:
        """Return the averages over all deals."""
        forms = count_forms(unseen)
        deals = perm(unseen.size, self.degree) * self.parts
        gain = Fraction(sum_terms(self.gain, forms), deals)
        share = Fraction(sum_terms(self.share, forms), deals * PERCENT)
        if self.offered is None:
            return Parts(gain, share)
        return Parts(gain, share, Fraction(sum_terms(self.offered, forms), deals))

    def polynomial(self, meter_units: Fraction) -> Polynomial:
        """Return the gain with a share of a meter, as arrays."""
        units = meter_units / PERCENT
        terms = add(
            {factors: weight * units.denominator for factors, weight in self.gain.items()},
            {factors: weight * units.numerator for factors, weight in self.share.items()},
        )
        return make_polynomial(
            terms, degree=self.degree, denominator=self.parts * units.denominator
        )

    @cached_property
    def share_polynomial(self) -> Polynomial:
        """The share of the meter that a round wins, as arrays."""
        return make_polynomial(self.share, degree=self.degree, denominator=self.parts * PERCENT)


def why_not_counted(spot: Spot) -> str:
    """Return why no count can help with a wager; empty if one might.

    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import house_from
    >>> house = house_from({"game": "co/pai-jack", "tables": {"pai-jack-bonus": "1"}})
    >>> setup = prepare(house)
    >>> why_not_counted(setup.configured.spots["pai-jack-bonus"])
    'one deck is shuffled before every round: there is nothing to count'
    """
    if spot.table is not None and spot.table.family in FIVE_CARD:
        return "one deck is shuffled before every round: there is nothing to count"
    if spot.table is None and not spot.wager.id.startswith(INSURANCE):
        return "it is a part of the main game"
    return ""


def wager_value(setup: Setup, spot: Spot) -> WagerValue:
    """Return the value of one wager of a table for any shoe; `why_not_counted` is empty for it."""
    table = spot.table
    wager = spot.wager
    if table is None:
        return _insurance_value(setup, wager.id)
    if depends_on_play(table.family, wager):
        value = _played_value(setup, spot, table)
    else:
        rules = setup.blackjack
        value = table_value(
            table,
            setup.shoe,
            wager=wager.id,
            specific_suit=setup.specific_suit,
            hits_soft_17=rules is not None and rules.soft17 == "hit",
            after_up_card=wager.made is not Moment.BEFORE_DEAL,
        )
    if any(row.from_jackpot for row in table.rows):
        priced = odds_of_table(setup, wager.id, table, int(setup.configured.options["decks"]))
        value = replace(value, paid_by_meter=paid_by_meter(priced, table))
    stake = spot.jackpot.wager if spot.jackpot else None
    return value if stake is None else replace(value, stake=stake)


def table_value(
    table: PayTable,
    shoe: Shoe,
    *,
    wager: str = "",
    specific_suit: int = 0,
    hits_soft_17: bool = True,
    after_up_card: bool = False,
) -> WagerValue:
    """Return the value of a pay table that cards alone decide, dealt from a shoe.

    >>> from pitboss.cards import FRENCH
    >>> from pitboss.rulebook.reading.library import game
    >>> (table,) = game("co/golden-21").tables_of("golden-21")[:1]
    >>> float(table_value(table, Shoe(FRENCH, 1)).value(Unseen.from_shoe(Shoe(FRENCH, 1))))
    -0.08748114630467571
    """
    if table.family in OF_THE_DEALER:
        draws = _dealer_draws(table, hits_soft_17=hits_soft_17)
        value = make_value(shoe, wager, table.family, draws.average, after_up_card=after_up_card)
        return replace(value, draws=draws)
    deck = shoe.deck.name
    sums = _deal_sums(table, deck, specific_suit)
    value = make_value(shoe, wager, table.family, sums.average, sums=sums)
    return replace(value, outcomes=lambda: table_outcomes(table, deck, specific_suit))


@lru_cache(maxsize=_KEPT)
def _deal_sums(table: PayTable, deck: str, specific_suit: int) -> DealSums:
    """Return the sums of a table; they are the same for every number of decks."""
    pays = ClassPays.from_table(table)
    shares = deal_terms(table.family, deck, specific_suit, pays.share) if pays.has_shares else {}
    return DealSums(
        degree=len(FAMILIES[table.family].cards),
        parts=pays.parts * ORDERS,
        gain=deal_terms(table.family, deck, specific_suit, pays.gain),
        share={factors: weight * pays.parts for factors, weight in shares.items()},
    )


@lru_cache(maxsize=_KEPT)
def _dealer_draws(table: PayTable, *, hits_soft_17: bool) -> DealerDraws:
    pays = ClassPays.from_table(table)
    gain = cache(pays.gain_of_class)  # asked for thousands of hands of few classes
    return DealerDraws(family=table.family, hits_soft_17=hits_soft_17, gain=gain, parts=pays.parts)


def _played_value(setup: Setup, spot: Spot, table: PayTable) -> WagerValue:
    """Return the value of a wager that the play decides, by the best play of a full shoe."""
    pays = ClassPays.from_table(table)
    wager = spot.wager
    if table.family not in OF_THE_DEALER:
        played = PlayedWager(setup, table.family, pays)
        return make_value(setup.shoe, wager.id, table.family, played.average)
    draws = _dealer_draws(table, hits_soft_17=setup.rules.soft17 == "hit")
    thirty = LostByThirty(setup, wager.id, draws, pays)
    late = wager.made is not Moment.BEFORE_DEAL and thirty.alone
    value = make_value(setup.shoe, wager.id, table.family, thirty.average, after_up_card=late)
    return replace(value, draws=draws if thirty.alone else None)


def _insurance_value(setup: Setup, wager_id: str) -> WagerValue:
    """Insurance is offered with an ace up; all other cards are unseen, as for its odds."""
    pays = setup.insurance_odds
    deck = setup.shoe.deck
    gain, offered = insurance_terms(deck, pays)
    offered = {factors: weight * pays.per for factors, weight in offered.items()}
    before = DealSums(degree=2, parts=pays.per, gain=gain, share={}, offered=offered)
    after = DealSums(degree=1, parts=pays.per, gain=tens_terms(deck, pays), share={})

    def average(unseen: Unseen, up: Card | None = None) -> Parts:
        assert up is None or is_ace(up), "insurance is offered with an ace up"
        return (before if up is None else after).average(unseen)

    return make_value(setup.shoe, wager_id, "", average, sums=before, after_up_card=True)


def make_value(
    shoe: Shoe,
    wager_id: str,
    family: str,
    average: Average,
    *,
    sums: DealSums | None = None,
    after_up_card: bool = False,
) -> WagerValue:
    """Return the value of a wager by its *average* parts; *sums* where it is a polynomial."""
    full = Unseen.from_shoe(shoe)
    return WagerValue(
        wager=wager_id,
        family=family,
        full=full,
        average=average,
        classes=group_cards(full.kinds, lambda card: _card_class(card, family, sums)),
        after_up_card=after_up_card,
        sums=sums,
    )


def _card_class(card: Card, family: str, sums: DealSums | None) -> object:
    """Return what a card counts as: its value, rank or itself, as far as the wager looks."""
    if sums is None:
        return _CLASSES[family](card) if family in _CLASSES else card
    forms = {form for terms in (sums.gain, sums.share) for factors in terms for form in factors}
    return card >> 2 if max(forms) < FIRST_SUIT else card


def insurance_terms(deck: Deck, pays: Odds) -> tuple[Terms, Terms]:
    """Return the gain of insurance times `pays.per`, and the chance of it: an ace is up."""
    offered = {_pair(ace, None): 1 for ace in _ranks(deck, ace=True)}
    won = {
        _pair(ace, ten): pays.to + pays.per
        for ace, ten in product(_ranks(deck, ace=True), _ranks(deck, ace=False))
    }
    lost = dict.fromkeys(offered, -pays.per)
    return add(won, lost), offered


def tens_terms(deck: Deck, pays: Odds) -> Terms:
    """Return the gain of insurance times `pays.per` by the down card alone, with an ace up."""
    tens: Terms = {
        (View.RANK.form(4 * rank),): pays.to + pays.per for rank in _ranks(deck, ace=False)
    }
    return add(tens, {(ALL,): -pays.per})


def _ranks(deck: Deck, *, ace: bool) -> Iterator[int]:
    """Yield the ranks that are an ace, or those worth ten."""
    for rank in sorted({card_rank(card) for card in deck.cards}):
        card = Card(4 * rank)
        if is_ace(card) if ace else value(card) == _TEN:
            yield rank


def _pair(ace: int, ten: int | None) -> Factors:
    other = ALL if ten is None else View.RANK.form(4 * ten)
    return sorted_factors((View.RANK.form(4 * ace), other))
