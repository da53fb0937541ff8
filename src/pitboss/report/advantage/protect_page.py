"""The protection of a table as a document, with its charts: what a casino manager reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pitboss.advantage.detect.verdict import COUNTING_ERROR, PlayerVerdict, Verdicts
from pitboss.advantage.protect.main_game import REFERENCE, MainRow
from pitboss.advantage.protect.measures import Measure
from pitboss.advantage.protect.meter_time import MeterTime
from pitboss.advantage.protect.model import Protection, Tells
from pitboss.advantage.protect.terms import (
    BOUNDS,
    OTHER_BETS,
    SHUFFLE_SECONDS,
    ProtectTerms,
    Vulnerability,
)
from pitboss.advantage.protect.wagers import WagerRow
from pitboss.report.document import drawing as draw
from pitboss.report.document.blocks import (
    Block,
    Cell,
    Chart,
    Charts,
    Document,
    Fact,
    Facts,
    Grid,
    Heading,
    Paragraph,
)
from pitboss.report.document.drawing import AMBER, BLUE, HEIGHT, SOFT, WIDTH
from pitboss.text.numbers import percent, rounded_money, short_money
from pitboss.text.options import rule_options
from pitboss.version import __version__

_LEAST = 0.0005
_ROWS_MAX = 12


def loss_chart(rows: Sequence[WagerRow], terms: ProtectTerms) -> Chart:
    """Draw what a counter wins with each wager in an hour, and the bound of perfect play."""
    titles: dict[tuple[float, float], list[str]] = {}
    for row in rows:
        practical = terms.per_hour(row.per_100, row.stake) / 100
        bound = terms.per_hour(row.bound, row.stake) / 100
        if row.bound >= _LEAST:
            titles.setdefault((practical, bound), []).append(row.title)
    shown = sorted(titles, reverse=True)[:_ROWS_MAX]
    left = WIDTH * 0.42
    room = WIDTH - left - 52
    highest = max((bound for _, bound in shown), default=1.0) or 1.0
    parts = []
    y = 6.0
    for practical, bound in shown:
        lines = draw.wrap(", ".join(titles[practical, bound]), left - 8)
        height = 9 + 11.0 * len(lines)
        far = room * bound / highest
        near = room * practical / highest
        parts += [
            *draw.stack(left - 5, y + height / 2, lines),
            draw.bar(left, y + height / 2 - 5.5, max(far, 0.6), hollow=True),
            draw.bar(left, y + height / 2 - 5.5, max(near, 0.6)),
            draw.text(left + far + 4, y + height / 2 + 3.5, f"${practical:,.2f}", fill=SOFT),
        ]
        y += height
    return Chart(
        svg=draw.svg(parts, "Dollars an hour that a counter wins", y + 6),
        caption="What a counter wins in an hour at the largest bet",
        note="full: the best practical count; outline: every card known",
    )


def cut_chart(cuts: Sequence[tuple[float, Sequence[MainRow]]]) -> Chart:
    """Draw what a Hi-Lo counter wins by the part of the shoe dealt, a line for each spread."""
    ordered = sorted(cuts, key=lambda pair: pair[0])
    values = [row.per_100 for _, rows in ordered for row in rows]
    frame = _Frame((ordered[0][0] - 0.03, ordered[-1][0] + 0.08), (min(0.0, *values), max(values)))
    parts = list(frame.lines())
    for place, row in enumerate(ordered[-1][1]):
        line = [(part, rows[place].per_100) for part, rows in ordered]
        stroke = _INKS[place % len(_INKS)]
        places = [(frame.x(x), frame.y(y)) for x, y in line]
        last_x, last_y = places[-1]
        ends = [frame.y(row.per_100 + errors * row.error) for errors in (-2, 2)]
        parts += [
            draw.path(places, stroke, 1.4),
            draw.segment(last_x, ends[0], last_x, ends[1], stroke, 0.9),
            draw.text(last_x + 4, last_y + 3, row.spread, fill=stroke),
        ]
    parts += [draw.label(frame.x(part), _BOTTOM + 14, f"{part:.0%}") for part, _ in ordered]
    parts.append(draw.axis_name(_LEFT, _RIGHT, "of the shoe dealt"))
    title = "Units won in 100 rounds, by the cut card"
    return Chart(svg=draw.svg(parts, title), caption=title, note="Hi-Lo, basic strategy")


def classes_chart(rows: Sequence[MainRow], terms: ProtectTerms) -> Chart:
    """Draw what each counter wins in an hour, spread by spread."""
    groups: dict[str, list[MainRow]] = {}
    for row in rows:
        groups.setdefault(row.spread, []).append(row)
    dollars = [terms.per_hour(row.per_100, row.unit) / 100 for row in rows]
    frame = _Frame((0.0, float(len(groups))), (min(0.0, *dollars), max(0.0, *dollars)))
    parts = list(frame.lines())
    names = list(dict.fromkeys((row.count, row.play) for row in rows))
    width = (frame.x(1) - frame.x(0)) * 0.8 / len(names)
    for place, (spread, members) in enumerate(groups.items()):
        for row in members:
            number = names.index((row.count, row.play))
            value = terms.per_hour(row.per_100, row.unit) / 100
            x = frame.x(place + 0.1) + number * width
            high, low = sorted((frame.y(value), frame.y(0)))
            ink = _INKS[number % len(_INKS)]
            parts.append(draw.rect(x, high, width * 0.9, max(low - high, 0.6), ink))
        parts.append(draw.label(frame.x(place + 0.5), _BOTTOM + 14, spread))
    note = "; ".join(
        f"{_INK_NAMES[number % len(_INKS)]}: {count}, {play}"
        for number, (count, play) in enumerate(names)
    )
    title = "Dollars an hour, by spread and skill"
    return Chart(svg=draw.svg(parts, title), caption=title, note=note)


class _Frame:
    """The axes of a chart."""

    def __init__(self, along: tuple[float, float], up: tuple[float, float]) -> None:
        """Lay out the axes."""
        self.ticks = [tick for tick in draw.round_places(*up) if up[0] < 0 or tick >= 0]
        self.y = draw.scale(self.ticks[0], self.ticks[-1], _BOTTOM, _TOP)
        self.x = draw.scale(*along, _LEFT, _RIGHT)

    def lines(self) -> Iterator[str]:
        """Draw the lines across, and that of zero."""
        labels = ((tick, f"{tick:.10g}".replace("-", "−")) for tick in self.ticks)
        yield from draw.lines_across(labels, self.y, _LEFT, _RIGHT)
        yield draw.level(self.y(0), _LEFT, _RIGHT)


_LEFT = 44.0
_RIGHT = WIDTH - 16.0
_TOP = 14.0
_BOTTOM = HEIGHT - 34.0
_INKS = (BLUE, AMBER, "#4f8f3a", "#7a4a8a")
_INK_NAMES = ("blue", "amber", "green", "violet")


_LITTLE = 0.0005
"""Units in 100 rounds that are written as none."""


def protect_page(protection: Protection, players: Verdicts | None, *, date: str) -> Document:
    """Return the whole page."""
    configured = protection.setup.configured
    game = configured.game
    return Document(
        title=f"Protection of {game.title}",
        subtitle=": ".join(filter(None, (game.id, ", ".join(rule_options(protection.setup))))),
        head=f"Protection of {game.title}",
        foot=f"Pitboss {__version__}, digest {configured.digest[:16]}",
        date=date,
        blocks=tuple(_blocks(protection, players)),
    )


def _blocks(protection: Protection, players: Verdicts | None) -> Iterator[Block]:
    yield Heading(1, "1", "The answer")
    yield Facts(tuple(_answer(protection)))
    yield from wager_blocks(protection, number="2")
    yield from main_blocks(protection, number="3")
    yield from measure_blocks(protection, number="4")
    yield from tell_blocks(protection, number="5")
    if players is not None:
        yield from player_blocks(players, number="6")
    yield Heading(1, "7" if players is not None else "6", "How this was computed")
    yield from method_blocks(protection.terms)


def _answer(protection: Protection) -> Iterator[Fact]:
    """Yield the summary."""
    terms = protection.terms
    limits = f"{short_money(terms.low)} to {short_money(terms.high)}"
    pace = f"{limits}, {terms.rounds_an_hour} rounds an hour"
    if terms.dealt:
        yield Fact("Table", pace)
        yield Fact("Shoe", terms.dealt[:1].upper() + terms.dealt[1:])
    else:
        yield Fact("Table", f"{pace}, {terms.penetration:.0%} dealt")
    if protection.main:
        worst = max(protection.main, key=lambda row: terms.per_hour(row.per_100, row.unit))
        hour = terms.per_hour(worst.per_100, worst.unit)
        words = f"{worst.count}, {worst.play}, {worst.spread}: {_dollars(hour)} an hour"
        yield Fact("Main game", _sentence(worst.vulnerability), words)
    else:
        yield Fact("Main game", protection.reason)
    if protection.wagers:
        first = max(protection.wagers, key=lambda wager: terms.per_hour(wager.per_100, wager.stake))
        hour = terms.per_hour(first.per_100, first.stake)
        words = f"{first.title}: {_dollars(hour)} an hour at {short_money(first.stake)}"
        yield Fact("Side wagers", _sentence(first.vulnerability), words)
    saves = [
        measure
        for measure in protection.measures
        if measure.change > 0 and measure.price is not None
    ]
    if saves:
        best = max(saves, key=lambda measure: measure.change - (measure.price or 0.0))
        words = f"{best.measure}: takes {_dollars(best.change)} an hour from a counter."
        yield Fact("Best measure", words, _price_words(best))


def _sentence(kind: Vulnerability) -> str:
    return {
        Vulnerability.SAFE: "Safe: a counter wins next to nothing.",
        Vulnerability.LOW: "Low: a counter wins little.",
        Vulnerability.MODERATE: "Moderate: worth a counter's time; watch it.",
        Vulnerability.HIGH: "High: a target; change something.",
    }[kind]


def _price_words(measure: Measure) -> str:
    if not measure.price:
        return measure.note
    verb = "Costs" if measure.price > 0 else "Earns"
    return f"{verb} {_dollars(abs(measure.price))} an hour at the other seats; {measure.note}"


def wager_blocks(protection: Protection, *, number: str) -> Iterator[Block]:
    """Yield the side wagers, the most vulnerable first."""
    terms = protection.terms
    yield Heading(1, number, "Side wagers, the most vulnerable first")
    if not protection.wagers:
        yield Paragraph("The table offers none.")
        return
    counted = [row for row in protection.wagers if not row.reason]
    if any(row.bound >= _LITTLE for row in counted):
        yield Charts((loss_chart(counted, terms),))
    yield Grid(
        heads=(
            "Wager",
            "Edge",
            "Hit",
            "Best count",
            "Bets",
            "Per 100",
            "An hour",
            "Bound",
            "Class",
        ),
        rows=tuple(_wager_rows(protection.wagers, terms)),
        align="lrrlrrrrl",
        wide=3,
    )
    yield Paragraph(
        "Edge, hit frequency and standard deviation (sd) are those of a full shoe, a meter at its"
        " seed. BC: how well the tags follow the effects of removal. Bets: the share of rounds in"
        " which the counter bets, and the edge then. Per 100: units won in 100 rounds. An hour: at"
        " the largest bet. Bound: units in 100 rounds, and dollars an hour, for somebody who knows"
        " every card left; no count wins more.",
        "note",
    )
    if len(terms.penetrations) > 1:
        yield Heading(2, "", "By the cut card")
        heads = ("Wager", *(f"{part:.0%} dealt" for part in terms.penetrations))
        rows = tuple(_penetration_rows(counted))
        yield Grid(heads=heads, rows=rows, align="l" + "r" * len(terms.penetrations))


def _wager_rows(rows: Iterable[WagerRow], terms: ProtectTerms) -> Iterator[tuple[Cell, ...]]:
    """Yield a line for each wager; equal ones share it."""
    titles: dict[tuple[str | None, tuple[Cell, ...]], list[str]] = {}
    for row in rows:
        titles.setdefault((row.table, _wager_cells(row, terms)), []).append(row.title)
    for (table, cells), names in titles.items():
        yield ((", ".join(names), f"table {table}" if table else ""), *cells)


def _wager_cells(row: WagerRow, terms: ProtectTerms) -> tuple[Cell, ...]:
    gain = row.gain
    edge: Cell = percent(row.edge, 2)
    hit: Cell = "–"
    if row.hit is not None and row.sd is not None:
        hit = (percent(row.hit, 1), f"sd {row.sd:.2f}")
    if row.by_meter is not None:
        return edge, hit, *_meter_cells(row, row.by_meter, terms), row.vulnerability.value
    if row.reason or gain is None:
        return edge, hit, row.reason or "–", "–", "0", "$0", "0", row.vulnerability.value
    if row.per_100 < _LITTLE:
        bets: Cell = "never"
        count: Cell = "counting cards does not help"
    else:
        bets = (percent(gain.frequency, 2), f"at {percent(gain.edge, 1)}")
        count = (row.count, _trigger_words(row))
    hour = terms.per_hour(row.per_100, row.stake)
    money: Cell = (_dollars(hour), f"at {short_money(row.stake)}")
    bound: Cell = "–"
    if row.perfect is not None:
        bound = (_units(row.bound), _dollars(terms.per_hour(row.bound, row.stake)))
    return edge, hit, count, bets, _units(row.per_100), money, bound, row.vulnerability.value


def _meter_cells(row: WagerRow, meter: MeterTime, terms: ProtectTerms) -> tuple[Cell, ...]:
    """Return what somebody wins who bets when the meter is high."""
    hour = terms.per_hour(meter.per_100, row.stake)
    return (
        (
            "counting cards does not help",
            f"bet when the meter is above {rounded_money(round(meter.break_even))}",
        ),
        (percent(meter.above, 2), f"at {percent(meter.edge, 1)}"),
        _units(meter.per_100),
        (_dollars(hour), f"at {short_money(row.stake)}"),
        "–",
    )


def _trigger_words(row: WagerRow) -> str:
    gain = row.gain
    assert gain is not None
    side = "or less" if gain.below else "or more"
    tags = "" if row.tags is None else f" {tag_words(row.tags)}"
    if row.correlation is not None:
        tags += f"; BC {row.correlation:.2f}"
    if gain.trigger is None:
        return f"a trigger for each up card;{tags}".rstrip(";")
    return f"bet at {gain.trigger:+d} {side};{tags}".rstrip(";")


def tag_words(tags: dict[str, int | float]) -> str:
    """Write tags in little space: cards of one tag together.

    >>> tag_words({"2": 1, "3": 1, "4": 0, "T": -1})
    '2 3 = +1, T = −1'
    """
    groups: dict[int | float, list[str]] = {}
    for name, tag in tags.items():
        if tag:
            groups.setdefault(tag, []).append(name)
    ordered = sorted(groups.items(), reverse=True)
    parts = (f"{' '.join(names)} = {tag:+g}" for tag, names in ordered)
    return ", ".join(parts).replace("-", "−")


def _penetration_rows(rows: Iterable[WagerRow]) -> Iterator[tuple[Cell, ...]]:
    titles: dict[tuple[str, ...], list[str]] = {}
    for row in rows:
        cells = tuple(_units(per_100) for _, per_100 in row.by_penetration)
        titles.setdefault(cells, []).append(row.title)
    for cells, names in titles.items():
        yield (", ".join(names), *cells)


def main_blocks(protection: Protection, *, number: str) -> Iterator[Block]:
    """Yield the main game by count, play and spread."""
    terms = protection.terms
    yield Heading(1, number, "The main game")
    if not protection.main or protection.expectation is None:
        yield Paragraph(protection.reason)
        return
    yield Paragraph(
        f"Without counting the house keeps {percent(-protection.expectation, 3)} of a bet. A"
        " counter bets little with a low count and much with a high one."
    )
    if len(protection.by_cut) > 1:
        yield Charts((cut_chart(protection.by_cut), classes_chart(protection.main, terms)))
    heads = ("Count and play", *dict.fromkeys(row.spread for row in protection.main))
    rows = tuple(_main_rows(protection.main, terms))
    yield Grid(heads=heads, rows=rows, align="l" + "r" * (len(heads) - 1))
    yield Paragraph(
        f"Dollars an hour, at {terms.rounds_an_hour} rounds an hour, by the spread of the bets, the"
        " largest at the table's maximum; below them the same in units of 100 rounds. A unit is the"
        " smallest bet of the spread; back-counting: one who watches, and makes the largest bet"
        f" only with an edge. Simulated, {terms.rounds:,} rounds for each line, seed"
        f" {terms.seed}; ± is the standard error.",
        "note",
    )


def _main_rows(rows: Iterable[MainRow], terms: ProtectTerms) -> Iterator[tuple[Cell, ...]]:
    """Yield a line for each count and play, with a cell for each spread."""
    lines: dict[tuple[str, str], list[MainRow]] = {}
    for row in rows:
        lines.setdefault((row.count, row.play), []).append(row)
    for (count, play), spreads in lines.items():
        cells = (
            (
                _dollars(terms.per_hour(row.per_100, row.unit)),
                f"{row.per_100:+.2f} ± {row.error:.2f}".replace("-", "−"),
            )
            for row in spreads
        )
        yield ((count, play), *cells)


def measure_blocks(protection: Protection, *, number: str) -> Iterator[Block]:
    """Yield the counter-measures with what they take and what they cost."""
    yield Heading(1, number, "Counter-measures")
    if not protection.measures:
        yield Paragraph("None is needed.")
        return
    if protection.main:
        yield Paragraph(
            f"Held against a Hi-Lo counter with basic strategy who spreads 1-{REFERENCE}, with"
            " the largest bet at the table's maximum."
        )
    yield Grid(
        heads=("Measure", "Counter wins", "It takes", "It costs"),
        rows=tuple(_measure_cells(measure) for measure in protection.measures),
        align="lrrr",
    )
    terms = protection.terms
    yield Paragraph(
        f"Dollars an hour. Costs are what {terms.other_seats} other seats with {OTHER_BETS}"
        f" smallest bets each no longer lose; a shuffle takes {SHUFFLE_SECONDS} seconds. A cost"
        " below zero is earned; a dash: it has a price that cards do not tell.",
        "note",
    )


def _measure_cells(measure: Measure) -> tuple[Cell, ...]:
    price = "–" if measure.price is None else _dollars(measure.price)
    wins: Cell = (
        _dollars(measure.per_hour),
        f"± {_dollars(measure.error)}" if measure.error else "",
    )
    return (measure.measure, measure.note), wins, _dollars(measure.change), price


def tell_blocks(protection: Protection, *, number: str) -> Iterator[Block]:
    """Yield the tells of a counter."""
    yield Heading(1, number, "What gives a counter away")
    tells = protection.tells
    if tells is None:
        yield Paragraph(protection.reason)
        return
    yield Facts(tuple(_tell_facts(tells)))
    if tells.plays:
        yield Grid(
            heads=("Play", "At a Hi-Lo count of", "Otherwise", "Gains in 1,000 rounds"),
            rows=tuple(
                (
                    f"{play.hand} against {play.up}: {play.action.value}",
                    f"{play.index:+d} or {'less' if play.below else 'more'}".replace("-", "−"),
                    play.otherwise.value,
                    f"{1000 * play.gain:.3f} units",
                )
                for play in tells.plays
            ),
            align="lrlr",
        )
        yield Paragraph(
            "Plays that depend on the count, the most gainful first. Somebody who makes them at the"
            " right moments, and not always, counts.",
            "note",
        )


def _tell_facts(tells: Tells) -> Iterator[Fact]:
    if tells.rises_at is not None:
        full = f"; a full shoe counts {tells.full_shoe:+g}" if tells.full_shoe else ""
        text = f"at a true count of {tells.rises_at:+d} of Hi-Lo{full}".replace("-", "−")
        yield Fact("The bet first rises", text.replace("Hi−Lo", "Hi-Lo"))
    words = "more shoes than were tried"
    if tells.shoes is not None:
        words = f"{tells.shoes} shoes, about {tells.rounds} rounds"
    yield Fact(
        "Shows in the bets after",
        words,
        f"nine of ten counters who are off by one as often as not; error {COUNTING_ERROR}",
    )


def player_blocks(players: Verdicts, *, number: str) -> Iterator[Block]:
    """Yield the verdicts about players, from round records."""
    yield Heading(1, number, "Players in the records")
    yield Grid(
        heads=("Player", "Rounds", "Theoretical", "Correlation", "Likelihood", "Error", "Verdict"),
        rows=tuple(_player_cells(player) for player in players.players),
        align="lrrrrrl",
    )
    yield Paragraph(
        "Theoretical: what the bets were worth to the player, given the cards then gone; below it,"
        " what the player won. Correlation: of the bets and that expectation. Likelihood: how many"
        " times likelier the bets are if they follow the cards. Error: how likely such a"
        " verdict is about"
        " somebody who does not count. Missed: how likely a counter at these shoes is not told.",
        "note",
    )


def _player_cells(player: PlayerVerdict) -> tuple[Cell, ...]:
    worst = player.worst
    theoretical = player.theoretical
    score = worst.score
    return (
        (player.name, "" if worst.wager == "main" else worst.wager),
        (f"{player.rounds:,}", f"{player.shoes} shoes"),
        ("–" if theoretical is None else _dollars(theoretical), f"won {_dollars(player.net)}"),
        ("–" if score is None else f"{score.correlation:+.2f}".replace("-", "−"), worst.count),
        "–" if score is None else f"{score.likelihood:,.3g}",
        (
            "–" if worst.error is None else f"{worst.error:.4f}",
            "" if worst.miss is None else f"missed {percent(worst.miss, 0)}",
        ),
        (worst.verdict.value, _play_words(player)),
    )


def _play_words(player: PlayerVerdict) -> str:
    if player.index_agreement is None:
        return ""
    made = round(player.index_agreement * player.index_plays)
    return f"{made} of {player.index_plays} index plays made"


def method_blocks(terms: ProtectTerms) -> Iterator[Block]:
    """Yield how the figures were computed, and what the classes mean."""
    bounds = ", ".join(f"{kind.value} below {bound:g}" for bound, kind in BOUNDS)
    yield Paragraph(
        "Side wagers are valued exactly for the cards left, at every running count that can occur,"
        " where they are decided by two to four cards; others by the effects of removal, to the"
        " first order. Counts tried: Hi-Lo, the provably best tags of one and two levels, and the"
        " differences of suits and of ranks, which are sampled. The bound is sampled too,"
        f" {terms.shoes:,} shoes."
    )
    yield Paragraph(
        f"Classes: {bounds} units in 100 rounds, else high. No round begins after the cut card"
        " came; where one more is dealt, a side-bet counter wins about a fifth more."
    )


def _units(value: float) -> str:
    return "0" if abs(value) < _LITTLE else f"{value:.3f}".replace("-", "−")


def _dollars(cents: float) -> str:
    whole = round(cents / 100, 2)
    digits = 0 if abs(whole) >= 10 else 2
    return f"{'−' if whole < 0 else ''}${abs(whole):,.{digits}f}"
