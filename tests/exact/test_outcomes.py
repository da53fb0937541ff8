"""How rounds end after each choice: the shares make the values, and agree with a dealer by hand."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from pitboss.cards import parse_card, parse_cards
from pitboss.engine.actions import ActionKind, Question, RefusedError
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.setup import prepare
from pitboss.exact.decisions import Decisions
from pitboss.rulebook.house import House
from pitboss.rulebook.ready import ready_tables
from pitboss.sitting.replayed import own_decisions
from tests.sitting.test_replayed import some_rounds
from tests.tiers import by_day

ROUNDS = by_day(15, 300)
FOLLOWED = ("reference/blackjack", "wa/spanish-21", "co/free-bet", "co/extreme-21")
"""Games of every way to end a hand: paid at once, rescued, doubled for free, pushed at 22."""


@pytest.mark.parametrize("game", FOLLOWED)
def test_the_ends_of_a_choice_make_its_value(game: str, tmp_path: Path) -> None:
    """The solver works backwards from the ends, and this forwards to them."""
    setup = prepare(ready_tables()[game].house)
    decisions = Decisions(setup)
    checked = 0
    for played in some_rounds(game, tmp_path, ROUNDS):
        for own in own_decisions(played, {1, 2}):
            state, question, _ = own.taken
            try:
                worth = decisions.worth(state, question)
            except RefusedError:  # a late side bet, which nobody has valued
                continue
            found = decisions.explain(state, question, worth).outcomes
            if found is None:
                continue
            assert sum(found.dealer.values()) == pytest.approx(1)
            suited = setup.configured.game.super_bonus is not None
            for kind, shares in found.choices.items():
                assert shares.win + shares.push + shares.lose == pytest.approx(1)
                mean = float(worth.choice_value(kind))
                # Bonuses of a suit are no part of the ends.
                assert shares.mean == pytest.approx(mean, abs=0.05 if suited else 1e-9), kind
                checked += 1
    assert checked > 10


def deal_out(
    left: Counter[int], total: int, *, soft: bool, share: float, ends: Counter[str]
) -> None:
    """Let the dealer draw by hand, hitting soft 17: a witness that knows no solver."""
    if total > 21 and soft:
        total = total - 10
        soft = False
    if total > 21:
        ends["bust"] += share  # type: ignore[assignment]  # a Counter of floats
    elif total > 17 or (total == 17 and not soft):
        ends[str(total)] += share  # type: ignore[assignment]
    else:
        size = left.total()
        for rank, count in list(left.items()):
            if not count:
                continue
            left[rank] -= 1
            is_ace = rank == 1 and total + 11 <= 21
            worth = 11 if is_ace else rank
            deal_out(
                left, total + worth, soft=soft or is_ace, share=share * count / size, ends=ends
            )
            left[rank] += 1


def test_the_dealers_hands_are_those_dealt_out_by_hand() -> None:
    """Six decks, ten and six against a six: without the cards that are seen."""
    setup = prepare(House(game="reference/blackjack", options={"decks": 6, "soft17": "hit"}))
    played = Round.start(setup, [Bets(1, {"main": 1000})])
    for card in parse_cards("Th 6d 6s"):
        played.deal(card)
    played.deal(parse_card("2c"))
    assert isinstance(played.due, Question)
    decisions = Decisions(setup)
    worth = decisions.worth(played.state, played.due)
    found = decisions.explain(played.state, played.due, worth).outcomes
    assert found is not None
    left = Counter(dict.fromkeys(range(1, 10), 24) | {10: 96})
    left.subtract([10, 6, 6])
    ends: Counter[str] = Counter()
    deal_out(left, 6, soft=False, share=1.0, ends=ends)
    assert found.dealer == pytest.approx(dict(ends))
    assert found.dealer["bust"] == pytest.approx(0.44, abs=0.01)
    stand = found.choices[ActionKind.STAND]
    assert stand.win == pytest.approx(found.dealer["bust"])
    assert set(found.choices) == {ActionKind.STAND, ActionKind.HIT, ActionKind.DOUBLE}


def test_splits_doubled_hands_and_insurance_are_not_followed(tmp_path: Path) -> None:
    setup = prepare(ready_tables()["wa/spanish-21"].house)
    decisions = Decisions(setup)
    skipped = 0
    for played in some_rounds("wa/spanish-21", tmp_path, ROUNDS):
        for own in own_decisions(played, {1, 2}):
            state, question, _ = own.taken
            hand = state.seat(question.seat).hand(question.hand)
            if hand.split or hand.doublings or question.wager:
                worth = decisions.worth(state, question)
                assert decisions.explain(state, question, worth).outcomes is None
                skipped += 1
    assert skipped
    other = prepare(ready_tables()["co/21-holdem"].house)
    for played in some_rounds("co/21-holdem", tmp_path / "other", 3):
        for own in own_decisions(played, {1, 2}):
            valued = Decisions(other)
            state, question, _ = own.taken
            worth = valued.worth(state, question)
            assert valued.explain(state, question, worth) is worth
