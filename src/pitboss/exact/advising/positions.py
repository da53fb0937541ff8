"""How the cards that a player names become a question at the table, kind of round by kind.

Each entry checks what was named and builds the state and the question that `Decisions` values.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from pitboss.cards import Card, format_cards
from pitboss.compiled.rule_tables import hand_of
from pitboss.engine import legal
from pitboss.engine.actions import ActionKind, Choice, Question
from pitboss.engine.rounds.ante_up import ANTE, BET
from pitboss.engine.rounds.holdem import POKER
from pitboss.engine.setup import Setup
from pitboss.engine.state import Hand, Seat, State
from pitboss.exact.advising.shown_cards import (
    COMMUNITY,
    DOUBLED,
    FREE,
    HAND,
    OTHER,
    UP,
    ShownCards,
    conflicts,
    impossible,
    no_up_card,
    not_in_shoe,
    over_21,
)
from pitboss.exact.counting.wild_counts import HAND_SIZE
from pitboss.exact.holdem.decisions import ASKED
from pitboss.exact.switch.decisions import exchanged
from pitboss.exact.three_card_21.solver import CARDS
from pitboss.exact.wild_poker.solution import solved_wild
from pitboss.patterns.totals import TWENTY_ONE
from pitboss.rulebook.model import RoundKind
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.text.hands import wild_name

_TWO = 2
_BET_OR_FOLD = (Choice(ActionKind.BET), legal.FOLD)
_NO_BLACKJACK = "no dealer blackjack"
PosedQuestion = tuple[State, Question]


class Position(ABC):
    """What a player may ask about: a hand against an up card, unless *keys* says otherwise."""

    keys: tuple[str, ...] = (HAND, UP)
    """The places of cards that are named."""

    def problems(self, shown: ShownCards) -> Iterator[Problem]:
        """Yield what is wrong whatever the table."""
        yield from shown.unread(*self.keys)
        yield from self.own_problems(shown)

    @abstractmethod
    def own_problems(self, shown: ShownCards) -> Iterator[Problem]:
        """Yield what is wrong with cards that can be read: what no seat is asked about."""

    def problems_here(self, setup: Setup, shown: ShownCards) -> Iterator[Problem]:
        """Yield what is wrong at this table: cards that the shoe does not have."""
        yield from not_in_shoe(setup, shown.cards(*self.keys))

    @abstractmethod
    def questions(self, setup: Setup, shown: ShownCards) -> tuple[PosedQuestion, ...]:
        """Return the states and questions; a second one is what is asked after the first."""

    def as_json(self, _: Setup, shown: ShownCards) -> dict[str, Any]:
        """Return what was named."""
        return {key.removeprefix("--"): format_cards(shown.cards(key)) for key in self.keys}

    @abstractmethod
    def heading(self, setup: Setup, shown: ShownCards) -> tuple[str, ...]:
        """Return the same for people, and what the values are in units of."""


class OneHand(Position):
    """A blackjack hand against an up card."""

    def __init__(self, *, switches: bool = False, has_poker: bool = False) -> None:
        """Take what else is asked in a round: to switch two hands, or to bet in a poker part."""
        self.switches, self.has_poker = switches, has_poker

    def own_problems(self, shown: ShownCards) -> Iterator[Problem]:
        """A hand of one card, two up cards, a total over 21 that is asked something."""
        if shown.count(HAND) < _TWO:
            yield impossible(HAND, 'a hand is two cards or more, as in "6h 7h"')
        yield from no_up_card(shown)
        if shown.doubled < 0:
            yield impossible(DOUBLED, "a hand cannot be doubled fewer than 0 times")
        yield from over_21(shown)

    def problems_here(self, setup: Setup, shown: ShownCards) -> Iterator[Problem]:
        """Cards, doublings and lammers that the table does not have."""
        yield from super().problems_here(setup, shown)
        most = setup.rules.doublings if setup.rules.redouble else 1
        if shown.doubled > most:
            times = "once" if most == 1 else f"{most} times"
            message = f"a hand is doubled at most {times} here, not {shown.doubled} times"
            yield impossible(DOUBLED, message)
        if not setup.rules.free_bets:
            yield from conflicts({FREE: shown.free}, "this game has no lammers: no hand is free")
        if 0 < shown.doubled <= most and _TWO <= shown.count(HAND) < _TWO + shown.doubled:
            message = f"a hand doubled {shown.doubled} times has {_TWO + shown.doubled} cards"
            yield impossible("", f"{message} or more")

    def questions(self, setup: Setup, shown: ShownCards) -> tuple[PosedQuestion, ...]:
        """A hand that a lammer carries was made by a split."""
        split, main = shown.after_split or shown.free, setup.mains[0]
        cards = shown.cards(HAND)
        hand = replace(hand_of(cards, split=split, doublings=shown.doubled), wager=main)
        if shown.free:
            hand = replace(hand, stake=0, free=hand.base, made_free=True)
        neighbours = (replace(hand_of(cards[:1], split=True), number=2, wager=main),) * split
        state = _state(setup, (hand, *neighbours), shown.cards(UP))
        return ((state, _hand_question(state, "")),)

    def as_json(self, setup: Setup, shown: ShownCards) -> dict[str, Any]:
        """The hand, and what it has been through."""
        return super().as_json(setup, shown) | {
            "doubled": shown.doubled,
            "after_split": shown.after_split or shown.free,
            "free": shown.free,
        }

    def heading(self, _: Setup, shown: ShownCards) -> tuple[str, ...]:
        """What the values are given, and in units of what."""
        first = f"{_against(shown)}, {_NO_BLACKJACK}; in units of the first wager"
        alone = "once switched or kept, by itself: the cards of the other hand are not looked at"
        return (first, alone) if self.switches else (first,)


class TwoHands(Position):
    """Blackjack Switch: both hands as dealt."""

    keys = (HAND, OTHER, UP)

    def __init__(self, *, here: bool) -> None:
        """Take whether the game deals two hands to a seat."""
        self._here = here

    def own_problems(self, shown: ShownCards) -> Iterator[Problem]:
        """More or fewer than two cards in a hand, and hands that have been played."""
        for key in (HAND, OTHER):
            if shown.count(key) != _TWO:
                yield impossible(key, 'a hand that may be switched is two cards, as in "Ts 6h"')
        yield from no_up_card(shown)
        message = "hands are switched before they are played: name this or --other"
        yield from conflicts(shown.flags, message)

    def problems_here(self, setup: Setup, shown: ShownCards) -> Iterator[Problem]:
        """A game without a second hand, and cards that the shoe does not have."""
        if not self._here:
            message = "a seat has no other hand here to switch cards with"
            yield from conflicts({OTHER: True}, message)
        yield from super().problems_here(setup, shown)

    def questions(self, setup: Setup, shown: ShownCards) -> tuple[PosedQuestion, ...]:
        """Whether to switch."""
        hands = tuple(
            replace(hand_of(shown.cards(key)), number=number, wager=main)
            for number, (key, main) in enumerate(zip((HAND, OTHER), setup.mains, strict=True), 1)
        )
        state = _state(setup, hands, shown.cards(UP))
        return ((state, Question(1, 1, legal.SWITCH_CHOICES)),)

    def heading(self, _: Setup, shown: ShownCards) -> tuple[str, ...]:
        """Both hands, and the hands that a switch makes."""
        (one, two), (three, four) = hands = shown.cards(HAND), shown.cards(OTHER)
        made = " and ".join(map(format_cards, exchanged((one, two), (three, four))))
        both = " and ".join(map(format_cards, hands))
        return (
            f"{both} against {format_cards(shown.cards(UP))}, {_NO_BLACKJACK}",
            f"switched they are {made}; both hands in units of one wager",
        )


class ThreeCards(Position):
    """3 Card 21: three cards or more, or a hand of a split."""

    keys = (HAND, UP, OTHER)

    def own_problems(self, shown: ShownCards) -> Iterator[Problem]:
        """What no seat of this game is asked about."""
        split = shown.other is not None or shown.after_split
        count, least = shown.count(HAND), _TWO if split else CARDS
        if count < least:
            message = 'a hand is three cards or more, as in "8h 8c 5d"; after a split two or more'
            yield impossible(HAND, message)
        if split and shown.count(OTHER) != CARDS - 1:
            message = 'after a split name the cards that start the other two hands, as in "8c 5d"'
            yield impossible(OTHER, message)
        yield from no_up_card(shown)
        if split or count != CARDS:
            yield from over_21(shown)
        if shown.doubled:
            yield impossible(DOUBLED, "a hand that was doubled is asked nothing here")
        yield from conflicts({FREE: shown.free}, "this game has no lammers: no hand is free")

    def questions(self, setup: Setup, shown: ShownCards) -> tuple[PosedQuestion, ...]:
        """How to play the hand, beside the starts of the others."""
        starts = shown.cards(OTHER)
        hands = (
            hand_of(shown.cards(HAND), split=bool(starts)),
            *(replace(hand_of((card,), split=True), number=n) for n, card in enumerate(starts, 2)),
        )
        state = _state(setup, hands, shown.cards(UP))
        return ((state, _hand_question(state, HAND)),)

    def as_json(self, setup: Setup, shown: ShownCards) -> dict[str, Any]:
        """The hand, the starts of the others and the up card."""
        return super().as_json(setup, shown) | {
            "after_split": bool(shown.cards(OTHER)),
            "before_peek": _is_before_peek(shown),
        }

    def heading(self, _: Setup, shown: ShownCards) -> tuple[str, ...]:
        """The hand, and whether the dealer has looked."""
        dealer = "a dealer blackjack counted in" if _is_before_peek(shown) else _NO_BLACKJACK
        others = shown.cards(OTHER)
        beside = f" beside {format_cards(others)}" if others else ""
        return (f"{_against(shown, beside)}, {dealer}; in units of the first wager",)


class BetThenHand(Position):
    """Ante Up 21: to bet or to fold with two cards, then how to play."""

    def own_problems(self, shown: ShownCards) -> Iterator[Problem]:
        """Only a hand that is neither doubled nor split is valued."""
        if shown.count(HAND) < _TWO:
            yield impossible(HAND, 'a hand is two cards or more, as in "9s 8d"')
        yield from no_up_card(shown)
        yield from over_21(shown)
        message = "only a hand that is neither doubled nor split is valued here: leave this out"
        yield from conflicts(shown.flags, message)

    def questions(self, setup: Setup, shown: ShownCards) -> tuple[PosedQuestion, ...]:
        """With two cards to bet or fold, and the hand once the bet is made."""
        hand, up = hand_of(shown.cards(HAND)), shown.cards(UP)
        folds = _state(setup, (hand,), up, ANTE)
        bet = _state(setup, (hand,), up, ANTE, BET)
        played = Question(1, 1, legal.hand_choices(setup, hand, 1))
        if len(hand.cards) == _TWO:
            return (folds, Question(1, 1, _BET_OR_FOLD, BET)), (bet, played)
        if not played.choices:
            raise _nothing_asked(HAND, "this hand is asked nothing: it stands")
        return ((bet, played),)

    def heading(self, _: Setup, shown: ShownCards) -> tuple[str, ...]:
        """The hand, and in units of what."""
        return (f"{_against(shown)}; in units of the ANTE, with an equal 21",)


class CommunityCards(Position):
    """21-Hold 'em: to bet on or to fold in the poker part."""

    keys = (HAND, COMMUNITY)

    def __init__(self, *, here: bool) -> None:
        """Take whether the game has community cards."""
        self._here = here

    def own_problems(self, shown: ShownCards) -> Iterator[Problem]:
        """Two community cards, one card or two of your own, and nothing of a blackjack hand."""
        if shown.count(COMMUNITY) != _TWO:
            yield impossible(COMMUNITY, 'the community cards are two, as in "Ks 7d"')
        if shown.count(HAND) not in ASKED:
            message = "with the community cards, a hand of one card or two"
            yield impossible(HAND, f"{message} is asked to bet or to fold")
        message = "this is said of a blackjack hand: name it or --community"
        yield from conflicts(_of_blackjack(shown), message)

    def problems_here(self, setup: Setup, shown: ShownCards) -> Iterator[Problem]:
        """A game without community cards, and cards that the shoe does not have."""
        if not self._here:
            yield from conflicts({COMMUNITY: True}, "this game has no community cards")
        yield from super().problems_here(setup, shown)

    def questions(self, setup: Setup, shown: ShownCards) -> tuple[PosedQuestion, ...]:
        """Whether to fold."""
        state = _state(setup, (hand_of(()),), shown.cards(COMMUNITY), POKER)
        seat = replace(state.seats[0], poker=shown.cards(HAND))
        return ((replace(state, seats=(seat,)), Question(1, 1, _BET_OR_FOLD)),)

    def heading(self, _: Setup, shown: ShownCards) -> tuple[str, ...]:
        """The cards, and in units of what."""
        held, common = (format_cards(shown.cards(key)) for key in self.keys)
        return (f"{held} with {common} in common; in units of PK",)


class FiveCards(Position):
    """Five cards of your own, before the dealer shows any."""

    keys = (HAND,)
    example: str
    why: str
    """Why nothing else is named."""

    def own_problems(self, shown: ShownCards) -> Iterator[Problem]:
        """More or fewer cards, and anything of a blackjack hand."""
        if shown.count(HAND) != HAND_SIZE:
            yield impossible(HAND, f'a hand is five cards here, as in "{self.example}"')
        yield from conflicts(_of_blackjack(shown), self.why)


class SetCards(FiveCards):
    """Pai Jack: how to set five cards."""

    example = "Ts 9h 5d 4c As"
    why = "a hand is set before anything is seen: leave this out"

    def questions(self, setup: Setup, shown: ShownCards) -> tuple[PosedQuestion, ...]:
        """Which two cards to set apart."""
        cards = shown.cards(HAND)
        state = _state(setup, (hand_of(cards),), ())
        return ((state, Question(1, 1, legal.settings(setup, cards))),)

    def heading(self, _: Setup, shown: ShownCards) -> tuple[str, ...]:
        """The cards, and in units of what."""
        return (f"{format_cards(shown.cards(HAND))}; in units of the main wager",)


class PlayOrFold(FiveCards):
    """Deuces Wild Xtreme: to play five cards or to fold."""

    example = "4s 4h 9d 7c Jk"
    why = "the dealer shows nothing before the decision: leave this out"

    def questions(self, setup: Setup, shown: ShownCards) -> tuple[PosedQuestion, ...]:
        """Whether to fold."""
        hand = replace(hand_of(shown.cards(HAND)), wager=ANTE)
        state = _state(setup, (hand,), (), ANTE)
        return ((state, Question(1, 1, _BET_OR_FOLD)),)

    def as_json(self, setup: Setup, shown: ShownCards) -> dict[str, Any]:
        """The hand, its name and how it fares against the dealer's hands."""
        won, tied, lost = solved_wild(setup).hand(shown.cards(HAND)).met
        return super().as_json(setup, shown) | {
            "name": wild_name(shown.cards(HAND)),
            "dealer_hands": {"win": won, "tie": tied, "lose": lost},
        }

    def heading(self, setup: Setup, shown: ShownCards) -> tuple[str, ...]:
        """The cards, their name, and how they fare."""
        cards = shown.cards(HAND)
        won, tied, lost = solved_wild(setup).hand(cards).met
        return (
            f"{format_cards(cards)}, {wild_name(cards)}; in units of the ante, with Odds",
            f"beats {won:,} dealer hands, ties with {tied:,}, loses to {lost:,}",
        )


POSITIONS: Mapping[RoundKind, Position] = {
    RoundKind.BLACKJACK: OneHand(),
    RoundKind.SWITCH: OneHand(switches=True),
    RoundKind.HOLDEM: OneHand(has_poker=True),
    RoundKind.THREE_CARD_21: ThreeCards(),
    RoundKind.ANTE_UP: BetThenHand(),
    RoundKind.PAI_JACK: SetCards(),
    RoundKind.WILD_POKER: PlayOrFold(),
}
"""Kind of round -> what is asked where nothing but a hand and an up card are named."""


def position_of(kind: RoundKind | None, shown: ShownCards) -> Position:
    """Return what is asked: community cards and another hand ask for something else.

    Of a game that is not known (None) a blackjack hand is taken to be asked about.
    """
    position = OneHand() if kind is None else POSITIONS[kind]
    one_hand = position if isinstance(position, OneHand) else None
    if shown.community is not None:
        return CommunityCards(here=one_hand is not None and one_hand.has_poker)
    if one_hand is not None and shown.other is not None:
        return TwoHands(here=one_hand.switches)
    return position


def _state(setup: Setup, hands: tuple[Hand, ...], dealer: tuple[Card, ...], *more: str) -> State:
    """A seat with one unit on every main wager and on *more*."""
    wagers = dict.fromkeys((*setup.mains, *more), hands[0].base)
    return State(setup, (Seat(1, "", wagers, setup.mains, hands, {}),), {}, dealer=dealer)


def _hand_question(state: State, key: str) -> Question:
    (seat,) = state.seats
    choices = legal.hand_choices(state.setup, seat.hands[0], len(seat.hands))
    if not choices:
        raise _nothing_asked(key, "this hand is asked nothing: it is settled or stands")
    return Question(1, 1, choices)


def _nothing_asked(key: str, message: str) -> RulesError:
    return RulesError([Problem(code="hand/nothing-asked", key=key, message=message)])


def _of_blackjack(shown: ShownCards) -> dict[str, object]:
    return {UP: shown.up, OTHER: shown.other, **shown.flags}


def _against(shown: ShownCards, beside: str = "") -> str:
    held, up = (format_cards(shown.cards(key)) for key in (HAND, UP))
    return f"{held}{beside} against {up}"


def _is_before_peek(shown: ShownCards) -> bool:
    """2111(6): whether it is a 21 as dealt, which is decided before the dealer looks."""
    cards = shown.cards(HAND)
    dealt = len(cards) == CARDS and not shown.cards(OTHER)
    return dealt and hand_of(cards).total == TWENTY_ONE
