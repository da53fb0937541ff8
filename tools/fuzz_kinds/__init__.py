"""The kinds of input that `tools.fuzz` spoils: good examples of each, and their readers."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from tools.fuzz_kinds.files import (
    fuzz_checkpoint,
    fuzz_practice,
    fuzz_progress,
    fuzz_purse,
    fuzz_record,
    fuzz_score,
    fuzz_shoe,
    fuzz_sitting,
    fuzz_witness,
)
from tools.fuzz_kinds.rules import fuzz_count, fuzz_house, fuzz_own_game, fuzz_risk, fuzz_strategy
from tools.fuzz_kinds.typed import (
    fuzz_cards,
    fuzz_command,
    fuzz_interview,
    fuzz_number,
    fuzz_options,
)
from tools.fuzz_kinds.whole_commands import (
    fuzz_books,
    fuzz_books_file,
    fuzz_details,
    fuzz_export,
    fuzz_floor_file,
    fuzz_key_file,
    fuzz_server,
)

KINDS: dict[str, tuple[int, Callable[[random.Random, Path], str]]] = {
    "record": (16, fuzz_record),
    "house": (15, fuzz_house),
    "own-game": (5, fuzz_own_game),
    "strategy": (8, fuzz_strategy),
    "count": (2, fuzz_count),
    "risk": (1, fuzz_risk),
    "checkpoint": (8, fuzz_checkpoint),
    "score": (4, fuzz_score),
    "number": (5, fuzz_number),
    "options": (7, fuzz_options),
    "command": (5, fuzz_command),
    "cards": (3, fuzz_cards),
    "interview": (1, fuzz_interview),
    "purse": (3, fuzz_purse),
    "sitting": (3, fuzz_sitting),
    "shoe": (1, fuzz_shoe),
    "witness": (1, fuzz_witness),
    "practice": (3, fuzz_practice),
    "progress": (1, fuzz_progress),
    "books": (2, fuzz_books),
    "books-file": (1, fuzz_books_file),
    "key-file": (1, fuzz_key_file),
    "export": (1, fuzz_export),
    "floor-file": (1, fuzz_floor_file),
    "details": (1, fuzz_details),
    "server": (1, fuzz_server),
}
"""Kind -> its share of all inputs in percent, and what runs one."""
