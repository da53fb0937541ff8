"""The side wagers, each with all its figures: a section of the maths report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from pitboss.exact.odds.wager_odds import WagerOdds
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
from pitboss.report.document.charts import Point, bars, categories
from pitboss.report.games.page import VOLATILITY, WIN, WIN_TITLE, win_grid
from pitboss.report.maths.jackpot_maths import JackpotMaths
from pitboss.report.maths.model import MathsReport
from pitboss.report.maths.wager_maths import Outcome, WagerMaths
from pitboss.rulebook.pays import format_dollars
from pitboss.text.numbers import one_in, percent, short_money
from pitboss.text.rules import deck_words

FRACTION_MAX = 34
"""A longer exact fraction is in the appendix instead of the table."""


def fraction_text(value: Fraction) -> str:
    """Return a fraction as text, or a reference to the appendix.

    >>> fraction_text(Fraction(114, 3731)), fraction_text(Fraction(1, 10**40))
    ('114/3731', 'exact fraction in the appendix')
    """
    text = str(value)
    return text if len(text) <= FRACTION_MAX else "exact fraction in the appendix"


def key_fractions(maths: WagerMaths) -> dict[str, Fraction]:
    """Return the main figures of a wager, each with its name."""
    hits = maths.odds.hit_frequency
    wins = maths.win_frequency
    net = {} if wins == hits else {"Win frequency": wins}
    return {
        "House edge": maths.edge,
        "Return to player": 1 - maths.edge,
        "Hit frequency": hits,
        **net,
        "Variance": maths.odds.variance,
    }


def fractions_section(report: MathsReport) -> Iterator[Block]:
    """Yield the appendix: all fractions of the main game, the long ones of wagers."""
    rows: list[tuple[Cell, ...]] = [
        (game.main.name, figure, str(value))
        for game in report.games
        for figure, value in game.exact
    ]
    for maths in report.wagers:
        values: Iterable[tuple[str, Fraction]] = (
            *key_fractions(maths).items(),
            *((o.name, o.probability) for o in maths.outcomes),
        )
        rows += [
            (maths.title, name, str(value))
            for name, value in values
            if len(str(value)) > FRACTION_MAX
        ]
    if rows:
        yield Grid(heads=("wager", "figure", "exactly"), rows=tuple(rows), align="lll", wide=2)


def outcome_grid(maths: WagerMaths) -> Grid:
    """Return every outcome with its probability and, if deals are counted, their number."""
    rows = [_outcome_row(maths, outcome) for outcome in maths.outcomes]
    counted = () if maths.deals is None else (f"{maths.deals:,}",)
    ways = ("combinations",) if counted else ()
    heads = ("outcome", "pays", *ways, "probability", "1 in", "return")
    total = ("Total", "", *counted, "1", "", percent(1 - maths.edge, 4))
    return Grid(heads=heads, rows=(*rows, total), align="ll" + "r" * (len(heads) - 2), totals=1)


WITHOUT_CYCLE = 1_000_000
"""Wagers of a cycle where no number of equally likely deals makes one."""


def par_blocks(maths: WagerMaths) -> Iterator[Block]:
    """Yield the wager as a PAR sheet: hits, units in and out of each row, over one cycle."""
    cycle = maths.deals or WITHOUT_CYCLE
    hits = maths.odds.hit_frequency
    returned = 1 - maths.edge
    top = max(outcome.net for outcome in maths.outcomes)
    yield Heading(3, "", "PAR sheet")
    rows = tuple(
        (
            o.name,
            _units(o.probability * cycle),
            _units(o.probability * cycle),
            _units(o.average_return * cycle),
            percent(o.average_return / returned, 3) if returned else "–",
        )
        for o in maths.outcomes
    )
    total = ("Total", _units(Fraction(cycle)), _units(Fraction(cycle)), _units(returned * cycle),
             "100%")  # fmt: skip
    heads = ("outcome", "hits per cycle", "units in", "units out", "of the return")
    yield Grid(heads=heads, rows=(*rows, total), align="lrrrr", totals=1)
    named = f"{cycle:,} equally likely deals" if maths.deals else f"{cycle:,} wagers on average"
    yield Paragraph(
        f"Cycle: {named}. Hits per cycle {_units(hits * cycle)}; return to player"
        f" {percent(returned, 6)}; a hit every {float(1 / hits):,.2f} wagers; largest gain"
        f" {float(top):,g} units, {percent(top / cycle, 9)} of the units in.",
        "note",
    )


def _units(value: Fraction) -> str:
    return f"{int(value):,}" if value.denominator == 1 else f"{float(value):,.2f}"


def up_card_grid(maths: WagerMaths) -> Grid:
    """Return the house edge against each card the dealer may show."""
    edges = maths.odds.by_up_card
    rows = (("house edge", *(percent(edge, 2) for edge in edges.values())),)
    return Grid(heads=("up card", *edges), rows=rows, align="l" + "r" * len(edges))


def outcome_charts(maths: WagerMaths) -> Iterator[Chart]:
    """Yield the chart of returns, and the chart of the edge by decks."""
    rows = [(o.name, float(o.average_return)) for o in maths.outcomes if o.average_return]
    if len(rows) > 1:
        most = sorted(rows, key=lambda row: -row[1])[:12]
        kept = [row for row in rows if row in most]
        of = "" if len(kept) == len(rows) else f" (the {len(kept)} largest of {len(rows)})"
        yield Chart(
            svg=bars(kept, title=f"{maths.title}: return by row"),
            caption=f"Return by row, for one unit wagered{of}",
        )
    if len(maths.by_decks) > 1:
        values = [
            Point(label=str(c.decks), value=float(c.edge), hollow=not c.allowed)
            for c in maths.by_decks
        ]
        yield Chart(
            svg=categories(values, title=f"{maths.title}: edge by deck count", axis="decks"),
            caption="House edge by deck count",
            note=" ".join(_deck_notes(maths)),
        )


def _deck_notes(maths: WagerMaths) -> Iterator[str]:
    """Yield the notes for the chart of deck counts."""
    if any(not count.allowed for count in maths.by_decks):
        yield "Hollow: not approved with this pay table."
    if any(count.other_pays for count in maths.by_decks):
        yield "The table has other pays for other deck counts: bars compare different pays."


def _outcome_row(maths: WagerMaths, outcome: Outcome) -> tuple[Cell, ...]:
    count = maths.count(outcome)
    chance = outcome.probability
    probability: Cell = (f"{float(chance):.10f}", fraction_text(chance)) if chance else "0"
    counted = () if count is None else (f"{count:,}",)
    tail = (probability, one_in(chance), percent(outcome.average_return))
    return (outcome.name, outcome.pays, *counted, *tail)


def super_bonus_blocks(report: MathsReport, number: str) -> Iterator[Block]:
    """Yield the part with that *number*; only for a game that has the bonus."""
    bonus = report.configured.game.super_bonus
    assert bonus
    (row,) = report.super_bonus[0].rows
    bands = ", ".join(
        f"{short_money(band.pays)} from a wager of {format_dollars(band.wager_min)}"
        for band in bonus.bands
    )
    yield Heading(2, number, "Super Bonus, which needs no wager of its own")
    yield Facts(
        (
            Fact("Hand", row.name, bonus.cite),
            Fact("Pays", bands),
            Fact("Probability", f"1 in {one_in(row.probability)}",
                 f"{row.probability}, for a player who draws to two sevens"),
            *(
                Fact("Worth", f"{percent(-odds.edge)} of {_bonus_wager(odds)}",
                     f"the Envy Bonus of {format_dollars(bonus.envy)} apart")
                for odds in report.super_bonus
            ),
        )
    )  # fmt: skip


def _bonus_wager(odds: WagerOdds) -> str:
    main = odds.options.get("main")
    return "the smallest wager of a band" if main is None else f"a wager of {main}"


OWN_WIN = (
    "This is the house's own result: what feeds the meter is the players', and every seed and"
    " every prize is paid."
)
DRAWN = (
    "The dealer is taken to complete the hand whatever the players did. The number of cards is not"
    " fixed, so there is no number of equally likely deals; the probabilities are exact."
)

_MORE = {
    "Hit frequency": "1 in {one_in} wagers is paid",
    "Win frequency": "pushes and returned stakes left out",
}


def wagers_section(report: MathsReport) -> Iterator[Block]:
    """Yield the section, each wager under a heading of its own."""
    yield Heading(1, "5", "Wagers")
    for place, maths in enumerate(report.wagers, start=1):
        jackpot = next((each for each in report.jackpots if each.wager is maths), None)
        yield from _wager(f"5.{place}", maths, jackpot)
    if report.super_bonus:
        yield from super_bonus_blocks(report, f"5.{len(report.wagers) + 1}")


def play_text(maths: WagerMaths) -> str:
    """Return how a play-dependent wager is played, and its cost to the main wager."""
    text = f"The player's play decides. Here it is the play that is {maths.odds.play}."
    main = maths.odds.with_main
    if main is None or not main.given_up:
        return text
    return (
        f"{text} The main wager then costs {percent(main.edge + main.given_up)} instead of"
        f" {percent(main.edge)}."
    )


def _wager(number: str, maths: WagerMaths, jackpot: JackpotMaths | None) -> Iterator[Block]:
    table = f", pay table {maths.table.id}" if maths.table else ""
    yield Heading(2, number, f"{maths.title}{table}")
    if maths.odds.play:
        yield Paragraph(play_text(maths))
    yield Facts(tuple(_key_figures(maths)))
    yield outcome_grid(maths)
    if maths.deals is not None:
        text = f"Combinations are of {maths.deals:,} equally likely deals: {maths.dealt}."
    elif maths.table is None:
        text = f"What decides is {maths.dealt}."
    else:
        text = DRAWN if maths.odds.by_up_card else f"What decides is {maths.dealt}."
    yield Paragraph(text, "note")
    if maths.odds.unpaid:
        yield Paragraph(f"Hands with a name that no row pays: {maths.odds.unpaid_text}.", "note")
    if maths.odds.by_up_card:
        yield up_card_grid(maths)
    yield from par_blocks(maths)
    if charts := tuple(outcome_charts(maths)):
        yield Charts(charts)
    yield Heading(3, "", WIN_TITLE)
    if jackpot is None:
        yield win_grid(maths.edge, maths.deviation)
    else:
        yield win_grid(jackpot.house_edge, jackpot.house_deviation)
        yield Paragraph(OWN_WIN, "note")
    edge = maths.edge if jackpot is None else jackpot.house_edge
    yield Paragraph(_win_note(maths, edge), "note")


def _key_figures(maths: WagerMaths) -> Iterator[Fact]:
    if maths.table:
        yield Fact("Pay table", f"{maths.table.title}, {maths.table.cite}",
                   f"approved for {deck_words(maths.table.decks)}")  # fmt: skip
    for name, value in key_fractions(maths).items():
        text = f"{float(value):.6f}" if name == "Variance" else percent(value, 6)
        more = _MORE[name].format(one_in=one_in(value)) if name in _MORE else ""
        below = "; ".join(filter(None, (fraction_text(value), more)))
        yield Fact(name, text, below)
    index = VOLATILITY * maths.deviation
    yield Fact(
        "Standard deviation",
        f"{maths.deviation:.6f}",
        f"volatility index {index:.4f} (90%, {VOLATILITY} standard deviations),"
        f" skewness {maths.skewness:.3f}",
    )


def _win_note(maths: WagerMaths, edge: Fraction) -> str:
    paid = [o.probability for o in maths.outcomes if o.probability and o.net > -1]
    rarest = min(paid)
    hands = f"Here the rarest fixed pay comes once in {one_in(rarest)} wagers."
    return f"Theoretical win {percent(edge)} of the handle. {WIN} {hands}"
