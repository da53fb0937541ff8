"""Every game of the catalogue is proven, by the catalogue alone: a new one joins by itself."""

from __future__ import annotations

import json

import pytest

from pitboss.engine.rounds.kinds import ROUND_PLANS
from pitboss.exact.odds.wagers import odds
from pitboss.rulebook.check import problems
from pitboss.rulebook.house import read_house
from pitboss.rulebook.model import Game
from tests.catalogue.evidence import (
    ALL,
    example,
    games_of_perft,
    games_of_playthroughs,
    page,
)
from tests.engine.audit.by_record import AUDITORS
from tests.engine.audit.side_wagers import FAMILIES
from tests.engine.audit.terms import TERMS
from tests.engine.houses import GAMES
from tests.rules.clauses import HEADINGS, NOT_OURS, PLAYED_GAMES, clause_tests

every_game = pytest.mark.parametrize("game", ALL, ids=lambda game: game.id)


@every_game
def test_an_example_house_is_an_approved_one(game: Game) -> None:
    house = read_house(example(game))
    assert house.game == game.id
    assert not problems(house)


@every_game
def test_a_page_tells_about_it(game: Game) -> None:
    text = page(game).read_text(encoding="utf-8")
    assert game.title in text
    assert game.id in text
    assert all(wager.title in text for wager in game.wagers)


@pytest.mark.nightly(every=5)
@every_game
def test_every_wager_with_a_pay_table_has_exact_odds(game: Game) -> None:
    """At every table, for one deck count of each; all of them are in the tests of the odds.

    A wager that the player may fold has no odds of its own: they are those of a strategy.
    """
    for wager in game.wagers:
        folds = "the player may fold" in wager.played
        for table in game.tables_of(wager.id):
            lines = odds(game.id, wager=wager.id, table=table.id, decks=table.decks[0])
            assert bool(lines) != folds, f"{wager.id} at {table.id}"
            for line in lines:
                assert 0 < line.hit_frequency < 1
                assert json.loads(json.dumps(line.as_json()))["table"] == table.id


@every_game
def test_every_clause_of_it_has_a_test(game: Game) -> None:
    assert game.id in PLAYED_GAMES
    tested = clause_tests()
    assert game.clauses
    for clause in game.clauses:
        assert (game.id, clause) in tested or clause in HEADINGS or clause in NOT_OURS, clause


def test_the_clause_tests_are_of_games_of_the_catalogue() -> None:
    assert set(PLAYED_GAMES) == {game.id for game in ALL}


@every_game
def test_its_kind_of_round_is_dealt(game: Game) -> None:
    assert game.round in ROUND_PLANS


@every_game
def test_positions_of_it_are_counted_to_the_last_card(game: Game) -> None:
    assert game.id in games_of_perft()


@every_game
def test_a_whole_round_of_it_is_kept(game: Game) -> None:
    assert game.id in games_of_playthroughs()


@every_game
def test_an_auditor_settles_it_a_second_time(game: Game) -> None:
    """One of its own, or its terms with a judge for each family its pay tables belong to."""
    assert (game.id in AUDITORS) != (game.id in TERMS)
    if game.id in AUDITORS:
        return
    families = {table.family for wager in game.wagers for table in game.tables_of(wager.id)}
    assert families <= set(FAMILIES)


@every_game
def test_random_rounds_of_it_are_played(game: Game) -> None:
    assert game.id in GAMES


def test_no_auditor_is_of_a_game_there_is_not() -> None:
    assert {*TERMS, *AUDITORS} == {game.id for game in ALL}
