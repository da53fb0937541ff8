"""Ways to play a round so that each wager's exact odds hold, whatever they suppose of the player.

Every way insures and makes every wager that is offered during the round; playing anyhow folds now
and then instead.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from pitboss.cards import Card, card_rank
from pitboss.engine.actions import Action, ActionKind, Choice, Question
from pitboss.engine.state import Hand, State
from pitboss.exact.odds.play_bounds import ALWAYS, FIRST_ONLY, NEVER
from pitboss.rulebook.model import Game, Moment, RoundKind
from tests.exact.felts import STAKE
from tests.exact.never_folding import NEVER_FOLDING, Figures

Decide = Callable[[State, Question], Action]
Way = Callable[[random.Random], Decide]

_MADE = (
    ActionKind.TAKE_BLACKJACK,
    ActionKind.INSURE,
    ActionKind.KEEP,
    ActionKind.BUST_BET,
    ActionKind.BET,
)
_AMOUNTS: Mapping[ActionKind, Callable[[Choice], int | None]] = {
    ActionKind.INSURE: lambda choice: choice.high,
    ActionKind.BUST_BET: lambda choice: max(STAKE, choice.low or 0),
}


def answer(question: Question, *wanted: ActionKind) -> Action:
    """The first of *wanted* that may be decided, after the wagers that every way makes."""
    may = {choice.kind: choice for choice in question.choices}
    kind = next(kind for kind in (*_MADE, *wanted) if kind in may)
    amount = _AMOUNTS[kind](may[kind]) if kind in _AMOUNTS else None
    return Action(
        seat=question.seat, hand=question.hand, kind=kind, amount=amount, wager=question.wager
    )


def standing(_: random.Random) -> Decide:
    """Stand; three cards over 21 are surrendered, as nobody may stand on them (2111)."""
    return lambda _, question: answer(question, ActionKind.STAND, ActionKind.SURRENDER)


def chasing(_: random.Random) -> Decide:
    """Draw for as long as the cards are a straight of fewer than six (2109(7))."""

    def decide(state: State, question: Question) -> Action:
        cards = state.seat(question.seat).hand(question.hand).cards
        drawing = len(cards) < 6 and is_run(cards)
        return answer(question, ActionKind.HIT if drawing else ActionKind.STAND)

    return decide


def is_run(cards: Sequence[Card]) -> bool:
    """Whether the ranks follow one another, an ace beside a two or beside a king."""
    low = sorted(card_rank(card) for card in cards)
    high = sorted(rank or 13 for rank in low)
    return any(ranks == list(range(ranks[0], ranks[0] + len(ranks))) for ranks in (low, high))


def free_once(_: random.Random) -> Decide:
    """Take a free bet on the first two cards, and nothing else."""

    def decide(state: State, question: Question) -> Action:
        hand = state.seat(question.seat).hand(question.hand)
        if is_untouched(hand):
            return answer(question, ActionKind.FREE_DOUBLE, ActionKind.FREE_SPLIT, ActionKind.STAND)
        return answer(question, ActionKind.STAND)

    return decide


def is_untouched(hand: Hand) -> bool:
    return len(hand.cards) == 2 and not hand.split


def anyhow(rng: random.Random) -> Decide:
    """Decide at random, a split as often as not: the deal has decided most wagers already."""
    return lambda _, question: _at_random(rng, question)


def never_folding(rng: random.Random) -> Decide:
    """Decide at random, but stay in the poker part to the end."""

    def decide(_: State, question: Question) -> Action:
        stays = any(choice.kind == ActionKind.BET for choice in question.choices)
        return answer(question) if stays else _at_random(rng, question)

    return decide


def _at_random(rng: random.Random, question: Question) -> Action:
    kinds = [choice.kind for choice in question.choices]
    if set(kinds) & {ActionKind.INSURE, ActionKind.BUST_BET}:
        return answer(question)
    splits = [kind for kind in kinds if kind in _SPLITS]
    kind = rng.choice(splits if splits and rng.random() < 0.5 else kinds)
    lows = next(choice.lows for choice in question.choices if choice.kind == kind)
    low = rng.choice(lows) if lows else None
    return Action(seat=question.seat, hand=question.hand, kind=kind, wager=question.wager, low=low)


_SPLITS = (ActionKind.SPLIT, ActionKind.FREE_SPLIT)

_DEALT: Mapping[str, Way] = {"standing": standing, "anyhow": anyhow}
_BLACKJACK: Mapping[str, Way] = {
    "standing": standing,
    "chasing": chasing,
    "free once": free_once,
    "anyhow": anyhow,
}
WAYS: Mapping[RoundKind, Mapping[str, Way]] = {
    RoundKind.BLACKJACK: _BLACKJACK,
    RoundKind.SWITCH: _BLACKJACK,
    RoundKind.THREE_CARD_21: _DEALT,
    RoundKind.ANTE_UP: _DEALT,
    RoundKind.HOLDEM: {**_DEALT, NEVER_FOLDING: never_folding},
    RoundKind.PAI_JACK: {"anyhow": anyhow},
    RoundKind.WILD_POKER: {"anyhow": anyhow, NEVER_FOLDING: never_folding},
}
"""For every kind of round that is dealt: its ways to play."""

_BOUNDS = {
    NEVER: "standing",
    ALWAYS: "chasing",
    FIRST_ONLY: "free once",
    NEVER_FOLDING: NEVER_FOLDING,
}


def ways_for(game: Game, item: Figures) -> frozenset[str]:
    """The ways of play under which the exact odds *item* hold."""
    everything = frozenset(WAYS[game.round])
    named = item.bound.removeprefix("bound: ")
    if named in _BOUNDS:
        return frozenset({_BOUNDS[named]})
    # A hand that stands on two cards, or that a free bet gave one card to, never ends with 30.
    quiet = frozenset({"standing", "free once"})
    if named:
        return quiet
    # A wager for live hands only (ruling C8): the other ways lose some, and those not by chance.
    late = game.wager(item.wager).made == Moment.AFTER_HANDS
    return quiet if late else everything
