"""What only the house can say on a posting: its name, fees, staff rules and disputes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseWords:
    """Texts of the house; one that is left out becomes a line to write on."""

    name: str = ""
    """The card room or casino."""
    fees: str = ""
    employees: str = ""
    """Whether and how employees may play."""
    disputes: str = ""
    """What a player does who disputes a decision."""
