"""The stage of a sitting, and its finished rounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from pitboss.table.narrate import Line


class Stage(Enum):
    """What the table is waiting for."""

    BETTING = auto()
    DEALING = auto()
    DECIDING = auto()
    OVER = auto()


@dataclass(frozen=True, slots=True)
class FinishedRound:
    """A finished round."""

    number: int
    lines: tuple[Line, ...]
    record: Mapping[str, Any]
    net: int
    """The net of your seats, in cents."""
    tips: int = 0
    """Your tips; they do not come back."""
