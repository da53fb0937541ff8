"""Ante Up 21: what to bet, to fold and every choice with a hand are worth, wager by wager."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from pitboss.cards import Card, rank_of
from pitboss.compiled.rule_tables import KINDS, hand_of
from pitboss.engine import actions as engine
from pitboss.engine import legal
from pitboss.engine.actions import ActionKind
from pitboss.engine.setup import Setup
from pitboss.exact.ante_up.first_hands import Against, Worth, place_of
from pitboss.exact.ante_up.play import Aim, Played, Table
from pitboss.exact.ante_up.splits import split_values
from pitboss.exact.blackjack.arithmetic import Number
from pitboss.exact.cache import Keep, cached
from pitboss.exact.worth import Advice


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice and what it is worth: wager by wager, and together in units of the 21 wager."""

    action: ActionKind
    worth: Worth
    value: Number

    def as_advice(self) -> Advice:
        """Return the choice with the value of both wagers, and of each as a fact."""
        parts = {"value_of_21": self.worth.of_21, "value_of_poker": self.worth.of_poker}
        facts = {name: float(value) for name, value in parts.items()}
        return Advice(self.action, self.value, facts=facts)


@dataclass(frozen=True, slots=True)
class AnteUpAdvice:
    """What may be decided with a hand, each time the best choice first."""

    first: tuple[Choice, ...]
    """With two cards, before the dealer looks: bet or fold."""
    hand: tuple[Choice, ...]
    """Once the bet is made and the dealer has no blackjack: what to do with the hand."""


def advise_ante_up(
    setup: Setup, cards: tuple[Card, ...], up: Card, ante: Fraction = Fraction(1)
) -> AnteUpAdvice:
    """Value every choice with a hand that has not been split; *ante* is in 21 wagers."""
    ranks = tuple(map(rank_of, cards))
    against = _against(setup, rank_of(up), ante)
    kinds = [choice.kind for choice in legal.hand_choices(setup, hand_of(cards), 1)]
    hand = place_of(ranks)
    play = _split_played(setup, against, hand) if ActionKind.SPLIT in kinds else against.played
    values = play[Aim.BOTH].values[hand]
    found = {kind: Worth(*values[KINDS[kind]]) for kind in kinds}
    first = {}
    if len(cards) == 2:
        two = against.valued((ranks[0], ranks[1]), play)
        first = {ActionKind.BET: two.bet[Aim.BOTH], ActionKind.FOLD: two.fold}
    return AnteUpAdvice(_best_first(first, ante), _best_first(found, ante))


def _best_first(found: Mapping[ActionKind, Worth], ante: Fraction) -> tuple[Choice, ...]:
    choices = [Choice(kind, w, w.of_21 + float(ante) * w.of_poker) for kind, w in found.items()]
    return tuple(sorted(choices, key=lambda each: each.value, reverse=True))


def with_amounts(
    choices: Iterable[Choice], asked: Iterable[engine.Choice], stake: int, ante: Fraction
) -> tuple[Choice, ...]:
    """Return the choices that are *asked*, a double for what it puts on a stake, the best first."""
    amounts = {each.kind: each.high if each.default is None else each.default for each in asked}
    found = {}
    for each in choices:
        if each.action not in amounts:
            continue
        found[each.action] = each.worth
        if each.action is ActionKind.DOUBLE:
            share = (stake + (amounts[each.action] or 0)) / (2 * stake)
            found[each.action] = replace(each.worth, of_21=each.worth.of_21 * share)
    return _best_first(found, ante)


def _against(setup: Setup, up: int, ante: Fraction) -> Against:
    """Hands against an up card, pairs apart: their splits are valued when they are asked for."""

    def made() -> Against:
        return Against(Table(setup, ante=ante), up, splits=False)

    return cached(setup, "ante-up-up-card", made, up, ante, keep=Keep.MEMORY)


def _split_played(setup: Setup, against: Against, hand: int) -> dict[Aim, Played]:
    """How a pair is played that may be split: it is asked about twice, to bet and to play."""

    def made() -> dict[Aim, Played]:
        return against.played_with(split_values(against.up, only=hand))

    return cached(setup, "ante-up-split", made, against.up.up, hand, against.table.ante)
