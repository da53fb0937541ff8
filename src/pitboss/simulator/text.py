"""A simulation for people: lines of text, and a table for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

from pitboss.rulebook.tabular import html_cells
from pitboss.simulator.counting.figures import count_lines, count_tables
from pitboss.simulator.figures import (
    Estimate,
    JackpotResult,
    PartResult,
    RunFigures,
    WagerResult,
    jackpot_result,
)
from pitboss.simulator.record import first_hands
from pitboss.simulator.tally import BASE
from pitboss.text.numbers import money
from pitboss.text.options import rule_options

WIDTH = 78
_COLUMNS = 80
"""The columns of a usual terminal."""
_NAME = 30


def text_lines(result: RunFigures) -> Iterator[str]:
    """Yield all figures, with the rule options under the game's name; long lines are folded."""
    for line in _text_lines(result):
        indent = " " * (len(line) - len(line.lstrip()) + 4)
        yield from wrap(line, _COLUMNS, subsequent_indent=indent) or [""]


def _text_lines(result: RunFigures) -> Iterator[str]:
    game = result.job.setup.configured.game
    yield f"{game.id}  {game.title}"
    for line in (", ".join(rule_options(result.job.setup)), _how(result)):
        yield from wrap(line, WIDTH, initial_indent="  ", subsequent_indent="  ")
    yield ""
    for name, text in figures(result):
        yield f"  {name:<{_NAME}}{text}"
    yield ""
    yield from _histogram(result.main)
    for part in result.parts[1:]:
        yield from _part(part)
    events = result.events.items()
    yield from _count_lines("Hands, of those dealt at first", events, first_hands(result))
    if result.dealer:
        outcomes = result.dealer.items()
        hands = sum(result.dealer.values())
        yield from _count_lines("Hands by the dealer's outcome", outcomes, hands)
    yield from _insurance(result)
    for wager in result.wagers:
        yield from _wager(result, wager)
    if result.job.counter is not None:
        yield from count_lines(result.job.counter, result)
    yield f"  {'digest':<8}{result.digest}"
    yield f"  {_speed(result)}"


def _how(result: RunFigures) -> str:
    job = result.job
    seats = "1 seat" if job.seats == 1 else f"{job.seats} seats"
    dealt = "a fresh shoe every round"
    if not job.is_fresh:
        dealt = f"{job.burn} burned, cut card at {job.cut} of {len(job.full_shoe)} cards"
    wager = job.setup.main_wager
    wagers = "" if wager is None else f" of {money(wager)} each"
    return f"strategy {result.strategy}, {seats}{wagers}, {dealt}, seed {job.seed}"


def figures(result: RunFigures) -> Iterator[tuple[str, str]]:
    """Yield the figures of the main game: name and value."""
    yield "rounds", f"{result.rounds:,}" + ("" if result.complete else ", then interrupted")
    yield from _part_figures(result.main)
    wagered = result.rounds * result.job.seats * result.wagered_at_first
    stake = result.job.setup.main_wager or BASE
    won, at_first = (money(cents * stake // BASE) for cents in (result.total, wagered))
    yield "won by all seats", f"{won} of {at_first} at {money(stake)} a wager"


def _part_figures(part: PartResult) -> Iterator[tuple[str, str]]:
    of = part.part.of
    units = part.part.units
    yield from _edge(part.house_edge, f" of {of}")
    yield "element of risk", f"{part.element_of_risk:.4%} of all that is wagered"
    yield "average wager", f"{part.average_wager:.6f} {units}"
    yield "standard deviation", f"{part.standard_deviation:.6f} {units}"


def _edge(estimate: Estimate, of: str = "") -> Iterator[tuple[str, str]]:
    low, high = estimate.interval
    yield "house edge", f"{estimate.mean:.4%}{of}"
    yield "standard error", f"{estimate.standard_error:.4%}"
    yield "95% interval", f"{low:.4%} to {high:.4%}"


def _part(part: PartResult) -> Iterator[str]:
    yield f"  {part.part.title}"
    for name, text in _part_figures(part):
        yield f"    {name:<{_NAME - 2}}{text}"
    yield ""
    yield from _histogram(part)


def _histogram(part: PartResult) -> Iterator[str]:
    gains = ((f"{gain:+g}", count) for gain, count in part.histogram.items())
    return _count_lines("Won by a seat in a round", gains, sum(part.histogram.values()))


def _count_lines(title: str, counts: Iterable[tuple[str, int]], of: int) -> Iterator[str]:
    yield f"  {title:<38}{'count':>18}{'frequency':>14}"
    for name, count in counts:
        yield f"    {name:<36}{count:>18,}{count / of if of else 0.0:>14.6%}"
    yield ""


def _insurance(result: RunFigures) -> Iterator[str]:
    offered, won = result.insurance or (0, 0)
    if offered:
        yield f"  insurance was offered {offered:,} times and would have won {won / offered:.4%}"
        yield ""


def _wager(result: RunFigures, wager: WagerResult) -> Iterator[str]:
    title = result.job.setup.configured.game.wager(wager.id).title
    yield f"  {title}  {wager.id}, table {wager.table}, {money(wager.stake)}"
    for name, text in (
        *_edge(wager.edge),
        ("hit frequency", f"{wager.hit_frequency:.4%}"),
        ("won by all seats", f"{money(wager.total)} of {money(wager.made * wager.stake)}"),
        *([("envy", money(wager.envy))] if wager.envy else []),
    ):
        yield f"    {name:<28}{text}"
    for row in wager.rows:
        yield from _row(row.name, row.pay, row.count, row.frequency)
    jackpot = jackpot_result(wager)
    if jackpot is not None:
        yield from (f"    {name:<28}{text}" for name, text in _jackpot(jackpot))
    yield ""


def _row(name: str, pay: str, count: int, frequency: float) -> Iterator[str]:
    first, *more = wrap(name, 30)
    yield f"    {first:<31}{pay:>16}{count:>17,}{frequency:>12.6%}"
    yield from (f"      {line}" for line in more)


def _jackpot(jackpot: JackpotResult) -> Iterator[tuple[str, str]]:
    meter = jackpot.meter
    yield "long-run edge", f"{jackpot.long_run_edge:.4%} with what is on the meter"
    yield "meter", f"{float(meter.contribution):.2%} fed, seed {_units(meter.seed)}"
    yield "hits of all of it", f"{jackpot.hits:,}"
    if jackpot.mean_at_hit is not None:
        yield "mean meter when hit", f"${jackpot.mean_at_hit:,.2f}"
        for share, dollars in jackpot.quantiles.items():
            yield f"  at most, {share} of hits", f"${dollars:,.2f}"
    yield "meter at the end", _units(meter.display)


def _speed(result: RunFigures) -> str:
    worker = "thread" if result.device == "cpu" else f"{result.device} worker"
    where = f"{result.workers} {worker}{'' if result.workers == 1 else 's'}"
    return f"{result.seconds:.2f} s on {where}: {result.rounds_per_second:,.0f} rounds a second"


def _units(units: int) -> str:
    return f"${units / 10_000:,.2f}"


def short_lines(result: RunFigures) -> Iterator[str]:
    """Yield a simulation as a prompt shows it: how it was played, and every edge."""
    yield f"Simulation of {result.job.setup.configured.game.id}"
    yield f"  {_how(result)}"
    rounds = f"{result.rounds:,}" + ("" if result.complete else ", then interrupted")
    speed = f", {result.rounds_per_second:,.0f} a second" if result.seconds else ""
    edges = {"house edge": result.house_edge}
    edges |= {part.part.id: part.house_edge for part in result.parts[1:]}
    edges |= {wager.id: wager.edge for wager in result.wagers}
    width = max(map(len, edges)) + 2
    yield f"  {'rounds':<{width}}{rounds}{speed}"
    for name, edge in edges.items():
        yield f"  {name:<{width}}{_edge_words(edge)}"


def _edge_words(edge: Estimate) -> str:
    low, high = edge.interval
    return f"{edge.mean:>9.4%} ± {edge.standard_error:.4%}  (95%: {low:.4%} to {high:.4%})"


def html_table(result: RunFigures) -> str:
    """Return tables for notebooks: the figures, every event, every side wager."""
    hands = first_hands(result)
    events = ((name, f"{count:,}", f"{count / hands:.4%}") for name, count in result.events.items())
    tables = [
        html_cells(_caption(result), (), [*figures(result), ("speed", _speed(result))]),
        html_cells("", ("hands, of those dealt at first", "count", "frequency"), events),
    ]
    if result.wagers:
        tables.append(html_cells("", _WAGER_HEADS, map(_wager_cells, result.wagers)))
    if result.job.counter is not None:
        tables += count_tables(result.job.counter, result)
    return "".join(tables)


_WAGER_HEADS = (
    *("side wager", "pay table", "made", "paid"),
    *("house edge", "standard error", "95% interval"),
)


def _wager_cells(wager: WagerResult) -> tuple[str, ...]:
    edge = wager.edge
    (low, high) = wager.edge.interval
    return (
        wager.id,
        wager.table,
        f"{wager.made:,}",
        f"{wager.hit_frequency:.4%}",
        f"{edge.mean:.4%}",
        f"{edge.standard_error:.4%}",
        f"{low:.4%} to {high:.4%}",
    )


def _caption(result: RunFigures) -> str:
    return f"{result.job.setup.configured.game.title}: {_how(result)}"
