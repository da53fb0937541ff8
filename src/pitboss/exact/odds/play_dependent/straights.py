"""Straight Jack: the length of the straight, by optimal play of the main game or of both wagers.

While the straight holds, a hand's cards are the straight. The card that breaks it ends it for good
(2109(7)(d)), and from there on only the main wager counts. So the play for both wagers differs from
the printed one only while the straight holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pitboss.cards import Card
from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import hand_graph
from pitboss.exact.blackjack.arithmetic import Number
from pitboss.exact.blackjack.solver import UpCard
from pitboss.exact.odds.play_dependent.strategy import DRAWS, Kinds, MainStrategy, UnseenKinds
from pitboss.patterns.straights import Straight, straight_length
from pitboss.patterns.totals import TWENTY_ONE, is_ace

Classes = Mapping[int, Fraction]
"""Class of a straight -> probability."""
_SPADES = 0


@dataclass(frozen=True, slots=True)
class Play:
    """One way to continue a hand."""

    action: int
    main: Number
    """The expected value of the main wager, given no dealer blackjack."""
    ends: Classes
    """Where the straight ends."""


def card_kind(card: Card) -> tuple[int, bool]:
    """Straights depend on ranks; of suits only the ace of spades is named (2110(14))."""
    return card >> 2, is_ace(card) and card & 3 == _SPADES


class Straights:
    """The straights of a seat that plays one strategy."""

    def __init__(
        self,
        strategy: MainStrategy,
        pays: Mapping[int, Number] | None = None,
        cards: Sequence[Card] | None = None,
    ) -> None:
        """Follow *strategy*; with *pays*, class by class for one unit, the best play for both.

        *cards* are those left in the shoe; without them it is full.
        """
        setup = strategy.game.setup
        self.strategy = strategy
        self.pays = pays
        self.number = strategy.game.arithmetic.number
        self.kinds = Kinds.from_cards(
            cards or setup.shoe.cards(), card_kind, peeks=setup.rules.peek is True
        )
        self._known: dict[tuple[int, tuple[int, ...]], Play] = {}
        self._lengths: dict[tuple[int, ...], int] = {}

    def classes(self) -> Classes:
        """Return the probability of each length of the straight; 0 is none at all."""
        lengths: dict[int, Fraction] = {}
        for deal in self.kinds.deals():
            if not self.length(deal.cards):
                continue
            blackjack = deal.unseen.blackjack
            # Against a dealer blackjack the two cards are paid (2109(6)), and nobody draws.
            ends = [(int(Straight.TWO_CARDS), blackjack)]
            play = self.find_play(deal.up, deal.cards)
            ends += [(kind, (1 - blackjack) * chance) for kind, chance in play.ends.items()]
            for kind, chance in ends:
                lengths[kind] = lengths.get(kind, Fraction(0)) + deal.probability * chance
        lengths[int(Straight.NONE)] = 1 - sum(lengths.values(), Fraction(0))
        return lengths

    def main_loss(self) -> Number:
        """Return the loss of the main wager by this play against its own best."""
        total = self.number(0)
        for deal in self.kinds.deals():
            if self.length(deal.cards):
                up, *cards = map(self.kinds.worth, (deal.up, *deal.cards))
                less = (
                    self.strategy.first_hand(up, cards).best
                    - self.find_play(deal.up, deal.cards).main
                )
                total += self.number(deal.probability * (1 - deal.unseen.blackjack)) * less
        return total

    def find_play(self, up: int, cards: tuple[int, ...]) -> Play:
        """Return the play of a hand that is a straight against an up card, all as kinds."""
        key = up, cards
        if key not in self._known:
            self._known[key] = self._choose(up, cards)
        return self._known[key]

    def worth(self, play: Play) -> Number:
        """Return the expected value of both wagers together."""
        pays = self.pays or {}
        return play.main + sum(self.number(p * pays.get(k, 0)) for k, p in play.ends.items())

    def choices(self, up: int, cards: tuple[int, ...]) -> list[Play]:
        """Return every legal way to continue a hand, in the order of the kernels' actions."""
        node = hand_graph().node(*map(self.kinds.worth, cards))
        mask = int(self._up(up).rules.first.legal[node])
        kinds = [kind for kind in range(action_codes.ACTIONS) if mask >> kind & 1]
        return [self._try(up, cards, kind) for kind in kinds or [action_codes.NOTHING]]

    def _choose(self, up: int, cards: tuple[int, ...]) -> Play:
        if self.pays is None:
            worths = tuple(map(self.kinds.worth, cards))
            return self._try(up, cards, self.strategy.action(self.kinds.worth(up), worths))
        return max(self.choices(up, cards), key=self.worth)

    def _try(self, up: int, cards: tuple[int, ...], kind: int) -> Play:
        """Take one action with a hand, and continue by the strategy."""
        first = self._up(up).first
        worths = tuple(map(self.kinds.worth, cards))
        node = hand_graph().node(*worths)
        length = self.length(cards)
        ends = {length: Fraction(1)}
        match kind:
            case action_codes.HIT | action_codes.DOUBLE:
                return self._draw(up, cards, kind)
            case action_codes.NOTHING:
                return Play(kind, first.best[node], ends)
            case action_codes.SPLIT:  # ruling C51: the straight is frozen
                return Play(kind, self.strategy.game.splits[self._up(up).up].value(worths[0]), ends)
            case _:
                assert kind not in DRAWS, "nothing is doubled free where Straight Jack is offered"
                return Play(kind, first.values[node, kind], ends)

    def _draw(self, up: int, cards: tuple[int, ...], kind: int) -> Play:
        unseen: UnseenKinds = self.kinds.against(up).without(*cards)
        main = self.number(0)
        ends = dict[int, Fraction]()
        for card, chance in unseen.chances():
            after = self._after(up, (*cards, card), kind)
            main += self.number(chance) * after.main
            for length, share in after.ends.items():
                ends[length] = ends.get(length, Fraction(0)) + chance * share
        return Play(kind, main, ends)

    def _after(self, up: int, cards: tuple[int, ...], kind: int) -> Play:
        """Return the hand after the last of *cards* is drawn to it."""
        first = self._up(up).first
        worths = tuple(map(self.kinds.worth, cards))
        units = 2 if kind == action_codes.DOUBLE else 1
        before = self.length(cards[:-1])
        if sum(worths) > TWENTY_ONE:  # 2109(8): a card that busts the hand is not counted
            return Play(action_codes.NOTHING, -self.number(units), {before: Fraction(1)})
        node = hand_graph().node(*worths)
        length = self.length(cards)
        if kind == action_codes.DOUBLE:
            return Play(action_codes.NOTHING, units * first.doubled[0, node], {length: Fraction(1)})
        if length == before:
            return Play(action_codes.NOTHING, first.best[node], {before: Fraction(1)})
        return self.find_play(up, cards)

    def _up(self, up: int) -> UpCard:
        return self.strategy.game.ups[self.kinds.worth(up)]

    def length(self, cards: tuple[int, ...]) -> int:
        """Return the class of the straight of cards of those kinds."""
        if cards not in self._lengths:
            dealt = [self.kinds.cards[card] for card in cards]
            self._lengths[cards] = straight_length(dealt, len(cards))
        return self._lengths[cards]
