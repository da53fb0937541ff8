"""The simulator and the table engine, hand by hand, over as many rounds as there is time for.

Houses of every simulated game are drawn at random, with strategies that decide anything legal and
with the best play, one to seven seats, every kind of shoe. Each shoe is played by the kernel and by
the table engine, and every hand, every wager and every meter must come out the same to the cent.
`tests/simulator` does the same at a size for every day.

Usage: python bench/agree.py 1000000                     a million rounds
       python bench/agree.py 10000000 --processes 2      on two cores
       python bench/agree.py 10000000 --seconds 3600     for an hour at most
       python bench/agree.py 20000 --seed 7 --game co/free-bet
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from itertools import count, islice
from pathlib import Path

from processor import machine

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))  # the comparison itself is the one the tests make

from pitboss.rulebook.reading.library import game  # noqa: E402
from pitboss.simulator.kinds import KINDS  # noqa: E402
from tests.simulator import others_side_by_side, side_by_side  # noqa: E402
from tests.simulator.side_by_side import Compared, Comparison, random_table  # noqa: E402

GAMES = (*side_by_side.GAMES, *others_side_by_side.GAMES)
ROUNDS_A_HOUSE = 4000
BEST_EVERY = 4
"""Of so many houses of a game one is played by the best strategy."""
SHOES_MAX = 2**40


def compare(seed: str, game_id: str, number: int) -> tuple[str, Compared, str]:
    """Compare on one house; return the game, what was compared, and the difference if any."""
    rng = random.Random(f"{seed}/{game_id}/{number}")  # noqa: S311 - seeded and repeatable
    if game_id in others_side_by_side.GAMES:
        return game_id, *_compare_other(rng, game_id)
    best = number % BEST_EVERY == BEST_EVERY - 1
    table = random_table(rng, game_id, best=best)
    comparison = Comparison(table)
    try:
        return game_id, comparison.rounds(rng.randrange(SHOES_MAX), ROUNDS_A_HOUSE), ""
    except (AssertionError, LookupError) as error:  # a card that is none is a difference too
        return game_id, comparison.compared, f"{game_id} {number}, {table.about}: {error!r}"


def _compare_other(rng: random.Random, game_id: str) -> tuple[Compared, str]:
    """Compare on one house of a game with a kind of round of its own."""
    strategy = rng.choice(KINDS[game(game_id).round].strategies)
    try:
        return others_side_by_side.compare(rng, game_id, strategy, rounds=ROUNDS_A_HOUSE), ""
    except (AssertionError, LookupError) as error:
        return Compared(), f"{game_id}, {strategy}: {error!r}"


def houses(games: tuple[str, ...]) -> Iterator[tuple[str, int]]:
    """Yield game and number of every house, one of each game after another."""
    for number in count():
        for game_id in games:
            yield game_id, number


def run(options: argparse.Namespace) -> Compared:
    """Compare until there are rounds enough; stop at the first difference."""
    games = tuple(options.game or GAMES)
    compared, by_game, todo = Compared(), Counter[str](), houses(games)
    deadline = time.perf_counter() + options.seconds
    with ProcessPoolExecutor(options.processes) as pool:

        def begin(more: int) -> list[Future[tuple[str, Compared, str]]]:
            return [pool.submit(compare, options.seed, *house) for house in islice(todo, more)]

        waiting = set(begin(2 * options.processes))
        while waiting:
            done = next(as_completed(waiting))
            waiting.remove(done)
            game_id, more, difference = done.result()
            compared += more
            by_game[game_id] += more.rounds
            if difference:
                pool.shutdown(cancel_futures=True)
                sys.exit(f"after {compared.rounds:,} rounds they differ: {difference}")
            if compared.rounds < options.rounds and time.perf_counter() < deadline:
                waiting.update(begin(1))
            print(f"\r{compared.rounds:,} rounds", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    said(by_game)
    return compared


def said(by_game: Counter[str]) -> None:
    """Print how many rounds each game had."""
    print("| game | rounds |\n| --- | ---: |")
    for game_id, rounds in sorted(by_game.items()):
        print(f"| {game_id} | {rounds:,} |")
    print()


def main(arguments: list[str]) -> None:
    """Compare, and say what was compared."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rounds", type=int, help="how many, or some more: houses are finished")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=math.inf, help="begin no house after")
    parser.add_argument("--seed", default="agree", help="of the houses; any text")
    parser.add_argument("--game", action="append", choices=GAMES, help="this game alone")
    options = parser.parse_args(arguments)
    start = time.perf_counter()
    compared = run(options)
    seconds = time.perf_counter() - start
    print(f"{machine()}, seed {options.seed!r}\n")
    print(f"{compared.rounds:,} rounds of {compared.houses:,} houses agree to the cent:")
    print(f"{compared.seats:,} seats, {compared.hands:,} hands, {compared.wagers:,} side wagers,")
    print(f"{compared.awards:,} awards of meters, {compared.seen['super bonus']:,} Super Bonuses,")
    print(f"{compared.ran_out:,} of {compared.shoes:,} shoes dealt beyond their end;")
    print(f"{seconds:,.0f} s, {compared.rounds / seconds:,.0f} rounds a second.")


if __name__ == "__main__":
    main(sys.argv[1:])
