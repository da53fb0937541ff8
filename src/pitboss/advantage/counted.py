"""Everything there is to count about one wager of one table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pitboss.advantage.study import TagStudy
from pitboss.rulebook.model import OptionValue

__all__ = ["NOT_COUNTED", "CountStudy"]

NOT_COUNTED = "count/not-counted"


@dataclass(frozen=True, slots=True, kw_only=True)
class CountStudy:
    """What there is to count about one wager; without `tags` there is nothing."""

    game: str
    options: Mapping[str, OptionValue]
    digest: str
    wager: str
    """ "main", or the id of a side wager."""
    table: str | None
    """Its pay table."""
    decks: int
    cards: int
    """Cards left."""
    cards_text: str
    """The same in words."""
    expectation: float | None
    """Of the next round to the player, in units of the wager; None where nothing is counted."""
    exact: Fraction | None = None
    """The same, where it is known as a fraction."""
    tags: TagStudy | None = None
    mean_fixed: float = 0.0
    sd_of_one_card: float = 0.0
    message: str = ""
    """Why there is nothing to count."""

    def as_json(self) -> dict[str, Any]:
        """Return the study as `pitboss count --json` prints it."""
        record: dict[str, Any] = {
            "game": self.game,
            "options": dict(self.options),
            "digest": self.digest,
            "wager": self.wager,
            "table": self.table,
            "decks": self.decks,
            "cards": self.cards,
            "counted": self.tags is not None,
            "expectation": self.expectation,
        }
        if self.tags is None:
            return record | {"code": NOT_COUNTED, "message": self.message}
        if self.exact is not None:
            record["exact"] = str(self.exact)
        made = self.tags.as_json()
        figures = {"mean_fixed": self.mean_fixed, "sd_of_one_card": self.sd_of_one_card}
        return record | {"removal": made.pop("removal")} | figures | made
