"""A second reading of Colorado's blackjack games: no engine, no rule book, no patterns.

Written from Rule 21 (30-2105 to 30-2119) and RULINGS, to disagree with the engine where one of them
misreads. As in `second.py` the down card is never dealt while players act, equal hands are solved
once, and only the counting of paths deals the down card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from tests.perft.second_tables import pay_table
from tests.perft.second_wagers import (
    LOSES,
    Ended,
    First,
    Jackpot,
    Straight,
    bust_odds,
    down,
    names,
    pays,
    twenty_two,
)
from tests.perft.shoe import (
    Cards,
    Dealer,
    Depths,
    Position,
    Search,
    branches,
    total,
    without,
    worth,
)

HANDS = 4
ON_LAMMERS = ("pot-of-gold", "silver-stack")
ON_THE_DRAW = ("push-22", "hedge-22", "buster")
STRAIGHT = "straight-jack"
EARLY = "early"
LATE = "late"
BUST_WAGERS = {
    "co/buffalo-2": ("bust-bonus", LATE),
    "co/trilux": ("bust-bonanza", LATE),
    "co/buffalo-3": ("bust-bonus", EARLY),
    "co/extreme-21": ("bust-the-house", EARLY),
    "co/ride-free": ("bust-bonus", EARLY),
}
"""Rulings C8 and C63: made after the peek or after the hands, never before the deal."""
PUSH_22 = ("co/blackjack-switch", "co/free-bet", "co/ride-free")
FREE_BETS = ("co/free-bet", "co/ride-free")


@dataclass(frozen=True, kw_only=True)
class Rules:
    """One game as one house plays it."""

    hits_soft_17: bool
    for_less: bool
    surrender: bool
    resplit_aces: bool
    free_bets: bool
    push_22: bool
    blackjack: Fraction
    spots: int
    specific_suit: str


def read_rules(game: str, options: Mapping[str, str]) -> Rules:
    """Ruling C0 and those on the details; what a game does not say is as in the others."""
    switch = game == "co/blackjack-switch"
    free = game in FREE_BETS
    odds = "1:1" if switch else options.get("blackjack", "3:2")
    to, _, per = odds.partition(":")
    return Rules(
        hits_soft_17=options.get("soft17", "hit") == "hit",
        for_less=options.get("double_for_less", "true") == "true",
        surrender=options.get("surrender") == "true",
        # 2119(17)(b), ruling C37.
        resplit_aces=free or options.get("resplit_aces") == "true",
        free_bets=free,
        push_22=game in PUSH_22,
        blackjack=Fraction(int(to), int(per)),
        spots=2 if switch else 1,
        specific_suit=options.get("specific_suit", "s"),
    )


class Hand(NamedTuple):
    """A hand being played."""

    cards: Cards
    money: int
    """The player's own on it, doubles included."""
    free: int = 0
    """What the lammers on it stand for: won with it, never lost."""
    spot: int = 0
    original: bool = True
    """It keeps the first card of its spot: hand 1 (rulings C45, C46)."""
    split: bool = False
    switched: bool = False
    doubled: bool = False
    due: bool = False
    """A card is on its way: after a hit, a double or a split."""

    @property
    def is_blackjack(self) -> bool:
        """2105(8)(b): a switched one is 21; so is one after a split."""
        dealt = len(self.cards) == 2 and not self.split and not self.switched
        return dealt and total(self.cards)[0] == 21

    @property
    def is_split_ace(self) -> bool:
        return self.split and self.cards[0][0] == "A"

    @property
    def is_pair(self) -> bool:
        return len(self.cards) == 2 and worth(self.cards[0]) == worth(self.cards[1])

    def with_card(self, card: str) -> Hand:
        """Return it with its card; a pair keeps its order, which a split or a switch needs."""
        cards = (*self.cards, card)
        # A split ace must stay in front of what it gets, to be known as one.
        cards = cards if len(cards) == 2 else tuple(sorted(cards))
        return self._replace(cards=cards, due=False)


class Play(NamedTuple):
    """The seat in the middle of the round."""

    todo: tuple[Hand, ...]
    """The hand whose turn it is, then those after it."""
    switch: bool = False
    """The seat must still say whether it switches."""
    live: tuple[tuple[int, int, int], ...] = ()
    """Hands that wait for the dealer: total, own money and free money, sorted."""
    hands: tuple[int, ...] = (1, 1)
    """How many each spot has, finished ones too (ruling C49)."""
    lammers: int = 0
    thirty: bool = False
    """Hand 1 went bust with 30."""
    straight: Straight | None = None
    bust: int | None = None
    """What was put on the bust wager; None: not asked yet."""
    ranks: tuple[int, ...] = ()
    """All cards of the seat by height, where a poker hand is made of them too."""

    def then(self, *hands: Hand) -> Play:
        """Return the play with *hands* in the place of the one whose turn it was."""
        return self._replace(todo=(*hands, *self.todo[1:]))

    def stood(self) -> Play:
        """Let the hand whose turn it was wait for the dealer."""
        hand = self.todo[0]
        waits = (total(hand.cards)[0], hand.money, hand.free)
        return self.then()._replace(live=tuple(sorted((*self.live, waits))))

    def split(self, *hands: Hand, lammers: int = 0) -> Play:
        counts = list(self.hands)
        counts[hands[0].spot] += 1
        more = self.then(*hands)
        return more._replace(hands=tuple(counts), lammers=self.lammers + lammers)


Move = tuple[str, int, Play]
"""A decision's label, what it wins or loses at once, and the play after it."""


@dataclass(frozen=True, kw_only=True)
class Table(Position):
    """What is asked: the game, the wagers of the one seat, the shoe and what is dealt of it."""

    game: str
    rules: Rules
    wager: int
    """The main wager, on each of the two spots in Blackjack Switch; 0 for a side wager alone."""
    side: Mapping[str, int]
    """The optional wagers made before the deal."""
    tables: Mapping[str, str]
    bust_limits: tuple[int, int]
    """The least and the most the house takes on the bust wager."""
    jackpots: Mapping[str, Jackpot]

    @property
    def open_cards(self) -> int:
        return 2 * self.rules.spots + 1

    def open_round(self) -> Deal:
        return Deal(self)

    @property
    def bust(self) -> tuple[str, str]:
        """The bust wager's pay table and when it is asked; empty where it is not offered."""
        wager, moment = BUST_WAGERS.get(self.game, ("", ""))
        return (self.tables[wager], moment) if wager in self.tables else ("", "")

    def pays(self, wager: str, outcomes: list[str]) -> int:
        """Return what an optional wager wins or loses with what the cards make."""
        rows = pay_table(self.game, self.tables[wager])
        return pays(rows, outcomes, self.side[wager], self.jackpots.get(wager))


class Deal(Search[Play]):
    """A round in which all open cards of the deal lie on the table."""

    def __init__(self, table: Table) -> None:
        spots = table.rules.spots
        super().__init__(Dealer(table.start[spots], table.rules.hits_soft_17))
        self.table = table
        self.rules = table.rules
        self.wager = table.wager
        self.first = tuple(zip(table.start[:spots], table.start[spots + 1 :], strict=True))
        self.dealers: dict[Cards, dict[Ended, Fraction]] = {}
        self.bust_table, self.bust_moment = table.bust

    def opening(self) -> Play:
        if not self.wager:  # Big 3 alone: two cards and no question (rulings C6, C62)
            return Play((), bust=0)
        return Play(
            tuple(Hand(cards, self.wager, spot=spot) for spot, cards in enumerate(self.first)),
            switch=self.rules.spots == 2,
            straight=Straight.begun(self.first[0]) if STRAIGHT in self.table.side else None,
        )

    # What comes before the hands: the wagers on the first cards, insurance, the peek.

    def first_decisions(self) -> dict[str, Fraction]:
        """Nothing a player decides changes the wagers on the first cards: they are added."""
        unseen = self.table.unseen
        sure = Fraction(0)
        for card, copies in Counter(unseen).items():
            sure += Fraction(copies, len(unseen)) * self.on_first_cards(card)
        return {label: sure + value for label, value in self.insurances(()).items()}

    def on_first_cards(self, down_card: str) -> int:
        own = tuple(card for cards in self.first for card in cards)
        first = First(own, self.up, down_card, self.rules.specific_suit)
        later = (*ON_LAMMERS, *ON_THE_DRAW, STRAIGHT)
        return sum(
            self.table.pays(wager, list(names(wager, first)))
            for wager in self.table.side
            if wager not in later
        )

    def insurances(self, insured: tuple[int, ...]) -> dict[str, Fraction]:
        """Return the value of each decision about insurance; in Switch it is asked hand by hand."""
        amounts = self.insurance_amounts()
        if not amounts or len(insured) == self.rules.spots:
            return self.after_peek(sum(insured))
        return {
            label: max(self.insurances((*insured, amount)).values())
            for label, amount in amounts.items()
        }

    def insurance_amounts(self) -> dict[str, int]:
        """Up to half, of which the least and the most are tried; a blackjack is asked too (C33)."""
        half = self.wager // 2
        if self.up[0] != "A" or half == 0:
            return {}
        if half == 1:
            return {"insure": 1, "decline": 0}
        return {"insure 1": 1, f"insure {half}": half, "decline": 0}

    def after_peek(self, insured: int) -> dict[str, Fraction]:
        """Weigh a dealer blackjack with the play that follows where there is none."""
        play = self.opening()
        against = 2 * insured + self.straight_gain(play)
        against -= sum(hand.money for hand in play.todo if not hand.is_blackjack)
        against -= sum(self.table.side.get(wager, 0) for wager in (*ON_LAMMERS, *ON_THE_DRAW))
        return self.weigh(against, insured, play, self.table.unseen)

    # The hands.

    def before_hands(self, play: Play) -> bool:
        return play.switch or (self.bust_moment == EARLY and play.bust is None)

    def settle(self, play: Play) -> tuple[int, Play]:
        """Finish the hands that ask nothing: blackjack, bust, 21, doubled, a split ace."""
        gain = 0
        while not self.before_hands(play) and play.todo and not play.todo[0].due:
            hand = play.todo[0]
            points, _ = total(hand.cards)
            if hand.is_blackjack:
                gain += down(self.wager * self.rules.blackjack)
                play = play.then()
            elif points > 21:
                gain -= hand.money
                thirty = hand.original and points == 30
                play = play.then()._replace(thirty=play.thirty or thirty)
            elif points == 21 or hand.doubled or (self.is_full(hand) and not self.resplits(play)):
                play = play.stood()
            else:
                break
        return gain, play

    def receive(self, play: Play, card: str) -> Play:
        """Deal a card to the hand that waits for one, and to its straight if it does not bust."""
        hand = play.todo[0].with_card(card)
        if play.straight and not hand.split and total(hand.cards)[0] <= 21:
            play = play._replace(straight=play.straight.grown(card))
        return play.then(hand)

    def moves(self, play: Play) -> Iterator[Move]:
        """Yield everything that may be decided now."""
        moment = play.bust is None and self.bust_moment
        if moment == EARLY:
            yield from self.bust_bets(play)
        elif play.switch:
            yield from self.switches(play)
        elif play.todo and not play.todo[0].due:
            yield from self.hand_moves(play)
        elif moment == LATE and not play.todo and play.live:
            # Ruling C8: hands not bust and not blackjack, which are those that wait.
            yield from self.bust_bets(play)

    def bust_bets(self, play: Play) -> Iterator[Move]:
        low, high = self.table.bust_limits
        if low == high:
            yield "bust-bet", 0, play._replace(bust=low)
        else:
            yield f"bust-bet {low}", 0, play._replace(bust=low)
            yield f"bust-bet {high}", 0, play._replace(bust=high)
        yield "decline", 0, play._replace(bust=0)

    def switches(self, play: Play) -> Iterator[Move]:
        """2105(8)(b): the second cards change places; ruling C47: it is asked always."""
        one, two = play.todo
        changed = (
            one._replace(cards=(one.cards[0], two.cards[1]), switched=True),
            two._replace(cards=(two.cards[0], one.cards[1]), switched=True),
        )
        yield "switch", 0, play._replace(todo=changed, switch=False)
        yield "keep", 0, play._replace(switch=False)

    def hand_moves(self, play: Play) -> Iterator[Move]:
        hand = play.todo[0]
        if self.is_full(hand):
            yield "stand", 0, play.stood()
            yield from self.splits(play)
            return
        yield "hit", 0, play.then(hand._replace(due=True))
        yield "stand", 0, play.stood()
        if len(hand.cards) != 2:
            return
        yield from self.doubles(play)
        yield from self.splits(play)
        if self.rules.surrender and not hand.split:
            # Ruling C39: half comes back, rounded down.
            yield "surrender", hand.money // 2 - hand.money, play.then()

    def doubles(self, play: Play) -> Iterator[Move]:
        """Rulings C35, C36, C43: up to the original wager, on the first two cards."""
        hand = play.todo[0]
        amounts = [1, self.wager] if self.rules.for_less and self.wager > 1 else [self.wager]
        for amount in amounts:
            label = "double" if len(amounts) == 1 else f"double {amount}"
            more = hand._replace(money=hand.money + amount, doubled=True, due=True)
            yield label, 0, play.then(more)
        points, soft = total(hand.cards)
        if self.rules.free_bets and points in {9, 10, 11} and not soft:
            more = hand._replace(free=hand.free + self.wager, doubled=True, due=True)
            yield "free-double", 0, play.then(more)._replace(lammers=play.lammers + 1)

    def is_full(self, hand: Hand) -> bool:
        """Ruling C0: a split ace that has got its one card."""
        return hand.is_split_ace

    def resplits(self, play: Play) -> bool:
        """Whether a split ace has got an ace and may be split again."""
        hand = play.todo[0]
        return self.rules.resplit_aces and hand.is_pair and play.hands[hand.spot] < HANDS

    def splits(self, play: Play) -> Iterator[Move]:
        """Equal values, up to four hands; free ones are 2116(7)(b) and 2119(15)."""
        hand = play.todo[0]
        if not hand.is_pair or play.hands[hand.spot] == HANDS:
            return
        kept = hand._replace(cards=hand.cards[:1], split=True, due=True)
        new = kept._replace(cards=hand.cards[1:], money=0, free=0, original=False)
        free = self.rules.free_bets and worth(hand.cards[0]) != 10
        # 2116(7)(e), ruling C42: what is free may be paid for, split aces too.
        yield "split", 0, play.split(kept, new._replace(money=self.wager))
        if free:
            yield "free-split", 0, play.split(kept, new._replace(free=self.wager), lammers=1)

    # The dealer, and what is settled after the draw.

    def at_the_end(self, play: Play, unseen: Cards) -> Fraction:
        value = Fraction(self.straight_gain(play) + self.lammer_gain(play))
        if not self.plays_out(play):
            return value + self.against(play, None)
        if unseen not in self.dealers:
            self.dealers[unseen] = self.dealer.hands(unseen, self.ended)
        for ended, chance in self.dealers[unseen].items():
            value += chance * self.against(play, ended)
        return value

    def ended(self, cards: Cards) -> Ended:
        """Return what is seen of the dealer's final hand."""
        return Ended.of(cards)

    def plays_out(self, play: Play) -> bool:
        """Ruling C44: the dealer draws if a hand or a wager on the table depends on it."""
        return bool(play.live) or any(stake for stake in self.on_the_draw(play).values())

    def on_the_draw(self, play: Play) -> dict[str, int]:
        """Return the wagers that the dealer's draw still decides, with their stakes."""
        stakes = {wager: self.table.side.get(wager, 0) for wager in ON_THE_DRAW}
        stakes["bust"] = play.bust or 0
        if play.thirty:  # 2119(21)(a), (25)(a)(v)
            stakes["hedge-22"] = 0
            stakes["bust"] = 0 if self.table.game == "co/ride-free" else stakes["bust"]
        return stakes

    def against(self, play: Play, ended: Ended | None) -> int:
        """Return what waits for the dealer wins or loses against his hand; None: he has none."""
        live = self.on_the_draw(play)
        gain = live["hedge-22"] - self.table.side.get("hedge-22", 0)
        gain += live["bust"] - (play.bust or 0)
        if ended is None:
            return gain
        gain += sum(self.hand_gain(ended, *hand) for hand in play.live)
        for wager in ("push-22", "hedge-22"):
            gain += self.table.pays(wager, twenty_two(ended)) if live[wager] else 0
        if live["buster"]:
            busted = [str(min(ended.card_count, 8))] if ended.busts else []
            gain += self.table.pays("buster", busted)
        odds = bust_odds(self.bust_table, self.up, ended) if live["bust"] else LOSES
        return gain + live["bust"] * odds

    def hand_gain(self, ended: Ended, points: int, money: int, free: int) -> int:
        """2105(8)(e), 2116(7)(g), 2119(19): 22 pushes. A lammer is won, never lost (2116(8))."""
        if ended.points == points or (ended.points == 22 and self.rules.push_22):
            return 0
        return money + free if ended.busts or points > ended.points else -money

    def lammer_gain(self, play: Play) -> int:
        """2116(4), 2119(12) and (16): by their number, whatever becomes of the hands."""
        return sum(
            self.table.pays(wager, [str(play.lammers)])
            for wager in ON_LAMMERS
            if wager in self.table.side
        )

    def straight_gain(self, play: Play) -> int:
        if STRAIGHT not in self.table.side:
            return 0
        return self.table.pays(STRAIGHT, play.straight.names() if play.straight else [])

    # Counting paths, with the down card where it was dealt.

    def paths(self, down: str) -> Depths:
        return self.insurance_paths(without(self.table.unseen, down), down)

    def insurance_paths(self, left: Cards, down: str, answered: int = 0) -> Depths:
        amounts = self.insurance_amounts()
        if amounts and answered < self.rules.spots:
            return branches(self.insurance_paths(left, down, answered + 1) for _ in amounts)
        if not self.dealer.may_lie_down(down):
            return self.paths_after(down)
        return self.hand_paths(self.opening(), left, down)
