"""What prevents a Parquet file, known before anything is played."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from pitboss.rulebook.files import quote_path
from pitboss.rulebook.limits import EXPORT_ROUNDS_MAX
from pitboss.rulebook.problems import Problem


def parquet_is_possible() -> bool:
    """Whether the extra that Parquet needs is installed."""
    return find_spec("pyarrow") is not None


def export_problems(rounds: float, *, key: str = "export") -> tuple[Problem, ...]:
    """Return what prevents an export of this many rounds, before anything is played."""
    if not parquet_is_possible():
        message = "an export of rounds needs the extra 'data' (pyarrow)"
        return (Problem(code="extra/missing", key=key, message=message),)
    if rounds > EXPORT_ROUNDS_MAX:
        message = f"at most {EXPORT_ROUNDS_MAX:,} rounds are exported, not {rounds:,.0f}"
        return (Problem(code="option/invalid", key=key, message=message),)
    return ()


def ending_problems(out: Path, *, key: str = "export") -> tuple[Problem, ...]:
    """Refuse a file whose ending promises another format.

    >>> ending_problems(Path("rounds.csv"))[0].message
    "'rounds.csv' is written as Parquet; give it the ending .parquet"
    """
    if out.suffix.lower() in ("", ".parquet", ".pq"):
        return ()
    message = f"{quote_path(out)} is written as Parquet; give it the ending .parquet"
    return (Problem(code="option/invalid", key=key, message=message),)
