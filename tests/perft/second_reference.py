"""A second reading of plain blackjack (R1 to R26): Colorado's, with what a house may post.

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
from tests.perft.shoe import (
    NOTHING_ASKED,
    Cards,
    Dealer,
    Depths,
    branches,
    total,
    without,
    worth,
)

DOUBLED = {
    "hard": tuple(range(4, 21)),
    "8-11": (8, 9, 10, 11),
    "9-11": (9, 10, 11),
    "10-11": (10, 11),
    "11": (11,),
}
"""R9: the hard totals that are doubled where not every total is."""
EARLY = {"early": "TJQKA", "early-against-ten": "TJQK", "early-against-ace": "A"}
"""R14: the up cards against which surrender is asked before the dealer looks."""
LOOKS = {"true": "TJQKA", "false": "", "ace": "A", "ten": "TJQK"}
"""R5, R6: the up cards under which the dealer looks."""
ORIGINAL = 1
"""A hand that keeps the first wager is marked so: R17 tells it from those that splits make."""
GIVEN_UP = 0
"""The total of a hand that was given up, and waits for the down card."""


def read_odds(text: str) -> Fraction:
    to, _, per = text.partition(":")
    return Fraction(int(to), int(per))


def read_list(text: str) -> tuple[str, ...]:
    return () if text == "none" else tuple(text.split(","))


def read_totals(text: str) -> range:
    low, _, high = text.partition("-")
    return range(0) if text == "none" else range(int(low), int(high or low) + 1)


@dataclass(frozen=True, kw_only=True)
class Rules(second_colorado.Rules):
    """Plain blackjack as one house posts it."""

    doubled: tuple[int, ...] | None
    """The hard totals that may be doubled; None: every hand may."""
    doubled_soft: bool
    doubled_on_any_cards: bool
    doubled_after_split: bool
    doubled_split_aces: str
    hit_split_aces: bool
    max_hands: int
    fewer_hands: Mapping[str, int]
    never_split: tuple[str, ...]
    looks_under: str
    asked_early: str
    surrender_split: bool
    surrender_doubled: bool
    original_only: bool
    charlie: int
    charlie_pays: Fraction
    ties_lost: range
    dealer_pushes: range
    split_blackjack: bool
    suited_blackjack: Fraction
    suited_in: str


def read_rules(options: Mapping[str, str]) -> Rules:
    """Read what is posted; R8: a double is never for less."""

    def posted(name: str) -> bool:
        return options.get(name) == "true"

    hard, _, soft = options.get("double", "any").partition("-or-")
    blackjack = read_odds(options.get("blackjack", "3:2"))
    suited = options.get("suited_blackjack", "same")
    way = options.get("surrender", "none")
    fewer = (part.split(":") for part in read_list(options.get("hands_of", "none")))
    return Rules(
        hits_soft_17=options.get("soft17", "hit") == "hit",
        for_less=False,
        surrender=way in {"late", "early"},
        resplit_aces=posted("resplit_aces"),
        free_bets=False,
        push_22=posted("push_22"),
        blackjack=blackjack,
        spots=1,
        specific_suit="",
        doubled=DOUBLED.get(hard),
        doubled_soft=bool(soft),
        doubled_on_any_cards=options.get("double_cards") == "any",
        doubled_after_split=options.get("das", "true") == "true",
        doubled_split_aces=options.get("double_split_aces", "if-hit"),
        hit_split_aces=posted("hit_split_aces"),
        max_hands=int(options.get("max_hands", "4")),
        fewer_hands={rank: int(most) for rank, most in fewer},
        never_split=read_list(options.get("never_split", "none")),
        looks_under=LOOKS[options.get("peek", "true")],
        asked_early=EARLY.get(way, ""),
        surrender_split=posted("surrender_after_split"),
        surrender_doubled=posted("surrender_doubled"),
        original_only=posted("obo"),
        charlie=int(options.get("charlie", "0")),
        charlie_pays=read_odds(options.get("charlie_pays", "1:1")),
        ties_lost=read_totals(options.get("ties_lost", "none")),
        dealer_pushes=read_totals(options.get("dealer_pushes", "none")),
        split_blackjack=posted("split_blackjack"),
        suited_blackjack=blackjack if suited == "same" else read_odds(suited),
        suited_in=options.get("suited_blackjack_in", "any")[:1],
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
        self.looked = self.up[0] in self.rules.looks_under or worth(self.up) not in {1, 10}
        if not self.looked:
            self.dealer = Unpeeked(self.up, self.rules.hits_soft_17)

    def opening(self) -> Play:
        play = super().opening()
        return play._replace(todo=tuple(hand._replace(free=ORIGINAL) for hand in play.todo))

    # What ends by itself.

    def settle(self, play: Play) -> tuple[int, Play]:
        """Finish the hands that ask nothing."""
        gain = 0
        while play.todo and not play.todo[0].due:
            hand = play.todo[0]
            points, _ = total(hand.cards)
            if points > 21 and self.rules.original_only and not self.looked:
                play = play.stood()  # R17: it lies there until the down card is known
            elif points > 21:
                gain -= hand.money
                play = play.then()
            elif (won := self.paid_at_once(hand)) is not None:
                gain += won
                play = play.then()
            elif points == 21 or not list(self.hand_moves(play)):
                play = play.stood()
            else:
                break
        return gain, play

    def paid_at_once(self, hand: Hand) -> int | None:
        """R2, R18, R25: what a hand that does not wait for the dealer wins."""
        two_of_21 = len(hand.cards) == 2 and total(hand.cards)[0] == 21
        if hand.is_blackjack or (two_of_21 and hand.split and self.rules.split_blackjack):
            return down(hand.money * self.blackjack_pays(hand))
        if 0 < self.rules.charlie <= len(hand.cards) and not hand.doubled:
            return down(hand.money * self.rules.charlie_pays)
        return None

    def blackjack_pays(self, hand: Hand) -> Fraction:
        """R26: one of the posted suit may be paid more."""
        suits = {card[1] for card in hand.cards}
        is_suited = len(suits) == 1 and self.rules.suited_in in {"a", *suits}
        return self.rules.suited_blackjack if is_suited else self.rules.blackjack

    # R8 to R14, R19 to R22: what may be done with a hand.

    def hand_moves(self, play: Play) -> Iterator[Move]:
        hand = play.todo[0]
        if hand.doubled:
            if self.rules.surrender_doubled:  # R21: the doubled part comes back
                yield "stand", 0, play.stood()
                yield "rescue", -(hand.money // 2), play.then()
            return
        if hand.is_split_ace and not self.rules.hit_split_aces:  # R13
            always = self.rules.doubled_split_aces == "always"
            more = [*self.splits(play), *(self.doubles(play) if always else ())]
            if more:
                yield "stand", 0, play.stood()
                yield from more
            return
        yield "hit", 0, play.then(hand._replace(due=True))
        yield "stand", 0, play.stood()
        yield from self.doubles(play)
        yield from self.splits(play)
        is_first = len(hand.cards) == 2 and (not hand.split or self.rules.surrender_split)
        if self.rules.surrender and is_first:
            yield self.surrender(play)

    def surrender(self, play: Play) -> Move:
        """R14: half is lost; a dealer who has not looked may yet take the rest of a late one."""
        hand = play.todo[0]
        if self.looked or self.rules.asked_early:
            return "surrender", hand.money // 2 - hand.money, play.then()
        waits = (GIVEN_UP, hand.money, hand.free)
        return "surrender", 0, play.then()._replace(live=tuple(sorted((*play.live, waits))))

    def doubles(self, play: Play) -> Iterator[Move]:
        """R8 to R10, R19: by its total and its cards."""
        hand = play.todo[0]
        if len(hand.cards) != 2 and not self.rules.doubled_on_any_cards:
            return
        if hand.split and not self.rules.doubled_after_split:
            return
        if hand.is_split_ace and self.rules.doubled_split_aces == "never":
            return
        points, soft = total(hand.cards)
        allowed = self.rules.doubled
        by_total = self.rules.doubled_soft if soft else allowed is not None and points in allowed
        if allowed is None or by_total:
            yield from super().doubles(play)

    def splits(self, play: Play) -> Iterator[Move]:
        """R11, R12, R22: up to as many hands as posted; aces again only where that is posted."""
        hand = play.todo[0]
        rank = "A" if hand.cards[0][0] == "A" else str(worth(hand.cards[0]))
        most = min(self.rules.max_hands, self.rules.fewer_hands.get(rank, self.rules.max_hands))
        once = hand.is_split_ace and not self.rules.resplit_aces
        if play.hands[0] < most and not once and rank not in self.rules.never_split:
            yield from super().splits(play)

    # R14: surrender before the dealer looks.

    def is_asked_early(self) -> bool:
        return self.up[0] in self.rules.asked_early and not self.opening().todo[0].is_blackjack

    def insurance_value(self, insured: int) -> Fraction:
        """Weigh insurance by the cards that are seen when it is made."""
        unseen = self.table.unseen
        count = sum(total((self.up, card))[0] == 21 for card in unseen)
        chance = Fraction(count, len(unseen))
        return insured * (2 * chance - (1 - chance))

    def after_peek(self, insured: int) -> dict[str, Fraction]:
        """Ask for an early surrender first; R6: without a peek nothing ends here."""
        played = self.after_look(insured)
        if not self.is_asked_early():
            return played
        given_up = self.wager // 2 - self.wager + self.insurance_value(insured)
        return {"surrender": given_up, "decline": max(played.values())}

    def after_look(self, insured: int) -> dict[str, Fraction]:
        """Insurance that is settled later is weighed all the same."""
        if self.looked:
            return super().after_peek(insured)
        unseen = self.table.unseen
        insurance = self.insurance_value(insured)
        play = self.opening()
        hand = play.todo[0]
        if hand.is_blackjack:  # it waits, and pushes against another
            count = sum(total((self.up, card))[0] == 21 for card in unseen)
            pay = down(self.wager * self.blackjack_pays(hand))
            return {NOTHING_ASKED: (1 - Fraction(count, len(unseen))) * pay + insurance}
        return {label: value + insurance for label, value in self.decisions(play, unseen).items()}

    def insurance_paths(self, left: Cards, down_card: str, answered: int = 0) -> Depths:
        if answered == 0 and self.insurance_amounts():
            return branches(
                self.insurance_paths(left, down_card, 1) for _ in self.insurance_amounts()
            )
        below = self.look_paths(left, down_card)
        if not self.is_asked_early():
            return below
        return branches(iter((self.paths_after(down_card), below)))

    def look_paths(self, left: Cards, down_card: str) -> Depths:
        if not self.dealer.may_lie_down(down_card):
            return self.paths_after(down_card)
        return self.hand_paths(self.opening(), left, down_card)

    def paths(self, down: str) -> Depths:
        return self.insurance_paths(without(self.table.unseen, down), down)

    # The dealer, and what waits for him.

    def plays_out(self, play: Play) -> bool:
        return any(GIVEN_UP < points <= 21 for points, _, _ in play.live)

    def at_the_end(self, play: Play, unseen: Cards) -> Fraction:
        if not play.live:
            return Fraction(0)
        if unseen not in self.dealers:
            self.dealers[unseen] = self.dealer.hands(unseen, self.ended)
        chances = self.dealers[unseen].items()
        gains = ((chance, self.live_gain(play, ended)) for ended, chance in chances)
        return sum((chance * gain for chance, gain in gains), Fraction(0))

    def live_gain(self, play: Play, ended: Ended) -> int:
        return sum(self.hand_gain(ended, *hand) for hand in play.live)

    def hand_gain(self, ended: Ended, points: int, money: int, free: int) -> int:
        """R6, R17: a blackjack beats every other 21."""
        if ended.points == 21 and ended.card_count == 2:
            original = -self.wager if free == ORIGINAL else 0
            return original if self.rules.original_only else -money
        if points == GIVEN_UP:
            return money // 2 - money
        return -money if points > 21 else money * self.compare(points, ended)

    def compare(self, points: int, ended: Ended) -> int:
        """R15, R23, R24: whether a total wins, ties or loses."""
        if ended.points in self.rules.dealer_pushes or (ended.points == 22 and self.rules.push_22):
            return 0
        if ended.points == points:
            return -1 if points in self.rules.ties_lost else 0
        return 1 if ended.busts or points > ended.points else -1
