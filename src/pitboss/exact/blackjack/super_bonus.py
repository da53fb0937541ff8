"""The value of the Super Bonus and the Envy Bonus: three sevens against a seven (GR10).

The prize is in dollars, so it is worth more to a small wager of its band. It changes only the play
of a pair of sevens: that hand is valued again with the prize added to the third seven.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from pitboss.cards import Card
from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import hand_graph
from pitboss.compiled.rule_tables import make_hand
from pitboss.compiled.suit_sensitive import SUITS
from pitboss.engine import settle
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.engine.values import replace
from pitboss.exact.blackjack.arithmetic import Number
from pitboss.exact.blackjack.first_hands import SPLITS, SolvedGame
from pitboss.exact.blackjack.solution import BlackjackSolution
from pitboss.exact.blackjack.suited_play import SuitedPlay
from pitboss.exact.charts.follow import SuitBonus
from pitboss.exact.charts.model import Cell, Chart, Code, Part

SEVEN = 7
_PAIR = (SEVEN, SEVEN)
_MOST = 0.5
"""The share of suited sevens that must be hit for a chart to say so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sevens:
    """A pair of sevens against a seven, all suits known."""

    up_suit: int
    suits: tuple[int, int]
    probability: float
    """Of these three cards."""
    gain: float
    """The gain from the prize under optimal play, in units of the wager."""
    wins: float
    """The probability that the hand wins the prize."""

    @property
    def is_hit(self) -> bool:
        """Whether to hit for the prize."""
        return self.wins > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SuperBonusValue:
    """The value of the prize for one wager."""

    wager: int
    """Cents."""
    prize: int
    """Cents, for this wager."""
    envy: int
    """Cents to every other betting player, for each winning hand."""
    hands: tuple[Sevens, ...]

    @property
    def probability(self) -> float:
        """How often a round wins the prize."""
        return sum(hand.probability * hand.wins for hand in self.hands)

    @property
    def value(self) -> float:
        """The gain from the prize in a round, in units of the wager."""
        return sum(hand.probability * hand.gain for hand in self.hands)

    @property
    def envy_value(self) -> float:
        """The gain from each other player who bets and plays the same, in the same units."""
        return self.probability * self.envy / self.wager

    @property
    def hit_share(self) -> float:
        """The share of suited pairs of sevens against a seven that are hit for the prize."""
        suited = [hand for hand in self.hands if hand.suits[0] == hand.suits[1]]
        total = sum(hand.probability for hand in suited)
        return sum(hand.probability for hand in suited if hand.is_hit) / total if total else 0.0


def super_bonus(solution: BlackjackSolution, wager: int) -> SuperBonusValue | None:
    """Return the value of the Super Bonus for a wager in cents; None if there is none."""
    terms = solution.setup.configured.game.super_bonus
    if terms is None:
        return None
    hands = tuple(_sevens(solution.game, wager))
    prizes = (_prize(solution.setup, wager, *cards) for cards in product(SUITS, repeat=4))
    return SuperBonusValue(wager=wager, prize=max(prizes), envy=terms.envy, hands=hands)


def super_bonus_json(solution: BlackjackSolution, wager: int) -> dict[str, Any]:
    """Return the record of the Super Bonus; empty for a game without one."""
    bonus = super_bonus(solution, wager)
    edge = solution.house_edge
    assert bonus is not None
    return {
        "strategy": with_super_bonus(solution.chart, bonus).as_json(),
        "house_edge_with_super_bonus": edge - bonus.value,
        "house_edge_with_super_bonus_and_envy": edge - bonus.value - bonus.envy_value,
        "super_bonus": {
            "prize": bonus.prize,
            "probability": bonus.probability,
            "value": bonus.value,
            "envy": bonus.envy,
            "envy_value_per_other_player": bonus.envy_value,
        },
    }


def _sevens(game: SolvedGame, wager: int) -> Iterator[Sevens]:
    full = game.cards
    cards = sum(game.full.tolist())
    of_seven = float(game.full[SEVEN - 1])
    dealt = of_seven * (of_seven - 1) * (of_seven - 2) / (cards * (cards - 1) * (cards - 2))
    for up_suit in SUITS:
        left = full.without((SEVEN, up_suit))
        play = SuitedPlay(game.splits[SEVEN], left)
        for one, two in product(SUITS, repeat=2):
            share = full.share(SEVEN, up_suit) * left.share(SEVEN, one)
            share *= left.without((SEVEN, one)).share(SEVEN, two)
            if share:
                yield _value_sevens(game, play, (up_suit, one, two), wager, dealt * float(share))


def _value_sevens(
    game: SolvedGame, play: SuitedPlay, suits: tuple[int, int, int], wager: int, chance: float
) -> Sevens:
    up_suit, one, two = suits
    node = hand_graph().node(*_PAIR)
    first = play.up.first
    live = game.rules.live.get(node)
    hit = first.values[node, action_codes.HIT]
    if live is not None and one == two:
        hit = play.hit(first, live, one, play.completing_chance(live), play.cards)
    best = max(first.best[node], hit, *_split_values(game, play, node, (one, two)))
    wins = _wins(game.setup, play, suits, wager)
    prize = max(_prize(game.setup, wager, *suits, last) for last in SUITS)
    with_prize = hit + wins * (prize / wager)
    return Sevens(
        up_suit=up_suit,
        suits=(one, two),
        probability=chance,
        gain=float(max(with_prize - best, 0)),
        wins=float(wins) if with_prize > best else 0.0,
    )


def _split_values(
    game: SolvedGame, play: SuitedPlay, node: int, suits: tuple[int, int]
) -> list[Number]:
    legal = int(game.rules.first.legal[node])
    return [game.split_value(play, SEVEN, suits, k) for k in SPLITS if legal >> k & 1]


def _wins(setup: Setup, play: SuitedPlay, suits: tuple[int, int, int], wager: int) -> Number:
    """Return the probability that the next card is a seven that wins the prize."""
    up_suit, one, two = suits
    node = hand_graph().node(*_PAIR)
    left = play.cards.without((SEVEN, one), (SEVEN, two))
    chance = play.up.chances_after(node)[SEVEN - 1]
    shares = (left.share(SEVEN, s) for s in SUITS if _prize(setup, wager, up_suit, one, two, s))
    return chance * play.up.arithmetic.number(sum(shares))


def _prize(setup: Setup, wager: int, up_suit: int, *suits: int) -> int:
    """Return the prize of three sevens in cents, from the engine."""
    seven = 4 * (SEVEN - 1)
    hand = replace(make_hand(Card(seven + suit) for suit in suits), base=wager, stake=wager)
    state = State(setup=setup, seats=(), meters={}, dealer=(Card(seven + up_suit),))
    return settle.super_bonus(state, hand)


def with_super_bonus(chart: Chart, bonus: SuperBonusValue) -> Chart:
    """Return the chart with the mark of a live Super Bonus: suited sevens against a seven."""
    cell = chart.parts[Part.PAIRS][SEVEN][SEVEN]
    if bonus.hit_share < _MOST or cell.code is Code.HIT:
        return chart
    marked = Cell(code=cell.code, bonus=SuitBonus.SUITED)
    pairs = {row: dict(cells) for row, cells in chart.parts[Part.PAIRS].items()}
    pairs[SEVEN][SEVEN] = marked
    return Chart({**chart.parts, Part.PAIRS: pairs})
