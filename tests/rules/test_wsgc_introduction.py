"""What the Washington documents say before their numbered rules."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.rulebook.check import judge
from pitboss.rulebook.house import house_from
from tests.rows import every_row
from tests.rules.clauses import clause, washington
from tests.rules.table import HIT_SOFT_17, V002, V003, WA, progressive


def codes(game: str, **house: object) -> list[tuple[str, str]]:
    """Return code and key of every problem of a house."""
    options = house.pop("options", {})
    assert isinstance(options, Mapping)
    given = {"game": game, "options": {**HIT_SOFT_17, **options}, **house}
    return [(problem.code, problem.key) for problem in judge(house_from(given))]


@washington("Introduction-limits", how="judged")
def test_wsgc_introduction_no_limit_is_above_the_states(game: str) -> None:
    """The state's limits change by themselves, so they are a profile; $400 is today's."""
    assert codes(game, limits={"main": {"max": 40_000}}) == []
    assert codes(game, limits={"main": {"max": 40_001}}) == [
        ("profile/exceeded", "limits.main.max")
    ]
    tables = {"match-up": "7" if game == V002 else "2"}
    over = {"match-up": {"max": 40_001}}
    assert codes(game, tables=tables, limits=over) == [("profile/exceeded", "limits.match-up.max")]


@clause(WA, "Introduction-equipment", how="judged")
@clause(V003, "Introduction-equipment", how="judged")
@clause(V002, "Introduction-equipment", how="judged")
@every_row(
    ("game", "lowest", "too_low"),
    [(WA, "v003", "v002"), (V003, "v003", "v002"), (V002, "v002", "v001")],
)
def test_wsgc_introduction_a_jackpot_needs_equipment_that_is_approved_for_it(
    game: str, lowest: str, too_low: str
) -> None:
    table = {"jackpot-1": "8c-1" if game == V002 else "3c-1"}
    jackpots = {"jackpot-1": progressive()}

    def with_equipment(version: str) -> list[tuple[str, str]]:
        return codes(game, options={"equipment": version}, tables=table, jackpots=jackpots)

    for version in (lowest, "v005t", "v006"):
        assert with_equipment(version) == []
    assert with_equipment(too_low) == [("option/invalid", "options.equipment")]
