"""A second reading of 3 Card 21 (30-2111): no engine, no rule book, no patterns.

As in the other blackjack games the down card is not dealt while players act: what is left unseen
holds it. The third card of a seat comes after it; a start names it `??` where the third is given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from tests.perft.second_wagers import down
from tests.perft.shoe import (
    HIDDEN,
    NOTHING_ASKED,
    Cards,
    Dealer,
    Depths,
    Search,
    Shoe,
    branches,
    total,
    without,
    worth,
)

ORDER = "A23456789TJQK"
PRINTED: Mapping[str, Mapping[str, int]] = {
    "1": {"royal": 50, "straight flush": 15},
    "2": {"diamonds": 100, "royal": 50, "straight flush": 15},
    "3": {"diamonds": 100, "royal": 25, "straight flush": 15},
    "4": {"diamonds": 100, "royal": 40, "straight flush": 12},
    "5": {"diamonds": 250, "royal": 50, "straight flush": 10},
}
"""2111(5): the rows in which the tables differ."""
IN_ALL: Mapping[str, Fraction | int] = {
    "three": 5,
    "straight": 2,
    "flush": Fraction(3, 2),
    "pair": 1,
    "21": 1,
}


def bonus_names(cards: Cards) -> Iterator[str]:
    """2111(4), rulings C17, C32, T5."""
    places = sorted(ORDER.index(card[0]) for card in cards)
    suited = len({card[1] for card in cards}) == 1
    kinds = len(set(places))
    royal = places == [0, 11, 12]
    straight = royal or (kinds == 3 and places[2] - places[0] == 2)
    if royal and suited:
        yield from ("royal", *(["diamonds"] if cards[0][1] == "d" else []))
    if straight:
        yield from ("straight", *(["straight flush"] if suited else []))
    if suited:
        yield "flush"
    if kinds < 3:
        yield from ("pair", *(["three"] if kinds == 1 else []))
    if total(cards)[0] == 21:
        yield "21"


def bonus_gain(table: str, stake: int, cards: Cards) -> int:
    """2111(5), note: only the highest is paid."""
    rows: dict[str, Fraction | int] = {**IN_ALL, **PRINTED[table]}
    pays = [Fraction(rows[name]) for name in bonus_names(cards) if name in rows]
    return down(max(pays) * stake) if pays else -stake


class Hand(NamedTuple):
    """A hand being played."""

    cards: Cards
    stake: int
    split: bool = False
    doubled: bool = False
    due: bool = False


class Play(NamedTuple):
    """The seat in the middle of the round: hands in turn, and those that wait for the dealer."""

    todo: tuple[Hand, ...]
    live: tuple[tuple[int, int], ...] = ()

    def then(self, *hands: Hand) -> Play:
        return self._replace(todo=(*hands, *self.todo[1:]))

    def stood(self) -> Play:
        hand = self.todo[0]
        live = tuple(sorted((*self.live, (total(hand.cards)[0], hand.stake))))
        return self.then()._replace(live=live)


Move = tuple[str, int, Play]
"""A decision's label, what it wins or loses at once, and the play after it."""


@dataclass(frozen=True, kw_only=True)
class Table(Shoe):
    """What is asked: wager and bonus of the one seat, the shoe and what is dealt of it."""

    wager: int
    bonus_table: str
    hits_soft_17: bool
    for_less: bool

    def solve(self) -> tuple[Fraction, dict[str, Fraction]]:
        """Return the value of best play, and of each first decision if the start fixes which."""
        if len(self.start) == 5:
            choices = Deal(self).first_decisions()
            return max(choices.values()), {label: v for label, v in choices.items() if label}
        unseen = self.unseen
        value = Fraction(0)
        for card, copies in Counter(unseen).items():
            more = (HIDDEN, card) if len(self.start) == 3 else (card,)
            value += Fraction(copies, len(unseen)) * self.dealt(*more).solve()[0]
        return value, {}

    def paths(self) -> Depths:
        """Count the nodes at each distance from the start."""
        if len(self.start) < 3:
            return branches(self.dealt(card).paths() for card in set(self.unseen))
        if len(self.start) == 3:
            return branches(self.third_cards(card) for card in set(self.unseen))
        deal = Deal(self)
        unseen = self.unseen
        depths: Depths = Counter()
        for card in set(unseen):  # the card that lies hidden is dealt already
            depths += deal.paths(without(unseen, card), card)
        return depths

    def third_cards(self, hidden: str) -> Depths:
        left = without(self.unseen, hidden)
        return branches(
            Deal(self.dealt(HIDDEN, card)).paths(without(left, card), hidden) for card in set(left)
        )


class Deal(Search[Play]):
    """A round with all open cards of the deal on the table."""

    def __init__(self, table: Table) -> None:
        first, up, second, hidden, third = table.start
        assert hidden == HIDDEN
        super().__init__(Dealer(up, table.hits_soft_17))
        self.table = table
        self.wager = table.wager
        self.own = (first, second, third)
        self.dealers: dict[Cards, dict[int, Fraction]] = {}

    def opening(self, *, split: bool = False) -> Play:
        hand = Hand(self.own, self.wager)
        return self.in_three(Play((hand,))) if split else Play((hand,))

    # Before the hands: the bonus, a 21 at once, insurance, the peek.

    def may_split_21(self) -> bool:
        """Player rules (2)(b), (4)(a), ruling T1: with a pair or an ace."""
        ranks = {card[0] for card in self.own}
        return len(ranks) < 3 or "A" in ranks

    def first_decisions(self) -> dict[str, Fraction]:
        bonus = bonus_gain(self.table.bonus_table, self.wager, self.own)
        if total(self.own)[0] != 21:
            values = self.insurances(self.opening())
        elif self.may_split_21():
            split = max(self.insurances(self.opening(split=True)).values())
            values = {"stand": Fraction(self.wager), "split": split}
        else:
            values = {NOTHING_ASKED: Fraction(self.wager)}
        return {label: bonus + value for label, value in values.items()}

    def insurance_amounts(self) -> dict[str, int]:
        """2111(7), ruling T3: up to half of the original wager, with an ace up."""
        half = self.wager // 2
        if self.up[0] != "A" or half == 0:
            return {}
        most = {f"insure {amount}": amount for amount in (1, half)}
        return {**(most if half > 1 else {"insure": 1}), "decline": 0}

    def insurances(self, play: Play) -> dict[str, Fraction]:
        amounts = self.insurance_amounts()
        if not amounts:
            return self.after_peek(play, 0)
        return {
            label: max(self.after_peek(play, amount).values()) for label, amount in amounts.items()
        }

    def after_peek(self, play: Play, insured: int) -> dict[str, Fraction]:
        """Ruling T3: against a blackjack the original wager is lost, whatever was to be split."""
        return self.weigh(2 * insured - self.wager, insured, play, self.table.unseen)

    # The hands.

    def settle(self, play: Play) -> tuple[int, Play]:
        """Finish the hands that ask nothing; player rule (5): every 21 wins at once."""
        gain = 0
        while play.todo and not play.todo[0].due:
            hand = play.todo[0]
            points = total(hand.cards)[0]
            if points == 21:
                gain += hand.stake
                play = play.then()
            elif points > 21 and not self.is_original(hand):
                gain -= hand.stake
                play = play.then()
            elif hand.doubled or (hand.split and hand.cards[0][0] == "A"):
                play = play.stood()  # ruling T2: an ace that starts a hand gets one card
            else:
                break
        return gain, play

    @staticmethod
    def is_original(hand: Hand) -> bool:
        """Whether it is the three cards as they were dealt."""
        return not hand.split and not hand.doubled and len(hand.cards) == 3

    def receive(self, play: Play, card: str) -> Play:
        hand = play.todo[0]
        cards = (*hand.cards, card)
        # The first card of a split hand must stay in front, and three dealt cards three.
        cards = cards if len(cards) == 2 else (cards[0], *sorted(cards[1:]))
        return play.then(hand._replace(cards=cards, due=False))

    def moves(self, play: Play) -> Iterator[Move]:
        if not play.todo or play.todo[0].due:
            return
        hand = play.todo[0]
        if self.is_original(hand):
            yield from self.first_moves(play)
            return
        yield "hit", 0, play.then(hand._replace(due=True))
        yield "stand", 0, play.stood()
        if hand.split and len(hand.cards) == 2:
            yield from self.doubles(play)

    def first_moves(self, play: Play) -> Iterator[Move]:
        """Player rules (2) to (4), rulings T1, T4: an ace as 11 may put the hand over 21."""
        hand = play.todo[0]
        ace = any(card[0] == "A" for card in hand.cards)
        over = sum(map(worth, hand.cards)) + (10 if ace else 0) > 21
        pair = len({card[0] for card in hand.cards}) < 3
        if total(hand.cards)[0] < 21:
            yield "hit", 0, play.then(hand._replace(due=True))
            yield "stand", 0, play.stood()
            yield from self.doubles(play)
        # The labels come in the order of the text: (2)(a), (3)(a), (3)(b).
        split = ("split", 0, self.in_three(play))
        surrender = ("surrender", hand.stake // 2 - hand.stake, play.then())
        if total(hand.cards)[0] > 21:
            yield from (surrender, split)
        else:
            yield from (split,) if pair or over else ()
            yield from (surrender,) if over else ()

    def doubles(self, play: Play) -> Iterator[Move]:
        hand = play.todo[0]
        amounts = [1, self.wager] if self.table.for_less and self.wager > 1 else [self.wager]
        for amount in amounts:
            label = "double" if len(amounts) == 1 else f"double {amount}"
            more = hand._replace(stake=hand.stake + amount, doubled=True, due=True)
            yield label, 0, play.then(more)

    def in_three(self, play: Play) -> Play:
        """Player rules (2)(a), (3)(b), ruling T2: a hand for each card, as they were dealt."""
        return play.then(*(Hand((card,), self.wager, split=True, due=True) for card in self.own))

    # The dealer.

    def plays_out(self, play: Play) -> bool:
        return bool(play.live)

    def at_the_end(self, play: Play, unseen: Cards) -> Fraction:
        if not self.plays_out(play):
            return Fraction(0)
        if unseen not in self.dealers:
            self.dealers[unseen] = self.dealer.hands(unseen, lambda cards: total(cards)[0])
        value = Fraction(0)
        for his, chance in self.dealers[unseen].items():
            for mine, stake in play.live:
                won = his > 21 or mine > his
                value += chance * (stake if won else 0 if mine == his else -stake)
        return value

    # Counting paths, with the down card where it was dealt.

    def paths(self, left: Cards, hidden: str) -> Depths:
        if total(self.own)[0] != 21:
            return self.insurance_paths(self.opening(), left, hidden)
        if not self.may_split_21():
            return Counter()
        split = self.insurance_paths(self.opening(split=True), left, hidden)
        return branches(iter((Counter(), split)))

    def insurance_paths(self, play: Play, left: Cards, hidden: str) -> Depths:
        blackjack = not self.dealer.may_lie_down(hidden)
        below = Counter[int]() if blackjack else self.hand_paths(play, left, hidden)
        amounts = self.insurance_amounts()
        return branches(below for _ in amounts) if amounts else below
