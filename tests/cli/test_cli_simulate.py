"""`pitboss simulate` as a person and a program call it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet  # type: ignore[import-untyped]

from pitboss.simulator.export import problems
from tests.cli.conftest import Run

ROOT = Path(__file__).parents[2]
PLAIN = ("reference/blackjack", "--rounds", "20_000", "--seed", "3")
KEYS = {
    *("game", "options", "tables", "house_digest", "strategy", "seats", "fresh", "burn", "cut"),
    *("seed", "device", "workers", "seconds", "rounds_per_second", "complete", "rounds"),
    *("house_edge", "standard_error", "interval", "variance", "standard_deviation"),
    *("average_wager", "element_of_risk", "base_wager_cents", "wagered_cents", "total_cents"),
    *("histogram", "parts", "events", "dealer", "insurance", "wagers", "digest"),
    *("assumed", "rounds_asked", "until", "split_play"),
}


def simulated(called: Run, *arguments: str) -> dict[str, Any]:
    done = called("simulate", *arguments, "--json")
    assert done.returncode == 0, done.stderr
    data: dict[str, Any] = json.loads(done.stdout)
    return data


def refused(called: Run, *arguments: str) -> list[tuple[str, str]]:
    """Return what is refused: each problem's key and code, one line each on the error output."""
    done = called("simulate", *arguments, "--json")
    assert done.returncode == 2, done.stderr
    problems = json.loads(done.stdout)["refused"]["problems"]
    assert len(done.stderr.splitlines()) == len(problems)
    assert all(line.startswith("pitboss: ") for line in done.stderr.splitlines())
    return [(problem["key"], problem["code"]) for problem in problems]


def test_json_has_the_documented_keys(called: Run) -> None:
    output = simulated(called, *PLAIN)
    page = (ROOT / "docs" / "guides" / "simulator.md").read_text(encoding="utf-8")

    assert set(output) == KEYS
    assert output["rounds"] == output["rounds_asked"] == 20_000
    assert output["complete"] is True
    assert output["fresh"] is True
    assert output["split_play"] == "best"
    for key in _keys(output):
        assert f"`{key}`" in page, key


def _keys(data: object) -> set[str]:
    """Every key that is the same in all results; events and the like are named by the game."""
    named = {"options", "tables", "events", "dealer", "meter_at_hit"}
    if isinstance(data, list):
        return set().union(*map(_keys, data))
    if not isinstance(data, dict):
        return set()
    inner = [_keys(value) for key, value in data.items() if key not in named]
    return set(data).union(*inner)


def test_every_key_of_parts_is_documented(called: Run) -> None:
    output = simulated(called, "co/deuces-wild-xtreme", "--rounds", "2000", "--seats", "2")
    page = (ROOT / "docs" / "guides" / "simulator.md").read_text(encoding="utf-8")

    assert [part["id"] for part in output["parts"]] == ["ante", "odds", "play"]
    for key in _keys(output["parts"]):
        assert f"`{key}`" in page, key


def test_every_key_of_wagers_and_jackpots_is_documented(called: Run) -> None:
    table = ("-o", "table.jackpot-1=3c-5")
    output = simulated(called, "wa/spanish-21", *table, "--rounds", "3e4", "--seats", "2")
    page = (ROOT / "docs" / "guides" / "simulator.md").read_text(encoding="utf-8")

    assert output["assumed"]
    assert any(wager["jackpot"] for wager in output["wagers"])
    for key in _keys(output):
        assert f"`{key}`" in page, key


@pytest.mark.parametrize("rounds", ["2e4", "20000", "20_000", "2.0e4", "20000.0"])
def test_rounds_are_read_as_people_write_them(rounds: str, called: Run) -> None:
    output = simulated(called, "reference/blackjack", "--rounds", rounds, "--seed", "3")

    assert output["rounds"] == 20_000


def test_threads_and_fresh_change_nothing(called: Run) -> None:
    digests = {
        simulated(called, *PLAIN, *more)["digest"]
        for more in ((), ("--threads", "1"), ("--threads", "2"), ("--fresh",), ("--device", "cpu"))
    }

    assert len(digests) == 1


def test_a_shoe_is_dealt_to_its_cut_card(called: Run) -> None:
    half = simulated(called, *PLAIN, "--penetration", "50%", "-o", "shoe.burn=3")
    same = simulated(called, *PLAIN, "--penetration", "0.5", "-o", "shoe.burn=3")

    assert (half["burn"], half["cut"], half["fresh"]) == (3, 156, False)
    assert half["digest"] == same["digest"]


def test_until_takes_a_percentage(called: Run) -> None:
    output = simulated(called, "reference/blackjack", "--rounds", "1e9", "--until", "0.3%")

    assert output["until"] == 0.003
    assert output["standard_error"] <= 0.003
    assert output["rounds"] < 10**6 < output["rounds_asked"]


def test_text_fits_eighty_columns_and_says_the_same(called: Run) -> None:
    table = ("-o", "table.jackpot-1=3c-5", "-o", "table.match-up=2")
    arguments = ("wa/spanish-21", *table, "--rounds", "2e4", "--seed", "3")
    done = called("simulate", *arguments)
    data = simulated(called, *arguments)

    assert done.returncode == 0
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert f"{data['house_edge']:.4%} of the first wager" in done.stdout
    assert data["digest"] in done.stdout
    for name, event in data["events"].items():
        assert re.search(rf"{re.escape(name)} +{event['count']:,} ", done.stdout), name
    assert "assumed: " in done.stderr


def test_long_names_and_pays_of_rows_fit_too(called: Run) -> None:
    done = called("simulate", "co/straight-jack-progressive", "--rounds", "1e4")

    assert "200 to 1 + 100%" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_two_main_wagers_are_simulated_too(called: Run) -> None:
    done = called("simulate", "co/blackjack-switch", "--rounds", "1e4")

    assert done.returncode == 0, done.stderr
    assert "of both first wagers" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "problems"),
    [
        (("--rounds", "0"), [("rounds", "option/invalid")]),
        (("--rounds", "-1"), [("rounds", "option/invalid")]),
        (("--rounds", "1e16"), [("rounds", "option/invalid")]),
        (("--rounds", "1e999999999"), [("rounds", "option/invalid")]),
        (("--rounds", "9" * 500), [("rounds", "option/invalid")]),
        (("--rounds", "many"), [("rounds", "option/invalid")]),
        (("--rounds", "1.5"), [("rounds", "option/invalid")]),
        (("--rounds", "nan"), [("rounds", "option/invalid")]),
        (("--rounds", "inf"), [("rounds", "option/invalid")]),
        (("--rounds", "5", "--seats", "8"), [("seats", "option/invalid")]),
        (("--rounds", "5", "--seed", "-1"), [("seed", "option/invalid")]),
        (("--rounds", "5", "--threads", "0"), [("threads", "option/invalid")]),
        (("--rounds", "5", "--penetration", "1"), [("penetration", "option/invalid")]),
        (("--rounds", "5", "--penetration", "x"), [("penetration", "option/invalid")]),
        (("--rounds", "5", "--penetration", "0.1%"), [("penetration", "option/invalid")]),
        (("--rounds", "5", "--penetration", "50%", "--fresh"), [("fresh", "option/conflict")]),
        (("--rounds", "5", "--until", "0"), [("until", "option/invalid")]),
        (("--rounds", "5", "--until", "-1%"), [("until", "option/invalid")]),
        (("--rounds", "5", "--device", "abacus"), [("device", "option/invalid")]),
        (("--rounds", "5", "--strategy", "no-such.json"), [("strategy", "strategy/unknown")]),
        (("--rounds", "5", "--parquet", "no/such/file"), [("", "file/unwritable")]),
        (("--rounds", "5", "--checkpoint", "no/such/file"), [("", "file/unwritable")]),
        (("--rounds", "5", "--checkpoint", "README.md"), [("", "checkpoint/malformed")]),
        (("--rounds", "5", "-o", "decks=101"), [("options.decks", "option/invalid")]),
    ],
    ids=str,
)
def test_bad_input_is_refused_in_one_sentence(
    arguments: tuple[str, ...],
    problems: list[tuple[str, str]],
    called: Run,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(ROOT)
    assert refused(called, "reference/blackjack", *arguments) == problems


def test_all_problems_are_said_at_once_and_nothing_is_written(called: Run, tmp_path: Path) -> None:
    wrong = ("--rounds", "0", "--seats", "9", "--until", "x", "-o", "decks=101", "-o", "x")
    files = ("--parquet", str(tmp_path / "a"), "--checkpoint", str(tmp_path / "b"))
    refusals = refused(called, "reference/blackjack", *wrong, *files)
    without_game = refused(called, "roulette", *wrong, *files)

    assert {key for key, _ in refusals} == {"rounds", "seats", "until", "options.decks", "x"}
    assert {key for key, _ in without_game} == {"game", "rounds", "seats", "until"}
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("game", ["co/pai-jack", "co/21-holdem", "co/deuces-wild-xtreme"])
def test_a_game_with_rounds_of_its_own_kind_is_simulated_too(game: str, called: Run) -> None:
    done = called("simulate", game, "--rounds", "500", "--json")
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert data["rounds"] == sum(row["count"] for row in data["histogram"]) == 500


def test_parquet_holds_what_was_counted(called: Run, tmp_path: Path) -> None:
    file = tmp_path / "found.parquet"
    output = simulated(called, *PLAIN, "--parquet", str(file))
    table = parquet.read_table(file)
    rows = table.to_pylist()

    assert table.column_names == ["kind", "name", "wager", "value", "count", "frequency", "cents"]
    about = json.loads(table.schema.metadata[b"pitboss"])
    assert about == {key: output[key] for key in about}
    assert about["digest"] == output["digest"]
    events = {row["name"]: row["count"] for row in rows if row["kind"] == "event"}
    assert events == {name: event["count"] for name, event in output["events"].items()}
    results = [row for row in rows if row["kind"] == "result"]
    assert sum(row["count"] * row["cents"] for row in results) == output["total_cents"]


def test_without_the_extra_parquet_is_refused(
    called: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(problems, "find_spec", lambda _: None)
    file = tmp_path / "found.parquet"

    assert refused(called, *PLAIN, "--parquet", str(file)) == [("", "extra/missing")]
    assert not file.exists()


@pytest.fixture
def heeded() -> Iterator[None]:
    """Programs that are started heed an interruption, though the suite itself may run without."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heeded")
def test_an_interruption_prints_what_was_done_and_the_checkpoint_goes_on(
    called: Run, tmp_path: Path
) -> None:
    """The program is interrupted as by Ctrl-C once its checkpoint is there, then called again."""
    file = tmp_path / "run.checkpoint"
    program = [sys.executable, "-m", "pitboss.cli.main", "simulate", "reference/blackjack"]
    options = ["--rounds", "1e12", "--seed", "9", "--checkpoint", str(file), "--json"]
    with subprocess.Popen(
        [*program, *options], cwd=ROOT, env=os.environ, stdout=subprocess.PIPE, encoding="utf-8"
    ) as running:
        while not file.exists():
            assert running.poll() is None
            time.sleep(0.02)
        running.send_signal(signal.SIGINT)
        data = json.loads(running.communicate()[0])

    assert running.returncode == 130
    assert data["complete"] is False
    assert 0 < data["rounds"] < data["rounds_asked"] == 10**12
    more = data["rounds"] + 12_345
    again = ("reference/blackjack", "--rounds", str(more), "--seed", "9")
    resumed = simulated(called, *again, "--checkpoint", str(file))
    assert resumed["digest"] == simulated(called, *again)["digest"]


@pytest.mark.usefixtures("heeded")
def test_an_interruption_before_the_first_round_says_nothing(tmp_path: Path) -> None:
    """A file that nobody fills keeps the program waiting for its house, whatever the machine."""
    house = tmp_path / "house.toml"
    os.mkfifo(house)
    program = [sys.executable, "-m", "pitboss.cli.main", "simulate", "reference/blackjack"]
    with (
        subprocess.Popen(
            [*program, "--rounds", "1e9", "--house", str(house)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        ) as running,
        house.open("w", encoding="utf-8"),
    ):  # opens once the program reads
        running.send_signal(signal.SIGINT)
        output = running.communicate()

    assert running.returncode == 130
    assert output == ("", "")


def test_money_is_told_for_the_wager_that_was_simulated(called: Run) -> None:
    options = ("decks=6", "soft17=hit", "redouble=true", "max=$300")
    words = ("simulate", "wa/spanish-21", *(w for o in options for w in ("-o", o)))
    words = (*words, "--wager", "300", "--rounds", "400", "--seed", "5")
    total = json.loads(called(*words, "--json").stdout)["total_cents"]
    line = next(x for x in called(*words).stdout.splitlines() if "won by all seats" in x)
    won, first = re.findall(r"-?\$[\d,.]+", line)[:2]
    assert float(won.replace("$", "").replace(",", "")) == total * 3, "of units of $1 to $300"
    assert first == "$120,000.00"
    assert line.endswith("at $300.00 a wager")
