"""Ante Up 21: what to bet, to fold and every choice with a hand are worth, wager by wager."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from pitboss.cards import Card, rank_of
from pitboss.engine import legal
from pitboss.engine.actions import ActionKind
from pitboss.engine.setup import Setup
from pitboss.exact.ante_up import Against, Worth, place_of
from pitboss.exact.ante_up_play import Aim, Table, split_values
from pitboss.exact.arithmetic import FLOATS, Arithmetic
from pitboss.exact.known_table import KnownTable
from pitboss.exact.rule_tables import KINDS, hand_of


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice and what it is worth, in units of the 21 wager and of an equal ANTE."""

    action: ActionKind
    worth: Worth


@dataclass(frozen=True, slots=True)
class AnteUpAdvice:
    """What may be decided with a hand, each time the best choice first."""

    first: tuple[Choice, ...]
    """With two cards, before the dealer looks: bet or fold."""
    hand: tuple[Choice, ...]
    """Once the bet is made and the dealer has no blackjack: what to do with the hand."""


def advise_ante_up(
    setup: Setup, cards: tuple[Card, ...], up: Card, arithmetic: Arithmetic = FLOATS
) -> AnteUpAdvice:
    """Value every choice with a hand that has not been split."""
    ranks = tuple(map(rank_of, cards))
    against = _against(KnownTable.of(setup), rank_of(up), arithmetic)
    kinds = [choice.kind for choice in legal.hand_choices(setup, hand_of(cards), 1)]
    hand, splits = place_of(ranks), None
    if ActionKind.SPLIT in kinds:
        splits = split_values(against.up, only=hand)
    play = against.played_with(splits)
    values = play[Aim.BOTH].values[hand]
    found = [Choice(kind, Worth(*values[KINDS[kind]])) for kind in kinds]
    first: list[Choice] = []
    if len(cards) == 2:
        two = against.valued((ranks[0], ranks[1]), play)
        bet, fold = two.bet[Aim.BOTH], two.fold
        first = [Choice(ActionKind.BET, bet), Choice(ActionKind.FOLD, fold)]
    return AnteUpAdvice(_best_first(first), _best_first(found))


def _best_first(choices: Iterable[Choice]) -> tuple[Choice, ...]:
    return tuple(sorted(choices, key=lambda each: each.worth.both, reverse=True))


@lru_cache(maxsize=13)
def _against(table: KnownTable, up: int, arithmetic: Arithmetic) -> Against:
    """Hands against an up card, pairs apart: their splits are valued when they are asked for."""
    return Against(Table(table.setup, arithmetic), up, splits=False)
