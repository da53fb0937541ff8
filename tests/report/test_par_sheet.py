"""The report as a PAR sheet, and the meter that hunters wait for."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from pitboss import table
from pitboss.advantage.protect.meter_time import MeterFlow, follow_meter, meter_time
from pitboss.cli.main import main
from pitboss.engine.setup import prepare
from pitboss.report.maths.jackpot_maths import JackpotMaths
from pitboss.report.maths.model import maths
from pitboss.rulebook.house import read_house

ROOT = Path(__file__).parents[2]
HOUSE = ROOT / "examples" / "wa-spanish-21.toml"
Blocks = list[dict[str, Any]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the report of the example as PDF and JSON."""
    place = tmp_path_factory.mktemp("par")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("r.json", "r.pdf"):
            words = ["report", "wa/spanish-21", "--house", str(HOUSE), "--out", str(place / name)]
            patch.setattr("sys.argv", ["pitboss", *words])
            main()
    return place


@pytest.fixture(scope="module")
def blocks(folder: Path) -> Blocks:
    made: Blocks = json.loads((folder / "r.json").read_text("utf-8"))["blocks"]
    return made


def under(blocks: Blocks, title: str) -> Blocks:
    """Return what follows a heading, up to the next one."""
    at = next(n for n, b in enumerate(blocks) if b["kind"] == "Heading" and title in b["text"])
    end = next((n for n, b in enumerate(blocks[at + 1 :], at + 1) if b["kind"] == "Heading"), None)
    return blocks[at + 1 : end]


def test_each_wager_is_a_par_sheet_whose_sums_are_right(blocks: Blocks) -> None:
    grids = [b for b in blocks if b["kind"] == "Grid" and b["heads"][1:2] == ["hits per cycle"]]
    assert len(grids) == 4  # insurance, match the dealer, two jackpots
    counted = next(grid for grid in grids if len(grid["rows"]) == 7)
    *rows, total = counted["values"]
    assert total[1] == 288 * 287 * 286  # two cards of the player, one to match
    for column in (1, 2, 3):
        assert sum(row[column] for row in rows) == pytest.approx(total[column], abs=0.5)
    returned = 1 - Fraction(114, 3731)
    assert total[3] == pytest.approx(float(returned) * total[2])


def test_all_wagers_together_have_one_table_of_confidence(blocks: Blocks) -> None:
    grid = under(blocks, "All wagers together")[0]
    assert grid["heads"][0] == "wagers"
    widths = [row[2] - row[1] for row in grid["values"]]
    assert widths == sorted(widths, reverse=True)
    exposure = next(b for b in under(blocks, "Exposure") if b["kind"] == "Facts")
    assert [fact["name"] for fact in exposure["facts"]] == [
        "Largest exposure",
        "All wagers at once",
    ]


def test_the_win_of_a_jackpot_wager_is_the_house_s_own(blocks: Blocks) -> None:
    """Its fixed pays keep far more than the house does, which feeds the meter."""
    notes = [b["text"] for b in blocks if b["kind"] == "Paragraph"]
    own = [place for place, text in enumerate(notes) if "the house's own result" in text]
    assert len(own) == 2
    assert notes[own[0] + 1].startswith("Theoretical win 9.3216% of the handle.")


def test_every_play_after_a_split_is_in_the_report_itself(blocks: Blocks) -> None:
    plays = under(blocks, "Every play after a split")[1]["rows"]
    assert len(plays) > 80
    text = json.dumps(blocks)
    assert "are in the JSON" not in text
    assert all(row in plays for row in under(blocks, "After a split")[1]["rows"])


def jackpots() -> tuple[JackpotMaths, ...]:
    prepare(read_house(HOUSE))
    return maths(read_house(HOUSE), proven=False).jackpots


def test_the_sampled_mean_of_a_meter_is_the_exact_one() -> None:
    """The second jackpot pays a row of fixed odds out of its meter."""
    (_, second) = played = jackpots()
    assert second.from_meter > 0
    for jackpot in played:
        time = meter_time(jackpot.wager.odds, jackpot.wager.spot)
        assert time is not None
        off = abs(time.mean / 100 - float(jackpot.average_meter)) / (time.mean_error / 100)
        assert off < 4, (time, jackpot.average_meter)
        assert 0 < time.above < 1
        assert time.edge > 0


def test_a_meter_that_only_ends_at_once_is_above_break_even_as_the_formula_says() -> None:
    """With nothing but 100% awards the wagers since the last one are geometric."""
    chance = 1 / 5000
    fed = 105.0
    start = 500_000.0
    even = 1_200_000.0
    flow = MeterFlow(((1.0, chance),), start=start, grows=fed, kept=0, break_even=even)
    time = follow_meter(flow, chance / 500)
    expected = (1 - chance) ** ((even - start) / fed)
    assert time.above == pytest.approx(expected, abs=5 * time.above_error)
    # The meter has no memory: beyond break-even it is fed for another mean cycle.
    assert time.edge == pytest.approx(fed / 500, rel=0.05)


def test_a_report_and_the_odds_of_its_house_state_the_same_meter() -> None:
    """Of what a meter pays by itself the house pays nothing: 4.7232% and not 3.7589%."""
    priced = table(house=HOUSE)
    long_run_edges = []
    for jackpot in jackpots():
        odds = priced.odds(jackpot.wager.spot.wager.id)
        meter = odds.progressive
        assert meter is not None
        assert meter.long_run_edge == jackpot.long_run_edge
        assert meter.mean_meter == jackpot.average_meter
        assert meter.break_even == jackpot.break_even
        long_run_edges.append(f"{float(jackpot.long_run_edge):.4%}")
        assert odds.agrees is True, "the house's own pays are in no printed figure (ruling W10)"
    assert long_run_edges[-1] == "4.7232%"


def test_the_pdf_can_be_copied_and_searched(folder: Path) -> None:
    text = "\n".join(page.extract_text() for page in PdfReader(folder / "r.pdf").pages)
    assert not set(text) & set("\u200b\u200c\u200d\u2060\ufeff")
    about = json.loads((folder / "r.json").read_text("utf-8"))["about"]
    joined = text.replace("\n", "")
    assert about["digest"] in joined
    assert about["software_digest"] in joined
    assert "pitboss solve wa/spanish-21" in " ".join(text.split())
