"""The expected value of every choice with a hand, if the dealer has no blackjack."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from pitboss.cards import Card, Unseen, card_suit
from pitboss.compiled.hand_graph import hand_graph
from pitboss.compiled.rule_tables import DOUBLED_KINDS, KINDS, make_hand
from pitboss.compiled.suit_sensitive import CardsLeft, SuitSensitiveHand
from pitboss.engine import legal
from pitboss.engine.actions import ActionKind
from pitboss.engine.setup import Setup
from pitboss.exact.any_shoe import check_shoe
from pitboss.exact.blackjack.arithmetic import FLOATS, Arithmetic, Number
from pitboss.exact.blackjack.best_splits import BestSplits
from pitboss.exact.blackjack.kept_play import KeptSplits
from pitboss.exact.blackjack.solver import CARRIED, PAID, HandValues, Rules, Splits, UpCard
from pitboss.exact.blackjack.split_cases import MeanHands
from pitboss.exact.blackjack.split_play import SplitPlay, Start
from pitboss.exact.blackjack.suited_play import SuitedPlay
from pitboss.patterns.totals import value as value_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A hand that must be played."""

    cards: tuple[Card, ...]
    up: Card
    doublings: int = 0
    after_split: bool = False
    """A split of its first card made it; how many cards of that value are gone is not known."""
    carried: bool = False
    """A lammer carries it: it loses nothing."""
    hands: int | None = None
    """The number of hands of its wager; None: as few as possible."""

    @property
    def hand_count(self) -> int:
        """How many hands of the wager there are."""
        return 1 + self.after_split if self.hands is None else self.hands

    @property
    def values(self) -> tuple[int, ...]:
        """What its cards count."""
        return tuple(map(value_of, self.cards))


class Adviser:
    """Values hands of one table; solved hands are kept for the next hand like them."""

    KEPT = 32
    """The number of up cards that are kept solved: each takes a few megabytes."""

    def __init__(
        self,
        setup: Setup,
        arithmetic: Arithmetic = FLOATS,
        unseen: Unseen | None = None,
        split_play: SplitPlay = SplitPlay.BEST,
    ) -> None:
        """Advise at the table of *setup*, its shoe full before the round.

        With *unseen* these cards were left instead; the hand and the up card are among them.
        *split_play* is the play of hands made by a split.
        """
        self.setup = setup
        self.arithmetic = arithmetic
        self.unseen = Unseen.from_shoe(setup.shoe) if unseen is None else unseen
        self._solved: dict[tuple[int, int | None], Splits] = {}
        self._split_play = split_play

    def values(self, position: Position) -> dict[ActionKind, Number]:
        """Return the expected value of every choice; that of an illegal one means nothing."""
        hand_values = self._hand_values(position)
        if position.doublings:
            return _doubled_choices(hand_values, position)
        return self._first_choices(hand_values, position)

    def play(self, position: Position) -> SuitedPlay:
        """Return all hands against the up card, with the cards left of every suit."""
        return SuitedPlay(self.splits(position), self._cards_left(position))

    def splits(self, position: Position) -> Splits:
        """Return all hands and splits against the up card; solve them if necessary."""
        key = value_of(position.up), position.values[0] if position.after_split else None
        split_values = self._solved.pop(key, None)
        if split_values is None:
            split_values = self._value_splits(position)
            if len(self._solved) >= self.KEPT:
                del self._solved[next(iter(self._solved))]
        self._solved[key] = split_values  # the last that was asked for is the last to go
        return split_values

    def _value_splits(self, position: Position) -> Splits:
        """Solve all hands against an up card: to read them from a file takes ten times as long.

        After a split the other hand's first card, of no known suit, is gone too.
        """
        left = self._cards_left(position).by_value
        left[position.values[0] - 1] -= position.after_split
        up = UpCard(self._rules, left, value_of(position.up), self.arithmetic)
        if self._split_play is SplitPlay.AS_UNSPLIT:
            return Splits(up)
        if position.after_split:
            return KeptSplits(up, self._before_split(position))
        return BestSplits(up, everything=True)

    def _before_split(self, position: Position) -> Splits:
        """Return all splits against the up card with the whole shoe."""
        return self.splits(replace(position, after_split=False))

    def _hand_values(self, position: Position) -> HandValues:
        """Return the values of hands in the situation of *position*."""
        if not position.after_split:
            return self.splits(position).up.first
        drawn = self.next_cards(position)
        pair = position.values[0]
        if isinstance(drawn, MeanHands):
            return drawn.values
        return drawn.split[pair == 1, CARRIED if position.carried else PAID]

    def next_cards(self, position: Position) -> UpCard | MeanHands:
        """Return the chances of the next cards of a hand, and how it ends if it stands."""
        splits = self.splits(position)
        if not (position.after_split and isinstance(splits, KeptSplits)):
            return splits.up
        best = self._before_split(position)
        pair = position.values[0]
        assert isinstance(best, BestSplits), "the best play"
        loses = CARRIED if position.carried else PAID
        paired = position.values[1] == pair
        return best.means(pair, loses, paired=paired)

    def _first_choices(
        self, hand_values: HandValues, position: Position
    ) -> dict[ActionKind, Number]:
        play = self.play(position)
        cards = position.cards
        node = hand_graph().node(*position.values)
        values = {kind: hand_values.values[node, place] for kind, place in KINDS.items()}
        if len(cards) == 2:
            suits = (card_suit(cards[0]), card_suit(cards[1]))
            rules = play.up.rules
            live = (rules.live_split if position.after_split else rules.live).get(node)
            if live is not None and suits[0] == suits[1]:
                values[ActionKind.HIT] = self._hit_suited(play, hand_values, live, position)
            if position.values[0] == position.values[1]:
                values |= _splits(play, position, suits)
        return values

    def _hit_suited(
        self, play: SuitedPlay, hand_values: HandValues, live: SuitSensitiveHand, position: Position
    ) -> Number:
        """Return the expected value of hitting two cards whose suit matters."""
        chance = self.next_cards(position).chances_after(live.node)[live.completes - 1]
        return play.hit(hand_values, live, card_suit(position.cards[0]), chance, play.cards)

    @cached_property
    def _rules(self) -> Rules:
        return Rules.from_setup(self.setup)

    @cached_property
    def _shoe(self) -> CardsLeft:
        return CardsLeft.from_unseen(self.unseen)

    def _cards_left(self, position: Position) -> CardsLeft:
        """Return the shoe without the up card."""
        return self._shoe.without((value_of(position.up), card_suit(position.up)))


def hand_values(
    setup: Setup, cards: tuple[Card, ...], up: Card, unseen: Unseen
) -> dict[ActionKind, Number]:
    """Return the expected value of every legal choice with a hand as dealt, the best first.

    *unseen* are the cards that were left before the round; the hand and the up card are among them.
    The dealer has no blackjack. Raise `RulesError` if a round may need more cards.

    >>> from pitboss.cards import parse_cards
    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import House
    >>> setup = prepare(House(game="co/21-plus-3", options={"decks": 6, "soft17": "stand"}))
    >>> hand, (up,), full = parse_cards("Th 6d"), parse_cards("Tc"), Unseen.from_shoe(setup.shoe)
    >>> fives_gone = full.without(*parse_cards("5s 5s 5h 5h 5d 5d 5c 5c"))
    >>> [next(iter(hand_values(setup, hand, up, left))).value for left in (full, fives_gone)]
    ['hit', 'stand']
    """
    check_shoe(setup, unseen)
    unseen.without(*cards, up)  # these cards are among them
    values = Adviser(setup, unseen=unseen).values(Position(cards=cards, up=up))
    legal_now = [choice.kind for choice in legal.hand_choices(setup, make_hand(cards), 1)]
    best_first = sorted(legal_now, key=lambda kind: values[kind], reverse=True)
    return {kind: values[kind] for kind in best_first}


def _doubled_choices(values: HandValues, position: Position) -> dict[ActionKind, Number]:
    node = hand_graph().node(*position.values)
    level = position.doublings - 1
    row = values.doubled_values[level, node]
    return {kind: row[place] * 2**position.doublings for kind, place in DOUBLED_KINDS.items()}


def _splits(
    play: SuitedPlay, position: Position, suits: tuple[int, int]
) -> dict[ActionKind, Number]:
    """Return the expected values of splitting a pair, with money and free."""
    pair = position.values[0]
    made = position.hand_count
    if position.carried:
        return {
            ActionKind.SPLIT: _value_carried_split(play.splits, pair, made, PAID),
            ActionKind.FREE_SPLIT: _value_carried_split(play.splits, pair, made, CARRIED),
        }
    free = play.up.rules.setup.rules.free_bets
    return {
        ActionKind.SPLIT: play.split(pair, suits, made),
        ActionKind.FREE_SPLIT: play.splits.value(pair, free=free, made=made),
    }


def _value_carried_split(splits: Splits, pair: int, made: int, others: int) -> Number:
    """Value a split of a hand that a lammer carries; *others* is the stake of the new hands."""

    def worth(start: Start, gone: int, *, no_pair: bool) -> Number:
        loses = CARRIED if start is Start.FIRST else others
        return splits.hand_value(pair, gone, loses, no_pair=no_pair)

    return splits.total(pair, worth, made)
