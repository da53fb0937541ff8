"""A class that is given five values or more is given them by name."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

import pytest

from pitboss.engine import events
from pitboss.engine.events import WagerSettled
from tools.name_arguments import SOURCE, files, find_bare, name_arguments


class Felt(NamedTuple):
    """A class of somebody else: its names are its own matter."""

    cloth: str
    seats: int
    spots: int
    boxes: int
    signs: int


NAMES: Final[dict[str, object]] = {
    "WagerSettled": WagerSettled,
    "Felt": Felt,
    "events": events,
}
NAMED: Final = (
    (
        'WagerSettled(1, 2, "main", 500, "won", 500)',
        'WagerSettled(seat=1, hand=2, wager="main", stake=500, outcome="won", net=500)',
    ),
    (
        "events.WagerSettled(1, 2, é, (a + b) * c, (won), net, dealer=5)",
        (
            "events.WagerSettled(seat=1, hand=2, wager=é, stake=(a + b) * c, outcome=(won), "
            "net=net, dealer=5)"
        ),
    ),
    (
        "WagerSettled(\n  seat(1, 2),  # whose\n  hand, wager,\n  (\n  stake\n  ),\n  won,\n)",
        (
            "WagerSettled(\n  seat=seat(1, 2),  # whose\n  hand=hand, wager=wager,\n"
            "  stake=(\n  stake\n  ),\n  outcome=won,\n)"
        ),
    ),
    (
        "WagerSettled(1, 2, 3, 4, WagerSettled(1, 2, 3, 4, 5))",
        (
            "WagerSettled(seat=1, hand=2, wager=3, stake=4, "
            "outcome=WagerSettled(seat=1, hand=2, wager=3, stake=4, outcome=5))"
        ),
    ),
)
KEPT: Final = (
    "WagerSettled(1, 2, wager, stake)",
    "WagerSettled(*line)",
    "WagerSettled(1, 2, 3, 4, *rest)",
    'Felt("green", 7, 7, 1, 1)',
    "unknown(1, 2, 3, 4, 5)",
    "@jit_cached\ndef play():\n    return WagerSettled(1, 2, 3, 4, 5)",
)


@pytest.mark.parametrize(("bare", "named"), NAMED)
def test_names_are_written_before_the_values_of_a_large_class(bare: str, named: str) -> None:
    assert name_arguments(bare, NAMES) == named
    assert not [*find_bare(named, NAMES)]


@pytest.mark.parametrize("text", KEPT)
def test_calls_that_say_enough_or_cannot_say_more_stay(text: str) -> None:
    assert name_arguments(text, NAMES) == text


def test_no_class_of_the_house_is_given_five_bare_values() -> None:
    bare = [
        f"{path.relative_to(SOURCE)}:{call.line} {call.name}"
        for path, names in files([Path(SOURCE)])
        for call in find_bare(path.read_text(encoding="utf-8"), names)
    ]
    assert not bare, "python -m tools.name_arguments --fix writes the names"
