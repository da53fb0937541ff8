"""Every family of wagers is known to every layer: a new one is missing nowhere."""

from __future__ import annotations

import pytest

from pitboss.engine.side_wagers import CLASS_OF
from pitboss.exact.counting import five_cards
from pitboss.exact.counting.distributions import DEALER_CLASS
from pitboss.exact.odds.play_bounds import BOUNDS
from pitboss.patterns.families import FAMILIES, DecidedBy, families_decided_by
from pitboss.report.maths.wager_maths import ROLES
from pitboss.rulebook.reading.library import game, game_ids
from pitboss.rulebook.reading.outcomes import FAMILIES as WORDS
from pitboss.simulator import side_wager_kernels

PAID_WITH_THE_HAND = families_decided_by(DecidedBy.TWENTY_ONE)
"""Families that are no side wagers."""


def test_the_rule_book_and_the_patterns_know_the_same_families() -> None:
    assert set(FAMILIES) == set(WORDS)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_outcome_of_a_family_has_a_word(family: str) -> None:
    lists = FAMILIES[family].outcomes
    used = {word for classes in lists for words in classes.values() for word in words}
    assert used <= WORDS[family]


def test_every_pay_table_belongs_to_a_family() -> None:
    for game_id in game_ids():
        assert {table.family for table in game(game_id).tables} <= set(FAMILIES)


def test_cards_of_the_deal_decide_the_families_that_name_some() -> None:
    named = {name for name, family in FAMILIES.items() if family.cards}
    assert named == families_decided_by(DecidedBy.DEAL)


def test_the_table_reads_every_other_family_off_a_whole_hand() -> None:
    deal = families_decided_by(DecidedBy.DEAL)
    assert set(CLASS_OF) == set(FAMILIES) - deal - PAID_WITH_THE_HAND


def test_the_exact_odds_count_every_family() -> None:
    """What certain cards of the deal decide is counted by its pattern alone."""
    assert set(DEALER_CLASS) == families_decided_by(DecidedBy.DEALER)
    assert set(five_cards.COUNTS) == families_decided_by(DecidedBy.FIVE_CARDS)
    assert set(BOUNDS) == families_decided_by(DecidedBy.PLAY)


def test_the_maths_report_has_words_for_the_cards_of_every_family() -> None:
    assert {family.cards for family in FAMILIES.values() if family.cards} <= set(ROLES)


def test_the_simulator_has_a_number_for_every_family() -> None:
    numbered = side_wager_kernels.NUMBERED
    assert set(numbered) == set(FAMILIES) - PAID_WITH_THE_HAND
    assert len(numbered) == len(set(numbered))


@pytest.mark.parametrize(
    ("constant", "family"),
    [
        ("MATCH_EACH_CARD", "match-each-card"),
        ("JACKPOT_UP_AND_DOWN", "jackpot-up-and-down"),
        ("BUST_CARDS", "dealer-bust-cards"),
        ("DEALER_22", "dealer-22"),
        ("BUST_UP_CARD", "dealer-bust-up-card"),
        ("LAMMERS", "lammers"),
        ("STRAIGHT_LENGTH", "straight-length"),
        ("PAI_JACK", "pai-jack"),
        ("WILD_POKER", "wild-poker"),
        ("WILD_CARDS", "wild-cards"),
        ("BAD_BEAT", "bad-beat"),
        ("FIVE_CARD", "five-card-poker"),
    ],
)
def test_the_names_of_numbers_are_those_of_their_families(constant: str, family: str) -> None:
    assert side_wager_kernels.NUMBERED[getattr(side_wager_kernels, constant)] == family
