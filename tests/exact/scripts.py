"""Deals and decisions that bring about what a player's own play decides: straights and lammers."""

from __future__ import annotations

import random
from collections.abc import Iterator

from pitboss.cards import Card, card_rank, card_suit
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.state import State
from pitboss.patterns.totals import value
from tests.exact.felts import Felt
from tests.exact.forced import Deal, best, fits_in
from tests.exact.ways import Decide, answer, is_run

LAMMERS_MAX = 7
_FREE = (ActionKind.FREE_SPLIT, ActionKind.FREE_DOUBLE)


def drawing(count: int) -> Decide:
    """Hit until the hand has *count* cards, then stand."""

    def decide(state: State, question: Question) -> Action:
        cards = state.seat(question.seat).hand(question.hand).cards
        return answer(question, ActionKind.HIT if len(cards) < count else ActionKind.STAND)

    return decide


def straight_words(cards: tuple[Card, ...]) -> tuple[str, ...]:
    """What the felt may call a straight of all these cards, the most particular first (C26)."""
    if not is_run(cards[:2]):
        return ()
    count = len(cards)
    if count < 5:
        return (f"{count}-cards",)
    if count == 5:
        return "5-cards", "5-or-6-cards"
    ace = next(c for c in cards if card_rank(c) == 0)  # A-6 is the only six cards under 22
    of = "spade" if card_suit(ace) == 0 else "other"
    return f"6-cards-{of}-ace", "6-cards", "5-or-6-cards", "5-cards"


def straights(felt: Felt, rng: random.Random, count: int) -> Iterator[tuple[Card, ...]]:
    """Yield hands that are a straight at every card, up to *count* cards, by rejection."""
    kinds = felt.setup.shoe.deck.cards
    while True:
        hand = tuple(rng.sample(kinds, 2))
        while len(hand) < count and is_run(hand) and best(hand) < 21:
            hand = (*hand, rng.choice([kind for kind in kinds if is_run((*hand, kind))]))
        if is_run(hand) and len(hand) == count and hard(hand) <= 21:
            yield hand


def ended(felt: Felt, rng: random.Random, count: int, *, busts: bool) -> Iterator[tuple[Card, ...]]:
    """Yield straights of *count* cards and one card more, that does not fit, or fits and busts.

    2109(7)(d), (8): neither counts.
    """
    for hand in straights(felt, rng, count):
        if best(hand) < 21:
            for kind in rng.sample(felt.setup.shoe.deck.cards, 52):
                more = (*hand, kind)
                wanted = hard(more) > 21 if busts else best(more) < 21
                if is_run(more) == busts and wanted and fits_in(more, felt.decks):
                    yield more
                    break


def hard(hand: tuple[Card, ...]) -> int:
    return sum(map(value, hand))


def lammers(felt: Felt, splits: int, doubles: int) -> tuple[Deal, Decide]:
    """Fives split *splits* times, and *doubles* of the hands made nines and doubled, all free."""
    by_rank = {
        rank: [c for c in felt.setup.shoe.cards() if card_rank(c) == rank] for rank in (3, 4)
    }
    tens = [c for c in felt.setup.shoe.cards() if card_rank(c) >= 9]
    fours = by_rank[3]
    fives = by_rank[4]
    up = tens.pop()
    down = tens.pop()
    first = fives.pop()
    second = fives.pop() if splits else fours.pop() if doubles else tens.pop()
    drawn = [fives.pop() for _ in range(splits - 1)]
    left = doubles
    if not splits and left:
        drawn.append(tens.pop())
        left = 0
    for _ in range(splits + 1 if splits else 0):
        drawn += [fours.pop(), tens.pop()] if left else [tens.pop()]
        left -= bool(left)
    deal = Deal({"first": first, "second": second, "up": up, "down": down}, tuple(drawn))
    assert fits_in(deal.cards, felt.decks)
    return deal, _free(splits, doubles)


def _free(splits: int, doubles: int) -> Decide:
    left = {ActionKind.FREE_SPLIT: splits, ActionKind.FREE_DOUBLE: doubles}

    def decide(_: State, question: Question) -> Action:
        wanted = [kind for kind in _FREE if left[kind]]
        action = answer(question, *wanted, ActionKind.STAND)
        if action.kind in left:
            left[action.kind] -= 1
        return action

    return decide
