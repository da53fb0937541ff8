"""What a felt prints, read by the auditor: "3 to 2", "$125", "10%", "200 to 1 + 100%", "push"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitboss.rulebook.model import PayRow, PayTable


@dataclass(frozen=True)
class Printed:
    """One row: what it pays for one unit, whether the stake comes back, its share of a meter."""

    odds: Fraction = Fraction(0)
    stays: bool = False
    percent: int = 0
    envy: int = 0
    from_meter: bool = False

    @property
    def rank(self) -> tuple[int, Fraction, bool]:
        """C92: a share of the meter is above everything printed in money; a push above a loss."""
        return self.percent, self.odds, self.stays


def printed(row: PayRow) -> Printed:
    """Read a row as it stands on the felt."""
    odds = Fraction(0)
    stays = row.text == "push"
    percent = 0
    for part in row.text.split(" + "):
        if part in {"push", "loss"}:
            continue
        if part.endswith("%"):
            percent = int(part[:-1])
        elif part.startswith("$"):  # for every dollar wagered, which is gone
            odds = Fraction(part[1:])
        else:
            number, word, per = part.split()
            odds = Fraction(number) / int(per)
            stays = word == "to"
    return Printed(odds, stays, percent, row.envy or 0, row.from_jackpot)


def offered(table: PayTable) -> dict[str, Printed]:
    """Outcome -> what it pays; C5: a row that says N/A is not there."""
    return {row.outcome: printed(row) for row in table.rows if row.text != "N/A"}


def first_of(names: Iterable[str], rows: Mapping[str, Printed]) -> list[str]:
    """The highest hand the felt has a row for."""
    return [name for name in names if name in rows][:1]


def best_of(names: Iterable[str], rows: Mapping[str, Printed]) -> list[str]:
    """C92: of all rows a hand fits, the one that pays most."""
    fitting = [name for name in names if name in rows]
    return [max(fitting, key=lambda name: rows[name].rank)] if fitting else []
