"""Every cell of the rule book against a second, independent reading of the documents.

The catalogue was typed by hand. `figures.csv` was parsed out of the documents' text by
`tools/extract_figures.py`, which knows nothing of the catalogue. The two must agree cell by cell;
the digest pins the parsed figures, so that neither side can be bent to fit the other unnoticed.
"""

from __future__ import annotations

import csv
import hashlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from pitboss.rulebook.model import Game, PayTable
from pitboss.rulebook.money import parse_dollars
from pitboss.rulebook.pays import format_dollars
from pitboss.rulebook.reading.library import game, game_ids
from tests.rows import every_row

FIGURES = Path(__file__).with_name("figures.csv")
DIGEST = "9cba29a43f9b9fd4136eee59c82dae00f95b95b67a4327819c70894eca22fe58"
CELLS = 4097

Cell = tuple[str, str, str, str, str]
"""Table, row, column, kind, cell."""


def printed_cells(game_id: str) -> set[Cell]:
    """Return what the documents print of a game, as the extractor read it."""
    with FIGURES.open(encoding="utf-8", newline="") as lines:
        return {
            (line["table"], line["row"], line["column"], line["kind"], line["cell"])
            for line in csv.DictReader(lines)
            if line["game"] == game_id and line["kind"] != "decks"
        }


def typed_cells(a_game: Game) -> set[Cell]:
    """Return the same from the catalogue."""
    cells = {("", "", "", name, figure) for name, figure in a_game.printed.items()}
    for table in a_game.tables:
        cells.update(table_cells(a_game, table))
    return cells


def table_cells(a_game: Game, table: PayTable) -> Iterator[Cell]:
    place = deck_column(a_game, table)
    for row in table.rows:
        column = row.column or place.get(row.outcome, place.get("", ""))
        yield table.id, row.name, column, "pay", row.text
        if row.envy is not None:
            yield table.id, row.name, "", "envy", format_dollars(row.envy)
        elif table.envy_to and has_envy_column(row.name):
            yield table.id, row.name, "", "envy", "N/A"
        for kind, figure in row.printed.items():
            yield table.id, row.name, "", kind, figure
    for kind, figure in table.printed.items():
        yield table.id, "", place.get("", ""), kind, figure
    if table.seed:
        yield table.id, "", "", "seed", f"${parse_dollars(table.seed) // 100:,}"
    if table.increment:
        yield table.id, "", "", "increment", table.increment


def has_envy_column(row_name: str) -> bool:
    """TriLux progressive 05 prints nothing at all beside "Dealer Blackjack"."""
    return row_name != "Dealer Blackjack"


def deck_column(a_game: Game, table: PayTable) -> dict[str, str]:
    """How the extractor tells tables of one id apart: by deck count, whole or row by row."""
    if table.family == "match-each-card":
        return {"": f"{table.decks[0]} decks"}
    if table.id == "bonus-21" and a_game.jurisdiction == "Washington":
        decks = f"{' '.join(map(str, table.decks))} decks"
        return {row.outcome: decks for row in table.rows if row.outcome.startswith("7-7-7")}
    return {}


@every_row("game_id", game_ids())
def test_every_cell_is_what_the_document_prints(game_id: str) -> None:
    printed = printed_cells(game_id)
    typed = typed_cells(game(game_id))

    assert sorted(printed - typed) == []
    assert sorted(typed - printed) == []


@every_row("game_id", game_ids())
def test_every_table_is_for_the_deck_counts_printed_with_it(game_id: str) -> None:
    a_game = game(game_id)
    with FIGURES.open(encoding="utf-8", newline="") as lines:
        printed = {
            line["table"]: tuple(map(int, line["cell"].split()))
            for line in csv.DictReader(lines)
            if line["game"] == game_id and line["kind"] == "decks"
        }
    for table in a_game.tables:
        if table.id in printed and not table.alternate_for:
            # A printed range may hold counts the game itself is not played with (ruling W11).
            expected = tuple(count for count in a_game.decks if count in printed[table.id])
            assert set(table.decks) <= set(expected), table.id
            named = [other.decks for other in a_game.tables if other.id == table.id]
            assert sorted(count for decks in named for count in decks) == list(expected), table.id


def test_the_parsed_figures_are_those_that_were_committed() -> None:
    data = FIGURES.read_bytes()

    assert hashlib.sha256(data).hexdigest() == DIGEST
    assert len(data.splitlines()) == CELLS + 1


def test_every_game_has_the_number_of_tables_counted_in_its_document() -> None:
    counts = {game_id: len({table.id for table in game(game_id).tables}) for game_id in game_ids()}
    assert counts == {
        "wa/spanish-21": 114,
        "wa/spanish-21-v003": 108,
        "wa/spanish-21-v002": 66,
        "ilani/spanish-21": 3,
        "bet-bigger/spanish-21": 4,
        "co/21-holdem": 1,
        "co/blackjack-switch": 3,
        "co/ante-up-21": 4,
        "co/21-plus-3": 13,
        "co/golden-21": 7,
        "co/straight-jack": 1,
        "co/straight-jack-progressive": 4,
        "co/3-card-21": 5,
        "co/pai-jack": 4,
        "co/buffalo-2": 14,
        "co/buffalo-3": 16,
        "co/trilux": 20,
        "co/free-bet": 6,
        "co/extreme-21": 32,
        "co/deuces-wild-xtreme": 29,
        "co/ride-free": 41,
        "reference/blackjack": 0,  # it has no document
    }


def test_the_336_printed_jackpot_advantages_are_all_there() -> None:
    figures = Counter(
        "house_advantage" in table.printed
        for game_id in ("wa/spanish-21", "wa/spanish-21-v003", "wa/spanish-21-v002")
        for table in game(game_id).tables
        if table.family.startswith("jackpot-") and not table.alternate_for
    )
    # Table 6 prints none for its five pay tables; v002 stands in two documents, so 104+104+2x64.
    assert figures == {True: 104 + 104 + 64, False: 5}
