"""Bets the table does not take: refused with their code, and nothing has happened."""

from __future__ import annotations

import random
from functools import cache

import pytest

from pitboss.engine.actions import RefusedError
from pitboss.engine.bets import Bets, refuse_bets
from pitboss.engine.drive import Round, open_table, place
from pitboss.engine.setup import Setup, open_meters
from pitboss.rulebook.check import problems
from pitboss.rulebook.house import house_from
from pitboss.rulebook.reading.library import game as game_of
from tests.engine.bad_bets import BAD_BETS
from tests.engine.bets import random_bets
from tests.engine.houses import GAMES, random_setup
from tests.rows import every_row

TABLES = 40


@cache
def tables(game_id: str) -> tuple[tuple[Setup, list[Bets]], ...]:
    """Return forty tables of a game, each with bets it takes."""
    pairs = []
    for seed in range(TABLES):
        rng = random.Random(seed)
        _, setup = random_setup(rng, game_id)
        pairs.append((setup, random_bets(rng, setup)))
    return tuple(pairs)


@every_row("wrong", BAD_BETS)
def test_bets_that_are_wrong_in_one_way_are_refused_with_its_code(wrong: str) -> None:
    """Forty tables of each game; at least one of them has what there is to be wrong about."""
    code, spoil = BAD_BETS[wrong]
    spoiled = 0
    for game_id in GAMES:
        for seed, (setup, good) in enumerate(tables(game_id)):
            bad = spoil(setup, good, random.Random(seed))
            if bad is None:
                continue
            spoiled += 1
            meters = open_meters(setup, {}, {})
            before = repr(meters)
            bets = repr(bad)
            refusal = refuse_bets(setup, bad)
            assert refusal is not None, f"{game_id} with seed {seed}"
            assert refusal.code == code, f"{game_id} with seed {seed}: {refusal}"
            with pytest.raises(RefusedError) as refused:
                Round.start(setup, bad, meters)
            assert refused.value.refusal == refusal
            assert (repr(meters), repr(bad)) == (before, bets)
            assert refuse_bets(setup, good) is None
    assert spoiled


@every_row("game_id", [game_id for game_id in GAMES if game_id.startswith("co/")])
def test_an_aggregate_limit_is_taken_only_where_it_can_be_kept(game_id: str) -> None:
    """C74: only where a clause allows it; a main wager and a progressive have none."""
    game = game_of(game_id)
    compulsory = [wager.id for wager in game.wagers if wager.compulsory]
    tables = {wager: game.tables_of(wager)[0].id for wager in compulsory if game.tables_of(wager)}
    for wager in game.wagers:
        limits = {wager.id: {"aggregate": 5000}}
        house = house_from({"game": game_id, "tables": tables, "limits": limits})
        codes = {problem.code for problem in problems(house)}
        assert codes == (set() if wager.aggregate else {"option/conflict"}), wager.id
        if wager.aggregate:
            assert game.tables_of(wager.id)
            assert wager.jackpot is None


def test_a_refusal_says_what_is_allowed() -> None:
    for game_id in GAMES:
        _, setup = random_setup(random.Random(7), game_id)
        good = random_bets(random.Random(7), setup)
        for wrong in ("too little", "too much", "an unknown wager"):
            code, spoil = BAD_BETS[wrong]
            bad = spoil(setup, good, random.Random(7))
            refusal = bad and refuse_bets(setup, bad)
            if refusal:
                assert setup.mains[0] in refusal.message or "$" in refusal.message, refusal
                assert refusal.code == code


def test_opening_a_table_places_nothing_by_itself() -> None:
    _, setup = random_setup(random.Random(3), GAMES[0])
    bets = random_bets(random.Random(3), setup)
    state = open_table(setup, bets)
    assert all(not seat.wagers for seat in state.seats)
    assert len(place(state, bets)) >= sum(len(bet.wagers) for bet in bets)
    assert all(not seat.wagers for seat in state.seats)
