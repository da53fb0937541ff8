"""What cards are worth on the optional wagers of Colorado's games, read from Rule 21 once more.

`names` lists what the first cards make, best first; `gain` is what a row wins or loses in cents.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from tests.perft.second_tables import BUST_OFF_SUIT, BUST_SUITED, EIGHTS, Rows
from tests.perft.shoe import Cards, total, worth

RANKS = "A23456789TJQK"
LOSES = -1
PLURALS = {"A": "aces", "K": "kings", "Q": "queens"}
BLACK = {"s", "c"}

THREE_CARD_WAGERS = {
    *("21-plus-3", "21-plus-3-xtreme", "21-plus-3-progressive", "21-plus-3-classic", "top-3"),
    *("trilux-bonus", "super-3", "trilux-progressive", "extreme-21", "big-3"),
    *("trilux-progressive-2", "trilux-progressive-3"),
}


class Jackpot(NamedTuple):
    """A progressive: its seed, and the share of every wager that feeds it."""

    seed_cents: int
    contribution: Fraction

    def meter_cents(self, stake: int) -> Fraction:
        """Rulings W34, C57: at its seed and fed first; a contribution has four decimals."""
        fed = stake * 100 * self.contribution
        return Fraction(self.seed_cents * 100 + fed.numerator // fed.denominator, 100)


class First(NamedTuple):
    """The cards first-card wagers look at, and the posted suit of "suit specific" rows."""

    own: Cards
    up: str
    down: str
    suit: str

    @property
    def dealer(self) -> Cards:
        return (self.up, self.down)

    @property
    def dealer_blackjack(self) -> bool:
        return total(self.dealer)[0] == 21


def names(wager: str, first: First) -> Sequence[str]:
    """Return what the first cards make on a wager, best first."""
    if wager in THREE_CARD_WAGERS:
        return three_cards(first)
    match wager:
        case "golden-21":
            return golden_21(first.own)
        case "kings-bounty":
            return kings_bounty(first)
        case "super-match":
            return super_match(first.own)
        case _:
            assert wager.startswith("lucky-ladies"), wager
            return lucky_ladies(first)


def three_cards(first: First) -> list[str]:
    """2107, 2113-2115, 2117, 2119(21)(d): the player's two cards with the dealer's up card."""
    cards = (*first.own, first.up)
    suited = same_suit(cards)
    most = max(Counter(card[0] for card in cards).values())
    names = []
    if most == 3:
        if suited:
            names += [*suited_pictures(cards[0], first.suit), "suited trips"]
        names += ["trips"]
    elif in_sequence(cards):
        if suited:
            names += mini_royals(first) if {"A", "K"} <= {c[0] for c in cards} else []
            names += ["straight flush"]
        names += ["straight"]
    if suited:
        names += ["pair flush"] if most == 2 else []
        names += ["flush"]
    if most == 2:
        names += ["pair"]
    return [*names, "dealer blackjack"] if first.dealer_blackjack else names


def suited_pictures(card: str, specific_suit: str) -> list[str]:
    plural = PLURALS.get(card[0])
    if plural is None:
        return []
    specific = [f"specific {plural}"] if card[1] == specific_suit else []
    return [*specific, f"suited {plural}"]


def mini_royals(first: First) -> list[str]:
    """Ruling C9: A and K in the player's hand, in either order, and Q up; J♠ as the hole card."""
    if first.up[0] != "Q":
        return ["mini royal"]
    spades = first.up == "Qs"
    names = ["AK/Q/J of spades"] if spades and first.down == "Js" else []
    names += ["AK/Q of spades"] if spades else []
    return [*names, "AK/Q", "mini royal"]


def golden_21(own: Cards) -> list[str]:
    """2108(9), ruling C14: the highest pay counts; A-2 is a straight."""
    one, two = own
    names = []
    straight = in_sequence(own)
    if same_suit(own):
        names += ["golden 21"] if {one[0], two[0]} == {"A", "K"} else []
        names += ["straight flush"] if straight else []
    names += ["pair"] if one[0] == two[0] else []
    names += ["blackjack"] if total(own)[0] == 21 else []
    return names + (["straight"] if straight else [])


def kings_bounty(first: First) -> list[str]:
    """2116(5), ruling C15: "suited" kings are identical ones; a 20 is any of two cards."""
    one, two = first.own
    names = []
    if one == two == "Ks":
        names += ["kings of spades and blackjack"] if first.dealer_blackjack else []
        names += ["kings of spades"]
    if one == two and one[0] in "KQJT":
        names += ["suited kings"] if one[0] == "K" else ["suited queens, jacks or tens"]
    if total(first.own)[0] == 20:
        names += ["suited 20"] if same_suit(first.own) else []
        names += ["kings"] if one[0] == two[0] == "K" else []
        names += ["20"]
    return names


def lucky_ladies(first: First) -> list[str]:
    """2119(21)(e), (29), (31), rulings C15, C16 and C56."""
    if total(first.own)[0] != 20:
        return []
    one, two = first.own
    names = []
    if one == two == "Qh":
        if first.dealer_blackjack:
            suited = same_suit(first.dealer)
            specific = suited and first.up[1] == first.suit
            names += ["queens of hearts and specific blackjack"] if specific else []
            names += ["queens of hearts and suited blackjack"] if suited else []
            names += ["queens of hearts and blackjack"]
        names += ["queens of hearts"]
    names += ["matched 20"] if one == two else []
    return [*names, *(["suited 20"] if same_suit(first.own) else []), "20"]


def super_match(own: Cards) -> list[str]:
    """2105(6): the player's first four cards."""
    counts = sorted(Counter(card[0] for card in own).values(), reverse=True)
    names = {4: ["four"], 3: ["three"], 2: ["pair"]}.get(counts[0], [])
    return ["two pair"] if counts == [2, 2] else names


def same_suit(cards: Cards) -> bool:
    return len({card[1] for card in cards}) == 1


def in_sequence(cards: Cards) -> bool:
    """Ruling C32: an ace stands below 2 or above K."""
    low = sorted(RANKS.index(card[0]) for card in cards)
    high = sorted(place or len(RANKS) for place in low)
    return any(run == list(range(run[0], run[0] + len(cards))) for run in (low, high))


def pays(rows: Rows, names: Sequence[str], stake: int, jackpot: Jackpot | None = None) -> int:
    """Return what the first of the names that has a row wins, less the stake where it is taken."""
    if "pair flush" in names and "pair flush" in rows:
        return gain(rows["pair flush"], stake, jackpot)  # ruling C4
    name = next((name for name in names if name in rows), None)
    return -stake if name is None else gain(rows[name], stake, jackpot)


def gain(pay: str, stake: int, jackpot: Jackpot | None) -> int:
    """Return a row's net in cents: odds "to 1", pays "for 1", a share of the meter."""
    won = 0
    for part in pay.split(" + "):
        if share := re.fullmatch(r"(\d+)%", part):
            assert jackpot is not None
            won += down(jackpot.meter_cents(stake) * int(share[1]) / 100)
        else:
            number, word, _ = part.split()
            won += down(stake * Fraction(number)) - (stake if word == "for" else 0)
    # Ruling C69: a share of the meter takes the stake, unless odds are paid beside it.
    return won - stake if pay.endswith("%") and "+" not in pay else won


def down(exact: Fraction) -> int:
    """Rulings C40 and C58: a part of a cent is not paid."""
    return exact.numerator // exact.denominator


class Straight(NamedTuple):
    """2109(6)-(8), 2110(8)-(11): a straight as the order of the cards builds it."""

    cards: Cards
    ended: bool = False

    @classmethod
    def begun(cls, own: Cards) -> Straight | None:
        return cls(own) if in_sequence(own) else None

    def grown(self, card: str) -> Straight:
        """Return it with a card that was hit and did not bust; a card that does not fit ends it."""
        if not self.ended and in_sequence((*self.cards, card)):
            return Straight(tuple(sorted((*self.cards, card))))
        return self._replace(ended=True)

    def names(self) -> list[str]:
        length = len(self.cards)
        return [*(["6s"] if length == 6 and "As" in self.cards else []), str(length)]


class Ended(NamedTuple):
    """What wagers see of a dealer's final hand."""

    points: int
    card_count: int
    suited: bool
    one_colour: bool
    eights: bool
    best_two: tuple[int, ...] = ()
    """His poker hand, where he makes one of the same cards."""

    @classmethod
    def of(cls, cards: Cards) -> Ended:
        return cls(
            total(cards)[0],
            len(cards),
            same_suit(cards),
            len({card[1] in BLACK for card in cards}) == 1,
            [card[0] for card in cards] == ["8", "8", "8"],
        )

    @property
    def busts(self) -> bool:
        """Ruling C12: 22 is a bust on a bust wager even where it pushes the hands."""
        return self.points > 21


def twenty_two(ended: Ended) -> list[str]:
    """2116(3), 2119(23), ruling C30: by all the cards of the dealer's hand."""
    if ended.points != 22:
        return []
    names = ["suited 22"] if ended.suited else []
    return [*names, *(["coloured 22"] if ended.one_colour else []), "22"]


def bust_odds(table: str, up: str, ended: Ended) -> int:
    """Return what a bust pays to 1: three eights first, else by the up card (ruling C30)."""
    if not ended.busts:
        return LOSES
    if ended.eights:
        return EIGHTS[table][ended.suited]
    return (BUST_SUITED if ended.suited else BUST_OFF_SUIT)[worth(up)]
