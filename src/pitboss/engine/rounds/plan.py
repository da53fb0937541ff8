"""The plan of a kind of round, and the steps that plans are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from pitboss.engine.actions import BACK_OUT_CHOICES, Question
from pitboss.engine.events import Event, JackpotAwarded, JackpotPaid, Phase, PhaseEnded, Place
from pitboss.engine.values import Value
from pitboss.rulebook.model import Game, KindRules
from pitboss.rulebook.pays import Odds

if TYPE_CHECKING:  # a state knows its table, and the table its plan
    from pitboss.cards import Card
    from pitboss.engine.actions import Action, Choice
    from pitboss.engine.state import Hand, Seat, State
    from pitboss.engine.terms import Setup

EVEN_MONEY = Odds(1)

Rules = TypeVar("Rules", bound=KindRules)


class CardNeeded(Value, frozen=True):
    """The next card of the shoe goes here."""

    place: Place
    seat: int = 0
    hand: int = 0


class ReshuffleNeeded(Value, frozen=True):
    """Every card but those to *keep* goes back and is shuffled before the next is dealt."""

    keep: tuple[Card, ...]


class MeterDue(Value, frozen=True):
    """Something is won out of a linked jackpot: what its meter holds now is needed."""

    wager: str


Step = tuple[Event, ...] | CardNeeded | ReshuffleNeeded | MeterDue | Question | None
"""Events that follow by themselves; a card, a shuffle, a reading or a decision; None: over."""

Phases: TypeAlias = "Mapping[Phase, Callable[[State], Step]]"
"""The phases of one kind of round, in order, and what each needs next."""

Where = tuple[Place, int, int]
"""Where a card of the deal goes: place, seat and hand."""


ENDED: Mapping[Phase, tuple[PhaseEnded]] = {phase: (PhaseEnded(phase),) for phase in Phase}
"""Phase -> the step that ends it, where nothing else happens."""


@lru_cache(maxsize=256)
def two_each(seats: tuple[int, ...], extra: int = 0) -> tuple[Where, ...]:
    """Deal blackjack: a card each, twice, the dealer last, then the *extra* bonus cards."""
    one_each = [(Place.HAND, seat, 1) for seat in seats]
    dealer = (Place.DEALER, 0, 0)
    return (*one_each, dealer, *one_each, dealer, *[(Place.BONUS, 0, 0)] * extra)


@lru_cache(maxsize=256)
def packets_of_five(seats: tuple[int, ...], extra: int = 0) -> tuple[Where, ...]:
    """2112(3), 2118(8): deal five cards at once to each, then the *extra* card for the joker."""
    hands = [*((Place.HAND, seat, 1) for seat in seats), (Place.DEALER, 0, 0)]
    return (*[hand for hand in hands for _ in range(5)], *[(Place.REPLACEMENT, 0, 0)] * extra)


def first_two(seat: Seat) -> tuple[Card, Card]:
    """Return the first cards of a seat, even if it has split them since."""
    first = seat.hand(1)
    second = seat.hand(2).cards[0] if first.split else first.cards[1]
    return first.cards[0], second


def two_cards(seat: Seat) -> dict[str, Card]:
    """Return the first two cards of a seat by their roles."""
    first, second = first_two(seat)
    return {"first": first, "second": second}


def find_kind_rules(game: Game, kind: type[Rules]) -> Rules:
    """Return the rules that *game* has for its kind of round; only the kind's own module asks."""
    rules = game.kind_rules
    assert isinstance(rules, kind), f"{game.id} has no {kind.__name__}"
    return rules


def pays_even_money(_: Game) -> Odds:
    """Pay a 21 that wins at once 1 to 1."""
    return EVEN_MONEY


def no_choices(_setup: Setup, _hand: Hand) -> tuple[Choice, ...] | None:
    """Leave what may be done with a hand to the blackjack rules."""
    return None


def always(_: Seat) -> bool:
    """Answer yes for every seat."""
    return True


def never(_: Seat) -> bool:
    """Answer no for every seat."""
    return False


def is_never_announced(_: Hand) -> bool:
    """Keep every hand of a packet face down until the dealer's is turned."""
    return False


def goes_straight_on(_state: State, _seat: Seat) -> Step:
    """Ask nothing before the first hand of a seat is played."""
    return None


def hands_first(_: State, hands: list[Event], wagers: list[Event]) -> list[Event]:
    """2109(9): settle a hand, then what rode on it."""
    return [*hands, *wagers]


def wagers_first(_: State, hands: list[Event], wagers: list[Event]) -> list[Event]:
    """2105(5): settle what rides on a hand, then the hand."""
    return [*wagers, *hands]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPlan:
    """Everything in which one kind of round differs from another.

    What is not filled in is as in blackjack.
    """

    phases: Phases
    """The phases in order, and what each needs next."""
    decision_events: Callable[[State, Action], list[Event]]
    """What is paid, lost or set by a decision itself."""
    mains: tuple[str, ...] = ("main",)
    """The main wagers; a hand is dealt for each."""
    tables_played: tuple[str, ...] = ()
    """Wagers with a pay table that a fold or the dealer's hand may decide instead of it."""
    deal_order: Callable[[tuple[int, ...], int], tuple[Where, ...]] = two_each
    """Where the first cards go, by the seats and the number of extra cards."""
    replacement_for: str | None = None
    """The wager for which a card is dealt that stands for the joker."""
    shuffled_every_round: bool = False
    """No round follows another without a shuffle."""
    reshuffles: bool = False
    """Cards may come twice in a round, which goes on after a shuffle."""
    first_cards: Callable[[Seat], dict[str, Card]] = two_cards
    """The first cards of a seat by the roles they have in side wagers."""
    twenty_one_odds: Callable[[Game], Odds] = pays_even_money
    """What a 21 that wins at once is paid, bonuses apart."""
    choices: Callable[[Setup, Hand], tuple[Choice, ...] | None] = no_choices
    """What may be done with a hand that the blackjack rules do not cover, else None."""
    splits_again: bool = True
    """A hand that a split made may be split, where the blackjack rules allow it."""
    may_insure: Callable[[Seat], bool] = always
    """Whether a seat is offered insurance at all."""
    opens: Callable[[State, Seat], Step] = goes_straight_on
    """What comes before a seat's hands are played."""
    naturals_wait: bool = False
    """A blackjack that may still lose is paid at its seat's turn, not after the peek."""
    must_draw_for: Callable[[Seat], bool] = never
    """Whether the dealer draws for a seat that has no live hand."""
    settle_order: Callable[[State, list[Event], list[Event]], list[Event]] = hands_first
    """What a seat's hands and side wagers settle, in order."""
    is_announced: Callable[[Hand], bool] = is_never_announced
    """Whether a hand dealt as a packet is turned up once it is paid."""
    phase_after: Mapping[Phase, Phase] = field(init=False)
    """Phase -> the one that follows."""

    def __post_init__(self) -> None:
        """Work out which phase follows which."""
        object.__setattr__(self, "phase_after", dict(pairwise(self.phases)))


def step(state: State) -> Step:
    """Return what comes next."""
    if state.may_back_out:  # 2110(9): before any more cards are delivered
        return Question(state.may_back_out[0], 1, BACK_OUT_CHOICES)
    following = state.setup.plan.phases[state.phase](state)
    if state.unread and isinstance(following, tuple):
        return _meter_due(state, following) or following
    return following


def _meter_due(state: State, events: tuple[Event, ...]) -> MeterDue | None:
    """Return the linked meter that must be read before *events* can be computed, if one must."""
    for event in events:
        if isinstance(event, JackpotAwarded | JackpotPaid) and event.wager in state.unread:
            return MeterDue(event.wager)
    return None


def deal(state: State) -> Step:
    """Deal the first cards in the order the game has."""
    needed = state.places
    return needed[state.dealt] if state.dealt < len(needed) else ENDED[Phase.DEAL]


def places(setup: Setup, seats: tuple[int, ...]) -> tuple[CardNeeded, ...]:
    """Return where the first cards go, in order."""
    return _cards_needed(setup.plan.deal_order, seats, int(setup.replacement) or setup.bonus_cards)


@lru_cache(maxsize=256)
def _cards_needed(
    order: Callable[[tuple[int, ...], int], tuple[Where, ...]], seats: tuple[int, ...], extra: int
) -> tuple[CardNeeded, ...]:
    return tuple(CardNeeded(*where) for where in order(seats, extra))


def over(_: State) -> Step:
    """Everything is settled."""
    return None


def seat_by_seat(state: State, events: Iterable[Event]) -> list[Event]:
    """Order what is settled by seats, from the side where the dealer begins."""
    if len(state.seats) == 1:
        return list(events)
    step = -1 if state.setup.settled_from == "dealer's right" else 1
    place = {seat.number: number * step for number, seat in enumerate(state.seats)}
    return sorted(events, key=lambda event: place[getattr(event, "seat", 0)])
