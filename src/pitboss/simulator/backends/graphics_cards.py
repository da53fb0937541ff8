"""The graphics cards of this machine: looked for, named, and opened as a pool.

numba's part for them and the kernels are imported late, when somebody asks for a card.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from pitboss.late import LateFunction, load
from pitboss.rulebook.problems import Problem, RulesError

if TYPE_CHECKING:
    from pitboss.simulator.backends.gpu import Cards

NO_DEVICE = "device/none"
_DEVICES = "numba.cuda:gpus"
_IS_AVAILABLE = "numba.cuda:is_available"
_open_cards: LateFunction[[int], Cards] = LateFunction("pitboss.simulator.backends.gpu:open_cards")


def cuda_pool() -> Cards:
    """Return all graphics cards here, or raise `RulesError` where there is none."""
    try:
        if count := len(load(_DEVICES)) if load(_IS_AVAILABLE)() else 0:
            return _open_cards(count)
    except (ImportError, OSError, RuntimeError):
        pass
    message = "there is no CUDA device here that the extra 'gpu' can use; cpu plays the same"
    raise RulesError([Problem(code=NO_DEVICE, key="device", message=message)])


@cache
def cards_here() -> Cards | None:
    """Return all graphics cards here for as long as this process lives, or None without any."""
    try:
        return cuda_pool()
    except RulesError:
        return None


def device_names() -> list[str]:
    """Return the names of the graphics cards here.

    >>> isinstance(device_names(), list)
    True
    """
    try:
        return [
            str(getattr(card.name, "decode", lambda card=card: card.name)())
            for card in load(_DEVICES)
        ]
    except (ImportError, OSError, RuntimeError):
        return []
