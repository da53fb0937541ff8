"""Review a round that is over: what each decision cost, and a link that asks it again as practice.

The values are those of practice and of `pitboss sessions`; they are computed in another process,
which is sent the finished round and knows no live table.
"""

from __future__ import annotations

from typing import Any

from msgspec import convert, json, to_builtins

from pitboss.api.tables import Table
from pitboss.cards import format_cards
from pitboss.engine.actions import Action
from pitboss.engine.drive import Round
from pitboss.engine.record import replay
from pitboss.rulebook.house import house_data
from pitboss.rulebook.ready import ready_tables
from pitboss.server.past.wire import FinishedRound, ReviewedDecision, RoundReview
from pitboss.server.practice.advice import judge_json, open_solver, value_choices
from pitboss.server.practice.rounds import write_link
from pitboss.server.practice.wire import PracticeDecision
from pitboss.server.practice.wire import PracticeRound as Body
from pitboss.server.requests.errors import ApiError
from pitboss.server.rules.house_work import HouseData
from pitboss.sitting.coach import Tally
from pitboss.sitting.given_cards import write_given
from pitboss.sitting.replayed import OwnDecision, asks_again, own_decisions, practice_terms
from pitboss.sitting.training.chart import find_place
from pitboss.sitting.why import why_json

Json = dict[str, Any]


def review(house: HouseData, text: str) -> bytes:
    """Return what the decisions of a finished round cost."""
    finished = json.decode(text, type=FinishedRound)
    table, decisions = open_solver(house)
    played = replay(finished.record).round
    tally = Tally()
    rows = []
    for number, own in enumerate(own_decisions(played, finished.seats), start=1):
        row = {"decision": number, "theme": own.theme}
        row |= judge_json(own.taken, decisions, tally, own.theme)
        if "unknown" not in row:
            worth = tally.judged[-1].judged.worth
            row["choices"] = to_builtins([*value_choices(worth)])
            state, question, _ = own.taken
            row["why"] = why_json(decisions.explain(state, question, worth))
        place = find_place(own.taken.state, own.taken.question)
        row["cell"] = place.as_json() if place else None
        if link := _link(table, played, finished.seats, own):
            row["practice"] = link
        rows.append(row)
    unit = tally.judged[0].judged.worth.unit if tally.judged else 0
    answer = RoundReview(
        game=table.game.id,
        at=finished.at,
        decisions=convert(rows, list[ReviewedDecision]),
        unit_cents=unit,
        mistakes=len(tally.mistakes),
        cost=tally.loss,
        cost_cents=tally.loss_cents,
        summary=[line.strip() for line in tally.words()],
    )
    return json.encode(answer)


def _link(table: Table, played: Round, seats: list[int], own: OwnDecision) -> str:
    """Return the address of a decision as practice; empty if practice does not lead to it."""
    question = own.taken.question
    seed = f"again/{own.place}/{question.seat}"
    terms = practice_terms(played, seats, own, seed)
    if not asks_again(table.setup, table.house.shoe, terms, own):
        return ""
    ready = ready_tables().get(table.game.id)
    is_ready = ready is not None and Table.open(ready.house).digest == table.digest
    body = Body(
        game=table.game.id,
        house={} if is_ready else house_data(table.house),
        bets={str(seat): dict(wagers) for seat, wagers in terms.bets.items()},
        seed=seed,
        cards=write_given(terms.given),
        decisions=[_decision(action) for action in terms.decisions],
    )
    try:
        return f"/practice/{table.game.id}?round={write_link(body)}"
    except ApiError:  # too long for an address
        return ""


def _decision(action: Action) -> PracticeDecision:
    return PracticeDecision(
        action=action.kind.value,
        seat=action.seat,
        hand=action.hand,
        amount=action.amount,
        tip=action.tip,
        low=format_cards(action.low) if action.low else "",
    )
