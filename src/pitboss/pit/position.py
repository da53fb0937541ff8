"""Write an open question as bytes, for the process that computes its answer."""

from __future__ import annotations

import copyreg
import pickle
from io import BytesIO
from types import MappingProxyType

from pitboss.engine.actions import Question
from pitboss.engine.setup import Setup
from pitboss.engine.state import State


class _Writer(pickle.Pickler):
    """Writes a state without its table, which the reader has."""

    dispatch_table = copyreg.dispatch_table | {
        MappingProxyType: lambda mapping: (dict, (dict(mapping),))
    }

    def persistent_id(self, value: object) -> str | None:
        return "setup" if isinstance(value, Setup) else None


class _Reader(pickle.Unpickler):
    def __init__(self, file: BytesIO, setup: Setup) -> None:
        super().__init__(file)
        self._setup = setup

    def persistent_load(self, _: str) -> Setup:
        return self._setup


def write_position(state: State, question: Question) -> bytes:
    """Return an open question with the state of its round, for a process that has the table."""
    file = BytesIO()
    _Writer(file).dump((state, question))
    return file.getvalue()


def read_position(position: bytes, setup: Setup) -> tuple[State, Question]:
    """Return the state of a round and its open question."""
    state, question = _Reader(BytesIO(position), setup).load()
    return state, question
