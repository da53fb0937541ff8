"""Two reports beside each other, and the revision history that goes on from them."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.cli.main import main
from tests.cli.conftest import Run

ROOT = Path(__file__).parents[2]
HOUSE = str(ROOT / "examples" / "wa-spanish-21.toml")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the report of the example, and one with another seed and table."""
    place = tmp_path_factory.mktemp("reports")
    with pytest.MonkeyPatch.context() as patch:
        for name, more in (
            ("old.json", ("--revision", "A")),
            ("new.json", ("--revision", "B", "--previous", str(place / "old.json"),
                          "-o", "jackpot.jackpot-1.seed=600000", "-o", "table.match-down=none")),
        ):  # fmt: skip
            words = ("report", "wa/spanish-21", "--house", HOUSE, "--out", str(place / name))
            patch.setattr("sys.argv", ["pitboss", *words, *more])
            main()
    return place


def test_every_figure_that_changed_is_shown_and_no_other(called: Run, folder: Path) -> None:
    done = called("compare", str(folder / "old.json"), str(folder / "new.json"), "--json")
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    old, new = (
        {f["id"]: f for f in json.loads((folder / name).read_text("utf-8"))["figures"]}
        for name in ("old.json", "new.json")
    )
    expected = {
        key
        for key in old.keys() | new.keys()
        if key not in old or key not in new or old[key]["value"] != new[key]["value"]
    }
    assert {change["id"] for change in said["changes"]} == expected
    assert said["figures"] == len(new)
    changes = {change["id"]: change for change in said["changes"]}
    edge = changes["jackpot.jackpot-1.long_run_edge"]
    assert Fraction(edge["new_exact"]) < Fraction(edge["old_exact"])  # a larger seed costs more
    assert edge["difference"] == pytest.approx(edge["new"] - edge["old"])
    gone = changes["exposure.match-down.one_seat"]
    assert (gone["new"], gone["difference"]) == (None, None)
    assert {entry["what"] for entry in said["differences"]} == {"digest", "revision"}


def test_the_page_says_before_now_and_change(called: Run, folder: Path) -> None:
    done = called("compare", str(folder / "old.json"), str(folder / "new.json"), columns=160)
    assert done.returncode == 0, done.stderr
    (line,) = (text for text in done.stdout.splitlines() if "long run edge" in text)
    assert line.count("%") == 3
    assert " -1.271728%" in line
    same = called("compare", str(folder / "old.json"), str(folder / "old.json"))
    assert "No figure changed since revision A." in same.stdout


def test_the_revision_history_goes_on_from_the_report_before(
    called: Run, folder: Path, tmp_path: Path
) -> None:
    third = tmp_path / "third.json"
    done = called("report", "wa/spanish-21", "--house", HOUSE, "--out", str(third), "--revision",
                  "C", "--previous", str(folder / "new.json"))  # fmt: skip
    assert done.returncode == 0, done.stderr
    report = json.loads(third.read_text("utf-8"))
    assert [line[0] for line in report["history"]] == ["B", "C"]
    assert (
        report["history"][0] == json.loads((folder / "new.json").read_text("utf-8"))["history"][0]
    )
    assert "Since revision B:" in report["history"][1][2]
    headings = [b["text"] for b in report["blocks"] if b["kind"] == "Heading"]
    assert {"Revision history", "Changes since revision B"} <= set(headings)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("{}", "report/malformed"),
        ("no json", "report/malformed"),
        ('{"format": "pitboss-document-1", "figures": [], "about": {}}', "report/malformed"),
        ('{"format": "pitboss-document-1", "date": "x", "figures": [{"id": 1}], "about": {}}',
         "report/malformed"),
        (None, "file/missing"),
    ],
)  # fmt: skip
def test_what_is_no_report_is_refused(
    called: Run, folder: Path, tmp_path: Path, content: str | None, code: str
) -> None:
    bad = tmp_path / "bad.json"
    if content is not None:
        bad.write_text(content, "utf-8")
    done = called("compare", str(folder / "old.json"), str(bad))
    assert (done.returncode, f"[{code}]" in done.stderr) == (2, True), done.stderr
    done = called("compare", str(folder / "old.json"), "wa/spanish-21", "--decks", "6")
    assert (done.returncode, done.stderr.count("[option/conflict]")) == (2, 2)
