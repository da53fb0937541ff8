"""Every legal choice is accepted: each pay table can be offered, together with what it needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from pitboss.rulebook.check import problems
from pitboss.rulebook.check.tables import fits
from pitboss.rulebook.configured import configure
from pitboss.rulebook.house import House
from pitboss.rulebook.model import PayTable
from pitboss.rulebook.pays import Plain
from pitboss.rulebook.reading.library import game, game_ids, games
from tests.rows import every_row

Offer = Callable[..., House]


def choices() -> Iterator[tuple[str, str, PayTable]]:
    """Yield every pay table a house may choose, with its game and its wager."""
    for one in games():
        for wager in one.wagers:
            for table in one.tables_of(wager.id):
                yield one.id, wager.id, table


EVERY_CHOICE = list(choices())
NAMES = [
    f"{game_id} {wager_id} {table.id} {'-'.join(map(str, table.decks))}"
    for game_id, wager_id, table in EVERY_CHOICE
]


def test_there_are_as_many_choices_as_there_are_tables_for_wagers() -> None:
    chosen = {(game_id, table.id) for game_id, _, table in EVERY_CHOICE}
    not_chosen = {
        (one.id, table.id)
        for one in games()
        for table in one.tables
        if (one.id, table.id) not in chosen
    }

    assert {table_id for _, table_id in not_chosen} == {"bonus-21", "3-alt-1", "3-alt-2", "4-alt"}
    assert len(EVERY_CHOICE) > 600


@every_row(("game_id", "wager_id", "table"), EVERY_CHOICE)
def test_a_house_may_offer_just_this_table(
    game_id: str, wager_id: str, table: PayTable, offering: Offer
) -> None:
    house = offering(game_id, wager_id, table)

    assert problems(house) == ()
    spot = configure(house).spots[wager_id]
    assert spot.table is not None
    assert spot.table.id == table.id
    assert spot.table.decks == table.decks
    # What the house had to set is set, and nothing else has changed.
    for configured, printed in zip(spot.table.rows, table.rows, strict=True):
        assert configured.pay is not Plain.OPERATOR_SET
        assert configured == printed or printed.pay is Plain.OPERATOR_SET


@every_row("game_id", game_ids())
def test_a_table_may_be_offered_with_each_of_its_deck_counts_and_no_other(
    game_id: str, offering: Offer
) -> None:
    one = game(game_id)
    for wager in one.wagers:
        for table in one.tables_of(wager.id):
            # An id may come several times, for different deck counts.
            allowed = {
                count
                for other in one.tables_of(wager.id)
                if other.id == table.id
                for count in other.decks
            }
            for count in one.decks:
                house = offering(game_id, wager.id, table)
                house = replace(house, options={**house.options, "decks": count})
                own = [p for p in problems(house) if p.key == f"tables.{wager.id}"]
                assert bool(own) == (count not in allowed), (wager.id, table.id, count)


def alternates() -> Iterator[tuple[str, PayTable, PayTable]]:
    for one in games():
        for table in one.tables_of("jackpot-1"):
            for alternate in one.tables:
                if fits(alternate, table):
                    yield one.id, table, alternate


@pytest.mark.parametrize(
    ("game_id", "table", "alternate"),
    [pytest.param(*row, id=f"{row[0]} {row[1].id} {row[2].id}") for row in alternates()],
)
def test_a_house_may_put_this_alternate_into_this_table(
    game_id: str, table: PayTable, alternate: PayTable, offering: Offer
) -> None:
    house = offering(game_id, "jackpot-1", table)
    prizes = {row.name: "50 for 1" for row in alternate.operator_rows}
    house = replace(house, pays={"jackpot-1": {"alternate": alternate.id, **prizes}})

    assert problems(house) == ()
    used = configure(house).spots["jackpot-1"].table
    assert used is not None
    assert [row.outcome for row in used.rows] == [
        *(row.outcome for row in alternate.rows),
        *(row.outcome for row in table.rows if row.outcome not in alternate.replaces),
    ]
    assert len(used.rows) == len(table.rows) + len(alternate.rows) - len(alternate.replaces)
