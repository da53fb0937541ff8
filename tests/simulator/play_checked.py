"""Plays jobs by the checked forms of their programs, as Python alone; see `test_programs.py`.

Run as a program of its own with `NUMBA_DISABLE_JIT=1`: nothing is compiled, so every assertion of
every step is made, and a debugger can stop at any line of it.
"""

from __future__ import annotations

import json
import sys
from base64 import b64decode
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from pitboss.rulebook.model import RoundKind
from pitboss.simulator.backends import cpu
from pitboss.simulator.backends.serialize import unpack
from pitboss.simulator.backends.shoes import shoes_player
from pitboss.simulator.blackjack import kernel as blackjack
from pitboss.simulator.cells.round import counting_round
from pitboss.simulator.rounds.kinds import PROGRAMS
from pitboss.simulator.tally import HIT_FIELDS, UNLIMITED
from tools.rounds.emit_scalar import emit_scalar


@dataclass
class Checked:
    """The players of a whole table, each from the checked form of its program."""

    folder: Path
    loops: dict[RoundKind, Any] = field(default_factory=dict)

    def __getitem__(self, kind: RoundKind) -> Any:  # noqa: ANN401 - a function of any kind
        """Return the loop over shoes of a kind."""
        if kind not in self.loops:
            path = self.folder / f"{kind.value}_checked.py"
            path.write_text(emit_scalar(PROGRAMS[kind], checked=True))
            space: dict[str, Any] = {"__name__": path.stem}
            exec(compile(path.read_text(), str(path), "exec"), space)  # noqa: S102
            is_blackjack = kind in (RoundKind.BLACKJACK, RoundKind.SWITCH)
            counting = blackjack.counting_round if is_blackjack else counting_round
            self.loops[kind] = shoes_player(counting(space["play_round"]))
        return self.loops[kind]


def main() -> None:
    """Print what every job counts."""
    vars(cpu)["PLAY"] = Checked(Path(sys.argv[1]))
    for name, shoes, sent in json.load(sys.stdin):
        job = unpack(b64decode(sent))
        counts = np.zeros(job.counters, dtype=np.int64)
        played = np.zeros(shoes, dtype=np.int64)
        hits = np.zeros((99, HIT_FIELDS), dtype=np.int64)
        rounds, _ = cpu.play_shoes(job, 5, shoes, UNLIMITED, counts, played, hits)
        sys.stdout.write(json.dumps([name, int(rounds), counts.tolist()]) + "\n")


if __name__ == "__main__":
    main()
