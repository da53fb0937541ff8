"""Records with their events from before payments waited for the end of a round.

`records/paid_as_decided.jsonl` was written then: a Super Bonus (DP10), percentages of jackpots and
of linked ones, whose meters are now read in another order (JP-pays), and the bust original hand of
a free split (2119(18)).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.cli.conftest import Run
from tests.rows import every_row

OLDER = Path(__file__).parent / "records" / "paid_as_decided.jsonl"
Record = dict[str, Any]


def read_records() -> list[Record]:
    return [json.loads(line) for line in OLDER.read_text(encoding="utf-8").splitlines()]


def test_older_records_still_agree(called: Run) -> None:
    done = called("replay", str(OLDER))
    assert (done.returncode, done.stdout.count(": ok: ")) == (0, 4)


def test_a_record_written_today_is_paid_in_another_order(called: Run) -> None:
    done = called("replay", str(OLDER), "--json")
    assert done.returncode == 0
    for older, today in zip(read_records(), map(json.loads, done.stdout.splitlines()), strict=True):
        assert older["events"] != today["events"]
        assert older["settlement"] != today["settlement"]
        assert older["net"] == today["net"]
        assert older.get("meters_after") == today.get("meters_after")


def pay_more(events: list[Record]) -> None:
    next(event for event in events if event["event"] == "wager-settled")["net"] += 1


def pay_nothing(events: list[Record]) -> None:
    events.remove(next(event for event in events if event["event"] == "wager-settled"))


def pay_twice(events: list[Record]) -> None:
    events.append(next(event for event in events if event["event"] == "wager-settled"))


def decide_earlier(events: list[Record]) -> None:
    decision = next(event for event in events if event["event"] == "action-taken")
    events.remove(decision)
    events.insert(0, decision)


def bust_another(events: list[Record]) -> None:
    events.append({"event": "hand-busted", "seat": 1, "hand": 2})


@every_row("spoil", [pay_more, pay_nothing, pay_twice, decide_earlier, bust_another])
@every_row("number", range(4))
def test_an_older_record_that_is_wrong_is_still_caught(
    called: Run, tmp_path: Path, spoil: Callable[[list[Record]], None], number: int
) -> None:
    record = read_records()[number]
    spoil(record["events"])
    path = tmp_path / "spoiled.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    assert called("replay", str(path)).returncode == 1
