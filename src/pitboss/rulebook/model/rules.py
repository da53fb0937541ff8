"""The rules of a round: those of blackjack, and those each other kind of round has.

A clause is a rule that a kind of round always has, and no game can change. It is a field like any
other, on the sheet and in the digest. But a game that states another value is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import cache
from typing import Any, Literal

from pitboss.rulebook.phrases import format_value

CITE = "cite"


def clause(value: Any, cite: str) -> Any:  # noqa: ANN401 - the type is that of the field
    """Declare a field of a rules dataclass that is always *value*, and the clause that says so."""
    return field(default=value, init=False, metadata={CITE: cite})


def clauses(shape: type) -> Mapping[str, tuple[Any, str]]:
    """Return the clauses of a rules dataclass: field -> its value, and its citation.

    >>> from pitboss.rulebook.model import AnteUpRules
    >>> clauses(AnteUpRules)["poker_cards"]
    (2, '2106(3), (13)')
    """
    return {
        item.name: (item.default, item.metadata[CITE]) for item in fields(shape) if not item.init
    }


def clause_problems(shape: type, stated: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield each clause that *stated* changes: its name, and the value in play.

    >>> from pitboss.rulebook.model import AnteUpRules
    >>> list(clause_problems(AnteUpRules, {"bust_card_plays": False, "poker_cards": 2}))
    [('bust_card_plays', 'is always true and cannot be set: 2106(11)(e)(i), (13)(a)')]
    """
    for name, (value, cite) in clauses(shape).items():
        if name in stated and not _same(stated[name], value):
            words = "; ".join(value) if isinstance(value, tuple) else format_value(value)
            yield name, f"is always {words} and cannot be set: {cite}"


def _same(stated: object, value: object) -> bool:
    """Return whether two values are equal and of one type; a file has lists for tuples."""
    given = tuple(stated) if isinstance(stated, list) else stated
    return type(given) is type(value) and given == value


class RoundKind(StrEnum):
    """How a round goes; a new kind only where a game differs in kind."""

    BLACKJACK = "blackjack"
    SWITCH = "switch"
    THREE_CARD_21 = "three-card"
    HOLDEM = "holdem"
    ANTE_UP = "ante-up"
    PAI_JACK = "pai-jack"
    WILD_POKER = "wild-poker"


DoubleTotals = Literal[
    "any",
    "hard",
    "8-11",
    "9-11",
    "10-11",
    "11",
    "8-11-or-soft",
    "9-11-or-soft",
    "10-11-or-soft",
    "11-or-soft",
]
"""Any total, hard totals, some hard totals, or those and every soft total."""
Surrender = Literal[False, True, "early", "early-against-ten", "early-against-ace"]
"""No surrender, late surrender, or an early one: against every up card, or only against one."""
Peek = Literal[True, False, "ace", "ten"]
"""Whether the dealer looks for a blackjack before the hands are played, or under which card."""
SAME = "same"
"""What a rule says that pays no more than another."""
NONE = "none"
"""What a rule says that lists ranks or totals, where it lists nothing."""
_PEEKS: Mapping[Peek, tuple[int, ...]] = {True: (1, 10), False: (), "ace": (1,), "ten": (10,)}


@cache
def read_ranks(text: str) -> frozenset[int]:
    """Return the values of ranks in a list, an ace as 1; raise `ValueError` for other words.

    >>> sorted(read_ranks("A,4,10"))
    [1, 4, 10]
    """
    if text == NONE:
        return frozenset()
    names = {"A": 1} | {str(value): value for value in range(2, 11)}
    parts = [part.strip() for part in text.split(",")]
    if not all(part in names for part in parts):
        raise ValueError("lists ranks, each A or 2 to 10, such as '4,5,10'")
    return frozenset(names[part] for part in parts)


@cache
def read_hands(text: str) -> Mapping[int, int]:
    """Return the hands that pairs of some values are split into; raise `ValueError` otherwise.

    >>> dict(read_hands("A:2,10:3"))
    {1: 2, 10: 3}
    """
    if text == NONE:
        return {}
    hands = {}
    for part in text.split(","):
        rank, _, most = part.strip().partition(":")
        if not most.isdecimal() or int(most) < 2:
            raise ValueError("lists ranks and 2 hands or more each, such as 'A:2,10:3'")
        hands.update(dict.fromkeys(read_ranks(rank), int(most)))
    return hands


@cache
def read_totals(text: str) -> frozenset[int]:
    """Return the totals in a list, from 17 to 21; raise `ValueError` for other words.

    >>> sorted(read_totals("17-19,21"))
    [17, 18, 19, 21]
    """
    if text == NONE:
        return frozenset()
    totals: set[int] = set()
    for part in text.split(","):
        low, dash, high = (word.strip() for word in part.partition("-"))
        if not (low.isdecimal() and (high.isdecimal() or not dash)):
            raise ValueError(_TOTALS)
        listed = range(int(low), int(high or low) + 1)
        if not listed or not set(listed) <= set(range(17, 22)):
            raise ValueError(_TOTALS)
        totals.update(listed)
    return frozenset(totals)


@cache
def _pushed(text: str, *, with_22: bool) -> frozenset[int]:
    return read_totals(text) | {22} if with_22 else read_totals(text)


_TOTALS = "lists totals from 17 to 21, such as '17-20' or '17,21'"


@dataclass(frozen=True, slots=True, kw_only=True)
class BlackjackRules:
    """The blackjack part of a game, every value spelled out."""

    decks: int
    """Packs in the shoe."""
    soft17: Literal["stand", "hit"]
    """What the dealer does with a soft 17."""
    peek: Peek
    """The dealer peeks under an ace or a ten-value card, or only under one of them."""
    blackjack: str
    """What a blackjack pays."""
    blackjack_wins: bool
    """A player blackjack beats a dealer blackjack and is paid before the peek."""
    blackjack_double: bool
    """A blackjack may be kept and doubled instead of being paid."""
    twenty_one_wins: bool
    """A player 21 always wins and is paid at once."""
    double_soft_21: Literal["never", "three or more cards", "any"]
    """Which soft 21s may be doubled instead of being paid (a blackjack apart)."""
    insurance: Literal["up to half", "half of each unit"]
    """How much may be insured against a dealer blackjack, with an ace up."""
    insurance_pays: str
    """What insurance pays."""
    surrender: Surrender
    """Half the wager may be given up as the first decision, late or early."""
    double_cards: Literal["two", "any"]
    """On which cards a hand may be doubled: those it starts with, or any number."""
    double_totals: DoubleTotals
    """Which totals may be doubled; hard ones only, unless it says *or-soft*."""
    double_for_less: bool
    """A double may be for less than the wager."""
    double_minimum: Literal["table minimum", "one cent"]
    """How little a double for less may be."""
    double_after_split: bool
    """A hand made by a split may be doubled."""
    redouble: bool
    """Double-double down: a doubled hand may be doubled again."""
    doublings: int
    """How often one hand may be doubled in all, where redoubling is offered."""
    rescue: bool
    """After a double the last doubled portion may be taken back, the rest forfeited."""
    max_hands: int
    """Up to how many hands a pair of equal value may be split."""
    resplit_aces: bool
    """A pair of aces made by a split may be split again."""
    hit_split_aces: bool
    """Split aces are played like any other card; otherwise each gets one card."""
    bonus_21: Literal["none", "not doubled", "not doubled or split"]
    """Which hands are paid the Bonus 21 table."""
    dealer_22_pushes: bool
    """A dealer total of 22 pushes every live hand but a blackjack."""
    free_bets: bool
    """Hard 9, 10, 11 are doubled, and pairs except ten-values are split, without a wager."""
    settled_from: Literal["dealer's left", "dealer's right"]
    """From which side the dealer settles the seats."""
    tip_shares_free_bets: bool
    """A tip beside the main wager wins with free doubles and free splits too."""
    charlie: Literal[0, 5, 6, 7] = 0
    """How many cards not over 21 win at once, unless they were doubled; 0: no number does."""
    original_bets_only: bool = False
    """A dealer blackjack found after the hands were played takes the original wager alone."""
    charlie_pays: str = "1:1"
    """What a hand that wins by the number of its cards pays."""
    double_split_aces: Literal["if-hit", "never", "always"] = "if-hit"
    """Whether split aces may be doubled; *if-hit*: where they are played like other hands."""
    never_split: str = NONE
    """The ranks whose pairs are not split, such as `4,5,10`."""
    hands_of: str = NONE
    """Ranks that are split into fewer hands than the others, such as `A:2,10:3`."""
    surrender_after_split: bool = False
    """A hand made by a split may be given up too, as its first decision."""
    ties_lost: str = NONE
    """The totals of a tie that the player loses, such as `17-20`."""
    dealer_pushes: str = NONE
    """The totals of the dealer that push every hand which waits for them, such as `17`."""
    split_blackjack: bool = False
    """An ace with a ten-value card after a split is paid at once like a blackjack."""
    suited_blackjack: str = SAME
    """What a blackjack of one suit pays, where that is more than another."""
    suited_blackjack_in: Literal["any", "clubs", "diamonds", "hearts", "spades"] = "any"
    """The suit of that blackjack."""

    def peeks_under(self, up: int) -> bool:
        """Return whether the dealer looks for a blackjack under an up card of that value."""
        return up in _PEEKS[self.peek]

    def original_at_risk(self, up: int) -> bool:
        """Return whether a dealer blackjack takes no more than the original wager.

        Hands against that up card are then played as if it were known that there is none.
        """
        return self.original_bets_only or self.peeks_under(up)

    @property
    def ranks_never_split(self) -> frozenset[int]:
        """The values of pairs that are not split."""
        return read_ranks(self.never_split)

    def hands_for(self, rank: int) -> int:
        """Return up to how many hands a pair of that value may be split into."""
        return min(self.max_hands, read_hands(self.hands_of).get(rank, self.max_hands))

    @property
    def totals_lost(self) -> frozenset[int]:
        """The totals of a tie that the player loses."""
        return read_totals(self.ties_lost)

    @property
    def totals_pushed(self) -> frozenset[int]:
        """The totals of the dealer that push every hand which waits for them."""
        return _pushed(self.dealer_pushes, with_22=self.dealer_22_pushes)


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchRules:
    """Two hands whose second cards may be exchanged (Blackjack Switch)."""

    hands: int = clause(2, "2105(1)")
    """How many hands a player is dealt."""
    equal_wagers: bool = clause(value=True, cite="2105(2)")
    """The hands carry equal wagers."""
    switched_blackjack: str = clause("21", "2105(8)(b), (e)")
    """What an ace with a ten-value card counts after a switch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreeCardRules:
    """A blackjack hand that starts with three cards (3 Card 21 "N" Done)."""

    cards: int = clause(3, "2111(3)")
    """How many cards a player starts with."""
    three_card_21_pays: str
    """What 21 on the first three cards pays."""
    split_into: int = clause(3, "2111 Player(2)(a), Player(3)(b)")
    """Into how many hands the first cards are split."""
    split_hands_resplit: bool = clause(value=False, cite="2111 Player(2)(a), Player(3)(b)")
    """Whether a pair made by that split may be split again."""
    over_21: str = clause("surrender or split", "2111 Player(3)")
    """What may be done with first cards over 21."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldemRules:
    """Poker after blackjack, the dealer's two cards in common (21-Hold 'em)."""

    community_cards: int = clause(2, "2104(5)")
    """The dealer's cards that belong to every poker hand."""
    player_cards: int = clause(3, "2104(7), (8), (10)")
    """Poker cards each player is dealt."""
    bet_equals: str = clause("poker", "2104(8), (10)")
    """The wager every further poker bet equals."""
    misdeal: str = clause("voids the hand", "2104(12)")
    """What a wrong number of poker cards does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnteUpRules:
    """Two-card poker played with the blackjack hand's cards (Ante Up 21)."""

    poker_cards: int = clause(2, "2106(3), (13)")
    """How many cards make the poker hand."""
    ranking: tuple[str, ...] = clause(("pair", "high card"), "2106(1)(a), (b)")
    """The poker ranks, highest first."""
    dealer_qualifies: Literal["any hand", "jack high", "queen high", "king high", "ace high"]
    """The least poker hand with which the dealer plays."""
    bet_equals: str = clause("ante", "2106(9)(a)")
    """The wager the bet equals."""
    bust_card_plays: bool = clause(value=True, cite="2106(11)(e)(i), (13)(a)")
    """A card that busts the blackjack hand still counts in the poker hand."""
    bet_against_dealer_blackjack: str = clause("push", "2106(10)(a)")
    """What becomes of the bet when the dealer has a blackjack."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaiJackRules:
    """Five cards set as a low hand of two and a high hand of three (Pai Jack)."""

    cards: int = clause(5, "2112(1), (3)")
    """How many cards each hand is dealt."""
    low_cards: int = clause(2, "2112(1), (6)")
    """Cards of the low hand."""
    high_cards: int = clause(3, "2112(1), (6)")
    """Cards of the high hand."""
    pai_jack_pays: str
    """What an ace with two ten-value cards pays."""
    win_pays: str
    """What winning pays."""
    low_may_equal_high: bool = clause(value=True, cite="2112(6)(a)")
    """The low hand's total may equal the high hand's."""
    dealer_bust: str = clause("push", "2112(10), (11)(h)")
    """What a dealer bust does to every wager."""
    player_bust: str = clause("lose unless the dealer busts", "2112(10), (11)(g)")
    """What a player bust does."""
    dealer_pai_jack: str = clause("wins", "2112(9)(a); ruling P4")
    """What a dealer Pai Jack does."""
    dealer_sets: str = clause("house way", "2112(8)")
    """How the dealer sets the hand."""
    house_way: tuple[str, ...] = clause(
        (
            "a Pai Jack is the high hand",
            "the highest high hand of 21 or less that the low hand does not outrank",
            "among those, the highest low hand",
            "a bust if no setting is legal",
        ),
        "2112(9)",
    )
    """The house way, step by step."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WildPokerRules:
    """Five-card poker against the dealer, deuces and the joker wild (Deuces Wild Xtreme)."""

    cards: int = clause(5, "2118(8)")
    """How many cards each hand is dealt."""
    wild: str = clause("deuces and the joker", "2118(1)")
    """The cards that are wild."""
    play_multiple: int
    """The Play wager as a multiple of the ante."""
    win_pays: str
    """What Ante and Play pay."""
    tie: str = clause("push", "2118(9)(b)(i)")
    """What a tie does."""
    ranking: tuple[str, ...] = clause(
        (
            *("five-wilds", "royal-flush", "five-of-a-kind", "straight-flush", "four-of-a-kind"),
            *("full-house", "flush", "straight", "three-of-a-kind", "two-pair", "pair"),
            "high-card",
        ),
        "2118(12); rulings C19, C21",
    )
    """The poker ranks, highest first."""


KindRules = SwitchRules | ThreeCardRules | HoldemRules | AnteUpRules | PaiJackRules | WildPokerRules

KIND_RULES: Mapping[RoundKind, type[KindRules]] = {
    RoundKind.SWITCH: SwitchRules,
    RoundKind.THREE_CARD_21: ThreeCardRules,
    RoundKind.HOLDEM: HoldemRules,
    RoundKind.ANTE_UP: AnteUpRules,
    RoundKind.PAI_JACK: PaiJackRules,
    RoundKind.WILD_POKER: WildPokerRules,
}
"""The rules of a kind of round, beside or instead of the blackjack rules."""

PLAIN_ROUND = RoundKind.BLACKJACK
"""A round of blackjack hands, one a seat: rules that every casino posts are for it."""
WITHOUT_BLACKJACK = frozenset({RoundKind.PAI_JACK, RoundKind.WILD_POKER})
