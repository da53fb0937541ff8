"""`pitboss count`: what is said about a shoe, and what is refused."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.rows import every_row

GAME = "reference/blackjack"
KEYS = [
    "game",
    "options",
    "digest",
    "assumed",
    "wager",
    "table",
    "decks",
    "cards",
    "counted",
    "expectation",
    "removal",
    "mean_fixed",
    "sd_of_one_card",
    "systems",
    "best",
]


def test_the_record_has_the_keys_that_programs_rely_on(called: Run) -> None:
    done = called("count", GAME, "--json")
    record = json.loads(done.stdout)
    assert [key for key in record if key in KEYS] == KEYS
    assert set(record["removal"][0]) == {"card", "count", "fixed", "reoptimised"}
    assert {row["card"] for row in record["removal"]} == {*"23456789", "T", "A"}
    assert sum(row["count"] for row in record["removal"]) == record["cards"] == 312
    assert abs(record["mean_fixed"]) < 1e-12
    assert set(record["best"][0]) == {"level", "balanced", "tags", "correlation", "proven"}
    assert [(row["level"], row["balanced"]) for row in record["best"]] == [
        (level, balanced) for level in (1, 2, 3, 4) for balanced in (False, True)
    ]
    by_name = {row["name"]: row for row in record["systems"]}
    assert set(by_name["Hi-Lo"]) == {"name", "tags", "start", "per", "correlation", "slope"}
    assert by_name["KO"]["start"] == -20
    assert by_name["Halves"]["tags"]["5"] == 1.5
    # The published betting correlations, as far as their digits go.
    assert round(by_name["Hi-Lo"]["correlation"], 2) == 0.97
    assert round(by_name["Halves"]["correlation"], 2) == 0.99


def test_the_best_balanced_tags_are_hi_lo_and_those_of_any_sum_ko(called: Run) -> None:
    done = called("count", GAME, "--design", "1")
    lines = [line.split() for line in done.stdout.splitlines()]
    assert ["1", "any", *"11111100", "-1", "-1", "0.9688", "yes"] in lines
    assert ["1", "balanced", *"11111000", "-1", "-1", "0.9659", "yes"] in lines


def test_a_game_shuffled_before_every_round_has_nothing_to_count(called: Run) -> None:
    done = called("count", "co/pai-jack")
    assert done.returncode == 0
    assert "nothing to count" in done.stdout
    record = json.loads(called("count", "co/pai-jack", "--json").stdout)
    assert (record["counted"], record["code"]) == (False, "count/not-counted")


@every_row("words", [(), ("--wager", "golden-21")])
def test_a_continuous_shuffler_leaves_nothing_to_count(called: Run, words: tuple[str, ...]) -> None:
    """The same game from a shoe is counted: the shuffler alone is why it is not."""
    done = called("count", "co/golden-21", "-o", "dealt_from=continuous shuffler", *words, "--json")
    record = json.loads(done.stdout)
    assert (record["counted"], record["code"]) == (False, "count/not-counted")
    assert "shuffled before every round" in record["message"]


def test_a_side_wager_is_counted_in_fractions(called: Run) -> None:
    words = ["--wager", "jackpot-1", "--table", "3c-5", "--meter", "25000", "--suits", "--json"]
    record = json.loads(called("count", "wa/spanish-21", "-o", "decks=6", *words).stdout)
    assert (record["wager"], record["table"], record["meter"]) == ("jackpot-1", "3c-5", 2_500_000)
    assert record["exact"] == "3051/7462"
    rows = record["removal"]
    assert sum(row["count"] * Fraction(row["exact"]) for row in rows) == 0
    (best, *_) = record["best"]
    assert best["tags"]["As"] == -1
    assert best["tags"]["Ah"] == 0
    gains = [record[key]["per_100"] for key in ("exact_gain", "perfect")]
    assert 0 < gains[0] < gains[1] + 3 * record["perfect"]["standard_error"]
    assert [row["left"] for row in record["jackpot"]["by_copies"]] == [6, 5, 4, 3, 2, 1, 0]


def test_where_no_card_matters_ranks_left_unevenly_are_counted(called: Run, tmp_path: Path) -> None:
    """The chart shows why: the wager gains in some shoes, whatever the effects of removal say."""
    plot = tmp_path / "wager.svg"
    words = ["--wager", "match-up", "--design", "1", "--plot", str(plot)]
    done = called("count", "wa/spanish-21", "-o", "decks=6", *words)
    assert f"{plot}: the charts" in done.stdout
    drawing = plot.read_text(encoding="utf-8")
    assert "The exact value of the wager with 240 of 288 cards gone" in drawing
    assert "it gains in " in drawing
    assert "No card matters by itself" in done.stdout
    assert "What can be won by rank difference" in done.stdout
    assert "Best tags" not in done.stdout


def test_insurance_is_indexed_for_any_shoe(called: Run) -> None:
    """With many twos and threes known to be gone, a count of the others says something else."""
    words = ["--system", "hi-lo", "--design", "1", "--gone", "2=16 3=16", "--json"]
    gone = json.loads(called("count", GAME, *words).stdout)
    assert gone["systems"][0]["running"] == 32
    # 96 of 279 unseen cards count ten once an ace is up, more than a third: it gains at +31.
    assert max(map(int, gone["insurance"])) < 31
    # Of a full shoe, where low cards may still come, it is 205.
    assert gone["insurance"]["12"] == 140


# By day wagers made before the deal are counted.
@pytest.mark.nightly
def test_a_wager_made_with_the_up_card_in_sight_has_a_count_for_each(called: Run) -> None:
    record = json.loads(called("count", "co/buffalo-2", "--wager", "bust-bonus", "--json").stdout)
    assert [row["up"] for row in record["by_up_card"]] == [*"23456789", "T", "A"]
    assert all(row["best"] for row in record["by_up_card"])


def test_index_plays_are_listed_by_what_they_gain(called: Run) -> None:
    done = called("count", GAME, "--system", "hi-lo", "--design", "1", "--indices", "--json")
    plays = json.loads(done.stdout)["indices"]
    assert len(plays) == 18
    assert [play["gain"] for play in plays] == sorted((p["gain"] for p in plays), reverse=True)
    by_hand = {(play["hand"], play["up"]): play for play in plays}
    assert by_hand["16", "T"]["index"] == 0
    assert by_hand["insurance", "A"]["index"] == 3
    keys = ["hand", "up", "action", "otherwise", "difference", "slope", "index"]
    assert [key for key in plays[0] if key in keys] == keys


def test_all_index_plays_come_with_the_chart(called: Run, tmp_path: Path) -> None:
    plot = tmp_path / "chart.svg"
    words = ("--system", "hi-lo", "--design", "1")
    done = called("count", GAME, *words, "--indices", "all", "--plot", str(plot))
    assert all(cell in plot.read_text(encoding="utf-8") for cell in (">S0<", "Pairs: index plays"))
    _, _, chart = done.stdout.partition("Index chart")
    lines = [line.split() for line in chart.splitlines()]
    (sixteen,) = (line for line in lines if line[:1] == ["16"] and line[1].startswith("S"))
    assert sixteen[9] == "S0"
    assert "Pairs: index plays" in chart


def test_everything_wrong_is_refused_at_once(called: Run) -> None:
    words = ["--system", "hi-low", "--design", "7", "--gone", "Zh 5=99", "--balanced", "--json"]
    done = called("count", GAME, *words)
    assert done.returncode == 2
    problems = json.loads(done.stdout)["refused"]["problems"]
    assert [problem["code"] for problem in problems] == [
        "option/invalid",
        "option/conflict",
        "shoe/cards",
        "shoe/cards",
        "count/unknown-system",
    ]


def test_what_is_wrong_at_any_table_is_said_beside_the_options(called: Run) -> None:
    done = called("count", GAME, "-o", "decks=x", "--design", "9", "--json")
    problems = json.loads(done.stdout)["refused"]["problems"]
    assert [problem["key"] for problem in problems] == ["options.decks", "--design"]


REFUSED = {
    ("--system", "suit difference", "--indices"): "option/conflict",
    ("--system", "5=1 A=x"): "count/tags",
    ("--system", "Jk=1 5=1"): "count/tags",
    ("--system", "nowhere.toml"): "file/missing",
    ("--gone", ""): "shoe/cards",
    ("--gone", "As", "--unseen", "As"): "option/conflict",
    ("--unseen", "5=25"): "shoe/cards",
    ("--unseen", "5=1 5s=1"): "shoe/cards",
    ("--unseen", "As Kh"): "shoe/too-small",
    ("--indices", "0"): "option/invalid",
    ("--plot", "a.gif"): "option/invalid",
    ("--meter", "5000"): "option/conflict",
    ("--table", "2"): "option/conflict",
    ("--wager", "nope"): "wager/not-offered",
    ("--wager", "insurance", "--indices"): "option/conflict",
}


@every_row("words, code", REFUSED.items())
def test_what_cannot_be_counted_is_refused_with_its_code(
    called: Run, words: tuple[str, ...], code: str
) -> None:
    done = called("count", GAME, *words, "--json")
    assert done.returncode == 2
    assert json.loads(done.stdout)["refused"]["code"] == code


def test_a_count_from_a_file_is_as_good_as_its_tags(called: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('name = "Mine"\ntags = "1 1 1 1 1 0 0 0 -1 -1"\n')
    rows = [
        json.loads(called("count", GAME, "--system", system, "--design", "1", "--json").stdout)
        for system in (str(path), "1 1 1 1 1 0 0 0 -1 -1", "Hi-Lo")
    ]
    correlations = [record["systems"][0]["correlation"] for record in rows]
    assert correlations == pytest.approx([correlations[0]] * 3, abs=0)


def test_an_index_play_that_the_table_does_not_allow_is_refused(
    called: Run, tmp_path: Path
) -> None:
    path = tmp_path / "mine.toml"
    play = '{ hand = "16", up = "T", action = "surrender", at = 0 }'
    path.write_text(f'name = "Mine"\ntags = "5=1 A=-1"\nindices = [{play}]\n')
    done = called("count", GAME, "--system", str(path), "--json")
    assert done.returncode == 2
    assert json.loads(done.stdout)["refused"]["code"] == "count/index-play"


HUNTED = "21-plus-3-progressive"
HUNT = ("co/21-plus-3", "--design", "1")


def test_hunters_of_one_meter_are_simulated(called: Run) -> None:
    words = ["--wager", HUNTED, "--hunters", "2", "--tables", "3", "--rounds", "3e3"]
    words += ["-o", f"jackpot.{HUNTED}.contribution=25%"]
    record = json.loads(called("count", *HUNT, *words, "--meter", "14000", "--json").stdout)
    hunt = record["hunt"]
    assert [hunt[key] for key in ("hunters", "tables", "rounds", "start")] == [
        2,
        3,
        3000,
        1_400_000,
    ]
    assert 0 < hunt["bets"] <= 6000
    assert hunt["money"]["meter"]["conserved"] is True
    assert hunt["at_start"]["per_100"] == record["perfect"]["per_100"]
    assert hunt["must_hit"] is None
    done = called("count", *HUNT, *words, "--must-hit-by", "9000", columns=80)
    _, _, page = done.stdout.partition("Hunters of one meter")
    assert "Must hit by  $9,000.00. No rule document offers it: this is a what-if." in page
    assert "Who pays" in page
    assert max(map(len, page.splitlines())) <= 80


@every_row(
    "words, code, key",
    [
        (("--wager", HUNTED, "--hunters", "0"), "option/invalid", "--hunters"),
        (("--wager", HUNTED, "--hunters", "3", "--tables", "2"), "option/invalid", "--hunters"),
        (("--wager", HUNTED, "--hunters", "1", "--tables", "101"), "option/invalid", "--tables"),
        (("--wager", HUNTED, "--hunters", "1", "--seats", "8"), "option/invalid", "--seats"),
        (("--wager", HUNTED, "--hunters", "1", "--rounds", "1e9"), "option/invalid", "--rounds"),
        (("--wager", HUNTED, "--hunters", "1", "--rounds", "0"), "option/invalid", "--rounds"),
        (("--wager", HUNTED, "--hunters", "1", "--rounds", "1.5"), "option/invalid", "--rounds"),
        (("--wager", HUNTED, "--hunters", "1", "--seed", "-1"), "option/invalid", "--seed"),
        (("--wager", HUNTED, "--must-hit-by", "ten"), "option/invalid", "--must-hit-by"),
        (("--wager", HUNTED, "--must-hit-by", "5000.01"), "option/invalid", "--must-hit-by"),
        (
            ("--wager", HUNTED, "--meter", "9000", "--must-hit-by", "8000"),
            "option/invalid",
            "--must-hit-by",
        ),
        (("--wager", HUNTED, "--tables", "2"), "option/conflict", "--tables"),
        (("--wager", HUNTED, "--hunters", "1", "--gone", "As"), "option/conflict", "--hunters"),
        (("--hunters", "1"), "option/conflict", "--hunters"),
        (("--wager", "21-plus-3", "--hunters", "1"), "option/conflict", "--hunters"),
    ],
)
def test_what_cannot_be_hunted_is_refused(
    called: Run, words: tuple[str, ...], code: str, key: str
) -> None:
    done = called("count", *HUNT, *words, "--json")
    assert done.returncode == 2
    (problem,) = json.loads(done.stdout)["refused"]["problems"]
    assert (problem["code"], problem["key"]) == (code, key)


def test_a_jackpot_that_the_play_decides_or_that_no_wager_feeds_is_not_hunted(called: Run) -> None:
    by_play = called("count", "co/straight-jack-progressive", "--wager", "straight-jack",
                     "--hunters", "1")  # fmt: skip
    assert by_play.returncode == 2
    assert "not decided by the cards of the deal" in by_play.stderr
    words = ("-o", f"jackpot.{HUNTED}.contribution=0%", "--wager", HUNTED, "--must-hit-by", "9000")
    unfed = called("count", "co/21-plus-3", *words)
    assert unfed.returncode == 2
    assert "no wager adds to this meter" in unfed.stderr


def test_a_house_jackpot_has_no_meter_to_hunt(called: Run, tmp_path: Path) -> None:
    text = Path("examples/wa-spanish-21.toml").read_text(encoding="utf-8")
    fed = ("contribution =", "reserve =", "seed =")
    lines = [line for line in text.splitlines() if not line.startswith(fed)]
    prizes = 'scheme = "house"\nprize = { "100%" = "$5000", "10%" = "$500" }'
    posted = tmp_path / "house.toml"
    posted.write_text("\n".join(lines).replace('scheme = "progressive"', prizes), encoding="utf-8")
    words = ("--house", str(posted), "--wager", "jackpot-1", "--hunters", "1")
    refused = called("count", "wa/spanish-21", *words)
    assert refused.returncode == 2
    assert "posted prizes and no meter: there is nothing to hunt" in refused.stderr
