"""A strategy by its name or from a file: optimal play, the chart, or a file of your own.

A chart plays as `exact.charts.follow` does: it decides every hand, but a pair made by a split is
split again wherever that is legal.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pitboss.compiled.arrays import Array
from pitboss.compiled.hand_graph import VALUES
from pitboss.engine.setup import Setup
from pitboss.exact.blackjack.solution import solve
from pitboss.exact.blackjack.solver import Rules
from pitboss.exact.charts.cells import ChartHands, chart_actions
from pitboss.exact.charts.follow import NO_SPLIT, HandToPlay, suit_bonus
from pitboss.exact.charts.model import Chart
from pitboss.exact.charts.parse import MALFORMED, read_chart, read_points, short_text
from pitboss.exact.kinds import is_charted
from pitboss.exact.switch.charts import SwitchPoints
from pitboss.exact.switch.solution import switch_solution
from pitboss.questions import runs
from pitboss.rulebook.files import read_bytes
from pitboss.rulebook.limits import STRATEGY_BYTES_MAX
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.parse import NotReadableError, decode_utf8, parse_json
from pitboss.simulator.blackjack.best_play import best_play
from pitboss.simulator.blackjack.strategy import (
    SWITCHED,
    HandHistory,
    Strategy,
    by_values,
    deals_two_hands,
    fill_dealt,
    fill_split,
    in_suits,
    suit_dependent_nodes,
)
from pitboss.simulator.own_chart import OwnChart

OPTIMAL = runs.OPTIMAL
CHART = runs.CHART
_STRATEGY = "strategy"
_POINTS = "switch_points"


def chart_strategy(rules: Rules, chart: Chart, points: SwitchPoints | None = None) -> Strategy:
    """Return the strategy for a player who follows a chart, and switches by *points*."""
    strategy = Strategy.empty(rules)
    for kind in strategy.more:
        hands = _hands(rules, kind)
        strategy.more[kind][:], strategy.doubled[kind][:] = chart_actions(chart, hands)
        if kind.split:
            _fill_split(strategy, chart, kind, hands)
        else:
            _fill_dealt(strategy, chart, kind, hands)
    if SWITCHED in strategy.two:
        assert points is not None, "who plays two hands has to know when to switch"
        for up in range(1, VALUES + 1):
            strategy.switches[up - 1] = points.all_deals(up)
    return strategy


def _hands(rules: Rules, kind: HandHistory) -> ChartHands:
    live = rules.live_split if kind.split else rules.live
    return ChartHands(tables=kind.tables(rules), live=frozenset(live), carried=kind.carried)


def _fill_dealt(strategy: Strategy, chart: Chart, kind: HandHistory, hands: ChartHands) -> None:
    fill_dealt(strategy, kind)
    nodes = suit_dependent_nodes(strategy.rules)
    _ask(strategy, chart, hands, strategy.two[kind], nodes, may=~0)


def _fill_split(strategy: Strategy, chart: Chart, kind: HandHistory, hands: ChartHands) -> None:
    strategy.unsplit[kind][:] = by_values(strategy, kind)
    _ask(strategy, chart, hands, strategy.unsplit[kind], set(hands.live), may=NO_SPLIT)
    fill_split(strategy, kind)


def _ask(
    strategy: Strategy, chart: Chart, hands: ChartHands, table: Array, nodes: set[int], *, may: int
) -> None:
    """Return the action with two cards of known suits, out of the legal ones in *may*."""
    ups = {up: strategy.classes.classes_with_value(up) for up in range(1, VALUES + 1)}
    for one, two, node, _, suits in in_suits(strategy, nodes):
        mask = int(hands.tables.legal[node]) & may
        promise = suit_bonus(suits)
        if mask:
            for up, seen in ups.items():
                hand = HandToPlay(
                    up=up,
                    node=node,
                    legal=mask,
                    suits=promise,
                    carried=hands.carried,
                    live=node in hands.live,
                )
                table[list(seen), one, two] = chart.choose(hand)


def find_strategy(setup: Setup, text: str) -> Strategy:
    """Return the strategy of a name or of a file, for a table whose main game is solved.

    Raise `RulesError` with every problem of a file.
    """
    assert is_charted(setup), "without a main hand of blackjack there is nothing to decide"
    if text == OPTIMAL:
        return best_play(setup)
    if text == CHART:
        return chart_play(setup)
    return file_play(setup, text)


def chart_play(setup: Setup) -> Strategy:
    """Solve a table's main game and return the strategy that follows its chart.

    Two hands are switched by points, as the chart prescribes.
    """
    if deals_two_hands(setup):
        switch = switch_solution(setup)
        rules = next(iter(switch.game.ups.values())).solved.rules
        return chart_strategy(rules, switch.chart, switch.points)
    solution = solve(setup)
    return chart_strategy(solution.game.rules, solution.chart)


def file_play(setup: Setup, path: str) -> Strategy:
    """Return the strategy in a file or of one's own, as `pitboss solve --json` prints it."""
    content = path.record if isinstance(path, OwnChart) else _parse(_text(path))
    record: Mapping[str, object] = content if _STRATEGY in content else {_STRATEGY: content}
    game = setup.configured.game.id
    if record.get("game", game) != game:
        message = f"this strategy is for {short_text(record['game'])}, not for {game}"
        raise RulesError([Problem(code="strategy/other-game", key="game", message=message)])
    return _read(setup, record)


def _read(setup: Setup, record: Mapping[str, object]) -> Strategy:
    """Return the strategy of a record, or raise `RulesError` with all that is wrong in it."""
    rules = Rules.from_setup(setup)
    chart = None
    points = None
    wrong: list[Problem] = []
    try:
        chart = read_chart(record[_STRATEGY], rules, _STRATEGY)
    except RulesError as error:
        wrong += error.problems
    try:
        points = _points(setup, record)
    except RulesError as error:
        wrong += error.problems
    if wrong:
        raise RulesError(wrong)
    assert chart is not None, "otherwise it was refused"
    return chart_strategy(rules, chart, points)


def _points(setup: Setup, record: Mapping[str, object]) -> SwitchPoints | None:
    """Return when to switch, for games with two hands."""
    if deals_two_hands(setup):
        if _POINTS not in record:
            raise _malformed_strategy("when to switch is missing: give the whole record", _POINTS)
        return read_points(record[_POINTS], _POINTS)
    if _POINTS in record:
        raise _malformed_strategy("nothing is switched in this game", _POINTS)
    return None


def _text(path: str) -> str:
    """Return the text of a file; a path that is not a file may be an unknown name."""
    try:
        return decode_utf8(read_bytes(Path(path), STRATEGY_BYTES_MAX))
    except NotReadableError:
        raise _malformed_strategy("the file is not text in UTF-8") from None
    except RulesError as error:
        if error.problems[0].code == "file/too-large":
            raise
        names = f"'{OPTIMAL}', '{CHART}' or the path of a file that can be read"
        message = f"{short_text(path)} is no strategy: give {names}"
        raise RulesError(
            [Problem(code="strategy/unknown", key="strategy", message=message)]
        ) from None


def _parse(text: str) -> Mapping[str, object]:
    """Return the object of a JSON text; a key that occurs twice is refused."""
    try:
        record = parse_json(text)
    except NotReadableError as error:
        raise _malformed_strategy(str(error)) from None
    if not isinstance(record, dict):
        raise _malformed_strategy("a strategy must be an object")
    return record


def _malformed_strategy(message: str, key: str = _STRATEGY) -> RulesError:
    return RulesError([Problem(code=MALFORMED, key=key, message=message)])
