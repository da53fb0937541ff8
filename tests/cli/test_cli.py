"""`pitboss games` and `pitboss show`: the catalogue and every game's sheet, as text and as JSON."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from pitboss import __version__
from pitboss.rulebook.pays import parse_pay
from pitboss.rulebook.reading.library import game, game_ids
from tests.cli.conftest import Run


def test_games_as_json_lists_exactly_the_ids_of_the_contract(called: Run) -> None:
    done = called("games", "--json")
    listed = json.loads(done.stdout)

    assert done.returncode == 0
    assert done.stderr == ""
    assert [one["id"] for one in listed] == [
        *("wa/spanish-21", "wa/spanish-21-v003", "wa/spanish-21-v002"),
        *("ilani/spanish-21", "bet-bigger/spanish-21"),
        *("co/21-holdem", "co/blackjack-switch", "co/ante-up-21", "co/21-plus-3"),
        *("co/golden-21", "co/straight-jack", "co/straight-jack-progressive", "co/3-card-21"),
        *("co/pai-jack", "co/buffalo-2", "co/buffalo-3", "co/trilux", "co/free-bet"),
        *("co/extreme-21", "co/deuces-wild-xtreme", "co/ride-free"),
        "reference/blackjack",
    ]
    for one in listed:
        assert one["title"] == game(one["id"]).title
        assert one["document"]
        assert one["decks"] == list(game(one["id"]).decks)
        assert one["options"] == [option.id for option in game(one["id"]).options]
        assert one["wagers"] == [wager.id for wager in game(one["id"]).wagers]
        assert one["tables"] == len(game(one["id"]).tables)


@pytest.mark.parametrize("columns", [80, 120])
def test_games_names_every_game(columns: int, called: Run) -> None:
    done = called("games", columns=columns)

    assert done.returncode == 0
    assert [name for name in game_ids() if name not in done.stdout] == []
    assert max(map(len, done.stdout.splitlines())) <= columns


@pytest.mark.parametrize("game_id", game_ids())
def test_show_as_json_carries_every_table_row_and_pay(game_id: str, called: Run) -> None:
    done = called("show", game_id, "--json")
    shown = json.loads(done.stdout)
    one = game(game_id)

    assert done.returncode == 0
    assert shown["id"] == game_id
    assert [
        (
            table["id"],
            table["decks"],
            table["wagers"],
            table["cite"],
            [
                (row["name"], row.get("column", ""), row["outcome"], row["pay"])
                for row in table["rows"]
            ],
        )
        for table in shown["tables"]
    ] == [
        (
            table.id,
            list(table.decks),
            list(table.wagers),
            table.cite,
            [(row.name, row.column, row.outcome, row.text) for row in table.rows],
        )
        for table in one.tables
    ]
    assert [option["id"] for option in shown["options"]] == [option.id for option in one.options]
    assert [wager["id"] for wager in shown["wagers"]] == [wager.id for wager in one.wagers]
    assert shown["clauses"] == dict(one.clauses)
    assert [ruling["id"] for ruling in shown["rulings"]] == [ruling.id for ruling in one.rulings]
    assert shown["printed"] == dict(one.printed)


def test_show_as_json_carries_what_is_printed_beside_the_pays(called: Run) -> None:
    trilux = {table["id"]: table for table in json.loads(show(called, "co/trilux"))["tables"]}
    washington = json.loads(show(called, "wa/spanish-21"))["tables"]

    assert trilux["progressive-01"]["seed"] == "10000.00"
    assert trilux["progressive-01"]["increment"] == "24%"
    assert trilux["progressive-01"]["base_wager"] == 500
    assert trilux["progressive-01"]["rows"][0]["envy"] == "$100"
    assert trilux["progressive-01"]["envy_to"] == "dealer"
    assert trilux["TRILG-04"]["min_wager"] == 500
    assert [t["printed"] for t in washington if t["id"] == "3c-5"] == [
        {"house_advantage": "10.45%"}
    ]


def show(run: Run, game_id: str) -> str:
    return run("show", game_id, "--json").stdout


def test_a_pay_is_taken_apart_for_programs(called: Run) -> None:
    """What is "to 1", "for 1", a share, odds plus a share, dollars or a word stays apart."""
    values: dict[str, dict[str, object]] = {}
    for game_id in ("co/straight-jack-progressive", "co/21-plus-3", "co/trilux", "wa/spanish-21"):
        for table in json.loads(show(called, game_id))["tables"]:
            values |= {row["pay"]: row["value"] for row in table["rows"]}

    assert values["9 to 1"] == {"to": "9"}
    assert values["2.5 to 1"] == {"to": "5/2"}
    assert values["12 for 1"] == {"for": "12"}
    assert values["10%"] == {"percent": 10}
    assert values["200 to 1 + 100%"] == {"to": "200", "percent": 100}
    assert values["$125"] == {"cents_per_dollar": 12500}
    assert values["$"] == {"word": "operator_set"}
    assert values["N/A"] == {"word": "not_offered"}
    assert all(parse_pay(text) for text in values)


def test_show_takes_one_wagers_tables(called: Run) -> None:
    shown = json.loads(called("show", "co/trilux", "--wager", "super-3", "--json").stdout)
    text = called("show", "co/trilux", "--wager", "super-3").stdout

    assert [table["id"] for table in shown["tables"]] == ["SUP-01", "SUP-02", "SUP-03"]
    assert "SUP-02" in text
    assert "TRI-01" not in text
    assert "bust-bonanza-1" not in text


def test_show_takes_one_table(called: Run) -> None:
    shown = json.loads(called("show", "wa/spanish-21", "--table", "2", "--json").stdout)
    text = called("show", "wa/spanish-21", "--table", "3c-5").stdout

    assert [(table["id"], table["decks"]) for table in shown["tables"]] == [
        ("2", [2]),
        ("2", [4]),
        ("2", [5]),
        ("2", [6]),
        ("2", [8]),
    ]
    assert "3c-5" in text
    assert "3c-6" not in text


def test_show_takes_a_wager_and_a_table_together(called: Run) -> None:
    arguments = ("show", "co/buffalo-3", "--wager", "21-plus-3", "--table", "B", "--json")
    shown = json.loads(called(*arguments).stdout)

    assert [table["id"] for table in shown["tables"]] == ["B"]


@pytest.mark.nightly(every=4)
@pytest.mark.parametrize("columns", [80, None])
@pytest.mark.parametrize("game_id", game_ids())
def test_a_sheet_names_every_table_option_wager_and_ruling_and_fits_the_screen(
    game_id: str, columns: int | None, called: Run
) -> None:
    """In a pipe, where nothing says how wide it is, a sheet is 100 columns wide."""
    done = called("show", game_id, columns=columns)
    text = done.stdout
    one = game(game_id)
    # A narrow column may break a long name at its hyphens; the letters are all there.
    letters = "".join(text.split())

    assert (done.returncode, done.stderr) == (0, "")
    assert max(map(len, text.splitlines())) <= (columns or 100)
    assert [table.id for table in one.tables if table.id not in text] == []
    assert [option.id for option in one.options if option.id not in letters] == []
    assert [wager.id for wager in one.wagers if wager.id not in letters] == []
    assert [ruling.id for ruling in one.rulings if f" {ruling.id} " not in text] == []
    assert "…" not in text


def test_a_sheet_says_every_rule_in_words(called: Run) -> None:
    """What a rule is about is a sentence of the rule book, never the key that files have."""
    wrong = {}
    for game_id in game_ids():
        text = called("show", game_id).stdout
        rules = text.partition("\nRules\n")[2].partition("\nThe house's options")[0]
        lines = [line for line in rules.splitlines() if line.startswith("  ")]
        fixed = [name.replace("_", " ") for name in game(game_id).fixed]
        wrong[game_id] = [line for line in lines if line.strip().split("  ")[0] in fixed]
        assert lines
    assert {name: lines for name, lines in wrong.items() if lines} == {}


def test_tables_of_one_id_are_told_apart_by_their_decks(called: Run) -> None:
    """Table 2 of Washington has five columns, one for each deck count."""
    lines = called("show", "wa/spanish-21", "--table", "2").stdout.splitlines()
    heads = [" ".join(line.split()) for line in lines if "4 decks" in line]
    assert heads == ["table 2 2 decks 4 decks 5 decks 6 decks 8 decks"]


def test_a_pay_table_is_shown_as_a_player_sees_it(called: Run) -> None:
    text = called("show", "co/free-bet", "--wager", "push-22", columns=80).stdout
    lines = [" ".join(line.split()) for line in text.splitlines()]

    assert "push-22-A push-22-B push-22-C" in lines
    assert "Suited 22 50 to 1 50 to 1 11 to 1" in lines
    assert "Other (Not 22) loss loss loss" in lines
    assert "2116(10), Push 22; ruling C30" in text


def test_without_a_terminal_pitboss_alone_prints_the_catalogue(pitboss: Run) -> None:
    done = pitboss()

    assert done.returncode == 0
    assert [name for name in game_ids() if name not in done.stdout] == []
    assert "pitboss show GAME" in done.stdout


def test_the_version_is_printed(pitboss: Run) -> None:
    done = pitboss("--version")

    assert (done.returncode, done.stdout) == (0, f"pitboss {__version__}\n")


@pytest.mark.parametrize("command", ["games", "show", "check"])
def test_help_names_every_command_and_each_has_its_own(command: str, called: Run) -> None:
    everything = called("--help")
    one = called(command, "--help")

    assert everything.returncode == one.returncode == 0
    assert f"  {command} " in everything.stdout
    assert "--json" in one.stdout


@pytest.mark.parametrize(
    ("words", "heavy"),
    [
        (["--help"], ["numba", "numpy", "pydantic", "rich"]),
        (["solve", "reference/blackjack"], ["pydantic", "rich"]),
    ],
)
def test_a_quick_command_imports_nothing_heavy_that_it_does_not_need(
    words: list[str], heavy: list[str]
) -> None:
    """Why `pitboss --help` is quick: heavy modules are imported inside the commands."""
    code = (
        f"import sys; sys.argv = ['pitboss', *{words}]\n"
        "from pitboss.cli.main import main\n"
        "main()\n"
        f"print('HEAVY', sorted({{*{heavy}}} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=False
    )

    *shown, last = done.stdout.splitlines()
    assert shown
    assert last == "HEAVY []", done.stderr
