"""Where the money goes, told by the events alone; random rounds of every game hold it too."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pitboss.engine.events import ActionTaken, HandSplit
from pitboss.engine.money import stake_cents
from pitboss.engine.record import replay
from tests.rows import every_row

PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"


def record(name: str) -> dict[str, Any]:
    given: dict[str, Any] = json.loads((PLAYTHROUGHS / f"{name}.json").read_text(encoding="utf-8"))
    return given


@every_row(
    ("name", "wanted"),
    [
        # Two units on the hand: every split and double costs both.
        ("bet-bigger-splits", [800, 0, 800, 800, 0]),
        # T3: the money for three hands goes down once the dealer has no blackjack ...
        ("co-3-card-21-a-21-split-in-three", [0, 2000, 1000, 0, 0, 0]),
        # ... and never where he has; insurance is a wager too.
        ("co-3-card-21-a-dealer-blackjack", [0, 250, 0]),
        ("co-free-bet-seven-lammers", [0] * 7),
    ],
)
def test_a_decision_says_what_it_puts_down(name: str, wanted: list[int]) -> None:
    events = replay(record(name)).round.events
    assert [stake_cents(e) for e in events if isinstance(e, ActionTaken | HandSplit)] == wanted


def test_a_record_written_without_the_money_of_its_splits_is_still_right() -> None:
    for name in ("bet-bigger-splits", "co-3-card-21-a-21-split-in-three"):
        completed = replay(record(name)).complete_record()
        older = [
            {key: value for key, value in event.items() if key not in lacking(event)}
            for event in completed["events"]
        ]
        assert older != completed["events"]
        assert replay(completed | {"events": older}).difference() is None


def lacking(event: dict[str, Any]) -> set[str]:
    is_split = event["event"] == "hand-split" or event.get("action") == "split"
    return {"amount", "units"} if is_split else {"units"}


def test_a_wrong_amount_of_a_split_is_named() -> None:
    completed = replay(record("bet-bigger-splits")).complete_record()
    split = next(event for event in completed["events"] if event.get("action") == "split")
    split["amount"] += 1
    difference = replay(completed).difference()
    assert difference is not None
    assert '"amount": 401' in difference
