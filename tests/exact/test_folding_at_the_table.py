"""Poker wagers that are not decided by a pay table: a fold loses them, and a tie pushes."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.drive import Round
from pitboss.engine.events import WagerSettled
from pitboss.engine.state import State
from pitboss.exact.counting.five_cards import five_card_distribution
from pitboss.patterns.five_card import RANK_SHIFT
from pitboss.patterns.wild import wild_value
from tests.exact.felts import Felt, felt
from tests.exact.forced import FIVE, Deal, in_parts, shoe_for
from tests.exact.sampling import bets_of
from tests.exact.ties import tie_counts
from tests.exact.ways import Decide, anyhow, never_folding
from tests.exact.whole_hands import lying, tied, whole_hands

POKER = ("poker", "poker-2", "poker-3")
TRIED = 20
"""Hands of each class that a tie is looked for with."""


def _lines(
    at: Felt, deal: Deal, decide: Decide, rng: random.Random, wagers: Iterable[str]
) -> dict[str, WagerSettled]:
    round_ = Round.start(at.setup, [bets_of(at)])
    round_.play(in_parts(round_, shoe_for(at, deal, rng), rng, deal.poker), decide)
    return {line.wager: line for line in round_.state.settled if line.wager in wagers}


def _folding(at_wager: str, before: Decide) -> Decide:
    """Fold where *at_wager* is asked, and bet until then."""

    def decide(state: State, question: Question) -> Action:
        if question.wager == at_wager:
            return Action(seat=question.seat, kind=ActionKind.FOLD)
        return before(state, question)

    return decide


@pytest.mark.parametrize("made", [1, 2])
def test_a_fold_loses_every_poker_wager_made_whatever_the_cards(made: int) -> None:
    """2104(8), (10)."""
    at = felt("co/21-holdem", 1, turn=0)
    rng = random.Random(f"fold/{made}")
    pool = whole_hands("five-card-poker", at.game.deck)
    decide = _folding(POKER[made], never_folding(rng))
    for kind in five_card_distribution("five-card-poker"):
        for hand in pool.hands(kind, 1, 2):
            deal = lying(at, "five-card-poker", hand, rng, by_joker=False)
            lines = _lines(at, deal, decide, rng, POKER)
            results = {wager: (line.outcome, line.net) for wager, line in lines.items()}
            assert results == {w: ("fold", -at.stake("poker")) for w in POKER[:made]}, deal


def test_a_fold_loses_ante_and_odds_whatever_the_cards() -> None:
    """2118(8)(b)."""
    at = felt("co/deuces-wild-xtreme", 1, turn=0)
    rng = random.Random("fold")
    pool = whole_hands("wild-poker", at.game.deck)
    decide = _folding("play", anyhow(rng))
    for kind in five_card_distribution("wild-poker"):
        for hand in pool.hands(kind, 1, 2):
            deal = Deal(dict(zip(FIVE, hand, strict=True)))
            lines = _lines(at, deal, decide, rng, ("ante", "odds", "play"))
            results = {wager: (line.outcome, line.net) for wager, line in lines.items()}
            assert results == {w: ("fold", -at.stake(w)) for w in ("ante", "odds")}, deal


def test_a_tie_pushes_ante_odds_and_play() -> None:
    """2118(9)(b): with every rank of hand that can tie."""
    at = felt("co/deuces-wild-xtreme", 1, turn=0)
    rng = random.Random("tie")
    pool = whole_hands("wild-poker", at.game.deck)
    wagers = ("ante", "odds", "play")
    ranks = set()
    for kind in five_card_distribution("wild-poker"):
        for hand in pool.hands(kind, 1, TRIED):
            deal = tied(hand, at.game.deck)
            if deal is not None:
                lines = _lines(at, deal, never_folding(rng), rng, wagers)
                results = {wager: (line.outcome, line.net) for wager, line in lines.items()}
                assert results == dict.fromkeys(wagers, ("push", 0)), deal
                ranks.add(wild_value(hand) >> RANK_SHIFT)

    assert ranks == set(+tie_counts()[0])
