"""Numbers of a reading of the main game that need the solver."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations_with_replacement
from math import comb, prod

import numpy as np

from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.compiled.rule_tables import make_cards, make_hand
from pitboss.engine import legal
from pitboss.engine.setup import Setup, make_setup
from pitboss.exact.blackjack.arithmetic import Array
from pitboss.exact.blackjack.first_hands import SPLITS
from pitboss.exact.blackjack.flow_kernel import reach
from pitboss.exact.blackjack.solution import BlackjackSolution, solve
from pitboss.exact.kinds import house_edge_as_unsplit
from pitboss.exact.odds.play_dependent.wagers import make_odds, played_classes
from pitboss.patterns.totals import TWENTY_ONE, value
from pitboss.report.documents.readings import SolvedMeasure, SolvedNumber

LONG = 8
"""The number of cards of a 21 that "7 card 21", read literally, would leave out."""
THREE = 3
_BLACKJACK = (1, VALUES)


def solve_number(number: SolvedNumber) -> float:
    """Solve the game of a number, and return the number."""
    setup = make_setup(number.configure_game())
    match number.solved:
        case SolvedMeasure.EDGE:
            return house_edge_as_unsplit(setup)
        case SolvedMeasure.LONG_21:
            return _long_21(solve(setup))
        case SolvedMeasure.BLACKJACK_22:
            return _blackjack_22(setup)
        case SolvedMeasure.ASKED_21:
            return _chance_of_asked_21(setup)
        case SolvedMeasure.WAGER_EDGE | SolvedMeasure.THREE_LAMMERS | SolvedMeasure.HAND_OF_30:
            (wager,) = number.tables
            return _wager_figure(setup, wager, number.solved)


def _wager_figure(setup: Setup, wager: str, measure: SolvedMeasure) -> float:
    """Return a wager's figure under optimal play of the main game."""
    played = played_classes(setup, wager)
    if measure is SolvedMeasure.WAGER_EDGE:
        return float(make_odds(setup, wager, played).edge)
    if measure is SolvedMeasure.THREE_LAMMERS:
        return float(sum(chance for count, chance in played.classes.items() if count >= THREE))
    # A first hand of 30 loses whatever the dealer makes: that much is missing to 1.
    return float(1 - sum(played.classes.values()))


def _long_21(solution: BlackjackSolution) -> float:
    """Follow optimal play of unsplit hands to every 21 of eight or more cards."""
    graph = hand_graph()
    long = (graph.cards.sum(axis=1) >= LONG) & (_totals() == TWENTY_ONE)
    return float(sum(_hand_probabilities(solution, up)[0, long].sum() for up in solution.game.ups))


def _totals() -> Array:
    graph = hand_graph()
    soft = (graph.cards[:, 0] > 0) & (graph.hard + VALUES <= TWENTY_ONE)
    return graph.hard + VALUES * soft


def _hand_probabilities(solution: BlackjackSolution, up: int) -> Array:
    """Return the probability of each unsplit hand against an up card, by level of doubling."""
    solved = solution.game.ups[up]
    graph = hand_graph()
    mass = np.zeros((action_codes.LEVELS + 2, graph.size))
    for hand in solution.hands:
        if hand.up != up or hand.action in SPLITS:
            continue
        node = graph.node(*hand.values)
        share = float(hand.probability * (1 - hand.dealer_blackjack))
        if hand.action == action_codes.HIT and solved.first.action[node] != action_codes.HIT:
            # Hit for its suit only: the next card is drawn here, as the values alone would not.
            for place, to in enumerate(graph.child[node]):
                if to >= 0:
                    mass[0, to] += share * solved.chances_after(node)[place]
        else:
            mass[0, node] += share
    actions = (solved.first.action, solved.first.doubled_action)
    reach(solved.deal, solved.left, actions, mass)
    return mass


def _blackjack_22(setup: Setup) -> float:
    """Return the win of blackjacks that would push if a dealer 22 pushed against them too.

    The probability of a dealer 22 is the difference between standing wins with 22 as a bust and
    not.
    """
    pushes = replace(setup, blackjack=replace(setup.rules, dealer_22_pushes=True))
    busts = replace(setup, blackjack=replace(setup.rules, dealer_22_pushes=False))
    with_push = solve(pushes)
    with_bust = solve(busts)
    node = hand_graph().node(*_BLACKJACK)
    total = 0.0
    for hand in with_push.hands:
        if hand.values == _BLACKJACK:
            makes_22 = with_bust.game.ups[hand.up].win[node] - with_push.game.ups[hand.up].win[node]
            total += float(hand.probability * (1 - hand.dealer_blackjack) * makes_22)
    return total * float(setup.blackjack_odds.ratio)


def _chance_of_asked_21(setup: Setup) -> float:
    """Return how often three first cards make a 21 with a decision (ruling T1)."""
    copies = Counter(map(value, setup.shoe.cards()))
    ways = 0
    for three in combinations_with_replacement(range(1, VALUES + 1), THREE):
        hand = make_hand(make_cards(three))
        if hand.total == TWENTY_ONE and legal.hand_choices(setup, hand, 1):
            ways += prod(comb(copies[worth], count) for worth, count in Counter(three).items())
    return ways / comb(sum(copies.values()), THREE)
