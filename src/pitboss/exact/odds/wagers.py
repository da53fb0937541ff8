"""The odds of a wager: the probability of every row, the edge, the variance, the meter's part.

>>> (found,) = odds("wa/spanish-21", wager="match-up", table="2", decks=6)
>>> found.edge
Fraction(114, 3731)
>>> f"{float(found.edge):.2%}", found.printed["house_advantage"], found.agrees
('3.06%', '3.06%', True)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from pitboss.exact.counting.distributions import (
    FIVE_CARD,
    PLAYED,
    Shoe,
)
from pitboss.exact.odds import play_bounds as played
from pitboss.exact.odds.play_dependent.records import best_play
from pitboss.exact.odds.query import OddsQuery
from pitboss.exact.odds.wager_odds import (
    MeterValue,
    Result,
    WagerOdds,
    depends_on_play,
    results,
    single_win_odds,
    wager_odds,
)
from pitboss.exact.odds.without_pay_table import (
    INSURANCE,
    SUPER_BONUS,
    insurance_chance,
    insurance_pays,
    super_bonus_chance,
    super_bonus_pays,
)
from pitboss.rulebook.check.tables import operator_pay, with_alternate
from pitboss.rulebook.model import Game, OptionValue, PayTable, SuperBonus, Wager
from pitboss.rulebook.problems import RulesError
from pitboss.rulebook.reading.library import game as game_of


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
        shoe = Shoe(deck=query.game.deck, decks=count)
        for options, pay in insurance_pays(query.game, query.options):
            won = ("dealer blackjack", pay, insurance_chance(shoe))
            yield single_win_odds(query.game, wager.id, shoe, *won, options=options)


def _super_bonus_odds(query: OddsQuery) -> Iterator[WagerOdds]:
    for count in query.deck_counts():
        shoe = Shoe(deck=query.game.deck, decks=count)
        bonus = query.game.super_bonus
        assert bonus
        hand, chance = _super_bonus_hand(bonus, count), super_bonus_chance(bonus, shoe)
        for options, pay in super_bonus_pays(bonus):
            won = (hand, pay, chance)
            yield single_win_odds(query.game, SUPER_BONUS, shoe, *won, costs=0, options=options)


def _super_bonus_hand(bonus: SuperBonus, decks: int) -> str:
    hand = next(hand for hand in bonus.hands if decks in hand.decks)
    return f"{hand.player} against {hand.up_card}"


def _table_odds(
    query: OddsQuery,
    wager: Wager,
    table: PayTable,
    best: Mapping[tuple[str, str, int], list[WagerOdds]],
) -> Iterator[WagerOdds]:
    for alternate in query.alternates(table):
        used = with_prizes(with_alternate(query.game, table, alternate), query.pays)
        said = {} if alternate is None else {"alternate": alternate}
        for count in table.decks:
            if query.decks in (None, count):
                for options, shoe in query.shoes(used, count):
                    yield from _shoe_odds(query.game, wager, used, shoe, {**options, **said})
                yield from best.get((wager.id, table.id, count), ())


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
    options, value = query.options, query.value
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
    game: Game, wager: Wager, table: PayTable, shoe: Shoe, options: Mapping[str, OptionValue]
) -> Iterator[WagerOdds]:
    """Return one record, or one for each bound if the player's play decides."""
    if table.family in PLAYED:
        for bound in played.BOUNDS[table.family]:
            found = _bound_odds(table, shoe, bound)
            yield wager_odds(game, wager.id, table, shoe, options, found, f"bound: {bound}")
    elif not (wager.played and table.family in FIVE_CARD):  # folding is the solver's
        bound = f"bound: apart from this, that {wager.played}" if wager.played else ""
        yield wager_odds(game, wager.id, table, shoe, options, results(table, shoe), bound)


def _bound_odds(table: PayTable, shoe: Shoe, bound: str) -> list[Result]:
    rows = {row.outcome: row for row in table.rows if row.is_offered}
    found = []
    for outcomes, probability in played.classes(shoe, bound):
        row = next((rows[outcome] for outcome in outcomes if outcome in rows), None)
        found.append(Result(probability, () if row is None else (row,)))
    return found
