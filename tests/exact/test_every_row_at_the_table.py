"""Every row of every pay table of every wager is dealt at the table at least once, and paid.

Chance does not show a jackpot of one in fifty thousand. So for everything that the exact odds say
can happen to a wager, with every pay table, deck count and alternate, cards that they count there
are put on top of a shoe, and the engine must settle exactly those rows.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, permutations, product
from math import floor

import pytest

from pitboss.cards import Card
from pitboss.engine.drive import Round
from pitboss.engine.events import WagerSettled
from pitboss.exact.counting.distributions import (
    FIVE_CARD,
    PLAYED,
    dealer_distribution,
    distribution,
)
from pitboss.exact.counting.five_cards import five_card_distribution
from pitboss.patterns.rows import OF_THE_DEALER, paid_rows, rows_by_class
from pitboss.patterns.totals import value
from pitboss.rulebook.model import Game, PayRow, PayTable
from pitboss.rulebook.reading.library import games
from tests.exact import printed_pays
from tests.exact.felts import Felt, every_felt
from tests.exact.forced import Deal, dealers_hands, first_cards, in_parts, roles_of, shoe_for
from tests.exact.sampling import bets_of
from tests.exact.scripts import LAMMERS_MAX, drawing, ended, lammers, straight_words, straights
from tests.exact.ways import Decide, anyhow, is_run, never_folding, standing
from tests.exact.whole_hands import against, lying, whole_hands

ODDS = "odds"
"""The wager of Deuces Wild Xtreme that the dealer's hand decides too."""
HANDS = 2
"""Deals for each thing that can happen."""
Case = tuple[Deal, Decide, tuple[PayRow, ...]]


@pytest.mark.nightly(but=["bet-bigger", "co/deuces"])
@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_every_row_is_dealt_and_paid(game: Game) -> None:
    rng = random.Random(f"rows/{game.id}")
    done: set[tuple[object, ...]] = set()
    for felt in every_felt(game):
        for wager in felt.tables:
            key = (wager, felt.tables[wager], felt.decks, felt.alternate)
            if key not in done:
                done.add(key)
                _settle_every_row(felt, wager, rng)

    assert {key[:3] for key in done if key[3] is None} == {
        (wager.id, table.id, decks)
        for wager in game.wagers
        for table in game.tables_of(wager.id)
        for decks in table.decks
    }


def _settle_every_row(felt: Felt, wager: str, rng: random.Random) -> None:
    table = felt.setup.configured.spots[wager].table
    assert table
    dealt: set[tuple[str, str]] = set()
    for deal, decide, rows in _cases(felt, wager, table, rng):
        line = _line(felt, wager, deal, decide, rng)
        where = (str(felt), wager, deal, line)
        assert line.outcome == (" + ".join(row.name for row in rows) or "lose"), where
        assert line.net == _net(felt, wager, rows), where
        dealt |= {(row.name, row.column) for row in rows}
    # Every hand can be dealt to a player who never folds; that is what odds have no figure for.
    offered = {(row.name, row.column) for row in table.rows if row.is_offered}
    items = felt.odds(wager)
    winning = {(row.name, row.column) for item in items for row in item.rows if row.probability}
    possible = winning if items else offered
    assert dealt >= possible, (str(felt), wager, possible - dealt)


def _line(felt: Felt, wager: str, deal: Deal, decide: Decide, rng: random.Random) -> WagerSettled:
    round_ = Round.start(felt.setup, [bets_of(felt)])
    round_.play(in_parts(round_, shoe_for(felt, deal, rng), rng, deal.poker), decide)
    (line,) = (line for line in round_.state.settled if line.wager == wager)
    return line


def _net(felt: Felt, wager: str, rows: tuple[PayRow, ...]) -> int:
    jackpot = felt.setup.configured.spots[wager].jackpot
    stake = felt.stake(wager)
    meter = None
    if jackpot is not None:
        fed = Fraction(floor(stake * jackpot.contribution * 100), 100)
        meter = printed_pays.Meter(jackpot.seed + fed, jackpot.seed)
    return printed_pays.net([row.text for row in rows], stake, meter)


def _cases(felt: Felt, wager: str, table: PayTable, rng: random.Random) -> Iterator[Case]:
    if table.family in OF_THE_DEALER:
        yield from _dealer_cases(felt, wager, table)
    elif table.family == "straight-length":
        yield from _straight_cases(felt, table, rng)
    elif table.family == "lammers":
        yield from _lammer_cases(felt, table)
    elif wager == ODDS:
        yield from _beating_cases(felt, table, rng)
    elif table.family in FIVE_CARD:
        yield from _five_card_cases(felt, wager, table, rng)
    else:
        assert table.family not in PLAYED
        yield from _deal_cases(felt, wager, table)


def _deal_cases(felt: Felt, wager: str, table: PayTable) -> Iterator[Case]:
    shoe = felt.shoe(wager)
    by_class = rows_by_class(table)
    roles = roles_of(felt, wager)
    pool = first_cards(table.family, shoe.deck, shoe.specific_suit)
    for hits, probability in distribution(table.family, shoe).items():
        if probability:
            rows = paid_rows(table.family, by_class, hits)
            # Splits and switches move the first cards about; the wager remembers them.
            for hand, way in zip(pool.hands(hits, felt.decks, HANDS), _PLAYS, strict=True):
                yield Deal(dict(zip(roles, hand, strict=True))), way, rows


def _five_card_cases(felt: Felt, wager: str, table: PayTable, rng: random.Random) -> Iterator[Case]:
    pool = whole_hands(table.family, felt.game.deck)
    (by_class,) = rows_by_class(table)
    # 2118(8)(b): bonus wagers stay alive where the hand is folded.
    way = never_folding(rng) if felt.game.wager(wager).played else anyhow(rng)
    for kind, probability in five_card_distribution(table.family).items():
        if probability:
            rows = (by_class[kind],) if kind in by_class else ()
            for number, hand in enumerate(pool.hands(kind, felt.decks, HANDS)):
                yield lying(felt, table.family, hand, rng, by_joker=number % 2 == 1), way, rows


def _beating_cases(felt: Felt, table: PayTable, rng: random.Random) -> Iterator[Case]:
    """2118(9), (10): the Odds are paid where the hand beats the dealer's, and else lost."""
    pool = whole_hands(table.family, felt.game.deck)
    (by_class,) = rows_by_class(table)
    for kind in five_card_distribution(table.family):
        for hand in pool.hands(kind, felt.decks, HANDS):
            for wins, rows in ((True, (by_class[kind],)), (False, ())):
                deal = against(hand, felt.game.deck, rng, wins=wins)
                if deal is not None:
                    yield deal, never_folding(rng), rows


def _dealer_cases(felt: Felt, wager: str, table: PayTable) -> Iterator[Case]:
    shoe = felt.shoe(wager)
    (by_class,) = rows_by_class(table)
    pool = dealers_hands(table.family, shoe.deck, felt.decks, hits_soft_17=shoe.hits_soft_17)
    up_cards = dealer_distribution(table.family, shoe).values()
    for kind in sorted({kind for classes in up_cards for kind, p in classes.items() if p}):
        rows = (by_class[kind],) if kind in by_class else ()
        hands = pool.hands((kind, False), felt.decks, HANDS)
        for up, down, *drawn in (*hands, *pool.some((kind, True), HANDS)):
            yield Deal({"up": up, "down": down}, tuple(drawn)), _STANDING, rows


def _straight_cases(felt: Felt, table: PayTable, rng: random.Random) -> Iterator[Case]:
    offered = {row.outcome: row for row in table.rows if row.is_offered}
    for hand, counted in _straight_hands(felt, rng):
        words = straight_words(hand[:counted])
        rows = tuple(offered[word] for word in words if word in offered)[:1]
        up = next(c for c in felt.setup.shoe.cards() if value(c) in range(2, 10) and c not in hand)
        roles = {"first": hand[0], "second": hand[1], "up": up}
        yield Deal(roles, hand[2:]), drawing(len(hand)), rows


def _straight_hands(felt: Felt, rng: random.Random) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Hands and how many of their cards count: grown, ended by a card, and none at all."""
    for count in range(2, 7):
        # One ace in four is a spade, which six cards may be about.
        for hand in islice(straights(felt, rng, count), HANDS if count < 6 else 12):
            yield hand, count
    for count, busts in product((2, 3), (False, True)):
        for hand in islice(ended(felt, rng, count, busts=busts), HANDS):
            yield hand, count
    cards = felt.setup.shoe.deck.cards
    apart = (hand for hand in permutations(cards, 2) if not is_run(hand))
    yield from ((hand, 2) for hand in islice(apart, 0, None, 400))


def _lammer_cases(felt: Felt, table: PayTable) -> Iterator[Case]:
    offered = {row.outcome: row for row in table.rows if row.is_offered}
    for splits in range(4):
        for doubles in range(splits + 2):
            count = splits + doubles
            assert count <= LAMMERS_MAX
            row = offered.get(str(count))
            yield (*lammers(felt, splits, doubles), () if row is None else (row,))


_STANDING = standing(random.Random(0))
_PLAYS = (_STANDING, anyhow(random.Random("rows")))
