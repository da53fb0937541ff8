"""Rulings: how an unclear or contradictory rule is read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """How an unclear or contradictory rule is read."""

    id: str
    games: tuple[str, ...]
    cite: str
    question: str
    ruling: str
    status: Literal["ruling", "as printed", "inferred"]
