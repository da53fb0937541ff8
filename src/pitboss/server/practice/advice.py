"""Advice for a practice round, computed in another process.

It knows no live table: the player sends a whole practice round, the only possible question.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from msgspec import convert, json

from pitboss.api.tables import Table
from pitboss.cards import format_cards
from pitboss.engine.actions import RefusedError
from pitboss.exact.decisions import Decisions
from pitboss.exact.worth import NEGLIGIBLE, Advice, DecisionJudgement, Worth
from pitboss.rulebook.house import house_from
from pitboss.server.practice.rounds import play_body
from pitboss.server.practice.wire import (
    ChartPlace,
    MadeDecision,
    PracticeAdvice,
    ValuedChoice,
    WhyBest,
)
from pitboss.server.practice.wire import PracticeRound as Body
from pitboss.server.rules.house_work import HouseData
from pitboss.sitting.coach import (
    Tally,
    assumption_words,
    cost_words,
    decision_words,
    hint_rows,
)
from pitboss.sitting.practice import PracticeRound, TakenDecision
from pitboss.sitting.training.chart import find_place
from pitboss.sitting.why import why_json

SOLVED_KEPT = 6
"""Tables whose decisions stay in memory with what was solved for them."""

Json = dict[str, Any]


def advise(house: HouseData, text: str) -> bytes:
    """Return the expected values of the open question, and the cost of the decisions so far."""
    table, decisions = open_solver(house)
    played = play_body(table, json.decode(text, type=Body))
    return json.encode(advise_round(played, decisions))


def open_solver(house: HouseData) -> tuple[Table, Decisions]:
    """Return the table of a house and what values its decisions; the last ones are kept."""
    return _solver(json.encode(house, order="sorted"))


@lru_cache(maxsize=SOLVED_KEPT)
def _solver(house: bytes) -> tuple[Table, Decisions]:
    table = Table.open(house_from(json.decode(house)))
    return table, Decisions(table.setup)


def advise_round(played: PracticeRound, decisions: Decisions) -> PracticeAdvice:
    """Value the open question of a practice round, and judge the decisions before it."""
    tally = Tally()
    made = []
    for number, taken in enumerate(played.taken, start=1):
        made.append({"decision": number, **judge_json(taken, decisions, tally)})
    worth = None
    unknown = ""
    if played.question is not None:
        try:
            worth = decisions.worth(played.state, played.question)
            worth = decisions.explain(played.state, played.question, worth)
        except RefusedError as error:
            unknown = error.refusal.message
    place = find_place(played.state, played.question) if played.question else None
    return PracticeAdvice(
        choices=[*value_choices(worth)] if worth else [],
        unit_cents=worth.unit if worth else 0,
        words=[[*row] for row in hint_rows(worth)] if worth else [],
        assumes=assumption_words(played.setup, worth) if worth else "",
        unknown=unknown,
        why=convert(why_json(worth), WhyBest) if worth else None,
        cell=convert(place.as_json(), ChartPlace) if place else None,
        made=convert(made, list[MadeDecision]),
        cost=tally.loss,
        cost_cents=tally.loss_cents,
        mistakes=len(tally.mistakes),
        summary=[line.strip() for line in tally.words()],
    )


def value_choices(worth: Worth) -> Iterator[ValuedChoice]:
    """Yield every choice with its expected value, the best first."""
    best = worth.best.value
    for choice in worth.values:
        cost = max(0.0, float(best - choice.value))
        yield ValuedChoice(
            value=float(choice.value),
            cents=worth.cents(choice.value),
            cost=cost,
            best=cost <= NEGLIGIBLE,
            **choice_json(choice),
        )


def choice_json(choice: Advice) -> Json:
    """Return a choice, with the low hand if one is set."""
    low = {} if choice.low is None else {"low": format_cards(choice.low)}
    return {"kind": str(choice.action), **low}


def judge_json(taken: TakenDecision, decisions: Decisions, tally: Tally, theme: str = "") -> Json:
    """Judge a decision, count it in *tally*, and return what it cost."""
    state, question, action = taken
    written: Json = {
        "seat": question.seat,
        "hand": question.hand,
        "action": str(action.kind),
        "words": decision_words(state, question, action),
    }
    decision = tally.judge(taken, decisions, theme=theme)
    if isinstance(decision, RefusedError):
        return written | {"unknown": decision.refusal.message}
    return written | judged_json(decision.judged)


def judged_json(judged: DecisionJudgement) -> Json:
    """Return the cost of a decision, and the best one."""
    best = choice_json(judged.worth.best)
    return {
        "mistake": judged.is_mistake,
        "cost": judged.cost,
        "cents": judged.cost_cents,
        "value": float(judged.value),
        "best": best.pop("kind"),
        **best,
        "verdict": cost_words(judged) if judged.is_mistake else "right",
    }
