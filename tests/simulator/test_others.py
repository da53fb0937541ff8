"""Games that are not blackjack alone: the same counts wherever they are played."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from pitboss import simulate
from pitboss.rulebook.defaults import add_compulsory_tables
from pitboss.rulebook.house import House
from pitboss.rulebook.problems import RulesError
from pitboss.simulator.backends import cpu
from pitboss.simulator.backends.serialize import pack, unpack
from tests.simulator.others_side_by_side import GAMES

ROUNDS = 150_000


def make_house(game_id: str) -> House:
    house, _ = add_compulsory_tables(House(game=game_id))
    return house


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("game_id", GAMES)
def test_threads_and_a_resumed_run_count_the_same(game_id: str, tmp_path: Path) -> None:
    house = make_house(game_id)
    kept = tmp_path / "run"
    play = partial(simulate, game_id, house=house, seats=3)
    one = play(rounds=ROUNDS, threads=1, seed=9)
    play(rounds=ROUNDS // 3, threads=2, checkpoint=kept, seed=9)
    resumed = play(rounds=ROUNDS, threads=2, checkpoint=kept, seed=9)
    assert one.digest == resumed.digest
    assert one.rounds == ROUNDS
    assert play(rounds=ROUNDS, seed=10).digest != one.digest


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("game_id", GAMES)
def test_another_process_is_sent_the_same_job(game_id: str) -> None:
    job = simulate(game_id, rounds=1, house=make_house(game_id), seats=2).job
    sent = cpu.play(unpack(pack(job)), 5, 400)
    here = cpu.play(job, 5, 400)
    assert (sent.counts == here.counts).all()
    assert sent.rounds == here.rounds > 0


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("game_id", GAMES)
def test_what_is_found_is_told_in_every_form(game_id: str) -> None:
    run = simulate(game_id, rounds=20_000, house=make_house(game_id), seats=2, seed=4)
    record = run.as_json()
    assert record["game"] == game_id
    assert [entry["id"] for entry in record["parts"]] == [entry.part.id for entry in run.parts[1:]]
    for part in run.parts:
        assert sum(part.histogram.values()) == 2 * run.rounds
        assert part.part.title in str(run) or part is run.main
        assert part.average_wager > 0
    assert {line["kind"] for line in run.as_rows()} >= {"figure", "result", "event"}
    assert f"{run.house_edge.mean:.4%}" in repr(run)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_strategy_that_the_game_does_not_have_is_refused(game_id: str) -> None:
    with pytest.raises(RulesError) as refused:
        simulate(game_id, rounds=10, house=make_house(game_id), strategy="by-feeling")
    (problem,) = refused.value.problems
    assert problem.code == "strategy/unknown"
    assert "optimal" in problem.message
