"""Somebody who counts, hand by hand: the kernels' counts, index plays and cube are the engine's.

One seat alone is played by compiled code. Whole tables are played by the same source as Python
runs it, in a process of its own, because to compile them takes long; at night they are compiled.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from base64 import b64encode
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pitboss.cards.unseen import Unseen
from pitboss.counts import Counter, Cover, find_system, parse_ramp
from pitboss.counts.index_play import IndexPlay
from pitboss.counts.system import Counted, CountSystem
from pitboss.counts.true_count import TrueCount
from pitboss.engine.actions import ActionKind
from pitboss.engine.setup import prepare
from pitboss.exact.any_wager.wager_value import wager_value
from pitboss.rulebook.house import house_from
from pitboss.rulebook.problems import RulesError
from pitboss.simulator.backends import cpu
from pitboss.simulator.backends.cluster import play_piece
from pitboss.simulator.backends.serialize import pack
from pitboss.simulator.checkpoint import CheckpointKeeper, SavedRun, identity, write
from pitboss.simulator.counting.cube import Cube
from pitboss.simulator.counting.cube_file import cube_file
from pitboss.simulator.counting.fields import STEP
from pitboss.simulator.counting.job import counted_job
from pitboss.simulator.counting.kernel import (
    BIN,
    CARDS_GONE,
    FIRST_SIDE,
    HANDS,
    NET,
    NOT_MADE,
    PLAYS,
    SECOND_NET,
)
from pitboss.simulator.counting.settings import Trips
from pitboss.simulator.counting.trips import play_trips
from pitboss.simulator.job import Job
from pitboss.simulator.kinds import make_named_job
from pitboss.simulator.result import Simulation
from pitboss.simulator.tally import UNLIMITED, Tally, no_hits
from pitboss.version import __version__
from tests.rows import every_row
from tests.simulator.counted_in_python import LEAST, ROUNDS
from tests.simulator.counted_tables import CountedTable
from tests.tiers import IS_NIGHT, by_day

Array = Any
SHOES = by_day(12, 60)
ROUNDS_ROOM = 80
RAMP = parse_ramp("1-8")
SEED = 11


def plays(text: str) -> tuple[IndexPlay, ...]:
    """Return index plays: `16 T stand 0`, with a `<` for those made below."""
    index_plays = []
    for line in text.split(";"):
        hand, up, action, at = line.split()
        at, below = at.removeprefix("<"), at.startswith("<")
        index_plays.append(
            IndexPlay(hand=hand, up=up, action=ActionKind(action), at=int(at), below=below)
        )
    return tuple(index_plays)


KNOWN = plays(
    "insurance A insure 3;16 T stand 0;15 T stand 4;T,T 5 split 5;T,T 6 split 4;10 T double 4;"
    "12 3 stand 2;12 2 stand 3;11 A double 1;9 2 double 1;10 A double 4;9 7 double 3;"
    "16 9 stand 5;13 2 stand -1;12 4 stand 0;12 5 stand -2;12 6 stand -1;13 3 stand -2"
)
OFTEN = plays(
    "insurance A insure -1;16 T stand 0;16 9 stand <1;12 3 stand 0;12 2 stand <0;T,T 6 split -2;"
    "11 T double 0;10 9 double -1;A,7 9 stand 0;13 2 stand 1;14 T stand <0;15 T hit 0;8,8 T split 0"
)
"""Plays that change something in every shoe."""


def make_job_named(house: dict[str, Any], system: CountSystem, **settings: Any) -> Job:  # noqa: ANN401 - of a `Counter`, or how it is dealt
    setup = prepare(house_from(house))
    dealing = {"seats": settings.pop("seats", 1), "cut": settings.pop("cut", 234)}
    job = make_named_job(setup, settings.pop("strategy", "chart"), seed=SEED, **dealing)
    return counted_job(job, Counter(system=system, ramp=RAMP, **settings))


def hi_lo(**changes: Any) -> CountSystem:  # noqa: ANN401 - of a `CountSystem`
    return replace(find_system("hi-lo"), **changes)


BLACKJACK = {"game": "reference/blackjack", "options": {"decks": 6, "soft17": "hit"}}
LEAN: dict[str, Callable[[], Job]] = {
    "basic": lambda: make_job_named(BLACKJACK, hi_lo()),
    "known plays": lambda: make_job_named(BLACKJACK, hi_lo(indices=KNOWN)),
    "many plays, rounded, by half decks": lambda: make_job_named(
        BLACKJACK,
        hi_lo(indices=OFTEN, convention=TrueCount.ROUND),
        cards_a_step=26,
        after_cut=1,
    ),
    "halves, truncated": lambda: make_job_named(
        BLACKJACK,
        replace(find_system("halves"), indices=OFTEN, convention=TrueCount.TRUNCATE),
    ),
    "to the last card": lambda: make_job_named(BLACKJACK, hi_lo(indices=OFTEN), cut=292),
    "a running count": lambda: make_job_named(BLACKJACK, find_system("ko")),
    "suits": lambda: make_job_named(BLACKJACK, find_system("red-7")),
    "aces beside": lambda: make_job_named(
        BLACKJACK, replace(find_system("hi-opt-1"), indices=OFTEN)
    ),
    "Spanish": lambda: make_job_named(
        {"game": "wa/spanish-21", "options": {"decks": 6, "soft17": "hit", "redouble": True}},
        hi_lo(indices=OFTEN),
        cut=216,
        strategy="optimal",
    ),
}
SIDE_BY_SIDE: dict[str, Callable[[], Job]] = {
    "two decks": lambda: make_job_named(
        {"game": "reference/blackjack", "options": {"decks": 2, "peek": False}},
        hi_lo(indices=OFTEN),
        cut=103,
    ),
    "watching": lambda: make_job_named(BLACKJACK, hi_lo(indices=KNOWN), enter=1, leave=-1),
}
TABLES: dict[str, Callable[[], Job]] = {
    "two seats and a second hand": lambda: make_job_named(
        {"game": "co/21-plus-3", "tables": {"21-plus-3": "standard"}},
        hi_lo(indices=OFTEN),
        seats=2,
        hands=((2, 1),),
        cut=200,
    ),
    "two hands that switch": lambda: make_job_named(
        {"game": "co/blackjack-switch"}, hi_lo(), seats=2, after_cut=1
    ),
    "three cards": lambda: make_job_named(
        {"game": "co/3-card-21", "tables": {"3-card-bonus": "2"}},
        CountSystem(name="suits", kind=Counted.SUIT_DIFFERENCE),
        seats=2,
        cut=160,
        strategy="optimal",
    ),
}

PLAYED = [name for name in TABLES if IS_NIGHT or name != "two hands that switch"]
"""By day two hands that switch are simulated, and counters sit at other tables."""


def play_shoes(job: Job, first: int, shoes: int) -> tuple[Tally, list[Array]]:
    """Play shoes by compiled code; return the tally, and the journal of every shoe."""
    tally = cpu.play(job, first, shoes)
    journals = []
    for number in range(first, first + shoes):
        journal = job.count_layout.journal(ROUNDS_ROOM)
        rounds = cpu.play(job, number, 1, UNLIMITED, journal).rounds
        journals.append(journal[:rounds])
    return tally, journals


InPython = tuple[Job, Tally, list[Array], list[dict[str, Any]]]


@pytest.fixture(scope="module")
def in_python() -> dict[str, InPython]:
    """Play whole tables by the source of the kernels, not compiled."""
    jobs = {name: TABLES[name]() for name in PLAYED}
    sent = [[name, b64encode(pack(job)).decode()] for name, job in jobs.items()]
    done = subprocess.run(
        [sys.executable, "-m", "tests.simulator.counted_in_python"],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "ignore"},
        input=json.dumps(sent),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    runs = {}
    for name, rounds, counts, journals, perfect in map(json.loads, done.stdout.splitlines()):
        tally = Tally(rounds, np.array(counts, dtype=np.int64), no_hits())
        runs[name] = jobs[name], tally, [np.array(journal) for journal in journals], perfect
    return runs


def compare(job: Job, first: int, tally: Tally, journals: list[Array]) -> int:
    """Compare every round with the engine's, and the cube with their sum.

    Return how many decisions index plays changed.
    """
    table = CountedTable(job)
    layout = job.count_layout
    cells = np.zeros((layout.rows, layout.bins, layout.fields), dtype=np.int64)
    changed = 0
    for number, journal in enumerate(journals, first):
        gate = job.burn
        rounds = list(table.play(number))
        assert len(rounds) == len(journal), number
        for turn, (mine, line) in enumerate(zip(rounds, journal.tolist(), strict=True)):
            about = (number, turn, mine, line)
            place = layout.count_bin(mine.count)
            assert line[CARDS_GONE] == mine.cards_gone, about
            assert line[BIN] == place, about
            assert line[NET] == mine.net, about
            assert line[HANDS] == mine.hands, about
            assert line[SECOND_NET] == mine.second_net, about
            cell = cells[gate // STEP, place]
            cell[:3] += (1, mine.net, mine.net**2)
            at = 3
            if layout.counter.hands:
                two = mine.second_net
                cell[3:6] += (two, two * two, mine.net * two)
                at = 6
            for wager, won in enumerate(mine.side):
                unit = layout.side_units[wager]
                there = line[FIRST_SIDE + wager]
                assert there == (NOT_MADE if won is None else won // unit), about
                if won is not None:
                    own = won // unit
                    cell[at + 3 * wager : at + 3 * wager + 3] += (1, own, own**2)
            gate = mine.cards_gone if layout.counter.after_cut else _end(rounds, turn, job)
            changed += mine.changed
    cube = Cube.from_tally(job, tally)
    assert np.array_equal(cube.cells[0], cells)
    return changed


def _end(rounds: list[Any], turn: int, job: Job) -> int:
    """Return where the next round begins; behind the last one nothing is looked up."""
    return rounds[turn + 1].cards_gone if turn + 1 < len(rounds) else job.cut


# By day seven counts at plain blackjack.
@pytest.mark.nightly(only=["Spanish"])
@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("name", LEAN)
def test_one_seat_counts_and_plays_as_at_the_table(name: str) -> None:
    job = LEAN[name]()
    tally, journals = play_shoes(job, 5, SHOES)
    changed = compare(job, 5, tally, journals)
    assert tally.rounds > 20 * SHOES
    assert bool(changed) == bool(job.counter and job.counter.system.indices)


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize(
    "name", ["basic", "to the last card", "two decks", "aces beside", "watching", "Spanish"]
)
def test_four_shoes_at_a_time_count_what_single_rounds_count(name: str) -> None:
    """Rounds are played one by one while a journal is kept of them."""
    job = (LEAN | SIDE_BY_SIDE)[name]()
    for shoes, limit in ((4001, UNLIMITED), (41, 1000)):
        one = cpu.play(job, 3, shoes, limit)
        two = cpu.play(job, 3, shoes, limit, job.count_layout.journal(1))
        assert one.rounds == two.rounds
        assert one.counts.tolist() == two.counts.tolist()


@pytest.mark.parametrize("name", PLAYED)
def test_whole_tables_count_and_play_as_at_the_table(
    name: str, in_python: dict[str, InPython]
) -> None:
    job, tally, journals, _ = in_python[name]
    changed = compare(job, 5, tally, journals)
    assert bool(changed) == bool(job.counter and job.counter.system.indices)
    if IS_NIGHT:
        compiled, _ = play_shoes(job, 5, len(journals))
        assert np.array_equal(compiled.counts, tally.counts)


def test_perfect_play_makes_a_wager_where_its_exact_value_is_enough(
    in_python: dict[str, InPython],
) -> None:
    job, _, _, (perfect,) = in_python["two seats and a second hand"]
    table = CountedTable(job)
    won = []
    rounds = 0
    value = wager_value(job.setup, job.setup.configured.spots["21-plus-3"]).value
    for number in range(ROUNDS):
        for mine in table.play(number):
            if rounds == ROUNDS:
                break
            rounds += 1
            left = Unseen.from_shoe(job.setup.shoe).without(*table.seen)
            if value(left) >= Fraction(LEAST):
                won.append((mine.side[0] or 0) / job.wagers[0].stake)
    assert 0 < len(won) < ROUNDS
    assert perfect["frequency"] == len(won) / ROUNDS
    assert perfect["edge"] == pytest.approx(np.mean(won))


@pytest.fixture(scope="module")
def run() -> Simulation:
    """A counter with index plays, far enough for every figure."""
    job = LEAN["known plays"]()
    return Simulation(job, cpu.play(job, 0, 4096))


def test_without_index_plays_nothing_else_is_counted_otherwise() -> None:
    job = LEAN["basic"]()
    plain = replace(job, counter=None)
    counted = cpu.play(job, 0, 500)
    alone = cpu.play(plain, 0, 500)
    assert counted.rounds == alone.rounds
    assert np.array_equal(counted.counts[: plain.counters], alone.counts)
    assert Cube.from_tally(job, counted).rounds() == alone.rounds


@every_row("after_cut", (0, 1))
def test_an_earlier_cut_card_is_a_run_of_its_own_to_the_integer(after_cut: int) -> None:
    job = make_job_named(BLACKJACK, hi_lo(indices=KNOWN), after_cut=after_cut, cut=234)
    whole = Cube.from_tally(job, cpu.play(job, 0, 512))
    for cut in (52, 130, 208):
        assert whole.is_answered(cut)
        other = make_job_named(BLACKJACK, hi_lo(indices=KNOWN), after_cut=after_cut, cut=cut)
        own = Cube.from_tally(other, cpu.play(other, 0, 512))
        assert np.array_equal(whole.cells[:, : cut // STEP], own.cells)
        mine = whole.bets(RAMP, cut)
        theirs = own.bets(RAMP)
        assert (mine.expectation, mine.sd) == (theirs.expectation, theirs.sd)
        assert mine.sd_long_run is None
    assert not whole.is_answered(100)
    assert not whole.is_answered(260)


def test_a_ramp_is_what_was_won_round_by_round(run: Simulation) -> None:
    """Bets of every round, and of every shoe that is summed up, are added up one by one."""
    job = run.job
    cube = run.cube
    won = []
    shoes = []
    units = {place: RAMP.units(int(count)) for place, count in enumerate(cube.counts)}
    for number in range(32):
        journal = job.count_layout.journal(ROUNDS_ROOM)
        rounds = cpu.play(job, number, 1, UNLIMITED, journal).rounds
        bets = [units[place] * net / 2 for place, net in journal[:rounds, [BIN, NET]].tolist()]
        won += bets
        shoes.append((sum(bets), rounds))
    few = Cube.from_tally(job, cpu.play(job, 0, 32)).bets(RAMP)
    assert few.expectation == pytest.approx(np.mean(won))
    assert few.sd == pytest.approx(np.std(won))
    mean = sum(won) / len(won)
    spread = sum((total - mean * rounds) ** 2 for total, rounds in shoes) / len(won)
    assert few.sd_long_run == pytest.approx(spread**0.5)


def test_the_best_ramp_of_a_spread_is_no_worse_than_any_other(run: Simulation) -> None:
    cube = run.cube
    best = cube.evaluate_bets(cube.best_units(1, 8))
    for text in ("1-8", "1-8@3", "1@<=0 2@1 4@2 8@3", "1@<=1 8@2"):
        assert cube.bets(parse_ramp(text)).score <= best.score * 1.0001
    sits_out = cube.evaluate_bets(cube.best_units(1, 8, sits_out=True))
    assert sits_out.score > best.score
    assert np.all(np.diff(cube.best_units(1, 8)) >= 0)


def test_figures_follow_their_definitions(run: Simulation) -> None:
    bets = run.cube.bets(RAMP)
    assert bets.n0 is not None
    assert bets.n0 == pytest.approx((bets.sd / bets.expectation) ** 2)
    assert bets.score == pytest.approx(1e6 / bets.n0)
    assert bets.di == pytest.approx(bets.score**0.5)
    assert sum(row.rounds for row in run.cube.by_count()) == run.rounds
    assert sum(row.rounds for row in run.cube.by_depth()) == run.rounds
    by_count = {row.count: row.mean for row in run.cube.by_count()}
    assert by_count[-3] < by_count[0] < by_count[3]


def test_who_watches_bets_nothing_until_he_enters() -> None:
    """He enters at a true count of +1, and leaves at -1."""
    job = make_job_named(BLACKJACK, hi_lo(), enter=1, leave=-1)
    journal = job.count_layout.journal(4000)
    tally = cpu.play(job, 0, 80, UNLIMITED, journal)
    plays = 0
    gone = 10**6
    for line in journal[: tally.rounds].tolist():
        count = line[BIN] + job.count_layout.low_bin
        if line[CARDS_GONE] < gone:
            plays = 0
        plays = (0 if count <= -1 else 1) if plays else int(count >= 1)
        assert line[PLAYS] == plays
        gone = line[CARDS_GONE]
    cube = Cube.from_tally(job, tally)
    assert int(cube.cells[1, :, :, 0].sum()) == int(journal[: tally.rounds, PLAYS].sum())
    assert cube.bets(RAMP).average < 1


def test_errors_change_no_card_that_is_dealt_before_them() -> None:
    """Missed index plays come from words of their own: all of them missed is basic strategy."""
    basic = LEAN["basic"]()
    missed = make_job_named(BLACKJACK, hi_lo(indices=KNOWN), cover=Cover(play_errors=1.0))
    some = make_job_named(BLACKJACK, hi_lo(indices=KNOWN), cover=Cover(play_errors=0.3))
    alone, none, part = (cpu.play(job, 0, 300) for job in (basic, missed, some))
    hands = basic.counters - basic.count_layout.size - 2
    assert alone.rounds == none.rounds
    assert np.array_equal(alone.counts[:hands], none.counts[:hands])
    assert not np.array_equal(part.counts, none.counts)


def test_trips_end_with_what_their_rounds_won() -> None:
    job = make_job_named(BLACKJACK, hi_lo(), cover=Cover(raise_max=2, bet_errors=0.1))
    trips = play_trips(job, Trips(rounds=100, bank=20), 5000)
    assert trips is not None
    assert trips.trips == 50
    assert 0 < trips.ruined < 50
    assert trips.ruin == trips.ruined / 50
    again = play_trips(job, Trips(rounds=100, bank=10**6), 5000)
    assert again is not None
    assert again.ruined == 0
    assert again.mean == again.mean_without_ruin == pytest.approx(trips.mean_without_ruin)


def test_a_run_goes_on_from_its_checkpoint_and_not_from_anothers(tmp_path: Path) -> None:
    job = LEAN["basic"]()
    path = tmp_path / "run"
    tally = cpu.play(job, 0, 64)
    write(path, SavedRun(identity(job, "chart"), 64, 1.0, tally))
    kept = CheckpointKeeper(path, job, "chart", 10**6).kept
    assert kept is not None
    later = kept.whole + cpu.play(job, 64, 64)
    assert np.array_equal(later.counts, cpu.play(job, 0, 128).counts)
    other = make_job_named(BLACKJACK, hi_lo(), cards_a_step=26)
    with pytest.raises(RulesError, match="another run"):
        CheckpointKeeper(path, other, "chart", 10**6)


def test_the_cube_is_written_cell_by_cell(run: Simulation) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = parquet.read_table(BytesIO(cube_file(run))).to_pylist()
    assert sum(row["number"] for row in rows) == run.rounds
    by_count = {row.count: row.rounds for row in run.cube.by_count()}
    assert sum(row["number"] for row in rows if row["count"] == 2) == by_count[2]


def test_a_cluster_and_a_notebook_have_the_same_counter(run: Simulation) -> None:
    job = LEAN["known plays"]()
    piece = play_piece(pack(job), 0, 40, __version__)
    assert np.array_equal(piece.counts, cpu.play(job, 0, 40).counts)
    shown = run._repr_html_()
    assert "best ramp" in shown
    assert "Hi-Lo" in shown
