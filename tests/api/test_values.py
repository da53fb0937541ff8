"""Objects of the library are values: they copy, travel, compare and refuse what is no value."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pitboss
from pitboss.rulebook.reading import library
from tests.api.test_rounds import EVERY_GAME, play

MINE = """
extends = "reference/blackjack"
[game]
id = "mine/travels"
title = "Mine"
"""


@EVERY_GAME
@pytest.mark.parametrize("seed", range(3))
def test_a_round_goes_on_alike_in_its_copies_and_after_a_journey(game: str, seed: int) -> None:
    hand = pitboss.table(game).deal(main_cents=1000, seed=seed)
    sent = pickle.dumps(hand)
    first = copy.copy(hand)
    second = copy.deepcopy(hand)
    before = hand.events
    ends = [play(each) for each in (first, second, pickle.loads(sent))]  # noqa: S301
    assert hand.events == before, "a copy that is played changes nothing here"
    assert len({str(end.record()) for end in (*ends, play(hand))}) == 1


def test_a_round_in_the_middle_of_its_decisions_travels_too() -> None:
    hand = pitboss.table("reference/blackjack").deal(1000, cards="5h 9s 4d 7c 2h", seed=3)
    hand.act("hit")
    there = pickle.loads(pickle.dumps(hand))  # noqa: S301
    assert (there.choices, there.state.net()) == (hand.choices, hand.state.net())
    assert there.act("stand").record() == hand.copy().act("stand").record()


@pytest.mark.parametrize("cents", [10.5, "10", True, None])
def test_money_that_is_no_whole_number_of_cents_is_refused(cents: object) -> None:
    table = pitboss.table("wa/spanish-21")
    with pytest.raises(pitboss.RefusedError, match="write a whole number of cents"):
        table.deal(cents)  # type: ignore[arg-type]
    with pytest.raises(pitboss.RefusedError, match=r"match-up is .*; write a whole number"):
        table.deal(1000, wagers={"match-up": cents})  # type: ignore[dict-item]
    with pytest.raises(pitboss.RefusedError, match=r"match-up is .*; write a whole number"):
        table.deal(1000, seats={2: {"match-up": cents}})  # type: ignore[dict-item]
    hand = pitboss.table("reference/blackjack").deal(1000, cards="5h 9s 6d 7c", seed=3)
    if cents is not None:
        with pytest.raises(pitboss.RefusedError, match=r"amount is .*; write a whole number"):
            hand.act("double", amount=cents)  # type: ignore[arg-type]
    assert hand.choices, "nothing was decided"


def test_whole_numbers_of_numpy_are_whole_numbers() -> None:
    whole: Any = np.int64  # its type is not int, and people use it all the same
    table = pitboss.table(
        "reference/blackjack", decks=whole(6), shoe={"cut": whole(52), "burn": whole(1)}
    )
    assert (
        table.house
        == pitboss.table("reference/blackjack", decks=6, shoe={"cut": 52, "burn": 1}).house
    )
    assert table.deal(whole(1000), seed=3).net == table.deal(1000, seed=3).net
    run = table.simulate(rounds=whole(2_000), seed=whole(3))
    assert run == table.simulate(rounds=2_000, seed=3)


@pytest.mark.parametrize(("key", "value"), [("seed", 1.5), ("seats", 1.5), ("threads", 1.5)])
def test_a_fraction_where_a_whole_number_belongs_is_refused(key: str, value: float) -> None:
    settings: dict[str, Any] = {key: value}
    with pytest.raises(pitboss.RulesError, match=f"{key}: 1.5 is not a whole number"):
        pitboss.simulate("reference/blackjack", rounds=1_000, **settings)


def test_simulations_are_equal_where_they_counted_the_same() -> None:
    table = pitboss.table("reference/blackjack")
    run = table.simulate(rounds=2_000, seed=3)
    assert run == table.simulate(rounds=2_000, seed=3, threads=1)
    assert len({run, table.simulate(rounds=2_000, seed=3)}) == 1
    assert run != table.simulate(rounds=2_000, seed=4)
    assert run != "another thing"


def test_advice_is_the_same_after_a_journey() -> None:
    advice = pitboss.table("reference/blackjack").deal(cards="Th Ts 6c 9d", seed=7).advise()
    assert pickle.loads(pickle.dumps(advice)) == advice  # noqa: S301
    assert hash(advice) == hash(pickle.loads(pickle.dumps(advice)))  # noqa: S301


def test_rounds_are_not_exported_under_the_name_of_another_format(tmp_path: Path) -> None:
    with pytest.raises(pitboss.RulesError, match="is written as Parquet"):
        pitboss.simulate("reference/blackjack", rounds=10, export=tmp_path / "rounds.csv")
    assert not [*tmp_path.iterdir()]


def test_what_is_no_house_is_refused_in_a_sentence() -> None:
    with pytest.raises(pitboss.RulesError, match="is no house; give a path, a House, or its keys"):
        pitboss.check([1])  # type: ignore[arg-type]


def test_a_story_has_a_result_once_the_round_is_over() -> None:
    hand = pitboss.table("reference/blackjack").deal(cards="Th Ts 6c 9d", seed=7)
    assert "result" not in hand.story()
    assert hand.act("stand").story().endswith("result  seat 1 -$10.00")


def test_a_game_of_your_own_is_loaded_by_a_call_and_loaded_again_when_it_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library, "_added", {})
    file = tmp_path / "mine.toml"
    file.write_text(MINE, encoding="utf-8")
    assert pitboss.load_game(file).id == "mine/travels"
    assert pitboss.table("mine/travels", decks=6).deal(1000, seed=3).choices
    file.write_text(MINE.replace("Mine", "Mine again"), encoding="utf-8")
    pitboss.load_game(str(file))
    assert pitboss.game("mine/travels").title == "Mine again"
    file.write_text(MINE.replace("[game]", "[gmae]"), encoding="utf-8")
    with pytest.raises(pitboss.RulesError):
        pitboss.load_game(file)
    assert pitboss.game("mine/travels").title == "Mine again", "nothing changed"


def test_python_runs_the_package_as_the_program() -> None:
    command = [sys.executable, "-m", "pitboss", "--version"]
    said = subprocess.run(command, capture_output=True, text=True, check=True)
    assert said.stdout == f"pitboss {pitboss.__version__}\n"
