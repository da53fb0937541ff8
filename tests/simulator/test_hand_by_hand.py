"""Every game, hand by hand: the kernel and the table engine play the same shoes to the same cents.

Houses, seats, strategies and shoes are drawn at random; `bench/agree.py` plays millions of rounds
of the same comparison.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from pitboss.engine.setup import prepare
from pitboss.rulebook.house import House, Limits
from pitboss.rulebook.model import AggregatePer
from pitboss.simulator.blackjack.best_play import best_play
from pitboss.simulator.blackjack.job import make_job
from tests.simulator.side_by_side import GAMES, Compared, Comparison, Table, random_table
from tests.tiers import by_day

ROUNDS = by_day(80, 200)
"""On each table, or so."""


def compare_tables(seed: str, game_id: str, tables: int, *, best: bool = False) -> Compared:
    """Compare on several tables; a difference says which house, shoe, round and seat it is."""
    total = Compared()
    for number in range(tables):
        rng = random.Random(f"{seed}/{game_id}/{number}")
        table = random_table(rng, game_id, best=best)
        total += Comparison(table).rounds(rng.randrange(2**40), ROUNDS)
    return total


@pytest.mark.nightly(every=9)
@pytest.mark.parametrize("game_id", GAMES)
def test_any_strategy_wins_the_same_at_the_table_and_in_the_kernel(game_id: str) -> None:
    total = compare_tables("any strategy", game_id, 2)
    assert total.rounds > ROUNDS
    assert total.hands > total.seats


@pytest.mark.nightly(every=9)
@pytest.mark.parametrize("game_id", GAMES)
def test_the_best_play_wins_the_same_at_the_table_and_in_the_kernel(game_id: str) -> None:
    total = compare_tables("best play", game_id, 1, best=True)
    assert total.rounds > ROUNDS / 2


def test_a_difference_is_noticed() -> None:
    """A hand that is paid a cent more by one of the two does not pass."""
    table = random_table(random.Random("noticed"), "reference/blackjack")
    table.seeing.layout.pays[2:] += 100
    with pytest.raises(AssertionError):
        Comparison(table).rounds(1, ROUNDS)


def test_the_deal_may_run_beyond_the_shoe() -> None:
    """The last round begins with the last card: its first cards are shuffled in already."""
    for number in range(by_day(2, 6)):
        rng = random.Random(f"beyond/{number}")
        table = random_table(rng, "co/free-bet")
        last = replace(table.job, cut=len(table.job.full_shoe), burn=number)
        Comparison(replace(table, job=last)).shoes(rng.randrange(2**40), 12)


@pytest.mark.parametrize("per", ["round", "hand"])
def test_a_posted_limit_is_kept_for_the_round_or_for_each_hand(per: AggregatePer) -> None:
    """2119(23)(a)(iii), (24)(a)(iii): a 22 and a lammer pass $7 and $2 now and then."""
    limits = {
        "hedge-22": Limits(aggregate=700, aggregate_per=per),
        "silver-stack": Limits(aggregate=200, aggregate_per=per),
    }
    tables = {"hedge-22": "PT-FLT-SB1-01", "silver-stack": "PT-FLT-SB2-01"}
    setup = prepare(House(game="co/ride-free", tables=tables, limits=limits))
    job = make_job(best_play(setup), seats=3, seed=22, cut=234)
    compared = Comparison(Table(job, 500, f"a limit a {per}")).rounds(3, 400)
    assert compared.rounds >= 400


def test_a_dealer_who_does_not_peek_may_have_a_blackjack() -> None:
    """A player's blackjack waits for nothing, and is still pushed by the dealer's."""
    house = House(game="reference/blackjack", options={"peek": False}, tables={})
    job = make_job(best_play(prepare(house)), seed=21, cut=234)
    assert not job.setup.rules.peek
    total = Comparison(Table(job, 100, "no peek")).rounds(0, 4000)
    assert total.seen["paid: blackjack"] > 100
