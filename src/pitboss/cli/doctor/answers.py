"""Known answers: a figure that can be computed by hand, and pairs of methods that must agree."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Final

import pitboss
from pitboss.cli.doctor.findings import Finding, right, run_check, wrong
from pitboss.fair import verify
from pitboss.fair.order import ShoeTerms, commitment, shoe_order
from pitboss.fair.reveal import Reveal

GAME: Final = "reference/blackjack"
INSURANCE_EDGE: Final = Fraction(23, 311)
"""With one ace gone of six decks, 96 of 311 cards pay 2 to 1: 1 - 3 * 96/311."""
ROUNDS: Final = 200_000
SPREADS_MAX: Final = 5
"""Standard errors that a simulation may be off; one in two million is further."""


def known_answers() -> Iterator[Finding]:
    """Check every computing part against a known answer."""
    for name, ask in _QUESTIONS.items():
        yield from run_check(name, partial(_answer, name, ask))


def _answer(name: str, ask: Callable[[], tuple[str, bool]]) -> Iterator[Finding]:
    start = time.perf_counter()
    words, is_right = ask()
    shown = f"{words} ({time.perf_counter() - start:.1f} s)"
    yield (right if is_right else wrong)(name, shown)


def _odds() -> tuple[str, bool]:
    edge = pitboss.table(GAME, decks=6).odds("insurance").edge
    return f"insurance at six decks costs {edge}", edge == INSURANCE_EDGE


def _hand() -> tuple[str, bool]:
    hand = pitboss.table(GAME, decks=6).deal(main_cents=1000, seed=7)
    while not hand.is_over:
        hand.act("stand")
    again = pitboss.replay(hand.record())
    words = f"a hand was played, and replayed to {again.net[1]:+d} cents"
    return words, again.difference is None and again.net == hand.net


def _solution() -> tuple[str, bool]:
    table = pitboss.table(GAME, decks=6)
    exact, run = table.solve().house_edge, table.simulate(rounds=ROUNDS, seed=1)
    off = abs(run.house_edge.mean - exact) / run.house_edge.standard_error
    words = f"house edge {exact:.4%}, and {ROUNDS:,} rounds are {off:.1f} standard errors from it"
    return words, off < SPREADS_MAX


def _shoe() -> tuple[str, bool]:
    terms = ShoeTerms(table="1", shuffle=1, deck="french-52", decks=6, burn=1, rules="0")
    entropy, seeds = bytes(range(256)) * 5, (b"a player's cut",)
    revealed = Reveal(
        terms=terms,
        commitment=commitment(terms, entropy),
        seeds=seeds,
        entropy=entropy,
        dealt=shoe_order(terms, entropy, seeds),
    )
    problem = revealed.problem() or verify.problem(revealed.as_json())
    return problem or "two verifiers find the same order of a shoe", problem is None


_QUESTIONS: Final[dict[str, Callable[[], tuple[str, bool]]]] = {
    "odds": _odds,
    "table": _hand,
    "solver": _solution,
    "shoes": _shoe,
}
