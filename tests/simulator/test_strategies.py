"""Strategies by name, chart and file: what they do, and what they are worth.

A chart is laid out for the simulator in one way, followed by the solver in another, and read at the
table in a third. All three must do the same, and the simulation must come to the exact edge.
"""

from __future__ import annotations

import json
import random
from abc import ABC, abstractmethod
from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from pitboss.compiled.hand_graph import hand_graph
from pitboss.compiled.rule_tables import DOUBLED_KIND_OF, KIND_OF
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.setup import Setup, prepare
from pitboss.engine.state import State
from pitboss.exact.blackjack.advice import Adviser, Position
from pitboss.exact.blackjack.solution import BlackjackSolution, solve
from pitboss.exact.blackjack.solver import Rules
from pitboss.exact.charts.derive import derive_chart
from pitboss.exact.charts.model import Chart
from pitboss.exact.switch.charts import SwitchPoints, follow_switch
from pitboss.exact.switch.solution import SwitchSolution, switch_solution
from pitboss.rulebook.house import House
from pitboss.rulebook.model import OptionValue
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.simulator.blackjack.best_play import best_play, make_strategy, switch_strategy
from pitboss.simulator.blackjack.engine_player import player
from pitboss.simulator.blackjack.job import make_job
from pitboss.simulator.blackjack.strategy import Strategy
from pitboss.simulator.result import Simulation
from pitboss.simulator.run import Threads, play
from pitboss.simulator.strategies import chart_strategy, find_strategy
from tests.exact.advised import advise
from tests.exact.random_charts import random_chart
from tests.exact.switch_deals import switch_table
from tests.simulator import by_the_chart
from tests.tiers import IS_NIGHT, by_day

Options = tuple[tuple[str, OptionValue], ...]
TABLES: dict[str, tuple[str, Options]] = {
    "redoubles": ("wa/spanish-21", (("decks", 6), ("soft17", "hit"), ("redouble", True))),
    "two decks": ("wa/spanish-21", (("decks", 2), ("soft17", "stand"))),
    "ilani": ("ilani/spanish-21", ()),
    "lammers": ("co/free-bet", (("surrender", True),)),
    "surrender": ("co/21-plus-3", (("surrender", True),)),
    "no peek": ("reference/blackjack", (("peek", False),)),
}
SWITCH = "co/blackjack-switch"
STAKE = 1000
SIGMAS = 4
ROUNDS = by_day(1_000_000, 4_000_000)
ERROR_MAX = by_day(2, 1) / 1000


@cache
def make_setup(game: str, options: Options = ()) -> Setup:
    return prepare(House(game=game, options=dict(options), tables={}))


@cache
def solve_table(name: str) -> BlackjackSolution:
    return solve(make_setup(*TABLES[name]))


@cache
def solved_two_hands() -> SwitchSolution:
    return switch_solution(make_setup(SWITCH))


@cache
def chart(name: str) -> Chart:
    return derive_chart(solve_table(name))


def switch_rules() -> Rules:
    return next(iter(solved_two_hands().game.ups.values())).solved.rules


def assert_same(one: Strategy, two: Strategy) -> None:
    """Two strategies do the same; hands of two cards are not looked up by their values alone."""
    more = hand_graph().cards.sum(axis=1) > 2
    for kind in one.two:
        assert np.array_equal(one.two[kind], two.two[kind]), kind
        assert np.array_equal(one.unsplit[kind], two.unsplit[kind]), kind
        assert np.array_equal(one.more[kind][:, more], two.more[kind][:, more]), kind
        assert np.array_equal(one.doubled[kind], two.doubled[kind]), kind
    assert np.array_equal(one.switches, two.switches)


@pytest.mark.nightly(every=9)
@pytest.mark.parametrize("name", TABLES)
def test_a_chart_is_laid_out_as_the_solver_follows_it(name: str) -> None:
    """Any chart, not only a good one: of bad ones more cells come into play.

    By day the good one of one table is held to the same by its name, below.
    """
    rules = solve_table(name).game.rules
    for charted in (random_chart(rules, random.Random(name)), *([chart(name)] if IS_NIGHT else ())):
        laid = chart_strategy(rules, charted)
        assert_same(laid, make_strategy(solve_table(name).play_by(charted)))


def test_chart_and_points_are_laid_out_as_the_solver_follows_them() -> None:
    game = solved_two_hands().game
    points = solved_two_hands().points
    best = [solved_two_hands().chart] if IS_NIGHT else []
    for charted in (random_chart(switch_rules(), random.Random(1)), *best):
        followed = follow_switch(game, charted)
        expected = switch_strategy(followed)
        for up, switched in points.switches(followed).items():
            expected.switches[(up - 1, *followed.deals[up].cards)] = switched
        assert_same(chart_strategy(switch_rules(), charted, points), expected)


def random_points(rng: random.Random) -> SwitchPoints:
    """Points that say anything, so that every sum is compared."""
    best = solved_two_hands().points
    parts = {
        part: {row: {up: rng.randint(-99, 99) for up in cells} for row, cells in rows.items()}
        for part, rows in best.parts.items()
    }
    return SwitchPoints(parts, rng.randint(-99, 150))


class Table(ABC):
    """Rounds of one seat at the engine, where all that is decided is looked at twice."""

    def __init__(self, strategy: Strategy, rng: random.Random) -> None:
        self.setup = strategy.rules.setup
        self.rng = rng
        self.decide = player(strategy, {})
        self.rules = strategy.rules
        self.seen: Counter[ActionKind] = Counter()

    def rounds(self, count: int) -> None:
        """Play rounds, most of them from a shoe of a few ranks: pairs and bonuses come often."""
        for _ in range(count):
            ranks = set(self.rng.sample(range(13), 4)) if self.rng.random() < 0.7 else range(13)
            cards = [card for card in self.setup.shoe.cards() if card >> 2 in ranks]
            self.rng.shuffle(cards)
            bets = [Bets(1, dict.fromkeys(self.setup.mains, STAKE))]
            Round.start(self.setup, bets).play(iter(cards), self._decided)

    def _decided(self, state: State, question: Question) -> Action:
        action = self.decide(state, question)
        if {choice.kind for choice in question.choices}.isdisjoint(NOT_CHARTED):
            self.compare(state, question, action.kind)
            self.seen[action.kind] += 1
        return action

    @abstractmethod
    def compare(self, state: State, question: Question, kind: ActionKind) -> None:
        """Hold a decision to what it should be."""


NOT_CHARTED = {ActionKind.DECLINE, ActionKind.BUST_BET, ActionKind.TAKE_BLACKJACK}


class ChartTable(Table):
    """Decisions are compared with the chart, read cell by cell."""

    def __init__(
        self,
        rules: Rules,
        charted: Chart,
        rng: random.Random,
        points: SwitchPoints | None = None,
    ) -> None:
        super().__init__(chart_strategy(rules, charted, points), rng)
        self.said = json.loads(json.dumps(charted.as_json()))
        self.points = None if points is None else json.loads(json.dumps(points.as_json()))

    def compare(self, state: State, question: Question, kind: ActionKind) -> None:
        if kind in {ActionKind.SWITCH, ActionKind.KEEP}:
            assert self.points is not None
            switches = by_the_chart.switches(self.points, state, question)
            assert kind == (ActionKind.SWITCH if switches else ActionKind.KEEP), state
            return
        after_split = bool(self.rules.live_split)
        expected = by_the_chart.decide_by_chart(
            self.said, state, question, bonus_after_split=after_split
        )
        assert kind == expected, (state, question)


@pytest.mark.nightly(every=6)
@pytest.mark.parametrize("name", TABLES)
def test_at_the_table_a_chart_is_played_cell_by_cell(name: str) -> None:
    rng = random.Random(f"table {name}")
    seen: Counter[ActionKind] = Counter()
    for _ in range(4):
        rules = solve_table(name).game.rules
        table = ChartTable(rules, random_chart(rules, rng), rng)
        table.rounds(150)
        seen += table.seen
    table = ChartTable(rules, chart(name), rng)
    table.rounds(200)

    legal = {kind for kind, place in _list_offered(rules)}
    assert set(seen) == legal, "every action there is was taken"


def _list_offered(rules: Rules) -> set[tuple[ActionKind, int]]:
    """Every action that some hand of a game may take."""
    offered = set()
    for tables in (rules.first, rules.split, rules.split_aces):
        masks = np.unique(tables.legal)
        doubled = np.unique(tables.doubled_legal)
        offered |= {(kind, at) for at, kind in KIND_OF.items() if (masks >> at & 1).any()}
        offered |= {(kind, at) for at, kind in DOUBLED_KIND_OF.items() if (doubled >> at & 1).any()}
    return offered


def test_at_the_table_two_hands_are_switched_by_points() -> None:
    rng = random.Random("two hands")
    seen: Counter[ActionKind] = Counter()
    for _ in range(4):
        points = random_points(rng)
        table = ChartTable(switch_rules(), random_chart(switch_rules(), rng), rng, points)
        table.rounds(150)
        seen += table.seen

    assert seen[ActionKind.SWITCH] > 50
    assert seen[ActionKind.KEEP] > 50
    assert seen[ActionKind.SPLIT] > 20


class AdvisedTable(Table):
    """Decisions are compared with what the solver advises for the very cards on the table."""

    def __init__(self, setup: Setup, rng: random.Random) -> None:
        super().__init__(best_play(setup), rng)
        self.adviser = Adviser(setup)
        self.split_hands = 0

    def compare(self, state: State, question: Question, kind: ActionKind) -> None:
        hand = state.seat(question.seat).hand(question.hand)
        up = state.dealer[0]
        kinds = {choice.kind for choice in question.choices}
        if hand.split and kinds & SPLITS:
            assert kind in SPLITS
            return
        position = Position(
            cards=hand.cards,
            up=up,
            doublings=hand.doublings,
            after_split=hand.split,
            carried=hand.made_free,
        )
        values = {advice.action: float(advice.value) for advice in advise(self.adviser, position)}
        cost = max(value for action, value in values.items() if action in kinds) - values[kind]
        assert cost < (AFTER_A_SPLIT if hand.split else 1e-12), (state, question, values)
        self.split_hands += hand.split


SPLITS = {ActionKind.SPLIT, ActionKind.FREE_SPLIT}
AFTER_A_SPLIT = 0.02
"""Advice knows that the card which started the other hand is gone; the strategy plays every hand of
a split by its own cards. Where that changes what is best, the two are as good as equal."""


@pytest.mark.nightly(every=9)
@pytest.mark.parametrize("name", TABLES)
def test_best_play_is_what_the_solver_advises(name: str) -> None:
    table = AdvisedTable(make_setup(*TABLES[name]), random.Random(f"advice {name}"))
    table.rounds(300)

    assert table.seen.total() > 300
    assert table.split_hands > 20


def test_best_play_switches_where_the_solver_does() -> None:
    game = solved_two_hands().game
    strategy = switch_strategy(solved_two_hands().game)
    for deal in switch_table(game):
        cards = (deal.up, *deal.first, *deal.second)
        assert strategy.switches[tuple(value - 1 for value in cards)] == deal.switches


def simulate_file(strategy: Strategy, rounds: int) -> Simulation:
    job = make_job(strategy, seed=20_24)
    with Threads(2) as pool:
        *_, last = play(job, rounds, pool)
    return Simulation(job, last.tally)


def write_chart(path: Path, charted: Chart, **more: object) -> str:
    path.write_text(json.dumps({"strategy": charted.as_json(), **more}))
    return str(path)


@pytest.mark.nightly(every=6)
@pytest.mark.parametrize("name", TABLES)
def test_a_file_is_worth_what_following_its_chart_is_worth(name: str, tmp_path: Path) -> None:
    """A chart of any codes loses in its own way; a few per mille tell it from another."""
    setup = make_setup(*TABLES[name])
    solution = solve_table(name)
    charted = random_chart(solution.game.rules, random.Random(f"file {name}"))
    game = setup.configured.game.id
    path = write_chart(tmp_path / "mine.json", charted, game=game, house_edge=0.5)
    exact = solution.play_by(charted)
    edge = simulate_file(find_strategy(setup, path), ROUNDS).house_edge

    assert edge.standard_error < ERROR_MAX
    assert exact.house_edge > solution.house_edge + 0.05
    assert abs(edge.mean - exact.house_edge) < SIGMAS * edge.standard_error


def test_a_file_for_two_hands_is_worth_what_its_chart_and_points_are(tmp_path: Path) -> None:
    setup = make_setup(SWITCH)
    game = solved_two_hands().game
    rng = random.Random("two hands")
    charted = random_chart(switch_rules(), rng)
    points = random_points(rng)
    path = write_chart(tmp_path / "mine.json", charted, switch_points=points.as_json())
    exact = points.edge(follow_switch(game, charted))
    edge = simulate_file(find_strategy(setup, path), ROUNDS).house_edge

    assert edge.standard_error < ERROR_MAX
    assert exact > float(game.edge) + 0.05
    assert abs(edge.mean - exact) < SIGMAS * edge.standard_error


def test_the_names_are_the_best_play_and_the_chart_that_solve_prints() -> None:
    setup = make_setup(*TABLES["redoubles"])

    assert_same(find_strategy(setup, "optimal"), make_strategy(solve_table("redoubles")))
    expected = make_strategy(solve_table("redoubles").play_by(chart("redoubles")))
    assert_same(find_strategy(setup, "chart"), expected)


def test_the_names_do_the_same_for_two_hands(tmp_path: Path) -> None:
    setup = make_setup(SWITCH)
    solution = solved_two_hands()
    points = solution.points.as_json()
    path = write_chart(tmp_path / "mine.json", solution.chart, switch_points=points)

    assert_same(find_strategy(setup, "optimal"), switch_strategy(solution.game))
    assert_same(find_strategy(setup, "chart"), find_strategy(setup, path))


def test_a_file_may_hold_the_charts_alone(tmp_path: Path) -> None:
    setup = make_setup(*TABLES["surrender"])
    charted = chart("surrender")
    alone = tmp_path / "charts.json"
    alone.write_text(json.dumps(charted.as_json()), encoding="utf-8-sig")

    assert_same(find_strategy(setup, str(alone)), find_strategy(setup, "chart"))


def list_problems(setup: Setup, text: str) -> list[Problem]:
    with pytest.raises(RulesError) as error:
        find_strategy(setup, text)
    return list(error.value.problems)


@pytest.mark.parametrize("text", ["", "best", "no/such/file.json", ".", "a\0b", "x" * 5000])
def test_what_is_neither_name_nor_file_is_unknown(text: str) -> None:
    (problem,) = list_problems(make_setup(*TABLES["surrender"]), text)

    assert problem.code == "strategy/unknown"
    assert len(str(problem)) < 300


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"{}",
        b"\xff\xfe{",
        b'{"strategy": 3}',
        b'{"strategy": {}, "strategy": {}}',
        b'{"hard": {"5": {"2": "H", "2": "S"}}}',
        b"[" * 100_000,
        b'{"strategy":' + b"[" * 900 + b"]" * 900 + b"}",
        b'{"strategy": ' + b"9" * 5000 + b"}",
    ],
)
def test_a_file_that_holds_no_strategy_is_malformed(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_bytes(content)

    problems = list_problems(make_setup(*TABLES["surrender"]), str(path))
    assert {problem.code for problem in problems} == {"strategy/malformed"}


def test_a_file_for_another_game_is_refused(tmp_path: Path) -> None:
    path = write_chart(tmp_path / "mine.json", chart("surrender"), game="co/free-bet")

    (problem,) = list_problems(make_setup(*TABLES["surrender"]), path)
    assert problem.code == "strategy/other-game"
    assert "'co/free-bet'" in problem.message


def test_points_belong_to_two_hands_alone(tmp_path: Path) -> None:
    """And there they have to be: charts say how to play on, not when to switch."""
    more = write_chart(tmp_path / "more.json", chart("surrender"), switch_points={})
    less = write_chart(tmp_path / "less.json", chart("no peek"))

    (problem,) = list_problems(make_setup(*TABLES["surrender"]), more)
    assert (problem.code, problem.key) == ("strategy/malformed", "switch_points")
    (problem,) = list_problems(make_setup(SWITCH), less)
    assert (problem.code, problem.key) == ("strategy/malformed", "switch_points")
