"""`pitboss report` of games that are more than a blackjack hand says what `pitboss solve` says."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.cli.conftest import Run

GAMES = [
    "co/pai-jack",
    "co/deuces-wild-xtreme",
    "co/3-card-21",
    "co/ante-up-21",
]


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("game", GAMES)
def test_every_figure_that_solve_prints_stands_in_the_report(
    game: str, called: Run, tmp_path: Path
) -> None:
    out = tmp_path / "report.html"
    assert called("report", game, "--out", str(out)).returncode == 0
    text = out.read_text("utf-8").replace("−", "-")
    data = json.loads(called("solve", game, "--json").stdout)
    edges = [key for key in data if key.startswith("house_edge") and key.count("_") == 1]
    wanted = [f"{data[key]:.6%}" for key in (*edges, "element_of_risk") if key in data]
    wanted += [data[key] for key in data if key.endswith("_fraction")]
    wanted += [f"{data['standard_deviation']:.4f}"]
    wanted += [f"{data[key]:.4%}" for key in ("joint_edge", "poker_edge") if key in data]
    ends = (
        [outcome["probability"] for outcome in data["outcomes"]] if game != "co/3-card-21" else []
    )
    wanted += [f"{chance:.8f}"[:-1] for chance in ends]  # to seven digits, the last may be rounded
    assert [figure for figure in wanted if figure not in text] == []


def test_the_poker_of_21_holdem_stands_in_the_report_as_solve_has_it(
    called: Run, tmp_path: Path
) -> None:
    out = tmp_path / "report.html"
    assert called("report", "co/21-holdem", "--out", str(out)).returncode == 0
    text = out.read_text("utf-8").replace("−", "-")
    data = json.loads(called("solve", "co/21-holdem", "--json").stdout)
    wanted = [f"{data['poker_edge']:.6%}", data["poker_edge_fraction"]]
    wanted += [f"{data['poker_standard_deviation']:.6f}", f"{data['house_edge']:.6%}"]
    wanted += [f"{poker_outcome['probability']:.10f}" for poker_outcome in data["poker_outcomes"]]
    assert [figure for figure in wanted if figure not in text] == []
    assert "not stated" not in text


def test_it_reaches_paper(called: Run, tmp_path: Path) -> None:
    out = tmp_path / "report.pdf"
    done = called("report", "co/pai-jack", "--out", str(out))
    assert done.returncode == 0, done.stderr
    pages = PdfReader(io.BytesIO(out.read_bytes())).pages
    text = re.sub(r"[\s\u200b]", "", "".join(page.extract_text() for page in pages))
    data = json.loads(called("solve", "co/pai-jack", "--json").stdout)
    assert f"{data['house_edge']:.6%}" in text
    assert data["house_edge_fraction"] in text
