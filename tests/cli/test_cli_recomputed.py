"""Figures that a game mathematician recomputed without code of this project, through the commands.

Each value is stated with how it was found there: counted by hand or by brute force, simulated with
own code, or printed by a source. A figure of this file that moves is a wrong figure.
"""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod
from pathlib import Path
from typing import Any

import pytest

from pitboss.advantage.protect.meter_time import meter_time
from pitboss.api.tables import Table
from pitboss.exact.odds.wagers import odds_at_table
from pitboss.report.document.blocks import Paragraph
from pitboss.report.maths.model import maths
from pitboss.report.maths.wagers import wagers_section
from pitboss.rulebook.house import house_from
from tests.cli.conftest import Run
from tests.own_games import OwnGame

EXAMPLES = Path(__file__).parents[2] / "examples"
SIX = ("-o", "decks=6", "-o", "soft17=hit")
REDOUBLE = (*SIX, "-o", "redouble=true", "-o", "max=$300", "-o", "min=$10")
OWN_TABLE = """
[[tables]]
ids = ["own"]
title = "A table of one's own"
wagers = ["{wager}"]
family = "{family}"
cite = "2110(3)"
rows = [
{rows}
]
"""


def read(called: Run, *words: str) -> Any:  # noqa: ANN401 - JSON
    done = called(*words, "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)


def own_table(wager: str, family: str, pays: dict[str, str]) -> str:
    rows = (f'  {{ name = "{on}", on = "{on}", pays = ["{pay}"] }},' for on, pay in pays.items())
    return OWN_TABLE.format(wager=wager, family=family, rows="\n".join(rows))


@pytest.mark.parametrize(
    ("game", "wager", "family", "pays", "edge"),
    [
        # Two cards of one rank, 23/311, at 11 to 1.
        ("co/ante-up-21", "poker-bonus", "pair-and-up-card", {"pair": "11 to 1"}, "11.25%"),
        # Three cards of one suit, straight flushes and suited trips among them, at 14 to 1.
        ("co/21-plus-3", "21-plus-3", "three-card-poker", {"flush": "14 to 1"}, "8.95%"),
        # Two queens of hearts are paid 200 to 1 against a dealer's blackjack too.
        (
            *("co/ride-free", "lucky-ladies", "lucky-ladies"),
            {"queens": "200 to 1", "matched-20": "25 to 1", "suited-20": "10 to 1"}
            | {"any-20": "4 to 1"},
            "18.80%",
        ),
    ],
)
def test_own_pay_tables_have_the_counted_edge(
    called: Run,
    own_game: OwnGame,
    game: str,
    wager: str,
    family: str,
    pays: dict[str, str],
    edge: str,
) -> None:
    own = own_game(game, more=own_table(wager, family, pays))
    (found,) = read(called, "odds", own, "--wager", wager, "--table", "own", "--decks", "6")
    assert f"{found['edge_float']:.2%}" == edge


def test_a_total_of_21_is_every_21_that_no_better_row_pays(called: Run, own_game: OwnGame) -> None:
    """Of a Spanish shoe, pairs such as A-J-J and 8-8-5 among them: 7.522%, counted card by card."""
    kinds = [(rank, suit) for rank in (*range(1, 10), 11, 12, 13) for suit in range(4)]
    ways = sum(
        prod(comb(6, hand.count(card)) for card in set(hand))
        for hand in combinations_with_replacement(kinds, 3)
        if _is_plain_21(hand)
    )
    wager = """
[wagers.own-21]
title = "Own 21"
made = "before the deal"
settled = "after the deal"
needs = ["main"]
cite = "GR4"
"""
    pays = {
        "three-of-a-kind-suited": "80 to 1",
        "straight-flush": "40 to 1",
        "three-of-a-kind": "15 to 1",
        "straight": "5 to 1",
        "flush": "5 to 1",
        "total-21": "2 to 1",
    }
    table = own_table("own-21", "three-card-poker", pays)
    own = own_game("wa/spanish-21", more=wager + table.replace("2110(3)", "GR4"))
    (found,) = read(called, "odds", own, "--wager", "own-21", "--table", "own", "--decks", "6")
    (row,) = (row for row in found["outcomes"] if row["name"] == "total-21")
    assert Fraction(row["probability"]) == Fraction(ways, comb(288, 3))
    assert f"{float(Fraction(row['probability'])):.3%}" == "7.522%"
    assert f"{found['edge_float']:.2%}" == "5.13%", "8.95% if pairs that total 21 lost"


def _is_plain_21(hand: tuple[tuple[int, int], ...]) -> bool:
    """Three cards that total 21 and are no flush, no straight and not three of a kind."""
    ranks, suits = zip(*hand, strict=True)
    total = sum(min(rank, 10) for rank in ranks)
    if total != 21 and not (1 in ranks and total == 11):
        return False
    low, middle, high = sorted(ranks)
    is_straight = (low + 2, middle + 1) == (high, high) or (low, middle, high) == (1, 12, 13)
    return len(set(suits)) > 1 and not is_straight and len(set(ranks)) > 1


@pytest.mark.parametrize(
    ("words", "figure", "value"),
    [
        ("odds wa/spanish-21 --wager match-up --table 2 --decks 6", "edge", "114/3731"),
        ("odds wa/spanish-21 --wager match-up --table 2 --decks 6", "hit_frequency", "575/3731"),
        ("odds wa/spanish-21 --wager insurance --decks 6", "edge", "71/287"),
    ],
)
def test_side_wagers_have_the_counted_fractions(
    called: Run, words: str, figure: str, value: str
) -> None:
    assert {found[figure] for found in read(called, *words.split())} == {value}


def test_a_meter_has_the_simulated_long_run(called: Run) -> None:
    """An event simulation of 2e10 wagers of $5: mean meter $37,204, edge 9.944%."""
    words = "odds wa/spanish-21 --wager jackpot-1 --table 3c-5 --decks 6 -o seed=5000 -o wager=5"
    (found,) = read(called, *words.split())
    meter = {key: value for key, value in found["progressive"].items() if key != "wager"}
    assert float(Fraction(meter["mean_meter"])) == pytest.approx(37_204, rel=2e-3)
    assert float(Fraction(meter["long_run_edge"])) == pytest.approx(0.09944, abs=1e-4)


def test_double_double_down_has_the_simulated_edges(called: Run) -> None:
    """The printed chart, simulated with own code: 0.4222 +- 0.0074% of small wagers (3e8 rounds).

    The best play is 0.4168% to $75; at $300 the cap of $300 makes it another game.
    """
    small = read(called, "solve", "wa/spanish-21", *REDOUBLE, "--wager", "75")
    assert f"{small['house_edge']:.4%}" == "0.4168%"
    assert abs(small["house_edge"] - 0.004222) < 2 * 0.000074
    large = read(called, "solve", "wa/spanish-21", *REDOUBLE, "--wager", "300")
    assert f"{large['house_edge']:.4%}" == "0.3925%"
    # $10 is the table's minimum, and the Super Bonus pays $1,000 there.
    least = read(called, "solve", "wa/spanish-21", *REDOUBLE, "--wager", "10")
    assert f"{least['house_edge_with_super_bonus']:.4%}" == "0.4039%"
    band = read(called, "solve", "wa/spanish-21", *REDOUBLE, "--wager", "25")
    assert f"{band['house_edge_with_super_bonus']:.4%}" == "0.3889%"
    alone, envied = (band[f"house_edge_with_super_bonus{more}"] for more in ("", "_and_envy"))
    assert f"{alone - 5 * (alone - envied):.4%}" == "0.3874%", "five others at a table of six"
    # 4 C(6,3) 21 / (C(288,3) 285).
    assert round(1 / band["super_bonus"]["probability"]) == 668_382


def test_a_report_states_the_exposure_that_the_table_pays(called: Run, tmp_path: Path) -> None:
    """$300 doubled to $1,200 on four hands: $4,800 a seat, $28,800 at six."""
    out = tmp_path / "report.html"
    done = called("report", "wa/spanish-21", *REDOUBLE, "--out", str(out))
    assert done.returncode == 0, done.stderr
    page = out.read_text()
    assert "$4,800" in page
    assert "$24,000" in page, "at five seats, which nobody set otherwise"
    assert "$9,600" not in page


def test_bets_that_do_not_add_up_to_one_are_refused(called: Run, tmp_path: Path) -> None:
    """Pushes that were left out: +0.01 a round became +0.0909."""
    file = tmp_path / "bets.json"
    bets = [{"gain": 1, "probability": 0.06}, {"gain": -1, "probability": 0.05}]
    for wrong in (bets, [{"gain": 1, "probability": 0.6}, {"gain": -1, "probability": 0.6}]):
        file.write_text(json.dumps({"distribution": wrong}))
        done = called("risk", "--from", str(file), "--bank", "100")
        assert done.returncode == 2
        assert "probabilit" in done.stderr


FED = {
    "game": "wa/spanish-21",
    "options": {"decks": 6, "soft17": "hit"},
    "tables": {"match-up": "2", "jackpot-1": "3c-5"},
    "jackpots": {
        "jackpot-1": {
            "scheme": "progressive",
            "wager": 500,
            "contribution": "21%",
            "reserve": "10%",
            "seed": "5000.00",
        }
    },
}


def test_a_meter_is_above_break_even_as_often_as_simulated() -> None:
    """5.9% of all wagers of $5, with a tenth of the contribution kept for the next start."""
    table = Table.open(house_from(FED))
    spot = table.setup.configured.spots["jackpot-1"]
    time = meter_time(odds_at_table(table.house, table.setup, spot)[0], spot)
    assert time is not None
    assert time.above == pytest.approx(0.059, abs=0.002)
    assert round(time.break_even) == 5_434_526


def test_a_report_takes_the_win_of_a_jackpot_after_its_meter() -> None:
    """9.94%, and not the 31.449% of its fixed pays: what feeds the meter is the players'."""
    report = maths(house_from(FED), proven=False)
    notes = [
        block.text
        for block in wagers_section(report)
        if isinstance(block, Paragraph) and block.text.startswith("Theoretical win")
    ]
    assert any(note.startswith("Theoretical win 9.9414% of the handle") for note in notes)
    assert not any("31.449" in note for note in notes)


def test_check_warns_of_a_jackpot_that_pays_back_more_than_is_wagered(
    called: Run, tmp_path: Path
) -> None:
    """$1 wagers of which 60% feed the meter, and a seed of $500,000: far below -200%."""
    file = tmp_path / "house.toml"
    file.write_text(
        'game = "wa/spanish-21"\n[options]\ndecks = 6\nsoft17 = "hit"\n'
        '[tables]\nmatch-up = "2"\njackpot-1 = "3c-5"\n[jackpots.jackpot-1]\n'
        'scheme = "progressive"\nwager = "$1"\ncontribution = "60%"\nseed = "500000.00"\n'
    )
    (warning,) = read(called, "check", str(file))["warnings"]
    assert (warning["code"], warning["key"]) == ("jackpot/loses", "jackpots.jackpot-1")
    assert warning["message"].endswith("the long-run edge is -282.36%")


def test_a_meter_that_pays_more_than_it_gets_is_empty_and_warned_of(
    called: Run, tmp_path: Path
) -> None:
    """1000 for 1 on 188/779779 is 24.1% of a wager, and 21% feeds the meter."""
    text = (EXAMPLES / "wa-spanish-21.toml").read_text("utf-8")
    file = tmp_path / "house.toml"
    file.write_text(text.replace('"40 for 1", from = "jackpot"', '"1000 for 1", from = "jackpot"'))
    (warning,) = read(called, "check", str(file))["warnings"]
    assert (warning["code"], warning["key"]) == ("jackpot/empty", "jackpots.jackpot-2")
    (found,) = read(called, "odds", "--house", str(file), "--wager", "jackpot-2")
    assert found["progressive"]["mean_meter"] == "0"
    assert found["progressive"]["long_run_edge"] == found["edge"], "the house pays what is short"
