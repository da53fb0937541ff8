"""The positions of every kind of round. A position is a hand that needs advice."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.cards import Card, format_cards
from pitboss.compiled.rule_tables import make_hand, unit_stakes
from pitboss.engine import legal
from pitboss.engine.actions import ActionKind, Choice, Question
from pitboss.engine.rounds.ante_up import ANTE, BET
from pitboss.engine.rounds.holdem import POKER
from pitboss.engine.setup import Setup
from pitboss.engine.state import Hand, Seat, State
from pitboss.engine.values import replace
from pitboss.exact.advising.shown_cards import (
    COMMUNITY,
    DOUBLED,
    FREE,
    GONE,
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
from pitboss.exact.counting.five_cards import HAND_SIZE
from pitboss.exact.holdem.decisions import ASKED
from pitboss.exact.switch.decisions import switch_cards
from pitboss.exact.three_card_21.decisions import ThreeCardPosition
from pitboss.exact.three_card_21.solver import CARDS
from pitboss.exact.wager_size import at_wager
from pitboss.exact.wild_poker.solution import wild_solution
from pitboss.rulebook.model import RoundKind
from pitboss.rulebook.pays import format_dollars
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.text.hands import wild_name

TWO = 2
BET_OR_FOLD = (Choice(ActionKind.BET), legal.FOLD)
NO_BLACKJACK = "no dealer blackjack"
PosedQuestion = tuple[State, Question]


class AdvisedPosition(ABC):
    """A hand that needs advice: two cards against an up card, unless *keys* names other cards."""

    keys: tuple[str, ...] = (HAND, UP)
    """The places of the named cards."""

    def problems(self, shown: ShownCards) -> Iterator[Problem]:
        """Yield the problems that do not depend on the table."""
        yield from shown.unread(*self.keys, GONE)
        yield from self.own_problems(shown)

    @abstractmethod
    def own_problems(self, shown: ShownCards) -> Iterator[Problem]:
        """Yield the problems of readable cards: positions that no seat can have."""

    def problems_here(self, setup: Setup, shown: ShownCards) -> Iterator[Problem]:
        """Yield the problems at this table: cards that the shoe does not have."""
        yield from not_in_shoe(setup, shown.cards(*self.keys, GONE))

    @abstractmethod
    def questions(self, setup: Setup, shown: ShownCards) -> tuple[PosedQuestion, ...]:
        """Return the states and questions; a second one follows the first."""

    def as_json(self, _: Setup, shown: ShownCards) -> dict[str, Any]:
        """Return the named cards."""
        keys = (*self.keys, GONE) if shown.gone else self.keys
        return {key.removeprefix("--"): format_cards(shown.cards(key)) for key in keys}

    @abstractmethod
    def heading(self, setup: Setup, shown: ShownCards) -> tuple[str, ...]:
        """Return the same for people, and the unit of the values."""


def make_state(
    setup: Setup, hands: tuple[Hand, ...], dealer: tuple[Card, ...], *more: str
) -> State:
    """Return a seat with one unit on every main wager and on *more*."""
    wagers = dict.fromkeys((*setup.mains, *more), hands[0].base)
    return State(
        setup,
        (Seat(number=1, player="", wagers=wagers, units=setup.mains, hands=hands, insured={}),),
        {},
        dealer=dealer,
    )


def hand_question(state: State, key: str) -> Question:
    """Return the question about the first hand; raise `RulesError` if it has no decision."""
    (seat,) = state.seats
    choices = legal.hand_choices(state.setup, seat.hands[0], len(seat.hands))
    if not choices:
        raise no_decision(key, "this hand is asked nothing: it is settled or stands")
    return Question(1, 1, choices)


def no_decision(key: str, message: str) -> RulesError:
    """Return the error of a hand without a decision."""
    return RulesError([Problem(code="hand/nothing-asked", key=key, message=message)])


def blackjack_flags(shown: ShownCards) -> dict[str, object]:
    """Return everything that only a blackjack hand has."""
    return {UP: shown.up, OTHER: shown.other, **shown.flags}


def against(shown: ShownCards, beside: str = "") -> str:
    """Return the hand and the up card in words."""
    held, up = (format_cards(shown.cards(key)) for key in (HAND, UP))
    return f"{held}{beside} against {up}"


class OneHand(AdvisedPosition):
    """A blackjack hand against an up card."""

    def __init__(self, *, switches: bool = False, has_poker: bool = False) -> None:
        """Take the other decisions of a round: to switch two hands, or to bet in a poker part."""
        self.switches = switches
        self.has_poker = has_poker

    def own_problems(self, shown: ShownCards) -> Iterator[Problem]:
        """Refuse a hand of one card, two up cards, and a total over 21."""
        if shown.count(HAND) < TWO:
            yield impossible(HAND, 'a hand is two cards or more, as in "6h 7h"')
        yield from no_up_card(shown)
        if shown.doubled < 0:
            yield impossible(DOUBLED, "a hand cannot be doubled fewer than 0 times")
        yield from over_21(shown)

    def problems_here(self, setup: Setup, shown: ShownCards) -> Iterator[Problem]:
        """Refuse cards, doublings and lammers that the table does not have."""
        yield from super().problems_here(setup, shown)
        most = setup.rules.doublings if setup.rules.redouble else 1
        if shown.doubled > most:
            times = "once" if most == 1 else f"{most} times"
            message = f"a hand is doubled at most {times} here, not {shown.doubled} times"
            yield impossible(DOUBLED, message)
        if not setup.rules.free_bets:
            yield from conflicts({FREE: shown.free}, "this game has no lammers: no hand is free")
        if 0 < shown.doubled <= most and TWO <= shown.count(HAND) < TWO + shown.doubled:
            message = f"a hand doubled {shown.doubled} times has {TWO + shown.doubled} cards"
            yield impossible("", f"{message} or more")

    def questions(self, setup: Setup, shown: ShownCards) -> tuple[PosedQuestion, ...]:
        """Return how to play the hand; a lammer means that a split made it."""
        split = shown.after_split or shown.free
        main = setup.mains[0]
        cards = shown.cards(HAND)
        hand = replace(make_hand(cards, split=split, doublings=shown.doubled), wager=main)
        if shown.wager is not None:
            hand = _with_wager(setup, hand, shown.wager)
        if shown.free:
            hand = replace(hand, stake=0, free=hand.base, made_free=True)
        neighbours = (replace(make_hand(cards[:1], split=True), number=2, wager=main),) * split
        state = make_state(setup, (hand, *neighbours), shown.cards(UP))
        return ((state, hand_question(state, "")),)

    def as_json(self, setup: Setup, shown: ShownCards) -> dict[str, Any]:
        """Return the hand, and its history."""
        return super().as_json(setup, shown) | {
            "doubled": shown.doubled,
            "after_split": shown.after_split or shown.free,
            "free": shown.free,
            **({} if shown.wager is None else {"wager": shown.wager}),
        }

    def heading(self, _: Setup, shown: ShownCards) -> tuple[str, ...]:
        """Return the conditions and the unit of the values."""
        unit = "the first wager" if shown.wager is None else format_dollars(shown.wager)
        first = f"{against(shown)}, {NO_BLACKJACK}; in units of {unit}"
        alone = "once switched or kept, by itself: the cards of the other hand are not looked at"
        return (first, alone) if self.switches else (first,)


def _with_wager(setup: Setup, hand: Hand, cents: int) -> Hand:
    """Return a hand with that wager on it, doubled as the table's maximum allows (W16)."""
    units = unit_stakes(at_wager(setup, cents))
    stakes = [int(unit * cents) for unit in units]
    before = stakes[hand.doublings - 1] if hand.doublings else 0
    stake = stakes[hand.doublings]
    return replace(hand, base=cents, stake=stake, portion=stake - before)


class TwoHands(AdvisedPosition):
    """Blackjack Switch: both hands as dealt."""

    keys = (HAND, OTHER, UP)

    def __init__(self, *, offered: bool) -> None:
        """Take whether the game deals two hands to a seat."""
        self._offered = offered

    def own_problems(self, shown: ShownCards) -> Iterator[Problem]:
        """Refuse hands that are not two cards, or have been played."""
        for key in (HAND, OTHER):
            if shown.count(key) != TWO:
                yield impossible(key, 'a hand that may be switched is two cards, as in "Ts 6h"')
        yield from no_up_card(shown)
        message = "hands are switched before they are played: name this or --other"
        yield from conflicts(shown.flags, message)

    def problems_here(self, setup: Setup, shown: ShownCards) -> Iterator[Problem]:
        """Refuse a game without a second hand, and cards that the shoe does not have."""
        if not self._offered:
            message = "a seat has no other hand here to switch cards with"
            yield from conflicts({OTHER: True}, message)
        yield from super().problems_here(setup, shown)

    def questions(self, setup: Setup, shown: ShownCards) -> tuple[PosedQuestion, ...]:
        """Return whether to switch."""
        hands = tuple(
            replace(make_hand(shown.cards(key)), number=number, wager=main)
            for number, (key, main) in enumerate(zip((HAND, OTHER), setup.mains, strict=True), 1)
        )
        state = make_state(setup, hands, shown.cards(UP))
        return ((state, Question(1, 1, legal.SWITCH_CHOICES)),)

    def heading(self, _: Setup, shown: ShownCards) -> tuple[str, ...]:
        """Return both hands, and the hands after a switch."""
        (one, two), (three, four) = hands = shown.cards(HAND), shown.cards(OTHER)
        made = " and ".join(map(format_cards, switch_cards((one, two), (three, four))))
        both = " and ".join(map(format_cards, hands))
        return (
            f"{both} against {format_cards(shown.cards(UP))}, {NO_BLACKJACK}",
            f"switched they are {made}; both hands in units of one wager",
        )


class ThreeCards(AdvisedPosition):
    """3 Card 21: three cards or more, or a hand of a split."""

    keys = (HAND, UP, OTHER)

    def own_problems(self, shown: ShownCards) -> Iterator[Problem]:
        """Refuse positions that no seat of this game can have."""
        split = shown.other is not None or shown.after_split
        count = shown.count(HAND)
        least = TWO if split else CARDS
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
        """Return how to play the hand, beside the starts of the others."""
        starts = shown.cards(OTHER)
        hands = (
            make_hand(shown.cards(HAND), split=bool(starts)),
            *(
                replace(make_hand((card,), split=True), number=n)
                for n, card in enumerate(starts, 2)
            ),
        )
        state = make_state(setup, hands, shown.cards(UP))
        return ((state, hand_question(state, HAND)),)

    def as_json(self, setup: Setup, shown: ShownCards) -> dict[str, Any]:
        """Return the hand, the starts of the others and the up card."""
        return super().as_json(setup, shown) | {
            "after_split": bool(shown.cards(OTHER)),
            "before_peek": _is_before_peek(shown),
        }

    def heading(self, _: Setup, shown: ShownCards) -> tuple[str, ...]:
        """Return the hand, and whether the dealer has looked."""
        dealer = "a dealer blackjack counted in" if _is_before_peek(shown) else NO_BLACKJACK
        others = shown.cards(OTHER)
        beside = f" beside {format_cards(others)}" if others else ""
        return (f"{against(shown, beside)}, {dealer}; in units of the first wager",)


class BetThenHand(AdvisedPosition):
    """Ante Up 21: to bet or to fold with two cards, then how to play."""

    def own_problems(self, shown: ShownCards) -> Iterator[Problem]:
        """Refuse a hand that is doubled or split."""
        if shown.count(HAND) < TWO:
            yield impossible(HAND, 'a hand is two cards or more, as in "9s 8d"')
        yield from no_up_card(shown)
        yield from over_21(shown)
        message = "only a hand that is neither doubled nor split is valued here: leave this out"
        yield from conflicts(shown.flags, message)

    def questions(self, setup: Setup, shown: ShownCards) -> tuple[PosedQuestion, ...]:
        """Return bet or fold with two cards, and the play after the bet."""
        hand = make_hand(shown.cards(HAND))
        up = shown.cards(UP)
        folds = make_state(setup, (hand,), up, ANTE)
        bet = make_state(setup, (hand,), up, ANTE, BET)
        played = Question(1, 1, legal.hand_choices(setup, hand, 1))
        if len(hand.cards) == TWO:
            return (folds, Question(1, 1, BET_OR_FOLD, BET)), (bet, played)
        if not played.choices:
            raise no_decision(HAND, "this hand is asked nothing: it stands")
        return ((bet, played),)

    def heading(self, _: Setup, shown: ShownCards) -> tuple[str, ...]:
        """Return the hand, and the unit of the values."""
        return (f"{against(shown)}; in units of the ANTE, with an equal 21",)


def _is_before_peek(shown: ShownCards) -> bool:
    cards, (up,), others = (shown.cards(key) for key in (HAND, UP, OTHER))
    return ThreeCardPosition(cards=cards, up=up, others=others).is_before_peek


class CommunityCards(AdvisedPosition):
    """21-Hold 'em: to bet on or to fold in the poker part."""

    keys = (HAND, COMMUNITY)

    def __init__(self, *, offered: bool) -> None:
        """Take whether the game has community cards."""
        self._offered = offered

    def own_problems(self, shown: ShownCards) -> Iterator[Problem]:
        """Refuse all but two community cards and one or two own cards."""
        if shown.count(COMMUNITY) != TWO:
            yield impossible(COMMUNITY, 'the community cards are two, as in "Ks 7d"')
        if shown.count(HAND) not in ASKED:
            message = "with the community cards, a hand of one card or two"
            yield impossible(HAND, f"{message} is asked to bet or to fold")
        message = "this is said of a blackjack hand: name it or --community"
        yield from conflicts(blackjack_flags(shown), message)

    def problems_here(self, setup: Setup, shown: ShownCards) -> Iterator[Problem]:
        """Refuse a game without community cards, and cards that the shoe does not have."""
        if not self._offered:
            yield from conflicts({COMMUNITY: True}, "this game has no community cards")
        yield from super().problems_here(setup, shown)

    def questions(self, setup: Setup, shown: ShownCards) -> tuple[PosedQuestion, ...]:
        """Return whether to fold."""
        state = make_state(setup, (make_hand(()),), shown.cards(COMMUNITY), POKER)
        seat = replace(state.seats[0], poker=shown.cards(HAND))
        return ((replace(state, seats=(seat,)), Question(1, 1, BET_OR_FOLD)),)

    def heading(self, _: Setup, shown: ShownCards) -> tuple[str, ...]:
        """Return the cards, and the unit of the values."""
        held, common = (format_cards(shown.cards(key)) for key in self.keys)
        return (f"{held} with {common} in common; in units of PK",)


class FiveCards(AdvisedPosition):
    """Five cards of the player, before the dealer shows any."""

    keys = (HAND,)
    example: str
    why: str
    """Why nothing else can be named."""

    def own_problems(self, shown: ShownCards) -> Iterator[Problem]:
        """Refuse more or fewer cards, and anything of a blackjack hand."""
        if shown.count(HAND) != HAND_SIZE:
            yield impossible(HAND, f'a hand is five cards here, as in "{self.example}"')
        yield from conflicts(blackjack_flags(shown), self.why)


class SetCards(FiveCards):
    """Pai Jack: how to set five cards."""

    example = "Ts 9h 5d 4c As"
    why = "a hand is set before anything is seen: leave this out"

    def questions(self, setup: Setup, shown: ShownCards) -> tuple[PosedQuestion, ...]:
        """Return which two cards make the low hand."""
        cards = shown.cards(HAND)
        state = make_state(setup, (make_hand(cards),), ())
        return ((state, Question(1, 1, legal.settings(setup, cards))),)

    def heading(self, _: Setup, shown: ShownCards) -> tuple[str, ...]:
        """Return the cards, and the unit of the values."""
        return (f"{format_cards(shown.cards(HAND))}; in units of the main wager",)


class PlayOrFold(FiveCards):
    """Deuces Wild Xtreme: to play five cards or to fold."""

    example = "4s 4h 9d 7c Jk"
    why = "the dealer shows nothing before the decision: leave this out"

    def questions(self, setup: Setup, shown: ShownCards) -> tuple[PosedQuestion, ...]:
        """Return whether to fold."""
        hand = replace(make_hand(shown.cards(HAND)), wager=ANTE)
        state = make_state(setup, (hand,), (), ANTE)
        return ((state, Question(1, 1, BET_OR_FOLD)),)

    def as_json(self, setup: Setup, shown: ShownCards) -> dict[str, Any]:
        """Return the hand, its name and its results against the dealer's hands."""
        won, tied, lost = wild_solution(setup).hand(shown.cards(HAND)).met
        return super().as_json(setup, shown) | {
            "name": wild_name(shown.cards(HAND)),
            "dealer_hands": {"win": won, "tie": tied, "lose": lost},
        }

    def heading(self, setup: Setup, shown: ShownCards) -> tuple[str, ...]:
        """Return the cards, their name, and their results."""
        cards = shown.cards(HAND)
        won, tied, lost = wild_solution(setup).hand(cards).met
        return (
            f"{format_cards(cards)}, {wild_name(cards)}; in units of the ante, with Odds",
            f"beats {won:,} dealer hands, ties with {tied:,}, loses to {lost:,}",
        )


POSITIONS: Mapping[RoundKind, AdvisedPosition] = {
    RoundKind.BLACKJACK: OneHand(),
    RoundKind.SWITCH: OneHand(switches=True),
    RoundKind.HOLDEM: OneHand(has_poker=True),
    RoundKind.THREE_CARD_21: ThreeCards(),
    RoundKind.ANTE_UP: BetThenHand(),
    RoundKind.PAI_JACK: SetCards(),
    RoundKind.WILD_POKER: PlayOrFold(),
}
"""Kind of round -> the position of a hand and an up card."""


def make_position(kind: RoundKind | None, shown: ShownCards) -> AdvisedPosition:
    """Return the position of the named cards; community cards or another hand change it.

    An unknown game (None) counts as blackjack.
    """
    position = OneHand() if kind is None else POSITIONS[kind]
    one_hand = position if isinstance(position, OneHand) else None
    if shown.community is not None:
        return CommunityCards(offered=one_hand is not None and one_hand.has_poker)
    if one_hand is not None and shown.other is not None:
        return TwoHands(offered=one_hand.switches)
    return position
