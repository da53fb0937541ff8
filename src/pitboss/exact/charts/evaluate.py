"""What a chart, or any other fixed strategy, costs: a solved game played by it instead."""

from __future__ import annotations

from pitboss.exact.blackjack.solution import BlackjackSolution
from pitboss.exact.charts.follow import FixedStrategyGame, Strategy


def evaluate(solution: BlackjackSolution, strategy: Strategy) -> BlackjackSolution:
    """Return the same game played by *strategy*: its edge, its spread, its values."""
    game = FixedStrategyGame(solution.game, strategy)
    return BlackjackSolution(solution.setup, game, tuple(game.first_hands()))
