from __future__ import annotations

from pitboss.rulebook.model import RoundKind
from pitboss.table.kinds import TABLE_KINDS


def test_every_kind_of_round_has_its_entry() -> None:
    assert set(TABLE_KINDS) == set(RoundKind)
