"""What the player's own play decides, at the table: the Super Bonus, lammers, and a hand of 30."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import perm

import pytest

from pitboss.cards import Card, card_rank, parse_cards
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.state import State
from pitboss.exact.goodness import chi_square, tail
from pitboss.exact.odds.wagers import odds
from pitboss.rulebook.model import Game
from pitboss.rulebook.reading.library import games
from tests.exact import printed_pays
from tests.exact.felts import SUPER_BONUS, Felt, felt
from tests.exact.forced import Deal, shoe_for
from tests.exact.sampling import bets_of
from tests.exact.scripts import drawing
from tests.exact.ways import answer

CHANCE_MIN = 1e-6
SEVEN = 6
WITH_SUPER_BONUS = [game for game in games() if game.super_bonus]
WITH_LAMMERS = [
    (game, wager.id)
    for game in games()
    for wager in game.wagers
    if any(table.family == "lammers" for table in game.tables_of(wager.id))
]
LOST_ON_30 = [
    (game, wager.id) for game in games() for wager in game.wagers if wager.loses_on_total == 30
]


@pytest.mark.parametrize("game", WITH_SUPER_BONUS, ids=lambda game: game.id)
def test_the_super_bonus_is_won_exactly_as_often_as_computed(game: Game) -> None:
    """GR10: every deal of four sevens is played, and counted as often as the shoe holds it."""
    assert game.super_bonus
    bands = [band.wager_min for band in game.super_bonus.bands]
    for decks in game.decks:
        at = felt(game.id, decks, turn=decks)
        (item,) = odds(game.id, wager=SUPER_BONUS, decks=decks)
        (row,) = item.rows
        won = 0
        for number, (deal, copies) in enumerate(_sevens(at)):
            wager = bands[number % len(bands)]
            prize = _super_bonus(at, deal, wager)
            if prize:
                won += copies
                assert prize == printed_pays.net([row.pay], wager), deal
        assert won == row.probability * perm(at.setup.shoe.size, 4)


def _sevens(at: Felt) -> Iterator[tuple[Deal, int]]:
    kinds = [card for card in at.setup.shoe.deck.cards if card_rank(card) == SEVEN]
    for cards in product(kinds, repeat=4):
        copies = 1
        for times in Counter(cards).values():
            copies *= perm(at.decks, times)
        if copies:
            first, second, up, third = cards
            yield Deal({"first": first, "second": second, "up": up}, (third,)), copies


def _super_bonus(at: Felt, deal: Deal, wager: int) -> int:
    round_ = Round.start(at.setup, [Bets(1, {"main": wager})])
    round_.play(shoe_for(at, deal, random.Random(str(deal))), drawing(3))
    return sum(line.net for line in round_.state.settled if line.wager == SUPER_BONUS)


@pytest.mark.parametrize("game", WITH_SUPER_BONUS, ids=lambda game: game.id)
def test_no_other_three_cards_win_the_super_bonus(game: Game) -> None:
    """One seven exchanged for any other card of the deck."""
    at = felt(game.id, 6, turn=0)
    sevens = dict.fromkeys(("first", "second", "up"), Card(SEVEN << 2))
    for other in at.setup.shoe.deck.cards:
        if card_rank(other) != SEVEN:
            for role in sevens:
                assert not _super_bonus(at, Deal({**sevens, role: other}, (sevens["up"],)), 500)
            assert not _super_bonus(at, Deal(sevens, (other,)), 500)


@pytest.mark.parametrize(
    ("game", "wager"), WITH_LAMMERS, ids=[f"{g.id} {wager}" for g, wager in WITH_LAMMERS]
)
def test_every_free_bet_is_worth_at_least_the_first(game: Game, wager: str) -> None:
    """A player who takes all free bets wins as often as the bound says, and never less each time.

    The first lammer can only come on the first two cards, for a hand that is played for nothing
    else; more of them are paid more, so the bound is one.
    """
    at = felt(game.id, 6, turn=0)
    (item,) = at.odds(wager)
    rng = random.Random(f"lammers/{game.id}")
    rounds = 1500
    nets = []
    for _ in range(rounds):
        round_ = Round.start(at.setup, [bets_of(at)])
        round_.play(iter(rng.sample(at.setup.shoe.cards(), 60)), _all_free)
        nets += [line.net for line in round_.state.settled if line.wager == wager]
    (one,) = (row for row in item.rows if row.probability)
    first = printed_pays.net([one.pay], at.stake(wager))
    won = [net for net in nets if net > 0]
    p = float(item.hit_frequency)
    counts = {"won": len(won), "lost": rounds - len(won)}

    assert tail(*chi_square(counts, {"won": rounds * p, "lost": rounds * (1 - p)})) > CHANCE_MIN
    assert min(won) >= first
    assert max(won) > first


def _all_free(_: State, question: Question) -> Action:
    return answer(question, ActionKind.FREE_SPLIT, ActionKind.FREE_DOUBLE, ActionKind.STAND)


@pytest.mark.parametrize(
    ("game", "wager"), LOST_ON_30, ids=[f"{g.id} {wager}" for g, wager in LOST_ON_30]
)
def test_a_hand_of_30_is_what_the_bound_leaves_out(game: Game, wager: str) -> None:
    """C24, C45, C46: three tens lose with every pay table what the next seat wins on a 22."""
    for turn, table in enumerate(game.tables_of(wager)):
        for decks in table.decks:
            at = felt(game.id, decks, turn)
            # Ten and nine, deuce up; ten and nine, a ten down; then a ten each for 30 and for 22.
            cards = parse_cards("Ts 9h 2d Js 9c Qh Kd Kc")
            round_ = Round.start(at.setup, [bets_of(at, seat) for seat in (1, 2)])
            round_.play(iter(cards), _first_seat_draws)
            lines = {line.seat: line for line in round_.state.settled if line.wager == wager}
            assert (lines[1].outcome, lines[1].net) == ("lose", -lines[1].stake), str(at)
            assert lines[2].net > 0, str(at)


def _first_seat_draws(state: State, question: Question) -> Action:
    return drawing(3 if question.seat == 1 else 2)(state, question)
