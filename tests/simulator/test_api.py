"""`pitboss.simulate(...)`: what it returns, what it refuses, and when it ends."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import pitboss
from pitboss import simulate
from pitboss.engine.setup import prepare
from pitboss.exact.blackjack.solution import solve
from pitboss.rulebook.house import House, JackpotSetup
from pitboss.rulebook.problems import RulesError
from pitboss.simulator.record import tidy
from pitboss.simulator.result import Simulation
from pitboss.simulator.run import FRESH_BLOCK_SHOES

GAME = "reference/blackjack"
JACKPOT = House(
    game="wa/spanish-21",
    options={"decks": 6, "soft17": "hit"},
    tables={"match-up": "2", "jackpot-1": "3c-5"},
    jackpots={"jackpot-1": JackpotSetup(scheme="progressive", wager=500, seed="5000.00")},
)


@pytest.fixture(scope="module")
def run() -> Simulation:
    return pitboss.simulate(GAME, rounds=200_000, seed=5)


@pytest.fixture(scope="module")
def with_jackpot() -> Simulation:
    return simulate(JACKPOT.game, house=JACKPOT, rounds=300_000, seed=8, seats=3)


def test_the_package_is_the_function() -> None:
    """`pitboss.simulate` is both, and importing `pitboss` brings neither numba nor numpy."""
    code = (
        "import sys, pitboss\n"
        "assert not {'numba', 'numpy', 'pydantic'} & set(sys.modules)\n"
        "assert callable(pitboss.simulate)\n"
        "assert not {'numba', 'numpy'} & set(sys.modules)\n"
        "import pitboss.simulator.settings\n"
        "assert callable(pitboss.simulate)\n"
        "try: pitboss.nothing\n"
        "except AttributeError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "module 'pitboss' has no attribute 'nothing'\n"


def test_it_finds_what_the_solver_computes(run: Simulation) -> None:
    """Four standard errors: one seed in 16,000 would fail."""
    exact = solve(prepare(House(game=GAME)))
    edge = run.house_edge

    assert abs(edge.mean - exact.house_edge) < 4 * edge.standard_error
    assert run.rounds == 200_000
    assert run.complete


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_change_nothing(run: Simulation, threads: int) -> None:
    again = simulate(GAME, rounds=200_000, seed=5, threads=threads)

    assert again.workers == threads
    assert again.digest == run.digest


def test_another_seed_strategy_or_shoe_is_another_run(run: Simulation) -> None:
    others = [
        simulate(GAME, rounds=200_000, seed=6),
        simulate(GAME, rounds=200_000, seed=5, strategy="chart"),
        simulate(GAME, rounds=200_000, seed=5, penetration=0.75),
        simulate(GAME, rounds=200_000, seed=5, options={"soft17": "stand"}),
    ]

    assert len({run.digest, *(other.digest for other in others)}) == 5


def test_progress_is_told_and_ends_with_the_result() -> None:
    steps: list[Simulation] = []
    rounds = 5 * FRESH_BLOCK_SHOES
    last = simulate(GAME, rounds=rounds, seed=1, threads=1, progress=steps.append)

    assert [step.rounds for step in steps] == [n * FRESH_BLOCK_SHOES for n in range(1, 6)]
    assert [step.complete for step in steps] == [False] * 4 + [True]
    assert steps[-1].digest == last.digest


def test_until_ends_at_the_same_round_however_it_is_played() -> None:
    ended = [
        simulate(GAME, rounds=10**9, until=0.002, seed=3, threads=threads) for threads in (1, 2)
    ]

    assert ended[0].digest == ended[1].digest
    assert ended[0].house_edge.standard_error <= 0.002
    assert ended[0].rounds < 10**6
    assert all(run.complete for run in ended)


def test_until_never_plays_more_than_the_rounds_asked_for() -> None:
    assert simulate(GAME, rounds=1000, until=1e-9, seed=3).rounds == 1000


def test_the_parts_add_up(run: Simulation) -> None:
    record = run.as_json()

    assert sum(row["count"] for row in record["histogram"]) == record["rounds"]
    assert sum(row["cents"] * row["count"] for row in record["histogram"]) == record["total_cents"]
    assert record["house_edge"] == pytest.approx(-record["total_cents"] / record["wagered_cents"])
    assert record["variance"] == pytest.approx(record["standard_deviation"] ** 2)
    assert sum(row["frequency"] for row in record["dealer"].values()) == pytest.approx(1)
    low, high = record["interval"]
    assert low < record["house_edge"] < high


def test_every_seat_makes_every_side_wager(with_jackpot: Simulation) -> None:
    record = with_jackpot.as_json()
    wagers = {wager["id"]: wager for wager in record["wagers"]}

    assert set(wagers) == {"match-up", "jackpot-1"}
    for wager in wagers.values():
        assert wager["made"] == 3 * 300_000
        assert wager["house_edge"] == pytest.approx(
            -wager["total_cents"] / wager["made"] / wager["stake_cents"]
        )
    assert record["insurance"]["won"] <= record["insurance"]["offered"]


def test_the_long_run_edge_counts_what_is_fed_and_seeded(with_jackpot: Simulation) -> None:
    """The same from the rows: what the house pays, the contributions, and a seed for each hit."""
    wager = next(w for w in with_jackpot.as_json()["wagers"] if w["id"] == "jackpot-1")
    jackpot = wager["jackpot"]
    stake = wager["stake_cents"]
    paid = sum(
        row["count"] * stake * int(row["pay"].split()[0])
        for row in wager["rows"]
        if "%" not in row["pay"]
    )
    seeds = jackpot["hits"] * jackpot["seed_units"] / 100
    fed = jackpot["contributed_units"] / 100
    wagered = wager["made"] * stake

    assert jackpot["hits"] > 0
    assert jackpot["long_run_edge"] == pytest.approx(1 - (paid + fed + seeds) / wagered)
    assert jackpot["contributed_units"] == pytest.approx(
        100 * wagered * jackpot["contribution"], rel=1e-12
    )
    levels = list(jackpot["meter_at_hit"].values())
    assert levels == sorted(levels)
    assert jackpot["mean_at_hit"] * 10_000 >= jackpot["seed_units"]


def test_the_standard_error_of_a_jackpot_counts_its_awards(with_jackpot: Simulation) -> None:
    """The same award by award; levels of the meter are told apart to a thousandth."""
    wager = next(side for side in with_jackpot.wagers if side.id == "jackpot-1")
    assert wager.meter is not None
    nets = Counter({-wager.stake: wager.made - sum(row.count for row in wager.rows)})
    for row in wager.rows:
        if "%" not in row.pay:
            nets[(int(row.pay.split()[0]) - 1) * wager.stake] += row.count
    for percent, awards in wager.meter.awards.items():
        nets.update(units * percent // 10_000 - wager.stake for _, units in awards.kept)
    assert nets.total() == wager.made
    mean = sum(net * count for net, count in nets.items()) / wager.made
    variance = sum((net - mean) ** 2 * count for net, count in nets.items()) / wager.made

    assert wager.edge.mean == pytest.approx(-mean / wager.stake, rel=1e-12)
    error = (variance / wager.made) ** 0.5 / wager.stake
    assert wager.edge.standard_error == pytest.approx(error, rel=0.01)


def test_posted_prizes_are_paid_like_any_other_row() -> None:
    posted = JackpotSetup(scheme="house", wager=500, prize={"100%": "5000.00", "10%": "500.00"})
    house = replace(JACKPOT, jackpots={"jackpot-1": posted})
    run = simulate(JACKPOT.game, house=house, rounds=300_000, seed=8, seats=3)
    wager = next(side for side in run.wagers if side.id == "jackpot-1")
    prizes = {"100%": 500_000, "10%": 50_000}
    paid = sum(
        row.count * (prizes.get(row.pay) or int(row.pay.split()[0]) * wager.stake)
        for row in wager.rows
    )

    assert {row.pay for row in wager.rows} > set(prizes)
    assert wager.total == paid - wager.made * wager.stake
    assert wager.edge.mean == pytest.approx(-wager.total / wager.made / wager.stake, rel=1e-12)
    assert run.as_json()["wagers"][-1]["jackpot"] is None


def test_a_tidy_table_has_a_line_for_everything_counted(with_jackpot: Simulation) -> None:
    lines = tidy(with_jackpot)
    record = with_jackpot.as_json()
    kinds = {line.kind for line in lines}

    assert kinds == {"figure", "result", "event", "dealer", "insurance", "wager", "row", "meter"}
    results = [line for line in lines if line.kind == "result"]
    assert sum(line.count or 0 for line in results) == 3 * record["rounds"]
    assert {line.name for line in lines if line.kind == "event"} == set(record["events"])
    rows = [line for line in lines if line.kind == "row"]
    assert len(rows) == sum(len(wager["rows"]) for wager in record["wagers"])


def test_it_is_shown_at_a_prompt_and_in_a_notebook(run: Simulation) -> None:
    lines = repr(run).splitlines()
    assert lines[0] == "Simulation of reference/blackjack"
    assert lines[2].split()[:2] == ["rounds", "200,000,"]
    edge = run.house_edge
    (low, high) = run.house_edge.interval
    words = f"{edge.mean:.4%} ± {edge.standard_error:.4%}  (95%: {low:.4%} to {high:.4%})"
    assert lines[3].split(maxsplit=2) == ["house", "edge", words]
    assert len(lines) == 4
    assert f"{run.house_edge.mean:.4%} of the first wager" in str(run)
    page = run._repr_html_()
    assert page.startswith("<table>")
    assert page.count("<tr>") == page.count("</tr>") > len(run.events)


def test_every_side_wager_is_shown_with_its_edge(with_jackpot: Simulation) -> None:
    lines = repr(with_jackpot).splitlines()
    page = with_jackpot._repr_html_()
    assert [line.split()[0] for line in lines[4:]] == ["match-up", "jackpot-1"]
    assert page.count("<table>") == page.count("</table>") == 3
    for line, wager in zip(lines[4:], with_jackpot.wagers, strict=True):
        edge = f"{wager.edge.mean:.4%}"
        assert line.split()[1] == edge
        assert f">{wager.id}</th>" in page
        assert f"<td>{edge}</td>" in page
    assert all(len(line) <= 80 for line in lines)


def test_the_table_has_a_row_for_each_line_with_the_same_columns(
    with_jackpot: Simulation,
) -> None:
    """What pandas makes a table of: a list of dicts that all have the same keys."""
    rows = with_jackpot.as_rows()
    columns = ["kind", "name", "wager", "value", "count", "frequency", "cents"]
    assert len(rows) == len(tidy(with_jackpot))
    assert {tuple(row) for row in rows} == {tuple(columns)}
    (edge,) = (row for row in rows if (row["kind"], row["name"]) == ("figure", "house_edge"))
    assert edge["value"] == with_jackpot.house_edge.mean


def list_refusals(**settings: Any) -> dict[str, str]:  # noqa: ANN401 - wrong ones, too
    """Return the codes with which a call is refused, by what they are about."""
    arguments: dict[str, Any] = {"game": GAME, "rounds": 1000} | settings
    with pytest.raises(RulesError) as error:
        simulate(**arguments)
    return {problem.key: problem.code for problem in error.value.problems}


@pytest.mark.parametrize(
    ("settings", "codes"),
    [
        ({"rounds": 0}, {"rounds": "option/invalid"}),
        ({"rounds": -5}, {"rounds": "option/invalid"}),
        ({"rounds": 10**15 + 1}, {"rounds": "option/invalid"}),
        ({"rounds": 10**400}, {"rounds": "option/invalid"}),
        ({"rounds": 1.5}, {"rounds": "option/invalid"}),
        ({"rounds": float("nan")}, {"rounds": "option/invalid"}),
        ({"rounds": float("inf")}, {"rounds": "option/invalid"}),
        ({"seed": -1}, {"seed": "option/invalid"}),
        ({"seed": 2**64}, {"seed": "option/invalid"}),
        ({"seats": 0}, {"seats": "option/invalid"}),
        ({"seats": 8}, {"seats": "option/invalid"}),
        ({"penetration": 0.0}, {"penetration": "option/invalid"}),
        ({"penetration": 1.0}, {"penetration": "option/invalid"}),
        ({"penetration": float("nan")}, {"penetration": "option/invalid"}),
        ({"penetration": 0.003}, {"penetration": "option/invalid"}),
        ({"until": 0.0}, {"until": "option/invalid"}),
        ({"until": float("inf")}, {"until": "option/invalid"}),
        ({"threads": 0}, {"threads": "option/invalid"}),
        ({"device": "tpu"}, {"device": "option/invalid"}),
        ({"device": "cuda", "threads": 2}, {"threads": "option/conflict"}),
        ({"device": "cuda", "cluster": "tcp://a:1"}, {"cluster": "option/conflict"}),
        ({"game": "roulette"}, {"game": "game/unknown"}),
        ({"game": "co/pai-jack", "penetration": 0.5}, {"penetration": "option/conflict"}),
        ({"game": "co/pai-jack", "strategy": "x"}, {"strategy": "strategy/unknown"}),
        ({"house": JACKPOT}, {"house": "option/conflict"}),
        ({"checkpoint": "no-such-folder/x"}, {"": "file/unwritable"}),
    ],
    ids=str,
)
def test_what_cannot_be_is_refused(settings: dict[str, Any], codes: dict[str, str]) -> None:
    assert list_refusals(**settings) == codes


def test_everything_that_is_wrong_is_said_at_once(tmp_path: Path) -> None:
    refusals = list_refusals(
        rounds=0, seats=9, penetration=2.0, until=-1.0, options={"decks": 101}, seed=-1
    )
    assert set(refusals) == {"rounds", "seats", "penetration", "until", "options.decks", "seed"}

    missing = str(tmp_path / "none.json")
    assert "strategy/unknown" in list_refusals(seats=9, strategy=missing).values()
    nowhere = str(tmp_path / "none" / "rounds.parquet")
    both = list_refusals(strategy=missing, export=nowhere)
    assert set(both) == {"strategy", "export"}
    assert both["strategy"] == "strategy/unknown"


def test_a_table_that_is_shuffled_every_round_has_no_cut_card() -> None:
    shuffler = {"dealt_from": "continuous shuffler"}
    codes = list_refusals(game="co/golden-21", options=shuffler, penetration=0.5)
    assert codes == {"penetration": "option/conflict"}


def test_without_a_graphics_card_cuda_is_refused_and_auto_takes_the_processor(
    run: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "numba.cuda", None)  # it cannot be imported

    assert list_refusals(device="cuda") == {"device": "device/none"}
    auto = simulate(GAME, rounds=200_000, seed=5, device="auto")
    assert (auto.device, auto.digest) == ("cpu", run.digest)
