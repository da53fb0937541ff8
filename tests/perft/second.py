"""A second Spanish 21, written from the rule text alone: no engine, no rule book, no patterns.

It exists to disagree. Cards are two letters, a hand is a tuple of them, and every rule below is
read again from the documents and from RULINGS. Two things are done differently on purpose: the
down card is never dealt while players act (`shoe.py`), and equal hands are solved once, in whatever
order their cards came.

Money is whole cents, probabilities are fractions, values are expectations of the best play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

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

MIXED = Fraction(3, 2)
SUITED = Fraction(2)
SPADES = Fraction(3)
BY_COUNT = {5: Fraction(3, 2), 6: Fraction(2)}
SEVEN_OR_MORE = Fraction(3)
BREAK_BONUS = {3: 1, 4: 3, 5: 4, 6: 15, 7: 50}
EIGHT_OR_MORE = 200


@dataclass(frozen=True, kw_only=True)
class Rules:
    """One edition as one house plays it."""

    hits_soft_17: bool
    redouble: bool = False
    for_less: bool
    least_double: int = 1
    table_maximum: int | None = None
    rounds_up: bool = False
    blackjack_doubles: bool = False
    soft_21_doubles_from: int
    """The fewest cards of a soft 21 that may be doubled."""
    rescue: bool
    hands: int
    split_bonuses: bool
    mixed_sevens: Fraction = MIXED
    super_bonus: str = ""
    """Which sevens win it: "suited" against any seven, "mixed" against the seven of spades."""
    insures_by_unit: bool = False

    def cents(self, exact: Fraction) -> int:
        """A part of a cent stays with the house, or goes to the player (W23)."""
        below = exact.numerator // exact.denominator
        return below if below == exact or not self.rounds_up else below + 1


NEVER = 99
ILANI = Rules(
    hits_soft_17=False,
    for_less=True,
    soft_21_doubles_from=3,
    rescue=True,
    hands=3,
    split_bonuses=False,
)
BET_BIGGER = Rules(
    hits_soft_17=True,
    for_less=False,
    soft_21_doubles_from=NEVER,
    rescue=False,
    hands=4,
    split_bonuses=False,
    insures_by_unit=True,
)


def read_rules(game: str, options: Mapping[str, str], limits: tuple[int, int | None]) -> Rules:
    """Return the rules of an edition with a house's choices and its limits of the main wager."""
    least, most = limits
    rounds_up = options.get("rounding") == "up"
    if game.startswith("ilani/"):
        return replace(ILANI, rounds_up=rounds_up)
    if game.startswith("bet-bigger/"):
        return replace(BET_BIGGER, rounds_up=rounds_up)
    two_decks = options["decks"] == "2"
    redouble = options.get("redouble") == "true"
    return Rules(
        hits_soft_17=options["soft17"] == "hit",
        redouble=redouble,
        for_less=options.get("double_for_less", "false" if redouble else "true") == "true",
        least_double=least,
        table_maximum=most if redouble else None,
        rounds_up=rounds_up,
        blackjack_doubles=True,
        soft_21_doubles_from=2,
        rescue=True,
        hands=4,
        split_bonuses=True,
        mixed_sevens=Fraction(2) if two_decks else MIXED,
        super_bonus="mixed" if two_decks else "suited",
    )


class Hand(NamedTuple):
    """A hand being played; its wager and then its doubles, in the order they were made."""

    cards: Cards
    portions: tuple[int, ...]
    split: bool = False
    due: bool = False
    """A card is on its way: after a hit, a double or a split."""

    @property
    def stake(self) -> int:
        return sum(self.portions)

    @property
    def doubles(self) -> int:
        return len(self.portions) - 1

    @property
    def is_blackjack(self) -> bool:
        return len(self.cards) == 2 and not self.split and total(self.cards)[0] == 21

    def with_card(self, card: str) -> Hand:
        """Return it with its card. A pair keeps its order, which a split needs; no other does."""
        cards = (*self.cards, card)
        cards = cards if len(cards) == 2 else tuple(sorted(cards))
        return self._replace(cards=cards, due=False)


class Play(NamedTuple):
    """The seat in the middle of its turn."""

    todo: tuple[Hand, ...]
    """The hand whose turn it is, then those after it."""
    live: tuple[tuple[int, int], ...] = ()
    """Hands that wait for the dealer: total and stake, sorted."""
    hands: int = 1
    """All of them, finished ones too."""

    def then(self, *hands: Hand, live: tuple[int, int] | None = None, more: int = 0) -> Play:
        """Return the play with *hands* in the place of the one whose turn it was."""
        waits = self.live if live is None else tuple(sorted((*self.live, live)))
        return Play((*hands, *self.todo[1:]), waits, self.hands + more)


@dataclass(frozen=True, kw_only=True)
class Table(Position):
    """What is asked: the rules, the wagers of the one seat, the shoe and what is dealt of it."""

    rules: Rules
    wager: int
    units: int = 1
    """The main wager and the Bet Bigger units beside it, all equal."""
    break_bonus: int = 0

    def open_round(self) -> Deal:
        return Deal(self)


def total_and_count(cards: Cards) -> tuple[int, int]:
    return total(cards)[0], len(cards)


class Deal(Search[Play]):
    """A round in which the first three open cards lie on the table."""

    def __init__(self, table: Table) -> None:
        super().__init__(Dealer(table.start[1], table.rules.hits_soft_17))
        self.table = table
        self.rules = table.rules
        self.first = (table.start[0], table.start[2])
        self.dealers: dict[Cards, dict[tuple[int, int], Fraction]] = {}

    # What comes before the hands: blackjacks, insurance, the peek.

    def first_decisions(self) -> dict[str, Fraction]:
        hand = Hand(self.first, (self.table.wager,))
        if not hand.is_blackjack:
            return self.insurances(Play((hand,)))
        paid = self.for_all_units(self.rules.cents(Fraction(self.table.wager * 3, 2)))
        taken = {label: paid + value for label, value in self.insurances(Play(())).items()}
        if not self.rules.blackjack_doubles:
            return taken
        kept = self.insurances(Play((hand,)))
        return {"take-blackjack": max(taken.values()), "keep-blackjack": max(kept.values())}

    def for_all_units(self, cents: int) -> int:
        return cents * self.table.units

    def insurances(self, play: Play) -> dict[str, Fraction]:
        """Return the value of each first decision about insurance; if none is asked, the hand's."""
        amounts = self.insurance_amounts()
        if not amounts:
            return self.after_peek(play, 0)
        others = self.table.units - 1 if self.rules.insures_by_unit else 0
        half = self.table.wager // 2
        return {
            label: max(
                max(self.after_peek(play, amount + more * half).values())
                for more in range(others + 1)
            )
            for label, amount in amounts.items()
        }

    def insurance_amounts(self) -> dict[str, int]:
        """DP8: up to half, of which the least and the most are tried. Bet Bigger: exactly half."""
        half = self.table.wager // 2
        if self.up[0] != "A" or half == 0:
            return {}
        if self.rules.insures_by_unit or half == 1:
            return {"insure": half, "decline": 0}
        return {"insure 1": 1, f"insure {half}": half, "decline": 0}

    def after_peek(self, play: Play, insured: int) -> dict[str, Fraction]:
        """Weigh a dealer blackjack with the play that follows where there is none."""
        against = 2 * insured - self.table.break_bonus
        for hand in play.todo:
            # W18: a blackjack that was kept is paid after all.
            odds = Fraction(3, 2) if hand.is_blackjack else Fraction(-1)
            against += self.for_all_units(self.rules.cents(hand.stake * odds))
        return self.weigh(against, insured, play, self.table.unseen)

    # The hands.

    def settle(self, play: Play) -> tuple[int, Play]:
        """Finish the hands that ask nothing: bust, a 21 that is paid, a double that must stand."""
        gain = 0
        while play.todo and not play.todo[0].due:
            hand = play.todo[0]
            points, _ = total(hand.cards)
            if points > 21:
                gain -= self.for_all_units(hand.stake)
                play = play.then()
            elif any(True for _ in self.moves(play)):
                break
            elif points == 21:
                gain += self.paid_21(hand)
                play = play.then()
            else:
                play = play.then(live=(points, hand.stake))
        return gain, play

    def moves(self, play: Play) -> Iterator[tuple[str, int, Play]]:
        """Yield what the hand whose turn it is may do, what that wins at once, what is left."""
        if not play.todo or play.todo[0].due:
            return
        hand = play.todo[0]
        points, soft = total(hand.cards)
        if hand.doubles:
            if points != 21 and self.rules.rescue:
                yield "stand", 0, play.then(live=(points, hand.stake))
                # W15: the last portion comes back, whatever its size; the rest is forfeited.
                yield "rescue", -self.for_all_units(hand.stake - hand.portions[-1]), play.then()
                if self.rules.redouble and hand.doubles < 3:
                    yield from self.doubled(play, "redouble")
        elif points == 21:
            may_double = soft and len(hand.cards) >= self.rules.soft_21_doubles_from
            if hand.is_blackjack and self.rules.blackjack_doubles:
                pay = self.rules.cents(Fraction(hand.stake * 3, 2))
                yield "stand", self.for_all_units(pay), play.then()
                yield from self.doubled(play, "double")
            elif may_double:
                yield "stand", self.paid_21(hand), play.then()
                yield from self.doubled(play, "double")
        else:
            yield "hit", 0, play.then(hand._replace(due=True))
            yield "stand", 0, play.then(live=(points, hand.stake))
            yield from self.doubled(play, "double")
            yield from self.on_two_cards(play)

    def receive(self, play: Play, card: str) -> Play:
        return play.then(play.todo[0].with_card(card))

    def on_two_cards(self, play: Play) -> Iterator[tuple[str, int, Play]]:
        hand = play.todo[0]
        if len(hand.cards) != 2:
            return
        one, two = hand.cards
        if worth(one) == worth(two) and play.hands < self.rules.hands:
            pair = (Hand((card,), hand.portions, split=True, due=True) for card in (one, two))
            yield "split", 0, play.then(*pair, more=1)
        if not hand.split:
            half = hand.stake // 2 - hand.stake
            yield "surrender", self.for_all_units(half), play.then()

    def doubled(self, play: Play, word: str) -> Iterator[tuple[str, int, Play]]:
        """GR7, GR8: as much as there is, capped; or less, of which the least and all are tried."""
        hand = play.todo[0]
        full = hand.stake
        cap = self.rules.table_maximum
        amounts = [full if cap is None else min(full, cap)]
        if self.rules.for_less and self.rules.least_double < full:
            amounts = [self.rules.least_double, full]
        for amount in amounts:
            label = word if len(amounts) == 1 else f"{word} {amount}"
            after = hand._replace(portions=(*hand.portions, amount), due=True)
            yield label, 0, play.then(after)

    def paid_21(self, hand: Hand) -> int:
        """Rules 4, 10 and 11: even money, or a bonus on a hand that was not doubled."""
        void = hand.doubles or (hand.split and not self.rules.split_bonuses)
        odds = Fraction(1) if void else self.bonus(hand.cards)
        prize = 0 if hand.doubles or hand.split else self.super_bonus(hand.cards)
        return self.for_all_units(self.rules.cents(hand.stake * odds)) + prize

    def bonus(self, cards: Cards) -> Fraction:
        if len(cards) >= 5:
            return BY_COUNT.get(len(cards), SEVEN_OR_MORE)
        ranks = "".join(sorted(card[0] for card in cards))
        suits = {card[1] for card in cards}
        if ranks not in {"678", "777"}:
            return Fraction(1)
        if len(suits) > 1:
            return MIXED if ranks == "678" else self.rules.mixed_sevens
        return SPADES if suits == {"s"} else SUITED

    def super_bonus(self, cards: Cards) -> int:
        """W14: $1,000 from a wager of $5, $5,000 from $25."""
        wins = {
            "suited": len(cards) == 3 and len(set(cards)) == 1 and self.up[0] == "7",
            "mixed": set(cards) == {"7h", "7c", "7d"} and len(cards) == 3 and self.up == "7s",
        }.get(self.rules.super_bonus, False)
        if not wins or cards[0][0] != "7" or self.table.wager < 500:
            return 0
        return 500_000 if self.table.wager >= 2500 else 100_000

    # The dealer.

    def at_the_end(self, play: Play, unseen: Cards) -> Fraction:
        if not self.plays_out(play):
            return Fraction(0)
        if unseen not in self.dealers:
            self.dealers[unseen] = self.dealer.hands(unseen, total_and_count)
        value = Fraction(0)
        for (points, count), chance in self.dealers[unseen].items():
            value += chance * self.against(play, points, count)
        return value

    def plays_out(self, play: Play) -> bool:
        return bool(play.live or self.table.break_bonus)

    def against(self, play: Play, points: int, count: int) -> int:
        """What the waiting hands win or lose against a dealer's hand, and the Break Bonus."""
        gain = 0
        for own, stake in play.live:
            if points > 21 or own > points:
                gain += self.for_all_units(stake)
            elif own < points:
                gain -= self.for_all_units(stake)
        broke = BREAK_BONUS.get(count, EIGHT_OR_MORE) if points > 21 else -1
        return gain + self.table.break_bonus * broke

    # Counting paths, with the down card where it was dealt.

    def paths(self, down: str) -> Depths:
        left = without(self.table.unseen, down)
        hand = Hand(self.first, (self.table.wager,))
        kept = Play((hand,))
        taken = Play(())
        if not hand.is_blackjack:
            return self.insurance_paths(kept, left, down)
        if not self.rules.blackjack_doubles:
            return self.insurance_paths(taken, left, down)
        return branches(self.insurance_paths(play, left, down) for play in (taken, kept))

    def insurance_paths(self, play: Play, left: Cards, down: str, answered: int = 0) -> Depths:
        units = self.table.units if self.rules.insures_by_unit else 1
        amounts = self.insurance_amounts()
        if amounts and answered < units:
            return branches(
                self.insurance_paths(play, left, down, answered + 1) for _ in range(len(amounts))
            )
        return self.hand_paths(play, left, down) if self.dealer.may_lie_down(down) else Counter()
