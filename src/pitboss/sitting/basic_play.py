"""The players at the other seats: a name, a flat bet and basic play.

Basic play is sensible: no insurance, every free bet.
It is not the optimal strategy, which the solver finds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pitboss.cards import Card
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.bets import Bets, refuse_bets
from pitboss.engine.legal import EARLY_SURRENDER
from pitboss.engine.rounds.ante_up import dealer_plays
from pitboss.engine.rounds.holdem import community
from pitboss.engine.rounds.pai_jack import house_way_low
from pitboss.engine.setup import Setup
from pitboss.engine.state import Hand, Seat, State
from pitboss.patterns.five_card import RANK_SHIFT, rank_height, straight_top
from pitboss.patterns.totals import best_total, is_ace, value
from pitboss.patterns.two_card_poker import best_two
from pitboss.patterns.wild import WildRank, wild_value
from pitboss.rulebook.model import Moment, RoundKind
from pitboss.sitting.amounts import legal_amount, main_wagers

_PREFERENCES: dict[str, tuple[ActionKind, ...]] = {
    "stand": (ActionKind.STAND,),
    "hit": (ActionKind.HIT, ActionKind.STAND),
    "double": (ActionKind.FREE_DOUBLE, ActionKind.DOUBLE, ActionKind.HIT, ActionKind.STAND),
    "split": (ActionKind.FREE_SPLIT, ActionKind.SPLIT, ActionKind.HIT, ActionKind.STAND),
    "surrender": (ActionKind.SURRENDER, ActionKind.HIT, ActionKind.STAND),
    "rescue": (ActionKind.RESCUE, ActionKind.STAND),
}
_ALWAYS = (
    ActionKind.EXPOSE,
    ActionKind.TAKE_BLACKJACK,
    ActionKind.DECLINE,
    ActionKind.PLAY_ON,
)
"""Without a hand to play: cards are turned up, the blackjack is taken, what is offered declined, a
misdeal played on."""
_TEN = 10


def basic_play(state: State, question: Question) -> Action:
    """Return a sensible legal decision, by face-up cards alone."""
    kinds = [choice.kind for choice in question.choices]
    seat = state.seat(question.seat)
    hand = seat.hand(question.hand)
    low = None
    if ActionKind.STAND in kinds:
        plan = _free_plan(hand, kinds) or _plan(hand, value(state.dealer[0]))
        kind = _first_offered(_PREFERENCES[plan], kinds)
    elif question.wager == EARLY_SURRENDER:
        plan = _plan(hand, value(state.dealer[0]))
        kind = ActionKind.SURRENDER if plan == "surrender" else ActionKind.DECLINE
    elif ActionKind.SET in kinds:
        kind = ActionKind.SET
        low = house_way_low(state.setup, hand.cards)
    elif ActionKind.FOLD in kinds:
        stays_in = STAYS_IN[state.setup.round](state, seat)
        kind = ActionKind.BET if stays_in else ActionKind.FOLD
    elif ActionKind.SWITCH in kinds:
        kind = ActionKind.SWITCH if _is_better_switched(*seat.hands) else ActionKind.KEEP
    else:
        kind = _first_offered(_ALWAYS, kinds)
    return Action(seat=question.seat, hand=question.hand, kind=kind, low=low)


def _first_offered(wanted: Sequence[ActionKind], kinds: Sequence[ActionKind]) -> ActionKind:
    for kind in wanted:
        if kind in kinds:
            return kind
    return kinds[0]


_LEAST = (
    ActionKind.STAND,
    ActionKind.DECLINE,
    ActionKind.TAKE_BLACKJACK,
    ActionKind.KEEP,
    ActionKind.FOLD,
    ActionKind.PLAY_ON,
    ActionKind.EXPOSE,  # 2107 Winner(2); C106: nobody loses a winning wager by being away
)


def least_action(state: State, question: Question) -> Action:
    """Return the decision of a player who has left: no more money, no more cards."""
    kinds = [choice.kind for choice in question.choices]
    kind = _first_offered(_LEAST, kinds)
    low = None
    if kind is ActionKind.SET:
        cards = state.seat(question.seat).hand(question.hand).cards
        low = house_way_low(state.setup, cards)
    return Action(seat=question.seat, hand=question.hand, kind=kind, low=low)


def _stays_in_holdem(state: State, seat: Seat) -> bool:
    return _is_promising((*community(state), *seat.poker))


def _stays_in_ante_up(state: State, seat: Seat) -> bool:
    """Stay in with a hand with which the dealer would play."""
    cards = seat.hands[0].cards
    return dealer_plays(state.setup, best_two(cards, len(cards)))


def _stays_in_wild_poker(_: State, seat: Seat) -> bool:
    return wild_value(seat.hands[0].cards) >> RANK_SHIFT >= WildRank.PAIR


STAYS_IN: Mapping[RoundKind, Callable[[State, Seat], bool]] = {
    RoundKind.HOLDEM: _stays_in_holdem,
    RoundKind.ANTE_UP: _stays_in_ante_up,
    RoundKind.WILD_POKER: _stays_in_wild_poker,
}
"""Kinds of round with a fold -> whether a seat bets instead, by what its player sees."""


def _is_promising(cards: Sequence[Card]) -> bool:
    """Return whether cards have a pair, or can still make a flush or a straight."""
    heights = {rank_height(card) for card in cards}
    if len(heights) < len(cards) or len({card & 3 for card in cards}) == 1:
        return True
    return straight_top(sum(1 << height for height in heights), len(cards)) > 0


def _free_plan(hand: Hand, kinds: Sequence[ActionKind]) -> str:
    """Take everything free; double two fives instead of splitting them."""
    if ActionKind.FREE_SPLIT in kinds and hand.total != _TEN:
        return "split"
    return "double" if ActionKind.FREE_DOUBLE in kinds else ""


def _is_better_switched(one: Hand, two: Hand) -> bool:
    """Return whether the hands are better with their second cards exchanged."""
    (a, b) = one.cards
    (c, d) = two.cards
    return _worth(a, d) + _worth(c, b) > _worth(a, b) + _worth(c, d)


def _worth(first: Card, second: Card) -> int:
    """Rank two cards: good hands and good starts are high, stiff hands low."""
    soft = is_ace(first) or is_ace(second)
    total = best_total(value(first) + value(second), soft)
    if total >= 17:
        return (total - 17) * 3
    return {11: 8, 10: 7, 9: 3}.get(total, 1 if soft else -2 if total >= 12 else 0)


def _plan(hand: Hand, up: int) -> str:
    """Return the plan for a hand against an up card (an ace counts 1)."""
    strong = up == 1 or up >= 7
    if hand.doublings:
        return "rescue" if hand.total <= 16 and strong else "stand"
    if _should_split(hand, up):
        return "split"
    return _soft_plan(hand.total, up) if hand.soft else _hard_plan(hand.total, up, strong=strong)


def _hard_plan(total: int, up: int, *, strong: bool) -> str:
    if total in {10, 11} and 2 <= up <= 8:
        return "double"
    if total == 16 and up == 1:
        return "surrender"
    return "stand" if total >= 17 or (total >= 14 and not strong) else "hit"


def _should_split(hand: Hand, up: int) -> bool:
    if len(hand.cards) != 2 or value(hand.cards[0]) != value(hand.cards[1]):
        return False
    if is_ace(hand.cards[0]):
        return True
    return value(hand.cards[0]) == 8 and up != 1


def _soft_plan(total: int, up: int) -> str:
    if total >= 19 or (total == 18 and 2 <= up <= 8):
        return "stand"
    return "hit"


NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus")
_FLAT_CENTS = (1000, 2500, 1500, 500, 2000, 1000, 3000)
_SIDE_CENTS = 500


def bot_bets(setup: Setup, seats: Sequence[int]) -> tuple[Bets, ...]:
    """Return the bets of the bots on *seats*; one that this table cannot serve sits out.

    If the table does not take all wagers of a bot, the bot makes the main wager alone.
    """
    bets = []
    for index, seat in enumerate(seats):
        name = NAMES[index % len(NAMES)]
        flat = _FLAT_CENTS[index % len(_FLAT_CENTS)]
        wanted = (flat_wagers(setup, index), main_wagers(setup, flat))
        possible = (Bets(seat, wagers, name) for wagers in wanted)
        bets += [bet for bet in possible if refuse_bets(setup, [bet]) is None][:1]
    return tuple(bets)


def flat_wagers(setup: Setup, index: int) -> dict[str, int]:
    """Return the bets of bot number *index* in every round.

    Every second bot makes the first side wager, every third one all of them.
    """
    spots = setup.configured.spots
    wagers = main_wagers(setup, _FLAT_CENTS[index % len(_FLAT_CENTS)])
    liked = {0: 0, 1: 1}.get(index % 3, len(spots))
    for wager_id, spot in spots.items():
        if wager_id in wagers or spot.wager.made != Moment.BEFORE_DEAL:
            continue
        if liked or wager_id in setup.required:
            equal = spot.wager.equals
            wagers[wager_id] = wagers[equal] if equal else legal_amount(spot, _SIDE_CENTS)
            liked = max(0, liked - 1)
    return wagers
