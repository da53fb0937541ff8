"""Five-Card Linked: every row of every table with envy pays, won beside others who are paid it."""

from __future__ import annotations

import random

import pytest

from pitboss.cards import DECKS, JOKER, Card
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.setup import Setup, prepare
from pitboss.exact.counting.five_cards import five_card_distribution
from pitboss.patterns.five_card import FiveCard
from pitboss.patterns.rows import rows_by_class
from pitboss.rulebook.house import house_from
from pitboss.rulebook.model import PayTable
from pitboss.rulebook.reading.library import game as game_of
from tests.exact.ways import anyhow
from tests.exact.whole_hands import Hand, whole_hands

GAME = game_of("co/deuces-wild-xtreme")
WAGER = "five-card-linked"
WITH_ENVY = [table for table in GAME.tables_of(WAGER) if table.envy_to == "players"]
DOLLARS = 3
"""On the wager: envy pays are for each dollar of it."""
HIGH = int(FiveCard.HIGH_CARD)
GAME_CARDS = DECKS[GAME.deck].cards


@pytest.mark.parametrize("table", WITH_ENVY, ids=lambda table: table.id)
def test_every_row_with_envy_pays_the_others_once(table: PayTable) -> None:
    """2118(13)(f)(i)(C), (D); ruling D4: not the winner, nor the winner's other seat."""
    setup = _setup(table)
    rng = random.Random(table.id)
    (by_class,) = rows_by_class(table)
    pool = whole_hands(table.family, GAME.deck)
    envied = set()
    for kind in five_card_distribution(table.family):
        row = by_class.get(kind)
        for with_joker in (False, True):
            (hand,) = pool.hands(kind, 1, 1)
            paid = _envy(setup, _dealt(hand, rng, with_joker=with_joker), rng)
            if row is None or not row.envy:
                assert not paid, hand
            else:
                assert paid == {2: (row.name, row.envy * DOLLARS)}, hand
                envied.add(row.outcome)

    assert envied == {row.outcome for row in table.rows if row.envy}
    assert envied


def _setup(table: PayTable) -> Setup:
    jackpot = {"scheme": "progressive", "wager": 100 * DOLLARS}
    jackpot |= {"seed": "5000.00", "contribution": "21%"}
    tables = {"odds": GAME.tables_of("odds")[0].id, WAGER: table.id}
    house = {"game": GAME.id, "tables": tables, "jackpots": {WAGER: jackpot}}
    return prepare(house_from(house))


def _dealt(hand: Hand, rng: random.Random, *, with_joker: bool) -> list[Card]:
    """Ann's poor hand, Bob's, Ann's *hand*, the dealer's, and the joker's replacement."""
    pool = whole_hands("five-card-poker", GAME.deck)
    poor = [other for other in pool.hands(HIGH, 1, 40) if not set(other) & set(hand)]
    first = poor[0]
    second = next(other for other in poor if not set(other) & set(first))
    held = list(hand)
    replaced = [JOKER]
    if with_joker:
        place = rng.randrange(5)
        replaced = [held[place]]
        held[place] = JOKER
    used = {*first, *second, *held, *replaced}
    rest = [card for card in GAME_CARDS if card not in used]
    return [*first, *second, *held, *rng.sample(rest, 5), *replaced]


def _envy(setup: Setup, cards: list[Card], rng: random.Random) -> dict[int, tuple[str, int]]:
    wagers = {"ante": 500, "odds": 500, WAGER: 100 * DOLLARS}
    players = {1: "ann", 2: "bob", 3: "ann"}
    round_ = Round.start(setup, [Bets(seat, wagers, who) for seat, who in players.items()])
    round_.play(iter(cards), anyhow(rng))
    lines = [line for line in round_.state.settled if line.wager == "envy"]
    assert all(line.stake == 0 for line in lines)
    assert len({line.seat for line in lines}) == len(lines)
    return {line.seat: (line.outcome, line.net) for line in lines}
