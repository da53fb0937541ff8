"""A main game that is more than one blackjack hand, as a section of the maths report."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.report.document.blocks import Block, Cell, Fact, Facts, Heading, Paragraph
from pitboss.report.games.report import Stake, ToldGame
from pitboss.report.maths.effects_grid import effect_blocks
from pitboss.report.maths.hold import HOLD, VOLATILITY, hold_grid
from pitboss.text.numbers import percent

FULL_SHOE = (
    "the shoe is full and freshly shuffled; no card is known but the player's own and the up card,"
    " and nothing is known of other seats"
)
FULL_DECK = (
    "the deck is whole and freshly shuffled, and nothing is known of other seats; all counts are"
    " whole numbers, and the figures fractions of them"
)
_HOLD, _EFFECTS, _METHOD = (
    "Actual against theoretical hold",
    "What the rules cost",
    "Method and limits",
)


def gain_text(gain: Fraction | float) -> str:
    """Write what is gained, with its sign.

    >>> gain_text(Fraction(3, 2)), gain_text(-2.0)
    ('+1.5', '−2')
    """
    return f"{float(gain):+g}".replace("-", "−")


def told_section(told: ToldGame, number: str, again: str, first: int = 1) -> Iterator[Block]:
    """Yield what is told in the section with that *number*, its parts numbered from *first*.

    *again* is the command that solves the game again.
    """
    parts = dict(told.parts) | {_HOLD: tuple(_hold(told))}
    if not told.beside:
        parts[_EFFECTS] = tuple(_effects(told))
    parts[_METHOD] = tuple(_method(told, again))
    if told.beside:
        yield Heading(2, f"{number}.{first}", told.beside)
    yield Facts(tuple(_facts(told)))
    for place, (title, blocks) in enumerate(parts.items(), start=first):
        yield Heading(3, "", title) if told.beside else Heading(2, f"{number}.{place}", title)
        yield from blocks


def _facts(told: ToldGame) -> Iterator[Fact]:
    for name, text in told.figures:
        yield _fact(name, text)
    stake = told.stake
    if not stake.distribution or stake.standard_deviation is None:
        return
    index = f"{VOLATILITY * stake.standard_deviation:.4f} (90%, {VOLATILITY} standard deviations)"
    yield Fact(name="Volatility index", text=index, below=f"skewness {stake.skewness:.3f}")
    won, same, lost = (percent(stake.chance(sign=sign), 3) for sign in (1, 0, -1))
    text = f"{won} won, {same} even, {lost} lost"
    yield Fact(name="Rounds", text=text, below="by what a round gains in all")


def _fact(name: str, text: str) -> Fact:
    """Set a figure in large letters and what is said of it in small ones below.

    >>> _fact("house edge", "1.25% of the ante").below
    'of the ante'
    """
    figure, _, rest = text.partition(" ")
    title = f"{name[0].upper()}{name[1:]}"
    if not figure.lstrip("-")[0].isdecimal():
        return Fact(name=title, text=text)
    return Fact(name=title, text=figure.rstrip(",").replace("-", "−"), below=rest)


def _hold(told: ToldGame) -> Iterator[Block]:
    for stake in told.stakes:
        if stake.standard_deviation is None:
            continue
        yield hold_grid(stake.edge, stake.standard_deviation)
        of = f"{stake.name}, {stake.aim}: theoretical hold {percent(stake.edge)} of {stake.unit}."
        yield Paragraph(of, "note")
    yield Paragraph(HOLD, "note")


def _effects(told: ToldGame) -> Iterator[Block]:
    yield from effect_blocks(told.effects)
    if told.effects and len(told.stakes) > 1:
        yield Paragraph(f"The edges are those of {told.stake.name}, {told.stake.aim}.", "note")


def _method(told: ToldGame, again: str) -> Iterator[Block]:
    for words in told.method:
        yield Paragraph(f"– {words[0].upper()}{words[1:]}.", "note")
    if not told.beside:
        below = "prints the same figures, with all their digits"
        yield Facts((Fact(name="To solve it again", text=again, below=below, code=True),))


def summary_rows(told: ToldGame) -> Iterator[tuple[Cell, ...]]:
    """Yield what the summary says of every stake, but for the printed figure."""
    for stake in told.stakes:
        yield (
            (stake.name, f"{stake.aim}, of {stake.unit}"),
            "–",
            percent(stake.edge),
            percent(1 - stake.edge),
            percent(1 - stake.chance(sign=-1), 3) if stake.distribution else "–",
            _deviation(stake),
        )


def _deviation(stake: Stake) -> str:
    return "–" if stake.standard_deviation is None else f"{stake.standard_deviation:.4f}"
