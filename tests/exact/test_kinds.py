"""Every kind of round is solved by one table, and every solution offers the same."""

from __future__ import annotations

import pytest

from pitboss.engine.setup import Setup, prepare
from pitboss.exact import kinds
from pitboss.exact.solution import MAIN
from pitboss.rulebook.defaults import complete_main_game
from pitboss.rulebook.house import House
from pitboss.rulebook.model import RoundKind

GAMES = {
    RoundKind.BLACKJACK: "reference/blackjack",
    RoundKind.SWITCH: "co/blackjack-switch",
    RoundKind.THREE_CARD_21: "co/3-card-21",
    RoundKind.HOLDEM: "co/21-holdem",
    RoundKind.ANTE_UP: "co/ante-up-21",
    RoundKind.PAI_JACK: "co/pai-jack",
    RoundKind.WILD_POKER: "co/deuces-wild-xtreme",
}


def table(kind: RoundKind) -> Setup:
    house, _ = complete_main_game(House(game=GAMES[kind]))
    return prepare(house)


def test_every_kind_of_round_has_a_solver() -> None:
    assert set(kinds.SOLVERS) == set(RoundKind) == set(GAMES)


@pytest.mark.nightly(every=3)
@pytest.mark.parametrize("kind", RoundKind)
def test_a_solution_has_its_parts_and_its_record(kind: RoundKind) -> None:
    setup = table(kind)
    solution = kinds.solve(setup)
    parts = {part.id: part for part in solution.parts}
    record = solution.as_json()

    assert next(iter(parts)) == MAIN
    assert solution.setup.configured.digest == setup.configured.digest == record["digest"]
    assert record["game"] == GAMES[kind]
    assert record["house_edge"] == float(solution.house_edge)
    assert record["standard_deviation"] == solution.standard_deviation
    for part in parts.values():
        assert part.unit
        assert part.exact is None or float(part.exact) == part.edge
    if kind != RoundKind.ANTE_UP:  # whose record has the 21 wager played for alone
        assert parts[MAIN].edge == record["house_edge"]
        assert parts[MAIN].standard_deviation == record["standard_deviation"]
    else:
        assert parts["both"].edge == record["joint_edge"]
        assert parts["both"].standard_deviation == record["standard_deviation"]
