"""What the second implementations share: cards of two letters, a shoe, a dealer's down card.

No engine, no rule book, no patterns. The down card is never dealt while players act. Given that the
dealer has looked and found no blackjack, every unseen card that would not have made one is equally
likely to be it. So of n unseen cards, m of which may lie face down, the next card from the shoe is
one with r copies with probability r (m - 1) / (m (n - 1)) if it may lie face down itself, else
r / (n - 1). Only the counting of paths deals the down card: it counts what the engine deals.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Generic, Protocol, Self, TypeVar

Cards = tuple[str, ...]
Depths = Counter[int]
"""Distance from a node -> how many nodes there are at it."""
NOTHING_ASKED = ""
HIDDEN = "??"
"""A card of the deal that lies face down."""
Seen = TypeVar("Seen", bound=Hashable)
Turn = TypeVar("Turn", bound="Hands")


def worth(card: str) -> int:
    return 1 if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0])


def total(cards: Cards) -> tuple[int, bool]:
    """Return the best total, and whether an ace counts eleven in it."""
    low = sum(worth(card) for card in cards)
    soft = low <= 11 and any(card[0] == "A" for card in cards)
    return (low + 10, True) if soft else (low, False)


def without(cards: Cards, card: str) -> Cards:
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def branches(below: Iterator[Depths]) -> Depths:
    """Return the counts at a node from those at each of its children."""
    whole: Depths = Counter()
    for depths in below:
        whole[1] += 1
        for depth, count in depths.items():
            whole[depth + 1] += count
    return whole


class Solved(Protocol):
    """A position that a second implementation has read."""

    def solve(self) -> tuple[Fraction, dict[str, Fraction]]:
        """Return the value of best play, and of each first decision if the start fixes which."""

    def paths(self) -> Depths:
        """Count the nodes at each distance from the start."""


class Opened(Protocol):
    """A round in which all the open cards of the deal lie on the table."""

    def first_decisions(self) -> dict[str, Fraction]:
        """Return the value of each first decision, under "" if there is none."""

    def paths(self, down: str) -> Depths:
        """Count the nodes below the one where *down* was dealt face down."""


@dataclass(frozen=True, kw_only=True)
class Shoe:
    """A shoe, and the cards dealt of it."""

    shoe: Cards
    start: Cards
    """The cards in the order of the deal, as far as they are dealt."""

    @property
    def unseen(self) -> Cards:
        left = Counter(self.shoe)
        left.subtract(card for card in self.start if card != HIDDEN)
        assert min(left.values()) >= 0, "a card was dealt that the shoe does not hold"
        return tuple(sorted(left.elements()))

    def dealt(self, *cards: str) -> Self:
        return replace(self, start=(*self.start, *cards))


@dataclass(frozen=True, kw_only=True)
class Position(Shoe, ABC):
    """The deal of a blackjack round: first cards, up card, second cards."""

    @property
    def open_cards(self) -> int:
        """How many cards the deal lays face up."""
        return 3

    @abstractmethod
    def open_round(self) -> Opened:
        """Return the round once they are dealt."""

    def solve(self) -> tuple[Fraction, dict[str, Fraction]]:
        """Return the value of best play, and of each first decision if the start fixes which."""
        if len(self.start) == self.open_cards:
            choices = self.open_round().first_decisions()
            decisions = {label: value for label, value in choices.items() if label}
            return max(choices.values()), decisions
        unseen = self.unseen
        value = Fraction(0)
        for card, count in Counter(unseen).items():
            value += Fraction(count, len(unseen)) * self.dealt(card).solve()[0]
        return value, {}

    def paths(self) -> Depths:
        """Count the nodes at each distance from the start."""
        if len(self.start) < self.open_cards:
            return branches(self.dealt(card).paths() for card in set(self.unseen))
        open_round = self.open_round()
        return branches(open_round.paths(down) for down in set(self.unseen))


@dataclass(frozen=True)
class Dealer:
    """The dealer's up card and how he draws."""

    up: str
    hits_soft_17: bool

    def may_lie_down(self, card: str) -> bool:
        """Whether it may be the down card once the dealer has looked under an ace or a ten."""
        return total((self.up, card))[0] != 21

    def draws(self, unseen: Cards) -> Iterator[tuple[str, Fraction, Cards]]:
        """Yield each card that may come next, how likely it is, and what is left."""
        size = len(unseen)
        down = sum(self.may_lie_down(card) for card in unseen)
        assert size > 1, "the shoe is too small for this position"
        for card, copies in Counter(unseen).items():
            others = down - 1 if self.may_lie_down(card) else down
            if others:
                chance = Fraction(copies * others, down * (size - 1))
                yield card, chance, without(unseen, card)

    def draws_at(self, cards: Cards) -> bool:
        points, soft = total(cards)
        return points < 17 or (points == 17 and soft and self.hits_soft_17)

    def hands(self, unseen: Cards, seen: Callable[[Cards], Seen]) -> dict[Seen, Fraction]:
        """Return how likely each final hand is, told apart by what is *seen* of it."""
        chances: dict[Seen, Fraction] = {}
        possible = [card for card in unseen if self.may_lie_down(card)]
        reached: list[tuple[Cards, Cards, Fraction]] = [
            ((self.up, down), without(unseen, down), Fraction(copies, len(possible)))
            for down, copies in Counter(possible).items()
        ]
        while reached:
            cards, left, chance = reached.pop()
            if not self.draws_at(cards):
                key = seen(cards)
                chances[key] = chances.get(key, Fraction(0)) + chance
                continue
            assert left, "the shoe is too small for this position"
            for card, copies in Counter(left).items():
                more = chance * Fraction(copies, len(left))
                reached.append(((*cards, card), without(left, card), more))
        return chances

    def paths(self, cards: Cards, left: Cards, then: Depths | None = None) -> Depths:
        """Count the nodes of the dealer's draw, and of what comes *then*."""
        if not self.draws_at(cards):
            return Counter(then)
        return branches(self.paths((*cards, card), without(left, card), then) for card in set(left))


class Hands(Protocol):
    """A seat in the middle of its turn."""

    @property
    def todo(self) -> tuple[Any, ...]:
        """The hand whose turn it is, then those after it."""


class Search(ABC, Generic[Turn]):
    """The best play of the hands, and the paths through them, by the rules of a subclass."""

    def __init__(self, dealer: Dealer) -> None:
        self.dealer = dealer
        self.up = dealer.up
        self.values: dict[tuple[Turn, Cards], Fraction] = {}
        self.counts: dict[tuple[Turn, Cards, str], Depths] = {}

    @abstractmethod
    def settle(self, play: Turn) -> tuple[int, Turn]:
        """Finish the hands that ask nothing; return what they win, and what is left."""

    @abstractmethod
    def moves(self, play: Turn) -> Iterator[tuple[str, int, Turn]]:
        """Yield every decision that may be made now, what it wins at once, and what is left."""

    @abstractmethod
    def receive(self, play: Turn, card: str) -> Turn:
        """Deal a card to the hand that waits for one."""

    @abstractmethod
    def plays_out(self, play: Turn) -> bool:
        """Return whether the dealer draws."""

    @abstractmethod
    def at_the_end(self, play: Turn, unseen: Cards) -> Fraction:
        """Return what is won or lost when all hands are played."""

    def value(self, play: Turn, unseen: Cards) -> Fraction:
        key = play, unseen
        if key not in self.values:
            self.values[key] = max(self.decisions(play, unseen).values())
        return self.values[key]

    def decisions(self, play: Turn, unseen: Cards) -> dict[str, Fraction]:
        """Return the value of each decision that is asked now, or under "" of what comes next."""
        gain, play = self.settle(play)
        if moves := list(self.moves(play)):
            return {label: gain + won + self.value(after, unseen) for label, won, after in moves}
        if not play.todo:
            return {NOTHING_ASKED: gain + self.at_the_end(play, unseen)}
        value = Fraction(0)
        for card, chance, left in self.dealer.draws(unseen):
            value += chance * self.value(self.receive(play, card), left)
        return {NOTHING_ASKED: gain + value}

    def weigh(self, against: int, insured: int, play: Turn, unseen: Cards) -> dict[str, Fraction]:
        """Weigh what a dealer blackjack wins with the play that follows where there is none."""
        count = sum(not self.dealer.may_lie_down(card) for card in unseen)
        chance = Fraction(count, len(unseen))
        if count == len(unseen):
            return {NOTHING_ASKED: Fraction(against)}
        return {
            label: chance * against + (1 - chance) * (value - insured)
            for label, value in self.decisions(play, unseen).items()
        }

    def paths_after(self, down: str) -> Depths:
        """Count what follows once the hands are settled: nothing, in a game of blackjack alone."""
        del down
        return Counter()

    def hand_paths(self, play: Turn, left: Cards, down: str) -> Depths:
        key = play, left, down
        if key not in self.counts:
            self.counts[key] = self.hand_branches(play, left, down)
        return self.counts[key]

    def hand_branches(self, play: Turn, left: Cards, down: str) -> Depths:
        _, play = self.settle(play)
        if moves := list(self.moves(play)):
            return branches(self.hand_paths(after, left, down) for _, _, after in moves)
        if not play.todo:
            then = self.paths_after(down)
            return self.dealer.paths((self.up, down), left, then) if self.plays_out(play) else then
        return branches(
            self.hand_paths(self.receive(play, card), without(left, card), down)
            for card in set(left)
        )
