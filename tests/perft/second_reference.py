"""A second reading of plain blackjack (R1 to R16): Colorado's, with what a house may post.

Where the dealer does not peek (R6) nothing is learned of the down card while the hands are played:
every unseen card is equally likely to be it, one that makes a blackjack too. Nor does anything that
is decided change it. So what insurance and a waiting blackjack are worth is known from the deal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from tests.perft import second_colorado
from tests.perft.second_colorado import Hand, Move, Play
from tests.perft.second_wagers import Ended, down
from tests.perft.shoe import NOTHING_ASKED, Dealer, total

DOUBLED = {"9-11": (9, 10, 11), "10-11": (10, 11)}
"""R9: the hard totals that are doubled where not every total is."""


@dataclass(frozen=True, kw_only=True)
class Rules(second_colorado.Rules):
    """Plain blackjack as one house posts it."""

    doubled: tuple[int, ...] | None
    """The hard totals that may be doubled; None: every hand may."""
    doubled_on_any_cards: bool
    doubled_after_split: bool
    hit_split_aces: bool
    max_hands: int
    peek: bool


def read_rules(options: Mapping[str, str]) -> Rules:
    """Read what is posted; R8: a double is never for less."""
    to, _, per = options.get("blackjack", "3:2").partition(":")
    return Rules(
        hits_soft_17=options.get("soft17", "hit") == "hit",
        for_less=False,
        surrender=options.get("surrender") == "late",
        resplit_aces=options.get("resplit_aces") == "true",
        free_bets=False,
        push_22=False,
        blackjack=Fraction(int(to), int(per)),
        spots=1,
        specific_suit="",
        doubled=DOUBLED.get(options.get("double", "any")),
        doubled_on_any_cards=options.get("double_cards") == "any",
        doubled_after_split=options.get("das", "true") == "true",
        hit_split_aces=options.get("hit_split_aces") == "true",
        max_hands=int(options.get("max_hands", "4")),
        peek=options.get("peek", "true") == "true",
    )


@dataclass(frozen=True, kw_only=True)
class Table(second_colorado.Table):
    """What is asked: the wager of the one seat, the shoe and what is dealt of it."""

    rules: Rules

    def open_round(self) -> Deal:
        return Deal(self)


class Unpeeked(Dealer):
    """R6: a dealer who has not looked, so that any card may lie face down."""

    def may_lie_down(self, card: str) -> bool:
        del card
        return True


class Deal(second_colorado.Deal):
    """A round with all open cards of the deal on the table."""

    rules: Rules

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        if not self.rules.peek:
            self.dealer = Unpeeked(self.up, self.rules.hits_soft_17)

    # R8 to R13: what may be done with a hand.

    def is_full(self, hand: Hand) -> bool:
        """R13: as posted, split aces are played like other hands."""
        return super().is_full(hand) and not self.rules.hit_split_aces

    def hand_moves(self, play: Play) -> Iterator[Move]:
        """R8: as posted, a hand of more cards is doubled too."""
        yield from super().hand_moves(play)
        if self.rules.doubled_on_any_cards and len(play.todo[0].cards) > 2:
            yield from self.doubles(play)

    def doubles(self, play: Play) -> Iterator[Move]:
        """R9, R10: by its total, and not every house lets a hand made by a split be doubled."""
        hand = play.todo[0]
        totals = self.rules.doubled
        points, soft = total(hand.cards)
        by_total = totals is None or (points in totals and not soft)
        if by_total and (self.rules.doubled_after_split or not hand.split):
            yield from super().doubles(play)

    def resplits(self, play: Play) -> bool:
        """R11, R12."""
        return play.hands[0] < self.rules.max_hands and super().resplits(play)

    def splits(self, play: Play) -> Iterator[Move]:
        """R11, R12: up to as many hands as posted; aces again only where that is posted."""
        once = play.todo[0].is_split_ace and not self.rules.resplit_aces
        if play.hands[0] < self.rules.max_hands and not once:
            yield from super().splits(play)

    # R6: a dealer blackjack that is found only when the hands have been played.

    def after_peek(self, insured: int) -> dict[str, Fraction]:
        """Without a peek nothing ends here; insurance, settled later, is weighed all the same."""
        if self.rules.peek:
            return super().after_peek(insured)
        unseen = self.table.unseen
        count = sum(total((self.up, card))[0] == 21 for card in unseen)
        chance = Fraction(count, len(unseen))
        insurance = insured * (2 * chance - (1 - chance))
        play = self.opening()
        if play.todo[0].is_blackjack:  # it waits, and pushes against another
            pay = down(self.wager * self.rules.blackjack)
            return {NOTHING_ASKED: (1 - chance) * pay + insurance}
        return {label: value + insurance for label, value in self.decisions(play, unseen).items()}

    def hand_gain(self, ended: Ended, points: int, money: int, free: int) -> int:
        """R6: a blackjack beats every other 21, and takes the whole of what is on the hand."""
        if ended.points == 21 and ended.card_count == 2:
            return -money
        return super().hand_gain(ended, points, money, free)
