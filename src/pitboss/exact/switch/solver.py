"""Blackjack Switch (30-2105) solved: when to switch, how to play, and the edge.

Two equal wagers, four cards. A seat compares the two hands it was dealt with the two it would have
after exchanging their second cards; each side is the sum of two hands' values, which `switch.play`
has exactly. The decision to switch may depend on all four cards and the up card; every later
decision depends on a hand's own cards, the up card and, after a split, the pair. Insurance is
declined, and a dealer blackjack is found before the switch.

Values are in units of one of the two wagers. The edge is published per unit of both wagers
together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pitboss.compiled.hand_graph import VALUES
from pitboss.engine.setup import Setup
from pitboss.exact.blackjack.arithmetic import FLOATS, Arithmetic, Array, Number
from pitboss.exact.blackjack.solver import Rules, UpCard
from pitboss.exact.blackjack.split_play import SplitPlay
from pitboss.exact.copies import side_by_side
from pitboss.exact.switch.cases import TWO_CARDS, DealerOutcomes, TwoCards
from pitboss.exact.switch.play import NATURAL, SwitchUpCard, switch_is_solved
from pitboss.patterns.totals import value as value_of

WAGERS = 2
_FOUR = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchDeals:
    """Every four cards of a seat against one up card, in the order dealt.

    The arrays have a place for each deal: first and second card of the first hand, then of the
    second.
    """

    cards: Array
    """(4, deals): values less one."""
    probability: Array
    """Given the up card."""
    dealer_blackjack: Array
    """The probability that the dealer has one."""
    against_blackjack: Array
    """The value of the two hands against it."""
    keep: Array
    """Their expected value without it, if they are kept."""
    switch: Array
    """The same if their second cards are exchanged."""
    kept_hands: Array
    """(2, deals): the places of the two hands in `TWO_CARDS`, as they were dealt."""
    switched_hands: Array
    """The same after their second cards are exchanged."""

    def value(self, switches: Array) -> Number:
        """Return the value before the dealer looks of switching where *switches* says so."""
        played = np.where(switches, self.switch, self.keep)
        lost = self.probability * self.dealer_blackjack * self.against_blackjack
        return (self.switch_chances * played + lost).sum()

    def with_values(self, solved: SwitchUpCard) -> SwitchDeals:
        """Return the same deals with other values of the hands."""
        hands = tuple(self.kept_hands)
        changed = tuple(self.switched_hands)
        keep = _worth(solved.kept, hands)
        switch = _worth(solved.switched, changed)
        return replace(self, keep=keep, switch=switch)

    @property
    def switches(self) -> Array:
        """Whether to switch; if both are equal the hands are kept."""
        return (self.switch > self.keep).astype(bool)

    def switches_by(self, kept: Array, switched: Array) -> Array:
        """Return whether the two hands after a switch have the higher sum of *counts*."""
        return adds_up_to_more(kept[self.kept_hands], switched[self.switched_hands])

    @property
    def switch_chances(self) -> Array:
        """The probability of each deal without a dealer blackjack: the seat may switch."""
        return self.probability * (1 - self.dealer_blackjack)

    @property
    def switch_probability(self) -> Number:
        """How often a seat that may switch should."""
        return self.switch_chances[self.switches].sum() / self.switch_chances.sum()


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchUpCardValue:
    """The value of one up card for a seat, in units of one wager."""

    up: int
    probability: Number
    value: Number
    """Of both hands together, before the dealer looks."""
    switch_probability: Number
    """How often a seat that may switch should."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SolvedSwitch:
    """The game solved for one shoe."""

    setup: Setup
    ups: dict[int, SwitchUpCard]
    deals: dict[int, SwitchDeals]
    by_up: tuple[SwitchUpCardValue, ...]

    @property
    def value(self) -> Number:
        """The expected value of a round, in units of one wager; two are made."""
        return sum(part.probability * part.value for part in self.by_up)

    @property
    def edge(self) -> Number:
        """The house edge per unit of both wagers together, as published."""
        return -self.value / WAGERS

    @property
    def edge_of_one_wager(self) -> Number:
        """The expected loss per unit of one of the two equal wagers."""
        return -self.value

    @property
    def edge_never_switching(self) -> Number:
        """The edge, per unit of both wagers, for a seat that never switches."""
        return self.edge_switching(
            {up: np.zeros(len(d.keep), dtype=bool) for up, d in self.deals.items()}
        )

    @property
    def edge_by_values(self) -> Number:
        """The edge, per unit of both wagers, for a seat that adds up single hands."""
        return self.edge_switching(
            {
                up: deals.switches_by(
                    *(_single_values(self.ups[up], switched=s) for s in (False, True))
                )
                for up, deals in self.deals.items()
            }
        )

    def edge_switching(self, switches: Mapping[int, Array]) -> Number:
        """Return the edge, per unit of both wagers, of switching these deals."""
        values = (e.probability * self.deals[e.up].value(switches[e.up]) for e in self.by_up)
        return -sum(values) / WAGERS

    @property
    def switch_probability(self) -> Number:
        """How often a seat should switch, among the rounds in which it may."""
        weights = [
            part.probability * self.deals[part.up].switch_chances.sum() for part in self.by_up
        ]
        switched = (
            w * part.switch_probability for w, part in zip(weights, self.by_up, strict=True)
        )
        return sum(switched) / sum(weights)


def solve_switch(
    setup: Setup,
    arithmetic: Arithmetic = FLOATS,
    shoe: Sequence[int] | None = None,
    split_play: SplitPlay = SplitPlay.BEST,
    outcomes: dict[int, DealerOutcomes] | None = None,
) -> SolvedSwitch:
    """Solve the game of *setup* for a full shoe, or for the cards of each value in *shoe*.

    *split_play* is the play of hands made by a split. The dealer's outcomes by up card, which take
    tens of megabytes, are put into *outcomes* for who values other plays.

    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import House
    >>> sixes_and_tens = [0, 0, 0, 0, 0, 6, 0, 0, 0, 16]
    >>> setup = prepare(House(game="co/blackjack-switch"))
    >>> round(float(solve_switch(setup, shoe=sixes_and_tens).value), 6)
    0.70674
    """
    assert switch_is_solved(setup), "only Blackjack Switch by its own rules is solved here"
    if shoe is None:
        cards = Counter(map(value_of, setup.shoe.cards()))
        shoe = [cards[value] for value in range(1, VALUES + 1)]
    rules = Rules.from_setup(setup)
    full = arithmetic.counts(shoe)

    def solve_up_card(up: int) -> tuple[SwitchUpCard, SwitchDeals]:
        left = full.copy()
        left[up - 1] -= 1
        solved = UpCard(rules, left, up, arithmetic)
        play = SwitchUpCard(solved, split_play, outcomes=outcomes)
        return play, _deals(play)

    dealable = [up for up in range(1, VALUES + 1) if full[up - 1]]
    every = dict(zip(dealable, side_by_side(solve_up_card, dealable), strict=True))
    dealt = {up: arithmetic.number(int(full[up - 1])) / sum(shoe) for up in every}
    return switch_game(setup, every, dealt)


def switch_game(
    setup: Setup, every: Mapping[int, tuple[SwitchUpCard, SwitchDeals]], dealt: Mapping[int, Number]
) -> SolvedSwitch:
    """Return the game with this play against each up card, with the probabilities *dealt*."""
    ups = {up: solved for up, (solved, _) in every.items()}
    deals = {up: mine for up, (_, mine) in every.items()}
    by_up = tuple(
        SwitchUpCardValue(
            up=up,
            probability=dealt[up],
            value=hands.value(hands.switches),
            switch_probability=hands.switch_probability,
        )
        for up, hands in deals.items()
    )
    return SolvedSwitch(setup=setup, ups=ups, deals=deals, by_up=by_up)


def _places() -> Array:
    """Return the places of hands in `TWO_CARDS` by the places of their two values."""
    places = np.zeros((VALUES, VALUES), dtype=np.int64)
    for place, (low, high) in enumerate(TWO_CARDS):
        places[low - 1, high - 1] = places[high - 1, low - 1] = place
    return places


_PLACES = _places()
_NATURAL = TWO_CARDS.index(NATURAL)


def value_together(values: Array, first: TwoCards, second: TwoCards) -> Number:
    """Return the expected value of two hands; *values* has each hand beside each other."""
    one, two = (_PLACES[low - 1, high - 1] for low, high in (first, second))
    return values[one, two] + values[two, one]


def two_hands(cards: Array) -> tuple[tuple[Array, Array], tuple[Array, Array]]:
    """Return the places of both hands in `TWO_CARDS`, as dealt and with second cards exchanged.

    *cards* are the values less one of four cards, in the order dealt.
    """
    one, two, three, four = cards
    return (_PLACES[one, two], _PLACES[three, four]), (_PLACES[one, four], _PLACES[three, two])


def adds_up_to_more(kept: Array, switched: Array) -> Array:
    """Return whether to switch, by the counts of the two hands kept, and switched."""
    return (switched[0] + switched[1] > kept[0] + kept[1]).astype(bool)


def _deals(solved: SwitchUpCard) -> SwitchDeals:
    """Lay out every deal against one up card, and its values."""
    up = solved.solved
    left = up.left
    one = up.arithmetic.number(1)
    unseen = sum(left.tolist())
    cards, ways = _four_cards(left)
    hands, changed = two_hands(cards)
    blackjacks = 0 * ways
    if up.forbidden >= 0:
        blackjacks = left[up.forbidden] - (cards == up.forbidden).sum(axis=0)
    return SwitchDeals(
        cards=cards,
        probability=ways * one / (unseen * (unseen - 1) * (unseen - 2) * (unseen - 3)),
        dealer_blackjack=blackjacks * one / (unseen - _FOUR),
        against_blackjack=sum(hands_against_blackjack(up, hand) for hand in hands),
        keep=_worth(solved.kept, hands),
        switch=_worth(solved.switched, changed),
        kept_hands=np.stack(hands),
        switched_hands=np.stack(changed),
    )


def _worth(values: Array, hands: tuple[Array, ...]) -> Array:
    """Return the values of both hands of every deal together."""
    return values[hands] + values[hands[::-1]]


def _four_cards(left: Array) -> tuple[Array, Array]:
    """Return every four values that can be dealt, and the number of ways."""
    cards = np.indices((VALUES,) * _FOUR).reshape(_FOUR, -1)
    ways = left[cards[0]]
    for place in range(1, _FOUR):
        gone = (cards[:place] == cards[place]).sum(axis=0)
        ways = ways * np.maximum(left[cards[place]] - gone, 0)
    may_be = (ways > 0).astype(bool)
    return cards[:, may_be], ways[may_be]


def _single_values(solved: SwitchUpCard, *, switched: bool) -> Array:
    return np.array([solved.alone(cards, switched=switched) for cards in TWO_CARDS])


def hands_against_blackjack(up: UpCard, hands: Array) -> Array:
    """Return the values of hands, by their places in `TWO_CARDS`, against a dealer blackjack.

    2105(8)(e): a blackjack is a push against a dealer blackjack; every other hand loses.
    """
    rules = up.rules.setup
    one = up.arithmetic.number(1)
    natural = one * rules.blackjack_odds.ratio if rules.rules.blackjack_wins else 0 * one
    return np.where(hands == _NATURAL, natural, -one)
