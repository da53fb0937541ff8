"""`pitboss report`: what it says of the main game is what `pitboss solve` says."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from pypdf import PdfReader

from pitboss.report.strategy_charts import SPLIT_MARK
from tests.cli.conftest import Run

SWITCH = "co/blackjack-switch"
GAMES = ("wa/spanish-21", "co/free-bet", "co/21-holdem", SWITCH)
"""One of each kind: bonuses and a rescue, free bets, a poker game beside it, two hands."""


@pytest.mark.nightly(but=["co/21-holdem"])
@pytest.mark.parametrize("game_id", GAMES)
def test_the_report_and_solve_say_the_same_of_the_main_game(
    game_id: str, called: Run, tmp_path: Path
) -> None:
    """Two commands, two ways to the page: every figure of `solve --json` stands in the report."""
    out = tmp_path / "report.html"
    charts = tmp_path / "charts.txt"
    assert called("report", game_id, "--out", str(out)).returncode == 0
    text = out.read_text("utf-8").replace("−", "-")
    # To solve Blackjack Switch takes long, and with each of its options longer than that.
    more = () if game_id == SWITCH else ("--effects", "--charts", str(charts))
    data = json.loads(called("solve", game_id, *more, "--json").stdout)

    wanted = [f"{data[key]:.6%}" for key in data if key.startswith(("house_edge", "element"))]
    wanted += [f"{data[key]:.6f}" for key in ("average_wager", "standard_deviation", "variance")]
    wanted += [f"{of_up['house_edge']:.3%}" for of_up in data["by_up_card"].values()]
    likely = [row for row in data["distribution"] if row["probability"] >= 1e-9]
    wanted += [f"{row['probability']:.10f}" for row in likely]
    for effect in data.get("effects", ()):
        wanted += [f"{effect['house_edge']:.4%}", f"{effect['change']:+.4%}"]
    if "charts" in data:
        wanted += [f"{data['charts'][key]:.6%}" for key in ("cost", "cost_without_exceptions")]
    assert [figure for figure in wanted if figure not in text] == []
    for cells in data["strategy"].values():
        for row in cells.values():
            for cell in row.values() if isinstance(row, dict) else ():
                assert f">{cell}<" in text or f">{cell}{SPLIT_MARK}<" in text


def test_the_main_game_reaches_paper(called: Run, tmp_path: Path) -> None:
    out = tmp_path / "report.pdf"
    done = called("report", "ilani/spanish-21", "--out", str(out))

    assert done.returncode == 0, done.stderr
    pages = PdfReader(io.BytesIO(out.read_bytes())).pages
    # A reader of PDF sees spaces wherever letters are set further apart.
    text = re.sub(r"[\s\u200b]", "", "".join(page.extract_text() for page in pages))
    data = json.loads(called("solve", "ilani/spanish-21", "--json").stdout)
    assert f"{data['house_edge']:.6%}" in text
    assert f"{data['standard_deviation']:.6f}" in text
