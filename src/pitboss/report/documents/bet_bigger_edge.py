"""The rule sets that give the house edge that Bet Bigger prints without naming its rules.

The search covers the document's own rules with every open choice; the same with one rule, and with
six decks any number of rules, as another Spanish 21 of the rule book has it; and every set-up that
those others allow. It covers known games; it is no proof that nothing else gives the figure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

from pitboss.exact.odds.wager_odds import agrees_with
from pitboss.report.documents.readings import SolvedMeasure, SolvedNumber
from pitboss.rulebook.check import problems
from pitboss.rulebook.house import House
from pitboss.rulebook.model import Game, OptionValue
from pitboss.rulebook.reading.library import game as game_of
from pitboss.text.options import option_text

GAME = "bet-bigger/spanish-21"
SEARCHED = (
    "The document does not say for which rules. {tried} rule sets were solved: its own with every"
    " choice it leaves open; the same with one rule, and with six decks any number of rules, as"
    " another Spanish 21 of the rule book has it; and every set-up of those others. {found} of them"
    " yield it, those with the fewest changes first."
)
OTHERS = ("wa/spanish-21", "wa/spanish-21-v003", "wa/spanish-21-v002", "ilani/spanish-21")
"""The other Spanish 21s of the catalogue; a house's own was not solved beforehand."""
Rules = Mapping[str, OptionValue]
ELSEWHERE: tuple[tuple[Rules, ...], ...] = (
    ({"soft17": "stand"},),
    ({"rescue": True}, {"rescue": True, "redouble": True, "doublings": 3}),
    ({"bonus_21": "not doubled"},),
    ({"max_hands": 3},),
)
"""Rule -> the value that other Spanish 21s have instead; redoubling needs the rescue."""
FELT = frozenset({"decks", "soft17", "double_cards", "redouble"})
"""Options of Spanish 21s that can change optimal play."""
COMBINED = 6
"""Deck counts with which every combination is tried: the document shuffles "all six decks"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet(SolvedNumber):
    """A rule set that was solved for its house edge."""

    solved: SolvedMeasure = SolvedMeasure.EDGE

    @property
    def decks(self) -> int:
        """The decks in the shoe."""
        return int(self.options["decks"])

    @property
    def own(self) -> bool:
        """Whether the document allows it."""
        return self.game == GAME and not self.rules

    @property
    def words(self) -> str:
        """The rule set in words: options, and after "but" the rules of another Spanish 21."""
        options = _list_options(self.options)
        return f"{options}, but {_list_options(self.rules)}" if self.rules else options

    def as_json(self) -> dict[str, Any]:
        """Return the rule set as `pitboss documents --json` prints it."""
        return {
            "game": self.game,
            "options": dict(self.options),
            "rules": dict(self.rules),
            "house_edge": float(self.value),
        }


def _list_options(values: Rules) -> str:
    return ", ".join(f"{name} {option_text(value)}" for name, value in values.items())


def by_its_own_rules() -> RuleSet:
    """Return the document's own rules with every choice by default.

    >>> by_its_own_rules().words
    'decks 6, double_cards any'
    """
    defaults = {option.id: option.default for option in game_of(GAME).options}
    return next(
        rules
        for rules in tried_rule_sets()
        if rules.own and all(value == defaults[name] for name, value in rules.options.items())
    )


@cache
def tried_rule_sets() -> tuple[RuleSet, ...]:
    """Return every rule set that was tried, each once."""
    kept: dict[object, RuleSet] = {}
    for rule_set in _rule_sets():
        configured = rule_set.configure_game()
        rows = (row for table in configured.automatic for row in table.rows)
        pays = tuple((row.outcome, row.text) for row in rows)
        kept.setdefault((configured.rules, pays), rule_set)
    return tuple(kept.values())


def yielding(printed: str) -> tuple[RuleSet, ...]:
    """Return the rule sets whose rounded edge is the printed one.

    >>> [rule_set.own for rule_set in yielding(".83%")][:1]
    [True]
    """
    return tuple(rules for rules in tried_rule_sets() if agrees_with(printed, rules.value))


def _rule_sets() -> Iterator[RuleSet]:
    own = game_of(GAME)
    for rules, options in product(_changes(), tuple(_choices(own))):
        if len(rules) <= 1 or options["decks"] == COMBINED:
            merged = {name: value for change in rules for name, value in change.items()}
            yield RuleSet(game=GAME, options=options, rules=merged)
    for other in OTHERS:
        for options in _choices(game_of(other)):
            yield RuleSet(game=other, options=options)


def _changes() -> list[tuple[Rules, ...]]:
    """Return every combination of other Spanish 21s' rules, those with the fewest changes first."""
    combined = product(*(({}, *rules) for rules in ELSEWHERE))
    return sorted((tuple(filter(None, group)) for group in combined), key=len)


def _choices(game: Game) -> Iterator[dict[str, OptionValue]]:
    """Return every allowed choice of the options that are rules and can change play."""
    felt = [option for option in game.options if option.id in FELT and len(option.values) > 1]
    for values in product(*(option.values for option in felt)):
        options = dict(zip((option.id for option in felt), values, strict=True))
        if not problems(House(game=game.id, options=options, tables={})):
            yield options
