"""A round that is written as data: what machines make of it, and how it says what is wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from base64 import b64encode
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pitboss.engine.events import Place
from pitboss.engine.setup import deal_order, prepare
from pitboss.rulebook.house import house_from
from pitboss.rulebook.model import RoundKind
from pitboss.simulator.backends import cpu
from pitboss.simulator.backends.serialize import pack
from pitboss.simulator.job import Job
from pitboss.simulator.kinds import make_named_job
from pitboss.simulator.machine.program import (
    DEALER,
    SEATS,
    Operation,
    Program,
    ProgramError,
    Wager,
    deal,
    end,
    look,
)
from pitboss.simulator.pai_jack import lane_looks, looks
from pitboss.simulator.rounds.kinds import PROGRAMS
from tests.simulator.test_fingerprints import make_job
from tools.generate_rounds import FOLDER, emitted_files
from tools.rounds.emit_lanes import emit_lanes

ROOT = Path(__file__).parents[2]
CHECKED = [
    ("ante-up", 2),
    ("holdem", 3),
    ("holdem, blackjack alone", 2),
    ("pai-jack", 1),
    ("pai-jack", 4),
    ("3-card-21", 3),
    ("wild", 1),
    ("wild, limit", 4),
    ("wild, as opened", 2),
    ("switch", 3),
    ("blackjack", 3),
    ("blackjack, bonus cards", 2),
    ("blackjack, as opened", 7),
]
"""Houses and seats that the checked forms play; the engine is compared with the compiled forms of
the same programs, hand by hand, in `test_others_hand_by_hand.py`."""
BLACKJACK: dict[str, dict[str, Any]] = {
    "blackjack": {
        "game": "reference/blackjack",
        "options": {"decks": 6, "soft17": "hit", "surrender": "early"},
    },
    "blackjack, bonus cards": {
        "game": "wa/spanish-21",
        "options": {"decks": 6, "soft17": "hit", "bonus_cards": 2},
        "tables": {"match-up": "2"},
    },
    "blackjack, as opened": {"game": "co/ride-free"},
}
SHOES = 12


def test_the_code_in_the_repository_is_what_the_programs_make() -> None:
    stale = [name for name, text in emitted_files() if (FOLDER / name).read_text() != text]
    assert not stale, "run python -m tools.generate_rounds"


@pytest.mark.parametrize("kind", PROGRAMS)
@pytest.mark.parametrize("seats", range(1, 8))
def test_a_program_deals_in_the_order_of_the_engine(kind: RoundKind, seats: int) -> None:
    plan = deal_order(kind, tuple(range(1, seats + 1)))
    order = [0 if place is Place.DEALER else seat for place, seat, _ in plan]
    assert [person for person, _ in PROGRAMS[kind].deal_order(seats)] == order


def make_checked_job(name: str, seats: int) -> Job:
    """Return a whole table with a shoe that is dealt to its middle, where it has one."""
    if name in BLACKJACK:
        setup = prepare(house_from(BLACKJACK[name]))
        job = replace(make_named_job(setup, "optimal", seed=21), seats=seats)
    else:
        job = replace(make_job(name, "optimal"), seats=seats)
    size = len(job.full_shoe)
    return job if size < 60 else replace(job, burn=1, cut=size // 2)


def test_checked_forms_count_what_compiled_ones_count(tmp_path: Path) -> None:
    """Every assertion of every step holds, and no digit differs."""
    jobs = {f"{name}, {seats}": make_checked_job(name, seats) for name, seats in CHECKED}
    sent = [[name, SHOES, b64encode(pack(job)).decode()] for name, job in jobs.items()]
    done = subprocess.run(
        [sys.executable, "-m", "tests.simulator.play_checked", str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "ignore"},
        input=json.dumps(sent),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    counted = {name: values for name, *values in map(json.loads, done.stdout.splitlines())}
    assert list(counted) == list(jobs)
    for name, job in jobs.items():
        tally = cpu.play(job, 5, SHOES)
        assert counted[name] == [tally.rounds, tally.counts.tolist()], name
    assert "assert " in next(tmp_path.glob("*_checked.py")).read_text()


def make_program(*operations: Operation) -> Program:
    """Return a program of these operations."""
    known = PROGRAMS[RoundKind.PAI_JACK]
    return Program(
        title="Trial",
        cite="none",
        tables=known.tables,
        lanes=known.lanes,
        lane_looks=lane_looks,
        has_decks=True,
        operations=operations,
    )


def test_an_error_names_the_line_of_the_program() -> None:
    wrong = look("way", looks.house_way, "number")
    with pytest.raises(ProgramError, match=r"test_programs.py:\d+: 'number' is read before"):
        make_program(deal(SEATS, "one"), wrong, end(looks.end_hand, "way"))
    again = deal(DEALER, "one")
    with pytest.raises(ProgramError, match=r"test_programs.py:\d+: 'one' is defined twice.*again"):
        make_program(deal(SEATS, "one"), again, end(looks.end_hand, "one"))
    taken = look("settle_hand", looks.settle_hand, "one")
    with pytest.raises(ProgramError, match=r"test_programs.py:\d+: 'settle_hand' is a register"):
        make_program(deal(SEATS, "one"), taken, look("way", looks.settle_hand, "one"))
    with pytest.raises(ProgramError, match="Trial: nothing is reported"):
        make_program(deal(SEATS, "one"))


def test_a_look_that_lanes_lack_is_named_with_its_line() -> None:
    program = make_program(deal(SEATS, "one"), end(looks.bonus_row, "one"))
    with pytest.raises(ProgramError, match=r"test_programs.py:\d+: .*has no look 'bonus_row'"):
        emit_lanes(program)


def test_every_line_of_a_program_stands_above_what_was_made_of_it() -> None:
    for program in PROGRAMS.values():
        if program.tables is None:
            continue
        text = (FOLDER / f"{program.path.stem}_table.py").read_text()
        for operation in program.operations:
            if isinstance(operation, Wager) and operation.of_lanes:
                continue
            assert f"# {operation.line.place}  {operation.line.text}\n" in text
