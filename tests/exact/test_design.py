"""Designed pay tables: the best of every table there is, and those of the rule book found again."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest

import pitboss
from pitboss.advantage.design_gains import TableMaker
from pitboss.advantage.gains import Dealing
from pitboss.engine.depth import house_depth
from pitboss.exact.design import AIMS, ODDS, Design, Range, Wish, design
from pitboss.exact.design import every_table as every_table_of_the_box
from pitboss.exact.odds.wager_odds import WagerOdds
from pitboss.exact.odds.wagers import odds
from pitboss.rulebook.problems import RulesError
from tests.docs.program import run_here
from tests.rows import every_row

SIDE_BETS = Path(__file__).resolve().parents[2] / "examples" / "side-bets"
GAME = "example/side-bets"


@pytest.fixture(autouse=True)
def own_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_GAMES", str(SIDE_BETS))


def priced(item: WagerOdds, pays: tuple[Fraction, ...]) -> tuple[Fraction, Fraction]:
    """Return edge and variance of a table, from first principles."""
    none = Fraction(0)
    gains = [*zip(pays, (row.probability for row in item.rows), strict=True)]
    gains.append((Fraction(-1), 1 - sum((chance for _, chance in gains), none)))
    mean = sum((gain * chance for gain, chance in gains), none)
    return -mean, sum((gain**2 * chance for gain, chance in gains), none) - mean**2


def every_table(item: WagerOdds, top: int) -> list[tuple[Fraction, ...]]:
    """Return every table in the box: the order of the present pays is kept."""
    box = [Fraction(odd) for odd in ODDS if odd <= top]
    now = [row.returns / row.probability for row in item.rows]
    order = sorted(range(len(now)), key=lambda at: (now[at], -at))
    tables = []
    for chosen in combinations_with_replacement(box, len(order)):
        pays = [Fraction(0)] * len(order)
        for at, odd in zip(order, chosen, strict=True):
            pays[at] = odd
        tables.append(tuple(pays))
    return tables


@every_row("aim", list(AIMS))
@every_row("wager", ["perfect-pairs", "lucky-ladies", "royal-match"])
def test_no_table_of_the_box_is_better(wager: str, aim: str) -> None:
    (item,) = odds(GAME, wager=wager, decks=6)
    low, high = Fraction(3, 100), Fraction(9, 100)
    top = 12 if wager == "lucky-ladies" else 40
    wish = Wish(edge=Range(low, high), sd=Range(high=Fraction(5)), top=Fraction(top), aim=aim)
    found = design(item, wish)
    inside = {
        pays: (edge, variance)
        for pays in every_table(item, top)
        for edge, variance in [priced(item, pays)]
        if low <= edge <= high and variance <= 25
    }
    assert found.box == len(every_table(item, top))
    for table in found.tables:
        assert inside[table.pays] == (table.edge, table.variance)
    middle = (low + high) / 2
    best = found.tables[0]
    if aim == "edge":
        assert best.distance == min(abs(edge - middle) for edge, _ in inside.values())
    if aim == "low-sd":
        assert best.variance == min(variance for _, variance in inside.values())
    if aim == "high-sd":
        assert best.variance == max(variance for _, variance in inside.values())


@every_row("wager", ["perfect-pairs", "lucky-lucky", "hot-3", "royal-match", "pair-square"])
def test_a_published_table_is_found_again_from_its_own_figures(wager: str) -> None:
    for decks in (4, 5, 6, 8):
        (item,) = odds(GAME, wager=wager, decks=decks)
        pays = tuple(row.returns / row.probability - 1 for row in item.rows)
        found = design(item, Wish(edge=Range(item.edge, item.edge), aim="like", count=1))
        assert found.tables[0].pays == pays
        assert found.tables[0].edge == item.edge


def test_python_and_command_line_find_the_same(tmp_path: Path) -> None:
    wishes: dict[str, Any] = {
        "hit": "7%..",
        "sd": "..6",
        "top": "..100:1",
        "whole_odds": True,
        "count": 2,
    }
    table = pitboss.table(GAME, decks=6)
    found = table.design("perfect-pairs", edge="4%..5%", **wishes)
    assert isinstance(found, Design)
    order = "design example/side-bets --wager perfect-pairs --edge 4%..5% --hit 7%.. --sd ..6"
    more = " --top ..100:1 --whole-odds --count 2 -o decks=6 --json"
    environment = {"PITBOSS_GAMES": str(SIDE_BETS)}
    output, code = run_here(f"{order}{more}".split(), tmp_path, "", environment)
    assert code == 0
    assert json.loads(output) == json.loads(json.dumps(found.as_json()))
    assert Fraction(4, 100) <= found.tables[0].edge <= Fraction(5, 100)
    assert all(pay.denominator == 1 for pay in found.tables[0].pays)


@every_row(("wager", "decks"), [("perfect-pairs", 6), ("lucky-ladies", 8)])
def test_the_file_of_a_design_has_the_edge_that_was_found(
    wager: str, decks: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = pitboss.table(GAME, decks=decks).design(wager, edge="5%..6%", top="200:1")
    folder = tmp_path / wager
    folder.mkdir()
    (folder / "designed.toml").write_text(found.as_toml(), encoding="utf-8")
    monkeypatch.setenv("PITBOSS_GAMES", f"{SIDE_BETS}:{folder}")
    (item,) = odds(f"own/side-bets-{wager}", wager=wager, decks=decks)
    assert item.edge == found.tables[0].edge


def test_a_table_of_the_rule_book_becomes_a_file_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = pitboss.table("co/21-plus-3", decks=6, soft17="hit").design("21-plus-3", edge="4%..5%")
    (tmp_path / "designed.toml").write_text(found.as_toml(), encoding="utf-8")
    monkeypatch.setenv("PITBOSS_GAMES", str(tmp_path))
    table = pitboss.table("own/21-plus-3-21-plus-3", decks=6, soft17="hit")
    assert table.odds("21-plus-3").edge == found.tables[0].edge


@every_row(
    ("wager", "wishes", "code"),
    [
        ("perfect-pairs", {"edge": "x"}, "option/invalid"),
        ("perfect-pairs", {"edge": "5%..4%"}, "option/invalid"),
        ("perfect-pairs", {"edge": "4%..5%", "top": "high"}, "option/invalid"),
        ("perfect-pairs", {"edge": "4%..5%", "aim": "luck"}, "option/invalid"),
        ("perfect-pairs", {"edge": "4%..5%", "hit": "15%.."}, "design/impossible"),
        ("perfect-pairs", {"edge": "4%..5%", "sd": "..1"}, "design/impossible"),
        ("perfect-pairs", {"edge": "99%.."}, "design/impossible"),
        ("insurance", {"edge": "4%..5%"}, "design/impossible"),
        ("nothing", {"edge": "4%..5%"}, "wager/not-offered"),
        ("perfect-pairs", {}, "option/invalid"),
        ("perfect-pairs", {"edge": "4%..5%", "rows": "0..9"}, "option/invalid"),
        ("perfect-pairs", {"edge": "4%..5%", "also_decks": "six"}, "option/invalid"),
        ("perfect-pairs", {"edge": "4%..5%", "also_decks": "1"}, "design/impossible"),
        ("perfect-pairs", {"edge": "4%..5%", "max_counter": "few"}, "option/invalid"),
        ("perfect-pairs", {"edge": "4%..5%", "max_counter": -1}, "option/invalid"),
    ],
)
def test_a_wish_that_cannot_be_is_refused(wager: str, wishes: dict[str, Any], code: str) -> None:
    with pytest.raises(RulesError) as caught:
        pitboss.table(GAME, decks=6).design(wager, **wishes)
    assert [problem.code for problem in caught.value.problems] == [code]


def test_the_edge_holds_with_every_number_of_decks() -> None:
    found = pitboss.table(GAME, decks=6).design("hot-3", edge="5%..6%", also_decks="4,8")
    for decks in (4, 6, 8):
        (item,) = odds(GAME, wager="hot-3", decks=decks)
        for table in found.tables:
            edge, _ = priced(item, table.pays)
            assert Fraction(5, 100) <= edge <= Fraction(6, 100)
            assert abs(edge - Fraction(55, 1000)) <= table.distance


def test_rows_are_left_out_where_that_serves_best(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a row pays is paid by a later one that holds too, so the chances change with it."""
    found = pitboss.table(GAME, decks=6).design("hot-3", edge="5%..6%", rows="3", hit="..16%")
    for number, (table, (item, paid)) in enumerate(zip(found.tables, found.choices, strict=True)):
        assert len(paid.rows) == 3
        assert item.hit_frequency <= Fraction(16, 100)
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "designed.toml").write_text(found.as_toml(table), encoding="utf-8")
        monkeypatch.setenv("PITBOSS_GAMES", f"{SIDE_BETS}:{folder}")
        (again,) = odds("own/side-bets-hot-3", wager="hot-3", decks=6)
        assert again.edge == table.edge, number


def test_a_counter_wins_no_more_than_is_allowed() -> None:
    """The gain that is shown is the largest that a count has with the table, priced by itself."""
    table = pitboss.table(GAME, decks=6)
    free = table.design("royal-match-blackjack", edge="2%..6%", count=3)
    found = table.design("royal-match-blackjack", edge="2%..6%", count=3, max_counter="0.03")
    assert found.priced > free.priced, "the best tables were ruled out"
    for made, (_, paid) in zip(found.tables, found.choices, strict=True):
        assert made.counter is not None
        assert made.counter <= 0.03
        depth = house_depth(table.setup, table.house.shoe)
        dealing = Dealing(cut=depth.cut, burn=depth.burn)
        maker = TableMaker(paid, table.setup.shoe, dealing)
        gains = [maker.gain(made.pays, system).per_100 for system in maker.systems(made.pays)]
        assert made.counter == pytest.approx(max(gains), rel=1e-9)
    with pytest.raises(RulesError, match="gives a counter more"):
        table.design("royal-match-blackjack", edge="2%..6%", max_counter=0)


def test_no_table_beats_one_of_the_front() -> None:
    """The front against every table of the box, one by one."""
    table = pitboss.table(GAME, decks=6)
    wishes: dict[str, Any] = {"edge": "4%..8%", "top": "30:1", "whole_odds": True}
    front = table.design("perfect-pairs", **wishes, front=True, count=100).tables
    (item,) = odds(GAME, wager="perfect-pairs", decks=6)
    box = Wish(edge=Range(Fraction(4, 100), Fraction(8, 100)), top=Fraction(30), whole_odds=True)
    for pays in every_table_of_the_box(item, box):
        edge, variance = priced(item, tuple(map(Fraction, map(int, pays))))
        assert Fraction(4, 100) <= edge <= Fraction(8, 100)
        for best in front:
            calmer = float(variance) < float(best.variance) - 1e-9
            higher = round(float(edge), 3) > round(float(best.edge), 3)
            # Pairs cannot be counted by ranks, so the counter's win decides nothing here.
            assert not (calmer and higher and best.counter == 0)


def test_rules_with_the_edge_wanted_are_all_found() -> None:
    table = pitboss.table("reference/blackjack", decks=6)
    found = table.design_rules(("decks", "soft17"), edge="0.4%..0.5%", count=20)
    expected = {}
    for decks in pitboss.game("reference/blackjack").listed_decks:
        for soft17 in ("hit", "stand"):
            changed = pitboss.table("reference/blackjack", decks=decks, soft17=soft17)
            edge = changed.solve().house_edge
            if 0.004 <= edge <= 0.005:
                expected[decks, soft17] = edge
    assert {(*it.options.values(),): it.house_edge for it in found.sets} == expected
    assert (found.tried, found.inside) == (16, len(expected))


@every_row(
    ("change", "edge", "code"),
    [
        ("colour", "0%..1%", "option/unknown"),
        ("", "0%..1%", "option/invalid"),
        ("decks", "", "option/invalid"),
        ("decks", "50%..60%", "design/impossible"),
        ("decks,soft17,das,surrender,charlie,max_hands,double", "0%..1%", "design/too-many"),
    ],
)
def test_a_wish_for_rules_that_cannot_be_is_refused(change: str, edge: str, code: str) -> None:
    with pytest.raises(RulesError) as caught:
        pitboss.table("reference/blackjack", decks=6).design_rules(change, edge=edge)
    assert [problem.code for problem in caught.value.problems] == [code]


def test_the_command_designs_rules_too(tmp_path: Path) -> None:
    order = "design reference/blackjack --change soft17 --edge 0%..2% -o decks=6 --json"
    output, code = run_here(order.split(), tmp_path, "", {})
    assert code == 0
    found = pitboss.table("reference/blackjack", decks=6).design_rules("soft17", edge="0%..2%")
    assert json.loads(output) == found.as_json()
    wrong = "design reference/blackjack --change soft17 --wager main --edge 0%..2%"
    output, code = run_here(wrong.split(), tmp_path, "", {})
    assert code == 2
