"""The operator's figures: win, spread, hold, bankroll and exposure, against simple arithmetic."""

from __future__ import annotations

import random
from fractions import Fraction
from math import comb, sqrt
from pathlib import Path

import pytest

from pitboss.engine.setup import prepare
from pitboss.exact.kinds import solve
from pitboss.exact.operations import CONFIDENCE, Exposure, Operation, Pace, WagerAction, capped_edge
from pitboss.report.details import OperationFields, parse_details, read_details, wager_problems
from pitboss.report.document.blocks import Grid, Heading, Paragraph
from pitboss.report.kinds import reports
from pitboss.report.maths.model import MathsReport, maths
from pitboss.report.maths.operation import compute_exposure, operation_section, played_wagers
from pitboss.report.maths.software import ROOT, commit
from pitboss.rulebook.house import house_from
from pitboss.rulebook.problems import RulesError

MAIN = WagerAction(name="Main", stake=2500, edge=Fraction(1, 100), deviation=1.2)
SIDE = WagerAction(name="Side", stake=500, edge=0.08, deviation=5.0, share=Fraction(2, 5))
TABLE = Operation(pace=Pace(rounds_per_hour=50, seats=4), actions=(MAIN, SIDE))
HOUSE = {
    "game": "wa/spanish-21",
    "options": {"decks": 6, "soft17": "hit"},
    "tables": {"match-up": "2", "jackpot-1": "3c-5"},
    "jackpots": {"jackpot-1": {"scheme": "progressive", "wager": 500, "seed": "5000.00"}},
    "limits": {"main": {"min": 1000, "max": 50000}, "match-up": {"max": 5000, "aggregate": 30000}},
}


def test_win_and_handle_are_hands_times_wagers() -> None:
    hands = 50 * 4 * 8
    assert TABLE.handle(8) == pytest.approx(hands * (2500 + 0.4 * 500))
    assert TABLE.win(8) == pytest.approx(hands * (25 + 0.4 * 40))
    assert TABLE.hold(20) == pytest.approx(20 * TABLE.win(1) / TABLE.handle(1))
    assert TABLE.turnover(round(TABLE.handle(1) / 25)) == pytest.approx(25, rel=1e-6)


def test_the_deviation_of_a_wager_made_now_and_then_is_that_of_its_results() -> None:
    """Goal: the share is part of the variance. Method: the results of one hand, written out."""
    win = Fraction(9)
    loss = Fraction(-1)
    chance = Fraction(1, 11)
    mean = chance * win + (1 - chance) * loss
    deviation = sqrt(chance * win**2 + (1 - chance) * loss**2 - mean**2)
    action = WagerAction(name="", stake=100, edge=-mean, deviation=deviation, share=Fraction(1, 4))

    results = [(chance / 4, -900.0), ((1 - chance) / 4, 100.0), (Fraction(3, 4), 0.0)]
    average = sum(float(p) * cents for p, cents in results)
    square = sum(float(p) * cents**2 for p, cents in results)
    assert action.win == pytest.approx(average)
    assert action.variance == pytest.approx(square - average**2)


def test_seats_that_win_and_lose_together_spread_further() -> None:
    assert TABLE.deviation_together(1) == pytest.approx(2 * TABLE.deviation(1))
    low, high = TABLE.band(8, CONFIDENCE["95%"])
    assert (low + high) / 2 == pytest.approx(TABLE.win(8))
    lead = TABLE.hours_to_lead(1.0)
    assert lead is not None
    assert TABLE.win(lead) == pytest.approx(TABLE.deviation(lead))


def test_the_bankroll_is_lost_as_often_as_it_says() -> None:
    """A walk of equal steps, whose risk of ruin is known: (q / p) to the power of the bankroll."""
    p = 0.52
    step = WagerAction(name="", stake=1, edge=2 * p - 1, deviation=sqrt(1 - (2 * p - 1) ** 2))
    units = Operation(pace=Pace(), actions=(step,)).bankroll(0.01)
    assert units is not None
    assert ((1 - p) / p) ** units == pytest.approx(0.01, rel=0.02)
    fair = WagerAction(name="", stake=1, edge=0, deviation=1.0)
    assert Operation(pace=Pace(), actions=(fair,)).bankroll(0.01) is None


def test_the_time_to_hit_is_the_mean_of_a_waiting_time() -> None:
    draw = random.Random(5)
    pace = Pace(rounds_per_hour=10, seats=1)
    chance = 0.02
    expected = MAIN.hours_to(chance, pace)
    waits = []
    for _ in range(4000):
        hands = 1
        while draw.random() > chance:
            hands += 1
        waits.append(hands / pace.hands_per_hour)
    assert expected == pytest.approx(5.0)
    assert sum(waits) / len(waits) == pytest.approx(expected, abs=5 * expected / sqrt(len(waits)))


def test_an_aggregate_limit_cuts_the_exposure_and_raises_the_edge() -> None:
    free = Exposure(name="", most_wagered=5000, top=Fraction(12))
    limited = Exposure(name="", most_wagered=5000, top=Fraction(12), aggregate=100000)
    assert (free.seat_exposure, free.table_exposure(5)) == (60000, 300000)
    assert limited.table_exposure(5) == 100000
    assert limited.seats_to_limit == 2
    assert Exposure(name="", most_wagered=None, top=1).table_exposure(5) is None

    gains = [(Fraction(1, 20), Fraction(12)), (Fraction(19, 20), Fraction(-1))]
    assert capped_edge(gains, 5000, 60000) == Fraction(7, 20)
    assert capped_edge(gains, 5000, 30000) == Fraction(13, 20)


MAIN_NAME = "Main wager, with the Super Bonus"


@pytest.fixture(scope="module")
def report() -> MathsReport:
    house = house_from(HOUSE)
    return maths(house, games=reports(solve(prepare(house))))


def test_every_wager_but_insurance_is_made_for_its_minimum(report: MathsReport) -> None:
    played = {wager.action.name: wager.action for wager in played_wagers(report, OperationFields())}

    assert [(wager.name, wager.stake) for wager in played.values()] == [
        (MAIN_NAME, 1000),
        ("Match The Dealer Up Card", 500),
        ("Match The Dealer Jackpot", 500),
    ]
    (jackpot,) = report.jackpots
    assert played["Match The Dealer Jackpot"].edge == jackpot.long_run_edge
    given = OperationFields(wagers={"main": "25.00"}, shares={"insurance": "5%"})
    named = {wager.action.name: wager.action for wager in played_wagers(report, given)}
    assert named[MAIN_NAME].stake == 2500
    assert named["Insurance"].share == Fraction(1, 20)


def test_the_super_bonus_is_in_the_figures_of_the_house(report: MathsReport) -> None:
    """Its chance is counted here from the cards: three sevens of one suit, and a seven up."""
    decks = int(str(report.configured.options["decks"]))
    cards = 48 * decks
    chance = 4 * comb(decks, 3) * (4 * decks - 3) / (comb(cards, 3) * (cards - 3))
    fields = OperationFields(wagers={"main": "25.00"}, seats=6)
    main = next(w.action for w in played_wagers(report, fields) if w.action.name == MAIN_NAME)
    costs = chance * (500_000 + 5 * 5_000) / 2500
    # Some hands are played worse for the prize than without it.
    assert main.edge == pytest.approx(report.games[0].main.house_edge - costs, abs=3e-5)
    assert main.edge < report.games[0].main.house_edge
    alone = report.games[0].main.standard_deviation
    assert alone is not None
    assert main.deviation**2 == pytest.approx(alone**2 + chance * (525_000 / 2500) ** 2, rel=1e-6)
    rows = [
        row
        for block in operation_section(report, fields, "7")
        if isinstance(block, Grid)
        for row in block.rows
    ]
    bonus = [row for row in rows if row[0] in ("Super Bonus", ("Super Bonus", "pays $5,000"))]
    assert bonus[0][:5] == ("Super Bonus", "no wager", "$5,000", "$5,000", "$5,250")
    assert bonus[1][1] == f"{1 / chance:,.0f}"


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        (OperationFields(wagers={"main": "3.00"}), "too small to earn the Super Bonus"),
        (OperationFields(shares={"main": "0%"}), "takes no wager of its own"),
    ],
)
def test_a_super_bonus_that_nobody_earns_is_no_time_to_hit(
    report: MathsReport, fields: OperationFields, words: str
) -> None:
    """At an average of $3, or where nobody makes the main wager, no round ends in it."""
    blocks = tuple(operation_section(report, fields, "7"))
    assert words in " ".join(block.text for block in blocks if isinstance(block, Paragraph))
    rows = [row for block in blocks if isinstance(block, Grid) for row in block.rows]
    awards = [row for row in rows if isinstance(row[0], tuple) and row[0][0] == "Super Bonus"]
    assert not awards
    main = played_wagers(report, fields)[0].action
    assert main.name.endswith("with the Super Bonus") is bool(fields.shares)
    exposed = [row for row in rows if row[0] == "Super Bonus"]
    assert exposed[0][2] == "$5,000", "the table takes larger wagers, too"


def test_a_double_at_the_maximum_adds_the_maximum_and_no_more() -> None:
    """Ruling W16: a hand of $300 is doubled to $600, $900 and $1,200, as the table plays it."""
    options = {"decks": 6, "soft17": "hit", "redouble": True}
    house = house_from(
        {
            "game": "wa/spanish-21",
            "options": options,
            "limits": {"main": {"min": 1000, "max": 30000}},
        }
    )
    solved = maths(house, games=reports(solve(prepare(house))))
    main = played_wagers(solved, OperationFields(seats=6))[0]
    exposure = compute_exposure(main)
    assert exposure is not None
    assert (exposure.seat_exposure, exposure.table_exposure(6)) == (480_000, 2_880_000)


def test_a_meter_pays_its_shares_itself(report: MathsReport) -> None:
    """The house's own spread has the seed at 100%, and no share of what is on the meter."""
    (jackpot,) = report.jackpots
    fixed = jackpot.wager.deviation
    added = sqrt(float(jackpot.full)) * jackpot.jackpot.seed / jackpot.stake
    assert jackpot.house_deviation == pytest.approx(sqrt(fixed**2 + added**2), rel=0.01)
    assert jackpot.house_deviation < jackpot.deviation_at(jackpot.average_meter)


def test_the_section_has_every_part_and_the_sums_are_right(report: MathsReport) -> None:
    fields = OperationFields(drop="100.00", wagers={"match-up": "50.00"})
    blocks = tuple(operation_section(report, fields, "7"))
    assert [block.text for block in blocks if isinstance(block, Heading)] == [
        "Operator's figures",
        "Theoretical win per hour",
        "Actual against theoretical win",
        "All wagers together",
        "Hold",
        "Bankroll",
        "Exposure",
        "Expected time to hit",
    ]
    grids = [block for block in blocks if isinstance(block, Grid)]
    hands = 300
    main = played_wagers(report, fields)[0].action.edge
    assert grids[0].rows[0][5] == f"${hands * 10 * float(main):,.2f}"
    text = str(grids)
    assert "binds when 1 seats" not in text
    assert "one seat's edge rises to" in text  # 12 to 1 on $50 is more than $300
    (jackpot,) = report.jackpots
    hours = 1 / (float(jackpot.full) * hands)
    assert f"{hours:,.1f}" in text
    assert f"{1000 * hands * float(jackpot.full):.4f}" in text


def test_the_example_of_details_is_read_and_fits_its_house() -> None:
    details = read_details(ROOT.parents[1] / "examples" / "report" / "details.toml")
    assert details.document.number == "MR-2025-014"
    assert [entry.revision for entry in details.document.history] == ["A", "B"]
    assert details.operation.share("match-up") == Fraction(2, 5)
    assert details.operation.average("main") == 2500
    wrong = list(wager_problems(details, frozenset({"main", "match-up"})))
    assert [problem.key for problem in wrong] == ["operation.shares.match-down"]


def test_every_problem_of_details_is_named_at_once() -> None:
    text = """
    [operation]
    seats = 0
    shift_hours = 100000
    drop = "ten"
    wagers = { main = "0" }
    shares = { main = "120%" }
    """
    with pytest.raises(RulesError) as caught:
        parse_details(text)
    assert {problem.key for problem in caught.value.problems} == {
        "operation.seats",
        "operation.shift_hours",
        "operation.drop",
        "operation.wagers.main",
        "operation.shares.main",
    }
    with pytest.raises(RulesError, match="known key"):
        parse_details("[document]\nnumbr = 'A'")


def test_the_commit_is_read_where_there_is_one(tmp_path: Path) -> None:
    package = tmp_path / "src" / "pitboss"
    package.mkdir(parents=True)
    assert commit(package) in {"", commit(tmp_path)}
    git = tmp_path / ".git"
    (git / "refs" / "heads").mkdir(parents=True)
    (git / "HEAD").write_text("ref: refs/heads/main\n", "utf-8")
    (git / "refs" / "heads" / "main").write_text("a" * 40 + "\n", "utf-8")
    assert commit(package) == "a" * 40
    (git / "refs" / "heads" / "main").unlink()
    (git / "packed-refs").write_text("b" * 40 + " refs/heads/main\n", "utf-8")
    assert commit(package) == "b" * 40
