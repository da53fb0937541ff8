"""The vocabulary of pay-table rows: the outcome of a row.

A felt prints the same outcome in many words ("3 of a Kind", "Three-of-a-Kind (Offsuit)"). Each row
therefore also names its outcome from the family of its table. The patterns decide the outcomes of a
hand; the rule book only says what each one pays. A row with an unknown outcome is refused when the
catalogue is loaded.

If a table has several pay columns, the outcome is the row's and the column's words together: "ace
off-suit", "royal-flush natural".
"""

from __future__ import annotations

from itertools import product

from pitboss.rulebook.wager_patterns import PREFIX, PatternError, outcome_of, read_pattern

_MATCHES = ("suited-and-unsuited", "one-suited", "two-unsuited", "one-unsuited")
_UP_CARDS = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10")
_WILD_RANKS = (
    "five-wilds",
    "royal-flush",
    "five-of-a-kind",
    "straight-flush",
    "four-of-a-kind",
    "full-house",
    "flush",
    "straight",
    "three-of-a-kind",
)


def _pairs(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{left} {right}" for left, right in product(first, second))


FAMILIES: dict[str, frozenset[str]] = {
    family: frozenset(outcomes)
    for family, outcomes in {
        # Spanish 21: 21s paid more than even money.
        "bonus-21": (
            *("five-cards", "six-cards", "seven-cards"),
            *("6-7-8-mixed", "6-7-8-suited", "6-7-8-spades"),
            *("7-7-7-mixed", "7-7-7-suited", "7-7-7-spades"),
        ),
        # Match The Dealer: paid for each matching card, or for the combination of both.
        "match-each-card": ("unsuited", "suited"),
        "match-both-cards": ("two-suited", *_MATCHES),
        # Match The Dealer jackpots: against the up card; against up and down card; four cards.
        "jackpot-up-card": (
            *("two-suited-spade-aces", "two-suited", *_MATCHES),
            *("three-suited-spade-aces-king-down", "three-suited-spade-aces"),
            *("three-suited-aces", "three-suited-other-aces", "three-suited-2-to-king"),
        ),
        "jackpot-up-and-down": (
            *("spade-ace-king-twice", "four-aces", "four-of-a-rank"),
            *("two-suited-up-and-down", "two-suited-up-or-down", *_MATCHES),
            *("four-suited-aces", "four-suited-2-to-king", "three-suited-up-or-down"),
        ),
        "jackpot-four-suited": (
            *("four-suited-aces", "four-suited-2-to-king", "two-suited", *_MATCHES),
        ),
        "jackpot-four-cards": (
            *("four-of-a-kind-suited", "four-of-a-kind-same-color", "four-of-a-kind"),
            *("three-of-a-kind-same-color", "three-of-a-kind", "one-suited"),
        ),
        # The dealer's bust and the dealer's 22.
        "dealer-bust-cards": (
            *("3-cards", "4-cards", "3-or-4-cards"),
            *("5-cards", "6-cards", "7-cards", "8-or-more-cards"),
        ),
        "dealer-bust-up-card": (
            *_pairs(_UP_CARDS, ("off-suit", "suited", "8-8-8-suited", "8-8-8-off-suit", "other")),
            *_pairs(("8-8-8",), ("off-suit", "suited")),
        ),
        "dealer-22": ("suited", "same-color", "other-22", "not-22"),
        # Poker hands of two, three, four and five cards.
        "two-card-poker": ("ace-king-suited", "straight-flush", "pair", "straight", "blackjack"),
        "three-card-poker": (
            *("three-aces-specific-suit", "three-aces-or-kings-specific-suit"),
            *("three-aces-kings-or-queens-specific-suit", "three-aces-suited"),
            *("three-aces-or-kings-suited", "three-aces-kings-or-queens-suited"),
            *("three-of-a-kind-suited", "ace-king-queen-suited", "ace-king-queen-diamonds"),
            *("straight-flush", "three-of-a-kind", "straight", "flush"),
            *("pair-and-flush", "pair-no-flush", "pair", "total-21", "other"),
        ),
        "three-card-in-order": (
            *("spades-ace-king-queen-jack", "spades-ace-king-queen", "other-ace-king-queen"),
            *("any-order-ace-king-queen", "straight-flush", "three-of-a-kind"),
            *("straight", "flush", "dealer-blackjack"),
        ),
        "pair-and-up-card": (
            *("three-spade-aces", "three-aces-suited", "three-of-a-kind-suited"),
            *("three-aces", "three-of-a-kind", "pair-of-aces-suited", "pair-of-aces"),
            *("pair-suited", "pair"),
        ),
        "four-card-match": ("four-of-a-kind", "two-pair", "three-of-a-kind", "pair"),
        "five-card-poker": (
            *("royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush"),
            *("straight", "three-of-a-kind", "two-pair", "pair-of-sevens-or-better"),
            *("four-card-straight-flush", "four-card-flush"),
        ),
        "wild-poker": (
            *(*_WILD_RANKS, "natural-royal-flush", "wild-royal-flush", "other"),
            *_pairs(_WILD_RANKS, ("natural", "wild")),
        ),
        "bad-beat": _WILD_RANKS[1:],
        "wild-cards": (
            *("4-wilds", "3-wilds", "2-wilds", "joker"),
            *("4-deuces", "3-deuces", "2-deuces"),
        ),
        # Two cards that make 20, straights, Pai Jacks, lammers.
        "kings-bounty": (
            *("two-spade-kings-dealer-blackjack", "two-spade-kings", "two-suited-kings"),
            *("two-suited-queens-jacks-or-tens", "suited-20", "two-kings", "unsuited-20"),
        ),
        "lucky-ladies": (
            *("queens-dealer-blackjack-specific-suit", "queens-dealer-blackjack-suited"),
            *("queens-dealer-blackjack", "queens", "matched-20", "suited-20", "any-20"),
        ),
        "straight-length": (
            *("2-cards", "3-cards", "4-cards", "5-cards", "5-or-6-cards", "6-cards"),
            *("6-cards-spade-ace", "6-cards-other-ace"),
        ),
        "pai-jack": ("super-pai-jack", "royal-pai-jack", "jack-pai-jack", "pai-jack"),
        "lammers": ("1", "2", "3", "4", "5", "6", "7"),
    }.items()
}
"""Family -> the outcomes its tables may pay on."""


def family_outcomes(family: str) -> frozenset[str]:
    """Return the outcomes that tables of a family may pay on; none: there is no such family.

    >>> sorted(family_outcomes("pattern player 2 | same rank and same suit | same rank"))
    ['row-1', 'row-2']
    """
    if not family.startswith(PREFIX):
        return FAMILIES.get(family, frozenset())
    try:
        rows = len(read_pattern(family).tests)
    except PatternError:
        return frozenset()
    return frozenset(outcome_of(number) for number in range(1, rows + 1))
