"""Which proofs `make test` runs, and which only `make nightly`.

A long proof runs every night. For each there is a smaller one in `make test`: other cases of the
same test, or fewer rounds, hands and examples of it (`by_day`). A mark beside the test names the
cases that wait for the night:

    @pytest.mark.nightly                      # all of them
    @pytest.mark.nightly(but=["co/trilux"])   # all but the cases with this in their names
    @pytest.mark.nightly(only=["co/trilux"])  # the cases with this in their names
    @pytest.mark.nightly(every=3)             # all but every third case
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from zlib import crc32

VARIABLE = "PITBOSS_NIGHTLY"
IS_NIGHT = bool(os.environ.get(VARIABLE))
"""Whether everything runs at full length."""


def by_day(few: int, many: int) -> int:
    """Return the size of a proof: *few* in `make test`, *many* in `make nightly`."""
    return many if IS_NIGHT else few


@dataclass(frozen=True, slots=True)
class Nightly:
    """The cases of one test that wait for the night, as its mark names them."""

    but: Sequence[str] = ()
    only: Sequence[str] = ()
    every: int = 0

    def holds(self, test: str, case: str, number: int) -> bool:
        """Whether the case with this number, counted from 0, waits for the night.

        Which cases run by day depends on the test, so that all tests together cover every game.
        """
        if self.every:
            return bool(case) and number % self.every != crc32(test.encode()) % self.every
        if any(part in case for part in self.but):
            return False
        return not self.only or any(part in case for part in self.only)


class Cases:
    """Counts the cases of each test, in the order they are collected."""

    def __init__(self) -> None:
        """Count from the start."""
        self._counts: Counter[tuple[str, str]] = Counter()

    def wait(self, file: str, name: str, marks: Sequence[Nightly]) -> bool:
        """Whether the next case of a test waits for the night."""
        test, _, case = name.partition("[")
        number = self._counts[file, test]
        self._counts[file, test] += 1
        return any(mark.holds(test, case, number) for mark in marks)


HEAVY = (
    "report/test_edges.py",
    "tui/test_app.py",
    "simulator/test_against_odds.py",
    "exact/test_three_card.py",
    "exact/test_switch_charts.py",
    "exact/test_pai_jack.py",
    "exact/test_play_wagers.py",
    "exact/test_decisions.py",
    "exact/test_every_row_at_the_table.py",
    "cli/test_cli_solve_switch.py",
    "docs/test_adding_a_game.py",
    "simulator/",
    "gym/",
    "exact/",
    "sitting/",
    "report/",
    "cli/",
    "tui/",
    "faults/",
    "api/",
    "docs/",
    "web/",
    "server/",
    "engine/",
)
"""Files and folders that take longest are begun first, so that no process waits for another at the
end. A file is run by one process, which keeps what its tests share.

The first file solves every main game and compiles the solver, the second needs neither, and what
plays with the simulator's kernels comes after the file that compiles them: so two processes seldom
need the same thing at once."""
