"""How many rounds a second the simulator plays, on one core and two, and what it takes to start.

Every job runs in a process of its own, which is warmed up and then asked by turns with the others,
so that whatever else the machine does falls on all alike. Rates are rounds for a second of time on
the processor: what other processes take does not count. With `--peer` plain blackjack is played
too by hhoppe/blackjack (a checkout that whoever has it names, with the Python that has what it
needs): six decks, the dealer hits soft 17, double after split, up to four hands, no surrender,
basic strategy, a cut card at three quarters of the shoe.

Usage: python bench/simulate.py                               the simulator by itself
       python bench/simulate.py --peer PATH --peer-python PYTHON
       python bench/simulate.py --repeats 9 --rounds 40000000
       python bench/simulate.py --only threads --only start
       python bench/simulate.py --as-opened                   every game as `pitboss.table` opens it
       python bench/simulate.py --as-opened --compile         and its first compilation
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from processor import machine

REPEATS = 7
ROUNDS = 20_000_000
WARM_UP = 200_000
CUT = 0.75
PEER = "hhoppe/blackjack, plain blackjack"
LAST_OF_PEER = "monte_carlo_house_edge_cpu"
"""What is defined up to here is enough; below, the peer's notebook goes on to its graphs."""
STANDARD_ERRORS = 4
MEMORY_MB, START_S, THREADS_GOAL = 500, 3.0, 1.9
TURN_S = 0.15
"""About how long a table plays before it is the next one's turn."""


@dataclass(frozen=True)
class Case:
    """One job of the simulator."""

    title: str
    game: str
    options: dict[str, Any]
    tables: dict[str, str]
    seats: int = 1
    jackpots: dict[str, Any] | None = None
    share: float = 1.0
    """Of the rounds: a whole table plays fewer in the same time."""
    goal: float | None = None
    """How many times as fast as the peer it is to be."""


SPANISH: dict[str, Any] = {"decks": 6, "soft17": "hit", "redouble": True}
MATCHES = {"match-up": "2", "match-down": "2"}
JACKPOT = {"jackpot-1": {"scheme": "progressive", "wager": 500, "seed": "5000.00"}}
CASES = (
    Case("plain blackjack", "reference/blackjack", {"decks": 6, "soft17": "hit"}, {}, goal=3),
    Case("Spanish 21, redouble, main wager", "wa/spanish-21", SPANISH, {}, goal=2),
    Case("Spanish 21, Match The Dealer up and down", "wa/spanish-21", SPANISH, MATCHES, share=0.2),
    Case("Free Bet, main wager", "co/free-bet", {}, {}),
    Case("Blackjack Switch, both main wagers", "co/blackjack-switch", {}, {}, share=0.2),
    Case("Spanish 21, seven seats, main wagers", "wa/spanish-21", SPANISH, {}, 7, share=0.05),
    Case("Spanish 21, seven seats, Match", "wa/spanish-21", SPANISH, MATCHES, 7, share=0.03),
    Case("Pai Jack with its bonus", "co/pai-jack", {}, {"pai-jack-bonus": "1"}, share=0.1),
    Case("21-Hold 'em, both parts", "co/21-holdem", {}, {"poker": "poker"}, share=0.1),
    Case("Ante Up 21, both wagers", "co/ante-up-21", {}, {}, share=0.1),
    Case("3 Card 21 with its bonus", "co/3-card-21", {}, {"3-card-bonus": "1"}, share=0.1),
    Case(
        "Deuces Wild Xtreme, ante, Odds and play",
        "co/deuces-wild-xtreme",
        {},
        {"odds": "PT-FLT-DWHF-ODS-01"},
        share=0.1,
    ),
)
WITH_JACKPOT = Case(
    "Spanish 21 with Match The Dealer and a progressive",
    "wa/spanish-21",
    SPANISH,
    {**MATCHES, "jackpot-1": "3c-5"},
    jackpots=JACKPOT,
)


@dataclass(frozen=True)
class Run:
    """What one piece of work took."""

    rounds: int
    seconds: float
    cpu: float
    edge: float
    error: float

    @property
    def rate(self) -> float:
        """Rounds for a second on the processor."""
        return self.rounds / self.cpu


# --- in a process of its own --------------------------------------------------------------------


def serve(play: Callable[[int, int], tuple[int, float, float]]) -> None:
    """Play as many rounds on as many threads as each line of standard input asks for."""
    for line in sys.stdin:
        rounds, threads = map(int, line.split())
        start, cpu = time.perf_counter(), time.process_time()
        played, edge, error = play(rounds, threads)
        spent = time.perf_counter() - start, time.process_time() - cpu
        print(json.dumps([played, *spent, edge, error]), flush=True)


def make_case_job(case: Case) -> Any:  # noqa: ANN401 - the peer's Python reads this file too
    """Return the job of a case: the best play, the shoe dealt to the cut card if there is one."""
    from pitboss.engine.setup import prepare  # noqa: PLC0415
    from pitboss.rulebook.house import ShoeSettings, house_from  # noqa: PLC0415
    from pitboss.simulator.kinds import make_named_job  # noqa: PLC0415
    from pitboss.sitting.shoe import make_shoe  # noqa: PLC0415

    house = {"game": case.game, "options": case.options, "tables": case.tables}
    setup = prepare(house_from({**house, "jackpots": case.jackpots or {}}))
    fresh = make_shoe(setup, ShoeSettings()).every_round
    cut = None if fresh else int(CUT * len(setup.shoe.cards()))
    return make_named_job(setup, "optimal", seats=case.seats, seed=1, cut=cut)


def play_here(case: Case) -> Callable[[int, int], tuple[int, float, float]]:
    """Return what plays rounds of a case on threads of this process."""
    from pitboss.simulator.backends import cpu  # noqa: PLC0415
    from pitboss.simulator.result import Simulation  # noqa: PLC0415
    from pitboss.simulator.run import Threads, play  # noqa: PLC0415

    job = make_case_job(case)

    def played(rounds: int, threads: int) -> tuple[int, float, float]:
        tally = cpu.play(job, 0, 0)
        with Threads(threads) as pool:
            for far in play(job, rounds, pool):
                tally = far.tally
        edge = Simulation(job, tally).house_edge
        return tally.rounds, edge.mean, edge.standard_error

    return played


def play_peer(folder: Path) -> Callable[[int, int], tuple[int, float, float]]:
    """Return what lets the peer play; its notebook is read up to its simulation, not run."""
    os.environ["EFFORT"] = "1"
    sys.path.insert(0, str(folder))
    tree = ast.parse((folder / "blackjack.py").read_text())
    names = [getattr(node, "name", "") for node in tree.body]
    tree.body = [node for node in tree.body[: names.index(LAST_OF_PEER) + 1] if _defines(node)]
    peer: dict[str, Any] = {"__name__": "blackjack"}
    sys.modules["blackjack"] = type(sys)("blackjack")
    sys.modules["blackjack"].__dict__.update(peer)
    space = sys.modules["blackjack"].__dict__
    exec(compile(tree, str(folder / "blackjack.py"), "exec"), space)  # noqa: S102
    rules = space["Rules"](num_decks=6, late_surrender=False, cut_card=int(CUT * 312))
    strategy = space["Strategy"]()

    def played(rounds: int, _: int) -> tuple[int, float, float]:
        edge, hands, spread = space[LAST_OF_PEER](
            rules, strategy, rounds, parallel=False, quiet=True
        )
        return int(hands), float(edge), float(spread) / hands**0.5

    return played


def _defines(node: ast.stmt) -> bool:
    """Whether a statement defines something: tests and examples of the notebook do not."""
    if isinstance(node, ast.If):
        return "TYPE_CHECKING" in ast.dump(node.test)
    return not isinstance(node, ast.Expr | ast.With | ast.For | ast.Assert)


def start_here(case: Case, rounds: int) -> None:
    """Play in a fresh process; print how much memory that took at its most."""
    played, *_ = play_here(case)(rounds, 1)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps([played, peak]))


# --- every game as it is opened -----------------------------------------------------------------


def open_tables(only: Sequence[str]) -> dict[tuple[str, bool], Any]:
    """Return the jobs of games as they are opened, one seat, plain and with a counter."""
    import pitboss  # noqa: PLC0415
    from pitboss.questions.runs import CounterSettings  # noqa: PLC0415
    from pitboss.simulator.counting.job import counted_job  # noqa: PLC0415
    from pitboss.simulator.counting.settings import is_counted, read_counter  # noqa: PLC0415
    from pitboss.simulator.kinds import make_named_job  # noqa: PLC0415

    jobs = {}
    for game in only or [game.id for game in pitboss.games()]:
        setup = pitboss.table(game).setup
        if not is_counted(setup):  # a fresh deck every round
            jobs[game, False] = make_named_job(setup, "optimal", seed=1)
            continue
        job = make_named_job(setup, "optimal", seed=1, cut=round(CUT * setup.shoe.size))
        jobs[game, False] = job
        counter = read_counter(CounterSettings(count="hi-lo"), setup, 1)
        jobs[game, True] = counted_job(job, counter)
    return jobs


def as_opened(options: argparse.Namespace) -> None:
    """Print the rate and the path of every game as it is opened, plain and with a counter.

    All play by turns in one process, about as long each; the best turn counts, and behind it
    stands the slowest one.
    """
    from pitboss.simulator.backends import cpu  # noqa: PLC0415

    jobs = open_tables(options.game)
    shoes: dict[tuple[str, bool], int] = {}
    turns: dict[tuple[str, bool], list[float]] = {key: [] for key in jobs}
    for key, job in jobs.items():
        cpu.play(job, 0, 100)
        start = time.thread_time()
        cpu.play(job, 0, 2000)
        shoes[key] = max(64, int(2000 * TURN_S / (time.thread_time() - start)))
    for turn in range(options.repeats):
        for key, job in jobs.items():
            start = time.thread_time()
            rounds = cpu.play(job, turn * shoes[key], shoes[key]).rounds
            turns[key].append(rounds / (time.thread_time() - start) / 1e6)
    best = {key: max(rates) for key, rates in turns.items()}
    fastest = {how: max(rate for (_, own), rate in best.items() if own is how) for _, how in best}
    print("| as opened, one seat, one core | M rounds/s | of the fastest | path |", end="")
    print(" counted | of the fastest | path |")
    print("| --- | ---: | ---: | --- | ---: | ---: | --- |")
    for game in dict.fromkeys(game for game, _ in jobs):
        line = f"| {game} |"
        for how in (False, True):
            if (game, how) in jobs:
                rate, path = best[game, how], cpu.find_path(jobs[game, how])
                slowest = min(turns[game, how])
                line += f" {rate:.1f} ({slowest:.1f}) | {rate / fastest[how]:.2f} | {path} |"
            else:
                line += " | | |"
        print(line, flush=True)
    print()
    if options.compile:
        compilations(list(jobs))


def compilations(keys: Sequence[tuple[str, bool]]) -> None:
    """Print how long each table takes to compile where nothing has been compiled before."""
    print("| first compilation | processor, s | with a counter |")
    print("| --- | ---: | ---: |")
    for game in dict.fromkeys(game for game, _ in keys):
        taken = []
        for how in (False, True):
            if (game, how) not in keys:
                continue
            with tempfile.TemporaryDirectory() as folder:
                command = [sys.executable, __file__, "--compile-one", game, str(int(how))]
                environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
                done = subprocess.run(
                    command, env=environment, capture_output=True, text=True, check=True
                )
            taken.append(f"{float(done.stdout):.1f}")
        print(f"| {game} | {' | '.join(taken)} |", flush=True)
    print()


def compile_one(game: str, how: str) -> None:
    """Print the processor's seconds for the first call of a table's kernel."""
    from pitboss.simulator.backends import cpu  # noqa: PLC0415

    job = open_tables([game])[game, bool(int(how))]
    start = time.process_time()
    cpu.play(job, 0, 0)
    print(time.process_time() - start)


# --- measuring ----------------------------------------------------------------------------------


class Player:
    """A process that plays when it is asked to."""

    def __init__(self, title: str, command: Sequence[str]) -> None:
        self.title = title
        self.runs: list[Run] = []
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def play(self, rounds: int, threads: int = 1) -> Run:
        """Play rounds; return what that took."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{rounds} {threads}\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"{self.title}: the process ended")
        return Run(*json.loads(line))

    def end(self) -> None:
        """Let the process end."""
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()


def start_player(number: int) -> Player:
    """Return a process for one of the cases."""
    return Player(CASES[number].title, [sys.executable, __file__, "--serve", str(number)])


def by_turns(players: Sequence[Player], rounds: Sequence[int], repeats: int) -> None:
    """Warm everybody up, then let them play by turns."""
    for player in players:
        player.play(WARM_UP)
    for _ in range(repeats):
        for player, count in zip(players, rounds, strict=True):
            player.runs.append(player.play(count))


def spread(figures: Sequence[float], digits: int = 1) -> str:
    """Return the smallest and the largest."""
    return f"{min(figures):.{digits}f} to {max(figures):.{digits}f}"


def rates(options: argparse.Namespace) -> None:
    """Print rounds a second of every case, beside the peer's."""
    players = [start_player(number) for number in range(len(CASES))]
    counts = [int(case.share * options.rounds) for case in CASES]
    peer = None
    if options.peer:
        command = [options.peer_python, __file__, "--serve-peer", str(options.peer)]
        peer = Player(PEER, command)
    by_turns(
        [*([peer] if peer else []), *players],
        [*([options.rounds // 4] if peer else []), *counts],
        options.repeats,
    )
    if peer:
        agree(peer.runs, players[0].runs)
    base = statistics.median(run.rate for run in peer.runs) if peer else None
    print("| one core | million rounds a second | spread | seats | x peer | goal |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    if peer:
        rate_line(peer, 1, base, None)
    for player, case in zip(players, CASES, strict=True):
        rate_line(player, case.seats, base, case.goal)
    print()
    for player in (*players, *([peer] if peer else [])):
        player.end()


def rate_line(player: Player, seats: int, base: float | None, goal: float | None) -> None:
    """Print a line of the table: the median, its spread, and the ratio to the peer's."""
    rates = [run.rate / 1e6 for run in player.runs]
    middle = statistics.median(rates)
    ratio = "" if base is None else f"{middle * 1e6 / base:.2f}"
    figures = f"{middle:.2f} | {spread(rates, 2)} | {middle * seats:.2f} | {ratio}"
    print(f"| {player.title} | {figures} | {goal or ''} |", flush=True)


def agree(theirs: Sequence[Run], ours: Sequence[Run]) -> None:
    """Print the edges of plain blackjack; it must be the same game."""
    one, two = theirs[0], ours[0]
    error = (one.error**2 + two.error**2) ** 0.5
    print(f"plain blackjack: {one.edge:.4%} ± {one.error:.4%} there,", end=" ")
    print(f"{two.edge:.4%} ± {two.error:.4%} here\n")
    if abs(one.edge - two.edge) > STANDARD_ERRORS * error:
        sys.exit("these are not the same rules")


def threads(options: argparse.Namespace) -> None:
    """Print how much two threads are faster than one, by the clock."""
    player = start_player(1)
    player.play(WARM_UP)
    ratios, shares = [], []
    for _ in range(options.repeats):
        one, two = player.play(options.rounds, 1), player.play(options.rounds, 2)
        ratios.append(one.seconds / two.seconds)
        shares.append(two.cpu / two.seconds)
    player.end()
    print("| two threads against one | ratio | spread | cores had | goal |")
    print("| --- | ---: | ---: | ---: | ---: |")
    middle, had = statistics.median(ratios), statistics.median(shares)
    print(f"| {player.title} | {middle:.2f} | {spread(ratios, 2)} | {had:.2f} | {THREADS_GOAL} |\n")


def starting(options: argparse.Namespace) -> None:
    """Print how long a fresh process takes from its start to a result of a million rounds."""
    print("| a fresh process, a million rounds | seconds | spread | processor | goal |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for number in (0, 1, 2):
        walls, cpu = [], []
        for _ in range(options.repeats):
            start, before = time.perf_counter(), children_cpu()
            fresh("--start", str(number), "1000000")
            walls.append(time.perf_counter() - start)
            cpu.append(children_cpu() - before)
        figures = f"{statistics.median(walls):.2f} | {spread(walls, 2)}"
        figures += f" | {statistics.median(cpu):.2f} | {START_S}"
        print(f"| {CASES[number].title} | {figures} |", flush=True)
    print()


def children_cpu() -> float:
    """Return the time on the processor of all processes that were started here and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def memory(_: argparse.Namespace) -> None:
    """Print how much memory many rounds take, and more."""
    print("| memory at its most | rounds | MB | goal |")
    print("| --- | ---: | ---: | ---: |")
    for number, case in ((1, CASES[1]), (len(CASES), WITH_JACKPOT)):
        for rounds in (10_000_000, 100_000_000):
            _, peak = json.loads(fresh("--start", str(number), str(rounds)))
            print(f"| {case.title} | {rounds:,} | {peak:.0f} | {MEMORY_MB} |", flush=True)
    print()


def fresh(*arguments: str) -> str:
    """Run this script in a process of its own; return what it printed."""
    command = [sys.executable, __file__, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


PARTS: dict[str, Callable[[argparse.Namespace], None]] = {
    "rates": rates,
    "threads": threads,
    "start": starting,
    "memory": memory,
}


def main(arguments: list[str]) -> None:
    """Measure, or play for who measures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peer", type=Path, help="a checkout of hhoppe/blackjack")
    parser.add_argument("--peer-python", default=sys.executable, help="what runs it")
    parser.add_argument("--repeats", type=int, default=REPEATS)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--only", action="append", choices=list(PARTS), help="measure this alone")
    parser.add_argument("--as-opened", action="store_true", help="every game as it is opened")
    parser.add_argument("--game", action="append", default=[], help="of these this one alone")
    parser.add_argument("--compile", action="store_true", help="and how long it compiles at first")
    parser.add_argument("--compile-one", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--serve", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--serve-peer", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--start", type=int, nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.serve is not None:
        serve(play_here(CASES[options.serve]))
    elif options.serve_peer:
        serve(play_peer(options.serve_peer))
    elif options.start:
        number, rounds = options.start
        start_here((*CASES, WITH_JACKPOT)[number], rounds)
    elif options.compile_one:
        compile_one(*options.compile_one)
    else:
        print(f"{machine()}; {options.repeats} repeats by turns\n")
        if options.as_opened:
            as_opened(options)
            return
        for part in options.only or PARTS:
            PARTS[part](options)


if __name__ == "__main__":
    main(sys.argv[1:])
