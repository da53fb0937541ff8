"""Wagers under the best play as `odds` gives them: with the main wager, a meter, the long run."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.exact.blackjack.solution import solve
from pitboss.exact.odds.play_dependent.hand_of_30 import Thirty
from pitboss.exact.odds.play_dependent.wagers import (
    Aim,
    play_dependent_odds,
    printed_strategy,
    side_wager,
    table_with_wager,
)
from pitboss.exact.odds.progressive import meter_value
from pitboss.exact.odds.wager_odds import MeterValue, WagerOdds
from pitboss.exact.odds.wagers import odds

PAGE = Path(__file__).parents[2] / "docs" / "guides" / "solver.md"
METERS = (0, 20_000, 60_000, 100_000, 400_000)
"""Dollars, for one dollar."""


def straight_jack(decks: int, soft17: str) -> tuple[WagerOdds, WagerOdds]:
    """Return Straight Jack under the best play for the main wager, and for both."""
    options = {"soft17": soft17}
    items = odds("co/straight-jack", wager="straight-jack", decks=decks, options=options)
    alone, both = (item for item in items if item.play)
    return alone, both


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize(("decks", "soft17"), [(1, "stand"), (6, "hit")])
def test_both_wagers_together_cost_less_when_both_are_played_for(decks: int, soft17: str) -> None:
    alone, both = straight_jack(decks, soft17)
    assert (alone.play, both.play) == (f"best for {Aim.MAIN.value}", f"best for {Aim.BOTH.value}")
    assert alone.with_main is not None
    assert both.with_main is not None
    assert alone.both_edge is not None
    assert both.both_edge is not None
    setup = table_with_wager(
        "co/straight-jack", "straight-jack", "standard", decks=decks, soft17=soft17
    )
    assert alone.with_main.edge == pytest.approx(solve(setup).house_edge, abs=1e-14)
    assert alone.with_main.given_up == 0
    assert 0 < both.with_main.given_up < float(alone.edge - both.edge)
    assert both.both_edge < alone.both_edge
    record = both.as_json()
    parts = record["main_edge"] + record["main_given_up"] + record["edge_float"]
    assert record["both_edge"] == pytest.approx(parts, abs=1e-15)


def test_the_figures_of_the_page_are_those_computed() -> None:
    """The table of the solver's page, line by line."""
    text = PAGE.read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| best for (.*) \| (stand|hit) \| (.*)% \| (.*?)%? \| (.*)% \|$", text, re.MULTILINE
    )
    assert len(rows) == 4
    for what, soft17, *figures in rows:
        alone, both = straight_jack(6, soft17)
        item = both if what == "both" else alone
        assert item.with_main is not None
        assert item.both_edge is not None
        exact = (float(item.edge), item.with_main.given_up, item.both_edge)
        assert [float(figure) for figure in figures] == [round(100 * edge, 4) for edge in exact]


def progressive(meter: int) -> WagerOdds:
    """Return Straight Jack Progressive, played for both with so many dollars on the meter."""
    setup = table_with_wager(
        "co/straight-jack-progressive", "straight-jack", "SJP1", decks=6, soft17="hit"
    )
    return play_dependent_odds(setup, "straight-jack", Aim.BOTH, meter=Fraction(meter))


# By day each wager is played for with the main game.
@pytest.mark.nightly
def test_each_meter_is_played_best_by_its_own_play() -> None:
    """Set every play at every meter: none beats the one that was found for that meter."""
    plays = {meter: progressive(meter) for meter in METERS}
    for meter in METERS:
        costs = {}
        for other, item in plays.items():
            assert item.both_edge is not None
            assert item.meter is not None
            costs[other] = item.both_edge - float(item.meter.share * meter)
        assert costs[meter] == pytest.approx(min(costs.values()), abs=1e-12)
    assert len({item.edge for item in plays.values()}) > 1, "or there is nothing to choose"


def test_a_higher_meter_is_never_hit_less_often() -> None:
    shares = [item.meter.share for item in map(progressive, METERS) if item.meter]
    assert shares == sorted(shares)


def price(value: MeterValue) -> WagerOdds:
    """Return what `odds` answers about playing for both."""
    *_, both = odds(
        "co/straight-jack-progressive",
        table="SJP1",
        decks=6,
        options={"soft17": "hit"},
        wager="straight-jack",
        value=value,
    )
    return both


def test_in_the_long_run_the_play_is_the_best_for_the_mean_it_leads_to() -> None:
    house = MeterValue(contribution=Fraction(1, 5), seed=1000_00)
    item = price(house)
    value = meter_value(item, house)
    assert value.mean_meter is not None
    assert item.play.endswith(f"${float(value.mean_meter):,.2f} on the meter for $1")
    setup = table_with_wager(
        "co/straight-jack-progressive", "straight-jack", "SJP1", decks=6, soft17="hit"
    )
    again = play_dependent_odds(setup, "straight-jack", Aim.BOTH, meter=value.mean_meter)
    assert again.rows == item.rows


def test_a_meter_that_is_asked_about_is_played_for() -> None:
    at = price(MeterValue(meter=400_000_00, contribution=Fraction(1, 5)))
    assert at.play.endswith("$400,000.00 on the meter for $1")
    assert at.rows == progressive(400_000).rows
    assert price(MeterValue()).play.endswith("the meter left out")


@pytest.mark.parametrize("wager", ["hedge-22", "bust-bonus"])
def test_no_first_hand_of_30_leaves_the_dealers_hand_to_decide(wager: str) -> None:
    """Under the best play such a wager is worth what the bound says, up card by up card."""
    items = odds("co/ride-free", wager=wager, decks=2)
    bounds = {item.table: item for item in items if item.bound}
    played = [item for item in items if item.play]
    assert len(played) == len(bounds)
    for item in played:
        bound = bounds[item.table]
        assert (item.edge, item.variance, item.rows) == (bound.edge, bound.variance, bound.rows)
        assert item.by_up_card == bound.by_up_card
        assert item.by_up_card


@pytest.mark.nightly(every=4)
@pytest.mark.parametrize("decks", range(1, 9))
def test_with_no_number_of_decks_a_hard_20_is_drawn_to(decks: int) -> None:
    setup = table_with_wager("co/ride-free", "hedge-22", "PT-FLT-SB1-01", decks=decks, soft17="hit")
    assert not Thirty(printed_strategy(setup), side_wager(setup, "hedge-22")).reached


def test_nothing_is_solved_that_need_not_be() -> None:
    """Without the best play only the bounds are left; a wager that cards decide has no play."""
    assert not any(item.play for item in odds("co/free-bet", decks=6, solved=False))
    assert [item.play for item in odds("co/free-bet", wager="kings-bounty", decks=6)] == [""]
