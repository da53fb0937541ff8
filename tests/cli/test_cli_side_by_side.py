"""Pay tables beside each other: `pitboss show` with several tables, `pitboss odds` as a list."""

from __future__ import annotations

from tests.cli.conftest import Run

SPANISH = "wa/spanish-21"


def test_show_puts_the_named_tables_side_by_side(called: Run) -> None:
    """Every table that is named is shown, and rows of the same outcome are one line."""
    for named in (("--table", "3c-5", "--table", "3c-7"), ("--table", "3c-5,3c-7")):
        lines = called("show", SPANISH, *named).stdout.splitlines()
        assert [line.split() for line in lines if "3c-5" in line] == [["3c-5", "3c-7"]]
        row = next(line for line in lines if "1 Suited match" in line)
        assert row.split("match")[1].split() == ["9", "for", "1", "10", "for", "1"]


def test_show_names_every_table_that_does_not_exist(called: Run) -> None:
    refused = called("show", SPANISH, "--table", "3c-55", "--table", "x")
    assert refused.returncode == 2
    assert "'3c-55'" in refused.stderr
    assert "'x'" in refused.stderr


def test_a_list_of_odds_has_the_long_run_edge_beside_that_of_the_fixed_pays(called: Run) -> None:
    """A printed 24.19% is the edge of 45.19% less the 21% that feeds the meter (ruling W1)."""
    done = called("odds", SPANISH, "--wager", "jackpot-1", "--decks", "6", columns=140)
    lines = [line.split() for line in done.stdout.splitlines()]
    (line,) = (" ".join(line) for line in lines if "3c-1" in line)
    assert line.startswith("jackpot-1 3c-1 6 or 3-alt-1, 3-alt-2 45.1914% 24.1914% 1.3492 15.411%")
    assert line.endswith("24.19% agrees")
    assert "Of each wager, 21.00% (inferred) feeds the meter." in done.stdout
