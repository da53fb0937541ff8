"""Tables being set up: every choice that is offered leads to a table, or to a reason."""

from __future__ import annotations

from fractions import Fraction

from pitboss.engine.setup import prepare
from pitboss.rulebook.reading.library import game_ids
from pitboss.sitting.table_order import (
    NOT_OFFERED,
    Base,
    change_row,
    list_rows,
    order_problems,
    order_table,
)

MONEY = 10**9


def test_every_game_has_a_ready_table_and_a_bare_one() -> None:
    wrong = []
    for game_id in game_ids():
        for base in Base:
            order = order_table(game_id, base=base)
            if order.base is not base or order_problems(order, MONEY):
                wrong.append((game_id, base))
    assert wrong == []


def test_the_next_value_of_every_row_opens_a_table_or_says_why_not() -> None:
    """What a row shows afterwards is what was chosen; most changes alone are allowed."""
    refused = 0
    changed = 0
    wrong = []
    for game_id in game_ids():
        order = order_table(game_id)
        for row in list_rows(order):
            value = row.values[(row.values.index(row.value) + 1) % len(row.values)]
            after = change_row(order, row.key, value)
            shown = {list_row.key: list_row.value for list_row in list_rows(after)}
            if shown[row.key] != value:
                wrong.append((game_id, row.key, value, shown[row.key]))
            changed += 1
            refused += bool(order_problems(after, MONEY))
    assert wrong == []
    assert refused < changed / 5


def test_another_deck_count_brings_pay_tables_that_fit_it() -> None:
    order = change_row(order_table("wa/spanish-21"), "decks", "2")
    assert order_problems(order, MONEY) == ()
    spots = prepare(order.house).configured.spots
    assert all(2 in spot.table.decks for spot in spots.values() if spot.table)


def test_a_jackpot_is_taken_off_the_felt_and_put_there_again() -> None:
    order = order_table("wa/spanish-21")
    without = change_row(order, "table.jackpot-2", NOT_OFFERED)
    assert "jackpot-2" not in prepare(without.house).configured.spots
    again = change_row(without, "table.jackpot-2", (order.house.tables or {})["jackpot-2"])
    spot = prepare(again.house).configured.spots["jackpot-2"]
    assert spot.jackpot is not None


def test_the_seed_and_the_contribution_of_a_jackpot_are_set() -> None:
    """Every progressive has both rows, but what its pay table prescribes is no choice."""
    order = order_table("wa/spanish-21")
    for key, value in (("seed", "$25,000"), ("contribution", "30%")):
        order = change_row(order, f"jackpot.jackpot-1.{key}", value)
    assert order_problems(order, MONEY) == ()
    jackpot = prepare(order.house).configured.spots["jackpot-1"].jackpot
    assert jackpot is not None
    assert (jackpot.seed, jackpot.contribution) == (2_500_000, Fraction(3, 10))

    keys = {row.key for row in list_rows(order_table("co/deuces-wild-xtreme"))}
    both = {f"jackpot.five-card-linked.{name}" for name in ("seed", "contribution")}
    assert both <= keys
    assert not any(row.key.startswith("jackpot.") for row in list_rows(order_table("co/trilux")))
