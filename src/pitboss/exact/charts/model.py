"""Strategy charts: a cell for every total or pair against every up card.

A cell is a code ("D": double, otherwise hit) with at most two exceptions: another code from some
number of cards on ("S4": stand, but hit with four or more), and a hit while a Bonus 21 is still
possible. `exact.charts.derive` derives charts from a solved game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache

import numpy as np

from pitboss.compiled import action_codes as codes
from pitboss.compiled.hand_graph import VALUES, IntArray, hand_graph
from pitboss.exact.charts.follow import HandToPlay, SuitBonus
from pitboss.patterns.totals import best_total, is_soft
from pitboss.rulebook.tabular import Row, Tabular, html_cells
from pitboss.text.say import say, say_name

TWO = 2
UPS = (*range(2, VALUES + 1), 1)
"""Up cards in the order of a chart's columns."""


class AnyCode(Enum):
    """A code: actions in the order of preference."""

    def __init__(self, letters: str, words: str, wanted: tuple[int, ...]) -> None:
        """Keep the printed text, its meaning and its actions."""
        self.letters = letters
        self.words = words
        self.wanted = wanted

    def choose(self, legal: int) -> int | None:
        """Return the first legal action of the code, or None."""
        return next((kind for kind in self.wanted if legal >> kind & 1), None)


class Code(AnyCode):
    """A code: actions in the order of preference; the first legal one is taken."""

    STAND = ("S", "stand", (codes.STAND,))
    HIT = ("H", "hit", (codes.HIT, codes.STAND))
    DOUBLE = ("D", "double, otherwise hit", (codes.DOUBLE, codes.HIT))
    DOUBLE_STAND = ("Ds", "double, otherwise stand", (codes.DOUBLE, codes.STAND))
    FREE_DOUBLE = ("F", "double free, otherwise hit", (codes.FREE_DOUBLE, codes.HIT))
    SURRENDER = ("R", "surrender, otherwise hit", (codes.SURRENDER, codes.HIT))
    SURRENDER_STAND = ("Rs", "surrender, otherwise stand", (codes.SURRENDER, codes.STAND))
    SPLIT = ("P", "split", (codes.SPLIT,))
    FREE_SPLIT = ("FP", "split free", (codes.FREE_SPLIT,))
    SURRENDER_SPLIT = ("Rp", "surrender, otherwise split", (codes.SURRENDER, codes.SPLIT))


class DoubledCode(AnyCode):
    """A code in the chart for doubled hands."""

    STAND = ("S", "stand", (codes.STAND,))
    RESCUE = ("R", "rescue", (codes.RESCUE, codes.STAND))
    REDOUBLE = ("D", "redouble, otherwise stand", (codes.REDOUBLE, codes.STAND))
    REDOUBLE_RESCUE = (
        "Dr",
        "redouble, otherwise rescue",
        (codes.REDOUBLE, codes.RESCUE, codes.STAND),
    )


MARKS = {SuitBonus.MIXED: "*", SuitBonus.SUITED: "+", SuitBonus.SPADES: "^"}
_POSSIBLE = {SuitBonus.MIXED: "possible", SuitBonus.SUITED: "possible in one suit",
             SuitBonus.SPADES: "possible in spades"}  # fmt: skip


_PROMISES = {mark: bonus for bonus, mark in MARKS.items()}
_CODES = {code.letters: code for code in Code}
_DOUBLED_CODES = {code.letters: code for code in DoubledCode}
_CELL = re.compile(
    r"(?P<code>[A-Za-z]+)(?:(?P<count>[1-9][0-9]?)(?P<then>[A-Za-z]*))?(?P<mark>[*+^]?)", re.ASCII
)


def _bonus_words(bonus: SuitBonus) -> str:
    return say("hit if 6-7-8 or 7-7-7 is {possible}", possible=say(_POSSIBLE[bonus]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """The action for a total, or a pair, against an up card."""

    code: AnyCode
    from_cards: int | None = None
    """With this many cards or more, `then` is done instead."""
    then: AnyCode | None = None
    bonus: SuitBonus | None = None
    """Two cards that allow at least this bonus are hit instead."""

    @property
    def text(self) -> str:
        """The printed text of the cell.

        >>> Cell(code=Code.STAND, from_cards=4, then=Code.HIT, bonus=SuitBonus.SPADES).text
        'S4^'
        """
        other = ""
        if self.then is not None:
            other = f"{self.from_cards}{'' if self.then is Code.HIT else self.then.letters}"
        return f"{self.code.letters}{other}{'' if self.bonus is None else MARKS[self.bonus]}"

    @classmethod
    def read(cls, text: str, *, doubled: bool = False) -> Cell | None:
        """Return the cell with the printed *text*; None if there is no such cell.

        >>> Cell.read("S4^") == Cell(
        ...     code=Code.STAND, from_cards=4, then=Code.HIT, bonus=SuitBonus.SPADES
        ... )
        True
        >>> Cell.read("Dr"), Cell.read("Dr", doubled=True).words
        (None, 'redouble, otherwise rescue')
        """
        if doubled:
            code = _DOUBLED_CODES.get(text)
            return None if code is None else cls(code=code)
        parsed = _CELL.fullmatch(text)
        if parsed is None or parsed["code"] not in _CODES:
            return None
        count = parsed["count"]
        then = parsed["then"] or Code.HIT.letters
        if then not in _CODES:
            return None
        return cls(
            code=_CODES[parsed["code"]],
            from_cards=int(count) if count else None,
            then=_CODES[then] if count else None,
            bonus=_PROMISES.get(parsed["mark"]),
        )

    @property
    def words(self) -> str:
        """The meaning of the cell.

        >>> Cell(code=Code.STAND, from_cards=4, then=Code.HIT).words
        'stand, but hit with 4 or more cards'
        """
        text = self.code.words
        if self.then is None:
            told = say_name(text)
        else:
            instead = self.then.words.partition(",")[0]
            if text.endswith(f"otherwise {instead}"):
                text = text.partition(",")[0]
            plays = {"play": say_name(text), "instead": say_name(instead)}
            if self.from_cards:
                said = "{play}, but {instead} with {count} or more cards"
                told = say(said, count=self.from_cards, **plays)
            else:
                told = say("{play}, but {instead} with that many cards or more", **plays)
        return told if self.bonus is None else f"{told}; {_bonus_words(self.bonus)}"

    @property
    def plain(self) -> Cell:
        """The cell without its exceptions."""
        return replace(self, from_cards=None, then=None, bonus=None)

    def choose(self, hand: HandToPlay, cards: int) -> int | None:
        """Return the action with a hand of *count* cards; None if no action of it is legal."""
        if self.bonus is not None and cards == TWO and hand.live and hand.suits >= self.bonus:
            return codes.HIT
        late = self.from_cards is not None and cards >= self.from_cards
        code = self.then if late and self.then else self.code
        return code.choose(hand.legal)


class Part(Enum):
    """The parts of a chart, in the order they are printed."""

    HARD = "hard"
    SOFT = "soft"
    PAIRS = "pairs"
    DOUBLED_HARD = "doubled_hard"
    DOUBLED_SOFT = "doubled_soft"
    FREE_HARD = "free_hard"
    FREE_SOFT = "free_soft"


TITLES = {
    Part.HARD: "Hard hands",
    Part.SOFT: "Soft hands",
    Part.PAIRS: "Pairs",
    Part.DOUBLED_HARD: "After doubling, hard",
    Part.DOUBLED_SOFT: "After doubling, soft",
    Part.FREE_HARD: "Hands a lammer carries, hard",
    Part.FREE_SOFT: "Hands a lammer carries, soft",
}
Rows = Mapping[int, Mapping[int, Cell]]
"""Total, or the value of a pair -> up card -> cell."""


@dataclass(frozen=True, slots=True)
class ChartPlace:
    """The place of a hand in a chart."""

    part: Part
    row: int
    cards: int


@cache
def chart_place(node: int, *, doubled: bool = False, carried: bool = False) -> ChartPlace:
    """Return the place of a hand in the chart by its total, also for pairs.

    >>> chart_place(hand_graph().node(1, 6))
    ChartPlace(part=<Part.SOFT: 'soft'>, row=17, cards=2)
    """
    held = hand_graph().cards[node]
    hard = int(hand_graph().hard[node])
    has_ace = bool(held[0])
    soft = is_soft(hard, has_ace)
    if doubled:
        part = Part.DOUBLED_SOFT if soft else Part.DOUBLED_HARD
    elif carried:
        part = Part.FREE_SOFT if soft else Part.FREE_HARD
    else:
        part = Part.SOFT if soft else Part.HARD
    return ChartPlace(part, best_total(hard, has_ace), int(held.sum()))


@cache
def chart_places(
    *, doubled: bool = False, carried: bool = False
) -> tuple[IntArray, tuple[ChartPlace, ...]]:
    """Return (nodes) the number of each hand's place in the chart, and the places by number."""
    numbers_by_place: dict[ChartPlace, int] = {}
    every = (
        chart_place(node, doubled=doubled, carried=carried) for node in range(hand_graph().size)
    )
    numbers = np.array(
        [numbers_by_place.setdefault(place, len(numbers_by_place)) for place in every]
    )
    return numbers, tuple(numbers_by_place)


@cache
def pair_value(node: int) -> int | None:
    """Return the value of a pair, None for any other hand.

    >>> pair_value(hand_graph().node(8, 8)), pair_value(hand_graph().node(8, 9))
    (8, None)
    """
    held = hand_graph().cards[node]
    is_pair = held.sum() == TWO and held.max() == TWO
    return int(held.argmax()) + 1 if is_pair else None


@dataclass(frozen=True, slots=True, repr=False)
class Chart(Tabular):
    """A whole strategy as cells, which can be followed."""

    parts: Mapping[Part, Rows]

    def __repr__(self) -> str:
        """Return the parts and the number of cells."""
        parts = ", ".join(part.value for part in self.parts)
        return f"<Chart of {sum(1 for _ in self.cells())} cells: {parts}>"

    def as_rows(self) -> list[Row]:
        """Return a row for each cell: its part, hand and up card, and the action."""
        return [
            {
                "part": part.value,
                "hand": row_name(part, row),
                "up": up_name(up),
                "cell": cells[up].text,
                "meaning": cells[up].words,
            }
            for part, rows in self.parts.items()
            for row, cells in rows.items()
            for up in UPS
            if up in cells
        ]

    def _repr_html_(self) -> str:
        """Return a table for each part, hands against up cards, for notebooks."""
        return "".join(self._part_html(part, rows) for part, rows in self.parts.items())

    def _part_html(self, part: Part, rows: Rows) -> str:
        ups = [up for up in UPS if any(up in cells for cells in rows.values())]
        lines = (
            [row_name(part, row), *(cells[up].text if up in cells else "" for up in ups)]
            for row, cells in rows.items()
        )
        return html_cells(part.value, ("", *map(up_name, ups)), lines)

    def choose(self, hand: HandToPlay) -> int:
        """Return the chart's action with a hand."""
        pair = pair_value(hand.node)
        place = chart_place(hand.node, doubled=bool(hand.doublings), carried=hand.carried)
        if pair is not None and not hand.doublings and not hand.carried:
            kind = self.parts[Part.PAIRS][pair][hand.up].choose(hand, TWO)
            if kind is not None and hand.legal >> kind & 1:
                return kind
        cell = self.parts.get(place.part, {}).get(place.row, {}).get(hand.up)
        kind = None if cell is None else cell.choose(hand, place.cards)
        return codes.STAND if kind is None else kind

    def rows(self, *, doubled: bool, carried: bool) -> IntArray:
        """Return (nodes) a number for each hand: those with the same one share their cells."""
        numbers, places = chart_places(doubled=doubled, carried=carried)
        if doubled or carried:
            return numbers
        rows = numbers.copy()
        for value in range(1, VALUES + 1):
            rows[hand_graph().node(value, value)] = len(places) + value
        return rows

    @property
    def plain(self) -> Chart:
        """The chart without its exceptions."""
        return Chart(
            {
                part: {
                    row: {up: cell.plain for up, cell in cells.items()}
                    for row, cells in rows.items()
                }
                for part, rows in self.parts.items()
            }
        )

    def cells(self, *parts: Part) -> Iterator[Cell]:
        """Yield the cells of some parts, or of all."""
        for part in parts or tuple(self.parts):
            for cells in self.parts.get(part, {}).values():
                yield from cells.values()

    def legend(self, *parts: Part) -> dict[str, str]:
        """Return the texts of those parts' cells -> their meanings.

        A mark for a bonus is explained by itself, so the list stays short.
        """
        bare = [replace(cell, bonus=None) for cell in self.cells(*parts)]
        meanings = {cell.text: cell.words for cell in bare}
        marks = sorted({cell.bonus for cell in self.cells(*parts) if cell.bonus is not None})
        return dict(sorted(meanings.items())) | {
            MARKS[bonus]: _bonus_words(bonus) for bonus in marks
        }

    def short_legend(self, *parts: Part) -> dict[str, str]:
        """Return the same for people: cells that differ only in their number share a line."""
        alike: dict[str, set[str]] = {}
        for cell in self.cells(*parts):
            bare = replace(cell, bonus=None)
            alike.setdefault(replace(bare, from_cards=0).words, set()).add(bare.text)
        long = self.legend(*parts)
        legend = {}
        for words, texts in alike.items():
            names = sorted(texts)
            legend[", ".join(names)] = words if len(names) > 1 else long[names[0]]
        marks = {mark: long[mark] for mark in MARKS.values() if mark in long}
        return dict(sorted(legend.items())) | marks

    def as_json(self) -> dict[str, object]:
        """Return the chart: part -> row -> up card -> text, and the meanings of texts."""
        record: dict[str, object] = {
            part.value: {
                row_name(part, row): {up_name(up): cells[up].text for up in UPS if up in cells}
                for row, cells in rows.items()
            }
            for part, rows in self.parts.items()
        }
        doubled = (Part.DOUBLED_HARD, Part.DOUBLED_SOFT)
        others = tuple(part for part in self.parts if part not in doubled)
        record["legend"] = self.legend(*others)
        if any(part in self.parts for part in doubled):
            record["doubled_legend"] = self.legend(*doubled)
        return record


def up_name(value: int) -> str:
    """Return the name of an up card's column.

    >>> up_name(1), up_name(10)
    ('A', '10')
    """
    return "A" if value == 1 else str(value)


def row_name(part: Part, row: int) -> str:
    """Return the name of a row.

    >>> row_name(Part.PAIRS, 1), row_name(Part.HARD, 16)
    ('A,A', '16')
    """
    return f"{up_name(row)},{up_name(row)}" if part is Part.PAIRS else str(row)
