"""Ante Up 21 as one of the kinds of round that are solved: its decisions, and any cards left.

2106(9), (11): bet or fold, then one hand for 21 and poker together. After a fold the hand is a
blackjack hand. After a split all hands make one poker hand (ruling A1), which a single hand does
not show.

With any cards left in the shoe, hands that are not split are exact, and so are fold or bet. In a
split two things are approximate: of the cards drawn only the highest pair and the ranks above it
are remembered, as in the solution of the full shoe; and with the play kept, pairs are split as
before but the hands of the split are played the best for the cards that are left. So the effects of
removal of this one game do not average to exactly zero.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from pitboss.cards import Card, Unseen, card_rank
from pitboss.compiled.rule_tables import KINDS, make_hand
from pitboss.engine import legal
from pitboss.engine.actions import ActionKind, Question, RefusedError
from pitboss.engine.rounds.ante_up import ANTE, BET, is_live
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.exact import worth
from pitboss.exact.ante_up.hands import RANKS
from pitboss.exact.ante_up.play import AimPlay, Objective, Table
from pitboss.exact.ante_up.solution import (
    Against,
    AnteUpHand,
    AnteUpWorth,
    Ranks,
    ante_up_rules,
    ante_up_solution,
    find_node,
)
from pitboss.exact.ante_up.splits import split_values
from pitboss.exact.any_shoe import ShoeValue, ShoeValues, group_cards
from pitboss.exact.blackjack.arithmetic import Array
from pitboss.exact.blackjack.decisions import BlackjackDecisions, largest_amount
from pitboss.exact.blackjack.first_hands import SolvedGame
from pitboss.exact.blackjack.split_play import SplitPlay
from pitboss.exact.cache import Keep, load_or_compute
from pitboss.exact.solved_kind import SolvedKind
from pitboss.exact.worth import Advice, best_first


class AnteUpDecisions(BlackjackDecisions):
    """Values the decisions of one table."""

    def worth(self, state: State, question: Question) -> worth.Worth:
        """Return the expected value of every choice; raise `RefusedError` if it is not known."""
        seat = state.seat(question.seat)
        hand = seat.hand(question.hand)
        folds = question.wager == BET
        if not (folds or (question.wager is None and is_live(seat))):
            return super().worth(state, question)
        if hand.split:
            message = "the poker hand is made of all hands of a split: one of them is not valued"
            raise RefusedError("decision/not-valued", message)
        ante = Fraction(seat.wagers[ANTE], hand.base)
        valued = value_hand(self.setup, hand.cards, state.dealer[0], ante, self.unseen)
        values = valued.first if folds else valued.hand
        basis = "for 21 and poker together"
        dealer = "a dealer blackjack counted in" if folds else "no dealer blackjack"
        amounts = {choice.kind: largest_amount(choice) for choice in question.choices}
        advice = (
            _advice(kind, value, ante, _double_share(kind, hand.base, amounts[kind]))
            for kind, value in values.items()
            if kind in amounts
        )
        return worth.Worth(
            values=best_first(advice),
            unit=hand.base,
            of="the 21 wager",
            by=f"this hand and the up card, {basis}, {dealer}",
        )


def _double_share(kind: ActionKind, stake: int, amount: int | None) -> float:
    """Return the part of the 21 wager's value that a double for less has."""
    return (stake + (amount or 0)) / (2 * stake) if kind is ActionKind.DOUBLE else 1


def _advice(kind: ActionKind, value: AnteUpWorth, ante: Fraction, share: float) -> Advice:
    """Return a choice with the value of both wagers in 21 wagers, and of each as a fact."""
    of_21 = value.of_21 * share
    of_poker = value.of_poker
    facts = {"value_of_21": float(of_21), "value_of_poker": float(of_poker)}
    return Advice(kind, of_21 + float(ante) * of_poker, facts=facts)


@dataclass(frozen=True, slots=True)
class ValuedHand:
    """The choices with a hand, wager by wager."""

    first: Mapping[ActionKind, AnteUpWorth]
    """With two cards, before the dealer looks: bet or fold."""
    hand: Mapping[ActionKind, AnteUpWorth]
    """After the bet, with no dealer blackjack: how to play the hand."""


def value_hand(
    setup: Setup,
    cards: tuple[Card, ...],
    up: Card,
    ante: Fraction = Fraction(1),
    unseen: Unseen | None = None,
) -> ValuedHand:
    """Value every choice with a hand that is not split; *ante* is in 21 wagers."""
    ranks = tuple(map(card_rank, cards))
    against = _against(setup, card_rank(up), ante, unseen)
    kinds = [choice.kind for choice in legal.hand_choices(setup, make_hand(cards), 1)]
    hand = find_node(ranks)
    play = _play_split(setup, against, hand) if ActionKind.SPLIT in kinds else against.play_by_aim
    values = play[Objective.BOTH].values[hand]
    first = {}
    if len(cards) == 2:
        two = against.value_hand((ranks[0], ranks[1]), play)
        first = {ActionKind.BET: two.bet[Objective.BOTH], ActionKind.FOLD: two.fold}
    return ValuedHand(first, {kind: AnteUpWorth(*values[KINDS[kind]]) for kind in kinds})


def _against(setup: Setup, up: int, ante: Fraction, unseen: Unseen | None) -> Against:
    """Value hands against an up card; pairs only when they are needed."""
    cards = None if unseen is None else unseen.cards()

    def compute() -> Against:
        return Against(Table(setup, ante=ante, cards=cards), up, splits=False)

    return load_or_compute(setup, "ante-up-up-card", compute, up, ante, cards, keep=Keep.MEMORY)


def _play_split(setup: Setup, against: Against, hand: int) -> dict[Objective, AimPlay]:
    """Return how a pair is played, for the bet and for the play."""

    def compute() -> dict[Objective, AimPlay]:
        return against.play_with(split_values(against.up, only=hand))

    table = against.table
    keep = Keep.DISK if table.cards is None else Keep.MEMORY
    details = against.up.up, hand, table.ante, table.cards
    return load_or_compute(setup, "ante-up-split", compute, *details, keep=keep)


_AIMS = Objective.TWENTY_ONE, Objective.BOTH
"""A hand is played for 21 alone once it is folded."""


@dataclass(frozen=True, slots=True)
class _KeptUpCard:
    """The play against one up card that is kept."""

    actions: Mapping[Objective, Array]
    bets: Mapping[Ranks, bool]
    value: float
    """The value of rounds with this up card, times its probability."""


class AnteUpShoes(ShoeValues):
    """Values one table with any cards left, in units of the ANTE with an equal 21 wager."""

    @property
    def classes(self) -> tuple[tuple[Card, ...], ...]:
        """Cards of one rank: a poker hand tells jacks from queens, and looks at no suit."""
        return group_cards(self.base.kinds, card_rank)

    @property
    def base_value(self) -> float:
        """The value of the base with its best play."""
        return sum(kept.value for kept in self._kept_play.values())

    def value_shoe(self, unseen: Unseen) -> ShoeValue:
        """Return the values of the best play and of the kept play with these cards."""
        best = fixed = 0.0
        for against in self._against(unseen):
            kept = self._kept_play[against.up.up]
            splits = split_values(against.up)
            played = {aim: against.up.play(aim, splits[aim], kept.actions[aim]) for aim in _AIMS}
            for hand, like in zip(
                against.value_first_hands(against.play_with(splits)),
                against.value_first_hands(played),
                strict=True,
            ):
                best += _value(hand, bets=hand.bets(Objective.BOTH))
                fixed += _value(like, bets=kept.bets[like.ranks])
        return ShoeValue(best, fixed)

    @cached_property
    def _kept_play(self) -> dict[int, _KeptUpCard]:
        return {
            against.up.up: _KeptUpCard(
                actions={aim: against.play_by_aim[aim].action for aim in _AIMS},
                bets={hand.ranks: hand.bets(Objective.BOTH) for hand in against.first_hands},
                value=sum(
                    _value(hand, bets=hand.bets(Objective.BOTH)) for hand in against.first_hands
                ),
            )
            for against in self._against(self.base)
        }

    def _against(self, unseen: Unseen) -> list[Against]:
        game = SolvedGame(self.setup, unseen=unseen, split_play=SplitPlay.AS_UNSPLIT)
        table = Table(self.setup, cards=unseen.cards(), alone=game)
        return [Against(table, up) for up in range(RANKS) if table.full[up]]


def _value(hand: AnteUpHand, *, bets: bool) -> float:
    worth = hand.bet[Objective.BOTH] if bets else hand.fold
    return float(hand.probability * worth.both)


KIND = SolvedKind(
    solve=ante_up_solution,
    decisions=AnteUpDecisions,
    main_rules=ante_up_rules,
    any_shoe=AnteUpShoes,
)
