"""The kept edges of pay tables whose wagers the play decides; test_odds.py has the others."""

from __future__ import annotations

import pytest

from pitboss.exact.odds.wagers import odds
from pitboss.report.catalogue.pay_tables import (
    compute_edges,
    edge_line,
    pay_table_edges,
    pay_tables_file,
    read,
)
from pitboss.rulebook.reading.library import game, game_ids


# By day every line that needs no solution, and one that does.
@pytest.mark.nightly
def test_the_file_is_what_is_computed_again() -> None:
    """Every main game is solved whose play decides a wager."""
    assert compute_edges() == pay_table_edges(), "run tools/generate_pay_tables.py"


def test_a_wager_that_play_decides_is_kept_under_the_best_play() -> None:
    items = odds("co/free-bet", wager="pot-of-gold", table="POG-01", decks=6)
    best = [edge_line(item) for item in items if item.play]
    kept = [line for line in pay_table_edges() if (line.table, line.decks) == ("POG-01", 6)]
    assert best
    assert kept == best


def test_every_pay_table_of_the_rule_book_is_in_the_file() -> None:
    """But those of wagers that a fold decides, whose odds are the main game's."""
    kept = {(line.game, line.wager, line.table, line.decks) for line in pay_table_edges()}
    missing = {
        (game_id, wager.id)
        for game_id in game_ids()
        for wager in game(game_id).wagers
        for table in game(game_id).tables_of(wager.id)
        for decks in table.decks
        if (game_id, wager.id, table.id, decks) not in kept and not wager.played
    }
    assert missing == set()


def test_the_file_is_read_as_it_was_written() -> None:
    assert read(pay_tables_file(pay_table_edges())) == pay_table_edges()
