"""Counter-measures: the loss of the counter and the cost to the house."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from pitboss.advantage.protect.main_game import (
    REFERENCE,
    SPREADS,
    CountedRun,
    MainRow,
    simulate_counter,
)
from pitboss.advantage.protect.terms import OTHER_BETS, ProtectTerms
from pitboss.advantage.protect.wagers import WagerRow, wager_row
from pitboss.advantage.removal import removal
from pitboss.counts import find_system
from pitboss.engine.setup import Setup, prepare
from pitboss.rulebook.check import problems
from pitboss.rulebook.house import House
from pitboss.rulebook.model import OptionValue
from pitboss.simulator.buffers import SEATS_MAX

_RULES = ("soft17", "decks", "surrender", "redouble")
"""Options of the main game whose other values are tried."""
_WORTH_IT = 0.05
"""Other pay tables are looked for where a counter wins more than this in 100 rounds."""
_TABLES_TRIED = 12
_VALUES_TRIED = 2
"""Other values of an option that are simulated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """One counter-measure."""

    measure: str
    subject: str
    """The subject that it protects: "main", or a wager."""
    per_100: float
    """Units that the counter wins in 100 rounds afterwards."""
    per_hour: float
    """The same in cents an hour."""
    change: float
    """Cents an hour that it takes from him; negative: that it gives him."""
    price: float | None
    """Cents an hour that it costs the house at the other seats; negative: that it earns.

    None: it has a price that cards do not tell.
    """
    error: float = 0.0
    """The standard error of what he then wins, in cents an hour; 0 where it is exact."""
    note: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return the measure as `pitboss protect --json` prints it."""
        return {
            "measure": self.measure,
            "subject": self.subject,
            "per_100": self.per_100,
            "per_hour": self.per_hour,
            "change": self.change,
            "price": self.price,
            "standard_error": self.error,
            "note": self.note or None,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """The table as it is: the counter whom measures are held against."""

    house: House
    setup: Setup
    terms: ProtectTerms
    run: CountedRun
    edge: float
    """The house edge of the main game, for the other seats."""

    @property
    def row(self) -> MainRow:
        """The current gain of the counter."""
        return self.run.row(self.terms, REFERENCE)

    @property
    def now(self) -> float:
        """The same in cents an hour."""
        return self.terms.per_hour(self.row.per_100, self.row.unit)

    @property
    def others(self) -> float:
        """Cents that the other seats lose in a round."""
        return self.terms.other_seats * OTHER_BETS * self.terms.low * self.edge

    def measure(
        self,
        name: str,
        row: MainRow,
        *,
        price: float | None = 0.0,
        note: str = "",
        terms: ProtectTerms | None = None,
    ) -> Measure:
        """Return a measure with the counter's gain of *row*, at the pace of *terms* if given."""
        after = (terms or self.terms).per_hour(row.per_100, row.unit)
        return Measure(
            measure=name,
            subject="main",
            per_100=row.per_100,
            per_hour=after,
            change=self.now - after,
            price=price,
            error=self.terms.per_hour(row.error, row.unit),
            note=note,
        )


def main_measures(before: Before) -> Iterator[Measure]:
    """Yield the counter-measures of the main game."""
    yield from _cut_cards(before)
    yield from _limits(before)
    yield _no_entry(before)
    yield _seats(before)
    yield from _rules(before)
    yield _machine(before)


def _cut_cards(before: Before) -> Iterator[Measure]:
    """Yield the cut card half a deck earlier, and again: less for him, more time for shuffles."""
    run = before.run
    terms = before.terms
    size = before.setup.shoe.size
    for cut in run.earlier_cuts():
        name = f"Cut card after {cut} of {size} cards ({cut / size:.0%})"
        row = run.row(terms, REFERENCE, cut=cut)
        rounds = run.rounds_a_shoe(cut)
        pace = terms.pace(rounds, run.rounds_a_shoe())
        price = (terms.rounds_an_hour - pace) * before.others
        yield _with_shorter_shoes(before, name, row, rounds, price)


def _seats(before: Before) -> Measure:
    """Every seat is taken: fewer rounds a shoe, and more of them for shuffles.

    What the other players bring or a round takes longer, cards do not tell.
    """
    terms = before.terms
    setup = before.setup
    seats = setup.configured.game.seats_max or SEATS_MAX
    run = simulate_counter(before.house, setup, None, find_system("hi-lo"), (), terms, seats=seats)
    row = run.row(terms, REFERENCE)
    return _with_shorter_shoes(before, f"All {seats} seats taken", row, run.rounds_a_shoe(), None)


def _with_shorter_shoes(
    before: Before, name: str, row: MainRow, rounds: float, price: float | None
) -> Measure:
    """Return a measure after which a shoe has other *rounds*: the shuffles take their time."""
    terms = before.terms
    usual = before.run.rounds_a_shoe()
    slower = replace(terms, rounds_an_hour=max(1, round(terms.pace(rounds, usual))))
    note = f"{rounds:.0f} instead of {usual:.0f} rounds a shoe"
    return before.measure(name, row, price=price, note=note, terms=slower)


def _limits(before: Before) -> Iterator[Measure]:
    """Yield narrower limits: the largest bet stays, the smallest rises."""
    terms = before.terms
    for most in (2, *SPREADS):
        if most < REFERENCE:
            row = before.run.row(terms, most)
            low = terms.high // most
            note = f"smallest bet ${low / 100:,.0f} beside a largest of ${terms.high / 100:,.0f}"
            yield before.measure(f"A spread of 1-{most} at most", row, price=None, note=note)


def _no_entry(before: Before) -> Measure:
    """Nobody may begin in the middle of a shoe: back-counting is gone."""
    terms = before.terms
    free = before.run.back_counting(terms)
    held = before.measure("No mid-shoe entry", before.row)
    without = terms.per_hour(free.per_100, free.unit)
    note = "against a back-counter, who bets only with an edge"
    return replace(held, change=without - held.per_hour, note=note)


def _rules(before: Before) -> Iterator[Measure]:
    """Yield other values of the rules, each simulated."""
    game = before.setup.configured.game
    options = before.setup.configured.options
    for name in _RULES:
        option = next((known for known in game.options if known.id == name), None)
        values = () if option is None else option.values
        for value in [other for other in values if other != options.get(name)][-_VALUES_TRIED:]:
            house = replace(before.house, options={**before.house.options, name: value})
            assert option is not None
            title = _rule_words(option.title, value)
            if not problems(house) and (made := _with_rule(before, house, title)):
                yield made


def _rule_words(title: str, value: OptionValue) -> str:
    """Write a rule with another value.

    >>> _rule_words("Decks", 8), _rule_words("Double-double down", False)
    ('Decks: 8', 'No double-double down')
    """
    if isinstance(value, bool):
        return f"{title} allowed" if value else f"No {title[:1].lower()}{title[1:]}"
    return f"{title}: {value}"


def _with_rule(before: Before, house: House, name: str) -> Measure | None:
    setup = prepare(house)
    effects = removal(setup)
    if effects is None:
        return None
    run = simulate_counter(house, setup, effects, find_system("hi-lo"), (), before.terms)
    row = run.row(before.terms, REFERENCE)
    edge = -effects.expectation
    terms = before.terms
    others = terms.other_seats * OTHER_BETS * terms.low * terms.rounds_an_hour
    return before.measure(
        name,
        row,
        price=(before.edge - edge) * others,
        note=f"house edge {edge:.2%} instead of {before.edge:.2%}",
    )


def _machine(before: Before) -> Measure:
    """Every round from a full shoe: a machine that shuffles on."""
    loss = -100 * before.edge
    row = before.row
    flat = before.terms.per_hour(loss, before.terms.low)
    return Measure(
        measure="Continuous shuffling machine",
        subject="main",
        per_100=loss,
        per_hour=flat,
        change=before.now - flat,
        price=None,
        note=f"nothing to count, {row.count} wins nothing",
    )


def wager_measures(
    house: House, setup: Setup, rows: tuple[WagerRow, ...], terms: ProtectTerms
) -> Iterator[Measure]:
    """Yield, for each wager that loses to a counter, the pay table that loses least to him."""
    decks = setup.shoe.deck_count
    for row in rows:
        if row.per_100 < _WORTH_IT or row.table is None or house.tables is None:
            continue
        tried: list[WagerRow] = []
        for table in setup.configured.game.tables_of(row.wager):
            if table.id == row.table or decks not in table.decks or len(tried) >= _TABLES_TRIED:
                continue
            other = replace(house, tables={**house.tables, row.wager: table.id})
            if not problems(other):
                changed = prepare(other)
                spot = changed.configured.spots[row.wager]
                tried.append(wager_row(other, changed, spot, terms))
        best = min(tried, key=lambda trial: trial.per_100, default=None)
        if best is not None and best.per_100 < row.per_100:
            after, now = (terms.per_hour(wager.per_100, wager.stake) for wager in (best, row))
            yield Measure(
                measure=f"{row.title}: pay table {best.table} instead of {row.table}",
                subject=row.wager,
                per_100=best.per_100,
                per_hour=after,
                change=now - after,
                price=0.0,
                note=f"house edge {best.edge:.2%} instead of {row.edge:.2%}",
            )
