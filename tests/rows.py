"""One test that holds a whole table of rows, and lists every row that fails."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from inspect import signature
from typing import TypeVar, cast

import pytest

Test = TypeVar("Test", bound=Callable[..., object])

FAILURES = (Exception, pytest.fail.Exception)
"""What a row fails with; `pytest.raises` fails with the second."""


def every_row(names: str | Sequence[str], table: Iterable[object]) -> Callable[[Test], Test]:
    """Call a test with every row of a table, all in one test: thousands of tests cost minutes.

    It is written and stacked as `pytest.mark.parametrize` is. Fixtures are shared by all rows, so a
    test that changes one is parametrized instead; so is one whose every row takes long, for several
    processes to share.
    """
    columns = [name.strip() for name in names.split(",")] if isinstance(names, str) else [*names]
    lines = [_values(row, len(columns)) for row in table]
    assert lines, f"no row of {columns}"
    assert all(len(line) == len(columns) for line in lines), f"not all rows have {columns}"

    def folded(test: Test) -> Test:
        @wraps(test)
        def whole_table(**fixtures: object) -> None:
            failures = []
            for line in lines:
                row = dict(zip(columns, line, strict=True))
                try:
                    test(**row, **fixtures)
                except FAILURES as failure:
                    failure.add_note(f"row: {row}")
                    failures.append(failure)
            if failures:
                message = f"{len(failures)} of {len(lines)} rows fail"
                raise BaseExceptionGroup(message, failures)

        own = signature(test)
        left = [parameter for name, parameter in own.parameters.items() if name not in columns]
        assert len(left) == len(own.parameters) - len(columns), f"{columns} are not its arguments"
        whole_table.__signature__ = own.replace(parameters=left)  # type: ignore[attr-defined]
        return cast(Test, whole_table)

    return folded


def _values(row: object, count: int) -> Sequence[object]:
    return (row,) if count == 1 else tuple(cast(Iterable[object], row))
