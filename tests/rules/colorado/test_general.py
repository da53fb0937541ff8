"""Colorado Rule 21, 30-2101 to 30-2103: what holds for all its games; and tips without words."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from pitboss.engine.record import Replay, replay
from pitboss.engine.state import Hand
from pitboss.patterns.wild import wild_value
from pitboss.rulebook.reading.library import game
from tests.rows import every_row
from tests.rules.clauses import COLORADO, clause, ruling
from tests.rules.colorado.table import EXTREME, THREE_CARD, play

PLAYED = Path(__file__).parents[2] / "playthroughs"

Test = TypeVar("Test", bound=Callable[..., object])


def every_game(*names: str) -> Callable[[Test], Test]:
    """Say that a test shows these clauses in every Colorado game."""

    def linked(test: Test) -> Test:
        for game_id in COLORADO:
            test = clause(game_id, *names)(test)
        return test

    return linked


def _rounds(game_id: str) -> list[Replay]:
    """Return the kept rounds of a game, played again."""
    records = [json.loads(path.read_text(encoding="utf-8")) for path in PLAYED.glob("co-*.json")]
    return [replay(record) for record in records if record["game"] == game_id]


@every_row("game_id", COLORADO)
def test_2103_every_game_has_the_general_clauses(game_id: str) -> None:
    names = [name for name in game(game_id).clauses if name.startswith(("2101", "2102", "2103"))]
    assert names == ["2101", "2102", "2103", "2103(1)", "2103(2)"]


@every_game("2102")
@ruling("C0", "C100")
@every_row("game_id", COLORADO)
def test_2102_hands_are_compared_by_the_standard_rules_where_a_section_is_silent(
    game_id: str,
) -> None:
    """Totals decide against the dealer in blackjack, and the better hand in poker."""
    compared = 0
    for played in _rounds(game_id):
        state = played.round.state
        for line in state.settled:
            if line.wager not in state.setup.mains or line.outcome not in {"win", "lose", "push"}:
                continue
            hand = state.seat(line.seat).hand(line.hand)
            if state.setup.blackjack is not None:
                compared += 1
                pushes = state.setup.rules.dealer_22_pushes and state.dealer_total == 22
                assert line.outcome == ("push" if pushes else _against(hand, state.dealer_total))
            elif game_id == "co/deuces-wild-xtreme":
                compared += 1
                mine = wild_value(hand.cards)
                dealers = wild_value(state.dealer)
                beaten = "lose" if mine < dealers else "push"
                assert line.outcome == ("win" if mine > dealers else beaten)
    # 2112 says all of its settlement itself.
    assert compared or game_id == "co/pai-jack"


def _against(hand: Hand, dealer: int) -> str:
    if dealer > 21 or hand.total > dealer:
        return "win"
    return "push" if hand.total == dealer else "lose"


@ruling("C107")
@every_row(
    ("game_id", "cards", "wager", "table", "to", "main"),
    [
        # 5-6 of hearts, with the 7 of hearts where a third card counts; the dealer has 17.
        ("co/21-plus-3", "5h 7h 6h Td", "21-plus-3", "standard", 9, -100),
        (EXTREME, "5h 7h 6h Td", "big-3", "big-3-PT6D-A", 180, -100),
        ("co/straight-jack", "5h Tc 6h 7d", "straight-jack", "standard", 3, -100),
        (THREE_CARD, "5h Tc 6h 7d 7h", "3-card-bonus", "1", 15, 100),
    ],
)
def test_ruling_c107_a_tip_is_taken_where_a_section_is_silent_and_paid_at_the_odds(
    game_id: str, cards: str, wager: str, table: str, to: int, main: int
) -> None:
    own = "" if game_id == THREE_CARD else f", {wager} 500"
    seats = f"1000{own}, tip main 100, tip {wager} 70"
    done = play(game_id, cards, "1 stand", seats, tables={wager: table}, decks=6)
    assert (done.won("tip:main"), done.won(f"tip:{wager}")) == (main, 70 * to)
    assert done.net == 10 * main + done.line(wager)["stake"] * to
