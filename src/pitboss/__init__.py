"""Pitboss: the rule book, the table and the mathematics laboratory for the blackjack family."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.simulate.api import simulate as simulate

__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """Find `pitboss.simulate`, a package that can be called, when somebody asks for it."""
    if name == "simulate":
        return import_module("pitboss.simulate")
    raise AttributeError(f"module 'pitboss' has no attribute {name!r}")
