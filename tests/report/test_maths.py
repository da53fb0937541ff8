"""The numbers of a maths report: they add up, and they are those of the odds."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import perm

import pytest

from pitboss.exact.counting.distributions import ShoeKey, distribution
from pitboss.exact.odds.progressive import meter_value
from pitboss.exact.odds.wager_odds import MeterValue
from pitboss.exact.odds.wagers import odds
from pitboss.report.games.page import CONFIDENCE, win_bounds
from pitboss.report.maths import checks
from pitboss.report.maths.jackpot_maths import JackpotMaths
from pitboss.report.maths.model import MathsReport, maths
from pitboss.report.maths.software import source_digest
from pitboss.report.maths.wager_maths import NOTHING
from pitboss.rulebook.configured import configure
from pitboss.rulebook.house import House, house_from
from pitboss.rulebook.problems import RulesError

JACKPOT = {"scheme": "progressive", "wager": 500, "seed": "5000.00"}
WASHINGTON = {
    "game": "wa/spanish-21",
    "options": {"decks": 6, "soft17": "hit"},
    "tables": {"match-up": "2", "match-down": "2", "jackpot-1": "3c-5"},
    "jackpots": {"jackpot-1": JACKPOT},
}


@pytest.fixture(scope="module")
def washington() -> MathsReport:
    return maths(house_from(WASHINGTON))


def of(game: str, tables: dict[str, str], **more: object) -> House:
    return house_from({"game": game, "tables": tables, **more})


HOUSES = (
    of("bet-bigger/spanish-21", {"match-up": "bonus-options", "break-bonus": "break-bonus"}),
    of("ilani/spanish-21", {"match-up": "match-the-dealer"}),
    of("co/golden-21", {"golden-21": "1"}),
    of("co/straight-jack", {"straight-jack": "standard"}),
    of("co/pai-jack", {"pai-jack-bonus": "1"}),
    of("co/deuces-wild-xtreme", {"odds": "PT-FLT-DWHF-ODS-01", "bad-beat": "PT-FLT-DWHF-BBX-01"}),
    of("co/blackjack-switch", {"super-match": "super-match-1", "buster": "buster-1"}),
    of("co/free-bet", {"pot-of-gold": "POG-01", "kings-bounty": "KB01"}),
)


def test_wagers_paid_alike_are_one_entry(washington: MathsReport) -> None:
    titles = [[wager.id for wager in item.wagers] for item in washington.wagers]

    assert titles == [["insurance"], ["match-up", "match-down"], ["jackpot-1"]]
    assert [wager.id for wager in washington.main_wagers] == ["main"]
    assert washington.unsolved == ()


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: house.game)
def test_outcomes_add_up_to_one_and_returns_to_the_return(house: House) -> None:
    for item in maths(house).wagers:
        assert sum((o.probability for o in item.outcomes), Fraction(0)) == 1
        assert sum((o.average_return for o in item.outcomes), Fraction(0)) == 1 - item.edge
        variance = (
            sum((o.probability * o.net**2 for o in item.outcomes), Fraction(0)) - item.edge**2
        )
        assert variance == item.odds.variance
        assert item.skewness > 0
        if item.deals is not None:
            counts = [item.count(o) for o in item.outcomes]
            assert sum(count for count in counts if count is not None) == item.deals


def test_two_matching_cards_are_told_apart(washington: MathsReport) -> None:
    match = washington.wagers[1]
    by_name = {o.name: o for o in match.outcomes}

    both = by_name["Unsuited Match Payout + Suited Match Payout"]
    assert both.pays == "4 to 1 + 9 to 1"
    assert both.net == 13
    assert by_name["2 × Suited Match Payout"].probability == Fraction(10, 41041)
    assert by_name[NOTHING].probability == 1 - match.odds.hit_frequency
    assert match.deals == perm(288, 3)


def test_the_same_table_at_other_deck_counts(washington: MathsReport) -> None:
    """Table 2 has pays of its own for each deck count; Table 3c is for six decks only."""
    _, match, jackpot = washington.wagers
    advantages = [f"{float(count.edge):.2%}" for count in match.by_decks]

    assert advantages == ["3.63%", "3.20%", "3.53%", "3.06%", "2.99%"]
    assert all(count.allowed for count in match.by_decks)
    assert [count.decks for count in jackpot.by_decks if count.allowed] == [6]
    assert len(jackpot.by_decks) == 5


def test_the_hold_lies_between_bounds_that_narrow(washington: MathsReport) -> None:
    match = washington.wagers[1]
    hold = partial(win_bounds, match.edge, match.deviation)
    low, high = hold(10**6, CONFIDENCE["95%"])

    assert (low + high) / 2 == pytest.approx(float(match.edge))
    assert high - low == pytest.approx(2 * 1.959964 * match.deviation / 1000)
    assert (
        win_bounds(match.edge, match.deviation, 10**4, 1.0)[0]
        < low
        < win_bounds(match.edge, match.deviation, 10**7, 1.0)[0]
    )


@pytest.fixture(scope="module")
def jackpot(washington: MathsReport) -> JackpotMaths:
    (only,) = washington.jackpots
    return only


def test_a_jackpot_for_one_dollar_is_what_the_odds_say(jackpot: JackpotMaths) -> None:
    one = replace(jackpot, stake=100)
    (item,) = odds("wa/spanish-21", wager="jackpot-1", table="3c-5")
    seed = one.jackpot.seed
    meter = 3_000_000
    worth = meter_value(
        item, MeterValue(meter=meter, contribution=one.jackpot.contribution, seed=seed)
    )

    assert one.share == worth.share
    assert one.per_thousand == worth.per_thousand
    assert one.break_even == worth.break_even
    assert one.long_run_edge == worth.long_run_edge
    assert one.edge_at(Fraction(meter, 100)) == worth.edge_at_meter


def test_a_larger_wager_needs_a_larger_meter(jackpot: JackpotMaths) -> None:
    """Ruling W9: fixed pays grow with the wager, shares of the meter do not."""
    one = replace(jackpot, stake=100)

    assert jackpot.break_even == 5 * one.break_even
    assert jackpot.edge_at(jackpot.break_even) == 0
    assert jackpot.long_run_edge > one.long_run_edge


def test_what_is_fed_to_the_meter_is_what_is_won_from_it(jackpot: JackpotMaths) -> None:
    """Play the meter on average: it stays where it is at its long-run average."""
    meter = jackpot.average_meter * 100
    tenth = jackpot.share * 10 - jackpot.full * 10
    fed = jackpot.jackpot.contribution * jackpot.stake
    won = jackpot.full * (meter - jackpot.jackpot.seed) + tenth * meter / 10

    assert fed == won


def test_the_deviation_grows_with_the_meter(jackpot: JackpotMaths) -> None:
    assert jackpot.deviation_at(Fraction(0)) == pytest.approx(jackpot.wager.deviation)
    assert jackpot.deviation_at(Fraction(10**5)) > jackpot.deviation_at(Fraction(10**4))


def test_a_house_jackpot_pays_its_posted_prizes() -> None:
    prize = {"100%": "5000.00", "10%": "500.00"}
    setup = {"scheme": "house", "wager": 500, "prize": prize}
    report = maths(house_from({**WASHINGTON, "jackpots": {"jackpot-1": setup}}))
    (only,) = report.jackpots
    awards = [o for o in only.wager.outcomes if o.meter]

    paid = awards[0].probability * 1000 + awards[1].probability * 100
    assert only.edge_with_prizes == only.wager.edge - paid


def test_prizes_the_house_sets_are_part_of_the_return() -> None:
    pays = {"alternate": "3-alt-2", "3-Card Suited Match: 2s - Ks": "50 for 1"}
    report = maths(house_from({**WASHINGTON, "pays": {"jackpot-1": pays}}))
    wager = report.wagers[-1]
    row = next(o for o in wager.outcomes if o.name == "3-Card Suited Match: 2s - Ks")

    assert row.net == 49
    assert wager.edge < maths(house_from(WASHINGTON)).wagers[-1].edge
    assert not any(o.name.startswith("2 Suited") for o in wager.outcomes)


PLAYED = {
    "co/straight-jack": {"straight-jack": "standard"},
    "co/free-bet": {"pot-of-gold": "POG-01"},
    "co/ride-free": {"hedge-22": "PT-FLT-SB1-01"},
}


@pytest.mark.parametrize("game_id", PLAYED)
def test_where_play_decides_the_odds_are_those_of_the_best_play(game_id: str) -> None:
    """The same as `odds` says, which lays a table of its own; nothing is only bounded."""
    report = maths(of(game_id, PLAYED[game_id]))
    ((wager, table),) = PLAYED[game_id].items()
    priced = [item for item in report.wagers if item.table]
    options = {"soft17": report.configured.options["soft17"]}
    known = odds(game_id, wager=wager, table=table, decks=6, options=options)

    assert [(item.odds.play, item.edge) for item in priced] == [
        (o.play, o.edge) for o in known if o.play
    ]
    for item in priced:
        assert item.odds.bound == ""
        assert sum(outcome.probability for outcome in item.outcomes) == 1
        assert sum(outcome.average_return for outcome in item.outcomes) == 1 - item.edge


def test_the_play_is_that_of_the_table_as_it_is_configured() -> None:
    """With late surrender other hands are drawn to, and fewer straights are made."""
    tables = {"straight-jack": "standard"}
    plain, late = (
        maths(of("co/straight-jack", tables, options={"surrender": value})).wagers[-2].edge
        for value in (False, True)
    )
    assert plain < late


def test_the_super_bonus_is_reported_beside_the_wagers(washington: MathsReport) -> None:
    (bonus,) = washington.super_bonus
    assert round(1 / bonus.hit_frequency) == 668382


def test_every_second_count_of_the_report_holds(washington: MathsReport) -> None:
    checks = [item.check for item in washington.wagers if item.check]
    assert len(checks) == 2
    assert all(check.holds for check in checks)


def test_a_wrong_count_would_be_found(
    washington: MathsReport, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Give the checks a count that is not the shoe's: four decks where six are dealt."""
    shoe, other = (ShoeKey(deck="spanish-48", decks=decks) for decks in (6, 4))
    match, jackpot = (item.table for item in washington.wagers[1:])
    assert match
    assert jackpot
    monkeypatch.setattr(checks, "distribution", lambda family, _: distribution(family, other))

    for table in (match, jackpot):
        second = checks.check(table, shoe)
        assert second
        assert not second.holds


def test_the_report_is_of_the_configured_game(washington: MathsReport) -> None:
    assert washington.configured.digest == configure(house_from(WASHINGTON)).digest
    assert source_digest() == source_digest()


def test_a_house_that_is_not_approved_has_no_report() -> None:
    with pytest.raises(RulesError):
        maths(House(game="wa/spanish-21", options={"decks": 7, "soft17": "hit"}))
