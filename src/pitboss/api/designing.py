"""Pay tables made to order, and each as a file of an own game that is ready to check and play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from itertools import combinations, islice
from typing import Any, Final

import numpy as np

from pitboss.advantage.design_gains import CountedRows, TableMaker, undominated
from pitboss.advantage.gains import Dealing
from pitboss.api.pricing import price
from pitboss.engine.depth import house_depth
from pitboss.engine.setup import Setup
from pitboss.exact.any_wager.wager_value import why_not_counted
from pitboss.exact.design import (
    AIMS,
    FOUND_MAX,
    DesignedTable,
    Range,
    Wish,
    check_rows,
    design,
    every_table,
    pay_words,
    table_of,
)
from pitboss.exact.design import Design as FoundTables
from pitboss.exact.odds.wager_odds import WagerOdds as ExactOdds
from pitboss.exact.odds.wagers import odds_of_table
from pitboss.exact.rule_sets import RuleSet, rule_sets
from pitboss.questions.game import DesignPays, DesignRules
from pitboss.rulebook.configured import configure
from pitboss.rulebook.house import House
from pitboss.rulebook.limits import NUMBER_LENGTH_MAX, shorten
from pitboss.rulebook.model import Moment, PayTable
from pitboss.rulebook.pays import parse_ratio
from pitboss.rulebook.phrases import nearest
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.tabular import Row, Tabular
from pitboss.rulebook.wager_patterns import PREFIX, outcome_of, pattern_name, pattern_words

CHOICES_MAX: Final = 256
"""Choices of rows that one design looks at: all of eight rows."""
DECKS_MAX: Final = 100
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
    """The pay table whose rows were designed: those that the best table pays."""
    choices: tuple[tuple[ExactOdds, PayTable], ...] = ()
    """For each table, the odds and the rows that it pays."""
    row_names: tuple[str, ...] = ()
    """The names of all rows that could be paid, in order."""

    def __repr__(self) -> str:
        """Say what was found."""
        best = self.tables[0]
        item = self.odds
        pays = ", ".join(map(pay_words, best.pays))
        return f"<Design of {item.game} {item.wager}: {pays}, edge {float(best.edge):.6%}>"

    def as_json(self) -> dict[str, Any]:
        """Return the design as data; `toml` of each table is the file of an own game."""
        data = FoundTables.as_json(self)
        for record, table, (odds, _) in zip(data["tables"], self.tables, self.choices, strict=True):
            record["hit_frequency_float"] = float(odds.hit_frequency)
            if table.counter is not None:
                record["counter_per_100"] = table.counter
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
        made = table or self.tables[0]
        pays = [pay_words(pay) for pay in made.pays]
        printed = self.choices[self.tables.index(made)][1]
        game = self.odds.game
        wager = self.odds.wager
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
    wish = read_wish(problems, ask)
    wager = ask.wager
    try:
        odds = price(house, setup, wager)
    except RulesError as error:
        raise RulesError([*error.problems, *problems]) from None
    paid_by = setup.configured.spots[wager].table
    if paid_by is None:
        raise _impossible(f"the wager {wager!r} has no pay table")
    plan = _Plan(
        house=house,
        setup=setup,
        wager=wager,
        wish=wish,
        counter=_read_counter(problems, ask),
        decks=_read_decks(problems, ask),
    )
    sizes = _read_rows(problems, ask, len(paid_by.rows))
    if problems:
        raise RulesError(problems)
    if (ask.front or plan.counts) and (reason := why_not_counted(setup.configured.spots[wager])):
        raise _impossible(f"what a counter wins with {wager!r} is not known: {reason}")
    chosen = [
        kept for size in reversed(sizes) for kept in combinations(range(len(paid_by.rows)), size)
    ]
    if len(chosen) > CHOICES_MAX:
        raise _impossible(f"there are {len(chosen):,} choices of rows, at most {CHOICES_MAX}")
    find = plan.front if ask.front else plan.search
    found: list[tuple[FoundTables, PayTable]] = []
    refused = ""
    for kept in chosen:
        whole = len(kept) == len(paid_by.rows)
        table = paid_by if whole else with_rows(paid_by, kept)
        try:
            # The odds of the table as it stands, where no row is left out: they have its prizes.
            found.append((find(odds if whole else plan.odds(table), table), table))
        except ValueError as error:
            refused = refused or str(error)
    if not found:
        raise _impossible(refused)
    made = _best_of(found, wish, front=ask.front)
    return replace(made, row_names=tuple(row.name for row in odds.rows))


def _best_of(found: Sequence[tuple[FoundTables, PayTable]], wish: Wish, *, front: bool) -> Design:
    """Return one design of those for several choices of rows, the best tables first."""
    every = [(table, made, paid) for made, paid in found for table in made.tables]
    if front:
        figures = np.array([_figures(table, made) for table, made, _ in every])
        every = [every[at] for at in undominated(figures)]
        every.sort(key=lambda it: float(it[0].variance))
        step = max(1, -(-len(every) // wish.count))
        every = every[::step]
    else:
        every.sort(key=lambda it: it[0].rank)
        every = every[: wish.count]
    first = every[0][1]
    return Design(
        **{item.name: getattr(first, item.name) for item in fields(first)}
        | {
            "tables": tuple(table for table, _, _ in every),
            "box": sum(made.box for made, _ in found),
            "priced": sum(made.priced for made, _ in found),
        },
        paid_by=every[0][2],
        choices=tuple((made.odds, paid) for _, made, paid in every),
    )


def _figures(table: DesignedTable, made: FoundTables) -> tuple[float, ...]:
    """Return what a front compares, the less the better."""
    hit = float(made.odds.hit_frequency)
    return -hit, round(float(table.variance), 12), table.counter or 0.0, -_edge_step(table.edge)


def _edge_step(edge: float | Fraction) -> float:
    """Return a house edge in tenths of a percent: finer differences are no reason to choose."""
    return round(float(edge), 3)


@dataclass(frozen=True)
class _Plan:
    """What is wished of one wager, and how each table is judged."""

    house: House
    setup: Setup
    wager: str
    wish: Wish
    counter: float | None
    """Units that a counter may win in 100 rounds at the most."""
    decks: tuple[int, ...]
    """Deck counts with which the edge must lie in the range too."""

    @property
    def counts(self) -> bool:
        """Whether it matters what a counter wins."""
        return self.counter is not None

    def odds(self, table: PayTable, decks: int | None = None) -> ExactOdds:
        """Return the odds of a pay table for the wager."""
        return odds_of_table(self.setup, self.wager, table, decks or self.setup.shoe.deck_count)

    def search(self, odds: ExactOdds, table: PayTable) -> FoundTables:
        """Return the best tables with the rows of one."""
        others = [self.odds(table, decks) for decks in self.decks]
        if self.counter is None:
            return design(odds, self.wish, others=others)
        counts = self._counts(odds, table)
        most = self.counter
        wanted = self.wish.count
        gains: dict[tuple[Fraction, ...], float] = {}

        def judge(pays: tuple[Fraction, ...]) -> bool:
            """Rule out what the counts for the present table already beat: that is quick."""
            gains[pays] = float(counts.least_gain(np.array([[float(pay) for pay in pays]]))[0])
            return gains[pays] <= most

        while True:
            made = design(odds, replace(self.wish, count=wanted), others=others, judge=judge)
            # The best count of a table of its own is found for the best tables alone, in order.
            best = ((it, counts.best_gain(it.pays, gains[it.pays])) for it in made.tables)
            kept = (replace(it, counter=gain) for it, gain in best if gain <= most)
            tables = tuple(islice(kept, self.wish.count))
            if len(tables) == self.wish.count or len(made.tables) < wanted:
                break
            wanted *= 4
        if not tables:
            raise ValueError("every table with such an edge gives a counter more")
        return replace(made, wish=self.wish, tables=tables)

    def front(self, odds: ExactOdds, table: PayTable) -> FoundTables:
        """Return every table that no other with these rows beats."""
        present = check_rows(odds, self.wish)
        pays = every_table(odds, self.wish)
        if not len(pays):
            return design(odds, self.wish)
        chances = np.array([float(row.probability) for row in odds.rows])
        lost = 1 - float(odds.hit_frequency) - chances[[not pay for pay in present]].sum()
        mean = pays @ chances - lost
        variance = pays**2 @ chances + lost - mean**2
        gains = self._counts(odds, table).least_gain(pays)
        figures = np.stack((variance.round(12), gains.round(9), -(-mean).round(3)), axis=1)
        best = undominated(figures)
        tables = [
            replace(table_of(odds, self.wish, pays[at]), counter=float(gains[at])) for at in best
        ]
        if self.counter is not None:
            tables = [it for it in tables if (it.counter or 0) <= self.counter]
        if not tables:
            raise ValueError("every table with such an edge gives a counter more")
        made = design(odds, replace(self.wish, count=1))
        return replace(made, tables=tuple(tables), priced=len(pays))

    def _counts(self, odds: ExactOdds, table: PayTable) -> CountedRows:
        """Return what the counts that suit a table as it stands win with others of its rows."""
        setup = self.setup
        rules = setup.blackjack
        item = setup.configured.spots[self.wager].wager
        depth = house_depth(setup, self.house.shoe)
        maker = TableMaker(
            paid_by=table,
            shoe=setup.shoe,
            dealing=Dealing(cut=depth.cut, burn=depth.burn),
            specific_suit=setup.specific_suit,
            hits_soft_17=rules is not None and rules.soft17 == "hit",
            after_up_card=item.made is not Moment.BEFORE_DEAL,
        )
        return CountedRows(maker, tuple(maker.systems(check_rows(odds, self.wish))))


def with_rows(table: PayTable, kept: Sequence[int]) -> PayTable:
    """Return a pay table with some of its rows; of a wager in words, the sentences go with them."""
    rows = [table.rows[at] for at in kept]
    if not table.family.startswith(PREFIX):
        return replace(table, rows=tuple(rows))
    cards, whens = pattern_words(table.family)
    family = pattern_name(cards, [whens[at] for at in kept])
    named = (replace(row, outcome=outcome_of(at)) for at, row in enumerate(rows, start=1))
    return replace(table, family=family, rows=tuple(named))


def design_rules(
    house: House, ask: DesignRules, report: Callable[[float], None] = lambda _: None
) -> DesignedRules:
    """Return the sets of rules whose main game has the house edge wanted, the nearest first."""
    problems: list[Problem] = []
    wanted = _read_range("edge", ask.edge, problems)
    names = ask.change.split(",") if isinstance(ask.change, str) else [*ask.change]
    names = [name.strip() for name in names if name.strip()]
    base = configure(house)
    for name in names:
        if name not in base.main_options:
            near = nearest(name, tuple(base.main_options)) or ", ".join(base.main_options)
            message = f"{shorten(name)!r} is no rule of the main game; there is {near}"
            problems.append(Problem(code="option/unknown", key="change", message=message))
    if not names:
        problems.append(_invalid("change", "name the options that may change: decks,soft17"))
    if not 1 <= ask.count <= FOUND_MAX:
        problems.append(_invalid("count", f"is from 1 to {FOUND_MAX}, not {ask.count}"))
    if not ask.edge:
        problems.append(_invalid("edge", "say which house edge you want: 0.5%..0.6%"))
    if problems:
        raise RulesError(problems)
    found = rule_sets(house, tuple(dict.fromkeys(names)), report)
    if len(found.sets) == 0:
        raise _impossible("no set of these rules can be solved")
    ends = [end for end in (wanted.low, wanted.high) if end is not None]
    middle = float(sum(ends, Fraction(0)) / max(1, len(ends)))
    inside = [it for it in found.sets if wanted.holds(Fraction(it.house_edge))]
    if not inside:
        edges = sorted(it.house_edge for it in found.sets)
        words = f"none of the {len(edges):,} sets of these rules has such an edge"
        raise _impossible(f"{words}; they go from {edges[0]:.4%} to {edges[-1]:.4%}")
    inside.sort(key=lambda it: (abs(it.house_edge - middle), tuple(map(str, it.options.items()))))
    return DesignedRules(
        game=house.game,
        sets=tuple(inside[: ask.count]),
        tried=len(found.sets),
        inside=len(inside),
        refused=found.refused,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class DesignedRules(Tabular):
    """The sets of rules that have the house edge wanted."""

    game: str
    sets: tuple[RuleSet, ...]
    """The nearest to the middle of the edges wanted first."""
    tried: int
    """How many sets were solved: every one that the rule book allows."""
    inside: int
    """How many of them have such an edge."""
    refused: int
    """How many the rule book does not allow, or the solver does not know."""

    def as_json(self) -> dict[str, Any]:
        """Return it as `pitboss design --change --json` prints it."""
        return {
            "game": self.game,
            "sets": [
                {"options": dict(it.options), "house_edge": it.house_edge} for it in self.sets
            ],
            "tried": self.tried,
            "inside": self.inside,
            "refused": self.refused,
        }

    def as_rows(self) -> list[Row]:
        """Return a row for each set of rules."""
        return [{**it.options, "house_edge": it.house_edge} for it in self.sets]

    def _caption(self) -> str:
        return f"{self.game}: {self.inside} of {self.tried} sets of rules"


def _impossible(message: str) -> RulesError:
    return RulesError([Problem(code="design/impossible", key="wager", message=message)])


def _read_counter(problems: list[Problem], ask: DesignPays) -> float | None:
    if ask.max_counter is None:
        return None
    try:
        units = float(_read_number(str(ask.max_counter)) or 0)
    except ValueError:
        units = -1.0
    if units < 0:
        message = f"{shorten(str(ask.max_counter))!r} is no number of units; write 0.05"
        problems.append(_invalid("max_counter", message))
    return units


def _read_decks(problems: list[Problem], ask: DesignPays) -> tuple[int, ...]:
    texts = (ask.also_decks or "").replace(",", " ").split()
    if not all(text.isdecimal() and 1 <= int(text) <= DECKS_MAX for text in texts):
        words = f"is no list of deck counts from 1 to {DECKS_MAX}; write 4,8"
        problems.append(_invalid("also_decks", f"{shorten(str(ask.also_decks))!r} {words}"))
        return ()
    return tuple(map(int, texts))


def _read_rows(problems: list[Problem], ask: DesignPays, count: int) -> range:
    if ask.rows is None:
        return range(count, count + 1)
    rows = _read_range("rows", ask.rows, problems)
    low, high = rows.low or Fraction(1), rows.high or Fraction(count)
    if not (low.denominator == high.denominator == 1 and 1 <= low <= high <= count):
        message = f"{shorten(ask.rows)!r}: the table has {count} rows; write 1..{count}"
        problems.append(_invalid("rows", message))
    return range(int(low), int(high) + 1)


def read_wish(problems: list[Problem], ask: DesignPays) -> Wish:
    """Return what is wished, from ranges as people write them: "4%..5%", "..6", "..100:1"."""
    if not ask.edge:
        problems.append(_invalid("edge", "say which house edge you want: 4%..5%"))
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
        edge=_read_range("edge", ask.edge or None, problems),
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
