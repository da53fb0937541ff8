"""One convention for money: text is dollars, and a whole number for a wager or a limit is cents."""

from __future__ import annotations

import pytest

from pitboss.cli.options import read_options
from pitboss.rulebook.house import Limits, house_from, parse_house
from pitboss.rulebook.money import parse_cents, parse_dollars
from pitboss.rulebook.problems import RulesError


def test_amounts_are_read_alike_in_files_mappings_and_options() -> None:
    """Every way to write $5 to $1,000 is the same house."""
    wrong = []
    for low, high in ((500, 100000), ("$5", "$1,000"), ("5.00", "1000"), ("5", "$1000.00")):
        data = {"game": "co/trilux", "limits": {"main": {"min": low, "max": high}}}
        low_toml, high_toml = (f'"{a}"' if isinstance(a, str) else str(a) for a in (low, high))
        text = f'game = "co/trilux"\n[limits.main]\nmin = {low_toml}\nmax = {high_toml}\n'
        read = (house_from(data).limits, parse_house(text).limits)
        if any(limits != {"main": Limits(min=500, max=100000)} for limits in read):
            wrong.append((low, high))
    assert not wrong


def test_options_of_the_command_line_take_dollars_with_a_sign_or_a_point_and_cents() -> None:
    for low in ("500", "$5", "5.00", "$5.00"):
        house, unread = read_options("co/trilux", [f"min={low}", "limit.trilux-bonus.max=$1,000"])
        assert not unread
        assert house.limits["main"] == Limits(min=500)
        assert house.limits["trilux-bonus"] == Limits(max=100000)
    (problem,) = read_options("co/trilux", ["min=five"])[1]
    assert problem.code == "option/invalid"
    assert "'$5'" in problem.message
    assert "whole cents" in problem.message


def test_a_jackpots_wager_is_read_like_a_limit_and_its_seed_as_dollars() -> None:
    setup = {"wager": "$5", "seed": 5000}
    house = house_from({"game": "co/21-plus-3", "jackpots": {"21-plus-3-progressive": setup}})
    jackpot = house.jackpots["21-plus-3-progressive"]

    assert jackpot.wager == 500
    assert parse_dollars(jackpot.seed or "") == 500000


def test_what_is_no_amount_is_refused_with_both_ways_to_write_one() -> None:
    for text in ("5.00", "true", "[5]", '"five"', '"-5"', '"$5.001"', '"1,00"', '"5 $"'):
        with pytest.raises(RulesError, match=r"is not an amount; write dollars"):
            parse_house(f'game = "co/trilux"\nlimits.main.min = {text}')
    with pytest.raises(RulesError, match=r'as in "\$5\.00", or whole cents, as in 500'):
        parse_house('game = "co/trilux"\nlimits.main.min = 5.00')


def test_cents_of_a_file_are_judged_by_the_check_and_not_by_the_reading() -> None:
    assert [parse_cents(amount) for amount in (0, -5, 10**20)] == [0, -5, 10**20]
