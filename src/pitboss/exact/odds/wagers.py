"""What a wager is worth: the probability of every row, the edge, the variance, the meter's part.

>>> (found,) = odds("wa/spanish-21", wager="match-up", table="2", decks=6)
>>> found.edge
Fraction(114, 3731)
>>> f"{float(found.edge):.2%}", found.printed["house_advantage"], found.agrees
('3.06%', '3.06%', True)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import sqrt
from typing import Any

from pitboss.cards import SUIT_LETTERS
from pitboss.exact.counting.distributions import (
    FIVE_CARD,
    PLAYED,
    Distribution,
    Shoe,
    dealer_distribution,
    distribution,
)
from pitboss.exact.counting.five_cards import five_card_distribution
from pitboss.exact.odds import play_bounds as played
from pitboss.exact.odds.figures import agreement
from pitboss.exact.odds.meters import MeterOdds, MeterValue
from pitboss.exact.odds.without_pay_table import (
    INSURANCE,
    SUPER_BONUS,
    insurance_chance,
    insurance_pays,
    super_bonus_chance,
    super_bonus_pays,
)
from pitboss.patterns.rows import OF_THE_DEALER, ByClass, rows_by_class, rows_paid
from pitboss.rulebook.check.tables import fits, operator_pay, with_alternate
from pitboss.rulebook.model import Game, OptionValue, PayRow, PayTable, SuperBonus, Wager
from pitboss.rulebook.pays import Odds, Plain, fixed_ratio, format_pay, keeps_stake, meter_share
from pitboss.rulebook.phrases import choice
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.library import game as game_of
from pitboss.rulebook.reading.library import games, nearest

_UP_CARDS = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10")
_ALL = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class RowOdds:
    """One row of a pay table."""

    name: str
    column: str
    probability: Fraction
    """How often it is paid in one round; a table that pays each card may pay it twice."""
    pay: str
    returns: Fraction
    """What it gives back for one unit wagered, on average, a share of the meter apart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WithMain:
    """What the main wager costs beside a wager that it is played together with."""

    edge: float
    """Of the main wager where it alone is played for."""
    given_up: float
    """What it loses on top of that, in units of it, by this play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerOdds:
    """One wager at one pay table and deck count."""

    game: str
    section: str
    wager: str
    table: str
    decks: int
    options: Mapping[str, OptionValue]
    rows: tuple[RowOdds, ...]
    hit_frequency: Fraction
    """How often any row is paid."""
    edge: Fraction
    """Expected loss for one unit wagered; shares of a meter count as nothing."""
    variance: Fraction
    printed: Mapping[str, str]
    agrees: bool | None
    """Whether every printed figure is reproduced; None where none is printed."""
    meter: MeterOdds | None = None
    by_up_card: Mapping[str, Fraction] = field(default_factory=dict)
    """Up card -> the edge of a wager that is made knowing it."""
    bound: str = ""
    """Set where the player's play decides and this is only a bound: which one."""
    play: str = ""
    """Set where the player's play decides and this is exact: what is played for."""
    with_main: WithMain | None = None
    """Set where the play may serve the main wager, or both."""

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
        said: dict[str, Any] = {
            "game": self.game,
            "section": self.section,
            "wager": self.wager,
            "table": self.table,
            "decks": self.decks,
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
            said["meter_share"] = str(self.meter.share)
            said["full_awards"] = str(self.meter.full_awards)
        if self.by_up_card:
            said["by_up_card"] = {up: str(edge) for up, edge in self.by_up_card.items()}
        said |= {"bound": self.bound} if self.bound else {}
        said |= {"play": self.play} if self.play else {}
        if self.with_main is not None:
            said["main_edge"] = self.with_main.edge
            said["main_given_up"] = self.with_main.given_up
            said["both_edge"] = self.both_edge
        return said


def _row_json(row: RowOdds) -> dict[str, Any]:
    column = {"column": row.column} if row.column else {}
    return {"name": row.name, **column, "probability": str(row.probability), "pay": row.pay}


@dataclass(frozen=True, slots=True)
class Result:
    """What one thing that can happen gives for one unit wagered."""

    probability: Fraction
    rows: tuple[PayRow, ...]

    @property
    def net(self) -> Fraction:
        """What the player gains, shares of a meter apart."""
        paid = sum((fixed_ratio(row.pay) for row in self.rows), Fraction(0))
        return paid - (0 if any(keeps_stake(row.pay) for row in self.rows) else 1)

    @property
    def wins(self) -> bool:
        """Whether anything is paid: odds, dollars, a share of the meter or the house's prize."""
        return any(is_paid(row) for row in self.rows)


def is_paid(row: PayRow) -> bool:
    """Whether a row pays anything; some say what is lost."""
    unpriced = row.pay is Plain.OPERATOR_SET
    return bool(fixed_ratio(row.pay) or meter_share(row.pay) or unpriced)


def results(table: PayTable, shoe: Shoe) -> list[Result]:
    """Return everything that can happen to a wager, for families decided by cards."""
    by_class = rows_by_class(table)
    if table.family in OF_THE_DEALER:
        up_cards = dealer_distribution(table.family, shoe).values()
        return [r for classes in up_cards for r in _of_classes(classes, by_class)]
    if table.family in FIVE_CARD:
        return list(_of_classes(five_card_distribution(table.family), by_class))
    found: Distribution = distribution(table.family, shoe)
    return [Result(p, rows_paid(table.family, by_class, hits)) for hits, p in found.items()]


def _of_classes(classes: Mapping[int, Fraction], by_class: tuple[ByClass, ...]) -> Iterator[Result]:
    for kind, probability in classes.items():
        row = by_class[0].get(kind)
        yield Result(probability, () if row is None else (row,))


def odds(
    game: str,
    *,
    wager: str | None = None,
    table: str | None = None,
    decks: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    pays: Mapping[str, str] | None = None,
    value: MeterValue | None = None,
    solved: bool = True,
) -> tuple[WagerOdds, ...]:
    """Return the odds of a game's wagers: every pay table and deck count, or those asked for.

    Wagers that the player's play decides are given for the best play too, which takes a solution of
    the main game, unless *solved* is False.

    *options* are house options that matter (`soft17`, `specific_suit`, `alternate`); *pays* are
    prizes the house sets, by row name; *value* is what is known of a meter, which the best play of
    two wagers together goes by. `RulesError` says what is asked for that does not exist.

    >>> len(odds("wa/spanish-21", wager="jackpot-1", table="3c-5"))
    1
    """
    asked = _Asked(
        game_of(game), wager, table, decks, options or {}, pays or {}, value or MeterValue(), solved
    )
    if found := tuple(asked.problems()):
        raise RulesError(found)
    return tuple(asked.answers())


def all_odds() -> Iterator[WagerOdds]:
    """Yield the odds of every wager of every game; what play decides by its bounds alone."""
    for game in games():
        yield from odds(game.id, solved=False)


@dataclass(frozen=True, slots=True)
class _Asked:
    """One question about a game's odds."""

    game: Game
    wager: str | None
    table: str | None
    decks: int | None
    options: Mapping[str, OptionValue]
    pays: Mapping[str, str]
    value: MeterValue
    solved: bool

    def answers(self) -> Iterator[WagerOdds]:
        best = self._best_play() if self.solved else {}
        for wager in self.game.wagers:
            if self.wager in (None, wager.id):
                for table in self._tables(wager):
                    yield from self._of_table(wager, table, best)
                if self.table is None and wager.id.startswith(INSURANCE):
                    yield from self._of_insurance(wager)
        if self.game.super_bonus and self.table is None and self.wager in (None, SUPER_BONUS):
            yield from self._of_super_bonus()

    def _tables(self, wager: Wager) -> Iterator[PayTable]:
        for table in self.game.tables_of(wager.id):
            if self.table in (None, table.id):
                yield table

    def _of_insurance(self, wager: Wager) -> Iterator[WagerOdds]:
        for count in self._deck_counts():
            shoe = Shoe(deck=self.game.deck, decks=count)
            for options, pay in insurance_pays(self.game, self.options):
                won = ("dealer blackjack", pay, insurance_chance(shoe))
                yield _unlisted(self.game, wager.id, shoe, *won, options=options)

    def _of_super_bonus(self) -> Iterator[WagerOdds]:
        for count in self._deck_counts():
            shoe = Shoe(deck=self.game.deck, decks=count)
            bonus = self.game.super_bonus
            assert bonus
            hand, chance = _super_bonus_hand(bonus, count), super_bonus_chance(bonus, shoe)
            for options, pay in super_bonus_pays(bonus):
                won = (hand, pay, chance)
                yield _unlisted(self.game, SUPER_BONUS, shoe, *won, costs=0, options=options)

    def _deck_counts(self) -> tuple[int, ...]:
        return tuple(count for count in self.game.decks if self.decks in (None, count))

    def _of_table(
        self, wager: Wager, table: PayTable, best: Mapping[tuple[str, str, int], list[WagerOdds]]
    ) -> Iterator[WagerOdds]:
        for alternate in self._alternates(table):
            used = priced(with_alternate(self.game, table, alternate), self.pays)
            said = {} if alternate is None else {"alternate": alternate}
            for count in table.decks:
                if self.decks in (None, count):
                    for options, shoe in self._shoes(used, count):
                        yield from _of_shoe(self.game, wager, used, shoe, {**options, **said})
                    yield from best.get((wager.id, table.id, count), ())

    def _best_play(self) -> Mapping[tuple[str, str, int], list[WagerOdds]]:
        """The odds of what play decides under the best play of the main game, or of both wagers."""
        asked = [
            (wager, table)
            for wager in self.game.wagers
            if self.wager in (None, wager.id)
            for table in self._tables(wager)
            if depends_on_play(table.family, wager)
        ]
        if not asked:
            return {}
        from pitboss.exact.odds.play_dependent.records import best_play  # noqa: PLC0415 - it compiles code

        return best_play(self.game, asked, decks=self.decks, options=self.options, value=self.value)

    def _alternates(self, table: PayTable) -> tuple[str | None, ...]:
        """The alternate asked for; a table asked for stands as it is; else all that fit too."""
        asked = self.options.get("alternate")
        if asked is not None or self.table is not None:
            return (None if asked is None else str(asked),)
        return (None, *(other.id for other in self.game.tables if fits(other, table)))

    def _shoes(self, table: PayTable, decks: int) -> Iterator[tuple[dict[str, OptionValue], Shoe]]:
        """The shoes a table is looked at with: by soft-17 rule where the dealer's draw decides."""
        options = {name: value for name, value in self.options.items() if name != "soft17"}
        suit = SUIT_LETTERS.index(str(options.get("specific_suit", "s")))
        if table.family not in OF_THE_DEALER:
            yield options, Shoe(deck=self.game.deck, decks=decks, specific_suit=suit)
            return
        for rule in self.game.option("soft17").values:
            if self.options.get("soft17") in (None, rule):
                hits = rule == "hit"
                yield (
                    {**options, "soft17": rule},
                    Shoe(deck=self.game.deck, decks=decks, specific_suit=suit, hits_soft_17=hits),
                )

    def problems(self) -> Iterator[Problem]:
        wagers = tuple(
            w.id
            for w in self.game.wagers
            if self.game.tables_of(w.id) or w.id.startswith(INSURANCE)
        )
        wagers += (SUPER_BONUS,) if self.game.super_bonus else ()
        if self.wager is not None and self.wager not in wagers:
            hint = nearest(self.wager, wagers) or choice(wagers)
            message = f"{self.game.id} has no wager {self.wager!r} with odds; it has {hint}"
            yield Problem(code="wager/not-offered", key="wager", message=message)
            return
        chosen = [w for w in wagers if self.wager in (None, w)]
        tables = [table for w in chosen for table in self.game.tables_of(w)]
        yield from self._table_problems(tables)
        yield from self._pay_problems(tables)

    def _table_problems(self, tables: list[PayTable]) -> Iterator[Problem]:
        named = [table for table in tables if self.table in (None, table.id)]
        if not tables and self.table is None:
            return
        if not named:
            ids = tuple(dict.fromkeys(table.id for table in tables))
            hint = nearest(str(self.table), ids) or choice(ids)
            message = f"there is no pay table {self.table!r}; choose {hint}"
            yield Problem(code="option/invalid", key="table", message=message)
        elif self.decks is not None:
            allowed = sorted({count for table in named for count in table.decks})
            if self.decks not in allowed:
                what = f"pay table {self.table}" if self.table else self.game.id
                message = f"{what} is for {choice(allowed)} decks, not {self.decks}"
                yield Problem(code="option/conflict", key="decks", message=message)
        alternate = self.options.get("alternate")
        if alternate is not None and named:
            possible = tuple(
                other.id for other in self.game.tables if any(fits(other, t) for t in named)
            )
            if alternate not in possible:
                allowed_text = choice(possible) or "none"
                message = f"{alternate!r} is no alternate here; there is {allowed_text}"
                yield Problem(code="option/conflict", key="alternate", message=message)

    def _pay_problems(self, tables: list[PayTable]) -> Iterator[Problem]:
        alternates = [table for table in self.game.tables if table.alternate_for]
        rows = {row.name for table in (*tables, *alternates) for row in table.operator_rows}
        for name, text in self.pays.items():
            if name not in rows:
                known = choice(sorted(rows)) or "none"
                message = f"there is no such row for the house to set; there is {known}"
                yield Problem(code="option/unknown", key=f"pay.{name}", message=message)
                continue
            try:
                operator_pay(text)
            except ValueError as error:
                yield Problem(code="option/invalid", key=f"pay.{name}", message=str(error))


def priced(table: PayTable, pays: Mapping[str, str]) -> PayTable:
    """Return *table* with the prizes the house sets, where they are given."""
    rows = tuple(
        replace(row, pay=operator_pay(pays[row.name])[0], text=pays[row.name])
        if row in table.operator_rows and row.name in pays
        else row
        for row in table.rows
    )
    return replace(table, rows=rows)


def _of_shoe(
    game: Game, wager: Wager, table: PayTable, shoe: Shoe, options: Mapping[str, OptionValue]
) -> Iterator[WagerOdds]:
    """One record, or one for each bound where the player's play decides."""
    if table.family in PLAYED:
        for bound in played.bounds(table.family):
            found = _played(table, shoe, bound)
            yield wager_odds(game, wager.id, table, shoe, options, found, f"bound: {bound}")
    elif not (wager.played and table.family in FIVE_CARD):  # folding is the solver's
        bound = f"bound: apart from this, that {wager.played}" if wager.played else ""
        yield wager_odds(game, wager.id, table, shoe, options, results(table, shoe), bound)


def _played(table: PayTable, shoe: Shoe, bound: str) -> list[Result]:
    rows = {row.outcome: row for row in table.rows if row.offered}
    found = []
    for outcomes, probability in played.classes(shoe, bound):
        row = next((rows[outcome] for outcome in outcomes if outcome in rows), None)
        found.append(Result(probability, () if row is None else (row,)))
    return found


def wager_odds(
    game: Game,
    wager: str,
    table: PayTable,
    shoe: Shoe,
    options: Mapping[str, OptionValue],
    found: list[Result],
    bound: str = "",
) -> WagerOdds:
    """Return what a wager is worth that comes to *found*."""
    edge = -sum((r.probability * r.net for r in found), Fraction(0))
    square = sum((r.probability * r.net**2 for r in found), Fraction(0))
    hit_frequency = sum((r.probability for r in found if r.wins), Fraction(0))
    return WagerOdds(
        game=game.id,
        section=game.section,
        wager=wager,
        table=table.id,
        decks=shoe.decks,
        options=dict(options),
        rows=tuple(_rows(table, found)),
        hit_frequency=hit_frequency,
        edge=edge,
        variance=square - edge**2,
        printed=table.printed,
        agrees=_agrees(table, shoe, edge, hit_frequency, found),
        meter=_meter(found),
        by_up_card=_by_up_card(table, shoe),
        bound=bound,
    )


def _super_bonus_hand(bonus: SuperBonus, decks: int) -> str:
    hand = next(hand for hand in bonus.hands if decks in hand.decks)
    return f"{hand.player} against {hand.up_card}"


def _unlisted(
    game: Game,
    wager: str,
    shoe: Shoe,
    name: str,
    pay: Odds,
    won: Fraction,
    *,
    costs: int = 1,
    options: Mapping[str, OptionValue],
) -> WagerOdds:
    """A wager without a pay table that has one way to win; *costs* 0 where nothing is staked."""
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
    table: PayTable, shoe: Shoe, edge: Fraction, hit_frequency: Fraction, found: list[Result]
) -> bool | None:
    if table.printed_for and shoe.decks not in table.printed_for:
        return None
    return agreement(table, edge, hit_frequency, found)


def _rows(table: PayTable, found: Iterable[Result]) -> Iterator[RowOdds]:
    paid: dict[tuple[str, str], Fraction] = {}
    for result in found:
        for row in result.rows:
            key = (row.name, row.column)
            paid[key] = paid.get(key, Fraction(0)) + result.probability
    for row in table.rows:
        if row.offered:
            probability = paid.get((row.name, row.column), Fraction(0))
            gives = fixed_ratio(row.pay) + (1 if keeps_stake(row.pay) else 0)
            yield RowOdds(
                name=row.name,
                column=row.column,
                probability=probability,
                pay=row.text,
                returns=probability * gives,
            )


def _meter(found: Iterable[Result]) -> MeterOdds | None:
    shares = [(r.probability, meter_share(row.pay)) for r in found for row in r.rows]
    share = sum((p * percent for p, percent in shares), Fraction(0)) / _ALL
    if not share:
        return None
    full = sum((p for p, percent in shares if percent == _ALL), Fraction(0))
    return MeterOdds(share=share, full_awards=full)


def depends_on_play(family: str, wager: Wager) -> bool:
    """Whether the player's play decides a wager, without a fold."""
    return family in PLAYED or (wager.loses_on_total is not None and family in OF_THE_DEALER)


def _by_up_card(table: PayTable, shoe: Shoe) -> dict[str, Fraction]:
    """The edge of a wager on the dealer's draw, once the up card lies there."""
    if table.family not in OF_THE_DEALER:
        return {}
    by_class = rows_by_class(table)
    edges = {}
    for up, classes in sorted(dealer_distribution(table.family, shoe).items()):
        total = sum(classes.values(), Fraction(0))
        gained = sum((r.probability * r.net for r in _of_classes(classes, by_class)), Fraction(0))
        edges[_UP_CARDS[up - 1]] = -gained / total
    return edges
