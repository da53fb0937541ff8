"""The odds of one wager: the probability of every row, the edge, the variance, the meter's part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm, sqrt
from typing import Any

from pitboss.exact.counting.distributions import (
    FIVE_CARD,
    PLAYED,
    Distribution,
    ShoeKey,
    dealer_distribution,
    distribution,
)
from pitboss.exact.counting.five_cards import five_card_distribution
from pitboss.patterns.families import Hit
from pitboss.patterns.rows import (
    OF_THE_DEALER,
    ByClass,
    paid_rows,
    rows_by_class,
    unpaid_outcome,
)
from pitboss.rulebook.model import Game, OptionValue, PayRow, PayTable, Wager
from pitboss.rulebook.pays import Odds, Plain, fixed_ratio, format_pay, keeps_stake, meter_share

JACKPOT_CONTRIBUTION = Fraction(21, 100)
"""Ruling W1: the share for the meter that the printed jackpot advantages subtract."""
_PERCENT = 100


def printed_value(text: str) -> tuple[Fraction, Fraction]:
    """Return a printed figure and half a unit of its last digit.

    >>> printed_value("22.79%")
    (Fraction(2279, 10000), Fraction(1, 20000))
    >>> printed_value(".000244")
    (Fraction(61, 250000), Fraction(1, 2000000))
    """
    number = text.removesuffix("%")
    scale = Fraction(1, _PERCENT) if text.endswith("%") else Fraction(1)
    digits = len(number.partition(".")[2])
    return Fraction(f"0{number}") * scale, Fraction(1, 2 * 10**digits) * scale


def agrees_with(text: str, exact: Fraction) -> bool:
    """Return whether *exact* rounds to the printed figure.

    >>> agrees_with("3.06%", Fraction(114, 3731)), agrees_with("3.05%", Fraction(114, 3731))
    (True, False)
    """
    value, half = printed_value(text)
    return abs(exact - value) <= half


def exact_figures(
    table: PayTable, edge: Fraction, hit_frequency: Fraction, results: Iterable[Result]
) -> Iterator[tuple[str, str, str, Fraction]]:
    """Yield name, row, printed text and the exact value of each figure beside a pay table."""
    is_jackpot = table.family.startswith("jackpot-")
    for name, text in table.printed.items():
        if name == "house_advantage":
            yield name, "", text, edge - (JACKPOT_CONTRIBUTION if is_jackpot else 0)
        elif name == "win_frequency":
            yield name, "", text, hit_frequency
        elif name == "win_one_in":
            yield name, "", text, 1 / hit_frequency
    for row in table.rows:
        if row.printed:
            probability = sum((r.probability for r in results if row in r.rows), Fraction(0))
            for name, text in row.printed.items():
                exact = probability if name == "probability" else probability * fixed_ratio(row.pay)
                yield name, row.name, text, exact


_UP_CARDS = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10")
_ALL = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterValue:
    """The data of a progressive's meter: its display, how it is fed and seeded."""

    meter: int | None = None
    """Cents on display."""
    contribution: Fraction | None = None
    """Of every wager; None: as printed, if it is."""
    seed: int | None = None
    """Cents; None: as printed, for the base wager of the table."""
    wager: int | None = None
    """Cents that everybody wagers; None: the wager for which the document prints its dollars."""
    pays: Fraction | None = None
    """Fixed pays that the meter pays, for one unit wagered; None: the house pays them all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterOdds:
    """The value of a progressive's meter, for one unit wagered."""

    share: Fraction
    """Of the meter, won in one round on average."""
    full_awards: Fraction
    """How often 100 % is won in one round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowOdds:
    """One row of a pay table."""

    name: str
    column: str
    probability: Fraction
    """The number of times it is paid in one round; a table that pays each card may pay it twice."""
    pay: str
    returns: Fraction
    """The average return for one unit wagered, without a share of the meter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WithMain:
    """The cost of the main wager beside a wager that it is played together with."""

    edge: float
    """Of the main wager if it alone is played for."""
    given_up: float
    """The additional loss by this play, in units of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerOdds:
    """One wager at one pay table and deck count."""

    game: str
    section: str
    wager: str
    table: str
    decks: int
    options: Mapping[str, OptionValue] = field(hash=False)
    rows: tuple[RowOdds, ...]
    hit_frequency: Fraction
    """How often any row is paid."""
    edge: Fraction
    """Expected loss for one unit wagered; shares of a meter count as zero."""
    variance: Fraction
    printed: Mapping[str, str] = field(hash=False)
    agrees: bool | None
    """Whether every printed figure is reproduced; None if none is printed."""
    meter: MeterOdds | None = None
    by_up_card: Mapping[str, Fraction] = field(default_factory=dict, hash=False)
    """Up card -> the edge of a wager that is made after it."""
    bound: str = ""
    """Set if the player's play decides and this is only a bound: its name."""
    play: str = ""
    """Set if the player's play decides and this is exact: the aim."""
    with_main: WithMain | None = None
    """Set if the play may serve the main wager, or both."""
    unpaid: Mapping[str, Fraction] = field(default_factory=dict, hash=False)
    """Hands that a family knows by name and that no row of the table pays -> their probability."""

    @property
    def unpaid_text(self) -> str:
        """The hands that no row pays, the most frequent first: "pair no flush 19.49%"."""
        often = sorted(self.unpaid.items(), key=lambda item: -item[1])
        return ", ".join(f"{name.replace('-', ' ')} {float(chance):.4%}" for name, chance in often)

    @property
    def both_edge(self) -> float | None:
        """Expected loss on one unit here and one on the main wager together."""
        main = self.with_main
        return None if main is None else main.edge + main.given_up + float(self.edge)

    @property
    def standard_deviation(self) -> float:
        """The square root of the variance."""
        return sqrt(self.variance)

    def as_json(self) -> dict[str, Any]:
        """Return the record `pitboss odds --json` prints."""
        names = "game", "section", "wager", "table", "decks"
        record: dict[str, Any] = {name: getattr(self, name) for name in names} | {
            "options": dict(self.options),
            "outcomes": [_row_json(row) for row in self.rows],
            "hit_frequency": str(self.hit_frequency),
            "edge": str(self.edge),
            "edge_float": float(self.edge),
            "standard_deviation": self.standard_deviation,
            "variance": str(self.variance),
            "printed": dict(self.printed),
            "agrees": self.agrees,
        }
        if self.meter is not None:
            record["meter_share"] = str(self.meter.share)
            record["full_awards"] = str(self.meter.full_awards)
        if self.by_up_card:
            record["by_up_card"] = {up: str(edge) for up, edge in self.by_up_card.items()}
        if self.unpaid:
            record["unpaid"] = {name: str(chance) for name, chance in self.unpaid.items()}
        record |= {"bound": self.bound} if self.bound else {}
        record |= {"play": self.play} if self.play else {}
        if self.with_main is not None:
            record["main_edge"] = self.with_main.edge
            record["main_given_up"] = self.with_main.given_up
            record["both_edge"] = self.both_edge
        return record


def _row_json(row: RowOdds) -> dict[str, Any]:
    column = {"column": row.column} if row.column else {}
    return {"name": row.name, **column, "probability": str(row.probability), "pay": row.pay}


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one outcome for one unit wagered."""

    probability: Fraction
    rows: tuple[PayRow, ...]
    unpaid: str = ""
    """What a hand holds that no row pays, in the words of an outcome."""

    @property
    def net(self) -> Fraction:
        """The player's gain, without shares of a meter."""
        paid = sum((fixed_ratio(row.pay) for row in self.rows), Fraction(0))
        return paid - (0 if any(keeps_stake(row.pay) for row in self.rows) else 1)

    @property
    def wins(self) -> bool:
        """Return whether anything is paid: odds, dollars, a share of the meter or a prize."""
        return any(is_paid(row) for row in self.rows)


def is_paid(row: PayRow) -> bool:
    """Return whether a row pays anything; some rows lose."""
    unpriced = row.pay is Plain.OPERATOR_SET
    return bool(fixed_ratio(row.pay) or meter_share(row.pay) or unpriced)


def results(table: PayTable, shoe: ShoeKey) -> list[Result]:
    """Return every outcome of a wager, for families decided by cards."""
    by_class = rows_by_class(table)
    if table.family in OF_THE_DEALER:
        up_cards = dealer_distribution(table.family, shoe).values()
        return [r for classes in up_cards for r in _results(table.family, by_class, classes)]
    if table.family in FIVE_CARD:
        return list(_results(table.family, by_class, five_card_distribution(table.family)))
    chances: Distribution = distribution(table.family, shoe)
    return [_result(table.family, by_class, hits, p) for hits, p in chances.items()]


def _results(
    family: str, by_class: tuple[ByClass, ...], classes: Mapping[int, Fraction]
) -> Iterator[Result]:
    for kind, probability in classes.items():
        yield _result(family, by_class, ((0, kind),), probability)


def _result(
    family: str, by_class: tuple[ByClass, ...], hits: Sequence[Hit], probability: Fraction
) -> Result:
    rows = paid_rows(family, by_class, hits)
    return Result(probability, rows, "" if rows else unpaid_outcome(family, hits))


def _merge(results: Iterable[Result]) -> list[Result]:
    """Return the outcomes, those together that pay the same rows: there are few rows."""
    alike: dict[tuple[int, ...], list[Result]] = {}
    for result in results:
        alike.setdefault(tuple(map(id, result.rows)), []).append(result)
    return [
        Result(add_up([item.probability for item in same]), same[0].rows) for same in alike.values()
    ]


def add_up(shares: Sequence[Fraction]) -> Fraction:
    """Add many fractions, whose denominators are alike.

    >>> add_up([Fraction(1, 6), Fraction(1, 4)])
    Fraction(5, 12)
    """
    whole = lcm(*(share.denominator for share in shares))
    return Fraction(sum(s.numerator * (whole // s.denominator) for s in shares), whole)


def wager_odds(
    game: Game,
    wager: str,
    table: PayTable,
    shoe: ShoeKey,
    options: Mapping[str, OptionValue],
    results: list[Result],
    bound: str = "",
) -> WagerOdds:
    """Return the odds of a wager with these outcomes."""
    unpaid: dict[str, list[Fraction]] = {}
    for result in results:
        if result.unpaid and result.probability:
            unpaid.setdefault(result.unpaid, []).append(result.probability)
    results = _merge(results)
    gains = [(r.probability, r.net) for r in results]
    assert add_up([chance for chance, _ in gains]) == 1, "every deal has one result"
    edge = -add_up([chance * net for chance, net in gains])
    square = add_up([chance * net**2 for chance, net in gains])
    assert square >= edge**2, "a variance is never negative, to the last digit"
    hit_frequency = sum((r.probability for r in results if r.wins), Fraction(0))
    return WagerOdds(
        game=game.id,
        section=game.section,
        wager=wager,
        table=table.id,
        decks=shoe.decks,
        options=dict(options),
        rows=tuple(_rows(table, results)),
        hit_frequency=hit_frequency,
        edge=edge,
        variance=square - edge**2,
        printed=table.printed,
        agrees=_agrees(table, shoe, edge, hit_frequency, results),
        meter=_meter(results),
        by_up_card=_edge_by_up_card(table, shoe),
        bound=bound,
        unpaid={name: add_up(chances) for name, chances in unpaid.items()},
    )


def single_win_odds(
    game: Game,
    wager: str,
    shoe: ShoeKey,
    name: str,
    pay: Odds,
    won: Fraction,
    *,
    costs: int = 1,
    options: Mapping[str, OptionValue],
) -> WagerOdds:
    """Return the odds of a wager with one way to win and no pay table; *costs* 0: no stake."""
    gain = won * pay.ratio - (1 - won) * costs
    square = won * pay.ratio**2 + (1 - won) * costs
    row = RowOdds(
        name=name,
        column="",
        probability=won,
        pay=format_pay(pay),
        returns=won * (pay.ratio + costs),
    )
    return WagerOdds(
        game=game.id,
        section=game.section,
        wager=wager,
        table="",
        decks=shoe.decks,
        options=dict(options),
        rows=(row,),
        hit_frequency=won,
        edge=-gain,
        variance=square - gain**2,
        printed={},
        agrees=None,
    )


def _agrees(
    table: PayTable, shoe: ShoeKey, edge: Fraction, hit_frequency: Fraction, results: list[Result]
) -> bool | None:
    """Return whether every printed figure is reproduced; None if none is printed."""
    if table.printed_for and shoe.decks not in table.printed_for:
        return None
    figures = exact_figures(table, edge, hit_frequency, results)
    checks = [agrees_with(text, exact) for _, _, text, exact in figures]
    return all(checks) if checks else None


def _rows(table: PayTable, results: Iterable[Result]) -> Iterator[RowOdds]:
    paid: dict[tuple[str, str], Fraction] = {}
    for result in results:
        for row in result.rows:
            key = (row.name, row.column)
            paid[key] = paid.get(key, Fraction(0)) + result.probability
    for row in table.rows:
        if row.is_offered:
            probability = paid.get((row.name, row.column), Fraction(0))
            gives = fixed_ratio(row.pay) + (1 if keeps_stake(row.pay) else 0)
            yield RowOdds(
                name=row.name,
                column=row.column,
                probability=probability,
                pay=row.text,
                returns=probability * gives,
            )


def _meter(results: Iterable[Result]) -> MeterOdds | None:
    shares = [(r.probability, meter_share(row.pay)) for r in results for row in r.rows]
    share = sum((p * percent for p, percent in shares), Fraction(0)) / _ALL
    if not share:
        return None
    full = sum((p for p, percent in shares if percent == _ALL), Fraction(0))
    return MeterOdds(share=share, full_awards=full)


def depends_on_play(family: str, wager: Wager) -> bool:
    """Return whether the player's play, other than a fold, decides a wager."""
    return family in PLAYED or (wager.loses_on_total is not None and family in OF_THE_DEALER)


def _edge_by_up_card(table: PayTable, shoe: ShoeKey) -> dict[str, Fraction]:
    """Return the edge of a wager on the dealer's draw by up card."""
    if table.family not in OF_THE_DEALER:
        return {}
    by_class = rows_by_class(table)
    edges = {}
    for up, classes in sorted(dealer_distribution(table.family, shoe).items()):
        total = sum(classes.values(), Fraction(0))
        results = _merge(_results(table.family, by_class, classes))
        gained = sum((r.probability * r.net for r in results), Fraction(0))
        edges[_UP_CARDS[up - 1]] = -gained / total
    return edges
