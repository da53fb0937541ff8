"""How fast counts are valued: exactly, and before every round of a simulation.

.venv/bin/python bench/count.py           every part
.venv/bin/python bench/count.py wagers    the value of side wagers for any shoe
.venv/bin/python bench/count.py simulate  what a counter costs the simulator, and the cube
.venv/bin/python bench/count.py removal   the effects of removal of main games
.venv/bin/python bench/count.py indices   every index play of a main game
.venv/bin/python bench/count.py perfect   what the exact value before every round costs
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

import pitboss
from pitboss.advantage.gains import Dealing
from pitboss.advantage.shoe_samples import perfect_gain
from pitboss.advantage.wager_gains import count_gain
from pitboss.cards import DECKS, Shoe
from pitboss.counts import Counter, IndexPlay, find_system, index_list, parse_ramp
from pitboss.engine.setup import prepare
from pitboss.exact.any_wager.polynomial import fill_values
from pitboss.exact.any_wager.terms import form_array
from pitboss.exact.any_wager.wager_value import WagerValue, table_value
from pitboss.exact.charts.cells import playable
from pitboss.exact.kinds import any_shoe
from pitboss.rulebook.house import House, house_from
from pitboss.rulebook.reading.library import game
from pitboss.simulator.backends import cpu
from pitboss.simulator.counting.cube import Cube
from pitboss.simulator.counting.job import counted_job
from pitboss.simulator.counting.play_perfect import ValueBet, perfect_bet, wager_polynomial
from pitboss.simulator.job import Job
from pitboss.simulator.kinds import make_named_job

REPEATS = 5
SHOES = 20_000
REMOVALS: tuple[tuple[tuple[str, dict[str, bool | int | str]], str], ...] = (
    (("wa/spanish-21", {"decks": 6, "soft17": "hit", "redouble": True}), "3"),
    (("reference/blackjack", {}), ""),
    (("co/free-bet", {"decks": 6, "soft17": "hit"}), ""),
)
WAGERS: tuple[tuple[str, str, str], ...] = (
    ("co/golden-21", "golden-21", "two cards"),
    ("co/21-plus-3", "21-plus-3", "three cards"),
    ("co/extreme-21", "extreme-21", "three cards"),
    ("wa/spanish-21", "match-up", "three cards"),
    ("co/ante-up-21", "poker-bonus", "three cards"),
    ("wa/spanish-21", "jackpot-1", "four cards"),
    ("co/trilux", "trilux-progressive", "four cards"),
)

PERFECT = (WAGERS[0], WAGERS[1], WAGERS[3], WAGERS[4])
"""Wagers that are valued before every round."""
OPTIONS: dict[str, dict[str, Any]] = {"wa/spanish-21": {"decks": 6, "soft17": "hit"}}

RUN_SHOES, CUT = 20_000, 234
SIMULATED: tuple[tuple[str, dict[str, Any], int], ...] = (
    ("plain blackjack", {"game": "reference/blackjack", "options": {"decks": 6}}, 1),
    (
        "Spanish 21, main wager",
        {
            "game": "wa/spanish-21",
            "options": {"decks": 6, "soft17": "hit", "redouble": True},
            "tables": {},
        },
        1,
    ),
    ("plain blackjack, three seats", {"game": "reference/blackjack", "options": {"decks": 6}}, 3),
)
"""A title, a house and the seats of every table that is simulated."""


def best(work: Callable[[], object]) -> float:
    """Return the processor seconds of the fastest of a few runs."""
    work()
    seconds = []
    for _ in range(REPEATS):
        start = time.process_time()
        work()
        seconds.append(time.process_time() - start)
    return min(seconds)


def wagers() -> None:
    """Print how long a value takes: compiled, exactly, and what follows from it."""
    print("| wager | cards | terms | compiled, ns | exact, us | removals, ms | perfect, ms |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: |")
    for game_id, wager_id, cards in WAGERS:
        table = game(game_id).tables_of(wager_id)[0]
        shoe = Shoe(DECKS[game(game_id).deck], 6)
        value = table_value(table, shoe)
        print(f"| {game_id} {wager_id} {table.id} | {cards} | {_figures(value)} |", flush=True)
    value = table_value(game("co/21-plus-3").tables_of("21-plus-3")[0], Shoe(DECKS["french-52"], 6))
    shoe, dealing = Shoe(DECKS["french-52"], 6), Dealing(cut=260)
    for name in ("hi-lo", "zen", "halves"):
        system = find_system(name)
        took = best(partial(count_gain, value, system, shoe, dealing))
        print(f"\nexact gain of 21+3 by {name}, cut 260: {took:.2f} s")


def _figures(wager: WagerValue) -> str:
    polynomial, full = wager.polynomial, wager.full
    assert polynomial is not None
    forms, values = np.tile(form_array(full), (SHOES, 1)), np.empty(SHOES)
    compiled = best(lambda: fill_values(polynomial, forms, values)) / SHOES
    exact = best(lambda: wager.value(full))
    removal = best(wager.removal)
    perfect = best(lambda: perfect_gain(wager, Dealing(cut=260), shoes=1000))
    terms = len(polynomial.weights)
    return (
        f"{terms} | {compiled * 1e9:.0f} | {exact * 1e6:.0f} | {removal * 1e3:.0f}"
        f" | {perfect * 1e3:.0f}"
    )


def simulate() -> None:
    """Print what a counter costs the simulator: plain rounds and counted ones by turns."""
    print("| game | plain, M rounds/s | counted | with index plays | ratio |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for title, house, seats in SIMULATED:
        setup = prepare(house_from(house))
        plain = replace(make_named_job(setup, "optimal", seats=seats, burn=1), cut=CUT, burn=1)
        jobs = [plain, *(_counting(plain, plays) for plays in ((), index_list("i18")))]
        rates = [0.0] * len(jobs)
        for repeat in range(REPEATS + 1):
            for number, job in enumerate(jobs):
                start = time.process_time()
                rounds = cpu.play(job, repeat * RUN_SHOES, RUN_SHOES if repeat else 1).rounds
                rate = rounds / (time.process_time() - start) / 1e6
                rates[number] = max(rates[number], rate if repeat else 0.0)
        figures = " | ".join(f"{rate:.1f}" for rate in rates)
        print(f"| {title} | {figures} | {rates[-1] / rates[0]:.0%} |", flush=True)
    job = jobs[-1]
    cube = Cube.from_tally(job, cpu.play(job, 0, RUN_SHOES))
    ramp = parse_ramp("1-12")
    print(f"\na ramp and an earlier cut: {best(lambda: cube.bets(ramp, 156)) * 1e3:.2f} ms")
    print(f"the best ramp of a spread: {best(lambda: cube.best_ramp(1, 12, 156)) * 1e3:.2f} ms")


def _counting(job: Job, plays: tuple[IndexPlay, ...]) -> Job:
    system = replace(find_system("hi-lo"), indices=playable(job.setup, plays))
    return counted_job(job, Counter(system=system, ramp=parse_ramp("1-8")))


def removal() -> None:
    """Print how long the effects of removal of main games take, once the game itself is solved."""
    print("| game | classes of cards | seconds | processor seconds | goal, seconds |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for (game_id, options), goal in REMOVALS:
        shoes = any_shoe(prepare(House(game=game_id, options=options)))
        assert shoes is not None
        left = [shoes.base.without(cards[0]) for cards in shoes.classes]
        shoes.values([shoes.base])
        start, processor = time.perf_counter(), _of_all_processes()
        shoes.values(left)
        wall, processor = time.perf_counter() - start, _of_all_processes() - processor
        print(f"| {game_id} | {len(left)} | {wall:.1f} | {processor:.1f} | {goal} |", flush=True)


def _of_all_processes() -> float:
    """Return the processor seconds of this process and of those that it started and ended."""
    return sum(os.times()[:4])


def indices() -> None:
    """Print how long every index play of Spanish 21 takes."""
    (game_id, options), _ = REMOVALS[0]
    table = pitboss.table(house=House(game=game_id, options=options))
    table.solve()
    start, processor = time.perf_counter(), _of_all_processes()
    plays = table.count(system="hi-lo", indices="all").as_json()["indices"]
    wall, processor = time.perf_counter() - start, _of_all_processes() - processor
    print(f"{len(plays)} index plays of {game_id}: {wall:.1f} s, {processor:.1f} of the processor")


def perfect() -> None:
    """Print what it costs to know the exact value of a side wager before every round."""
    print("| wager | terms | counted, ns a round | with exact values | ratio, goal 2 |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for game_id, wager_id, _ in PERFECT:
        table = game(game_id).tables_of(wager_id)[0]
        tables, options = {wager_id: table.id}, OPTIONS.get(game_id, {})
        setup = prepare(house_from({"game": game_id, "options": options, "tables": tables}))
        plain = replace(make_named_job(setup, "optimal", burn=1), cut=CUT, burn=1)
        job, bet = _counting(plain, ()), ValueBet(wager=wager_id, least=0.0)
        polynomial = wager_polynomial(job, wager_id)
        assert polynomial is not None
        rounds = cpu.play(job, 0, RUN_SHOES // 2).rounds
        counted = best(partial(cpu.play, job, 0, RUN_SHOES // 2)) / rounds * 1e9
        valued = best(partial(perfect_bet, job, bet, rounds)) / rounds * 1e9
        terms = len(polynomial.weights)
        print(
            f"| {game_id} {wager_id} | {terms} | {counted:.0f} | {valued:.0f}"
            f" | {valued / counted:.1f} |",
            flush=True,
        )


PARTS: Mapping[str, Callable[[], None]] = {
    "wagers": wagers,
    "removal": removal,
    "simulate": simulate,
    "indices": indices,
    "perfect": perfect,
}


def main() -> None:
    """Measure the named parts, or all."""
    for name in sys.argv[1:] or PARTS:
        print(f"## {name}\n", flush=True)
        PARTS[name]()


if __name__ == "__main__":
    main()
