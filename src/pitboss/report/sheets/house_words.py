"""The texts of a posting that only the house can give: name, fees, staff rules, disputes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseWords:
    """Texts of the house; an empty one becomes a line to write on."""

    name: str = ""
    """The card room or casino."""
    fees: str = ""
    employees: str = ""
    """Whether and how employees may play."""
    disputes: str = ""
    """What a player does to dispute a decision."""
