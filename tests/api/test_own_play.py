"""Play by a function of one's own: simulated and valued like the chart that it fills."""

from __future__ import annotations

from typing import Any, cast

import pytest

import pitboss
from pitboss import ChartHand


def mimic(hand: ChartHand) -> str:
    """Play as the dealer must, who never doubles and never splits."""
    return "hit" if hand.total < 17 else "stand"


def test_the_simulated_edge_of_a_function_is_its_exact_one() -> None:
    solution = pitboss.solve("reference/blackjack", decks=6)
    exact = float(solution.house_edge) + solution.cost_of(mimic)
    run = pitboss.simulate("reference/blackjack", rounds=2_000_000, seed=1, strategy=mimic, decks=6)
    assert run.strategy == "own chart"
    # Five standard errors: one seed in two million is further off.
    assert abs(run.house_edge.mean - exact) < 5 * run.house_edge.standard_error
    assert 0.05 < exact < 0.07  # the figure that is known for somebody who plays like the dealer


@pytest.mark.parametrize(
    "game", ["wa/spanish-21", "co/free-bet", "co/blackjack-switch", "bet-bigger/spanish-21"]
)
def test_a_function_that_leaves_all_open_plays_the_chart(game: str) -> None:
    table = pitboss.table(game)
    seen: list[ChartHand] = []

    def keep(hand: ChartHand) -> None:
        seen.append(hand)

    mine = table.simulate(rounds=20_000, seed=3, strategy=keep)
    chart = table.simulate(rounds=20_000, seed=3, strategy="chart")
    assert mine.histogram == chart.histogram
    assert len(set(seen)) == len(seen), "every cell is asked for once"
    assert {hand.up for hand in seen} == {*map(str, range(2, 11)), "A"}


def test_words_of_the_legend_and_codes_say_the_same() -> None:
    def by_words(hand: ChartHand) -> str | None:
        return "double, otherwise stand" if (hand.part, hand.row) == ("soft", "18") else None

    def by_code(hand: ChartHand) -> str | None:
        return "Ds" if (hand.part, hand.row) == ("soft", "18") else None

    table = pitboss.table("reference/blackjack")
    runs = [table.simulate(rounds=20_000, seed=5, strategy=play) for play in (by_words, by_code)]
    assert runs[0].histogram == runs[1].histogram
    assert runs[0].histogram != table.simulate(rounds=20_000, seed=5, strategy="chart").histogram


def test_an_answer_that_is_no_code_names_its_cell() -> None:
    with pytest.raises(pitboss.RulesError, match=r"strategy\.hard\.16\.10: 'fly' is no code"):
        pitboss.simulate("reference/blackjack", rounds=10, strategy=lambda _: "fly")
    # Best play never doubles 5, so only this function has to say what follows.
    with pytest.raises(pitboss.RulesError, match="this chart doubles into it"):
        pitboss.simulate(
            "wa/spanish-21",
            rounds=10,
            strategy=lambda hand: "double" if (hand.part, hand.row) == ("hard", "5") else None,
        )


def test_games_without_charts_refuse_a_function() -> None:
    with pytest.raises(pitboss.RulesError, match="co/pai-jack is not played by charts"):
        pitboss.simulate("co/pai-jack", rounds=10, strategy=mimic)


@pytest.mark.parametrize(
    ("wrong", "near"), [("sead", "seed"), ("strategi", "strategy"), ("zzz", "it has rounds")]
)
def test_a_wrong_keyword_is_named_as_the_caller_wrote_it(wrong: str, near: str) -> None:
    table = pitboss.table("reference/blackjack")
    with pytest.raises(TypeError, match=rf"simulate\(\) has no argument '{wrong}'; .*{near}"):
        cast(Any, table).simulate(**{wrong: 1})


def test_cards_in_a_list_are_refused_by_name() -> None:
    table = pitboss.table("reference/blackjack")
    with pytest.raises(pitboss.RulesError, match=r"hand: \['Th', '6c'\] is not a text"):
        table.advise(["Th", "6c"], up="7d")  # type: ignore[arg-type]
