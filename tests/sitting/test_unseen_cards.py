"""The count at a practice table: of the cards that were seen, and of no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.cards.unseen import Unseen
from pitboss.counts import find_system
from pitboss.engine.actions import ActionKind, RefusedError
from pitboss.exact.decisions import Decisions
from pitboss.rulebook.house import House
from pitboss.sitting.session import TableSession
from pitboss.sitting.session_file import SessionFile
from pitboss.sitting.sitting import Stage


def sit_down(game: str, folder: Path, seed: str = "a", bots: int = 0) -> TableSession:
    file = SessionFile(folder / "session.jsonl")
    return TableSession(House(game=game), file, valuer=Decisions, seed=seed, bots=bots)


def decide(session: TableSession) -> None:
    """Hit whatever comes, so that rounds have many cards."""
    question = session.question
    assert question is not None
    kinds = [choice.kind for choice in question.choices]
    session.decide(ActionKind.HIT if ActionKind.HIT in kinds else kinds[-1])


@pytest.mark.parametrize("bots", [0, 2])
def test_the_count_is_of_the_cards_that_lay_open(bots: int, tmp_path: Path) -> None:
    """Keep the cards as a player sees them, through two shoes, beside what the table counts."""
    session = sit_down("reference/blackjack", tmp_path, bots=bots)
    shoe = session.shoe.shoe
    hi_lo = find_system("hi-lo")
    unseen = Unseen.from_shoe(shoe)
    for _ in range(80):
        session.clear()
        session.start({session.seats[0]: {"main": 500}})
        if session.shoe.round_start == len(session.shoe.burned):
            unseen = Unseen.from_shoe(shoe)
        while session.stage is not Stage.OVER:
            session.run()
            view = session.view
            assert view is not None
            shown = [*view.dealer, *(c for s in view.seats for h in s.hands for c in h.cards)]
            counted = session.count()
            assert counted.unseen == unseen.size - len(shown)
            assert counted.running == hi_lo.running(unseen.without(*shown), shoe)
            if session.question is not None:
                decide(session)
        session.run()
        view = session.view
        assert view is not None
        shown = [*view.dealer, *(c for s in view.seats for h in s.hands for c in h.cards)]
        unseen = unseen.without(*shown)
        session.clear()
        assert session.count().unseen == unseen.size
        assert session.count().running == hi_lo.running(unseen, shoe)
        session.bankroll = 50_000
    assert session.shoe.shoes > 1


def test_a_chosen_system_is_counted(tmp_path: Path) -> None:
    session = sit_down("co/free-bet", tmp_path)
    session.system = find_system("ko")
    assert session.count().words.startswith("KO: running ")


def test_a_deck_shuffled_for_every_round_has_no_count(tmp_path: Path) -> None:
    session = sit_down("co/pai-jack", tmp_path)
    with pytest.raises(RefusedError) as refused:
        session.count()
    assert refused.value.refusal.code == "count/not-counted"
