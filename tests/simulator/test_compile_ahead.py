"""What plays a table is compiled in another process, before the table is solved."""

from __future__ import annotations

import pickle
from io import BytesIO, TextIOWrapper
from typing import Any

import pytest

from pitboss.compiled.function import CompiledFunction
from pitboss.compiled.progress import begin_function
from pitboss.engine.setup import prepare
from pitboss.rulebook.house import House
from pitboss.simulator import compile_ahead
from pitboss.simulator.backends import cpu
from pitboss.simulator.compile_ahead import compiling_ahead, main
from pitboss.simulator.kinds import KINDS
from pitboss.simulator.settings import RunSettings, make_job

Needed = set[tuple[str, tuple[object, ...]]]


@pytest.fixture
def needed(monkeypatch: pytest.MonkeyPatch) -> Needed:
    """Every function that is called, with the kinds of its arguments: they decide its code."""
    functions: Needed = set()
    lay_out = CompiledFunction._lay_out  # noqa: SLF001 - nothing else sees the kinds

    def told(self: CompiledFunction, values: tuple[Any, ...]) -> tuple[tuple[object, ...], bytes]:
        kinds, slots = lay_out(self, values)
        functions.add((self.py_func.__name__, kinds))
        return kinds, slots

    monkeypatch.setattr(CompiledFunction, "_lay_out", told)
    return functions


# By day the other kinds of round, which are solved sooner.
@pytest.mark.nightly(only=["ante-up"])
@pytest.mark.parametrize(
    ("game", "penetration"),
    [
        ("reference/blackjack", None),
        ("co/free-bet", 0.75),
        ("co/blackjack-switch", None),
        ("co/3-card-21", 0.75),
        ("co/ante-up-21", None),
    ],
)
def test_a_player_who_always_stands_needs_the_code_of_the_best_play(
    game: str, penetration: float | None, needed: Needed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The best play is solved first, then both are played: no rounds, but all is called."""
    house = House(game=game, tables={"3-card-bonus": "1"} if game == "co/3-card-21" else None)
    terms = RunSettings(rounds=1, penetration=penetration)
    best = make_job(house, prepare(house), terms)
    needed.clear()
    cpu.play(best, 0, 0)
    of_best = set(needed)
    needed.clear()
    stdin = TextIOWrapper(BytesIO(pickle.dumps((house, terms))))
    monkeypatch.setattr("sys.stdin", stdin)
    main()
    assert of_best
    assert needed == of_best


def test_a_process_begins_with_the_first_function_that_is_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house, terms, ended = House(game="reference/blackjack"), RunSettings(rounds=1), []

    class Process:
        def terminate(self) -> None:
            ended.append("terminated")

        def wait(self) -> None:
            ended.append("waited for")

    begun: list[tuple[House, RunSettings]] = []

    def begin(house: House, terms: RunSettings) -> Process:
        begun.append((house, terms))
        return Process()

    monkeypatch.setattr(compile_ahead, "_begin", begin)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    with compiling_ahead(house, prepare(house), terms):
        assert not begun
        begin_function()
        begin_function()
        assert begun == [(house, terms)]
        assert not ended
    assert ended == ["terminated", "waited for"]


def test_without_a_second_core_or_for_other_rounds_nothing_begins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def begin(house: House, _: RunSettings) -> None:
        pytest.fail(f"a process began for {house.game}")

    monkeypatch.setattr(compile_ahead, "_begin", begin)
    terms = RunSettings(rounds=1)
    for game, cores in (("reference/blackjack", 1), ("co/pai-jack", 2)):
        monkeypatch.setattr("os.cpu_count", lambda cores=cores: cores)
        house = House(game=game)
        with compiling_ahead(house, prepare(house), terms):
            begin_function()


def test_a_table_without_a_solution_is_a_job_like_any_other() -> None:
    setup = prepare(House(game="reference/blackjack"))
    lay_out = KINDS[setup.round].stand_always
    assert lay_out is not None
    job = lay_out(setup)
    assert cpu.play(job, 0, 200).rounds == 200
