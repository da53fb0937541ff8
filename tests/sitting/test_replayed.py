"""The decisions of played rounds: each can be practised again, with the same cards before it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from pitboss.api.advice import decisions
from pitboss.engine.drive import Round
from pitboss.rulebook.house import ShoeSettings
from pitboss.rulebook.ready import ready_tables
from pitboss.sitting.coach import Tally
from pitboss.sitting.given_cards import read_given, write_given
from pitboss.sitting.replayed import asks_again, own_decisions, practice_terms
from pitboss.sitting.session import TableSession
from pitboss.sitting.session_file import SessionFile
from tests.engine.bets import random_wagers
from tests.engine.players import random_player
from tests.tiers import by_day

ROUNDS = by_day(10, 200)


def some_rounds(game: str, folder: Path, rounds: int, seats: int = 1) -> list[Round]:
    """Play random rounds of a game with bots beside, and return them."""
    rng = random.Random(game)
    session = TableSession(
        ready_tables()[game].house,
        SessionFile(folder / "rounds.jsonl"),
        valuer=decisions,
        bankroll=10**9,
        seed=game,
        seats=seats,
        bots=1,
    )
    played = []
    for _ in range(rounds):
        session.start({seat: random_wagers(rng, session.setup) for seat in session.seats})
        session.run()
        player = random_player(rng)
        while (question := session.question) is not None:
            action = player(question)
            session.decide(action.kind, action.amount, action.tip, low=action.low)
            session.run()
        assert session.round is not None
        played.append(session.round)
        session.clear()
    return played


@pytest.mark.parametrize("game", ready_tables())
def test_every_decision_of_random_rounds_is_asked_again_by_practice(
    game: str, tmp_path: Path
) -> None:
    """The same hand, cards and choices; what is given survives its keys."""
    house = ready_tables()[game].house
    asked = 0
    for played in some_rounds(game, tmp_path, ROUNDS):
        yours = {seat.number for seat in played.state.seats if seat.player == "you"}
        assert yours
        for own in own_decisions(played, yours):
            terms = practice_terms(played, yours, own, "again")
            assert read_given(write_given(terms.given)) == terms.given
            setup = played.state.setup
            assert asks_again(setup, house.shoe, terms, own), own.taken.question
            asked += 1
    assert asked


def test_a_decision_that_practice_cannot_ask_has_no_link(tmp_path: Path) -> None:
    """A round with other bets leads elsewhere, and is not offered."""
    played = some_rounds("reference/blackjack", tmp_path, 6)
    own = next(own for round_ in played for own in own_decisions(round_, {1}))
    source = next(round_ for round_ in played if own in [*own_decisions(round_, {1})])
    terms = practice_terms(source, {1}, own, "again")
    setup = source.state.setup
    assert asks_again(setup, ShoeSettings(), terms, own)
    _, question, action = own.taken
    changed = own._replace(taken=own.taken._replace(question=question.__class__(2, 1, ())))
    assert not asks_again(setup, ShoeSettings(), terms, changed)
    assert action.kind in {choice.kind for choice in question.choices}


def test_a_tally_sums_up_by_theme_the_costliest_first(tmp_path: Path) -> None:
    played = some_rounds("wa/spanish-21", tmp_path, 12)
    valuer = decisions(played[0].state.setup)
    tally = Tally()
    for number, round_ in enumerate(played, 1):
        for own in own_decisions(round_, {1}):
            tally.judge(own.taken, valuer, number, own.theme)
    themes = tally.themes()
    assert sum(theme.decisions for theme in themes) == len(tally.judged) > 10
    assert sum(theme.decisions - theme.right for theme in themes) == len(tally.mistakes)
    assert sum(theme.loss_cents for theme in themes) == pytest.approx(tally.loss_cents)
    assert [theme.loss_cents for theme in themes] == sorted(
        (theme.loss_cents for theme in themes), reverse=True
    )
