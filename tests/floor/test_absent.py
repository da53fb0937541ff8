"""Hands of absent players by the solver's answer, which comes from outside and may not come."""

from __future__ import annotations

import json
import random

import pytest

from pitboss.engine.actions import Action, ActionKind, Refusal
from pitboss.floor.commands import Advised, Bet, Depart, Sit, Tick
from pitboss.floor.deadlines import deadline
from pitboss.floor.state import OpenRound
from pitboss.floor.terms import Absent, TableTerms
from pitboss.rulebook.house import house_from
from pitboss.rulebook.ready import ready_tables
from tests.engine.bets import random_wagers
from tests.floor.one_table import OneTable
from tests.floor.test_decide import same

HOUSE = {"game": "wa/spanish-21", "options": {"decks": 6, "soft17": "hit"}}


def asked(game: str = "", kind: ActionKind = ActionKind.HIT) -> tuple[OneTable, OpenRound]:
    """Return a table that asks an absent player something, *kind* among the choices."""
    house = ready_tables()[game].house if game else house_from(HOUSE)
    terms = TableTerms(id="7", name="Seven", house=house, absent=Absent.BEST)
    table = OneTable(terms, random.Random(5))
    table.must(Sit("ann", "ann", 1, 10**8))
    while True:
        while table.state.round is None:
            table.must(Bet("ann", 1, random_wagers(table.rng, terms.setup)))
        current = table.state.round
        if current.due.choice(kind) is not None:
            table.must(Depart("ann", bye=True))
            due = deadline(table.state)
            assert due is not None
            table.now = due
            return table, current
        table.tick()


def advised(current: OpenRound, kind: ActionKind, ahead: int = 0) -> Tick:
    action = Action(seat=1, hand=current.due.hand, kind=kind)
    return Tick(Advised(current.number, current.n + ahead, action))


def last_decision(table: OneTable) -> tuple[str, str, str]:
    entry = next(entry for entry in reversed(table.entries) if entry.kind == "decided")
    body = json.loads(entry.body)
    return entry.actor, body["action"], body["policy"]


@pytest.mark.parametrize("kind", [ActionKind.HIT, ActionKind.STAND])
def test_the_answer_of_the_solver_is_taken_and_marked(kind: ActionKind) -> None:
    table, current = asked()
    answer = table.must(advised(current, kind))
    assert answer.policy == Absent.BEST
    assert last_decision(table) == ("clock", kind, "best-without-more-money")
    same(table.rebuilt(), table.state)  # from the journal alone: nobody asks the solver again


@pytest.mark.parametrize("kind", [ActionKind.DOUBLE, ActionKind.FOLD, None])
def test_without_a_usable_answer_the_hand_is_played_by_basic_and_says_so(
    kind: ActionKind | None,
) -> None:
    """An answer that puts money down or is not possible, and none at all."""
    table, current = asked(kind=ActionKind.DOUBLE)
    none = Tick(Advised(current.number, current.n, None))
    answer = table.must(advised(current, kind) if kind else none)
    assert answer.policy == Absent.BASIC
    actor, action, policy = last_decision(table)
    assert (actor, policy) == ("clock", "basic")
    assert action not in {"double", "fold"}


def test_an_answer_to_another_question_is_none() -> None:
    table, current = asked()
    before = table.state
    refused = table.ask(advised(current, ActionKind.STAND, ahead=1))
    assert isinstance(refused, Refusal)
    assert refused.code == "clock/early"
    assert table.state is before


@pytest.mark.parametrize("game", ["co/21-holdem", "co/ante-up-21"])
def test_where_staying_in_costs_a_bet_an_absent_player_folds(game: str) -> None:
    """Nothing is to be chosen there, so that the solver is not needed for it."""
    table, _ = asked(game, ActionKind.FOLD)
    stack = table.state.seats[1].stack
    table.must(Tick())
    assert last_decision(table) == ("clock", "fold", "best-without-more-money")
    assert table.state.seats[1].stack >= stack
