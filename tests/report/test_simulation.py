"""A simulation in the maths report: what it says is what was counted, and what was computed."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from math import inf, log10
from xml.etree import ElementTree as ET

import pytest
from pypdf import PdfReader

from pitboss import simulate
from pitboss.engine.setup import prepare
from pitboss.exact.kinds import solve
from pitboss.report.document.blocks import Block, Charts, Document, Facts, Grid, Heading
from pitboss.report.document.html import html_page
from pitboss.report.document.typesetting import pdf_file
from pitboss.report.kinds import reports
from pitboss.report.maths.model import MathsReport, maths
from pitboss.report.maths.page import maths_page
from pitboss.report.simulation.edges import (
    FIXED_PAYS,
    LATE,
    LONG_RUN,
    NOT_TAKEN,
    WITH_PRIZES,
    Comparison,
    comparisons,
)
from pitboss.report.simulation.fit import Fit, joint_verdict
from pitboss.report.simulation.run import (
    LOOKS,
    STEPPED,
    ReportSimulation,
    look_rounds,
    simulate_report,
)
from pitboss.rulebook.house import House, OperatorPay, house_from
from pitboss.simulator.settings import RunSettings
from pitboss.text.numbers import percent
from tests.tiers import by_day

DATE = "2025-11-15"
ROUNDS = 2_000_000
SEED = 21
"""More than are played in steps, so that both ways to look are taken."""
ERRORS_MAX = 4.0
HOUSE = house_from(
    {
        "game": "wa/spanish-21",
        "options": {"decks": 6, "soft17": "hit"},
        "tables": {"match-up": "2", "jackpot-1": "3c-5"},
        "jackpots": {"jackpot-1": {"scheme": "progressive", "wager": 500, "seed": "5000.00"}},
    }
)
FOUR_DECKS = {
    "game": "wa/spanish-21",
    "options": {"decks": 4, "soft17": "hit"},
    "tables": {"match-up": "2", "jackpot-1": "5a-1"},
}


@pytest.fixture(scope="module")
def report() -> MathsReport:
    """Without the effects of options, which take longer than the rest and are not looked at."""
    return maths(HOUSE, games=reports(solve(prepare(HOUSE))))


@pytest.fixture(scope="module")
def run(report: MathsReport) -> ReportSimulation:
    made = simulate_report(report, RunSettings(rounds=ROUNDS, seed=SEED))
    assert isinstance(made, ReportSimulation)
    return made


@pytest.fixture(scope="module")
def document(report: MathsReport, run: ReportSimulation) -> Document:
    return maths_page(report, date=DATE, simulation=run)


def section(document: Document) -> list[Block]:
    """Return the blocks of the section on the simulation, its heading first."""
    tops = [n for n, b in enumerate(document.blocks) if isinstance(b, Heading) and b.level == 1]
    headings = {b.text: n for n in tops if isinstance(b := document.blocks[n], Heading)}
    start = headings["Simulation"]
    return list(document.blocks[start : min(n for n in tops if n > start)])


def drawings(document: Document) -> list[ET.Element]:
    return [
        ET.fromstring(chart.svg)  # noqa: S314 - our own
        for block in section(document)
        if isinstance(block, Charts)
        for chart in block.charts
    ]


def places(drawing: ET.Element, tag: str) -> list[tuple[float, float]]:
    """Return the places through which the only line or around which the only area of a kind is."""
    (line,) = drawing.iter(f"{{http://www.w3.org/2000/svg}}{tag}")
    pairs = (pair.split(",") for pair in line.attrib["points"].split())
    return [(float(x), float(y)) for x, y in pairs]


def test_it_is_the_run_that_the_library_makes(run: ReportSimulation) -> None:
    """The strategy comes from the report's own solution there, and is solved for here."""
    other = simulate(HOUSE.game, house=HOUSE, rounds=ROUNDS, seed=SEED)

    assert run.simulation.complete
    assert run.simulation.digest == other.digest


def test_the_estimate_is_followed_to_the_result(run: ReportSimulation) -> None:
    rounds = [look.rounds for look in run.looks]

    assert rounds == sorted(set(rounds))
    assert 60 < len(rounds) <= LOOKS
    assert rounds[0] == ROUNDS // 100
    assert run.looks[-1].rounds == run.simulation.rounds == ROUNDS
    assert run.looks[-1].edge == run.simulation.house_edge


@pytest.mark.parametrize("which", [0, 40, -2])
def test_what_was_known_after_so_many_rounds_is_what_so_many_rounds_give(
    run: ReportSimulation, which: int
) -> None:
    look = run.looks[which]
    alone = simulate(HOUSE.game, house=HOUSE, rounds=look.rounds, seed=SEED)

    assert alone.house_edge == look.edge


def test_threads_change_nothing(report: MathsReport, run: ReportSimulation) -> None:
    again = simulate_report(report, RunSettings(rounds=ROUNDS, seed=SEED, threads=1))

    assert isinstance(again, ReportSimulation)
    assert again.looks == run.looks
    assert again.simulation.digest == run.simulation.digest


@pytest.mark.parametrize("rounds", [1, 2, 7, 100, 12_345, STEPPED, 10**9, 10**15])
def test_looks_are_spread_to_the_last_round(rounds: int) -> None:
    looks = look_rounds(rounds)

    assert looks == sorted(set(looks))
    assert 1 <= looks[0] <= max(1, rounds // 100 + 1)
    assert looks[-1] == rounds
    assert len(looks) <= LOOKS


@pytest.mark.parametrize("rounds", [1, 2, 3, 50])
def test_a_handful_of_rounds_makes_a_section_too(report: MathsReport, rounds: int) -> None:
    made = simulate_report(report, RunSettings(rounds=rounds, seed=1))
    document = maths_page(report, date=DATE, simulation=made)

    assert html_page(document)
    assert len(drawings(document)) == (1 if rounds == 1 else 2)  # no award, so no meter to draw


def edges(report: MathsReport, run: ReportSimulation) -> dict[tuple[str, str], Comparison]:
    return {(edge.title, edge.which): edge for edge in comparisons(report, run.simulation)}


def test_every_wager_on_the_felt_is_compared_and_agrees(
    report: MathsReport, run: ReportSimulation
) -> None:
    compared_edges = edges(report, run)

    assert set(compared_edges) == {
        ("Main wager", ""),
        ("Insurance", NOT_TAKEN),
        ("Match The Dealer Up Card", ""),
        ("Match The Dealer Jackpot", FIXED_PAYS),
        ("Match The Dealer Jackpot", LONG_RUN),
    }
    for edge in compared_edges.values():
        assert edge.errors is not None
        assert abs(edge.errors) < ERRORS_MAX, edge


def test_what_is_compared_is_what_was_counted_and_computed(
    report: MathsReport, run: ReportSimulation
) -> None:
    compared_edges = edges(report, run)
    record = run.simulation.as_json()
    match, jackpot = run.simulation.wagers
    main = compared_edges["Main wager", ""]
    assert (main.simulated, main.standard_error) == (record["house_edge"], record["standard_error"])
    assert report.main is not None
    assert main.exact == report.main.house_edge
    assert compared_edges["Insurance", NOT_TAKEN].simulated == record["insurance"]["house_edge"]
    up = compared_edges["Match The Dealer Up Card", ""]
    assert up.simulated == match.edge.mean
    assert up.standard_error == pytest.approx(match.edge.standard_error, rel=0.02)
    (only,) = report.jackpots
    long_run = compared_edges["Match The Dealer Jackpot", LONG_RUN]
    assert long_run.simulated == record["wagers"][1]["jackpot"]["long_run_edge"]
    assert long_run.exact == float(only.long_run_edge)
    assert jackpot.meter is not None
    awarded = jackpot.meter.awarded / (jackpot.made * jackpot.stake)
    fixed = compared_edges["Match The Dealer Jackpot", FIXED_PAYS]
    assert fixed.simulated - awarded == pytest.approx(jackpot.edge.mean, rel=1e-12)


# By day a jackpot stands beside what was solved in the report of a whole table.
@pytest.mark.nightly
@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("scheme", ["progressive", "house"])
def test_a_jackpot_agrees_whoever_pays_its_fixed_prizes(scheme: str) -> None:
    """What the house takes out of the meter for a fixed prize is won only once."""
    terms = {"scheme": scheme, "wager": 500}
    if scheme == "house":
        terms |= {"prize": {"100%": "20000.00", "10%": "2000.00"}}
    else:
        terms |= {"seed": "20000.00", "contribution": "21%"}
    house = house_from({**FOUR_DECKS, "jackpots": {"jackpot-1": terms}})
    which = WITH_PRIZES if scheme == "house" else LONG_RUN
    long_run = []
    for pay in ("90 for 1", OperatorPay(pay="90 for 1", source="jackpot")):
        posted = replace(house, pays={"jackpot-1": {"2 Suited Matches": pay}})
        report = maths(posted)
        run = simulate_report(report, RunSettings(rounds=by_day(300_000, 1_000_000), seed=3))
        assert isinstance(run, ReportSimulation)
        edge = edges(report, run)["Match The Dealer Jackpot", which]
        assert edge.errors is not None
        assert abs(edge.errors) < ERRORS_MAX, edge
        long_run.append(edge.exact)
    assert (long_run[0] == long_run[1]) == (scheme == "house")


def test_a_wager_made_after_the_hands_is_shown_and_not_compared() -> None:
    report = maths(house_from({"game": "co/buffalo-2", "tables": {"bust-bonus": "bust-bonus"}}))
    run = simulate_report(report, RunSettings(rounds=20_000, seed=3))
    assert isinstance(run, ReportSimulation)
    edge = edges(report, run)["Bust Bonus", LATE]

    assert edge.times == run.simulation.wagers[0].made < 20_000
    assert (edge.exact, edge.errors) == (None, None)


def test_the_section_prints_what_was_compared_and_how_to_find_it_again(
    report: MathsReport, run: ReportSimulation, document: Document
) -> None:
    blocks = section(document)
    text = unescape(html_page(document))
    (grid,) = (b for b in blocks if isinstance(b, Grid) and b.heads[2] == "simulated")
    assert len(grid.rows) == 5
    for row, edge in zip(grid.rows, comparisons(report, run.simulation), strict=True):
        assert edge.exact is not None
        assert edge.errors is not None
        assert row[0] == (edge.title, edge.which)
        assert row[1:5] == (
            f"{edge.times:,}",
            percent(edge.simulated),
            percent(edge.standard_error),
            percent(edge.exact),
        )
        assert float(str(row[5]).replace("−", "-")) == pytest.approx(edge.errors, abs=0.006)
    facts = {f.name: f.text for b in blocks if isinstance(b, Facts) for f in b.facts}
    assert facts["Rounds"] == f"{ROUNDS:,}"
    assert facts["Seed"] == str(SEED)
    assert facts["Digest"] == run.simulation.digest
    assert f"--rounds {ROUNDS} --seed {SEED}" in facts["To simulate it again"]
    for words in (run.simulation.digest, percent(run.simulation.house_edge.mean), facts["Awarded"]):
        assert words in text


def test_sections_are_numbered_on(report: MathsReport, document: Document) -> None:
    def sections(page: Document) -> dict[str, str]:
        tops = (b for b in page.blocks if isinstance(b, Heading) and b.level == 1)
        return {top.number: top.text for top in tops if top.number.isdigit()}

    without = sections(maths_page(report, date=DATE))
    with_run = sections(document)
    assert list(without) == [str(n) for n in range(1, 10)]
    assert list(with_run) == [str(n) for n in range(1, 11)]
    assert [title for title in with_run.values() if title != "Simulation"] == [*without.values()]


def test_awards_are_held_against_what_is_expected(
    run: ReportSimulation, document: Document
) -> None:
    (grid,) = (b for b in section(document) if isinstance(b, Grid) and b.heads[0] == "award")
    history = run.simulation.wagers[1].meter
    assert history is not None
    assert [row[0] for row in grid.rows] == ["100%", "10%"]
    for row, share in zip(grid.rows, (100, 10), strict=True):
        expected, came = (float(str(cell).replace(",", "")) for cell in row[1:3])
        assert came == history.awards[share].count
        assert abs(came - expected) < ERRORS_MAX * expected**0.5 + 1


def test_the_estimate_is_drawn_with_its_band_and_the_exact_edge(
    report: MathsReport, run: ReportSimulation, document: Document
) -> None:
    """Places on paper are held against each other; the first width of the band is the scale."""
    drawing = drawings(document)[0]
    line = places(drawing, "polyline")
    band = places(drawing, "polygon")
    xs = [x for x, _ in line]
    assert len(line) == len(run.looks)
    assert xs == sorted(xs)
    assert len(band) == 2 * len(line)
    upper = band[: len(line)]
    lower = band[len(line) :][::-1]
    first, last = run.looks[0].edge, run.looks[-1].edge
    by_edge = (upper[0][1] - lower[0][1]) / (first.interval[1] - first.interval[0])
    for (_, high), (_, mean), (_, low), look in zip(upper, line, lower, run.looks, strict=True):
        assert high <= mean <= low  # downwards on paper
        assert mean - line[-1][1] == pytest.approx(
            by_edge * (look.edge.mean - last.mean), abs=0.11 + 0.01 * abs(mean - line[-1][1])
        )
    decades = (log10(look.rounds / ROUNDS) for look in run.looks)
    for x, decade in zip(xs, decades, strict=True):
        assert x - xs[-1] == pytest.approx(decade / 2 * (xs[-1] - xs[0]), abs=0.6)
    amber = [e for e in drawing.iter() if e.attrib.get("stroke") == "#b35c00"]
    assert len(amber) == 1
    assert report.main is not None
    exact = (float(amber[0].attrib["y1"]) - line[-1][1]) / by_edge + last.mean
    assert exact == pytest.approx(report.main.house_edge, abs=0.11 / abs(by_edge) + 1e-4)


def test_results_are_drawn_beside_the_exact_distribution(
    report: MathsReport, run: ReportSimulation, document: Document
) -> None:
    drawing = drawings(document)[1]
    columns = [e for e in drawing.iter() if e.tag.endswith("rect")]
    marks = [e for e in drawing.iter() if e.attrib.get("stroke") == "#b35c00"]
    assert report.main is not None
    assert len(columns) == len(run.simulation.histogram)
    assert len(marks) == sum(result.probability >= 1e-7 for result in report.main.distribution)


def test_the_meter_is_drawn_at_its_awards(run: ReportSimulation, document: Document) -> None:
    drawing = drawings(document)[2]
    history = run.simulation.wagers[1].meter
    assert history is not None
    dots = [e.attrib for e in drawing.iter() if e.tag.endswith("circle")]
    large = [dot for dot in dots if dot["fill"] == "#b35c00"]
    assert len(large) == history.full.count
    assert len(dots) - len(large) <= 300
    heights = dict(history.full.kept)
    shown = [float(dot["cy"]) for dot in large]
    levels = [units for _, units in sorted(heights.items())]
    assert sorted(range(len(levels)), key=lambda n: -levels[n]) == sorted(
        range(len(shown)), key=lambda n: shown[n]
    )


def test_drawings_keep_within_their_frame(document: Document) -> None:
    for drawing in drawings(document):
        _, _, width, height = map(float, drawing.attrib["viewBox"].split())
        for element in drawing.iter():
            corners = [(float(x), float(y)) for x, y in _corners(element)]
            assert all(0 <= x <= width and 0 <= y <= height for x, y in corners), element.attrib


def _corners(element: ET.Element) -> Iterator[tuple[str, str]]:
    at = element.attrib
    for x, y in (("x", "y"), ("x1", "y1"), ("x2", "y2"), ("cx", "cy")):
        if x in at:
            yield at[x], at[y]
    for pair in at.get("points", "").split():
        x, y = pair.split(",")
        yield x, y


def test_the_section_reaches_paper(run: ReportSimulation, document: Document) -> None:
    pages = PdfReader(io.BytesIO(pdf_file(document))).pages
    # A reader of PDF sees spaces wherever letters are set further apart.
    text = re.sub(r"[\s\u200b]", "", "".join(page.extract_text() for page in pages))

    for words in (
        run.simulation.digest,
        percent(run.simulation.house_edge.mean),
        "Simulatedandexact",
    ):
        assert words in text


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize(
    ("house", "parts"),
    [
        (House(game="co/pai-jack"), ["Pai Jack"]),
        (
            House(game="co/21-holdem", tables={"poker": "poker"}),
            ["The main game", "The poker part"],
        ),
    ],
)
def test_every_part_of_a_main_game_stands_beside_what_was_solved(
    house: House, parts: list[str]
) -> None:
    report = maths(house)
    simulation = simulate_report(report, RunSettings(rounds=200_000, seed=3)).simulation
    compared = [*comparisons(report, simulation)][: len(parts)]

    assert [edge.title for edge in compared] == parts
    for edge in compared:
        assert edge.errors is not None
        assert abs(edge.errors) < 4


def test_a_wager_that_pays_too_often_fails_its_fit_and_the_joint_verdict() -> None:
    right = [Fit(title="", cells=5, statistic=3.0, freedom=4)] * 10
    verdict = joint_verdict((), right)
    assert verdict is not None
    assert (verdict.holds, verdict.comparisons) == (True, 10)
    wrong = Fit(title="", cells=5, statistic=60.0, freedom=4)
    spoilt = joint_verdict((), (*right, wrong))
    assert spoilt is not None
    assert not spoilt.holds
    never = Fit(title="", cells=2, statistic=inf, freedom=1)
    assert never.chance == 0.0
    assert joint_verdict((), ()) is None


def test_the_joint_verdict_of_one_comparison_is_its_own_chance() -> None:
    edge = Comparison(
        subject="", title="", times=1, simulated=1.959964, standard_error=1.0, exact=0.0
    )
    verdict = joint_verdict([edge], ())
    assert verdict is not None
    assert verdict.chance == pytest.approx(0.05, abs=1e-6)
