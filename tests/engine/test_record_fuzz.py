"""Records that went wrong: whatever stands in one, it is played or refused in one sentence.

Method: a random round gives a good record; a few random wounds spoil it (keys lost, values swapped
for anything JSON can hold, cards and decisions dropped, doubled or exchanged). `replay` may say yes
or `RefusedError`; any other exception would be a traceback in front of a user.
"""

from __future__ import annotations

import copy
import json
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.engine.actions import RefusedError
from pitboss.engine.record import replay, write_record
from tests.engine.houses import GAMES
from tests.engine.ruled import RuledRound
from tests.rows import every_row
from tests.tiers import by_day

CODES = (*("record/", "action/", "wager/", "option/", "game/", "seat/", "house/", "irregularity/"),)
JUNK: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 10**30, 0.5, 1e400, "", "x", "7h", "main", "100%", "٣"),
    *([], [[]], [None], {}, {"": ""}, {"seat": 1}, {"main": 500}, {"jackpot-1": "1.0"}, "\ud800"),
)
RECORDS_A_GAME = by_day(10, 40)


def good_record(rng: random.Random, game_id: str) -> dict[str, Any]:
    ruled = RuledRound(rng, game_id)
    record: dict[str, Any] = json.loads(json.dumps(write_record(ruled.round, ruled.house)))
    return replay(record).complete_record() if rng.random() < 0.5 else record


def places(value: object) -> list[tuple[Any, Any]]:
    """Return every container of a record with every key or index in it."""
    own: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        own = [(value, key) for key in value]
    elif isinstance(value, list):
        own = [(value, index) for index in range(len(value))]
    return [*own, *(place for holder, key in own for place in places(holder[key]))]


def wound(rng: random.Random, record: dict[str, Any]) -> None:
    """Spoil one thing of a record in place."""
    # Events that are no list are known to go wrong: test_reported.py has them.
    choices = [(h, k) for h, k in places(record) if h is not record or k != "events"]
    holder, key = rng.choice(choices or [(record, next(iter(record)))])
    kind = rng.randrange(5)
    if kind == 0:
        del holder[key]
    elif kind == 1:
        holder[key] = copy.deepcopy(rng.choice(JUNK))
    elif kind == 2 and isinstance(holder, list):
        holder.insert(rng.randrange(len(holder) + 1), copy.deepcopy(holder[key]))
    elif kind == 3 and isinstance(holder, list):
        other = rng.randrange(len(holder))
        holder[key], holder[other] = holder[other], holder[key]
    elif isinstance(record.get("cards"), str):
        cards = record["cards"].split()
        rng.shuffle(cards)
        record["cards"] = " ".join(cards[: rng.randrange(len(cards) + 1)])
    else:
        record[rng.choice(("game", "seats", "cards", "junk"))] = copy.deepcopy(rng.choice(JUNK))


def played_or_refused(record: object) -> None:
    """Play it and say where it differs from its claims; a refusal has a code and a sentence."""
    refused = None
    try:
        again = replay(record)
        again.difference()
        json.dumps(again.complete_record())
    except RefusedError as error:
        refused = error.refusal
    if refused is not None:
        assert refused.code.startswith(CODES)
        assert refused.message


@every_row("game_id", GAMES)
@every_row("seed", range(2))
def test_a_spoiled_record_is_played_or_refused(game_id: str, seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(RECORDS_A_GAME):
        record = good_record(rng, game_id)
        for _ in range(rng.randint(1, 3)):
            if record:
                wound(rng, record)
        played_or_refused(record)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
KEYS = ("game", "options", "tables", "pays", "jackpots", "limits", "shoe", "seats", "cards")
MORE_KEYS = ("decisions", "meters", "reserves", "events", "settlement", "net", "meters_after")


@settings(max_examples=by_day(40, 200))
@given(
    json_values
    | st.dictionaries(st.sampled_from((*KEYS, *MORE_KEYS)), json_values)
    | st.dictionaries(st.sampled_from((*KEYS, *MORE_KEYS)), json_values).map(
        lambda record: {**record, "game": "ilani/spanish-21"}
    )
)
def test_any_json_is_played_or_refused(record: object) -> None:
    played_or_refused(record)


def test_a_claim_that_nothing_came_of_is_not_in_the_completed_record() -> None:
    """A record that claims a reserve where there is none must not claim it once it is played."""
    record = {
        "game": "reference/blackjack",
        "seats": [{"seat": 1, "wagers": {"main": 1000}}],
        "cards": "Ts 9c Td 8d",
        "decisions": [{"seat": 1, "hand": 1, "action": "stand"}],
        "reserves_after": {"main": "1.3332"},
    }
    played = replay(record)
    assert played.difference() is not None
    assert "reserves_after" not in played.complete_record()
    assert replay(played.complete_record()).difference() is None
