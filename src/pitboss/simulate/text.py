"""A simulation for people: lines of text, and a table for notebooks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from textwrap import wrap

from pitboss.rulebook.tabular import html_cells
from pitboss.simulate.counting.figures import count_lines, count_tables
from pitboss.simulate.figures import Estimate, Figures, PartResult, WagerResult
from pitboss.simulate.jackpots import JackpotResult, jackpot_result
from pitboss.simulate.record import first_hands
from pitboss.simulate.tally import BASE
from pitboss.text.numbers import money
from pitboss.text.options import rule_options

WIDTH = 78
_COLUMNS = 80
"""The columns of a usual terminal."""
_NAME = 30


def text_lines(found: Figures) -> Iterator[str]:
    """Yield all figures, with the rule options under the game's name; long lines are folded."""
    for line in _text_lines(found):
        indent = " " * (len(line) - len(line.lstrip()) + 4)
        yield from wrap(line, _COLUMNS, subsequent_indent=indent) or [""]


def _text_lines(found: Figures) -> Iterator[str]:
    game = found.job.setup.configured.game
    yield f"{game.id}  {game.title}"
    for line in (", ".join(rule_options(found.job.setup)), _how(found)):
        yield from wrap(line, WIDTH, initial_indent="  ", subsequent_indent="  ")
    yield ""
    for name, text in figures(found):
        yield f"  {name:<{_NAME}}{text}"
    yield ""
    yield from _histogram(found.main)
    for part in found.parts[1:]:
        yield from _part(part)
    yield from _count_lines("Hands, of those dealt at first", found.events, first_hands(found))
    if found.dealer:
        met = sum(found.dealer.values())
        yield from _count_lines("Hands by the dealer's outcome", found.dealer, met)
    yield from _insurance(found)
    for wager in found.wagers:
        yield from _wager(found, wager)
    if found.job.counter is not None:
        yield from count_lines(found.job.counter, found)
    yield f"  {'digest':<8}{found.digest}"
    yield f"  {_speed(found)}"


def _how(found: Figures) -> str:
    job = found.job
    seats = "1 seat" if job.seats == 1 else f"{job.seats} seats"
    dealt = "a fresh shoe every round"
    if not job.is_fresh:
        dealt = f"{job.burn} burned, cut card at {job.cut} of {len(job.full_shoe)} cards"
    return f"strategy {found.strategy}, {seats}, {dealt}, seed {job.seed}"


def figures(found: Figures) -> Iterator[tuple[str, str]]:
    """Yield the figures of the main game: name and value."""
    yield "rounds", f"{found.rounds:,}" + ("" if found.complete else ", then interrupted")
    yield from _part_figures(found.main)
    wagered = found.rounds * found.job.seats * found.wagered_at_first
    yield (
        "won by all seats",
        f"{money(found.total)} of {money(wagered)} at {money(BASE)} a wager",
    )


def _part_figures(found: PartResult) -> Iterator[tuple[str, str]]:
    of, units = found.part.of, found.part.units
    yield from _edge(found.house_edge, f" of {of}")
    yield "element of risk", f"{found.element_of_risk:.4%} of all that is wagered"
    yield "average wager", f"{found.average_wager:.6f} {units}"
    yield "standard deviation", f"{found.standard_deviation:.6f} {units}"


def _edge(estimate: Estimate, of: str = "") -> Iterator[tuple[str, str]]:
    low, high = estimate.interval
    yield "house edge", f"{estimate.mean:.4%}{of}"
    yield "standard error", f"{estimate.standard_error:.4%}"
    yield "95% interval", f"{low:.4%} to {high:.4%}"


def _part(found: PartResult) -> Iterator[str]:
    yield f"  {found.part.title}"
    for name, text in _part_figures(found):
        yield f"    {name:<{_NAME - 2}}{text}"
    yield ""
    yield from _histogram(found)


def _histogram(found: PartResult) -> Iterator[str]:
    results = sum(found.histogram.values())
    yield f"  {'Won by a seat in a round':<38}{'count':>18}{'frequency':>14}"
    for gain, count in found.histogram.items():
        yield f"    {gain:<+36g}{count:>18,}{count / results:>14.6%}"
    yield ""


def _count_lines(title: str, counts: Mapping[str, int], of: int) -> Iterator[str]:
    yield f"  {title:<38}{'count':>18}{'frequency':>14}"
    for name, count in counts.items():
        yield f"    {name:<36}{count:>18,}{count / of if of else 0.0:>14.6%}"
    yield ""


def _insurance(found: Figures) -> Iterator[str]:
    offered, won = found.insurance or (0, 0)
    if offered:
        yield f"  insurance was offered {offered:,} times and would have won {won / offered:.4%}"
        yield ""


def _wager(found: Figures, wager: WagerResult) -> Iterator[str]:
    title = found.job.setup.configured.game.wager(wager.id).title
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


def _speed(found: Figures) -> str:
    worker = "thread" if found.device == "cpu" else f"{found.device} worker"
    where = f"{found.workers} {worker}{'' if found.workers == 1 else 's'}"
    return f"{found.seconds:.2f} s on {where}: {found.rounds_per_second:,.0f} rounds a second"


def _units(units: int) -> str:
    return f"${units / 10_000:,.2f}"


def short_lines(found: Figures) -> Iterator[str]:
    """Yield a simulation as a prompt shows it: how it was played, and every edge."""
    yield f"Simulation of {found.job.setup.configured.game.id}"
    yield f"  {_how(found)}"
    rounds = f"{found.rounds:,}" + ("" if found.complete else ", then interrupted")
    speed = f", {found.rounds_per_second:,.0f} a second" if found.seconds else ""
    edges = {"house edge": found.house_edge}
    edges |= {each.part.id: each.house_edge for each in found.parts[1:]}
    edges |= {each.id: each.edge for each in found.wagers}
    width = max(map(len, edges)) + 2
    yield f"  {'rounds':<{width}}{rounds}{speed}"
    for name, edge in edges.items():
        yield f"  {name:<{width}}{_edge_words(edge)}"


def _edge_words(edge: Estimate) -> str:
    low, high = edge.interval
    return f"{edge.mean:>9.4%} ± {edge.standard_error:.4%}  (95%: {low:.4%} to {high:.4%})"


def html_table(found: Figures) -> str:
    """Return tables for notebooks: the figures, every event, every side wager."""
    hands = first_hands(found)
    events = ((name, f"{count:,}", f"{count / hands:.4%}") for name, count in found.events.items())
    tables = [
        html_cells(_caption(found), (), [*figures(found), ("speed", _speed(found))]),
        html_cells("", ("hands, of those dealt at first", "count", "frequency"), events),
    ]
    if found.wagers:
        tables.append(html_cells("", _WAGER_HEADS, map(_wager_cells, found.wagers)))
    if found.job.counter is not None:
        tables += count_tables(found.job.counter, found)
    return "".join(tables)


_WAGER_HEADS = (
    *("side wager", "pay table", "made", "paid"),
    *("house edge", "standard error", "95% interval"),
)


def _wager_cells(wager: WagerResult) -> tuple[str, ...]:
    edge, (low, high) = wager.edge, wager.edge.interval
    return (
        wager.id,
        wager.table,
        f"{wager.made:,}",
        f"{wager.hit_frequency:.4%}",
        f"{edge.mean:.4%}",
        f"{edge.standard_error:.4%}",
        f"{low:.4%} to {high:.4%}",
    )


def _caption(found: Figures) -> str:
    return f"{found.job.setup.configured.game.title}: {_how(found)}"
