"""A terminal of 80 columns shows every table whole."""

from __future__ import annotations

from collections.abc import Callable
from subprocess import CompletedProcess

import pytest

COMMANDS = (
    "show wa/spanish-21",
    "odds co/trilux",
    "find --wager 21+3",
    "compare wa/spanish-21 co/free-bet",
    "outcomes",
    "protect co/pai-jack",
    "count reference/blackjack",
    "advise reference/blackjack --hand 8h8s --up 10h",
    "solve reference/blackjack",
    "simulate reference/blackjack --rounds 2000 --penetration 75% --count hi-lo",
)


@pytest.mark.parametrize("command", COMMANDS)
def test_no_line_is_wider_than_the_terminal(
    called: Callable[..., CompletedProcess[str]], command: str
) -> None:
    shown = called(*command.split(), columns=80)
    assert shown.returncode == 0, shown.stderr
    assert [line for line in shown.stdout.splitlines() if len(line) > 80] == []
