"""Ante Up 21's best play in words: its hands, and when to fold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pitboss.cards import RANK_LETTERS
from pitboss.compiled.rule_tables import KIND_OF
from pitboss.exact.ante_up.first_hands import FirstHand
from pitboss.exact.ante_up.hands import RANKS
from pitboss.exact.ante_up.play import Aim

UPS = (*range(1, RANKS), 0)
"""Up cards as they are read: from the two to the ace."""


def action_of(hand: FirstHand, aim: Aim) -> str | None:
    """Name the first thing that is done with a hand; None where nothing is asked."""
    kind = KIND_OF.get(hand.action[aim])
    return None if kind is None else str(kind)


def rank_name(rank: int) -> str:
    """Name a rank with one letter."""
    return RANK_LETTERS[rank]


def cards_of(hand: FirstHand) -> str:
    """Name two cards, the higher first, an ace above all."""
    return "".join(rank_name(rank) for rank in sorted(hand.ranks, key=UPS.index, reverse=True))


def folded_hands(hands: Iterable[FirstHand], up: int) -> list[str]:
    """Name the hands that are folded against an up card."""
    return [cards_of(h) for h in hands if h.up == up and not h.bets(Aim.BOTH)]


def fold_words(hands: Sequence[FirstHand]) -> Iterator[str]:
    """Yield when to fold, up cards with the same hands together."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for up in UPS:
        alike.setdefault(tuple(folded_hands(hands, up)), []).append(rank_name(up))
    for folded, ups in sorted(alike.items(), key=lambda each: len(each[0])):
        against = f"Against {', '.join(ups)}"
        yield f"{against} fold {', '.join(folded)}." if folded else f"{against} always bet."
