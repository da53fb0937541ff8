"""Work about one house, done in another process, which returns JSON or a refusal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitboss.engine.actions import RefusedError
from pitboss.late import LateFunction
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.text.say import ENGLISH, speaking

Answered = bytes | tuple[Problem, ...]
"""JSON, or everything that is wrong with the question."""
HouseData = Mapping[str, Any]
HouseWork = LateFunction[[HouseData, str], bytes]
"""Returns the answer to a question about a house; only the process that does it imports it."""


def do_work(work: HouseWork, house: HouseData, text: str, language: str = ENGLISH) -> Answered:
    """Do *work* in a language, and return a refusal as a value: exceptions cross no process."""
    try:
        with speaking(language):
            return work(house, text)
    except RulesError as error:
        return error.problems
    except RefusedError as error:
        refused = error.refusal
        return (Problem(code=refused.code, key="", message=refused.message),)
