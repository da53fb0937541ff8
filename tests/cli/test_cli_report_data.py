"""`pitboss report` as data: JSON, CSV, and the fields of a controlled document."""

from __future__ import annotations

import csv
import json
from pathlib import Path

from tests.cli.conftest import Run

ROOT = Path(__file__).parents[2]

DETAILS = """
[document]
number = "MR-1"
revision = "A"
history = [{ revision = "A", date = "2025-01-31", change = "First issue." }]
[operation]
rounds_per_hour = 40
"""


def test_the_report_as_json_and_every_table_as_csv(called: Run, tmp_path: Path) -> None:
    out = tmp_path / "r.json"
    tables = tmp_path / "tables"
    details = tmp_path / "d.toml"
    details.write_text(DETAILS, "utf-8")
    done = called("report", "co/pai-jack", "--out", str(out), "--csv", str(tables),
                  "--details", str(details), "--revision", "B", "--json")  # fmt: skip

    assert done.returncode == 0, done.stderr
    report = json.loads(out.read_text("utf-8"))
    assert report["format"] == "pitboss-document-1"
    assert report["foot"].startswith("MR-1, revision B, Pitboss")
    kinds = [block["kind"] for block in report["blocks"]]
    assert set(kinds) == {"Heading", "Paragraph", "Facts", "Grid", "Charts", "Signatures"}

    names = json.loads(done.stdout)["tables"]
    assert sorted(names) == sorted(path.name for path in tables.iterdir())
    charts = [c for b in report["blocks"] if b["kind"] == "Charts" for c in b["charts"]]
    tables_in_charts = sum(chart["table"] is not None for chart in charts)
    assert len(names) == sum(kind in {"Facts", "Grid"} for kind in kinds) + tables_in_charts
    assert {"1-identification.csv", "1.1-revision-history.csv", "2-summary.csv"} <= set(names)
    with (tables / "1.1-revision-history.csv").open(encoding="utf-8", newline="") as file:
        assert list(csv.reader(file)) == [
            ["revision", "date", "change"],
            ["A", "2025-01-31", "First issue."],
        ]
    grid = next(b for b in report["blocks"] if b["kind"] == "Grid" and "outcome" in b["heads"])
    ends = next(name for name in names if "how-rounds-end" in name)
    with (tables / ends).open(encoding="utf-8", newline="") as file:
        heads, *rows = csv.reader(file)
    assert [head for head in heads if "(below)" not in head] == grid["heads"]
    assert len(rows) == len(grid["rows"])
    assert all(len(row) == len(heads) for row in rows)
    shown, below = grid["rows"][0][2]
    assert (float(rows[0][2]), rows[0][3]) == (grid["values"][0][2], below) == (float(shown), below)


def test_numbers_are_numbers_and_charts_are_tables(called: Run, tmp_path: Path) -> None:
    out = tmp_path / "r.json"
    tables = tmp_path / "tables"
    house = str(ROOT / "examples" / "wa-spanish-21.toml")
    done = called("report", "wa/spanish-21", "--house", house, "--out", str(out),
                  "--csv", str(tables))  # fmt: skip
    assert done.returncode == 0, done.stderr
    report = json.loads(out.read_text("utf-8"))
    figures = {figure["id"]: figure for figure in report["figures"]}
    assert figures["wager.match-up.house_edge"]["exact"] == "114/3731"
    assert figures["wager.match-up.house_edge"]["value"] == 114 / 3731
    summary = next(
        b for b in report["blocks"] if b["kind"] == "Grid" and "house edge" in b["heads"]
    )
    assert all(isinstance(row[2], float) for row in summary["values"])
    chart = next(path for path in tables.iterdir() if "hard" in path.name)
    with chart.open(encoding="utf-8", newline="") as file:
        heads, *rows = csv.reader(file)
    assert heads == ["", *"23456789", "10", "A"]
    assert len(rows) > 5
    for path in tables.iterdir():
        assert "−" not in path.read_text("utf-8").replace(" − ", ""), path.name


def test_all_that_is_wrong_with_the_details_is_said_at_once(called: Run, tmp_path: Path) -> None:
    details = tmp_path / "d.toml"
    details.write_text("[operation]\nseats = 0\nshift_hours = 0\n", "utf-8")
    out = str(tmp_path / "r.html")
    done = called("report", "co/pai-jack", "--out", out, "--details", str(details))
    assert done.returncode == 2
    assert done.stderr.count("details/malformed") == 2

    details.write_text("[operation.shares]\nmainn = '10%'\n", "utf-8")
    done = called("report", "co/pai-jack", "--out", out, "--details", str(details))
    assert done.returncode == 2
    assert "the table has no wager 'mainn'" in done.stderr
    assert not Path(out).exists()

    details.write_text("", "utf-8")
    done = called("report", "co/pai-jack", "--out", out, "--csv", str(details))
    assert done.returncode == 2
    assert "is no folder" in done.stderr
