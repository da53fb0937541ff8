"""Totals against the oldest definition there is: try every value of every ace, keep the best."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product

from pitboss.cards import RANK_LETTERS, SPANISH, format_card, parse_card
from pitboss.patterns.totals import best_total, dealer_draws, is_ace, is_soft, value
from tests.rows import every_row

CARDS_MAX = 5


def sums(ranks: tuple[str, ...]) -> set[int]:
    """Return every total the ranks can be counted as, each ace as 1 or as 11."""
    values = [
        (1, 11) if rank == "A" else (10,) if rank in "TJQK" else (int(rank),) for rank in ranks
    ]
    return {sum(choice) for choice in product(*values)}


def best(ranks: tuple[str, ...]) -> int:
    within = [total for total in sums(ranks) if total <= 21]
    return max(within) if within else min(sums(ranks))


def soft(ranks: tuple[str, ...]) -> bool:
    """An ace counts 11 in the best total: the same cards could be counted ten lower."""
    return best(ranks) <= 21 and best(ranks) - 10 in sums(ranks)


def every_hand() -> Iterator[tuple[str, ...]]:
    """Yield every multiset of one to five ranks: 8,567 of them."""
    for count in range(1, CARDS_MAX + 1):
        yield from combinations_with_replacement(RANK_LETTERS, count)


def counted(ranks: tuple[str, ...]) -> tuple[int, bool]:
    """Return the hard total and whether there is an ace, as the engine keeps a hand."""
    cards = [parse_card(f"{rank}h") for rank in ranks]
    return sum(value(card) for card in cards), any(is_ace(card) for card in cards)


def test_every_card_of_the_deck_counts_what_it_shows() -> None:
    for card in SPANISH.cards:
        rank = format_card(card)[0]
        assert value(card) == min(sums((rank,)))
        assert is_ace(card) == (rank == "A")


def test_the_best_total_of_every_hand_up_to_five_cards_is_the_best_way_to_count_it() -> None:
    hands = list(every_hand())
    assert len(hands) == 8567
    for ranks in hands:
        assert best_total(*counted(ranks)) == best(ranks), ranks


def test_a_hand_is_soft_exactly_when_an_ace_counts_eleven_in_its_best_total() -> None:
    for ranks in every_hand():
        assert is_soft(*counted(ranks)) == soft(ranks), ranks


@every_row("hits", [False, True])
def test_the_dealer_draws_to_sixteen_and_only_by_rule_to_a_soft_seventeen(*, hits: bool) -> None:
    for ranks in every_hand():
        wanted = best(ranks) <= 16 or (hits and best(ranks) == 17 and soft(ranks))
        assert dealer_draws(*counted(ranks), hits) == wanted, ranks


def test_the_order_of_the_cards_never_changes_a_total() -> None:
    """The engine adds one card at a time; the sum and the ace do not depend on the way there."""
    for ranks in product("A29K", repeat=4):
        assert counted(ranks) == counted(tuple(sorted(ranks)))
