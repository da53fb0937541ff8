"""Decisions with the exact value of every choice, as a file for programs that learn or are judged.

Each round is dealt from a fresh shoe by the table engine, and each decision is valued by the solver
for the cards that the player can see. The same table, seed and policy write the same rows, so a
dataset is named by what made it, and its digest says whether somebody else has the same one.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pitboss.cards import format_cards
from pitboss.engine.actions import RefusedError
from pitboss.questions.runs import POLICIES, Dataset
from pitboss.rulebook.files import place_problems, writing_whole
from pitboss.rulebook.house import house_data
from pitboss.rulebook.phrases import choice
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.simulator.export.problems import ending_problems, export_problems
from pitboss.sitting.amounts import full_amount, legal_amount
from pitboss.sitting.basic_play import basic_play
from pitboss.version import __version__

if TYPE_CHECKING:
    from pitboss.api.rounds import Round
    from pitboss.api.tables import Table

MAIN_CENTS: Final = 1000
"""The main wager, where the table takes it."""
VERSION: Final = 1
"""Of the columns; it grows when what they mean changes."""
ROWS_AT_ONCE: Final = 4096


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenDataset:
    """What was written."""

    path: Path
    rounds: int
    decisions: int
    cost: float
    """What the choices cost against the best ones, in units of the first wager, all together."""
    digest: str
    """SHA-256 of every row; the same rows have the same digest on every machine."""

    def as_json(self) -> dict[str, Any]:
        """Return it as `pitboss dataset --json` prints it."""
        return {
            "file": str(self.path),
            "rounds": self.rounds,
            "decisions": self.decisions,
            "cost": self.cost,
            "digest": self.digest,
        }


def write_dataset(table: Table, ask: Dataset) -> WrittenDataset:
    """Play the rounds that are asked for and write their decisions.

    Everything that prevents it is raised at once, as `RulesError`, and no file is written.
    """
    path = Path(ask.out)
    rounds = int(ask.rounds)
    problems = [
        *export_problems(ask.rounds, key="rounds"),
        *ending_problems(path, key="out"),
        *place_problems(path, key="out"),
    ]
    if ask.rounds != rounds or rounds < 1:
        message = f"rounds is a whole number above 0, not {ask.rounds}"
        problems.append(Problem(code="option/invalid", key="rounds", message=message))
    if ask.policy not in POLICIES:
        message = f"the policy is {choice(POLICIES)}, not {ask.policy!r}"
        problems.append(Problem(code="option/invalid", key="policy", message=message))
    if problems:
        raise RulesError(problems)

    import pyarrow as pa  # type: ignore[import-untyped]
    from pyarrow import parquet

    about = {
        "version": VERSION,
        "house": house_data(table.house),
        "seed": ask.seed,
        "policy": ask.policy,
        "main_cents": main_cents(table),
        "pitboss": __version__,
    }
    texts = pa.list_(pa.string())
    values = pa.list_(pa.float64())
    schema = pa.schema(
        [
            ("round", pa.int64()),
            ("decision", pa.int32()),
            ("seat", pa.int32()),
            ("hand", pa.int32()),
            ("cards", pa.string()),
            ("dealer", pa.string()),
            ("choices", texts),
            ("values", values),
            ("chosen", pa.int32()),
            ("cost", pa.float64()),
            ("net_cents", pa.int64()),
            ("record", pa.string()),
        ],
        metadata={b"pitboss": json.dumps(about).encode()},
    )
    digest = sha256()
    decisions = 0
    cost = 0.0
    with writing_whole(path) as file, parquet.ParquetWriter(file, schema) as writer:
        rows: list[dict[str, Any]] = []
        for number in range(rounds):
            for row in play(table, number, ask):
                digest.update(json.dumps(row, sort_keys=True).encode())
                decisions += 1
                cost += row["cost"]
                rows.append(row)
            if len(rows) >= ROWS_AT_ONCE or number == rounds - 1:
                writer.write_table(pa.Table.from_pylist(rows, schema=schema))
                rows = []
    return WrittenDataset(
        path=path, rounds=rounds, decisions=decisions, cost=cost, digest=digest.hexdigest()
    )


def play(table: Table, number: int, ask: Dataset) -> Iterator[dict[str, Any]]:
    """Yield the decisions of one round; `record` plays it again."""
    chance = random.Random(f"{ask.seed}/{number}")  # noqa: S311 - a policy, and no secret
    dealt = table.deal(main_cents(table), seed=f"{ask.seed}/{number}")
    made: list[dict[str, Any]] = []
    while not dealt.is_over:
        made.append(_decide(dealt, chance if ask.policy == "random" else None))
    record = json.dumps(dealt.record(), sort_keys=True)
    for place, row in enumerate(made):
        net = dealt.net[row["seat"]]
        yield {"round": number, "decision": place, **row, "net_cents": net, "record": record}


def main_cents(table: Table) -> int:
    """Return the main wager: ten dollars, or the table's nearest."""
    spots = table.setup.configured.spots
    return max(legal_amount(spots[main], MAIN_CENTS) for main in table.setup.mains)


def _decide(dealt: Round, chance: random.Random | None) -> dict[str, Any]:
    """Value the present decision, take one of its choices, and return both."""
    question = dealt.question
    assert question is not None, "a round that is not over asks something"
    seen = dealt.view
    place = next(seat for seat in seen.seats if seat.number == question.seat)
    hand = next((it for it in place.hands if it.number == question.hand), place.hands[0])
    row: dict[str, Any] = {
        "seat": question.seat,
        "hand": question.hand,
        "cards": format_cards(hand.cards),
        "dealer": format_cards(seen.dealer),
        "chosen": 0,
        "cost": 0.0,
    }
    try:
        advice = dealt.advise()
    except RefusedError as error:
        # A wager that is offered in mid-round: nobody values it, and it is not made.
        if error.refusal.code != "decision/not-valued":
            raise
        made = basic_play(dealt.state, question)
        dealt.act(made.kind, amount=made.amount)
        return row | {"choices": [str(made.kind)], "values": [None]}
    chosen = 0 if chance is None else chance.randrange(len(advice))
    taken = advice[chosen]
    asked = next(it for it in question.choices if it.kind == taken.action)
    dealt.act(taken.action, low=taken.low or None, amount=full_amount(asked))
    return row | {
        "choices": [f"{it.action} {it.low}".strip() for it in advice],
        "values": [it.value for it in advice],
        "chosen": chosen,
        "cost": advice.best.value - taken.value,
    }
