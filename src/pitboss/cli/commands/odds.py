"""`pitboss odds`: exact odds as tables for people, JSON or CSV for programs."""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from rich.table import Table
from rich.text import Text

from pitboss.cli.console import output_console
from pitboss.cli.odds_list import print_list
from pitboss.cli.orders.figures import OddsOrder
from pitboss.cli.output import print_json, refuse
from pitboss.cli.waiting import waiting
from pitboss.exact.odds.progressive import ProgressiveOdds, meter_value
from pitboss.exact.odds.wager_odds import MeterValue, WagerOdds
from pitboss.exact.odds.wagers import odds
from pitboss.report.catalogue.odds_entry import both_long_run, odds_record
from pitboss.rulebook.house import parse_share
from pitboss.rulebook.model import OptionValue
from pitboss.rulebook.money import parse_dollars
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.library import game as game_of
from pitboss.rulebook.reading.library import game_ids

Pricer = Callable[..., Sequence[WagerOdds]]


def print_odds(order: OddsOrder) -> None:
    """Print the odds of one game's wagers, or of the whole rule book.

    Without --best-play or --no-best-play one game is solved for its play-dependent wagers; the
    whole book is not, because that takes long.
    """
    game = None if order.everything else order.game
    try:
        settings = _settings(game, order.option or ())
        value = _meter_value(settings, order.meter)
        solved = game is not None if order.best_play is None else order.best_play
        computed = _find_odds(game, order, settings, partial(odds, value=value, solved=solved))
    except RulesError as error:
        refuse(error.problems, as_json=order.as_json)
    if order.as_json:
        print_json([odds_record(item, value) for item in computed])
    elif order.as_csv:
        _print_csv(computed, value)
    elif game is None or len(computed) > _DETAILED_MAX:
        print_list(computed, value)
    else:
        _print_details(computed, value)


_DETAILED_MAX = 4
"""Up to this many are shown row by row; more are a list with one line each."""


class _Settings:
    """The settings of `-o key=value`."""

    def __init__(self) -> None:
        self.options: dict[str, OptionValue] = {}
        self.pays: dict[str, str] = {}
        self.contribution: Fraction | None = None
        self.seed: int | None = None


def _settings(game_id: str | None, texts: Iterable[str]) -> _Settings:
    settings = _Settings()
    problems = [problem for text in texts if (problem := _set(settings, game_id, text))]
    if problems:
        raise RulesError(problems)
    return settings


def _set(settings: _Settings, game_id: str | None, text: str) -> Problem | None:
    """Read one `key=value`, or return its problem."""
    key, sign, value = text.partition("=")
    try:
        if not sign:
            return _problem("option/invalid", key, "write -o key=value")
        if key.startswith("pay."):
            settings.pays[key.removeprefix("pay.")] = value
        elif key == "contribution":
            settings.contribution = parse_share(value)
        elif key == "seed":
            settings.seed = parse_dollars(value)
        elif key == "alternate":
            settings.options[key] = value
        else:
            return _set_option(settings, game_id, key, value)
    except ValueError as error:
        return _problem("option/invalid", key, str(error))
    return None


def _set_option(settings: _Settings, game_id: str | None, key: str, value: str) -> Problem | None:
    if game_id is None:
        return _problem("option/unknown", key, "name a game to set its options")
    known = {option.id: option for option in game_of(game_id).options}
    option = known.get(key)
    if option is None:
        message = f"{game_id} has no such option; it has {', '.join(known)}"
        return _problem("option/unknown", key, message)
    by_text = {str(allowed).lower(): allowed for allowed in option.values}
    if value.lower() not in by_text:
        message = f"{value!r} is not allowed; choose {', '.join(by_text)}"
        return Problem(code="option/invalid", key=key, message=message, cite=option.cite)
    settings.options[key] = by_text[value.lower()]
    return None


def _problem(code: str, key: str, message: str) -> Problem:
    return Problem(code=code, key=key, message=message)


def _meter_value(settings: _Settings, meter: str | None) -> MeterValue:
    try:
        cents = None if meter is None else parse_dollars(meter)
    except ValueError as error:
        raise RulesError([_problem("option/invalid", "meter", str(error))]) from None
    return MeterValue(meter=cents, contribution=settings.contribution, seed=settings.seed)


def _find_odds(
    game: str | None, order: OddsOrder, settings: _Settings, price: Pricer
) -> list[WagerOdds]:
    if game is None:
        return _whole_book(order, price)
    decks = int(settings.options.pop("decks", 0)) or order.decks
    with waiting(f"counting the odds of {game}"):
        return list(
            price(
                game,
                wager=order.wager,
                table=order.table,
                decks=decks,
                options=settings.options,
                pays=settings.pays,
            )
        )


def _whole_book(order: OddsOrder, price: Pricer) -> list[WagerOdds]:
    """Return every game's odds; the families that take longest are counted side by side first."""
    from pitboss.report.catalogue.processes import process_pool  # one game needs no others

    games, by_game = game_ids(), list[Sequence[WagerOdds]]()
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
            writer.writerow((*head, *middle, *tail, item.agrees, *_play_columns(item, value)))


def _play_columns(item: WagerOdds, value: MeterValue) -> tuple[object, ...]:
    """Return the last columns, which only play-dependent wagers and progressives have."""
    given_up = None if item.with_main is None else item.with_main.given_up
    worth = None if item.meter is None else meter_value(item, value)
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
        lines += [
            (f"printed {name.replace('_', ' ')}", text) for name, text in item.printed.items()
        ]
        if item.agrees is not None:
            lines.append(("printed figures", "reproduced" if item.agrees else "not reproduced"))
        if item.by_up_card:
            edges = "  ".join(f"{up} {float(edge):.2%}" for up, edge in item.by_up_card.items())
            lines.append(("edge by up card", edges))
        worth = None if item.meter is None else meter_value(item, value)
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
