"""Every kind of round has its entry in the tables of every layer: a new one is missing nowhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from pitboss.advantage.kinds import KINDS as COUNTED
from pitboss.engine.rounds.kinds import ROUND_PLANS
from pitboss.exact.advising.positions import POSITIONS
from pitboss.exact.kinds import SOLVERS
from pitboss.report.kinds import KINDS as REPORTS
from pitboss.rulebook.model import RoundKind
from pitboss.rulebook.reading.playable import ROUND_WAGERS
from pitboss.simulator.kinds import KINDS as SIMULATED
from pitboss.simulator.players import ROUNDS
from pitboss.sitting.kinds import TABLE_KINDS
from pitboss.text.kinds import KINDS as TEXTS

COMPLETE: Mapping[str, Mapping[RoundKind, Any]] = {
    "rulebook/reading/playable.py": ROUND_WAGERS,
    "engine/rounds/kinds.py": ROUND_PLANS,
    "exact/kinds.py": SOLVERS,
    "exact/advising/positions.py": POSITIONS,
    "simulator/kinds.py": SIMULATED,
    "simulator/players.py": ROUNDS,
    "advantage/kinds.py": COUNTED,
    "text/kinds.py": TEXTS,
    "sitting/kinds.py": TABLE_KINDS,
    "report/kinds.py": REPORTS,
}
"""Module -> its table with an entry for every kind of round."""


@pytest.mark.parametrize("module", COMPLETE)
def test_a_table_has_every_kind_of_round(module: str) -> None:
    missing = set(RoundKind) - set(COMPLETE[module])
    assert not missing, f"src/pitboss/{module} has no entry for {', '.join(sorted(missing))}"
