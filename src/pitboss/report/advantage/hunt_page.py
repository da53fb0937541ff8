"""Hunters of a jackpot as blocks: what they win, from whom, and what is exact beside it."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.advantage.hunting.hunt import Hunt, HuntStudy, Mean, Side
from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.report.document.blocks import Block, Fact, Facts, Grid, Heading, Paragraph
from pitboss.text.numbers import format_signed, money, percent


def hunt_sections(study: HuntStudy) -> Iterator[Block]:
    """Yield the simulation of hunters."""
    hunt = study.hunt
    yield Heading(2, "", "Hunters of one meter")
    yield Facts(tuple(_facts(study)))
    yield _win_grid(study)
    yield Paragraph(
        "A hunter bets where the exact value of the wager is above 0, with the meter and the cards"
        " that are gone from the shoe. Simulated: what the hunter won, ± the standard error of"
        " luck. By exact values: the values of the same wagers, added up. Main wagers are"
        " not in it.",
        "note",
    )
    yield Heading(2, "", "Who pays")
    yield _money(hunt)
    yield Paragraph(
        "Every dollar is in this table: the nets and the change of the meter add up to 0. The house"
        f" pays the fixed pays, and seeds of {money(hunt.seeded)} in all; the rest of"
        " what the meter pays is players' money.",
        "note",
    )


def _facts(study: HuntStudy) -> Iterator[Fact]:
    hunt = study.hunt
    terms = study.hunt.terms
    at = "1 table" if terms.tables == 1 else f"{terms.tables} tables"
    hunters = "1 hunter" if terms.hunters == 1 else f"{terms.hunters} hunters"
    yield Fact(
        "Simulated",
        f"{hunters} and {terms.players} players who always bet, {at} of {terms.seats} seats,"
        f" {int(terms.rounds):,} rounds at each, {hunt.cut} cards dealt, seed {terms.seed}",
    )
    before, after = (money(meter.display // UNITS_PER_CENT) for meter in (hunt.before, hunt.after))
    yield Fact("Meter", f"{before} at the start, {after} at the end")
    if study.must_hit is not None:
        yield Fact(
            "Must hit by",
            f"{money(terms.ceiling or 0)}. No rule document offers it: this is a what-if. At"
            f" the start a wager wins it so with a chance of {percent(study.must_hit['chance'])},"
            f" and is worth {format_signed(study.must_hit['value'], 2)} with a full shoe.",
        )
    if study.break_even is not None:
        yield Fact("Breaks even", f"{money(round(study.break_even))} with a full shoe")
    yield Fact("Hit", _hits(hunt))
    if hunt.cycles.rounds.mean is not None:
        yield Fact("Seed to hit", _cycle(hunt))
    if study.until_hit is not None and study.hunted_from is not None:
        reached = ""
        if study.reached is not None:
            often = percent(study.reached, 2)
            from_seed = study.reached * study.until_hit
            reached = f"; {often} of meters get there: {from_seed:+,.0f} from the seed"
        yield Fact(
            "By formula",
            f"{study.until_hit:+,.0f} wagers for one who counts no cards and bets in every"
            f" round from {money(round(study.hunted_from))} to the hit{reached}",
        )


def _hits(hunt: Hunt) -> str:
    if not hunt.hits:
        return "never in these rounds"
    mean = money(round(hunt.shown / hunt.hits / UNITS_PER_CENT))
    by_ceiling = f", {hunt.by_ceiling:,} because it must" if hunt.terms.ceiling else ""
    times = "once" if hunt.hits == 1 else f"{hunt.hits:,} times"
    return f"{times}, {hunt.by_hunters:,} by hunters{by_ceiling}; at {mean} on average"


def _cycle(hunt: Hunt) -> str:
    cycles = hunt.cycles
    return (
        f"{cycles.rounds.mean:,.0f} rounds of each table on average, in which a hunter wins"
        f" {_mean(cycles.won)} wagers, by exact values {_mean(cycles.expected)}"
    )


def _mean(figure: Mean) -> str:
    error = "" if figure.standard_error is None else f" ±{figure.standard_error:,.0f}"
    return f"{figure.mean:+,.0f}{error}"


def _win_grid(study: HuntStudy) -> Grid:
    """Return the gain of a hunter beside the exact values."""
    hunt = study.hunt
    start = study.at_start
    edge = percent(hunt.expected / hunt.bets, 2) if hunt.bets else ""
    bets = percent(hunt.bets / hunt.watched, 2)
    simulated = f"{hunt.per_100:+.3f} ±{hunt.standard_error:.3f}"
    rows = [
        ("a hunter, simulated", bets, "", simulated, _hour(hunt, hunt.per_100)),
        (
            "by exact values",
            bets,
            edge,
            f"{hunt.expected_per_100:+.3f}",
            _hour(hunt, hunt.expected_per_100),
        ),
    ]
    if start is not None:
        stays = f"with {money(study.start)} always"
        gain = f"{start.per_100:+.3f}"
        per_hour = _hour(hunt, start.per_100)
        edge = percent(start.edge, 2) if start.frequency else ""
        rows.append((stays, percent(start.frequency, 2), edge, gain, per_hour))
    heads = ("", "bets in rounds", "edge", "units in 100 rounds", "an hour")
    return Grid(heads=heads, rows=tuple(rows), align="lrrrr")


def _hour(hunt: Hunt, per_100: float) -> str:
    return money(round(hunt.cents_an_hour(per_100)))


def _money(hunt: Hunt) -> Grid:
    """Return the wagers and wins of hunters, other players and the house."""
    named = ("wagered", "of it fed", "fixed pays", "of the meter", "net")
    hunters = _side(hunt.hunters, hunt.fed[True])
    players = _side(hunt.players, hunt.fed[False])
    rows = [(*row, "", "") for row in zip(named, hunters, players, strict=True)]
    rows[-1] = (*rows[-1][:3], money(round(hunt.house)), money(round(hunt.grown)))
    heads = ("", "hunters", "players", "house", "meter")
    return Grid(heads=heads, rows=tuple(rows), align="lrrrr")


def _side(side: Side, fed: int) -> list[str]:
    amounts = (side.wagered, fed / UNITS_PER_CENT, side.fixed, side.awards, side.net)
    return [money(round(amount)) for amount in amounts]
