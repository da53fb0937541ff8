"""A table played here and the same at a server, with the same shoes and the same player, agree."""

from __future__ import annotations

import random
from pathlib import Path

from pitboss.api.advice import decisions
from pitboss.floor.terms import TableTerms
from pitboss.sitting.session import TableSession
from pitboss.sitting.session_file import SessionFile
from tests.remote.conftest import SEED, TABLES, Tables
from tests.remote.players import CENTS, play, seated
from tests.remote.served import Served
from tests.rows import every_row


@every_row("terms", TABLES)
def test_here_and_at_a_server_the_same_is_seen_and_won(
    floor: Served, new_table: Tables, terms: TableTerms, tmp_path: Path
) -> None:
    file = SessionFile(tmp_path / "rounds.jsonl")
    here = TableSession(terms.house, file, valuer=decisions, bankroll=CENTS, seed=SEED)
    expected = play(here, 3, random.Random(terms.id))
    with seated(floor, new_table(terms)) as there:
        assert play(there, 3, random.Random(terms.id)) == expected
