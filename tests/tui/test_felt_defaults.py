"""What lies on the felt where a player says little: every game opens, with every table there is."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pitboss.cli.options import read_options
from pitboss.engine.setup import prepare
from pitboss.rulebook.check import problems
from pitboss.rulebook.defaults import complete_table
from pitboss.rulebook.house import House
from pitboss.rulebook.reading.library import game as game_of
from pitboss.rulebook.reading.library import games

EVERY_GAME = pytest.mark.parametrize("game", [game.id for game in games()])


def opened(game: str, *options: str) -> tuple[House, Sequence[str]]:
    given, unread = read_options(game, options)
    assert unread == ()
    return complete_table(given)


@EVERY_GAME
def test_a_game_opens_where_nothing_is_said(game: str) -> None:
    house, _ = opened(game)
    spots = prepare(house).configured.spots.values()
    offered = any(spot.table for spot in spots)
    assert offered == bool(game_of(game).tables), "side wagers are offered where there are any"


@EVERY_GAME
def test_a_game_opens_with_every_table_of_the_catalogue(game: str) -> None:
    """Goal: whichever pay table is named, what it needs is chosen, and the table lies there."""
    for wager in game_of(game).wagers:
        for table_id in dict.fromkeys(table.id for table in game_of(game).tables_of(wager.id)):
            house, _ = opened(game, f"table.{wager.id}={table_id}")
            assert problems(house) == (), (wager.id, table_id)
            assert house.tables is not None
            assert house.tables[wager.id] == table_id


@pytest.mark.parametrize("game", ["co/trilux", "co/ride-free", "wa/spanish-21"])
def test_what_was_chosen_could_have_been_said_by_the_player(game: str) -> None:
    house, options = opened(game)
    again, more = opened(game, *options)
    assert (again.options, again.jackpots, again.tables) == (
        house.options,
        house.jackpots,
        house.tables,
    )
    assert more == ()


@pytest.mark.parametrize(
    ("game", "option", "options"),
    [
        # A seed that is printed for $5 needs a wager of $5 (ruling C67).
        (
            "co/trilux",
            "table.trilux-progressive=progressive-05",
            (
                "jackpot.trilux-progressive.scheme=progressive",
                "jackpot.trilux-progressive.wager=500",
            ),
        ),
        # A table for one deck count brings that deck count with it.
        ("co/golden-21", "table.golden-21=4", ("decks=1",)),
        # Top 3 is offered beside 21+3 only.
        ("co/buffalo-3", "table.top-3=top-3-B", ("table.21-plus-3=A",)),
        # Players choose the amount here: no fixed wager is set.
        (
            "co/straight-jack-progressive",
            "table.straight-jack=SJP2",
            (
                "jackpot.straight-jack.scheme=progressive",
                "jackpot.straight-jack.contribution=20%",
                "jackpot.straight-jack.seed=5000.00",
            ),
        ),
    ],
)
def test_what_a_table_needs_is_chosen_and_said(
    game: str, option: str, options: Sequence[str]
) -> None:
    assert opened(game, option)[1] == options


def test_the_prize_a_house_must_set_is_set_and_said() -> None:
    house, options = opened("wa/spanish-21", "table.jackpot-1=5d-8")
    assert "decks=8" in options
    assert any(words.startswith("pay.jackpot-1.") for words in options)
    assert problems(house) == ()


def test_what_the_player_says_is_never_changed() -> None:
    """Six decks were asked for, and the table is for one: that is refused, not mended."""
    house, _ = opened("co/golden-21", "table.golden-21=4", "decks=6")
    assert house.options["decks"] == 6
    assert [problem.code for problem in problems(house)] == ["option/conflict"]
    house, options = opened("co/trilux", "table.trilux-bonus=TRI-03", "decks=6")
    assert house.tables == {"trilux-bonus": "TRI-03"}
    assert options == ()


def test_a_deck_count_that_is_said_chooses_the_tables() -> None:
    """Golden 21 has one table for a single deck, and others for six."""
    one = opened("co/golden-21", "decks=1")[0]
    six = opened("co/golden-21", "decks=6")[0]
    assert problems(one) == problems(six) == ()
    assert one.tables != six.tables
