"""The meter: conservation under a hundred thousand operations, and the cents of every ruling.

The operations are drawn from printed seeds; the model beside the meter is four plain integers.
"""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.engine.meter import UNITS_PER_CENT, UNITS_PER_DOLLAR, Meter, format_units, parse_units
from tests.rows import every_row

OPERATIONS = 40_000
SHARES = ("21/100", "0", "1/200", "1/3", "1", "3333/10000")

units = st.integers(0, 10**15)
shares = st.fractions(0, 1, max_denominator=10_000)


@every_row("seed", [1, 2, 3])
def test_every_unit_is_accounted_for_after_any_forty_thousand_operations(seed: int) -> None:
    """Seeded plus contributed is displayed, reserved or paid: after each single operation."""
    rng = random.Random(seed)
    meter = Meter.open(
        seed=rng.choice((0, 1, 50_000_000)),
        contribution=Fraction(rng.choice(SHARES)),
        reserve_share=Fraction(rng.choice(SHARES)),
        display=rng.randrange(10**9),
        reserve=rng.randrange(10**6),
    )
    display = meter.display
    reserve = meter.reserve
    for _ in range(OPERATIONS):
        kind = rng.random()
        if kind < 0.9:
            wager = rng.choice((1, 99, 100, 101, 500, 2500, rng.randrange(10_000)))
            share = int(wager * UNITS_PER_CENT * meter.contribution)
            kept = int(share * meter.reserve_share)
            meter = meter.contribute(wager)
            display = display + share - kept
            reserve = reserve + kept
        elif kind < 0.97:
            percent = rng.choice((10, 10, 10, 5, 50))
            cents, meter = meter.award(percent)
            assert cents == display * percent // 100 // UNITS_PER_CENT
            display -= cents * UNITS_PER_CENT
        elif kind < 0.99:
            cents = rng.choice((0, 1, 5000, 10**9))
            meter = meter.pay(cents)
            display -= min(cents * UNITS_PER_CENT, display)
        else:
            cents, meter = meter.award(100)
            assert cents == display // UNITS_PER_CENT
            display = display % UNITS_PER_CENT + meter.seed + reserve
            reserve = 0
        assert meter.is_conserved
        assert (meter.display, meter.reserve) == (display, reserve)
        assert display >= 0
        assert reserve >= 0


@given(units, shares, shares, st.integers(0, 10**7))
def test_a_contribution_is_split_without_losing_a_unit(
    display: int, contribution: Fraction, reserve: Fraction, wager: int
) -> None:
    meter = Meter.open(seed=0, contribution=contribution, reserve_share=reserve, display=display)
    after = meter.contribute(wager)
    share = after.contributed
    assert share <= wager * UNITS_PER_CENT * contribution < share + 1
    assert after.reserve <= share * reserve < after.reserve + 1
    assert after.display - display == share - after.reserve
    assert after.is_conserved


@given(units, st.integers(1, 100))
def test_an_award_is_whole_cents_and_the_part_of_a_cent_stays(display: int, percent: int) -> None:
    meter = Meter.open(seed=0, contribution=Fraction(0), display=display)
    cents, after = meter.award(percent)
    exact = Fraction(display * percent, 100 * UNITS_PER_CENT)
    assert cents <= exact < cents + 1
    assert after.display == display - cents * UNITS_PER_CENT
    assert after.is_conserved


def test_ten_percent_twice_then_all_of_it_each_from_what_is_left() -> None:
    """W19: the second winner's tenth is of the reduced meter, the third's all is of that."""
    meter = Meter.open(
        seed=parse_units("5000"), contribution=Fraction(0), display=parse_units("10000.0099")
    )
    first, meter = meter.award(10)
    second, meter = meter.award(10)
    third, meter = meter.award(100)
    fourth, meter = meter.award(100)
    assert (first, second, third, fourth) == (100_000, 90_000, 810_000, 500_000)
    assert format_units(meter.display) == "5000.0099"
    assert meter.is_conserved


def test_the_reserve_is_displayed_only_after_all_of_it_was_won() -> None:
    """W34: after 100 % the meter is seed, reserve and the part of a cent left over."""
    meter = Meter.open(
        seed=parse_units("1000"),
        contribution=Fraction(21, 100),
        reserve_share=Fraction(1, 3),
        display=parse_units("123.4567"),
        reserve=parse_units("7.7777"),
    )
    meter = meter.contribute(500)
    assert meter.reserve == parse_units("8.1277")
    _, after_ten = meter.award(10)
    assert after_ten.reserve == meter.reserve
    cents, after_all = meter.award(100)
    rest = meter.display - cents * UNITS_PER_CENT
    assert 0 < rest < UNITS_PER_CENT
    assert after_all.display == parse_units("1008.1277") + rest
    assert after_all.reserve == 0
    assert after_all.is_conserved


@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_a_prize_out_of_the_meter_never_takes_more_than_there_is(display: int, cents: int) -> None:
    meter = Meter.open(seed=0, contribution=Fraction(0), display=display).pay(cents)
    assert meter.display == max(0, display - cents * UNITS_PER_CENT)
    assert meter.paid == display - meter.display
    assert meter.is_conserved


def test_half_a_percent_of_a_dollar_is_exact() -> None:
    meter = Meter.open(seed=0, contribution=Fraction(1, 200))
    assert format_units(meter.contribute(100).display) == "0.0050"


@given(units)
def test_what_is_written_is_read_back(amount: int) -> None:
    assert parse_units(format_units(amount)) == amount


@given(st.integers(0, 10**12 - 1), st.text("0123456789", max_size=4))
def test_dollars_to_four_decimals_are_read_as_they_stand(dollars: int, decimals: str) -> None:
    text = f"{dollars}.{decimals}" if decimals else str(dollars)
    assert Fraction(parse_units(text), UNITS_PER_DOLLAR) == Fraction(text)


@every_row(
    "text",
    ["", ".5", "5.", "1.00005", "-1", "+1", "1,000", "1e3", "$5", " 5", "5 ", "1" * 13, "nan"],
)
def test_anything_else_is_no_meter(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a meter|is too large a meter"):
        parse_units(text)
