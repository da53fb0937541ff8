"""Advice for cards that are named: the same question, and the same values, as at the table."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.cards import Unseen, format_cards, parse_cards
from pitboss.engine.actions import Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.setup import Setup, prepare
from pitboss.exact.advising.advise import advise
from pitboss.exact.advising.positions import POSITIONS
from pitboss.exact.advising.shown_cards import ShownCards
from pitboss.exact.decisions import Decisions
from pitboss.rulebook.defaults import complete_main_game
from pitboss.rulebook.house import House
from pitboss.rulebook.model import OptionValue, RoundKind
from pitboss.rulebook.problems import RulesError


def table(game: str, **options: OptionValue) -> Setup:
    house, _ = complete_main_game(House(game=game, options=options))
    return prepare(house)


def test_every_kind_of_round_can_be_asked_about() -> None:
    assert set(POSITIONS) == set(RoundKind)


def test_a_table_is_identified_by_what_it_prints() -> None:
    """Solutions are cached by it: an address would differ from process to process."""
    assert " at 0x" not in repr(table("reference/blackjack"))


@pytest.mark.parametrize(
    ("game", "dealt", "wagers", "shown"),
    [
        ("reference/blackjack", "Ts 9c 6d 2c", {"main": 2}, {"hand": "Ts 6d", "up": "9c"}),
        ("co/free-bet", "8h 6s 8c 2c", {"main": 2}, {"hand": "8h 8c", "up": "6s"}),
        (
            "co/blackjack-switch",
            "Kh 5s 6s 6c Td 2c",
            {"main-1": 2, "main-2": 2},
            {"hand": "Kh 6c", "other": "5s Td", "up": "6s"},
        ),
        ("co/pai-jack", "As Kd 5c 6h 9s 2c 3c 4c 7c 8c", {"main": 2}, {"hand": "As Kd 5c 6h 9s"}),
    ],
)
def test_named_cards_are_worth_what_the_same_cards_are_at_the_table(
    game: str, dealt: str, wagers: dict[str, int], shown: dict[str, Any]
) -> None:
    setup = table(game)
    played = Round.start(setup, [Bets(1, wagers)])
    for card in parse_cards(dealt):
        played.deal(card)
    assert isinstance(played.due, Question)
    decisions = Decisions(setup)

    advice = advise(setup, ShownCards(**shown), decisions)

    expected = decisions.worth(played.state, played.due)
    assert [(choice.action, choice.value, choice.low) for choice in advice.choices] == [
        (choice.action, choice.value, choice.low) for choice in expected.values
    ]
    assert advice.best.action == expected.best.action
    assert advice.as_json()["best"] == str(expected.best.action)


def test_everything_that_is_wrong_is_said_at_once() -> None:
    with pytest.raises(RulesError) as error:
        advise(table("reference/blackjack"), ShownCards(hand="1x Ts Ts 5c", free=True))

    codes = [problem.code for problem in error.value.problems]
    assert codes == ["record/card-unknown", "hand/no-up-card", "hand/over", "option/conflict"]


@pytest.mark.parametrize(
    ("game", "more", "fewer", "shown"),
    [
        ("reference/blackjack", 2, 1, {"hand": "Th 6d", "up": "Tc"}),
        ("co/blackjack-switch", 8, 6, {"hand": "Th 6d", "other": "8c 5s", "up": "Tc"}),
        ("co/3-card-21", 8, 6, {"hand": "8h 8c 3d", "up": "6s"}),
        ("co/ante-up-21", 6, 2, {"hand": "9s 8d", "up": "Kh"}),
    ],
)
def test_whole_decks_that_are_gone_leave_a_table_of_fewer_decks(
    game: str, more: int, fewer: int, shown: dict[str, Any]
) -> None:
    large, small = (table(game, decks=number) for number in (more, fewer))
    deck = Unseen.from_shoe(large.shoe).without(*small.shoe.cards()).cards()
    gone = advise(large, ShownCards(**shown, gone=format_cards(deck)))

    assert [(choice.action, choice.value) for choice in gone.choices] == [
        (choice.action, pytest.approx(choice.value, abs=1e-12))
        for choice in advise(small, ShownCards(**shown)).choices
    ]
    assert gone.heading[-1].startswith("gone before this round: ")


def test_no_card_is_gone_where_every_round_has_a_whole_deck() -> None:
    with pytest.raises(RulesError) as error:
        advise(table("co/pai-jack"), ShownCards(hand="Ts 9h 5d 4c As", gone="2s"))
    assert [problem.code for problem in error.value.problems] == ["shoe/whole-deck"]
