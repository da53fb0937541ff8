"""Pay tables made to order, and each as a file of an own game that is ready to check and play."""

from __future__ import annotations

from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

from pitboss.api.pricing import price
from pitboss.engine.setup import Setup
from pitboss.exact.design import AIMS, FOUND_MAX, DesignedTable, Range, Wish, design, pay_words
from pitboss.exact.design import Design as FoundTables
from pitboss.questions.game import DesignPays
from pitboss.rulebook.house import House
from pitboss.rulebook.limits import NUMBER_LENGTH_MAX, shorten
from pitboss.rulebook.model import PayTable
from pitboss.rulebook.pays import parse_ratio
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.tabular import Row, Tabular
from pitboss.rulebook.wager_patterns import PREFIX, pattern_words

_TO = ".."
_TOP = "1000"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Design(FoundTables, Tabular):
    """The best pay tables for a wager, and how it is known that there is none better.

    >>> import pitboss
    >>> table = pitboss.table("co/21-plus-3", decks=6, soft17="hit")
    >>> table.design("21-plus-3", edge="3%..4%").tables[0].edge
    Fraction(21964, 626665)
    """

    paid_by: PayTable
    """The pay table whose rows were designed."""

    def __repr__(self) -> str:
        """Say what was found."""
        best, item = self.tables[0], self.odds
        pays = ", ".join(map(pay_words, best.pays))
        return f"<Design of {item.game} {item.wager}: {pays}, edge {float(best.edge):.6%}>"

    def as_json(self) -> dict[str, Any]:
        """Return the design as data; `toml` of each table is the file of an own game."""
        data = FoundTables.as_json(self)
        for record, table in zip(data["tables"], self.tables, strict=True):
            record["toml"] = self.as_toml(table)
        return data

    def as_rows(self) -> list[Row]:
        """Return a row for each row of the best table."""
        return [
            {"row": row.name, "pays": pay_words(pay), "probability": float(row.probability)}
            for row, pay in zip(self.odds.rows, self.tables[0].pays, strict=True)
        ]

    def _caption(self) -> str:
        return f"{self.odds.wager}: house edge {float(self.tables[0].edge):.4%}"

    def as_toml(self, table: DesignedTable | None = None) -> str:
        """Return the file of an own game with a table that was found, the best unless told."""
        pays = [pay_words(pay) for pay in (table or self.tables[0]).pays]
        game, wager, printed = self.odds.game, self.odds.wager, self.paid_by
        name = game.partition("/")[2]
        lines = [
            f'extends = "{game}"',
            "",
            "[game]",
            f'id = "own/{name}-{wager}"',
            f'title = "{printed.title}, designed"',
        ]
        if printed.family.startswith(PREFIX):
            cards, whens = pattern_words(printed.family)
            lines += ["", f"[wagers.{wager}]", f'cards = "{cards}"']
            for row, when, pay in zip(printed.rows, whens, pays, strict=True):
                lines += ["", f"[[wagers.{wager}.rows]]", f"name = {_quoted(row.name)}"]
                lines += [f'when = "{when}"', f'pays = "{pay}"']
            return "\n".join(lines) + "\n"
        lines += ["", "[default_tables]", f'{wager} = "designed"', "", "[[tables]]"]
        lines += ['ids = ["designed"]', f"title = {_quoted(printed.title)}"]
        lines += [f'wagers = ["{wager}"]', f'family = "{printed.family}"', 'cite = "own"']
        for row, pay in zip(printed.rows, pays, strict=True):
            lines += ["", "[[tables.rows]]", f"name = {_quoted(row.name)}"]
            lines += [f'on = "{row.outcome}"', f'pays = ["{pay}"]']
        return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    plain = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{plain}"'


def design_wager(house: House, setup: Setup, ask: DesignPays) -> Design:
    """Return the best pay tables for a wager of a table; `RulesError` with every problem."""
    problems: list[Problem] = []
    wish, wager = read_wish(problems, ask), ask.wager
    try:
        odds = price(house, setup, wager)
    except RulesError as error:
        raise RulesError([*error.problems, *problems]) from None
    if problems:
        raise RulesError(problems)
    paid_by = setup.configured.spots[wager].table
    if paid_by is None:
        message = f"the wager {wager!r} has no pay table"
        raise RulesError([Problem(code="design/impossible", key="wager", message=message)])
    try:
        found = design(odds, wish)
    except ValueError as error:
        raise RulesError(
            [Problem(code="design/impossible", key="wager", message=str(error))]
        ) from None
    return Design(
        **{item.name: getattr(found, item.name) for item in fields(found)}, paid_by=paid_by
    )


def read_wish(problems: list[Problem], ask: DesignPays) -> Wish:
    """Return what is wished, from ranges as people write them: "4%..5%", "..6", "..100:1"."""
    highest = (ask.top or _TOP).removeprefix(_TO)
    try:
        most = parse_ratio(highest if ":" in highest else f"{highest}:1").ratio
    except ValueError:
        problems.append(_invalid("top", f"{shorten(highest)!r} is no odds; write 100:1"))
        most = Fraction(1)
    if ask.aim not in AIMS:
        problems.append(_invalid("aim", f"{shorten(ask.aim)!r} is none of {', '.join(AIMS)}"))
    if not 1 <= ask.count <= FOUND_MAX:
        problems.append(_invalid("count", f"is from 1 to {FOUND_MAX}, not {ask.count}"))
    return Wish(
        edge=_read_range("edge", ask.edge, problems),
        hit=_read_range("hit", ask.hit, problems),
        sd=_read_range("sd", ask.sd, problems),
        top=most,
        whole_odds=ask.whole_odds,
        aim=ask.aim,
        count=ask.count,
    )


def _read_range(key: str, text: str | None, problems: list[Problem]) -> Range:
    """Read "4%..5%", "0.04..", "..6", or one number for both ends."""
    if text is None:
        return Range()
    low, dots, high = text.partition(_TO)
    ends = (low, high) if dots else (low, low)
    try:
        least, most = (_read_number(end) for end in ends)
    except ValueError:
        example = "..6" if key == "sd" else "4%..5%"
        problems.append(_invalid(key, f"{shorten(text)!r} is no range; write {example}"))
        return Range()
    if least is not None and most is not None and least > most:
        problems.append(_invalid(key, f"{shorten(text)!r} begins above its end"))
    return Range(least, most)


def _read_number(text: str) -> Fraction | None:
    plain = text.strip()
    if not plain:
        return None
    if len(plain) > NUMBER_LENGTH_MAX or "e" in plain.lower() or "/" in plain:
        raise ValueError(plain)
    return Fraction(plain.removesuffix("%")) / (100 if plain.endswith("%") else 1)


def _invalid(key: str, message: str) -> Problem:
    return Problem(code="option/invalid", key=key, message=message)
