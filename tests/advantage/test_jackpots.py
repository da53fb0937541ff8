"""Jackpots with the count: break-even meters, what passes them, and the Kelly bet."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest

from pitboss.advantage.gains import Dealing
from pitboss.advantage.jackpots import JackpotValue
from pitboss.advantage.risk.walk import growth_rate, kelly_fraction
from pitboss.advantage.shoe_samples import perfect_gain
from pitboss.cards import FRENCH, SPANISH, Card, Deck, Shoe, Unseen
from pitboss.exact.any_wager.deal_wagers import table_outcomes
from pitboss.exact.any_wager.pays import ClassPays
from pitboss.exact.any_wager.wager_value import table_value
from pitboss.exact.odds.progressive import meter_value
from pitboss.exact.odds.wager_odds import MeterValue
from pitboss.exact.odds.wagers import odds
from pitboss.patterns.families import FAMILIES
from pitboss.rulebook.model import PayTable
from pitboss.rulebook.reading.library import game
from tests.rows import every_row

JACKPOTS = (
    ("wa/spanish-21", "jackpot-1", "3c-5", SPANISH),
    ("co/21-plus-3", "21-plus-3-progressive", "PT-BJS-213-01", FRENCH),
    ("co/ride-free", "lucky-ladies-progressive", "PT-BJS-LL-26", FRENCH),
)


def table_of(name: str, wager: str, table: str) -> PayTable:
    """Return a pay table of a game for six decks."""
    return next(t for t in game(name).tables_of(wager) if t.id == table and 6 in t.decks)


@every_row("name, wager, table, deck", JACKPOTS)
def test_the_break_even_meter_of_a_full_shoe_is_that_of_the_odds(
    name: str, wager: str, table: str, deck: Deck
) -> None:
    jackpot = JackpotValue(table_value(table_of(name, wager, table), Shoe(deck, 6)))
    (item, *_) = odds(name, wager=wager, table=table, decks=6, solved=False)
    expected = meter_value(item, MeterValue(), wager_cents=100)
    full = jackpot.wager.full
    assert jackpot.break_even(full) == pytest.approx(float(expected.break_even * 100), rel=1e-12)
    assert item.meter is not None
    assert jackpot.full_awards(full) == item.meter.full_awards
    meter = int(expected.break_even * 200)
    value = jackpot.wager.value(full, meter=meter)
    gains = jackpot.wager.outcomes
    assert gains is not None
    outcomes = gains().gains(full, jackpot.wager.units(meter))
    assert sum(gain * chance for gain, chance in outcomes) == pytest.approx(float(value), rel=1e-9)
    assert kelly_fraction(jackpot.gains(full, meter // 4)) == 0
    kelly = kelly_fraction(outcomes)
    less, most, more = (growth_rate(outcomes, part * kelly) for part in (0.99, 1, 1.01))
    assert less < most > more


def test_outcomes_are_counted_deal_by_deal() -> None:
    """A few cards of few kinds, every ordered deal of them; two matches and a stake kept once."""
    table = table_of("wa/spanish-21", "jackpot-1", "3c-5")
    pays = ClassPays.from_table(table)
    family = FAMILIES[table.family]
    cards = [Card(0), Card(0), Card(0), Card(48), Card(48), Card(1), Card(3), Card(49)]
    by_pay: dict[tuple[Fraction, Fraction], int] = {}
    deals = list(permutations(cards, 4))
    for deal in deals:
        hits = family.classify(*deal, 0)
        paid = Fraction(pays.gain(hits), pays.parts), Fraction(pays.share(hits), 100)
        by_pay[paid] = by_pay.get(paid, 0) + 1
    chances = table_outcomes(table, "spanish-48").chances(Unseen.from_cards(cards))
    assert {paid: p for paid, p in chances.items() if p} == {
        paid: Fraction(count, len(deals)) for paid, count in by_pay.items()
    }


def test_a_jackpot_for_the_queens_of_hearts_needs_two_of_them() -> None:
    table = table_of("co/ride-free", "lucky-ladies-progressive", "PT-BJS-LL-26")
    jackpot = JackpotValue(table_value(table, Shoe(FRENCH, 6)))
    rows = dict(jackpot.by_copies())
    assert list(rows) == [6, 5, 4, 3, 2, 1, 0]
    meters = [meter for meter in rows.values() if meter is not None]
    assert len(meters) == 5
    assert meters == sorted(meters)


def test_a_higher_meter_is_passed_more_often_and_never_below_break_even_of_all_shoes() -> None:
    table = table_of("co/21-plus-3", "21-plus-3-progressive", "PT-BJS-213-01")
    jackpot = JackpotValue(table_value(table, Shoe(FRENCH, 6)))
    cut = Dealing(cut=200)
    half, most = (
        perfect_gain(jackpot.wager, cut, shoes=100, meter=meter) for meter in (600_000, 2_000_000)
    )
    assert half is not None
    assert most is not None
    assert half.frequency < most.frequency <= 1
    record = jackpot.as_json(None, cut)
    assert record["card"] == "As"
    assert record["break_even"] == record["by_copies"][0]["break_even"]


@every_row("name, wager, table, deck", JACKPOTS)
def test_a_hunter_wins_what_the_meter_is_worth_wager_by_wager(
    name: str, wager: str, table: str, deck: Deck
) -> None:
    """The meter is followed until nobody is left who has not hit it; smaller awards take of it."""
    jackpot = JackpotValue(table_value(table_of(name, wager, table), Shoe(deck, 6)))
    full = jackpot.wager.full
    fed = Fraction(1, 5)
    start = jackpot.break_even(full)
    assert start is not None
    hit = float(jackpot.full_awards(full))
    share = float(jackpot.share(full))
    meter = start = start / jackpot.wager.stake
    won = 0.0
    still = 1.0
    while still > 1e-12:
        # Hundred wagers at once: neither the meter nor the chance changes much in between.
        won += 100 * still * share * (meter - start)
        meter += 100 * (float(fed) - meter * (share - hit) / (1 - hit))
        still *= (1 - hit) ** 100
    won_by_formula = jackpot.hunter(fed)
    assert won_by_formula == pytest.approx(won, rel=0.01)
    assert (won_by_formula or 0) > 0 or share > 2 * hit, (
        "alone a hunter loses only to smaller awards"
    )
