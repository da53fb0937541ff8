"""Jackpots in the maths report: awards, meters, and the edge by the level of the meter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from pitboss.advantage.protect.meter_time import AWARDS, meter_time
from pitboss.report.document.blocks import (
    Block,
    Chart,
    Charts,
    Fact,
    Facts,
    Grid,
    Heading,
    Paragraph,
)
from pitboss.report.document.charts import Mark, bars, line
from pitboss.report.maths.jackpot_maths import JackpotMaths
from pitboss.report.maths.model import MathsReport
from pitboss.report.maths.wagers import play_text
from pitboss.rulebook.pays import CENTS_PER_DOLLAR, format_dollars
from pitboss.text.numbers import dollars, one_in, percent

ASSUMED = (
    "One wager a round is assumed; with several in one round the awards are made in the order"
    " the document gives, each from what the one before has left. The reset value assumes an"
    " empty reserve."
)


def progressive_blocks(maths: JackpotMaths) -> Iterator[Block]:
    """Yield its terms, and the edge by the level of the meter."""
    yield _terms(maths)
    meters = _meters(maths)
    rows = tuple(
        (name, dollars(meter), percent(maths.edge_at(meter)), f"{maths.deviation_at(meter):.2f}")
        for name, meter in meters
    )
    heads = ("meter", "dollars", "house edge", "std. deviation")
    yield Grid(heads=heads, rows=rows, align="lrrr")
    yield Charts((_edge_chart(maths, meters), _parts_chart(maths)))
    yield from _time_blocks(maths)
    yield Paragraph(ASSUMED, "note")


HUNTED = (
    "A meter above break-even is worth a wager, and nobody has to wager below it. From"
    " {:,} drawn awards, between which the meter grows evenly; the mean of the same sample is"
    " {} ± {} and the exact one {}."
)


def _time_blocks(maths: JackpotMaths) -> Iterator[Block]:
    """Yield how long the meter is above break-even, and what hunters win then."""
    time = meter_time(maths.wager.odds, maths.wager.spot)
    if time is None:
        return
    stake = maths.stake / CENTS_PER_DOLLAR
    yield Facts(
        (
            Fact("Above break-even", f"{percent(time.above, 2)} of all wagers",
                 f"standard error {percent(time.above_error, 2)}"),
            Fact("A hunter's gain", f"{percent(time.edge, 3)} of each wager",
                 "who wagers above break-even only, and nowhere else"),
            Fact("What hunters win", dollars(time.above * time.edge * _THOUSAND * stake),
                 "for each seat that hunts, per 1,000 rounds dealt; the other players pay it,"
                 " because the house's share of each wager stays the same"),
        )
    )  # fmt: skip
    mean, error = (dollars(cents / CENTS_PER_DOLLAR) for cents in (time.mean, time.mean_error))
    words = HUNTED.format(AWARDS, mean, error, dollars(maths.average_meter))
    yield Paragraph(words, "note")


_THOUSAND = 1000


def _terms(maths: JackpotMaths) -> Facts:
    jackpot = maths.jackpot
    seed = Fraction(maths.jackpot.seed, CENTS_PER_DOLLAR)
    reserve = "all of it shown on the meter"
    if jackpot.reserve:  # ruling W34: the next start is the seed and the reserve
        reserve = f"{percent(jackpot.reserve, 2)} of it kept, and added to the next start"
    of_house = " that do not come out of the meter" if maths.from_meter else ""
    return Facts(
        (
            Fact("Scheme", "progressive"),
            Fact("Wager", format_dollars(maths.stake)),
            Fact("Contribution", percent(jackpot.contribution, 2),
                 f"of each wager, {reserve}"),
            Fact("Seed", dollars(seed)),
            Fact("100% award", f"1 in {one_in(maths.full)} wagers",
                 str(maths.full)),
            Fact("Share of the meter", f"1 / {float(1 / maths.share):,.1f}",
                 f"{maths.share}, won with one wager on average"),
            Fact("Each $1,000 of meter", f"adds {percent(maths.per_thousand)} of return"),
            Fact("Break-even meter", dollars(maths.break_even),
                 "where the wager costs nothing"),
            Fact("Average meter", dollars(maths.average_meter),
                 "over all wagers, in the long run"),
            Fact("House edge, fixed pays", percent(maths.wager.edge, 6)),
            Fact("House edge at the seed", percent(maths.edge_at(seed), 6),
                 "before anything is fed" if not jackpot.reserve else "with an empty reserve"),
            Fact("House edge, long run", percent(maths.long_run_edge, 6),
                 f"fixed pays{of_house}, less the contribution, less the seed at every 100%"
                 " award"),
        )
    )  # fmt: skip


def _meters(maths: JackpotMaths) -> list[tuple[str, Fraction]]:
    seed = Fraction(maths.jackpot.seed, CENTS_PER_DOLLAR)
    named = [
        ("seed", seed),
        ("long-run average", maths.average_meter),
        ("break-even", maths.break_even),
    ]
    ordered = sorted(named, key=lambda pair: pair[1])
    return [("empty", Fraction(0)), *(pair for pair in ordered if pair[1])]


def _edge_chart(maths: JackpotMaths, meters: Sequence[tuple[str, Fraction]]) -> Chart:
    marks = [Mark(label=n, x=float(m), y=float(maths.edge_at(m))) for n, m in meters if m][:3]
    svg = line(
        lambda meter: float(maths.edge_at(Fraction(meter))),
        to=float(max(meter for _, meter in meters)) * 1.1,
        marks=marks,
        title=f"{maths.wager.title}: edge against the meter",
        axis="meter",
    )
    return Chart(svg=svg, caption="House edge against what is on the meter")


def _parts_chart(maths: JackpotMaths) -> Chart:
    goes = [
        ("fixed pays", float(1 - maths.wager.edge - maths.from_meter)),
        ("contribution", float(maths.jackpot.contribution)),
        ("seed", float(maths.full * maths.jackpot.seed / maths.stake)),
        ("house", max(0.0, float(maths.long_run_edge))),
    ]
    svg = bars(goes, title=f"{maths.wager.title}: where one unit goes")
    return Chart(svg=svg, caption="Where one unit wagered goes, in the long run")


def jackpots_section(report: MathsReport) -> Iterator[Block]:
    """Yield the section; nothing if the table has no jackpot."""
    if not report.jackpots:
        return
    yield Heading(1, "6", "Jackpots")
    for place, maths in enumerate(report.jackpots, start=1):
        table = maths.wager.table
        assert table
        yield Heading(2, f"6.{place}", f"{maths.wager.title}, pay table {table.id}")
        if maths.wager.odds.play:
            yield Paragraph(play_text(maths.wager))
        yield _award_grid(maths)
        if maths.jackpot.scheme == "house":
            yield from _house_jackpot(maths)
        else:
            yield from progressive_blocks(maths)


def _award_grid(maths: JackpotMaths) -> Grid:
    rows = [
        (
            o.name,
            percent(o.meter, 0),
            one_in(o.probability),
            f"{float(o.probability * o.meter):.10f}",
        )
        for o in maths.wager.outcomes
        if o.meter
    ]
    total = ("Share of the meter won with one wager", "", "", f"{float(maths.share):.10f}")
    heads = ("award", "of the meter", "1 in", "share a wager")
    return Grid(heads=heads, rows=(*rows, total), align="lrrr", totals=1)


def _house_jackpot(maths: JackpotMaths) -> Iterator[Block]:
    prizes = ", ".join(
        f"{dollars(Fraction(cents, CENTS_PER_DOLLAR))} for {share}%"
        for share, cents in maths.jackpot.prizes.items()
    )
    yield Facts(
        (
            Fact("Scheme", "house jackpot", "no wager feeds it"),
            Fact("Wager", format_dollars(maths.stake)),
            Fact("Posted prizes", prizes),
            Fact("House edge, fixed pays", percent(maths.wager.edge, 6)),
            Fact("House edge with prizes", percent(maths.edge_with_prizes, 6)),
        )
    )
