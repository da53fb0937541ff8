"""The main game as a section of the maths report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pitboss.report.blocks import Block, Cell, Chart, Charts, Fact, Facts, Grid, Heading, Paragraph
from pitboss.report.charts import Point, columns, points
from pitboss.report.hold import HOLD, VOLATILITY, hold_grid
from pitboss.report.main_game import MainGame
from pitboss.report.strategy_page import METHOD as CHART_METHOD
from pitboss.report.strategy_page import chart_blocks
from pitboss.report.strategy_words import option_text
from pitboss.report.written import one_in, percent, signed

LEAST = 1e-9
"""A result that comes less often, won or lost, is counted with others of its kind."""
NOT_SOLVED = (
    "The house edge of the main game is not stated: it depends on how the player plays, and the"
    " best play of this kind of round is not solved yet."
)
METHOD = (
    "The house edge is what a player loses on average who makes the most of every hand. It is not"
    " sampled. The solver goes through all hands that a player can hold, from the highest totals"
    " down, and values every choice the rules allow by what may come of it: each next card with its"
    " probability among the cards that are left, each way the dealer may finish. What may be done"
    " and what is paid is asked of the same functions by which Pitboss deals the game. All deals of"
    " a full shoe are then added up, each weighed with its probability."
)
LIMITS = (
    (
        "The shoe is full and freshly shuffled; no card is known but the player's own and the up"
        " card. Where the cut card ends a shoe, and what counting cards would gain, is left out."
    ),
    (
        "Every hand is played by its own cards and the up card. The hands of a split are all"
        " played by one rule, whatever the others have drawn; their value by that rule is exact."
    ),
    "Insurance is never taken. Nothing is known of other seats, and they change nothing.",
    (
        "The arithmetic is that of 64-bit floating point, good to about twelve digits; on small"
        " shoes the tests hold it against fractions."
    ),
    (
        "The distribution follows rounds without a split exactly. Hands of one split are taken to"
        " be independent given what the dealer makes, so that the standard deviation, though not"
        " the house edge, leaves out what one of them means for another."
    ),
)
OF_TWO_HANDS = (
    "Whether to switch may depend on all four cards and the up card; after that each hand is played"
    " by its own cards. In the distribution the two hands, too, are independent given what the"
    " dealer makes."
)


def main_section(main: MainGame | None, number: str, again: str) -> Iterator[Block]:
    """Yield the section with that *number*; *again* is the command that solves the game again."""
    yield Heading(1, number, "The main game")
    if main is None:
        yield Paragraph(NOT_SOLVED)
        return
    yield Facts(tuple(_key_figures(main)))
    parts = {
        "By up card": _up_cards(main),
        "Distribution of results": _distribution(main),
        "Actual against theoretical hold": _hold(main),
        "What the rules cost": _effects(main),
        "Strategy": _strategy(main),
        "Method and limits": _method(main, again),
    }
    for place, (title, blocks) in enumerate(parts.items(), start=1):
        yield Heading(2, f"{number}.{place}", title)
        yield from blocks


def _key_figures(main: MainGame) -> Iterator[Fact]:
    solution = main.solution
    yield Fact(
        name="House edge",
        text=percent(main.house_edge, 6),
        below=f"of {main.unit}, every hand played for the best by its own cards",
    )
    yield Fact(name="Return to player", text=percent(1 - main.house_edge, 6))
    yield from main.other_edges
    below = "of all that is wagered, doubles and splits included"
    yield Fact(name="Element of risk", text=percent(solution.element_of_risk, 6), below=below)
    average = f"{solution.average_wager:.6f}"
    yield Fact(name="Average wager", text=average, below=f"in units of {main.unit}")
    yield Fact(name="Variance", text=f"{solution.variance:.6f}")
    deviation = solution.standard_deviation
    index = f"volatility index {VOLATILITY * deviation:.4f} (90%, {VOLATILITY} standard deviations)"
    below = f"{index}, skewness {main.skewness:.3f}"
    yield Fact(name="Standard deviation", text=f"{deviation:.6f}", below=below)
    won, same, lost = (percent(main.chance(sign=sign), 3) for sign in (1, 0, -1))
    text = f"{won} won, {same} even, {lost} lost"
    yield Fact(name="Rounds", text=text, below="by what a round gains in all")


def _up_cards(main: MainGame) -> Iterator[Block]:
    rows: list[tuple[Cell, ...]] = [
        (
            it.up,
            percent(it.probability, 3),
            percent(it.house_edge, 3),
            percent(it.probability * it.house_edge),
        )
        for it in main.by_up_card
    ]
    rows.append(("Total", percent(1, 3), percent(main.house_edge, 3), percent(main.house_edge)))
    heads = ("up card", "comes", "house edge", "adds to the edge")
    yield Grid(heads=heads, rows=tuple(rows), align="lrrr", totals=1)
    values = [Point(label=it.up, value=it.house_edge) for it in main.by_up_card]
    svg = points(values, title="House edge by up card", axis="up card", digits=1)
    yield Charts((Chart(svg=svg, caption="House edge against each up card"), _spectrum(main)))


def _spectrum(main: MainGame) -> Chart:
    svg = columns(
        [(it.gain, it.probability) for it in main.distribution],
        title="Distribution of results",
        axis=f"gain in units of {main.unit}",
        least=1e-6,
    )
    return Chart(svg=svg, caption="How often each result comes, by powers of ten")


def _distribution(main: MainGame) -> Iterator[Block]:
    chances = {it.gain: it.probability for it in main.distribution}
    shown = {gain for gain, chance in chances.items() if chance >= LEAST}
    sizes = sorted({abs(gain) for gain in shown if gain})
    rows = [_result_row(size, chances) for size in sizes]
    rest = [it for it in main.distribution if it.gain and abs(it.gain) not in sizes]
    if rest:
        lost, won = (sum(it.probability for it in rest if it.gain * s > 0) for s in (-1, 1))
        worth = signed(sum(it.gain * it.probability for it in rest), 5)
        rows.append(("all larger", *_chance(lost), *_chance(won), worth))
    totals = [f"{main.chance(sign=sign):.10f}" for sign in (-1, 1)]
    mean = sum(it.gain * it.probability for it in main.distribution)
    rows.append(("Total", totals[0], "", totals[1], "", signed(mean, 5)))
    heads = ("units", "lost: probability", "1 in", "won: probability", "1 in", "adds")
    yield Grid(heads=heads, rows=tuple(rows), align="lrrrrr", totals=1)
    yield Paragraph(
        f"In units of {main.unit}, side wagers and prizes apart; with probability"
        f" {main.chance(sign=0):.10f} nothing is won or lost. The total of what is added differs"
        f" from the house edge by {percent(abs(mean + main.house_edge), 5)}: in this table, hands"
        " that share a dealer are taken to be independent otherwise.",
        "note",
    )


def _result_row(size: float, chances: Mapping[float, float]) -> tuple[Cell, ...]:
    lost, won = (chances.get(sign * size, 0.0) for sign in (-1, 1))
    return (f"{size:g}", *_chance(lost), *_chance(won), signed(size * (won - lost), 5))


def _chance(chance: float) -> tuple[str, str]:
    return (f"{chance:.10f}", one_in(chance)) if chance else ("–", "never")


def _hold(main: MainGame) -> Iterator[Block]:
    yield hold_grid(main.house_edge, main.solution.standard_deviation)
    yield Paragraph(f"Theoretical hold {percent(main.house_edge)} of {main.unit}. {HOLD}", "note")


def _effects(main: MainGame) -> Iterator[Block]:
    if not main.effects:
        yield Paragraph("No option that the document leaves open changes a rule of the main game.")
        return
    rows = tuple(
        (
            f"{it.option} {option_text(it.value)}",
            option_text(it.given),
            percent(it.house_edge),
            signed(it.change),
        )
        for it in main.effects
    )
    yield Grid(heads=("option", "here", "house edge", "change"), rows=rows, align="llrr")
    yield Paragraph(
        "The house edge with one option changed, all others as configured; what the document does"
        " not allow together is left out.",
        "note",
    )


def _strategy(main: MainGame) -> Iterator[Block]:
    solved = main.strategy
    yield Facts(
        (
            Fact(name="The charts cost", text=percent(solved.cost, 6),
                 below="more than the best play of every hand by its own cards"),
            Fact(name="Without exceptions", text=percent(solved.cost_without_exceptions, 6),
                 below="more, if numbers and marks are ignored"),
            Fact(name="House edge by the charts", text=percent(main.house_edge + solved.cost, 6)),
        )
    )  # fmt: skip
    yield Paragraph(CHART_METHOD, "note")
    yield from chart_blocks(solved, level=3)


def _method(main: MainGame, again: str) -> Iterator[Block]:
    yield Paragraph(METHOD)
    limits = (*LIMITS, OF_TWO_HANDS) if len(main.solution.setup.mains) > 1 else LIMITS
    for limit in limits:
        yield Paragraph(f"– {limit}", "note")
    below = "prints the same figures, with all their digits"
    yield Facts((Fact(name="To solve it again", text=again, below=below, code=True),))
