"""How the hands made by a split are played: two classes of play."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

Array = Any


class SplitPlay(Enum):
    """The knowledge that decides the play of a split hand, beside its cards and the up card."""

    AS_UNSPLIT = "as-unsplit"
    """On nothing: it is played like the same cards as dealt, and a pair is always split again."""
    BEST = "best"
    """On the pair that was split; the best play of that kind."""


@dataclass(frozen=True, slots=True)
class HandActions:
    """An action for every hand."""

    action: Array
    """(nodes)."""
    doubled_action: Array
    """(levels, nodes): the same for doubled hands."""


@dataclass(frozen=True, slots=True)
class PairPlay:
    """How the hands of the split of one pair are played."""

    usual: HandActions
    paired: HandActions
    """For a hand whose second card paired and that was not split again."""
