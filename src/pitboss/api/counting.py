"""What there is to count at a table: cards that are gone, counts, index plays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pitboss.advantage.count_study import MAIN, CountStudy, main_study, wager_study
from pitboss.advantage.hunting.hunt import Hunt, hunt_study
from pitboss.advantage.hunting.terms import HuntSettings, hunt_problems, meter_problems
from pitboss.advantage.jackpots import shown_part
from pitboss.advantage.kinds import chart_of_hands
from pitboss.advantage.shoe_samples import values_at_cut
from pitboss.advantage.study import LEVELS, Design
from pitboss.advantage.wager_gains import house_dealing
from pitboss.api.argument_types import drop_none, not_numbers, not_texts
from pitboss.cards import Unseen
from pitboss.counts import CountSystem, find_system, read_system, system_names
from pitboss.counts.cards_left import read_cards_left
from pitboss.counts.system import Counted
from pitboss.exact.any_wager.wager_value import wager_value, why_not_counted
from pitboss.exact.charts.cells import check_playable
from pitboss.exact.kinds import is_charted
from pitboss.questions.advantage import Count
from pitboss.report.advantage.count_charts import removal_chart, value_chart
from pitboss.report.document.pictures import side_by_side
from pitboss.report.index_charts import index_charts
from pitboss.rulebook.configured import Spot
from pitboss.rulebook.limits import INDEX_PLAYS_MAX, shorten
from pitboss.rulebook.money import parse_dollars
from pitboss.rulebook.phrases import nearest
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.tabular import Row, Tabular, html_table

if TYPE_CHECKING:
    from pitboss.api.tables import Table

USUAL = "hi-lo"
"""The count of index plays and of insurance, if none is named."""
EVERY_PLAY = "all"
Value = TypeVar("Value")


@dataclass(frozen=True, repr=False)
class CountResult(Tabular):
    """The effects of removal, counts, best tags and gains of one wager. `Table.count` makes one.

    >>> import pitboss
    >>> found = pitboss.count("co/pai-jack")
    >>> found
    <CountResult of co/pai-jack main: nothing to count>
    """

    table: Table
    study: CountStudy = field(compare=False)
    """Everything that was found; what it holds is in `as_json`."""

    @property
    def hunt(self) -> Hunt | None:
        """The simulation of hunters; None without one."""
        return None if self.study.hunt is None else self.study.hunt.hunt

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
        """Return a row for each class of cards: the cards left, and the effect of removing one."""
        return [dict(row.as_json()) for row in self.study.tags.removal] if self.study.tags else []

    def systems(self) -> list[Row]:
        """Return a row for each count: its correlation, and the gain of one more true count."""
        rows = self.study.tags.systems if self.study.tags else ()
        return [
            {"name": row.system.name, "correlation": row.correlation, "slope": row.slope}
            for row in rows
        ]

    def best(self) -> list[Row]:
        """Return a row for each level: its best tags and their correlation."""
        return [
            {**{key: system[key] for key in ("level", "balanced")}, **system["tags"]}
            | {"correlation": system["correlation"], "proven": system["proven"]}
            for system in self.as_json().get("best", ())
        ]

    def index_plays(self) -> list[Row]:
        """Return a row for each index play, the most gainful first."""
        return [dict(play.as_json()) for play in self.study.indices or ()]

    def gains(self) -> list[Row]:
        """Return a row for each way to bet by the cards that are gone, and what it wins."""
        study_gains = self.study.gains
        ways = {} if study_gains is None else study_gains.as_json()
        return [
            {"by": key, **{name: value for name, value in ways[key].items() if name != "below"}}
            for key in ("linear_gain", "exact_gain", "perfect")
            if key in ways
        ]

    def draw(self) -> str | None:
        """Return charts as an SVG: what each card changes, and the values of a side wager.

        With index plays, the strategy charts with their indices too. None where there is nothing
        to count.
        """
        study = self.study
        setup = self.table.setup
        if study.tags is None:
            return None
        charts = [removal_chart(study.tags.removal)]
        if study.wager != MAIN and study.gains is not None:
            wager = wager_value(setup, setup.configured.spots[study.wager])
            cut = study.gains.dealing.cut
            values = values_at_cut(wager, cut, meter=study.meter or 0)
            if values is not None:
                charts.append(value_chart(values, cut=cut, cards=study.cards))
        if study.indices and (chart := chart_of_hands(setup)) is not None:
            charts += index_charts(chart, study.indices)
        return side_by_side(charts, title=f"What there is to count: {study.game} {study.wager}")

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
            + html_table("What can be won", self.gains())
            + (html_table("Index plays", self.index_plays()) if self.study.indices else "")
        )


def count_table(table: Table, request: Count) -> CountResult:
    """Return what there is to count; `RulesError` has every problem of the request."""
    texts = drop_none(wager=request.wager, unseen=request.unseen, gone=request.gone)
    if wrong := tuple(not_texts(texts)):
        raise RulesError(wrong)
    read = _Read(table, request)
    if read.problems:
        raise RulesError(read.problems)
    design = Design(
        levels=LEVELS if request.design is None else (request.design,),
        balanced=request.balanced,
        suits=request.suits,
        full=read.unseen == Unseen.from_shoe(table.setup.shoe),
    )
    named = None if request.system is None else read.systems[0]
    dealing = house_dealing(table.setup, table.house.shoe)
    what = table.setup, read.unseen, read.systems, design, dealing
    if read.spot is None:
        study = main_study(*what, system=named or find_system(USUAL), plays=read.plays)
    else:
        study = wager_study(*what, spot=read.spot, system=named, meter=read.meter)
        if request.hunt is not None and study.tags is not None:
            hunted = hunt_study(table.house, table.setup, read.spot, request.hunt, meter=read.meter)
            study = replace(study, hunt=hunted)
    return CountResult(table, study)


class _Read:
    """A request as it was read, and everything that is wrong with it."""

    def __init__(self, table: Table, request: Count) -> None:
        """Read everything."""
        self.problems: list[Problem] = list(request_problems(request))
        shoe = table.setup.shoe
        self.unseen = self._get(
            lambda: read_cards_left(shoe, unseen=request.unseen, gone=request.gone),
            Unseen.from_shoe(shoe),
        )
        none: tuple[CountSystem, ...] = ()
        self.systems = self._get(lambda: _systems(table, request.system), none)
        self.spot = self._get(lambda: _spot(table, request.wager), None)
        self.plays = self._get(lambda: _plays(request, self.systems), None)
        self.meter = self._get(lambda: _meter(request, self.spot), None)
        if request.hunt is not None and not self.problems:
            self.problems += _hunt_problems(request.hunt, table, self.spot, self.meter)

    def _get(self, read: Callable[[], Value], otherwise: Value) -> Value:
        try:
            return read()
        except RulesError as error:
            self.problems += error.problems
            return otherwise


def _systems(table: Table, given: str | Path | CountSystem | None) -> tuple[CountSystem, ...]:
    if given is None:
        return tuple(map(find_system, system_names()))
    setup = table.setup
    system = given if isinstance(given, CountSystem) else read_system(str(given), setup.shoe)
    if system.indices and is_charted(setup):
        check_playable(setup, system.indices)
    return (system,)


def _spot(table: Table, wager: str | None) -> Spot | None:
    """Return a side wager of the table; None is the main game."""
    setup = table.setup
    if wager is None or wager == MAIN or wager in setup.mains:
        return None
    spots = setup.configured.spots
    if wager not in spots:
        names = tuple(name for name in spots if name not in setup.mains)
        near = nearest(wager, names) or ", ".join(names) or "none"
        message = f"this table has no side wager {wager!r}; it has {near}"
        raise RulesError([Problem(code="wager/not-offered", key="--wager", message=message)])
    return spots[wager]


def _plays(request: Count, systems: tuple[CountSystem, ...]) -> int | None:
    """Return how many index plays are wanted; None for none of them."""
    if request.indices is None:
        return None
    if request.system is not None and any(system.kind is not Counted.TAGS for system in systems):
        message = f"{systems[0].name} is no count of tags, so it has no index plays"
        raise RulesError([Problem(code="option/conflict", key="--indices", message=message)])
    if str(request.indices) == EVERY_PLAY:
        return INDEX_PLAYS_MAX
    text = str(request.indices)
    if not (text.isascii() and text.isdigit() and 0 < int(text[:9]) <= INDEX_PLAYS_MAX):
        message = f"{shorten(text)!r}: give a number from 1 to {INDEX_PLAYS_MAX:,}, or all"
        raise RulesError([Problem(code="option/invalid", key="--indices", message=message)])
    return int(text)


def _meter(request: Count, spot: Spot | None) -> int | None:
    """Return the cents on the meter of a wager."""
    if request.meter is None:
        return None
    if spot is None or spot.jackpot is None:
        message = "only a jackpot has a meter: name it with --wager"
        raise RulesError([Problem(code="option/conflict", key="--meter", message=message)])
    try:
        return parse_dollars(str(request.meter))
    except ValueError as error:
        problem = Problem(code="option/invalid", key="--meter", message=str(error))
        raise RulesError([problem]) from None


def _hunt_problems(
    hunt: HuntSettings, table: Table, spot: Spot | None, meter: int | None
) -> Iterator[Problem]:
    """Yield why hunters cannot be simulated at this table."""
    if spot is None or spot.jackpot is None:
        message = "only a jackpot has hunters: name it with --wager"
        yield Problem(code="option/conflict", key="--hunters", message=message)
        return
    value = None if why_not_counted(spot) else wager_value(table.setup, spot)
    if value is None or value.sums is None:
        message = f"{spot.wager.id} is not decided by the cards of the deal from a shoe alone"
        yield Problem(code="option/conflict", key="--hunters", message=message)
        return
    fed = spot.jackpot
    yield from meter_problems(
        hunt,
        scheme=fed.scheme,
        seed=fed.seed,
        start=fed.seed if meter is None else meter,
        step=shown_part(fed) * value.stake,
    )


def _hunt_settings_problems(request: Count) -> Iterator[Problem]:
    """Yield what is wrong with a simulation of hunters at any table."""
    hunt = request.hunt
    if hunt is None:
        return
    if not isinstance(hunt, HuntSettings):
        message = f"{shorten(repr(hunt))} is not allowed; write HuntSettings(hunters=1)"
        yield Problem(code="option/invalid", key="hunt", message=message)
        return
    names = ("hunters", "tables", "seats", "rounds", "seed", "rounds_an_hour", "least")
    wrong = [*not_numbers({name: getattr(hunt, name) for name in names})]
    yield from wrong or hunt_problems(hunt)
    if request.unseen is not None or request.gone is not None:
        message = "hunters are simulated from full shoes: leave out which cards are left"
        yield Problem(code="option/conflict", key="--hunters", message=message)


def request_problems(request: Count) -> Iterator[Problem]:
    """Yield what is wrong with a request at any table."""
    if request.design is not None and request.design not in LEVELS:
        message = f"a level is from {LEVELS[0]} to {LEVELS[-1]}, not {request.design}"
        yield Problem(code="option/invalid", key="--design", message=message)
    partly = request.unseen is not None or request.gone is not None
    if request.balanced and partly:
        message = "a count is balanced over a full shoe: leave out which cards are left"
        yield Problem(code="option/conflict", key="--balanced", message=message)
    if request.indices is not None and request.wager not in {None, MAIN}:
        message = "index plays are those of the main game: leave out --wager"
        yield Problem(code="option/conflict", key="--indices", message=message)
    yield from _hunt_settings_problems(request)
