"""Colorado's wagers: the table deals them as often as the exact odds say."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import pytest

from pitboss.cards import SeededBits, shuffled
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.bots import basic_play
from pitboss.engine.setup import prepare
from pitboss.engine.state import State
from pitboss.engine.table import Round
from pitboss.engine.wagers import Bets
from pitboss.exact import odds
from pitboss.patterns.paying import OF_THE_DEALER
from pitboss.rulebook.house import house_from
from pitboss.rulebook.model import Moment

TABLES = {
    "co/21-plus-3": {"21-plus-3": "standard", "21-plus-3-xtreme": "xtreme"},
    "co/golden-21": {"golden-21": "1"},
    "co/buffalo-2": {"21-plus-3": "B", "bust-bonus": "bust-bonus"},
    "co/buffalo-3": {"21-plus-3": "A", "top-3": "top-3-B", "bust-bonus": "bust-bonus"},
    "co/trilux": {"trilux-bonus": "TRI-06", "super-3": "SUP-02", "bust-bonanza": "bust-bonanza-2"},
    "co/free-bet": {"push-22": "push-22-A", "kings-bounty": "KB01"},
    "co/extreme-21": {"extreme-21": "PT6D-A", "bust-the-house": "bust-the-house"},
    "co/ride-free": {"lucky-ladies": "PT-FLT-LL-03", "21-plus-3-xtreme": "PT-FLT-213XT-03"},
    "co/blackjack-switch": {"super-match": "super-match-1", "buster": "buster-1"},
}
ROUNDS = 1500


def betting_late(state: State, asked: Question) -> Action:
    """Play sensibly, and make every wager that is offered during the round."""
    if any(choice.kind == ActionKind.BUST_BET for choice in asked.choices):
        return Action(seat=asked.seat, kind=ActionKind.BUST_BET, amount=500)
    return basic_play(state, asked)


@pytest.mark.parametrize("game", TABLES)
def test_wagers_win_as_often_as_computed(game: str) -> None:
    """A fresh shoe each round, seed fixed; within five standard errors of the hit frequency.

    A bust wager that only live hands may make (Buffalo 2, TriLux) is made in rounds that are no
    different for the dealer, so that its odds hold for them too.
    """
    tables = TABLES[game]
    setup = prepare(house_from({"game": game, "tables": tables}))
    spots = setup.configured.spots
    early = [wager for wager in tables if spots[wager].wager.made == Moment.BEFORE_DEAL]
    bets = Bets(1, dict.fromkeys((*setup.mains, *early), 500))
    made: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for number in range(ROUNDS):
        cards = shuffled(setup.shoe.cards(), SeededBits(f"colorado/{number}"))
        this = Round.start(setup, [bets])
        this.play(iter(cards), betting_late)
        made.update(line.wager for line in this.state.settled)
        won.update(line.wager for line in this.state.settled if line.net > 0)
    for wager, table in tables.items():
        family = setup.configured.spots[wager].table
        assert family
        options = {"soft17": "hit"} if family.family in OF_THE_DEALER else {}
        (found,) = odds(game, wager=wager, table=table, decks=6, options=options)
        p = float(found.hit_frequency)
        assert abs(won[wager] / made[wager] - p) < 5 * sqrt(p * (1 - p) / made[wager]), wager
