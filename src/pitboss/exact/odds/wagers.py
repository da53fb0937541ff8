"""Answer queries about odds: the wagers, pay tables and shoes that a query names.

>>> (item,) = odds("wa/spanish-21", wager="match-up", table="2", decks=6)
>>> item.edge
Fraction(114, 3731)
>>> f"{float(item.edge):.2%}", item.printed["house_advantage"], item.agrees
('3.06%', '3.06%', True)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from math import perm

from pitboss.cards import DECKS, SUIT_LETTERS, card_suit
from pitboss.engine.setup import Setup
from pitboss.exact.counting.deals import Alike, count_copies, deal_classes
from pitboss.exact.counting.distributions import FIVE_CARD, PLAYED, ShoeKey
from pitboss.exact.odds import play_bounds as played
from pitboss.exact.odds.play_dependent.wagers import Aim, best_play, play_dependent_odds, side_wager
from pitboss.exact.odds.wager_odds import (
    MeterValue,
    Result,
    WagerOdds,
    depends_on_play,
    results,
    single_win_odds,
    wager_odds,
)
from pitboss.patterns.bonus21 import wins_super_bonus
from pitboss.patterns.families import FAMILIES, DecidedBy
from pitboss.patterns.rows import OF_THE_DEALER, underpaid_rows, unpaid_names
from pitboss.patterns.totals import value
from pitboss.rulebook.check.tables import ALTERNATE, fits, operator_pay, with_alternate
from pitboss.rulebook.configured import Spot
from pitboss.rulebook.house import House, OperatorPay
from pitboss.rulebook.model import Game, OptionValue, PayTable, SuperBonus, Wager
from pitboss.rulebook.pays import Odds, Plain, format_dollars, parse_ratio
from pitboss.rulebook.phrases import choice, match_id, nearest
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.library import game as game_of

INSURANCE = "insurance"
SUPER_BONUS = "super-bonus"
_TEN = 10
_SEVEN_RANK = 6


def insurance_chance(shoe: ShoeKey) -> Fraction:
    """Return the probability of a ten-value card under the dealer's ace, with all cards unseen.

    >>> insurance_chance(ShoeKey(deck="spanish-48", decks=6))
    Fraction(72, 287)
    """
    tens = sum(value(card) == _TEN for card in DECKS[shoe.deck].cards) * shoe.decks
    return Fraction(tens, shoe.size - 1)


def insurance_pays(
    game: Game, options: Mapping[str, OptionValue]
) -> Iterator[tuple[dict[str, OptionValue], Odds]]:
    """Yield the pay of insurance, and the option that decides it if the house may choose.

    >>> from pitboss.rulebook.reading.library import game
    >>> list(insurance_pays(game("co/trilux"), {}))
    [({}, Odds(to=2, per=1, for_one=False))]
    """
    fixed = game.fixed.get("insurance_pays")
    if fixed is not None:
        yield {}, parse_ratio(str(fixed))
    for option in game.options:
        for chosen in option.values:
            rule, pays = option.decides(chosen)
            if rule == "insurance_pays" and options.get(option.id) in (None, chosen):
                yield {option.id: chosen}, parse_ratio(str(pays))


def super_bonus_pays(terms: SuperBonus) -> Iterator[tuple[dict[str, OptionValue], Odds]]:
    """Yield the pay of the bonus for one unit of the smallest wager of a band.

    Bands with the same pay for one unit are one line. Otherwise each names its smallest wager.

    >>> from pitboss.rulebook.reading.library import game
    >>> list(super_bonus_pays(game("wa/spanish-21").super_bonus))
    [({}, Odds(to=200, per=1, for_one=False))]
    """
    wagers = sorted({band.wager_min for band in terms.bands})
    ratios = {wager: Fraction(terms.prize(wager), wager) for wager in wagers}
    alike = len(set(ratios.values())) == 1
    for wager in wagers[:1] if alike else wagers:
        ratio = ratios[wager]
        options: dict[str, OptionValue] = {} if alike else {"main": format_dollars(wager)}
        yield options, Odds(ratio.numerator, ratio.denominator)


def super_bonus_chance(terms: SuperBonus, shoe: ShoeKey) -> Fraction:
    """Return the probability that a player who draws to two sevens wins the Super Bonus (GR10).

    >>> from pitboss.rulebook.reading.library import game
    >>> bonus = game("wa/spanish-21").super_bonus
    >>> round(1 / super_bonus_chance(bonus, ShoeKey(deck="spanish-48", decks=6)))
    668382
    """
    wanted = next(hand for hand in terms.hands if shoe.decks in hand.decks)
    return _sevens_chance(shoe, suited=wanted.player == "three suited sevens")


@cache
def _sevens_chance(shoe: ShoeKey, *, suited: bool) -> Fraction:
    won = sum(
        count * count_copies(alike, shoe.decks)
        for alike, count in _sevens(shoe.deck, suited=suited).items()
    )
    chance = Fraction(won, perm(shoe.size, 4))
    assert chance < 1, "no more deals win than there are"
    return chance


@cache
def _sevens(deck: str, *, suited: bool) -> Counter[Alike]:
    """Return equal cards -> the number of deals of card kinds that win, for shoes of every size."""
    suits = frozenset(card_suit(card) for card in DECKS[deck].cards)
    won: Counter[Alike] = Counter()
    for (first, second, up, third), count, alike in deal_classes(
        DECKS[deck], 4, ranks=frozenset({_SEVEN_RANK}), suits=suits
    ):
        if wins_super_bonus((first, second, third), up, suited):
            won[alike] += count
    return won


@dataclass(frozen=True, slots=True, kw_only=True)
class OddsQuery:
    """The wagers, pay tables and deck counts of a query; None is all."""

    game: Game
    wager: str | None = None
    table: str | None = None
    decks: int | None = None
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    pays: Mapping[str, str] = field(default_factory=dict)
    """Prizes that the house sets, by row name."""
    value: MeterValue = field(default_factory=MeterValue)
    """The known figures of a meter."""

    def __post_init__(self) -> None:
        """Read the id of a pay table in any case."""
        if self.table is not None:
            exact = match_id(self.table, (table.id for table in self.game.tables))
            object.__setattr__(self, "table", exact)

    def wagers(self) -> Iterator[Wager]:
        """Yield the queried wagers."""
        for wager in self.game.wagers:
            if self.wager in (None, wager.id):
                yield wager

    def tables(self, wager: Wager) -> Iterator[PayTable]:
        """Yield the queried pay tables of a wager."""
        for table in self.game.tables_of(wager.id):
            if self.table in (None, table.id):
                yield table

    def deck_counts(self) -> tuple[int, ...]:
        """Return the queried deck counts."""
        if self.decks is None:
            return self.game.listed_decks
        return tuple(count for count in self.game.decks if count == self.decks)

    def alternates(self, table: PayTable) -> tuple[str | None, ...]:
        """Return the queried alternate; none for a queried table; otherwise all that fit too."""
        alternate = self.options.get("alternate")
        if alternate is not None or self.table is not None:
            return (None if alternate is None else str(alternate),)
        return (None, *(other.id for other in self.game.tables if fits(other, table)))

    def shoes(
        self, table: PayTable, decks: int
    ) -> Iterator[tuple[dict[str, OptionValue], ShoeKey]]:
        """Return the shoes for a table: by soft-17 rule if the dealer's draw decides."""
        options = {name: value for name, value in self.options.items() if name != "soft17"}
        suit = SUIT_LETTERS.index(str(options.get("specific_suit", "s")))
        if table.family not in OF_THE_DEALER:
            yield options, ShoeKey(deck=self.game.deck, decks=decks, specific_suit=suit)
            return
        for rule in self.game.option("soft17").values:
            if self.options.get("soft17") in (None, rule):
                hits = rule == "hit"
                yield (
                    {**options, "soft17": rule},
                    ShoeKey(
                        deck=self.game.deck, decks=decks, specific_suit=suit, hits_soft_17=hits
                    ),
                )

    def problems(self) -> Iterator[Problem]:
        """Yield everything in the query that does not exist."""
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
                name = f"pay table {self.table}" if self.table else self.game.id
                message = f"{name} is for {choice(allowed)} decks, not {self.decks}"
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
    """Return the odds of a game's wagers: every pay table and deck count, or the given ones.

    Wagers that the player's play decides are priced under optimal play too, which solves the main
    game, unless *solved* is False.

    *options* are house options that matter (`soft17`, `specific_suit`, `alternate`); *pays* are
    prizes the house sets, by row name; *value* is the data of a meter, which decides the best play
    of two wagers together. Raise `RulesError` for anything that does not exist.

    >>> len(odds("wa/spanish-21", wager="jackpot-1", table="3c-5"))
    1
    """
    query = OddsQuery(
        game=game_of(game),
        wager=wager,
        table=table,
        decks=decks,
        options=options or {},
        pays=pays or {},
        value=value or MeterValue(),
    )
    if problems := tuple(query.problems()):
        raise RulesError(problems)
    return tuple(_answers(query, solved=solved))


def _answers(query: OddsQuery, *, solved: bool) -> Iterator[WagerOdds]:
    best = _best_play(query) if solved else {}
    for wager in query.wagers():
        for table in query.tables(wager):
            yield from _table_odds(query, wager, table, best)
        if query.table is None and wager.id.startswith(INSURANCE):
            yield from _insurance_odds(query, wager)
    if query.game.super_bonus and query.table is None and query.wager in (None, SUPER_BONUS):
        yield from _super_bonus_odds(query)


def _insurance_odds(query: OddsQuery, wager: Wager) -> Iterator[WagerOdds]:
    for count in query.deck_counts():
        shoe = ShoeKey(deck=query.game.deck, decks=count)
        for options, pay in insurance_pays(query.game, query.options):
            won = ("dealer blackjack", pay, insurance_chance(shoe))
            yield single_win_odds(query.game, wager.id, shoe, *won, options=options)


def _super_bonus_odds(query: OddsQuery) -> Iterator[WagerOdds]:
    for count in query.deck_counts():
        shoe = ShoeKey(deck=query.game.deck, decks=count)
        bonus = query.game.super_bonus
        assert bonus
        hand = next(hand for hand in bonus.hands if count in hand.decks)
        name = f"{hand.player} against {hand.up_card}"
        chance = super_bonus_chance(bonus, shoe)
        for options, pay in super_bonus_pays(bonus):
            won = (name, pay, chance)
            yield single_win_odds(query.game, SUPER_BONUS, shoe, *won, costs=0, options=options)


def _table_odds(
    query: OddsQuery,
    wager: Wager,
    table: PayTable,
    best: Mapping[tuple[str, str, int], list[WagerOdds]],
) -> Iterator[WagerOdds]:
    for alternate in query.alternates(table):
        printed = with_alternate(query.game, table, alternate)
        used = with_prizes(printed, query.pays)
        chosen = {} if alternate is None else {"alternate": alternate}
        for count in table.decks:
            if query.decks in (None, count):
                for options, shoe in query.shoes(used, count):
                    every = {**options, **chosen}
                    found = _shoe_odds(query.game, wager, used, shoe, every)
                    if used == printed:
                        yield from found
                        continue
                    # What the house sets is not part of a printed figure (ruling W10).
                    bare = _shoe_odds(query.game, wager, printed, shoe, every)
                    for item, as_printed in zip(found, bare, strict=True):
                        yield replace(item, agrees=as_printed.agrees)
                yield from best.get((wager.id, table.id, count), ())


def odds_of_table(setup: Setup, wager: str, table: PayTable, decks: int) -> WagerOdds:
    """Return the odds of a wager of a table with any pay table, with some number of decks."""
    query = OddsQuery(
        game=setup.configured.game,
        wager=wager,
        table=table.id,
        decks=decks,
        options=_options(setup, None),
        pays={},
        value=MeterValue(),
    )
    item = setup.configured.spots[wager].wager
    (found,) = _table_odds(query, item, replace(table, decks=(decks,)), {})
    return found


def _best_play(query: OddsQuery) -> Mapping[tuple[str, str, int], list[WagerOdds]]:
    """Return the odds of play-dependent wagers under optimal play of the main game, or of both."""
    tables = [
        (wager, table)
        for wager in query.wagers()
        for table in query.tables(wager)
        if depends_on_play(table.family, wager)
    ]
    if not tables:
        return {}
    options = query.options
    value = query.value
    return best_play(query.game, tables, decks=query.decks, options=options, value=value)


def with_prizes(table: PayTable, pays: Mapping[str, str]) -> PayTable:
    """Return *table* with the prizes the house sets, if given."""
    rows = tuple(
        replace(row, pay=operator_pay(pays[row.name])[0], text=pays[row.name])
        if row in table.operator_rows and row.name in pays
        else row
        for row in table.rows
    )
    return replace(table, rows=rows)


def _shoe_odds(
    game: Game, wager: Wager, table: PayTable, shoe: ShoeKey, options: Mapping[str, OptionValue]
) -> Iterator[WagerOdds]:
    """Return one record, or one for each bound if the player's play decides."""
    if table.family in PLAYED:
        for bound in played.BOUNDS[table.family]:
            bounds = _bound_odds(table, shoe, bound)
            yield wager_odds(game, wager.id, table, shoe, options, bounds, f"bound: {bound}")
    elif not (wager.played and table.family in FIVE_CARD):  # folding is the solver's
        bound = f"bound: apart from this, that {wager.played}" if wager.played else ""
        yield wager_odds(game, wager.id, table, shoe, options, results(table, shoe), bound)


def _bound_odds(table: PayTable, shoe: ShoeKey, bound: str) -> list[Result]:
    rows = {row.outcome: row for row in table.rows if row.is_offered}
    results = []
    for outcomes, probability in played.classes(shoe, bound):
        row = next((rows[outcome] for outcome in outcomes if outcome in rows), None)
        name = outcomes[0] if row is None and outcomes else ""
        results.append(Result(probability, () if row is None else (row,), name))
    return results


def unpaid_hands(game: Game, tables: Iterable[PayTable]) -> Iterator[Problem]:
    """Yield a warning for each pay table that has hands with a name and no row for them.

    The probabilities are those of the table's largest shoe; where play decides, there are none.
    """
    query = OddsQuery(game=game)
    for table in tables:
        wager = game.wager(table.wagers[0])
        hands = ", ".join(name.replace("-", " ") for name in unpaid_names(table))
        message = ""
        if FAMILIES[table.family].decided_by is DecidedBy.TWENTY_ONE:
            message = f"no row pays these hands, which are paid as any 21: {hands}"
        elif depends_on_play(table.family, wager) or not table.decks:
            message = f"no row pays these hands, which lose as often as play makes them: {hands}"
        elif hands:
            options, shoe = next(query.shoes(table, max(table.decks)))
            priced = wager_odds(game, wager.id, table, shoe, options, results(table, shoe))
            decks = f"{shoe.decks} deck{'s' if shoe.decks > 1 else ''}"
            message = f"no row pays these hands, which lose: {priced.unpaid_text} ({decks})"
            hands = priced.unpaid_text
        if hands:
            yield Problem(code="table/unpaid", key=f"tables.{table.id}", message=message)


def table_warnings(game: Game, tables: Iterable[PayTable]) -> Iterator[Problem]:
    """Yield what an inventor of pay tables may have overlooked: no table of a document has it.

    Named hands without a row, a stronger hand that is paid less than a weaker one, and a wager that
    pays more than it takes: where dealt cards alone decide, with the largest shoe.
    """
    query = OddsQuery(game=game)
    for table in tables:
        yield from unpaid_hands(game, (table,))
        key = f"tables.{table.id}"
        for paid, other in underpaid_rows(table):
            message = (
                f"'{paid.name}' is the stronger hand and pays {paid.text}, less than '{other.name}'"
                f" at {other.text}: a hand of both is paid on '{paid.name}'"
            )
            yield Problem(code="table/order", key=key, message=message)
        wager = game.wager(table.wagers[0])
        is_whole = not table.alternate_for and all(
            isinstance(row.pay, Odds | Plain) and row.pay is not Plain.OPERATOR_SET
            for row in table.rows
        )
        is_dealt = FAMILIES[table.family].decided_by is DecidedBy.DEAL
        if not (is_whole and is_dealt and table.decks) or depends_on_play(table.family, wager):
            continue
        options, shoe = next(query.shoes(table, max(table.decks)))
        edge = wager_odds(game, wager.id, table, shoe, options, results(table, shoe)).edge
        if edge < 0:
            decks = f"{shoe.decks} deck{'s' if shoe.decks > 1 else ''}"
            message = f"players win {float(-edge):.2%} of what they wager ({decks})"
            yield Problem(code="table/loses", key=key, message=message)


def odds_at_table(house: House, setup: Setup, spot: Spot) -> tuple[WagerOdds, ...]:
    """Return the odds of one wager; two if a player may play for it in two ways.

    A wager whose outcome the player's play decides is priced under optimal play of the main game.

    >>> from pitboss.engine.setup import prepare
    >>> house = House(game="ilani/spanish-21")
    >>> setup = prepare(house)
    >>> odds_at_table(house, setup, setup.configured.spots["match-up"])[0].edge
    Fraction(2184, 73153)
    """
    if spot.table is not None and depends_on_play(spot.table.family, spot.wager):
        return tuple(_play_dependent_odds(setup, spot))
    configured = setup.configured
    game_id = configured.game.id
    wager_id = spot.wager.id
    decks = int(configured.options["decks"])
    if spot.table is None:
        options = dict(configured.options)
        return odds(game_id, wager=wager_id, decks=decks, options=options, solved=False)
    pays = house.pays.get(wager_id, {})
    return odds(
        game_id,
        wager=wager_id,
        table=spot.table.id,
        decks=decks,
        options=_options(setup, pays.get(ALTERNATE)),
        pays={
            row: entry.pay if isinstance(entry, OperatorPay) else entry
            for row, entry in pays.items()
            if row != ALTERNATE
        },
        solved=False,
    )


def _options(setup: Setup, alternate: object) -> dict[str, OptionValue]:
    """Return the options that decide side wagers."""
    chosen = setup.configured.options
    options: dict[str, OptionValue] = {
        "soft17": setup.blackjack.soft17 if setup.blackjack else "hit"
    }
    if "specific_suit" in chosen:
        options["specific_suit"] = chosen["specific_suit"]
    return options | ({} if alternate is None else {ALTERNATE: str(alternate)})


def _play_dependent_odds(setup: Setup, spot: Spot) -> Iterator[WagerOdds]:
    """Yield the odds under optimal play of the main game, and when the wager is played for too.

    With money on a meter the play for both would change; then only the first is stated.
    """
    wager_id = spot.wager.id
    yield play_dependent_odds(setup, wager_id)
    if side_wager(setup, wager_id).family == "straight-length" and spot.jackpot is None:
        yield play_dependent_odds(setup, wager_id, Aim.BOTH)
