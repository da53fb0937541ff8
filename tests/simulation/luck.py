"""Shoes in which equal cards lie together: on such a floor jackpots are won again and again."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

from pitboss.cards import Card, parse_cards
from pitboss.fair.order import cut_order

BEST = parse_cards("As")[0]
"""Three of them win the whole jackpot."""


def lucky_order(
    entropy: bytes, cards: Sequence[Card], seeds: tuple[bytes, ...]
) -> tuple[Card, ...]:
    """Return cards in an order in which each lies beside its equals, the kinds as they come."""
    piles = Counter(cut_order(entropy, cards, seeds))
    kinds = [*piles]
    random.Random(entropy).shuffle(kinds)
    kinds.sort(key=lambda kind: kind != BEST)  # the first round of a shoe wins all
    return tuple(card for kind in kinds for card in [kind] * piles[kind])


@contextmanager
def luck(*, is_lucky: bool) -> Iterator[None]:
    """Let every shoe be a lucky one, also when it is dealt again for the oracles."""
    with ExitStack() as stack:
        for module in [*sys.modules.values()] if is_lucky else ():
            if getattr(module, "cut_order", None) is cut_order and module.__name__ != __name__:
                stack.enter_context(patch.object(module, "cut_order", lucky_order))
        yield
