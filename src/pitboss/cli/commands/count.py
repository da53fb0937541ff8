"""`pitboss count`: what a card that is gone changes, how counts follow it, and the best tags."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.api.counting import MAIN, CountRequest, CountResult, count_table
from pitboss.api.tables import Table
from pitboss.cli.options import read_options
from pitboss.cli.orders.counting import CountOrder
from pitboss.cli.output import print_assumed, print_json, refuse, terminal_width
from pitboss.cli.waiting import waiting
from pitboss.report.count_page import count_sections
from pitboss.report.document.blocks import Block, Heading, Paragraph
from pitboss.report.document.terminal import terminal_text
from pitboss.rulebook.defaults import complete_main_game, complete_table
from pitboss.rulebook.problems import RulesError
from pitboss.text.options import rule_options


def count(order: CountOrder) -> None:
    """Print what there is to count."""
    try:
        table = _open(order)
        with waiting(f"counting {table.game.id}"):
            found = count_table(table, _request(order))
    except RulesError as error:
        refuse(error.problems, as_json=order.as_json)
    if order.as_json:
        print_json(found.as_json())
        return
    print_assumed(table.assumed)
    print(terminal_text(_page(found), terminal_width()))


def _open(order: CountOrder) -> Table:
    """Open the table with the wager on it; for the main game without side wagers."""
    options = [*(order.option or ())]
    if order.wager and order.table:
        options.append(f"table.{order.wager}={order.table}")
    given, unread = read_options(order.game, options, order.house)
    main = order.wager in {None, MAIN}
    return Table.open(given, complete=complete_main_game if main else complete_table, unread=unread)


def _request(order: CountOrder) -> CountRequest:
    return CountRequest(
        wager=order.wager,
        system=order.system,
        design=order.design,
        balanced=order.balanced,
        suits=order.suits,
        unseen=order.unseen,
        gone=order.gone,
    )


def _page(found: CountResult) -> Iterator[Block]:
    game = found.table.game
    wager = "" if found.study.wager == MAIN else f", {found.study.wager}"
    yield Heading(1, "", f"{game.title}{wager}  {game.id}")
    if options := rule_options(found.table.setup):
        yield Paragraph(", ".join(options))
    yield from count_sections(found.study)
