"""The main game as a section of the maths report."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.report.document.blocks import Block, Fact, Facts, Heading, Paragraph
from pitboss.report.games.page import told_section
from pitboss.report.games.report import ToldGame
from pitboss.report.maths.effects_grid import effect_blocks
from pitboss.report.maths.hold import HOLD, VOLATILITY, hold_grid
from pitboss.report.maths.main_game import MainGame
from pitboss.report.maths.spread_page import distribution_grid, up_card_blocks
from pitboss.report.strategy.page import METHOD as CHART_METHOD
from pitboss.report.strategy.page import chart_blocks
from pitboss.text.numbers import percent

NOT_SOLVED = (
    "The house edge of the main game is not stated: it depends on how the player plays, and the"
    " best play was not solved for this report."
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


_PARTS = (
    "By up card",
    "Distribution of results",
    "Actual against theoretical hold",
    "What the rules cost",
    "Strategy",
    "Method and limits",
)


def main_section(
    main: MainGame | None, told: ToldGame | None, number: str, again: str
) -> Iterator[Block]:
    """Yield the section with that *number*; *again* is the command that solves the game again.

    *told* is what is more than a blackjack hand: the game itself, or a part beside *main*.
    """
    yield Heading(1, number, "The main game")
    parts = 0
    if main is not None:
        parts = len(_PARTS)
        yield from _blackjack(main, number, again)
    elif told is None or told.beside:
        yield Paragraph(NOT_SOLVED)
    if told is not None:
        yield from told_section(told, number, again, parts + 1)


def _blackjack(main: MainGame, number: str, again: str) -> Iterator[Block]:
    yield Facts(tuple(_key_figures(main)))
    blocks_of = (
        up_card_blocks(main.by_up_card, main),
        distribution_grid(main),
        _hold(main),
        effect_blocks(main.effects),
        _strategy(main),
        _method(main, again),
    )
    for place, (title, blocks) in enumerate(zip(_PARTS, blocks_of, strict=True), start=1):
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


def _hold(main: MainGame) -> Iterator[Block]:
    yield hold_grid(main.house_edge, main.solution.standard_deviation)
    yield Paragraph(f"Theoretical hold {percent(main.house_edge)} of {main.unit}. {HOLD}", "note")


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
