"""The patterns of side wagers, compiled, family by family."""

from __future__ import annotations

from pitboss.compiled.arrays import Array
from pitboss.compiled.jit import Integer, jit_linked, jit_pattern
from pitboss.patterns import busts, straights, totals
from pitboss.patterns.families import FAMILIES
from pitboss.rulebook.wager_patterns import PREFIX

HIT_BITS = 8
"""The bits of one class, where several are packed into one number."""
NUMBERED = (
    "match-each-card",
    "match-both-cards",
    "jackpot-up-card",
    "jackpot-up-and-down",
    "jackpot-four-suited",
    "jackpot-four-cards",
    "three-card-poker",
    "three-card-in-order",
    "pair-and-up-card",
    "two-card-poker",
    "kings-bounty",
    "lucky-ladies",
    "four-card-match",
    "dealer-bust-cards",
    "dealer-22",
    "dealer-bust-up-card",
    "lammers",
    "straight-length",
    "pai-jack",
    "wild-poker",
    "wild-cards",
    "bad-beat",
    "five-card-poker",
)
"""The families by the numbers that compiled code uses."""
(
    MATCH_EACH_CARD, _BOTH, _UP_CARD, JACKPOT_UP_AND_DOWN, _FOUR_SUITED, _FOUR_CARDS, _THREE_CARD,
    _IN_ORDER, _PAIR_AND_UP, _TWO_CARD, _KINGS_BOUNTY, _LUCKY_LADIES, _FOUR_CARD_MATCH,
    BUST_CARDS, DEALER_22, BUST_UP_CARD, LAMMERS, STRAIGHT_LENGTH,
    PAI_JACK, WILD_POKER, WILD_CARDS, BAD_BEAT, FIVE_CARD,
) = range(len(NUMBERED))  # fmt: skip

PATTERN = len(NUMBERED)
"""The number of every pattern in words: its classes are looked up."""


def family_number(family: str) -> int:
    """Return the number of a family."""
    return PATTERN if family.startswith(PREFIX) else NUMBERED.index(family)


_each = jit_pattern(FAMILIES["match-each-card"].classify)
_both = jit_pattern(FAMILIES["match-both-cards"].classify)
_up_card = jit_pattern(FAMILIES["jackpot-up-card"].classify)
_up_and_down = jit_pattern(FAMILIES["jackpot-up-and-down"].classify)
_four_suited = jit_pattern(FAMILIES["jackpot-four-suited"].classify)
_four_cards = jit_pattern(FAMILIES["jackpot-four-cards"].classify)
_three_card = jit_pattern(FAMILIES["three-card-poker"].classify)
_in_order = jit_pattern(FAMILIES["three-card-in-order"].classify)
_pair_and_up = jit_pattern(FAMILIES["pair-and-up-card"].classify)
_two_card = jit_pattern(FAMILIES["two-card-poker"].classify)
_kings_bounty = jit_pattern(FAMILIES["kings-bounty"].classify)
_lucky_ladies = jit_pattern(FAMILIES["lucky-ladies"].classify)
_four_card_match = jit_pattern(FAMILIES["four-card-match"].classify)
_bust_cards = jit_pattern(busts.bust_cards)
_bust_up_card = jit_pattern(busts.bust_up_card)
_dealer_22 = jit_pattern(busts.dealer_22)
compare_suits = jit_pattern(busts.compare_suits)
_three_eights = jit_pattern(busts.three_eights)
_straight_length = jit_pattern(straights.straight_length)
value = jit_pattern(totals.value)
best_total = jit_pattern(totals.best_total)
is_ace = jit_pattern(totals.is_ace)


@jit_linked
def classify_deal(
    family: Integer,
    first: Integer,
    second: Integer,
    third: Integer,
    fourth: Integer,
    up: Integer,
    down: Integer,
    matched: Integer,
    suit: Integer,
) -> Integer:
    """Return the classes of a family for the cards of the deal, packed."""
    if family == MATCH_EACH_CARD:
        (_, one), (_, two) = _each(first, second, matched, suit)
        return one | two << HIT_BITS
    if family == JACKPOT_UP_AND_DOWN:
        (_, one), (_, two), (_, three) = _up_and_down(first, second, up, down, suit)
        return one | two << HIT_BITS | three << 2 * HIT_BITS
    if family == _BOTH:
        return _both(first, second, matched, suit)[0][1]
    if family == _UP_CARD:
        return _up_card(first, second, up, down, suit)[0][1]
    if family == _FOUR_SUITED:
        return _four_suited(first, second, up, down, suit)[0][1]
    if family == _FOUR_CARDS:
        return _four_cards(first, second, up, down, suit)[0][1]
    if family == _THREE_CARD:
        return _three_card(first, second, up, suit)[0][1]
    if family == _IN_ORDER:
        return _in_order(first, second, up, down, suit)[0][1]
    if family == _PAIR_AND_UP:
        return _pair_and_up(first, second, up, suit)[0][1]
    if family == _TWO_CARD:
        return _two_card(first, second, suit)[0][1]
    if family == _KINGS_BOUNTY:
        return _kings_bounty(first, second, up, down, suit)[0][1]
    if family == _LUCKY_LADIES:
        return _lucky_ladies(first, second, up, down, suit)[0][1]
    return _four_card_match(first, second, third, fourth, suit)[0][1]


@jit_linked
def classify_dealer(family: Integer, cards: Array, count: Integer, total: Integer) -> Integer:
    """Return the class of a family for the dealer's final hand."""
    if family == BUST_CARDS:
        return _bust_cards(total, count)
    suits = compare_suits(cards, count)
    eights = family != DEALER_22 and _three_eights(cards, count)
    return classify_bust(family, total, value(cards[0]), eights, suits)


@jit_linked
def classify_bust(
    family: Integer,
    total: Integer,
    up: Integer,
    eights: bool,  # noqa: FBT001
    suits: Integer,
) -> Integer:
    """Return the class of a family for what a final hand comes to, of an up card of value *up*."""
    if family == DEALER_22:
        return _dealer_22(total, suits)
    return _bust_up_card(total, up, eights, suits)


@jit_linked
def classify_begun_bust(family: Integer, total: Integer, up: Integer, common: Integer) -> Integer:
    """Return the class of a bust without three eights; -1 where more of its cards decide it.

    Some of its cards have so much in *common* (`compare_suits`), and all of them no more.
    """
    if family == BUST_CARDS:
        return -1
    outcome = classify_bust(family, total, up, False, 0)  # noqa: FBT003
    for suits in range(1, common + 1):
        if classify_bust(family, total, up, False, suits) != outcome:  # noqa: FBT003
            return -1
    return outcome


@jit_linked
def classify_straight(cards: Array, count: Integer) -> Integer:
    """Return the class of a straight that starts with the first two cards."""
    return _straight_length(cards, count)
