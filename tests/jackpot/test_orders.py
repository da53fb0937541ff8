"""Hits of several tables, a change of rate, a switch and a verdict, in every order there is."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations, product

from pitboss.engine.values import replace
from pitboss.jackpot import commands as ask
from pitboss.jackpot.commands import Moment
from pitboss.jackpot.operations import JackpotError
from pitboss.jackpot.state import Outcome
from tests.jackpot.test_events import TERMS, Books, opened
from tests.tiers import by_day

NEW = replace(TERMS, rate=Fraction(1, 2), seed=20_000_000)
Act = Callable[[Books], None]


def _hit(percent: int) -> Act:
    def hit(books: Books) -> None:
        books.lock("mtd", percent)

    return hit


def _two(books: Books, operation: ask.Operation) -> None:
    books.tell("mtd", ask.propose(books.jackpots["mtd"], operation, Moment("sue", books.at)))
    number = books.jackpots["mtd"].proposed
    for event in ask.approve(books.jackpots["mtd"], number, Moment("tom", books.at)):
        books.tell("mtd", event)


def _change(books: Books) -> None:
    _two(books, ask.ChangeTerms(terms=NEW, why="approved"))


def _off(books: Books) -> None:
    books.tell("mtd", ask.switch(books.jackpots["mtd"], on=False, why="a test", by="sue"))


def _first(books: Books) -> int:
    pending = books.jackpots["mtd"].pending
    return pending[0].number if pending else 0


def _confirm(books: Books) -> None:
    _two(books, ask.ConfirmHit(number=_first(books)))


def _reject(books: Books) -> None:
    _two(books, ask.RejectHit(number=_first(books), why="a test"))


def _feed(books: Books) -> None:
    books.feed("mtd", 10_500)


def test_hits_a_rate_change_a_switch_and_verdicts_in_every_order_keep_every_unit() -> None:
    """The books are checked after every event; what is impossible in an order is refused."""
    cases = 0
    refused = set[str]()
    for shares in product((100, 10), repeat=by_day(2, 3)):
        acts = [*map(_hit, shares), _change, _off, _confirm, _reject]
        for order in permutations(acts):
            books = opened()
            for act in order:
                try:
                    act(books)
                except JackpotError as error:
                    refused.add(error.code)
                _feed(books)
            cases += 1
            _check(books, order.index(_change), [order.index(act) for act in acts[: len(shares)]])
    assert cases == (4 * 720 if by_day(2, 3) == 2 else 8 * 5_040)
    assert refused == {"hit/unknown"}


def _check(books: Books, changed: int, places: list[int]) -> None:
    """New terms hold from the first top award after they were agreed that was not rejected."""
    jackpot = books.jackpots["mtd"]
    whole = [
        hit for hit in jackpot.recent if hit.percent == 100 and hit.outcome is not Outcome.REJECTED
    ]
    order = sorted(places)
    after = any(
        place > changed for place, hit in zip(order, jackpot.recent, strict=True) if hit in whole
    )
    assert (jackpot.terms.rate == NEW.rate) == after
    assert (jackpot.waiting is None) == after
    settled = [hit for hit in jackpot.recent if hit.outcome is not Outcome.PENDING]
    assert [hit.number for hit in settled] == list(range(1, len(settled) + 1)), "in their order"
