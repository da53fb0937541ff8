"""Positions with a poker hand or a hand to set."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.cards import format_cards
from pitboss.compiled.rule_tables import make_hand
from pitboss.engine import legal
from pitboss.engine.actions import Question
from pitboss.engine.rounds.ante_up import ANTE
from pitboss.engine.rounds.holdem import POKER
from pitboss.engine.setup import Setup
from pitboss.engine.values import replace
from pitboss.exact.advising.position import (
    BET_OR_FOLD,
    TWO,
    PosedQuestion,
    Position,
    blackjack_flags,
    make_state,
)
from pitboss.exact.advising.shown_cards import (
    COMMUNITY,
    HAND,
    ShownCards,
    conflicts,
    impossible,
)
from pitboss.exact.counting.wild_counts import HAND_SIZE
from pitboss.exact.holdem.decisions import ASKED
from pitboss.exact.wild_poker.solution import wild_solution
from pitboss.rulebook.problems import Problem
from pitboss.text.hands import wild_name


class CommunityCards(Position):
    """21-Hold 'em: to bet on or to fold in the poker part."""

    keys = (HAND, COMMUNITY)

    def __init__(self, *, here: bool) -> None:
        """Take whether the game has community cards."""
        self._here = here

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
        if not self._here:
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


class FiveCards(Position):
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
