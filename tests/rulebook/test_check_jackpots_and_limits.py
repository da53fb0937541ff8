"""`check` and money: how a jackpot is set up, and the limits of a wager."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pitboss.rulebook.check import judge, problems
from pitboss.rulebook.house import (
    House,
    JackpotSetup,
    Limits,
    ShoeSettings,
    parse_house,
    parse_share,
)
from pitboss.rulebook.model import OptionValue
from pitboss.rulebook.money import parse_dollars
from pitboss.rulebook.problems import Problem
from tests.rows import every_row

HOUSE_PRIZES = JackpotSetup(scheme="house", wager=500, prize={"100%": "5000.00", "10%": 500})
PROGRESSIVE = JackpotSetup(scheme="progressive", wager=500, seed="5000.00")
GIVEN = replace(PROGRESSIVE, contribution="20%")


def washington(setup: JackpotSetup | None, table: str = "3c-5") -> House:
    return House(
        game="wa/spanish-21",
        options={"decks": 6, "soft17": "hit"},
        tables={"jackpot-1": table},
        jackpots={} if setup is None else {"jackpot-1": setup},
    )


def colorado(
    game_id: str, wager_id: str, table: str, setup: JackpotSetup, *, decks: int = 6
) -> House:
    return House(
        game=game_id, options={"decks": decks}, tables={wager_id: table}, jackpots={wager_id: setup}
    )


def trilux(setup: JackpotSetup, table: str = "progressive-01") -> House:
    return colorado("co/trilux", "trilux-progressive", table, setup)


def problem_keys(house: House) -> list[tuple[str, str]]:
    return [(problem.code, problem.key) for problem in problems(house)]


def only(house: House) -> Problem:
    listed = problems(house)
    assert len(listed) == 1, listed
    return listed[0]


def test_a_jackpot_that_is_offered_must_be_set_up() -> None:
    problem = only(washington(None))

    assert (problem.code, problem.key) == ("option/invalid", "jackpots.jackpot-1")
    assert "must be set up" in problem.message
    assert "JP-scheme" in problem.cite


@every_row("wager", ["jackpot-1", "match-up", "main", "moon"])
def test_what_is_not_offered_as_a_jackpot_cannot_be_set_up(wager: str) -> None:
    house = House(
        game="wa/spanish-21",
        options={"decks": 6, "soft17": "hit"},
        tables={"match-up": "2"},
        jackpots={wager: PROGRESSIVE},
    )

    assert problem_keys(house) == [("wager/not-offered", f"jackpots.{wager}")]


@every_row("scheme", ["", "progresive", "House", "both"])
def test_a_scheme_is_progressive_or_house(scheme: str) -> None:
    problem = only(washington(replace(PROGRESSIVE, scheme=scheme)))

    assert (problem.code, problem.key) == ("option/invalid", "jackpots.jackpot-1.scheme")
    assert f"{scheme!r} is not allowed; choose progressive or house" in problem.message


def test_only_the_2024_edition_has_house_jackpots() -> None:
    """Ruling W35, and Colorado's progressives."""
    assert problems(washington(HOUSE_PRIZES)) == ()
    v003 = replace(washington(HOUSE_PRIZES), game="wa/spanish-21-v003")
    assert problem_keys(v003) == [("option/invalid", "jackpots.jackpot-1.scheme")]


def test_a_progressive_needs_its_wager_and_its_seed() -> None:
    assert problem_keys(washington(JackpotSetup(scheme="progressive"))) == [
        ("option/invalid", "jackpots.jackpot-1.wager"),
        ("option/invalid", "jackpots.jackpot-1.seed"),
    ]


def test_washingtons_contribution_has_a_default() -> None:
    """Ruling W1: 21%, inferred."""
    assert problems(washington(PROGRESSIVE)) == ()


@every_row(
    ("game_id", "wager", "table"),
    [
        ("co/21-plus-3", "21-plus-3-progressive", "PT-BJS-213-01"),
        ("co/buffalo-2", "21-plus-3-progressive", "PT-BJS-213-02"),
        ("co/buffalo-3", "21-plus-3-progressive", "PT-BJS-213-03"),
        ("co/ride-free", "21-plus-3-progressive", "PT-BJS-213-04"),
        ("co/ride-free", "lucky-ladies-progressive", "PT-BJS-LL-32"),
    ],
)
def test_colorados_contribution_and_seed_must_be_given(
    game_id: str, wager: str, table: str
) -> None:
    """Ruling C68: there is no default, and 0% is legal."""
    nothing = JackpotSetup(scheme="progressive", wager=500)

    assert problem_keys(colorado(game_id, wager, table, nothing)) == [
        ("option/invalid", f"jackpots.{wager}.contribution"),
        ("option/invalid", f"jackpots.{wager}.seed"),
    ]
    for share in ("0%", "20%", "0.5%", "100%"):
        assert (
            problem_keys(colorado(game_id, wager, table, replace(GIVEN, contribution=share))) == []
        )


@every_row("share", ["21", "101%", "-1%", "100.01%", "%", "", "21 %", "21%%", "1e1%", "٢١%", ".5%"])
@every_row("name", ["contribution", "reserve"])
def test_a_share_is_a_percentage_from_0_to_100(name: str, share: str) -> None:
    setup = JackpotSetup(
        scheme="progressive",
        wager=500,
        seed="1",
        contribution=share if name == "contribution" else "21%",
        reserve=share if name == "reserve" else None,
    )
    problem = only(washington(setup))

    assert (problem.code, problem.key) == ("option/invalid", f"jackpots.jackpot-1.{name}")
    assert f"{share!r} is not a share; write a percentage" in problem.message
    with pytest.raises(ValueError, match="is not a share"):
        parse_share(share)


@every_row(
    "amount", ["", "lots", "-1", -1, "0.001", "1e3", "1,00.00", "$$5", "5 000", ".5", "1" * 25]
)
def test_a_seed_is_dollars_and_cents(amount: str | int) -> None:
    problem = only(washington(replace(PROGRESSIVE, seed=amount)))

    assert (problem.code, problem.key) == ("option/invalid", "jackpots.jackpot-1.seed")
    assert f"{amount!r} is not an amount; write dollars, as in" in problem.message
    with pytest.raises(ValueError, match="is not an amount"):
        parse_dollars(amount)


@every_row("amount", ["5000", "5000.00", "5000.5", 5000, "0", 0, "$5,000", "$1,000,000.50"])
def test_whole_dollars_and_cents_are_both_read(amount: str | int) -> None:
    assert problems(washington(replace(PROGRESSIVE, seed=amount))) == ()


def test_money_with_a_point_in_toml_keeps_its_digits() -> None:
    house = parse_house(
        """
        game = "wa/spanish-21"
        options = { decks = 6, soft17 = "hit" }
        tables = { jackpot-1 = "3c-5" }
        jackpots.jackpot-1 = { scheme = "progressive", wager = 500, seed = 5000.10 }
        """
    )

    assert house.jackpots["jackpot-1"].seed == "5000.10"
    assert problems(house) == ()


def test_a_house_jackpot_needs_a_prize_for_each_percentage() -> None:
    setup = replace(HOUSE_PRIZES, prize={})
    listed = problems(washington(setup))

    assert [(problem.key, problem.message) for problem in listed] == [
        ("jackpots.jackpot-1.prize", "the posted prize for 100% must be given"),
        ("jackpots.jackpot-1.prize", "the posted prize for 10% must be given"),
    ]
    # Table 6-1 pays no 10%.
    assert problems(washington(replace(setup, prize={"100%": 1}), "6-1")) == ()


def test_a_house_jackpot_has_no_prize_for_what_its_table_does_not_pay() -> None:
    problem = only(washington(replace(HOUSE_PRIZES, prize={**HOUSE_PRIZES.prize, "5%": 1})))

    assert (problem.code, problem.key) == ("option/unknown", "jackpots.jackpot-1.prize.5%")


def test_a_house_jackpots_prize_is_dollars_and_cents() -> None:
    problem = only(washington(replace(HOUSE_PRIZES, prize={"100%": "lots", "10%": "1"})))

    assert (problem.code, problem.key) == ("option/invalid", "jackpots.jackpot-1.prize.100%")


@every_row(
    "extra",
    [
        replace(HOUSE_PRIZES, contribution="0%"),
        replace(HOUSE_PRIZES, reserve="0%"),
        replace(HOUSE_PRIZES, seed="1.00"),
    ],
)
def test_a_house_jackpot_is_fed_by_no_wager(extra: JackpotSetup) -> None:
    """Ruling W20."""
    problem = only(washington(extra))

    assert problem.code == "option/conflict"
    assert "no wager feeds it" in problem.message


def test_a_progressive_posts_no_prizes() -> None:
    problem = only(washington(replace(PROGRESSIVE, prize={"100%": "5000.00"})))

    assert (problem.code, problem.key) == ("option/conflict", "jackpots.jackpot-1.prize")


PRINTED_METERS = [
    ("progressive-01", 500, "10000.00", "24%"),
    ("progressive-05", 500, "5000.00", "24%"),
    ("progressive-06", 100, "2000.00", "17%"),
    ("progressive-07", 100, "2000.00", "24%"),
]


@every_row(("table", "wager", "seed", "increment"), PRINTED_METERS)
def test_trilux_may_give_the_printed_seed_and_increment_or_leave_them_out(
    table: str, wager: int, seed: str, increment: str
) -> None:
    """Ruling C67."""
    bare = JackpotSetup(scheme="progressive", wager=wager)

    assert problems(trilux(bare, table)) == ()
    assert problems(trilux(replace(bare, seed=seed, contribution=increment), table)) == ()


@every_row(("table", "wager", "seed", "increment"), PRINTED_METERS)
def test_trilux_refuses_any_other_seed_or_increment(
    table: str, wager: int, seed: str, increment: str
) -> None:
    printed = JackpotSetup(scheme="progressive", wager=wager, seed=seed, contribution=increment)
    other_seed = only(trilux(replace(printed, seed="9999.99"), table))
    other_rate = only(trilux(replace(printed, contribution="20%"), table))

    key = "jackpots.trilux-progressive"
    assert (other_seed.code, other_seed.key) == ("option/conflict", f"{key}.seed")
    assert f"table {table} prescribes a seed of ${seed.removesuffix('.00')}" in other_seed.message
    assert (other_rate.code, other_rate.key) == ("option/conflict", f"{key}.contribution")
    assert f"prescribes an increment of {increment}" in other_rate.message
    assert "C67" in other_seed.cite
    assert "C67" in other_rate.cite


def test_an_increment_written_with_more_digits_is_the_same() -> None:
    setup = JackpotSetup(scheme="progressive", wager=500, contribution="24.0%")

    assert problems(trilux(setup)) == ()


def test_trilux_scales_the_seed_with_a_higher_wager_and_refuses_a_lower_one() -> None:
    """Ruling C67: table 01 is printed for $5."""
    ten_dollars = JackpotSetup(scheme="progressive", wager=1000, seed="20000.00")

    assert problems(trilux(ten_dollars)) == ()
    assert problem_keys(trilux(replace(ten_dollars, seed="10000.00"))) == [
        ("option/conflict", "jackpots.trilux-progressive.seed")
    ]
    lower = only(trilux(JackpotSetup(scheme="progressive", wager=499)))
    assert (lower.code, lower.key) == ("option/invalid", "jackpots.trilux-progressive.wager")
    assert "$4.99 is not allowed; the wager is from $5" in lower.message


def test_straight_jack_progressive_has_no_fixed_wager() -> None:
    """Ruling C52: `wager` may be left out and is not enforced."""
    setup = JackpotSetup(scheme="progressive", contribution="15%", seed="5000.00")
    house = colorado("co/straight-jack-progressive", "straight-jack", "SJP1", setup)

    assert problems(house) == ()
    assert problems(replace(house, jackpots={"straight-jack": replace(setup, wager=500)})) == ()


@every_row(("cents", "ok"), [(100, True), (500, True), (150, False), (101, False)])
def test_deuces_wild_takes_whole_dollars_on_its_progressives(cents: int, *, ok: bool) -> None:
    """Ruling D3."""
    house = House(
        game="co/deuces-wild-xtreme",
        tables={"odds": "PT-FLT-DWHF-ODS-01", "too-wild-progressive": "PT-PRG-DWHF-DWP-01"},
        jackpots={"too-wild-progressive": replace(GIVEN, wager=cents)},
    )

    key = "jackpots.too-wild-progressive.wager"
    assert problem_keys(house) == ([] if ok else [("option/invalid", key)])


def bet_bigger(**limits: Limits) -> House:
    return House(
        game="bet-bigger/spanish-21",
        limits={name.replace("_", "-"): limit for name, limit in limits.items()},
    )


@every_row(
    "limit",
    [Limits(), Limits(min=50), Limits(max=1000), Limits(min=500, max=500), Limits(min=1, max=99)],
)
def test_bet_bigger_lets_a_house_alter_the_amounts(limit: Limits) -> None:
    assert problems(bet_bigger(main=limit, match_up=limit)) == ()


def test_a_maximum_below_the_usual_minimum_needs_a_minimum_too() -> None:
    problem = only(bet_bigger(main=Limits(max=99)))

    assert (problem.code, problem.key) == ("option/invalid", "limits.main")
    assert problem.message == "it is at least $1, and may be at most $0.99"


@every_row(
    ("limit", "reason"),
    [
        (Limits(max=1001), "the document's maximum is $10"),
        (Limits(min=1001), "the document's maximum is $10"),
    ],
)
@every_row("wager", ["main", "bet-bigger-3", "match-down", "break-bonus"])
def test_limits_beyond_bet_biggers_10_dollars_are_refused(
    wager: str, limit: Limits, reason: str
) -> None:
    problem = only(House(game="bet-bigger/spanish-21", limits={wager: limit}))

    assert (problem.code, problem.key) == ("option/invalid", f"limits.{wager}")
    why = "a house may narrow the approved limits, never widen them"
    assert problem.message == f"{reason}; {why}"
    assert "Wager limits" in problem.cite


def test_a_minimum_above_the_maximum_is_refused() -> None:
    problem = only(bet_bigger(main=Limits(min=800, max=500)))

    assert (problem.code, problem.key) == ("option/invalid", "limits.main")
    assert "the minimum $8 is above the maximum $5" in problem.message


def test_a_maximum_below_what_the_pay_table_asks_for_is_refused() -> None:
    """TRILG-04 needs a wager of at least $5: with a maximum of $3 nobody could make it."""
    house = House(
        game="co/trilux",
        tables={"trilux-bonus": "TRILG-04"},
        limits={"trilux-bonus": Limits(max=300)},
    )

    assert problem_keys(house) == [("option/invalid", "limits.trilux-bonus")]
    assert problem_keys(replace(house, limits={"trilux-bonus": Limits(max=500)})) == []


@every_row("name", ["min", "max", "aggregate"])
@every_row("cents", [0, -1])
def test_a_limit_of_nothing_is_refused(name: str, cents: int) -> None:
    limit = replace(Limits(), **{name: cents})  # type: ignore[arg-type]
    house = House(game="co/free-bet", limits={"push-22": limit})

    assert problem_keys(house) == [("option/invalid", f"limits.push-22.{name}")]


@every_row(
    ("game", "wager"),
    [
        ("co/21-plus-3", "main"),
        ("co/21-plus-3", "insurance"),
        ("co/21-plus-3", "21-plus-3-progressive"),
    ],
)
def test_an_aggregate_limit_is_refused_where_no_pays_are_shared_out(game: str, wager: str) -> None:
    house = House(game=game, tables={}, limits={wager: Limits(aggregate=5000)})

    assert problem_keys(house) == [("option/conflict", f"limits.{wager}.aggregate")]


@every_row(
    ("options", "cents", "ok"),
    [
        ({}, 50, True),
        ({"tips_even_dollars": True}, 100, True),
        ({"tips_even_dollars": True}, 99, False),
        ({"tips": False}, 500, False),
    ],
)
def test_a_limit_that_leaves_no_tip_is_refused(
    options: dict[str, OptionValue], cents: int, *, ok: bool
) -> None:
    limits = {"tip:golden-21": Limits(max=cents)}
    house = House(game="co/golden-21", options=options, tables={"golden-21": "1"}, limits=limits)

    key = "limits.tip:golden-21"
    assert problem_keys(house) == ([] if ok else [("option/conflict", key)])


def test_limits_that_leave_no_whole_dollar_are_refused() -> None:
    house = House(game="co/buffalo-3", tables={}, limits={"bust-bonus": Limits(min=150, max=190)})

    assert problem_keys(house) == [("option/invalid", "limits.bust-bonus")]


def test_limits_of_an_unknown_wager_are_refused_with_the_nearest() -> None:
    problem = only(House(game="co/free-bet", limits={"kings-bountie": Limits(min=1)}))

    assert (problem.code, problem.key) == ("wager/not-offered", "limits.kings-bountie")
    assert "did you mean kings-bounty?" in problem.message


@every_row(("burn", "cut"), [(1, 52), (156, 156), (0, None)])
def test_burned_and_cut_off_cards_leave_half_of_six_decks(burn: int, cut: int | None) -> None:
    house = House(game="co/free-bet", options={"decks": 6}, shoe=ShoeSettings(burn=burn, cut=cut))

    assert problems(house) == ()


@every_row("count", [157, -1])
def test_a_shoe_of_which_less_than_half_is_dealt_is_refused(count: int) -> None:
    settings = ShoeSettings(burn=count, cut=count)
    house = House(game="co/free-bet", options={"decks": 6}, shoe=settings)

    assert problem_keys(house) == [("option/invalid", "shoe.burn"), ("option/invalid", "shoe.cut")]


def test_a_profile_counts_the_wagers_of_a_hand_and_the_larger_ones() -> None:
    """WAC 230-15-040 as of 2009: six separate wagers on a hand, three of them over $5."""
    matches = {"match-up": "2", "match-down": "2"}
    options: dict[str, OptionValue] = {"decks": 6, "soft17": "hit", "bonus_cards": 3}
    sides = ("match-up", "match-down", "match-bonus-1", "match-bonus-2", "match-bonus-3")

    def exceeded(
        options: dict[str, OptionValue], *large: str, profile: str = "wa-2009"
    ) -> list[str]:
        limits = {side: Limits(min=100, max=5000 if side in large else 500) for side in sides}
        limits = {"main": Limits(min=500, max=30_000)} | limits
        house = House(
            game="wa/spanish-21", options=options, tables=matches, limits=limits, profile=profile
        )
        return [problem.key for problem in judge(house) if problem.code == "profile/exceeded"]

    assert exceeded(options) == []
    assert exceeded(options, "match-up", "match-down") == []
    assert exceeded(options, "match-up", "match-down", "match-bonus-1") == ["limits"]
    more = options | {"bonus_cards": 4}
    assert exceeded(more) == ["tables"]
    assert exceeded(more, *sides, profile="wa-2023") == []
