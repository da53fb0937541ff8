"""Convert the words of a command line into values.

Typer imports pydantic to convert values, a third of the time before a command begins. Plain words,
short numbers and defaults are converted here; Typer converts everything else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

_SHORT_NUMBER = re.compile("[0-9]{1,15}")


def convert_plainly(parameters: Iterable[Any]) -> None:
    """Make Typer's parameters convert plain words without pydantic."""
    for parameter in parameters:
        if "get_runtime_param" not in vars(parameter):
            parameter.get_runtime_param = partial(_Conversion, parameter.get_runtime_param)


@dataclass(frozen=True, slots=True)
class _Conversion:
    """Converts the value of a parameter."""

    by_typer: Callable[[], Any]

    def coerce(self, value: Any, *, param: Any, ctx: Any) -> Any:  # noqa: ANN401 - types of Typer
        """Return the value of a parameter."""
        kind = param.type_descriptor
        if param.multiple or param.nargs == -1:
            words = list(value or ())
            if kind.annotation == list[str] and all(map(str.isascii, words)):
                return words
        elif value is None or (type(value) is kind.annotation and _is_plain(value)):
            return value
        elif kind.annotation is int and not kind.is_ranged and _SHORT_NUMBER.fullmatch(value):
            return int(value)
        return self.by_typer().coerce(value, param=param, ctx=ctx)


def _is_plain(value: object) -> bool:
    """Return whether a value is all text; Typer refuses other bytes."""
    return not isinstance(value, str) or value.isascii()
