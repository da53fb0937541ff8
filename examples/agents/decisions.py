"""Decisions for a player who is being examined, on rule sets that are made up as they are needed.

Every question states the rules in full, so nothing that was learnt by heart is enough: what is
right against an ace hangs on the decks, on soft 17 and on surrender. What an answer costs is exact.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice

import pitboss

GAME = "reference/blackjack"
HANDS_A_SET = 10
"""Hands that are asked of one rule set: each set is solved once."""
_RANKS = "23456789TJQKA"
_SUITS = "shdc"


@dataclass(frozen=True)
class Decision:
    """A hand under one set of rules, and what each legal choice is worth."""

    rules: dict[str, bool | int | str]
    hand: str
    up: str
    values: dict[str, float]
    """Action -> its expected value in units of the first wager, exactly."""
    charted: str
    """What the solved chart of these rules does with the hand."""

    @property
    def best(self) -> str:
        """The action that is worth most."""
        return max(self.values, key=self.values.__getitem__)

    @property
    def prompt(self) -> str:
        """The question as a player is asked it."""
        game = pitboss.game(GAME)
        rules = [
            f"- {game.option(name).title}: {_said(value)}" for name, value in self.rules.items()
        ]
        return "\n".join([
            "You play blackjack for the highest expected value. These are the rules:",
            *rules,
            f"Your hand is {self.hand}. The dealer shows {self.up} and has no blackjack.",
            f"You may: {', '.join(sorted(self.values))}. Answer with one of these words alone.",
        ])  # fmt: skip

    def regret(self, answer: str) -> float:
        """Return what an answer costs, in units of the first wager; no legal one costs the most.

        An answer may say more than the action: the last legal action in it counts.
        """
        words = re.findall(r"[a-z]+(?:-[a-z]+)*", answer.lower())
        legal = [word for word in words if word in self.values]
        value = self.values[legal[-1]] if legal else min(self.values.values())
        return max(self.values.values()) - value


def decisions(count: int, seed: int) -> list[Decision]:
    """Return so many decisions; the same seed gives the same ones."""
    return list(islice(_endless(random.Random(seed)), count))  # noqa: S311 - no secret


def _endless(rng: random.Random) -> Iterator[Decision]:
    while True:
        table = _table(rng)
        for _ in range(HANDS_A_SET):
            hand = " ".join(_card(rng) for _ in range(2))
            up = _card(rng)
            try:
                advice = table.advise(hand, up=up)
            except pitboss.RulesError:  # more of a card than the shoe has, or a blackjack
                continue
            values = {row.action: float(row.value) for row in advice}
            if len(values) > 1:
                yield Decision(dict(table.options), hand, up, values, _charted(table, hand, up))


def _table(rng: random.Random) -> pitboss.Table:
    """Open a table by rules drawn at random; rules that exclude each other are drawn again."""
    while True:
        drawn = {option.id: rng.choice(option.values) for option in pitboss.game(GAME).options}
        try:
            return pitboss.table(GAME, options=drawn)
        except pitboss.RulesError:
            continue


def _card(rng: random.Random) -> str:
    return rng.choice(_RANKS) + rng.choice(_SUITS)


@cache
def _chart(table: pitboss.Table) -> dict[str, dict[str, dict[str, str]]]:
    chart = table.solve().chart
    assert chart is not None
    cells: dict[str, dict[str, dict[str, str]]] = chart.as_json()
    return cells


def _charted(table: pitboss.Table, hand: str, up: str) -> str:
    """Return what the chart does with two cards; its legend says what a cell means."""
    chart = _chart(table)
    names = ["A" if card[0] == "A" else str(_value(card)) for card in hand.split()]
    total = sum(map(_value, hand.split()))
    if names[0] == names[1]:
        part, row = "pairs", ",".join(names)
    elif "A" in names:
        part, row = "soft", str(total + 10)
    else:
        part, row = "hard", str(total)
    column = "A" if up[0] == "A" else str(_value(up))
    return str(chart["legend"][chart[part][row][column]])


def _value(card: str) -> int:
    return 1 if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0])


def _said(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def follow_chart(decision: Decision) -> str:
    """Return the first legal action that a cell of a chart names.

    >>> double = Decision({}, "", "", {"hit": 0.1, "stand": 0.0}, "double, otherwise hit")
    >>> follow_chart(double)
    'hit'
    """
    named = re.findall(r"[a-z]+", decision.charted)
    return next(word for word in named if word in decision.values)
