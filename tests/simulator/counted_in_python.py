"""Plays a few shoes of tables with a counter without compiled code; see `test_counting.py`."""

from __future__ import annotations

import json
import sys
from base64 import b64decode
from dataclasses import asdict

from pitboss.simulator.backends import cpu
from pitboss.simulator.backends.serialize import unpack
from pitboss.simulator.counting.play_perfect import perfect_bet
from pitboss.simulator.counting.settings import ValueBet
from pitboss.simulator.tally import UNLIMITED
from tests.tiers import by_day

SHOES = by_day(2, 3)
ROUNDS = 50
LEAST = -0.04
VALUED = "21-plus-3"
"""A side wager is valued before so many rounds, and made where its value is at least that."""


def main() -> None:
    """Print what every job comes to."""
    for name, job in ((name, unpack(b64decode(sent))) for name, sent in json.load(sys.stdin)):
        tally = cpu.play(job, 5, SHOES)
        journals = []
        for number in range(5, 5 + SHOES):
            journal = job.count_layout.journal(120)
            rounds = cpu.play(job, number, 1, UNLIMITED, journal).rounds
            journals.append(journal[:rounds].tolist())
        bets = [ValueBet(wager=wager.id, least=LEAST) for wager in job.wagers if wager.id == VALUED]
        perfect = [asdict(perfect_bet(job, bet, ROUNDS)) for bet in bets]
        line = [name, tally.rounds, tally.counts.tolist(), journals, perfect]
        sys.stdout.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main()
