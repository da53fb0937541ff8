"""A test of many rows fails with every row that fails, and names it."""

from __future__ import annotations

from inspect import signature

import pytest

from tests.rows import every_row


def test_every_row_is_tried_and_those_that_fail_are_named() -> None:
    tried = []

    @every_row("a, b", [(1, 1), (2, 3), (4, 4), (5, 6)])
    def same(a: int, b: int) -> None:
        tried.append(a)
        assert a == b

    with pytest.raises(BaseExceptionGroup, match="2 of 4") as failed:
        same()  # type: ignore[call-arg]
    assert tried == [1, 2, 4, 5]
    notes = [note for failure in failed.value.exceptions for note in failure.__notes__]
    assert notes == ["row: {'a': 2, 'b': 3}", "row: {'a': 5, 'b': 6}"]


def test_tables_are_stacked_and_what_is_no_column_is_a_fixture() -> None:
    tried = []

    @every_row("a", [1, 2])
    @every_row(("b",), "xy")
    def pairs(a: int, b: str, shoe: str) -> None:
        tried.append((a, b, shoe))

    assert list(signature(pairs).parameters) == ["shoe"]
    pairs(shoe="six decks")  # type: ignore[call-arg]
    assert tried == [(a, b, "six decks") for a in (1, 2) for b in "xy"]


def test_what_should_have_been_raised_counts_as_a_failure() -> None:
    @every_row("a", [1, 0])
    def refused(a: int) -> None:
        with pytest.raises(ZeroDivisionError):
            1 / a

    with pytest.raises(BaseExceptionGroup, match="1 of 2"):
        refused()  # type: ignore[call-arg]


@every_row("table", [[], [(1,)]])
def test_a_table_without_rows_or_with_short_ones_is_a_mistake(table: list[object]) -> None:
    with pytest.raises(AssertionError):
        every_row("a, b", table)
