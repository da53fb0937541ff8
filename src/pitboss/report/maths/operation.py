"""The operator's section: win, hold, spread, bankroll and exposure at a stated pace."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt

from pitboss.engine.setup import Setup, make_setup
from pitboss.exact.blackjack.solution import BlackjackSolution
from pitboss.exact.blackjack.super_bonus import SuperBonusValue
from pitboss.exact.kinds import solve
from pitboss.exact.odds.wagers import INSURANCE
from pitboss.exact.operations import (
    CONFIDENCE,
    Exposure,
    Operation,
    Pace,
    WagerAction,
    capped_edge,
)
from pitboss.exact.wager_size import at_wager
from pitboss.report.details import OperationFields
from pitboss.report.document.blocks import Block, Cell, Fact, Facts, Grid, Heading, Paragraph
from pitboss.report.games.page import VOLATILITY, win_grid
from pitboss.report.games.report import GameReport, ReportPart
from pitboss.report.maths.jackpot_maths import JackpotMaths
from pitboss.report.maths.model import MathsReport
from pitboss.report.maths.wager_maths import WagerMaths
from pitboss.rulebook.configured import Spot
from pitboss.rulebook.money import parse_dollars
from pitboss.rulebook.pays import CENTS_PER_DOLLAR, format_dollars
from pitboss.text.numbers import one_in, percent, rounded_money, short_money, whole_dollars

MAIN_WAGER = 1000
SIDE_WAGER = 500
"""The average wager in cents if neither the operator nor the table's minimum sets one."""
TURNOVERS = (2, 5, 10, 20, 30, 40)
RISKS = (0.10, 0.05, 0.01, 0.001)
SPREAD = (
    "The handle and the theoretical win count every wager at its average. The standard deviation"
    " takes the wagers of one hand, and the seats of one round, to be independent. Seats share the"
    " dealer's hand, so that the true spread lies between this figure and the one with all seats"
    " winning and losing together. The bounds are those of the normal distribution, with seats"
    " independent."
)
LEAD = "The theoretical win equals one standard deviation after {:,.1f} hours."
HOLD = (
    "Hold is win / drop, and drop is what players buy in for. The same dollars are wagered again"
    " and again: turnover is handle / drop, and the theoretical hold is the edge times the"
    " turnover. How often a drop is turned over is the operator's to measure; it is no property of"
    " the game."
)
BANKROLL = (
    "The bankroll that is ever lost with the stated probability, if nothing is taken out of it:"
    " variance / (2 win) times ln(1 / probability), as for a Brownian motion. Shares of a meter"
    " are paid out of the meter, not out of the bankroll."
)
EXPOSURE = (
    "The most that one round can cost the house on each wager, at the table's maximum: the"
    " highest pay for every seat at once, cut by the aggregate limit where there is one. Meters"
    " are apart."
)
CAPPED = (
    " What a double adds is the table's maximum at most, so that a hand at the maximum grows by"
    " equal parts and does not double each time."
)
BONUS = (
    "The Super Bonus takes no wager of its own: its prize, and the envy of the other seats, are in"
    " the edge and the deviation of the main wager here, at its average."
)
NO_BONUS = "The average main wager is too small to earn the Super Bonus, so no figure here has it."
_WITH_BONUS = ", with the Super Bonus"
UNGIVEN = (
    f"A wager without a figure is taken at its fixed amount or its minimum; where the table sets"
    f" neither, at {format_dollars(MAIN_WAGER)} for a main wager and {format_dollars(SIDE_WAGER)}"
    " for any other."
)
MADE = "Every hand makes every wager for its average amount, except where a share is given."


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerInPlay:
    """A wager of the table with its pace."""

    action: WagerAction
    spot: Spot
    part: ReportPart | None = None
    """Set for a main game."""
    capped_growth: Fraction = Fraction(1)
    """The highest gain at the table's maximum, as a part of that at a small wager (ruling W16)."""
    bonus: SuperBonusValue | None = None
    """The Super Bonus at the average wager."""
    top_bonus: SuperBonusValue | None = None
    """The Super Bonus at the table's maximum."""
    maths: WagerMaths | None = None
    """Set for any other wager."""
    jackpot: JackpotMaths | None = None


def played_wagers(report: MathsReport, fields: OperationFields) -> tuple[WagerInPlay, ...]:
    """Return every wager whose edge is known, as the operator describes it."""
    played = [*_main_actions(report, fields)]
    covered = frozenset[str]().union(*(game.wagers for game in report.games))
    jackpots = {wager.id: jackpot for jackpot in report.jackpots for wager in jackpot.wager.wagers}
    for maths in report.wagers:
        for wager in maths.wagers:
            insures = wager.id.startswith(INSURANCE) and fields.share(wager.id) is None
            if wager.id in covered or insures:
                continue  # a part of the main game has it; insurance is not part of optimal play
            spot = report.configured.spots[wager.id]
            jackpot = jackpots.get(wager.id)
            edge, deviation = _house_result(maths, jackpot)
            action = WagerAction(
                name=wager.title,
                stake=_stake(fields, spot, SIDE_WAGER),
                edge=edge,
                deviation=deviation,
                share=_share(fields, wager.id),
            )
            played.append(WagerInPlay(action=action, spot=spot, maths=maths, jackpot=jackpot))
    return tuple(played)


def _main_actions(report: MathsReport, fields: OperationFields) -> Iterator[WagerInPlay]:
    """Yield the main game, all wagers of one play together, and the parts beside it."""
    setup = make_setup(report.configured)
    spots = report.configured.spots
    mains = setup.mains
    for game in report.games:
        part = game.parts[-1] if len(game.wagers) > len(mains) else game.main
        if part.standard_deviation is None:
            continue
        first = min(game.wagers & spots.keys()) if game.title else mains[0]
        units = 1 if game.title else len(mains)
        titles = [spot.wager.title for wager, spot in spots.items() if wager in game.wagers]
        spot = spots[first]
        stake = _stake(fields, spots[first], MAIN_WAGER)
        action = WagerAction(
            name=part.name if part is game.main else ", ".join(titles),
            stake=units * stake,
            edge=part.edge,
            deviation=part.standard_deviation,
            share=_share(fields, first),
        )
        if part is game.main:
            action = _at_wager(action, setup, stake)
        bonus = _prize(game, stake)
        yield WagerInPlay(
            action=action if bonus is None else _with_bonus(action, bonus, fields.seats),
            spot=spot,
            part=part,
            capped_growth=_capped_growth(setup, spot),
            bonus=bonus,
            top_bonus=_prize(game, max(stake, spot.max or 0)),
        )


def _prize(game: GameReport, stake: int) -> SuperBonusValue | None:
    """Return the Super Bonus at a wager; None if the game has none or the wager earns none."""
    bonus = None if game.super_bonus is None else game.super_bonus(stake)
    return bonus if bonus is not None and bonus.prize else None


def _at_wager(action: WagerAction, setup: Setup, stake: int) -> WagerAction:
    """Return a main wager with the figures of its size, where the maximum caps it (W16)."""
    capped = at_wager(setup, stake)
    if capped is setup:
        return action
    solution = solve(capped)
    assert isinstance(solution, BlackjackSolution), "only a hand of blackjack is doubled again"
    return replace(action, edge=solution.house_edge, deviation=solution.standard_deviation)


def _with_bonus(action: WagerAction, bonus: SuperBonusValue, seats: int) -> WagerAction:
    """Return a main wager with the prize of the Super Bonus, and the envy of the other seats."""
    paid = (bonus.prize + bonus.envy * (seats - 1)) / action.stake
    return replace(
        action,
        name=f"{action.name}{_WITH_BONUS}",
        edge=action.edge - bonus.value - bonus.envy_value * (seats - 1),
        deviation=sqrt(action.deviation**2 + bonus.probability * paid**2),
    )


def _capped_growth(setup: Setup, spot: Spot) -> Fraction:
    """GR8, ruling W16: at the maximum each double adds the maximum, and not all that is there."""
    rules = setup.blackjack
    if rules is None or not rules.redouble or spot.max is None:
        return Fraction(1)
    return Fraction(1 + rules.doublings, 2**rules.doublings)


def _house_result(maths: WagerMaths, jackpot: JackpotMaths | None) -> tuple[Fraction, float]:
    """Return the long-run edge, and the deviation of the house's own result."""
    if jackpot is None:
        return maths.edge, maths.deviation
    return jackpot.house_edge, jackpot.house_deviation


def _stake(fields: OperationFields, spot: Spot, usual: int) -> int:
    fixed = spot.jackpot.wager if spot.jackpot else None
    least = spot.min if spot.min >= CENTS_PER_DOLLAR else usual
    return fields.average(spot.wager.id) or fixed or least


def _share(fields: OperationFields, wager: str) -> Fraction:
    share = fields.share(wager)
    return Fraction(1) if share is None else share


def operation_section(report: MathsReport, fields: OperationFields, number: str) -> Iterator[Block]:
    """Yield the section with that *number*."""
    played = played_wagers(report, fields)
    yield Heading(1, number, "Operator's figures")
    if not played:
        yield Paragraph("No wager of this table has a house edge that was computed.")
        return
    table = Operation(pace=fields.pace, actions=tuple(wager.action for wager in played))
    parts = {
        "Theoretical win per hour": (*_pace(table, report, fields, played), _win_grid(table)),
        "Actual against theoretical win": _spread(table),
        "All wagers together": _together(table),
        "Hold": _hold(table, fields),
        "Bankroll": _bankroll(table),
        "Exposure": tuple(_exposure(played, fields.seats)),
        "Expected time to hit": tuple(_awards(table, played)),
    }
    titled = [(title, blocks) for title, blocks in parts.items() if blocks]
    for place, (title, blocks) in enumerate(titled, start=1):
        yield Heading(2, f"{number}.{place}", title)
        yield from blocks


def _pace(
    table: Operation, report: MathsReport, fields: OperationFields, played: Iterable[WagerInPlay]
) -> tuple[Block, ...]:
    pace = table.pace
    text = f"{pace.rounds_per_hour} rounds an hour, {pace.seats} seats"
    below = f"{pace.hands_per_hour} hands an hour; a shift is {pace.shift_hours} hours"
    if pace == Pace():
        below += " (assumed; [pace] of a house file states the house's)"
    given = {*fields.wagers, *fields.shares}
    assumed = sorted(report.configured.spots.keys() - given)
    words = f"{MADE} Assumed, as the operator gave no figure: {', '.join(assumed)}. {UNGIVEN}"
    for wager in played:
        if wager.top_bonus is not None:
            words += f" {BONUS if wager.bonus else NO_BONUS}"
    return Facts((Fact("Pace", text, below),)), Paragraph(words, "note")


def _win_grid(table: Operation) -> Grid:
    rows: list[tuple[Cell, ...]] = [
        _win_row(Operation(pace=table.pace, actions=(action,)), action) for action in table.actions
    ]
    rows.append(("Total", "", "", percent(table.edge), *_hour(table)))
    heads = ("wager", "average", "made on", "edge", "handle", "win", "std. deviation")
    return Grid(heads=heads, rows=tuple(rows), align="lrrrrrr", totals=1)


def _win_row(alone: Operation, action: WagerAction) -> tuple[Cell, ...]:
    made = percent(action.share, 0)
    return (action.name, short_money(action.stake), made, percent(action.edge), *_hour(alone))


def _hour(table: Operation) -> tuple[str, str, str]:
    return (
        rounded_money(table.handle(1)),
        rounded_money(table.win(1)),
        rounded_money(table.deviation(1)),
    )


def _spread(table: Operation) -> tuple[Block, ...]:
    shift = table.pace.shift_hours
    spans = {"one hour": 1, "one shift": shift, "30 shifts": 30 * shift, "365 shifts": 365 * shift}
    rows = []
    for name, hours in spans.items():
        bands = (table.band(hours, errors) for errors in CONFIDENCE.values())
        bounds = (whole_dollars(bound) for band in bands for bound in band)
        spread = (table.deviation(hours), table.deviation_together(hours))
        money = (whole_dollars(cents) for cents in (table.win(hours), *spread))
        rows.append(((name, *money), (name, *bounds)))
    ends = [f"{sure} {end}" for sure in CONFIDENCE for end in ("low", "high")]
    lead = table.hours_to_lead(1.0)
    words = SPREAD if lead is None else f"{SPREAD} {LEAD.format(lead)}"
    heads = ("played", "theoretical win", "std. deviation", "seats together")
    return (
        Grid(heads=heads, rows=tuple(row for row, _ in rows), align="lrrr"),
        Grid(heads=("played", *ends), rows=tuple(row for _, row in rows), align="l" + "r" * 6),
        Paragraph(words, "note"),
    )


TOGETHER = (
    "Win as a share of the handle, all wagers of the table made together as above, after so many"
    " hands. The wagers of one hand are taken as independent. Volatility index {:.4f} (90%, in"
    " units of the average total wager of {})."
)


def _together(table: Operation) -> tuple[Block, ...]:
    """Return the bounds for several wagers together, by hands instead of hours."""
    per_hour = table.pace.hands_per_hour
    wager = table.handle(1) / per_hour
    spread = table.deviation(1) / sqrt(per_hour) / wager
    words = TOGETHER.format(VOLATILITY * spread, rounded_money(wager))
    return win_grid(table.edge, spread), Paragraph(words, "note")


def _hold(table: Operation, fields: OperationFields) -> tuple[Block, ...]:
    turnovers = [(f"{times} times", float(times)) for times in TURNOVERS if table.hold(times) < 1]
    if fields.drop is not None:
        drop = parse_dollars(fields.drop)
        times = table.turnover(drop * fields.seats)
        turnovers.append((f"{times:.1f} times: a drop of {short_money(drop)} a seat-hour", times))
    rows = tuple((name, percent(table.hold(times), 2)) for name, times in turnovers)
    return Grid(heads=("drop wagered", "hold"), rows=rows, align="lr"), Paragraph(HOLD, "note")


def _bankroll(table: Operation) -> tuple[Block, ...]:
    rows = []
    for risk in RISKS:
        needed = (table.bankroll(risk), table.bankroll(risk, together=True))
        amounts = ("none suffices" if cents is None else whole_dollars(cents) for cents in needed)
        rows.append((percent(risk, 1), *amounts))
    heads = ("lost with probability", "seats independent", "seats together")
    return Grid(heads=heads, rows=tuple(rows), align="rrr"), Paragraph(BANKROLL, "note")


def _exposure(played: Sequence[WagerInPlay], seats: int) -> Iterator[Block]:
    rows = [
        _exposure_row(exposure, seats, _cap_note(wager))
        for wager in played
        if (exposure := compute_exposure(wager)) is not None
    ]
    bonuses = [wager.top_bonus for wager in played if wager.top_bonus is not None]
    rows += [_bonus_row(bonus, seats) for bonus in bonuses]
    if rows:
        heads = ("wager", "maximum", "highest gain", "one seat", f"{seats} seats", "limit")
        yield Grid(heads=heads, rows=tuple(rows), align="lrrrrl")
        capped = any(wager.capped_growth != 1 for wager in played)
        yield Paragraph(EXPOSURE + (CAPPED if capped else ""), "note")
        yield from _largest(played, seats)


def _largest(played: Sequence[WagerInPlay], seats: int) -> Iterator[Block]:
    """Yield the largest exposure, of a round in which every seat wins the most."""
    known = [
        (exposure.table_exposure(seats) or 0, exposure)
        for wager in played
        if (exposure := compute_exposure(wager)) is not None
    ]
    cost, largest = max(known, key=lambda pair: pair[0], default=(0, None))
    if largest is not None and cost:
        every = sum(each for each, _ in known)
        yield Facts(
            (
                Fact("Largest exposure", short_money(cost), f"{largest.name}, {seats} seats"),
                Fact("All wagers at once", short_money(every),
                     "if every seat won the most of every wager in one round; meters apart"),
            )
        )  # fmt: skip


def _bonus_row(bonus: SuperBonusValue, seats: int) -> tuple[Cell, ...]:
    """Return the exposure to one winner of the Super Bonus, with envy to all other seats."""
    envy = bonus.envy * (seats - 1)
    prize = short_money(bonus.prize)
    paid = short_money(bonus.prize + envy)
    note = f"one winner, and {short_money(bonus.envy)} envy to each other seat"
    return "Super Bonus", "no wager", prize, prize, paid, ("none", note)


def compute_exposure(wager: WagerInPlay) -> Exposure | None:
    """Return the most that one round can cost; None if the highest gain is not known."""
    gains: list[Fraction | float] = []
    if wager.maths is not None:
        gains += [outcome.net for outcome in wager.maths.outcomes if outcome.probability]
    if wager.part is not None:
        gains += [result.gain for result in wager.part.distribution]
    if not gains:
        return None
    fixed = wager.spot.jackpot.wager if wager.spot.jackpot else None
    limit = "of_hand" if wager.spot.aggregate_per == "hand" else "aggregate"
    return Exposure(
        name=wager.action.name.removesuffix(_WITH_BONUS),
        most_wagered=fixed or wager.spot.max,
        top=max(gains) * wager.capped_growth,
        **{limit: wager.spot.aggregate},
    )


def _cap_note(wager: WagerInPlay) -> str:
    """Return the cost of an aggregate limit to a player who wagers the maximum alone."""
    spot = wager.spot
    maths = wager.maths
    if maths is None or spot.aggregate is None or spot.max is None:
        return ""
    gains = [(outcome.probability, outcome.net) for outcome in maths.outcomes]
    edge = capped_edge(gains, spot.max, spot.aggregate)
    if edge == maths.edge:
        return "one seat is paid in full"
    return f"one seat's edge rises to {percent(edge)}"


def _exposure_row(exposure: Exposure, seats: int, capped: str) -> tuple[Cell, ...]:
    most = exposure.most_wagered
    amounts = (exposure.seat_exposure, exposure.table_exposure(seats))
    limit: Cell = "none"
    if exposure.of_hand is not None:
        limit = (f"{format_dollars(exposure.of_hand)} a hand", capped)
    if exposure.aggregate is not None:
        binds = exposure.seats_to_limit
        at = f"; binds when {binds} seats win the highest pay" if binds and binds > 1 else ""
        limit = (format_dollars(exposure.aggregate), f"{capped}{at}".strip("; "))
    return (
        exposure.name,
        "no maximum" if most is None else short_money(most),
        f"{float(exposure.top):g} to 1",
        *("no maximum" if cents is None else short_money(cents) for cents in amounts),
        limit,
    )


def _awards(table: Operation, played: Iterable[WagerInPlay]) -> Iterator[Block]:
    rows = tuple(row for wager in played for row in _award_rows(table, wager))
    if rows:
        heads = ("award", "1 in", "hours of play", "shifts")
        yield Grid(heads=heads, rows=rows, align="lrrr")
    seeds = tuple(
        _seed_row(table, wager) for wager in played if wager.jackpot and wager.jackpot.full
    )
    progressive = tuple(row for row in seeds if row)
    if progressive:
        fed = ("jackpot", "fed per hour", "seed", "seeds per 1,000 hours", "cost of seeds")
        yield Grid(heads=fed, rows=progressive, align="lrrrr")
        words = "The cost of seeds is the house's, per 1,000 hours; a first seed is not counted."
        yield Paragraph(words, "note")


def _award_rows(table: Operation, wager: WagerInPlay) -> Iterator[tuple[Cell, ...]]:
    """Yield the shares of a meter, or the rarest pay of a wager without a meter."""
    if wager.bonus is not None and wager.action.share:
        hours = wager.action.hours_to(wager.bonus.probability, table.pace)
        chance = one_in(wager.bonus.probability)
        shifts = hours / table.pace.shift_hours
        name = ("Super Bonus", f"pays {short_money(wager.bonus.prize)}")
        yield name, chance, f"{hours:,.1f}", f"{shifts:,.1f}"
    if wager.maths is None or not wager.action.share:
        return
    paid = [outcome for outcome in wager.maths.outcomes if outcome.probability and outcome.net > -1]
    awards = [o for o in wager.maths.outcomes if o.meter and o.probability]
    for outcome in awards or sorted(paid, key=lambda o: o.probability)[:1]:
        hours = wager.action.hours_to(outcome.probability, table.pace)
        name = (outcome.name, f"{wager.action.name}, pays {outcome.pays}")
        shifts = hours / table.pace.shift_hours
        yield name, one_in(outcome.probability), f"{hours:,.1f}", f"{shifts:,.1f}"


def _seed_row(table: Operation, wager: WagerInPlay) -> tuple[Cell, ...] | None:
    jackpot = wager.jackpot
    if jackpot is None or jackpot.jackpot.scheme == "house":
        return None
    fed = jackpot.jackpot.contribution * wager.action.stake * wager.action.share
    seeds = 1000 / wager.action.hours_to(jackpot.full, table.pace)
    return (
        wager.action.name,
        rounded_money(float(fed) * table.pace.hands_per_hour),
        short_money(jackpot.jackpot.seed),
        f"{seeds:.4f}",
        rounded_money(seeds * jackpot.jackpot.seed),
    )
