"""`pitboss count`: the effect of removing a card, how well counts follow it, the best tags."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pitboss.advantage.count_study import MAIN
from pitboss.advantage.hunting.terms import HuntSettings
from pitboss.advantage.kinds import chart_of_hands
from pitboss.api.counting import (
    EVERY_PLAY,
    CountResult,
    count_table,
    request_problems,
)
from pitboss.api.tables import Table
from pitboss.cli.numbers import read_count
from pitboss.cli.options import read_asked, stated_depth
from pitboss.cli.orders.counting import CountOrder
from pitboss.cli.output import print_assumed, print_json, terminal_width
from pitboss.cli.problems import check, collecting, conflict
from pitboss.cli.waiting import waiting
from pitboss.questions.advantage import Count
from pitboss.report.count_page import count_sections
from pitboss.report.document.blocks import Block, Heading, Paragraph
from pitboss.report.document.pictures import ENDINGS, write_picture
from pitboss.report.document.terminal import terminal_text
from pitboss.report.document.typesetting import out_problems
from pitboss.report.index_charts import index_chart_blocks
from pitboss.rulebook.defaults import canonical, complete_main_game, first_tables
from pitboss.rulebook.house import House, PaceSettings
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.library import game as game_of
from pitboss.text.options import rule_options


def count(order: CountOrder) -> None:
    """Print the effects of removal, the counts and the best tags of a wager."""
    table = _open(order)
    with waiting(f"counting {table.game.id}"):
        result = count_table(table, _request(order, table.house.pace))
        drawing = None if order.plot is None else result.draw()
    if order.plot is not None and drawing is not None:
        write_picture(drawing, order.plot)
    if order.as_json:
        print_json(result.as_json() | ({"plot": str(order.plot)} if drawing is not None else {}))
        return
    print_assumed(table.assumed, stated_depth(table))
    page = [*_page(result), *(_chart(result) if order.ask.indices == EVERY_PLAY else ())]
    print(terminal_text(page, terminal_width()))
    if drawing is not None:
        print(f"\n{order.plot}: the charts")


def _open(order: CountOrder) -> Table:
    """Open the table of a wager: the house's own, or one with only what it needs."""
    wrong = [] if order.plot is None else [*out_problems(order.plot, ENDINGS, key="--plot")]
    more: list[Problem] = []
    with collecting(wrong):
        more += request_problems(_request(order))
    try:
        given, unread = read_asked(order.at)
        table = _table(order, given, unread)
    except RulesError as error:
        raise RulesError([*error.problems, *wrong, *more]) from None
    if wrong:
        raise RulesError([*wrong, *more])
    return table


def _table(order: CountOrder, given: House, unread: tuple[Problem, ...]) -> Table:
    wager = order.ask.wager
    if wager is None or wager == MAIN:
        if order.table:
            message = "a pay table is that of a side wager: name it with --wager"
            unread += (conflict("--table", message),)
        return Table.open(given, complete=complete_main_game, unread=unread)
    if named := order.table or ("" if order.at.file else _usual_table(given, wager)):
        felt = given.tables or {} if order.at.file or given.tables else {}
        given = canonical(replace(given, tables={**felt, wager: named}))
    return Table.open(given, unread=unread)


def _usual_table(given: House, wager: str) -> str:
    """Return the pay table that a game offers by default, else the first for the decks."""
    game = game_of(given.game)
    chosen = {**game.default_tables, **(given.tables or {})}.get(wager)
    decks = given.options.get("decks", game.option("decks").default)
    return chosen or first_tables(game, decks, another=True).get(wager, "")


def _request(order: CountOrder, pace: PaceSettings | None = None) -> Count:
    return replace(order.ask, hunt=_hunt(order, pace or PaceSettings()))


def _hunt(order: CountOrder, pace: PaceSettings) -> HuntSettings | None:
    """Return the settings of a simulation of hunters at the pace of a house; None without one."""
    problems: list[Problem] = []
    rounds = None if order.rounds is None else read_count("--rounds", order.rounds, problems)
    given = {"tables": order.tables, "seats": order.seats, "rounds": rounds, "seed": order.seed}
    given["rounds_an_hour"] = order.rounds_an_hour
    chosen = {name: value for name, value in given.items() if value is not None}
    is_hunt = order.hunters is not None or order.must_hit_by is not None
    if chosen and not is_hunt:
        name = next(iter(chosen)).replace("_", "-")
        message = "it is for hunters of a jackpot: say how many with --hunters"
        problems.append(conflict(f"--{name}", message))
    check(problems)
    if not is_hunt:
        return None
    hunters = 1 if order.hunters is None else order.hunters
    chosen.setdefault("tables", max(1, hunters))
    usual = {"seats": pace.seats, "rounds_an_hour": pace.rounds_per_hour}
    chosen = {name: value for name, value in usual.items() if value is not None} | chosen
    return HuntSettings(hunters=hunters, must_hit_by=order.must_hit_by, **chosen)


def _page(result: CountResult) -> Iterator[Block]:
    game = result.table.game
    spot = result.table.setup.configured.spots.get(result.study.wager)
    wager = "" if spot is None or result.study.wager == MAIN else f", {spot.wager.title}"
    yield Heading(1, "", f"{game.title}{wager}  {game.id}")
    if options := rule_options(result.table.setup):
        yield Paragraph(", ".join(options))
    yield from count_sections(result.study)


def _chart(result: CountResult) -> Iterator[Block]:
    """Yield the chart with all index plays in its cells, if the game has a chart."""
    chart = chart_of_hands(result.table.setup)
    if chart is not None and result.study.indices:
        yield Heading(2, "", "Index chart")
        yield from index_chart_blocks(chart, result.study.indices)
