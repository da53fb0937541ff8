"""The rules, options and wagers of the table, as a section of the maths report."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.report.document.blocks import Block, Cell, Grid, Heading
from pitboss.report.maths.model import MathsReport
from pitboss.rulebook.configured import Spot
from pitboss.rulebook.model import BlackjackRules, Game, PayTable
from pitboss.rulebook.pays import format_dollars
from pitboss.text.rules import PRINTED, choices_text, meanings, rule_lines, wager_facts, yes_no


def rules_section(report: MathsReport) -> Iterator[Block]:
    """Yield the section: what the house chose, what the document fixes, what may be wagered."""
    configured = report.configured
    game = configured.game
    yield Heading(1, "3", "Rules and options as configured")
    options: list[tuple[Cell, ...]] = []
    for option in game.options:
        if option.id in configured.options:
            fixed = "fixed" if len(option.values) == 1 else choices_text(option)
            value = yes_no(configured.options[option.id])
            options.append((option.title, value, fixed, option.cite))
    yield Grid(heads=("option", "here", "allowed", "clause"), rows=tuple(options), align="lllr")
    yield Heading(2, "3.1", "What the document fixes")
    rules = tuple(_fixed(game))
    longest = [max((len(row[column]) for row in rules), default=0) for column in (0, 1)]
    yield Grid(heads=("rule", "here"), rows=rules, align="ll", wide=int(longest[1] > longest[0]))
    if configured.automatic:
        yield Heading(2, "3.2", "Pays of the main wager that always apply")
        for table in configured.automatic:
            yield _pay_list(table)
    yield Heading(2, "3.3" if configured.automatic else "3.2", "Wagers on the table")
    spots = tuple(
        (
            (spot.wager.title, "; ".join((*wager_facts(spot.wager), spot.wager.cite))),
            spot.table.id if spot.table else "–",
            _limits(spot),
        )
        for spot in configured.spots.values()
    )
    yield Grid(heads=("wager", "pay table", "limits"), rows=spots, align="lll")


def _limits(spot: Spot) -> str:
    if spot.jackpot and spot.jackpot.wager:
        return f"{format_dollars(spot.jackpot.wager)}, fixed"
    high = format_dollars(spot.max) if spot.max is not None else "no maximum"
    return f"{format_dollars(spot.min)} to {high}"


def _fixed(game: Game) -> Iterator[tuple[Cell, ...]]:
    said = {
        **meanings(BlackjackRules),
        **(meanings(type(game.kind_rules)) if game.kind_rules else {}),
    }
    for name, text in rule_lines(game):
        if not name.startswith(PRINTED):
            plain = name.replace("_", " ").capitalize()
            yield said.get(name, plain).rstrip("."), text


def _pay_list(table: PayTable) -> Grid:
    rows = tuple((row.name, row.text) for row in table.rows)
    return Grid(heads=(f"{table.title} ({table.cite})", "pays"), rows=rows, align="lr")
