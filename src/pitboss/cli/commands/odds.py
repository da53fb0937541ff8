"""`pitboss odds`: exact odds as tables for people, JSON or CSV for programs."""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from functools import partial

from rich.table import Table
from rich.text import Text

from pitboss.api.pricing import WagerOdds as PricedOdds
from pitboss.api.pricing import price, spots_with_odds
from pitboss.cli.console import entry_table, output_console, print_table
from pitboss.cli.numbers import read_dollars
from pitboss.cli.options import contradictions, open_asked_table
from pitboss.cli.orders.figures import OddsOrder
from pitboss.cli.output import print_assumed, print_json
from pitboss.cli.problems import check, conflict, invalid, refusing_with
from pitboss.cli.waiting import waiting
from pitboss.exact.odds.progressive import ProgressiveOdds, meter_value
from pitboss.exact.odds.wager_odds import MeterValue, WagerOdds
from pitboss.exact.odds.wagers import odds
from pitboss.questions.table import AtTable, is_house_file
from pitboss.report.catalogue.edges import COLUMNS
from pitboss.report.catalogue.odds_entry import (
    METER_APART,
    both_long_run,
    odds_entry,
    odds_record,
)
from pitboss.rulebook.check.tables import ALTERNATE
from pitboss.rulebook.configured import Spot
from pitboss.rulebook.defaults import complete_for_report
from pitboss.rulebook.house import parse_share
from pitboss.rulebook.model import OptionValue
from pitboss.rulebook.money import parse_dollars
from pitboss.rulebook.phrases import choice
from pitboss.rulebook.problems import Problem
from pitboss.rulebook.reading.library import game as game_of
from pitboss.rulebook.reading.library import game_ids
from pitboss.text.spreadsheets import safe_cell

Pricer = Callable[..., Sequence[WagerOdds]]


def print_odds(order: OddsOrder) -> None:
    """Print the odds of one game's wagers, or of the whole rule book.

    Without --best-play or --no-best-play one game is solved for its play-dependent wagers; the
    whole book is not, because that takes long.
    """
    if order.house is not None or is_house_file(order.game or ""):
        _print(order, _house_odds(order), MeterValue(), of_one_game=True)
        return
    game = None if order.everything else order.game
    settings = _settings(game, order.option or ())
    value = _meter_value(settings, order.meter)
    solved = game is not None if order.best_play is None else order.best_play
    computed = _find_odds(game, order, settings, partial(odds, value=value, solved=solved))
    if all(item.meter is None for item in computed):
        given = [name for name, known in asdict(value).items() if known is not None]
        check([invalid(name, "none of these wagers has a meter") for name in given])
    _print(order, computed, value, of_one_game=game is not None)


def _print(
    order: OddsOrder, computed: Sequence[WagerOdds], value: MeterValue, *, of_one_game: bool
) -> None:
    if order.as_json:
        print_json([odds_record(item, _worth(item, value)) for item in computed])
    elif order.as_csv:
        _print_csv(computed, value)
    elif not of_one_game or len(computed) > _DETAILED_MAX:
        _print_list(computed, value)
    else:
        _print_details(computed, value)


def _worth(item: WagerOdds, value: MeterValue) -> ProgressiveOdds | None:
    """Return what the meter adds: as the house of the wager feeds it, else by *value*."""
    if isinstance(item, PricedOdds):
        return item.progressive
    return None if item.meter is None else meter_value(item, value)


def _house_odds(order: OddsOrder) -> list[WagerOdds]:
    """Return the odds of every wager on the felt of a house, for its own amounts and meters."""
    message = "a house has its pay tables and decks: leave it out, or set it with -o"
    beside = {"--table": order.table, "--decks": order.decks, "--all": order.everything or None}
    problems = [conflict(key, message) for key, given in beside.items() if given is not None]
    at = AtTable(game=order.game or "", option=tuple(order.option or ()), house=order.house)
    with refusing_with(problems):
        table = open_asked_table(at, complete_for_report)
    print_assumed(table.assumed)
    spots = spots_with_odds(table.setup)
    wagers = [*spots] if order.wager is None else [order.wager]
    fed = [name for name in wagers if name in spots and _is_progressive(spots[name])]
    if order.meter is not None and not fed:
        check([invalid("meter", "none of these wagers has a meter")])
    with waiting(f"counting the odds of {table.game.id}"):
        return [
            price(table.house, table.setup, name, order.meter if name in fed else None)
            for name in wagers
        ]


def _is_progressive(spot: Spot) -> bool:
    return spot.jackpot is not None and spot.jackpot.scheme == "progressive"


_DETAILED_MAX = 4
"""Up to this many are shown row by row; more are a list with one line each."""


@dataclass(slots=True)
class _Settings:
    """The settings of `-o key=value`."""

    options: dict[str, OptionValue] = field(default_factory=dict)
    pays: dict[str, str] = field(default_factory=dict)
    contribution: Fraction | None = None
    seed: int | None = None
    wager: int | None = None


def _settings(game_id: str | None, texts: Iterable[str]) -> _Settings:
    settings = _Settings()
    given = list(texts)
    unread = [problem for text in given if (problem := _set(settings, game_id, text))]
    check([*contradictions(given), *unread])
    return settings


def _set(settings: _Settings, game_id: str | None, text: str) -> Problem | None:
    """Read one `key=value`, or return its problem."""
    key, sign, value = text.partition("=")
    try:
        if not sign:
            return invalid(key, "write -o key=value")
        if key.startswith("pay."):
            settings.pays[key.removeprefix("pay.")] = value
        elif key == "contribution":
            settings.contribution = parse_share(value)
        elif key == "seed":
            settings.seed = parse_dollars(value)
        elif key == "wager":
            settings.wager = parse_dollars(value)
            return None if settings.wager > 0 else invalid(key, "a wager is more than nothing")
        elif key == "alternate":
            settings.options[key] = value
        else:
            return _set_option(settings, game_id, key, value)
    except ValueError as error:
        return invalid(key, str(error))
    return None


def _set_option(settings: _Settings, game_id: str | None, key: str, value: str) -> Problem | None:
    if game_id is None:
        return Problem(code="option/unknown", key=key, message="name a game to set its options")
    known = {option.id: option for option in game_of(game_id).options}
    option = known.get(key)
    if option is None:
        message = f"{game_id} has no such option; it has {', '.join(known)}"
        return Problem(code="option/unknown", key=key, message=message)
    by_text = {str(allowed).lower(): allowed for allowed in option.values}
    if value.lower() not in by_text:
        message = f"{value!r} is not allowed; choose {', '.join(by_text)}"
        return Problem(code="option/invalid", key=key, message=message, cite=option.cite)
    settings.options[key] = by_text[value.lower()]
    return None


def _meter_value(settings: _Settings, meter: str | None) -> MeterValue:
    problems: list[Problem] = []
    cents = read_dollars("meter", meter, problems)
    check(problems)
    return MeterValue(
        meter=cents,
        contribution=settings.contribution,
        seed=settings.seed,
        wager=settings.wager,
    )


def _find_odds(
    game: str | None, order: OddsOrder, settings: _Settings, price: Pricer
) -> list[WagerOdds]:
    if game is None:
        return _whole_book(order, price)
    decks = int(settings.options.pop("decks", 0)) or order.decks
    with waiting(f"counting the odds of {game}"):
        chosen = {"wager": order.wager, "table": order.table, "decks": decks}
        return list(price(game, **chosen, options=settings.options, pays=settings.pays))


def _whole_book(order: OddsOrder, price: Pricer) -> list[WagerOdds]:
    """Return every game's odds; the families that take longest are counted side by side first."""
    from pitboss.report.catalogue.processes import process_pool  # one game needs no others

    games = game_ids()
    by_game = list[Sequence[WagerOdds]]()
    with process_pool() as pool:
        computed = pool.map(price, games, chunksize=1)  # the processes start before the sign does
        with waiting("counting the odds of every game") as say:
            for done, items in enumerate(computed, start=1):
                by_game.append(items)
                say(f"counting the odds of every game: {done} of {len(games)}")
    return [
        item
        for items in by_game
        for item in items
        if order.wager in (None, item.wager)
        and order.table in (None, item.table)
        and order.decks in (None, item.decks)
    ]


_CSV_COLUMNS = (
    *("game", "section", "wager", "table", "decks", "options", "row", "column", "probability"),
    *("pay", "hit_frequency", "edge", "edge_float", "standard_deviation", "agrees"),
    *("play", "main_given_up", "both_edge", "break_even_meter", "mean_meter", "long_run_edge"),
)


def _print_csv(computed: Iterable[WagerOdds], value: MeterValue) -> None:
    writer = csv.writer(sys.stdout)
    writer.writerow(_CSV_COLUMNS)
    for item in computed:
        options = " ".join(f"{name}={value}" for name, value in item.options.items())
        head = (item.game, item.section, item.wager, item.table, item.decks, options)
        tail = (item.hit_frequency, item.edge, float(item.edge), item.standard_deviation)
        for row in item.rows:
            middle = (row.name, row.column, row.probability, row.pay)
            cells = (*head, *middle, *tail, item.agrees, *_play_columns(item, value))
            writer.writerow(map(safe_cell, cells))  # an inventor names the rows


def _play_columns(item: WagerOdds, value: MeterValue) -> tuple[object, ...]:
    """Return the last columns, which only play-dependent wagers and progressives have."""
    given_up = None if item.with_main is None else item.with_main.given_up
    worth = _worth(item, value)
    meter = (worth.break_even, worth.mean_meter, worth.long_run_edge) if worth else (None,) * 3
    return (item.bound or item.play, given_up, item.both_edge, *meter)


def _group_equal(computed: Iterable[WagerOdds]) -> Iterator[tuple[WagerOdds, str]]:
    """Yield the shown wagers with their options: exact play before bounds, equal ones once."""
    groups: dict[tuple[object, ...], dict[str, list[WagerOdds]]] = {}
    for item in computed:
        group = groups.setdefault((item.game, item.wager, item.table, item.decks), {})
        group.setdefault(str(replace(item, options={})), []).append(item)
    for group in groups.values():
        for alike in sorted(group.values(), key=lambda items: bool(items[0].bound)):
            yield alike[0], _options_text([item.options for item in alike])


def _options_text(options: Sequence[Mapping[str, OptionValue]]) -> str:
    """Return the options of equal odds: ", soft17 stand or hit"."""
    values: dict[str, dict[str, None]] = {}
    for chosen in options:
        for name, value in chosen.items():
            values.setdefault(name, {})[str(value)] = None
    return "".join(f", {name} {' or '.join(words)}" for name, words in values.items())


def _print_details(computed: Iterable[WagerOdds], value: MeterValue) -> None:
    console = output_console()
    for item, options in _group_equal(computed):
        table = f"table {item.table}, " if item.table else ""
        title = f"{item.game}  {item.wager}  {table}{item.decks} decks{options}"
        console.print(Text(f"\n{title}", style="bold"))
        console.print(_rows(item))
        lines = [
            ("edge", f"{float(item.edge):.6%}   {item.edge}"),
            ("hit frequency", f"{float(item.hit_frequency):.6%}   {item.hit_frequency}"),
            ("standard deviation", f"{item.standard_deviation:.6f}"),
        ]
        won = sum(row.probability for row in item.rows if row.returns > row.probability)
        if won > item.hit_frequency:
            lines.append(("probability", "how often a row is paid: one round can pay two"))
        if item.unpaid:
            lines.append(("no row pays", item.unpaid_text))
        lines += [
            (f"printed {name.replace('_', ' ')}", text) for name, text in item.printed.items()
        ]
        if item.agrees is not None:
            lines.append(("printed figures", "reproduced" if item.agrees else "not reproduced"))
        if item.by_up_card:
            edges = "  ".join(f"{up} {float(edge):.2%}" for up, edge in item.by_up_card.items())
            lines.append(("edge by up card", edges))
        if isinstance(item, PricedOdds) and item.edge_with_prizes is not None:
            with_prizes = f"{float(item.edge_with_prizes):.6%}   {item.edge_with_prizes}"
            lines.append(("edge, prizes as posted", with_prizes))
        worth = _worth(item, value)
        if worth is not None:
            lines += worth.lines()
        lines += _play_lines(item, worth)
        for name, text in lines:
            console.print(Text.assemble((f"  {name:<24}", "dim"), text), soft_wrap=True)


def _play_lines(item: WagerOdds, worth: ProgressiveOdds | None) -> Iterator[tuple[str, str]]:
    """Yield the lines about the play, if the player's play decides."""
    if item.bound:
        yield "bound", f"not optimal play: {item.bound.removeprefix('bound: ')}"
    if item.play:
        yield "play", item.play
    main = item.with_main
    if main is not None:
        yield "main wager's edge", f"{main.edge:.6%} played for alone"
        yield "given up for this", f"{main.given_up:.6%} of the main wager"
        apart = ", the meter left out" if worth else ""
        yield "both together", f"{item.both_edge:.6%} of one of two equal wagers{apart}"
        long_run = None if worth is None else both_long_run(item, worth)
        if long_run is not None:
            yield "both in the long run", f"{long_run:.6%} of one of them"


def _rows(item: WagerOdds) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column("  row")
    for name in ("pays", "probability", "1 in", "returns"):
        table.add_column(name, justify="right", no_wrap=True)
    for row in item.rows:
        name = f"{row.name}, {row.column}" if row.column else row.name
        often = f"{float(1 / row.probability):,.1f}" if row.probability else "never"
        table.add_row(
            f"  {name}",
            row.pay,
            f"{float(row.probability):.8f}",
            often,
            f"{float(row.returns):.6f}",
        )
    return table


# -- many wagers: a line each ---------------------------------------------------------------------

_NARROW = 110
"""Columns below which a list leaves the method out."""


@dataclass(frozen=True, slots=True)
class OddsLine:
    """A wager, with the value of its meter if it has one."""

    odds: WagerOdds
    meter: ProgressiveOdds | None
    alternates: tuple[str, ...] = ()
    """Alternates of the same pay table with equal cost."""

    @classmethod
    def from_odds(cls, item: WagerOdds, value: MeterValue) -> OddsLine:
        """Price the meter."""
        return cls(item, _worth(item, value))

    @property
    def long_run(self) -> Fraction | None:
        """The edge after everything that feeds the meter is won; None without a known meter."""
        return None if self.meter is None else self.meter.long_run_edge

    @property
    def without_alternate(self) -> tuple[object, ...]:
        """Everything that two lines share if they differ only in their alternate."""
        item = self.odds
        options = tuple((k, v) for k, v in item.options.items() if k != ALTERNATE)
        same = (item.game, item.wager, item.table, item.decks, options, item.bound, item.play)
        return *same, item.edge, item.variance, item.hit_frequency, self.long_run


def _print_list(computed: Sequence[WagerOdds], value: MeterValue) -> None:
    """Print one line for each wager; a single game is named above them."""
    lines = tuple(fold_alternates(OddsLine.from_odds(item, value) for item in computed))
    several = len({item.game for item in computed}) > 1
    has_meter = any(line.long_run is not None for line in lines)
    printed = any(item.agrees is not None for item in computed)
    console = output_console()
    columns = (
        *("game",) * several,
        *("wager", "table", "decks", "options", "edge"),
        *("long run",) * has_meter,
        *("sd", "hits"),
        *("method",) * (console.width >= _NARROW),
        *("printed",) * printed,
    )
    table = entry_table(columns)
    for line in lines:
        table.add_row(*_cells(line, columns))
    print_table(table, computed[0].game if computed and not several else "")
    if has_meter:
        console.print(Text(_meter_note(lines), style="dim"))


def fold_alternates(lines: Iterable[OddsLine]) -> Iterator[OddsLine]:
    """Yield each line once, with the alternates whose odds are equal to its own.

    >>> from pitboss.exact.odds.wagers import odds
    >>> found = odds("wa/spanish-21", wager="jackpot-1", decks=6)
    >>> folded = list(fold_alternates(OddsLine.from_odds(item, MeterValue()) for item in found))
    >>> len(found), len(folded), folded[0].alternates
    (53, 29, ('3-alt-1', '3-alt-2'))
    """
    groups: dict[tuple[object, ...], list[OddsLine]] = {}
    for line in lines:
        groups.setdefault(line.without_alternate, []).append(line)
    for first, *others in groups.values():
        yield replace(
            first, alternates=tuple(str(other.odds.options[ALTERNATE]) for other in others)
        )


def _meter_note(lines: Iterable[OddsLine]) -> str:
    """Return what both edges are, and how much of a wager feeds the meter."""
    meters = [line.meter for line in lines if line.meter is not None]
    fed = dict.fromkeys(
        f"{float(meter.feeding.contribution):.2%} ({meter.feeding.contribution_from})"
        for meter in meters
        if meter.feeding.contribution is not None
    )
    return (
        "edge: the fixed pays alone. long run: the edge when all that feeds the meter has been won."
        f" Of each wager, {choice(tuple(fed))} feeds the meter."
    )


def _cells(line: OddsLine, columns: Sequence[str]) -> Iterator[str | Text]:
    """Return the columns of every table of wagers, and those of odds alone."""
    item = line.odds
    long_run = line.long_run
    of_odds: dict[str, str | Text] = {
        "decks": str(item.decks),
        "options": _options(line),
        "long run": "" if long_run is None else f"{float(long_run):.4%}",
        "hits": f"{float(item.hit_frequency):.3%}",
        "printed": _agrees(item),
    }
    entry = odds_entry(item)
    entry = replace(entry, method=entry.method.removesuffix(METER_APART))
    for name in columns:
        yield of_odds[name] if name in of_odds else COLUMNS[name](entry)


def _options(line: OddsLine) -> str:
    own = " ".join(f"{value}" for value in line.odds.options.values())
    others = f"or {', '.join(line.alternates)}" if line.alternates else ""
    return " ".join(filter(None, (own, others)))


def _agrees(item: WagerOdds) -> Text:
    printed = item.printed.get("house_advantage", "")
    if item.agrees is None:
        return Text("")
    mark = ("agrees", "green") if item.agrees else ("differs", "bold red")
    return Text.assemble(f"{printed} ", mark)
