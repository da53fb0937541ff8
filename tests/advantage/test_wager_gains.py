"""What a counter wins with side wagers: exactly, by every way to deal a few cards, and sampled."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import numpy as np
import pytest

import pitboss
from pitboss.advantage.gains import Dealing, gain_at
from pitboss.advantage.running_count import (
    CountLaw,
    gains_by_count,
    gains_by_difference,
    gains_by_tags,
)
from pitboss.advantage.shoe_samples import difference_gain, perfect_gain
from pitboss.advantage.wager_gains import count_gain, linear_gain, removal_by_card
from pitboss.cards import FRENCH, SPANISH, Card, Shoe, Unseen
from pitboss.counts import find_system, read_system
from pitboss.counts.system import Counted, CountSystem
from pitboss.exact.any_wager.own_wagers import own_wager
from pitboss.exact.any_wager.wager_value import WagerValue, table_value, wager_value
from pitboss.patterns.totals import value
from pitboss.rulebook.reading.library import game

SIX_DECKS = Shoe(FRENCH, 6)
CUT = Dealing(cut=260)


def wager_of(name: str, wager: str, *, late: bool = False) -> WagerValue:
    """Return a side wager of a game by its first pay table."""
    return table_value(game(name).tables_of(wager)[0], SIX_DECKS, after_up_card=late)


@pytest.mark.parametrize("gone", [2, 5])
def test_the_value_at_a_running_count_is_the_mean_over_all_shoes_with_it(gone: int) -> None:
    """Ten cards, every choice of those that are gone, the exact value of what is left."""
    wager = wager_of("co/21-plus-3", "21-plus-3")
    random = Random(3)
    cards = [Card(random.choice([0, 4, 8, 5, 9, 44, 48, 20])) for _ in range(10)]
    tags = find_system("zen").tags
    law = CountLaw.from_tags(Unseen.from_cards(cards), tags)
    assert wager.sums is not None
    chances = law.chances(gone)[gone]
    by_count = defaultdict[int, list[Fraction]](list)
    for places in combinations(range(len(cards)), gone):
        left = Unseen.from_cards(card for at, card in enumerate(cards) if at not in places)
        by_count[sum(tags[cards[at]] for at in places)].append(wager.value(left))
    gains = gains_by_tags(law, wager.sums.gain)
    won = gains_by_count(law, gains, 3, gone)[gone] / wager.sums.parts
    shoes = sum(map(len, by_count.values()))
    for count, values in by_count.items():
        at = count - law.low
        assert chances[at] == pytest.approx(len(values) / shoes, rel=1e-12)
        assert won[at] == pytest.approx(float(sum(values) / shoes), rel=1e-12)
    assert sum(chances) == pytest.approx(1, rel=1e-12)


def test_a_suit_difference_is_the_mean_over_all_shoes_with_it() -> None:
    wager = wager_of("co/21-plus-3", "21-plus-3")
    cards = [Card(number) for number in (0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11)]
    full = Unseen.from_cards(cards)
    law = CountLaw.from_tags(full, [card & 3 for card in range(53)])
    assert wager.sums is not None
    gains = {k: v / wager.sums.parts for k, v in gains_by_tags(law, wager.sums.gain).items()}
    chances, won = gains_by_difference(law, gains, 3, 7)
    by_difference = defaultdict[int, list[Fraction]](list)
    for left in combinations(cards, 6):
        suits = [sum(card & 3 == suit for card in left) for suit in range(4)]
        by_difference[max(suits) - min(suits)].append(wager.value(Unseen.from_cards(left)))
    shoes = sum(map(len, by_difference.values()))
    for difference, values in by_difference.items():
        assert chances[6, difference] == pytest.approx(len(values) / shoes, rel=1e-12)
        assert won[6, difference] == pytest.approx(float(sum(values) / shoes), rel=1e-12)


def test_linear_and_exact_gains_agree_for_a_wager_on_totals() -> None:
    """Over 13 is nearly linear in the cards: with its own count both find the same trigger."""
    over = own_wager(SIX_DECKS, 2, lambda a, b: 1 if value(a) + value(b) > 13 else -1)
    removal = removal_by_card(over)
    tags = tuple(-int(np.sign(round(effect, 4))) for effect in removal)
    count = CountSystem(name="signs", tags=tags)
    exact = count_gain(over, count, SIX_DECKS, CUT)
    line = linear_gain(float(over.value(over.full)), removal, count, SIX_DECKS, CUT)
    assert exact is not None
    assert exact.trigger == line.trigger
    assert exact.per_100 == pytest.approx(line.per_100, rel=0.03)
    assert sum(row.chance for row in exact.rows) == pytest.approx(1)


def test_sampled_shoes_agree_with_exact_figures() -> None:
    """The same count of suits, exactly and from shoes: four standard errors, one seed."""
    shoe = Shoe(FRENCH, 2)
    cut = Dealing(cut=75)
    wager = table_value(game("co/21-plus-3").tables_of("21-plus-3")[0], shoe)
    suits = CountSystem(name="suits", kind=Counted.SUIT_DIFFERENCE)
    exact = count_gain(wager, suits, shoe, cut)
    sampled = difference_gain(wager, suits, shoe, cut, shoes=1000)
    perfect = perfect_gain(wager, cut, shoes=1000)
    assert exact is not None
    assert sampled is not None
    assert perfect is not None
    assert sampled.trigger is not None
    assert sampled.standard_error is not None
    at = gain_at(exact, sampled.trigger)
    assert abs(sampled.per_100 - at.per_100) < 4 * sampled.standard_error
    assert perfect.per_100 > exact.per_100 > 0


def test_match_the_dealer_is_beaten_by_a_difference_of_ranks_and_by_no_removal() -> None:
    """Effects of removal alone do not say whether a wager is safe: here all of them are 0."""
    table = game("wa/spanish-21").tables_of("match-up")[0]
    shoe = Shoe(SPANISH, 2)
    wager = table_value(table, shoe)
    cut = Dealing(cut=75)
    assert {row.fixed for row in wager.removal().rows} == {0}
    line = linear_gain(
        float(wager.value(wager.full)), removal_by_card(wager), find_system("hi-lo"), shoe, cut
    )
    ranks = CountSystem(name="ranks", kind=Counted.RANK_DIFFERENCE, per=48)
    gain = difference_gain(wager, ranks, shoe, cut, shoes=1000)
    assert gain is not None
    assert line.per_100 == 0
    assert gain.per_100 > 0.05


def generous(wager: WagerValue) -> WagerValue:
    """Return a wager on the dealer's hand that gives a tenth of a unit more."""
    draws = wager.draws
    assert draws is not None
    given = draws.gain
    more = replace(draws, gain=lambda kind: 10 * given(kind) + draws.parts, parts=10 * draws.parts)
    return replace(wager, draws=more, average=more.average)


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize(
    ("name", "wager", "late"),
    [("bet-bigger/spanish-21", "break-bonus", False), ("co/buffalo-2", "bust-bonus", True)],
)
def test_a_full_shoe_is_sampled_at_its_exact_value(name: str, wager: str, *, late: bool) -> None:
    """Looked at before the first card alone: bets are where the exact value says so."""
    value = generous(wager_of(name, wager, late=late))
    gain = perfect_gain(value, Dealing(cut=1), shoes=13 * 50)
    assert gain is not None
    parts = [(Fraction(1), value.average(value.full, None))]
    if late:
        full = value.full
        parts = [
            (Fraction(full.counts[up], full.size), value.average(full.without(up), up))
            for up in full.kinds
        ]
    bets = [(weight, part) for weight, part in parts if part.gain > 0]
    assert gain.frequency == pytest.approx(float(sum(w * p.chance for w, p in bets)), rel=1e-9)
    assert gain.frequency * gain.edge == pytest.approx(
        float(sum(w * p.gain for w, p in bets)), rel=1e-9
    )


def test_the_exact_value_at_a_count_is_what_simulated_rounds_win() -> None:
    """21+3 by the difference of suits, the one count that beats it: from each count on.

    The exact law lets rounds begin at any card alike; at a table they begin a little earlier where
    high cards come, so counts are a little rarer there, and what each is worth is the same.
    """
    table = pitboss.table("co/21-plus-3", decks=6)
    wager = wager_value(table.setup, table.setup.configured.spots["21-plus-3"])
    system = read_system(Counted.SUIT_DIFFERENCE.value, SIX_DECKS)
    exact = count_gain(wager, system, SIX_DECKS, Dealing(cut=234))
    assert exact is not None
    run = table.simulate(rounds=2e6, seed=1, penetration=0.75, count=system.name)
    for at in range(1, 7):
        there = gain_at(exact, at)
        side = run.cube.side("21-plus-3", at)
        assert side.edge == pytest.approx(there.edge, abs=4 * (side.standard_error or 0.0)), at
        assert side.frequency == pytest.approx(there.frequency, rel=0.04), at
    # So many rounds would show if the count said nothing: a full shoe is worth less by far.
    last = run.cube.side("21-plus-3", 5)
    assert last.edge is not None
    assert last.standard_error is not None
    assert last.edge > float(wager.value(wager.full)) + 4 * last.standard_error
