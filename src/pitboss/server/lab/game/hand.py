"""The hand calculator: every legal choice with named cards and its expected value. Heavy."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
from msgspec import json

from pitboss.api.tables import Table
from pitboss.exact.advising.advise import advise, decisions_with
from pitboss.exact.advising.shown_cards import ShownCards, show_cards
from pitboss.exact.decisions import Decisions
from pitboss.questions.game import Advise
from pitboss.rulebook.problems import RulesError
from pitboss.server.lab.game.wire import LabHand
from pitboss.server.rules.book import open_main, table_words
from pitboss.server.rules.house_work import HouseData

_OF_TABLE = ("game", "option")
SOLVED_KEPT = 4
"""Tables whose decisions stay in memory with what was solved for them."""


def value_hand(house: HouseData, text: str) -> bytes:
    """Return the value of every choice with a hand, and its unit.

    A hand without a choice is an answer too: a page of cards to click leads to many of them.
    """
    try:
        return json.encode(_value(house, text))
    except RulesError as error:
        problems = [problem.as_json() for problem in error.problems]
        return json.encode({"actions": [], "best": None, "heading": [], "problems": problems})


def _value(house: HouseData, text: str) -> dict[str, Any]:
    fields = msgspec.structs.asdict(json.decode(text, type=LabHand))
    shown = show_cards(Advise(**{key: fields[key] for key in fields if key not in _OF_TABLE}))
    rules = json.encode(house, order="sorted")
    advice = advise(_table(rules).setup, shown, _decisions(rules, shown.gone))
    words = [word for key in fields if key not in _OF_TABLE for word in _words(key, fields[key])]
    command = ["advise", *table_words(_table(rules)), *words]
    return {**advice.as_json(), "heading": [*advice.heading], "command": command}


def _words(key: str, value: str | float | bool | None) -> tuple[str, ...]:  # noqa: FBT001
    """Return a field of a question as `pitboss advise` takes it; nothing where it is not given."""
    flag = f"--{key.replace('_', '-')}"
    if not value:
        return ()
    return (flag,) if value is True else (flag, str(value))


@lru_cache(maxsize=SOLVED_KEPT)
def _table(house: bytes) -> Table:
    return open_main(json.decode(house))


@lru_cache(maxsize=SOLVED_KEPT)
def _decisions(house: bytes, gone: str) -> Decisions:
    return decisions_with(_table(house).setup, ShownCards(hand="", gone=gone))
