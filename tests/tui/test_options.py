"""`-o key=value` in all its forms, and what is filled in for somebody who only wants to play."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.cli.options import read_options
from pitboss.rulebook.check import problems
from pitboss.rulebook.defaults import fill_in_required
from pitboss.rulebook.house import (
    JackpotSetup,
    Limits,
    OperatorPay,
    ShoeSettings,
    house_data,
    house_from,
    read_house,
)
from pitboss.rulebook.reading.library import game_ids

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("decks=6", 6),
        ("decks=six", "six"),
        ("soft17=hit", "hit"),
        ("redouble=true", True),
        ("redouble=false", False),
        ("bonus_cards = 2", 2),
        ("equipment=v006", "v006"),
        ("unheard=of", "of"),
    ],
)
def test_an_option_gets_the_type_its_values_have(text: str, value: object) -> None:
    house, unread = read_options("wa/spanish-21", [text])
    assert unread == ()
    assert list(house.options.values()) == [value]
    assert type(next(iter(house.options.values()))) is type(value)


def test_every_other_part_of_a_house_can_be_said_too() -> None:
    house, unread = read_options(
        "wa/spanish-21",
        [
            "table.match-down=none",
            "table.jackpot-1=3c-5",
            "pay.jackpot-1.alternate=3-alt-1",
            "pay.jackpot-1.3-Card Suited Match: 2s - Ks=50 for 1 from jackpot",
            "jackpot.jackpot-1.wager=200",
            "jackpot.jackpot-1.scheme=house",
            "jackpot.jackpot-1.prize.100%=5000.00",
            "min=500",
            "max=40000",
            "limit.match-up.max=5000",
            "shoe.burn=2",
            "shoe.cut=60",
        ],
    )
    assert unread == ()
    assert house.tables == {"match-up": "2", "jackpot-1": "3c-5"}
    assert house.pays["jackpot-1"]["alternate"] == "3-alt-1"
    assert house.pays["jackpot-1"]["3-Card Suited Match: 2s - Ks"] == OperatorPay(
        pay="50 for 1", source="jackpot"
    )
    assert house.jackpots["jackpot-1"] == JackpotSetup(
        scheme="house", wager=200, prize={"100%": "5000.00"}
    )
    assert house.limits == {"main": Limits(min=500, max=40000), "match-up": Limits(max=5000)}
    assert house.shoe == ShoeSettings(burn=2, cut=60)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("decks", "option/invalid"),
        ("=6", "option/invalid"),
        ("min=five", "option/invalid"),
        ("shoe.cut=half", "option/invalid"),
        ("chair.leather=true", "option/unknown"),
        ("table.match-up.up=2", "option/unknown"),
        ("jackpot.seed=5", "option/unknown"),
        ("table.lucky-ladies=none", "wager/not-offered"),
    ],
)
def test_what_cannot_be_read_is_named_and_the_rest_is_kept(text: str, code: str) -> None:
    house, unread = read_options("wa/spanish-21", [text, "soft17=hit"])
    assert [problem.code for problem in unread] == [code]
    assert house.options["soft17"] == "hit"


def test_options_change_what_a_file_says() -> None:
    house, _ = read_options(
        "", ["decks=8", "table.jackpot-1=3d-5"], EXAMPLES / "wa-spanish-21.toml"
    )
    assert house.options["decks"] == 8
    assert house.options["bonus_cards"] == 2
    assert house.tables is not None
    assert house.tables["jackpot-1"] == "3d-5"
    assert house.tables["jackpot-2"] == "5c-8"


@pytest.mark.parametrize("game", ["wa/spanish-21", "wa/spanish-21-v003", "wa/spanish-21-v002"])
def test_washington_is_played_with_six_decks_and_a_dealer_who_hits_where_nothing_is_said(
    game: str,
) -> None:
    house, options = fill_in_required(read_options(game, [])[0])
    assert options == ("decks=6", "soft17=hit")
    assert problems(house) == ()
    house, options = fill_in_required(read_options(game, ["decks=8", "soft17=stand"])[0])
    assert options == ()


def test_a_jackpot_set_up_in_full_is_left_alone() -> None:
    house = read_house(EXAMPLES / "wa-spanish-21.toml")
    assert fill_in_required(house) == (house, ())


@pytest.mark.parametrize("game", game_ids())
def test_a_house_written_down_is_read_back_as_it_was(game: str) -> None:
    house = read_house(EXAMPLES / f"{game.replace('/', '-')}.toml")
    assert house_from(house_data(house)) == house
