"""Pays are read and written exactly: what is written is read back, and nothing is guessed."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from pitboss.rulebook.pays import (
    Dollars,
    Odds,
    OddsPlusPercent,
    Pay,
    Percent,
    Plain,
    Rounding,
    format_dollars,
    format_pay,
    parse_pay,
    parse_ratio,
)
from pitboss.rulebook.reading.library import games
from tests.rows import every_row

PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""A busy machine is no failure."""

EVERY_TEXT = sorted({row.text for game in games() for table in game.tables for row in table.rows})

every_odds = st.builds(
    Odds, to=st.integers(0, 9_999_999), per=st.integers(1, 9_999), for_one=st.booleans()
)
every_percent = st.builds(Percent, st.integers(1, 100))
every_pay: st.SearchStrategy[Pay] = st.one_of(
    every_odds,
    every_percent,
    st.builds(OddsPlusPercent, every_odds, every_percent),
    st.builds(Dollars, st.integers(0, 99_999_999_999)),
    st.sampled_from(Plain),
)
every_stake = st.integers(1, 100_000_000)

number = st.from_regex(r"\d{0,8}(\.\d{0,3})?", fullmatch=True)
almost_a_pay = st.one_of(
    st.builds(
        "{}{}{}{}".format,
        number,
        st.sampled_from((" to ", " for ", " TO ", "to", " to", ":", " ")),
        number,
        st.sampled_from(("", " + 100%", " + 0%", " + $5", "+10%", " ", "\n")),
    ),
    st.builds("{}{}".format, number, st.sampled_from(("%", " %", "%%", ""))),
    st.builds("{}{}".format, st.sampled_from(("$", "$ ", "-$", "$-")), number),
)


@every_row("text", EVERY_TEXT)
def test_every_pay_of_the_catalogue_is_written_so_that_it_is_read_back(text: str) -> None:
    pay = parse_pay(text)

    assert parse_pay(format_pay(pay)) == pay
    # One way to write each pay; "2.5 to 1", as TriLux prints it, is kept in whole numbers.
    assert format_pay(pay) == {"2.5 to 1": "5 to 2"}.get(text, text)


def test_the_catalogue_has_pays_of_every_kind() -> None:
    """So that the test above has proved something about each of them."""
    kinds = {type(parse_pay(text)) for text in EVERY_TEXT}
    words = {pay for pay in map(parse_pay, EVERY_TEXT) if isinstance(pay, Plain)}

    assert kinds == {Odds, Percent, OddsPlusPercent, Dollars, Plain}
    assert words == set(Plain)
    assert {pay.for_one for pay in map(parse_pay, EVERY_TEXT) if isinstance(pay, Odds)} == {
        True,
        False,
    }


@PATIENT
@given(every_pay)
def test_any_pay_is_written_so_that_it_is_read_back(pay: Pay) -> None:
    assert parse_pay(format_pay(pay)) == pay


def pay_or_none(text: str) -> Pay | None:
    try:
        return parse_pay(text)
    except ValueError:
        return None


@PATIENT
@given(st.text() | almost_a_pay)
@example("0.01 to 9999")
@example("9999999.5 to 1")
def test_any_text_is_refused_or_a_pay_that_round_trips(text: str) -> None:
    pay = pay_or_none(text)

    assert pay is None or parse_pay(format_pay(pay)) == pay


@every_row(
    "text",
    [
        *("", " ", "lots", "4", "4 to", "to 1", "4to1", "4 to 1 ", " 4 to 1", "4  to 1", "4:1"),
        *("-4 to 1", "4 to -1", "4 to 0", "4 for 0", "4 to 1.5", "1.234 to 1", "1e3 to 1"),
        *(
            "4 to 1 to 1",
            "4 TO 1",
            "12345678 to 1",
            "4 to 12345",
            "0.01 to 9999",
            ".5 to 1",
            "5. to 1",
        ),
        *("0%", "101%", "10 %", "10%%", "-10%", "2.5%", "%"),
        *("$-5", "-$5", "$ 5", "$1.5", "$1.234", "$1,000", "5$", "$$", "$1000000000000"),
        *("200 to 1 + 0%", "200 to 1 + 101%", "200 to 1 + $5", "200 to 1 +", "+ 100%"),
        *("200 to 1+100%", "100% + 200 to 1", "10% + 10%", "4 to 0 + 10%"),
        *("Push", "PUSH", "n/a", "NA", "Loss", "lose", "4 to 1\n"),
    ],
)
def test_what_no_felt_prints_is_refused_with_the_text_and_what_may_be_written(text: str) -> None:
    with pytest.raises(ValueError, match="is not a pay; write '4 to 1', '9 for 2', '10%'") as error:
        parse_pay(text)
    assert str(error.value).startswith(repr(text))


def test_to_1_and_for_1_are_different_pays() -> None:
    to_one = parse_pay("5 to 1")
    for_one = parse_pay("5 for 1")

    assert to_one == Odds(to=5)
    assert for_one == Odds(to=5, for_one=True)
    assert to_one != for_one
    assert format_pay(to_one) != format_pay(for_one)


@PATIENT
@given(every_odds, every_stake)
def test_for_1_gains_the_stake_less_than_to_1(odds: Odds, stake: int) -> None:
    to_one = Odds(to=odds.to, per=odds.per)
    for_one = Odds(to=odds.to, per=odds.per, for_one=True)

    assert to_one.pay(stake) == for_one.pay(stake)
    assert to_one.gain(stake) - for_one.gain(stake) == stake


@PATIENT
@given(st.integers(0, 1000), every_stake)
def test_n_plus_1_for_1_gains_what_n_to_1_does(n: int, stake: int) -> None:
    assert Odds(to=n + 1, for_one=True).gain(stake) == Odds(to=n).gain(stake)


def test_a_decimal_is_kept_exactly_and_a_fraction_as_it_is_printed() -> None:
    assert parse_pay("2.5 to 1") == Odds(to=5, per=2)
    assert parse_pay("0.01 to 1") == Odds(to=1, per=100)
    assert parse_pay("13 for 2") == Odds(to=13, per=2, for_one=True)
    assert parse_pay("4 to 2") == Odds(to=4, per=2) != Odds(to=2)


def test_odds_plus_a_share_of_the_meter_are_both_kept() -> None:
    assert parse_pay("200 to 1 + 10%") == OddsPlusPercent(Odds(to=200), Percent(10))


def test_dollars_are_cents_and_a_lone_dollar_sign_is_the_houses_to_set() -> None:
    assert parse_pay("$125") == Dollars(12500)
    assert parse_pay("$0.05") == Dollars(5)
    assert parse_pay("$") is Plain.OPERATOR_SET


@every_row(
    ("text", "stake", "down", "up"),
    [
        ("3 to 2", 1000, 1500, 1500),
        ("3 to 2", 1001, 1501, 1502),
        ("6 to 5", 1001, 1201, 1202),
        ("13 for 2", 101, 656, 657),
        ("2.5 to 1", 1, 2, 3),
        ("1 to 3", 1, 0, 1),
        ("0 to 1", 999, 0, 0),
    ],
)
def test_a_part_of_a_cent_goes_where_the_rounding_says(
    text: str, stake: int, down: int, up: int
) -> None:
    odds = parse_pay(text)
    assert isinstance(odds, Odds)

    assert odds.pay(stake, Rounding.DOWN) == down
    assert odds.pay(stake, Rounding.UP) == up
    assert odds.pay(stake) == down


@PATIENT
@given(every_odds, every_stake)
def test_rounding_moves_a_pay_by_less_than_a_cent_and_only_if_it_must(
    odds: Odds, stake: int
) -> None:
    exact = Fraction(odds.to * stake, odds.per)
    down = odds.pay(stake, Rounding.DOWN)
    up = odds.pay(stake, Rounding.UP)

    assert down <= exact <= up
    assert up - down == (0 if exact.denominator == 1 else 1)


@every_row(("to", "per"), [(-1, 1), (1, 0), (1, -1)])
def test_odds_that_cannot_be_are_refused(to: int, per: int) -> None:
    with pytest.raises(ValueError, match="odds need to >= 0 and per >= 1"):
        Odds(to=to, per=per)


@every_row("text", ["", "3", "3:0", "3:2:1", "3 to 2", "-3:2", "3: 2", "1.5:1"])
def test_what_is_no_ratio_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a ratio; write '3:2'"):
        parse_ratio(text)


@PATIENT
@given(st.integers(0, 9_999), st.integers(1, 9_999))
def test_any_ratio_is_read(to: int, per: int) -> None:
    assert parse_ratio(f"{to}:{per}") == Odds(to=to, per=per)


@PATIENT
@given(st.integers(0, 99_999_999_999))
def test_dollars_are_written_so_that_they_are_read_back(cents: int) -> None:
    assert parse_pay(format_dollars(cents)) == Dollars(cents)
