"""The main game as a section of a report: the same layout for every kind of round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import sqrt

from pitboss.exact.effects import Choice, Effects
from pitboss.report.document.blocks import (
    Block,
    Cell,
    Chart,
    Charts,
    Fact,
    Facts,
    Grid,
    Heading,
    Paragraph,
)
from pitboss.report.document.charts import Point, categories, columns
from pitboss.report.games.report import GameReport, ReportPart, UpCardEdge
from pitboss.text.numbers import format_signed, one_in, percent
from pitboss.text.options import option_text

FULL_SHOE = (
    "the shoe is full and freshly shuffled; no card is known but the player's own and the up card,"
    " and nothing is known of other seats"
)
FULL_DECK = (
    "the deck is whole and freshly shuffled, and nothing is known of other seats; all counts are"
    " whole numbers, and the figures fractions of them"
)
WIN_TITLE = "Actual against theoretical win"
EFFECTS_TITLE = "What the rules cost"
METHOD_TITLE = "Method and limits"
HANDS = tuple(10**power for power in range(3, 8))
"""The numbers of wagers for which actual and theoretical win are compared."""
CONFIDENCE = {"90%": 1.644854, "95%": 1.959964, "99%": 2.575829}
"""Confidence -> standard errors to either side."""
VOLATILITY = 1.645
"""Standard deviations in a volatility index, which is stated for 90%."""
WIN = (
    "Between these bounds lies the actual win as a share of the handle (win / handle), with 90%,"
    " 95% and 99% confidence. They are those of the normal distribution, and too narrow while the"
    " rarest pay is expected fewer than about ten times. Hold is another figure: win / drop."
)
LEAST = 1e-9
"""Results below this probability are joined with others of their kind."""


def game_blocks(report: GameReport, again: str = "") -> Iterator[Block]:
    """Yield the figures of a game, then its parts under headings of level 2, without numbers.

    *again* is the command that solves the game again.
    """
    yield Facts((*report.figures, *_spread(report.main)))
    for title, blocks in _title_blocks(report, again).items():
        yield Heading(2, "", title)
        yield from blocks


def game_sections(
    reports: Iterable[GameReport], number: str = "", again: str = ""
) -> Iterator[Block]:
    """Yield the main game and the parts beside it, numbered within the section *number*.

    Headings inside a part beside the main game are one level lower, without numbers.
    """
    place = 0
    for report in reports:
        if report.title:
            place += 1
            yield Heading(2, f"{number}.{place}" if number else "", report.title)
        for block in game_blocks(report, again):
            if not isinstance(block, Heading) or block.level != 2:
                yield block
            elif report.title:
                yield Heading(3, "", block.text)
            else:
                place += 1
                yield Heading(2, f"{number}.{place}" if number else "", block.text)


def _title_blocks(report: GameReport, again: str) -> Mapping[str, tuple[Block, ...]]:
    parts = {**report.sections, WIN_TITLE: tuple(_win(report))}
    if report.effects is not None:
        parts[EFFECTS_TITLE] = tuple(_effects(report))
    parts[METHOD_TITLE] = tuple(_method(report, again))
    return {**parts, **report.strategy}


def _spread(part: ReportPart) -> Iterator[Fact]:
    if not part.distribution or part.standard_deviation is None:
        return
    index = f"{VOLATILITY * part.standard_deviation:.4f}"
    below = f"for 90%, {VOLATILITY} standard deviations; skewness {part.skewness:.3f}"
    yield Fact("Volatility index", index, below)
    won, same, lost = (percent(part.chance(sign=sign), 3) for sign in (1, 0, -1))
    text = f"{won} won, {same} pushed, {lost} lost"
    yield Fact("Rounds", text, "(gain of the whole round)")


def _win(report: GameReport) -> Iterator[Block]:
    for part in report.parts:
        if part.standard_deviation is None:
            continue
        yield win_grid(part.edge, part.standard_deviation)
        of = f"{part.name}, {part.aim}: theoretical win {percent(part.edge)} of {part.unit}."
        yield Paragraph(of, "note")
    yield Paragraph(WIN, "note")


def win_bounds(
    edge: Fraction | float, deviation: float, hands: int, errors: float
) -> tuple[float, float]:
    """Return the bounds of win / handle after *hands* wagers, *errors* to either side.

    >>> low, high = win_bounds(0.005, 1.0, 10_000, 2.0)
    >>> round(low, 6), round(high, 6)
    (-0.015, 0.025)
    """
    width = errors * deviation / sqrt(hands)
    return float(edge) - width, float(edge) + width


def win_grid(edge: Fraction | float, deviation: float) -> Grid:
    """Return the bounds for all numbers of hands."""
    rows = []
    for hands in HANDS:
        bounds = (win_bounds(edge, deviation, hands, errors) for errors in CONFIDENCE.values())
        rows.append((f"{hands:,}", *(percent(bound, 3) for pair in bounds for bound in pair)))
    names = [f"{name} {end}" for name in CONFIDENCE for end in ("low", "high")]
    return Grid(heads=("wagers", *names), rows=tuple(rows), align="r" * (1 + len(names)), wide=-1)


def _effects(report: GameReport) -> Iterator[Block]:
    assert report.effects is not None
    yield from effect_blocks(report.effects)
    if report.effects.changes and len(report.parts) > 1:
        yield Paragraph(f"The edges are those of {report.main.name}, {report.main.aim}.", "note")


def effect_blocks(effects: Effects) -> Iterator[Block]:
    """Yield the house edge with one option changed at a time."""
    if effects.changes:
        yield _effect_grid(effects)
        yield Paragraph("The house edge with one option changed, all others as configured.", "note")
    elif effects.refused or effects.unsolved:
        yield Paragraph("No single option can be changed with all others as configured.")
    else:
        yield Paragraph("The document leaves no rule of the main game open.")
    if effects.refused:
        refused = _choices(effects.refused)
        yield Paragraph(f"Not allowed beside the other options: {refused}.", "note")
    if effects.unsolved:
        yield Paragraph(f"Not solved: {_choices(effects.unsolved)}.", "note")


def _effect_grid(effects: Effects) -> Grid:
    rows = tuple(
        (
            f"{effect.option} {option_text(effect.value)}",
            option_text(effect.given),
            percent(effect.house_edge),
            format_signed(effect.change),
        )
        for effect in effects.changes
    )
    return Grid(heads=("option", "here", "house edge", "change"), rows=rows, align="llrr")


def _choices(choices: Iterable[Choice]) -> str:
    return ", ".join(f"{option} {option_text(value)}" for option, value in choices)


def _method(report: GameReport, again: str) -> Iterator[Block]:
    for words in report.method:
        yield Paragraph(f"– {words[0].upper()}{words[1:].removesuffix('.')}.", "note")
    if again and not report.title:
        below = "prints the same figures, with all their digits"
        yield Facts((Fact("To solve it again", again, below, code=True),))


def up_card_blocks(edges: Sequence[UpCardEdge], main: ReportPart) -> Iterator[Block]:
    """Yield the edge against each up card, as a table and as a chart beside the results."""
    rows: list[tuple[Cell, ...]] = [
        (
            edge.up,
            percent(edge.probability, 3),
            percent(edge.house_edge, 3),
            percent(edge.probability * edge.house_edge),
        )
        for edge in edges
    ]
    rows.append(("Total", percent(1, 3), percent(main.house_edge, 3), percent(main.house_edge)))
    heads = ("up card", "comes", "house edge", "adds to the edge")
    yield Grid(heads=heads, rows=tuple(rows), align="lrrr", totals=1)
    values = [Point(label=edge.up, value=edge.house_edge) for edge in edges]
    svg = categories(values, title="House edge by up card", axis="up card", digits=1)
    yield Charts((Chart(svg=svg, caption="House edge against each up card"), _spectrum(main)))


def _spectrum(main: ReportPart) -> Chart:
    """Draw how often each result comes."""
    svg = columns(
        [(result.gain, result.probability) for result in main.distribution],
        title="Distribution of results",
        axis=f"gain in units of {main.unit}",
        least=1e-6,
    )
    return Chart(svg=svg, caption="How often each result comes: a step of the scale is ten times")


def distribution_blocks(main: ReportPart) -> Iterator[Block]:
    """Yield the results of rounds, losses and gains of one size side by side."""
    chances = {result.gain: result.probability for result in main.distribution}
    shown = {gain for gain, chance in chances.items() if chance >= LEAST}
    sizes = sorted({abs(gain) for gain in shown if gain})
    rows = [_result_row(size, chances) for size in sizes]
    rest = [r for r in main.distribution if r.gain and abs(r.gain) not in sizes]
    if rest:
        lost, won = (sum(r.probability for r in rest if r.gain * s > 0) for s in (-1, 1))
        worth = format_signed(sum(r.gain * r.probability for r in rest), 5)
        rows.append(("all larger", *_chance(lost), *_chance(won), worth))
    totals = [f"{main.chance(sign=sign):.10f}" for sign in (-1, 1)]
    mean = sum(r.gain * r.probability for r in main.distribution)
    rows.append(("Total", totals[0], "", totals[1], "", format_signed(mean, 5)))
    heads = ("units", "lost: probability", "1 in", "won: probability", "1 in", "adds")
    yield Grid(heads=heads, rows=tuple(rows), align="lrrrrr", totals=1)
    yield Paragraph(
        f"In units of {main.unit}, without side wagers and prizes. With probability"
        f" {main.chance(sign=0):.10f} nothing is won or lost. The sum of the last column differs"
        f" from the house edge by {percent(abs(mean + main.house_edge), 5)}: this table takes hands"
        " that share a dealer to be independent otherwise.",
        "note",
    )


def _result_row(size: float, chances: Mapping[float, float]) -> tuple[Cell, ...]:
    lost, won = (chances.get(sign * size, 0.0) for sign in (-1, 1))
    return (f"{size:g}", *_chance(lost), *_chance(won), format_signed(size * (won - lost), 5))


def _chance(chance: float) -> tuple[str, str]:
    return (f"{chance:.10f}", one_in(chance)) if chance else ("–", "never")


def gain_text(gain: Fraction | float) -> str:
    """Write a gain with its sign.

    >>> gain_text(Fraction(3, 2)), gain_text(-2.0)
    ('+1.5', '−2')
    """
    return f"{float(gain):+g}".replace("-", "−")


def summary_rows(report: GameReport) -> Iterator[tuple[Cell, ...]]:
    """Yield a row of the summary for every part, without the printed figure."""
    for part in report.parts:
        deviation = part.standard_deviation
        yield (
            (part.name, f"{part.aim}, of {part.unit}"),
            "–",
            percent(part.edge),
            percent(1 - part.edge),
            percent(1 - part.chance(sign=-1), 3) if part.distribution else "–",
            percent(part.chance(sign=1), 3) if part.distribution else "–",
            "–" if deviation is None else f"{deviation:.4f}",
        )
