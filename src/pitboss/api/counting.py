"""What there is to count at a table: cards that are gone, counts, index plays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.advantage.counted import CountStudy
from pitboss.advantage.removal import removal
from pitboss.advantage.study import LEVELS, Design, study_tags
from pitboss.advantage.tags import ByCard
from pitboss.cards import Unseen
from pitboss.counts import CountSystem, read_system, system_named, system_names
from pitboss.counts.cards_left import cards_left, left_text
from pitboss.rulebook.phrases import nearest
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.tabular import Row, Tabular, html_table

if TYPE_CHECKING:
    from pitboss.api.tables import Table

MAIN = "main"


@dataclass(frozen=True, slots=True, kw_only=True)
class CountRequest:
    """What somebody wants to know."""

    wager: str | None = None
    """A side wager; None: the main game."""
    system: str | Path | CountSystem | None = None
    """A count by its name, by its tags or by its file; None: every one that is known."""
    design: int | None = None
    """The level whose best tags are found; None: 1 to 4."""
    balanced: bool = False
    suits: bool = False
    unseen: str | None = None
    gone: str | None = None


@dataclass(frozen=True, repr=False)
class CountResult(Tabular):
    """What there is to count about one wager. `Table.count` makes one.

    >>> import pitboss
    >>> found = pitboss.count("co/pai-jack")
    >>> found
    <CountResult of co/pai-jack main: nothing to count>
    """

    table: Table
    study: CountStudy = field(compare=False)
    """Everything that was found; what it holds is in `as_json`."""

    @property
    def expectation(self) -> float | None:
        """The expectation of the next round to the player, in units of the wager."""
        return self.study.expectation

    def as_json(self) -> dict[str, Any]:
        """Return everything as data, as `pitboss count --json` prints it."""
        record = self.study.as_json()
        first = {key: record.pop(key) for key in ("game", "options", "digest")}
        return first | {"assumed": list(self.table.assumed)} | record

    def as_rows(self) -> list[Row]:
        """Return a row for each class of cards: how many are left, and what one gone changes."""
        return [dict(row.as_json()) for row in self.study.tags.removal] if self.study.tags else []

    def systems(self) -> list[Row]:
        """Return a row for each count: how well it follows, and what a true count adds."""
        rows = self.study.tags.systems if self.study.tags else ()
        return [
            {"name": row.system.name, "correlation": row.correlation, "slope": row.slope}
            for row in rows
        ]

    def best(self) -> list[Row]:
        """Return a row for each level: its best tags, and how well they follow."""
        return [
            {**{key: each[key] for key in ("level", "balanced")}, **each["tags"]}
            | {"correlation": each["correlation"], "proven": each["proven"]}
            for each in self.as_json().get("best", ())
        ]

    def __repr__(self) -> str:
        """Say what is counted, and the count of the shipped ones that follows best."""
        name = f"CountResult of {self.study.game} {self.study.wager}"
        if self.study.tags is None:
            return f"<{name}: nothing to count>"
        known = [row for row in self.study.tags.systems if row.correlation is not None]
        best = max(known, key=lambda row: row.correlation or 0.0, default=None)
        known_best = (
            "" if best is None else f"; {best.system.name} correlates {best.correlation:.4f}"
        )
        return f"<{name}: expectation {self.expectation:+.6%}{known_best}>"

    def _repr_html_(self) -> str:
        """Write the cards, the counts and the best tags as tables; notebooks show them."""
        if self.study.tags is None:
            return f"<p>{self.study.message}</p>"
        title = f"{self.table.game.title} ({self.study.game}), {self.study.wager}"
        return (
            html_table(title, self.as_rows())
            + html_table("Counts", self.systems())
            + html_table("Best tags", self.best())
        )


def count_table(table: Table, request: CountRequest) -> CountResult:
    """Return what there is to count; `RulesError` has every problem of the request."""
    unseen, systems, problems = _read(table, request)
    if problems:
        raise RulesError(problems)
    return CountResult(table, _main_study(table, request, unseen, systems))


def _read(
    table: Table, request: CountRequest
) -> tuple[Unseen, tuple[CountSystem, ...], list[Problem]]:
    """Return the cards left and the counts, and everything that is wrong."""
    shoe, problems = table.setup.shoe, list(_conflicts(request))
    unseen, systems = Unseen.of(shoe), tuple[CountSystem, ...]()
    try:
        unseen = cards_left(shoe, unseen=request.unseen, gone=request.gone)
    except RulesError as error:
        problems += error.problems
    try:
        systems = _systems(table, request.system)
    except RulesError as error:
        problems += error.problems
    return unseen, systems, problems


def _systems(table: Table, given: str | Path | CountSystem | None) -> tuple[CountSystem, ...]:
    if given is None:
        return tuple(map(system_named, system_names()))
    if isinstance(given, CountSystem):
        return (given,)
    return (read_system(str(given), table.setup.shoe),)


def _conflicts(request: CountRequest) -> Iterator[Problem]:
    if request.design is not None and request.design not in LEVELS:
        message = f"a level is from {LEVELS[0]} to {LEVELS[-1]}, not {request.design}"
        yield Problem(code="option/invalid", key="--design", message=message)
    if request.balanced and (request.unseen is not None or request.gone is not None):
        message = "a count is balanced over a full shoe: leave out which cards are left"
        yield Problem(code="option/conflict", key="--balanced", message=message)


def _main_study(
    table: Table, request: CountRequest, unseen: Unseen, systems: tuple[CountSystem, ...]
) -> CountStudy:
    setup = table.setup
    full = unseen == Unseen.of(setup.shoe)
    found = removal(setup, None if full else unseen)
    design = Design(
        levels=LEVELS if request.design is None else (request.design,),
        balanced=request.balanced,
        suits=request.suits,
        full=full,
    )
    if found is None:
        return _study(table, unseen, expectation=None, message=_nothing(table))
    cards = ByCard(unseen.counts, found.by_card())
    tags = study_tags(setup.shoe, cards, found.by_card(reoptimised=True), systems, design)
    return _study(
        table,
        unseen,
        expectation=found.expectation,
        tags=tags,
        mean_fixed=found.mean_fixed,
        sd_of_one_card=found.sd_of_one_card,
    )


def _study(table: Table, unseen: Unseen, **found: Any) -> CountStudy:
    configured = table.setup.configured
    return CountStudy(
        game=configured.game.id,
        options=configured.options,
        digest=configured.digest,
        wager=MAIN,
        table=None,
        decks=int(configured.options["decks"]),
        cards=unseen.size,
        cards_text=left_text(unseen, table.setup.shoe),
        **found,
    )


def _nothing(table: Table) -> str:
    return (
        f"There is nothing to count in {table.game.title}: its deck is shuffled before every round,"
        " so no round knows of the one before."
    )


def wager_problem(table: Table, wager: str) -> Problem:
    """Return the problem of a wager that the table does not have."""
    names = tuple(table.setup.configured.spots)
    near = nearest(wager, names) or ", ".join(names)
    message = f"this table has no wager {wager!r}; it has {near}"
    return Problem(code="wager/not-offered", key="--wager", message=message)
