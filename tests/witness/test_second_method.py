"""The witness against the solver: rounds by code that shares nothing with it agree by chance alone.

The seeds are fixed, so that a green suite stays green.
"""

from __future__ import annotations

import pkgutil
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from pitboss import witness
from pitboss.engine.setup import prepare
from pitboss.exact.blackjack.solution import BlackjackSolution
from pitboss.exact.kinds import solve
from pitboss.report.second_method import run
from pitboss.report.second_method.page import AGREE, DIFFER, Compared
from pitboss.rulebook.configured import ConfiguredGame, configure
from pitboss.rulebook.defaults import complete_main_game
from pitboss.rulebook.house import House
from pitboss.rulebook.model import OptionValue, RoundKind
from pitboss.rulebook.reading.library import games
from pitboss.witness.exact import count_chart
from pitboss.witness.run import PIECE, run_witness
from pitboss.witness.terms import Terms, read_terms
from tests.tiers import by_day

ROUNDS = by_day(400_000, 8_000_000)
RULES: dict[str, tuple[str, dict[str, OptionValue]]] = {
    "plain": ("reference/blackjack", {}),
    "one deck, no peek": (
        "reference/blackjack",
        {"decks": 1, "peek": False, "das": False, "double": "10-11", "max_hands": 2},
    ),
    "generous": (
        "reference/blackjack",
        {"decks": 2, "soft17": "stand", "surrender": "late", "hit_split_aces": True,
         "resplit_aces": True, "double_cards": "any", "blackjack": "6:5"},
    ),
    "double-double down": ("wa/spanish-21", {"decks": 6, "soft17": "hit", "redouble": True}),
    "two Spanish decks": ("wa/spanish-21", {"decks": 2, "soft17": "stand"}),
    "an older edition": ("wa/spanish-21-v002", {"decks": 8, "soft17": "hit"}),
    "ilani": ("ilani/spanish-21", {}),
    "Bet Bigger": ("bet-bigger/spanish-21", {"decks": 1, "double_cards": "two"}),
    "free bets": ("co/free-bet", {}),
    "Colorado": ("co/trilux", {"decks": 2, "surrender": True, "resplit_aces": True}),
}  # fmt: skip


def compared(house: House, rounds: int, seed: int) -> Compared:
    found = run.second_method(house, rounds, seed, counts=False).compared
    assert found is not None
    return found


@pytest.mark.parametrize("rules", RULES)
def test_the_witness_agrees_with_the_solved_chart(rules: str) -> None:
    game, options = RULES[rules]
    found = compared(House(game=game, options=options), ROUNDS, seed=1)
    seen = found.witnessed

    assert found.verdict == AGREE, (rules, found.words)
    assert sum(seen.gains.values()) == ROUNDS
    # The solved spread takes the hands of one split as independent, which moves its fourth digit.
    deviation = abs(seen.standard_deviation - found.standard_deviation)
    assert deviation < 4 * seen.deviation_error + 5e-4, rules
    for sign in (1, 0, -1):
        share, error = seen.share_of_sign(sign)
        chance = sum(p for gain, p in found.gains.items() if (gain > 0) - (gain < 0) == sign)
        assert abs(share - chance) < 4 * error + 2e-4, (rules, sign)


COUNTED = 1e-12
"""Sums of some hundred million products of floating point, added in another order."""


@pytest.mark.nightly(but=["one deck, no peek"])
@pytest.mark.parametrize("rules", RULES)
def test_every_deal_counted_a_second_time_gives_the_solved_edge(rules: str) -> None:
    """The recursion deals the down card, and takes the hands of a split one at a time."""
    game, options = RULES[rules]
    solution = solve(prepare(House(game=game, options=options)))
    assert isinstance(solution, BlackjackSolution)
    terms = read_terms(solution.setup.configured)
    assert terms is not None
    chart = solution.chart.as_json()
    other = not terms.hits_soft_17
    counted = count_chart(terms, chart)
    solved = solution.play_by(solution.chart).house_edge
    assert counted.house_edge == pytest.approx(solved, abs=COUNTED), rules
    wrong = count_chart(terms._replace(hits_soft_17=other), chart)
    assert abs(wrong.house_edge - solved) > 1e-4, "a rule misread is found"


PLANTED: dict[str, tuple[str, dict[str, OptionValue], dict[str, Any], int]] = {
    "the dealer stands on soft 17": (
        "wa/spanish-21", {"decks": 6, "soft17": "hit"}, {"hits_soft_17": False}, 4_000_000,
    ),
    "a blackjack pays even money": ("co/trilux", {}, {"blackjack_pays": 2}, 400_000),
    "a dealer 22 loses": ("co/free-bet", {}, {"pushes_22": False}, 400_000),
    "a 21 does not win": ("ilani/spanish-21", {}, {"wins_with_21": False}, 400_000),
    "tens in a Spanish deck": ("ilani/spanish-21", {}, {"tens": True}, 400_000),
    "doubled hands are not rescued": ("wa/spanish-21", {"decks": 6, "soft17": "hit",
        "redouble": True}, {"rescues": False}, 4_000_000),
}  # fmt: skip
"""What is wrong -> the game, the change of the witness's terms, and the rounds that show it."""


@pytest.mark.parametrize("wrong", PLANTED)
def test_a_planted_wrong_rule_is_found(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, options, change, rounds = PLANTED[wrong]

    def misread(configured: ConfiguredGame) -> Terms | None:
        terms = read_terms(configured)
        return None if terms is None else terms._replace(**change)

    monkeypatch.setattr(run, "read_terms", misread)

    assert compared(House(game=game, options=options), rounds, seed=1).verdict == DIFFER


def test_every_game_of_blackjack_hands_has_a_second_method() -> None:
    for game in games():
        house, _ = complete_main_game(House(game=game.id))
        terms = read_terms(configure(house))
        assert (terms is not None) == (game.round is RoundKind.BLACKJACK), game.id


def test_the_witness_loads_nothing_that_it_bears_witness_to() -> None:
    """Loaded alone it brings the cards and the data of the rule book, by way of others too."""
    names = [module.name for module in pkgutil.iter_modules(witness.__path__, "pitboss.witness.")]
    assert len(names) >= 5
    program = f"import sys, {', '.join(names)}; print(*sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    own = {name.split(".")[1] for name in done.stdout.split() if name.startswith("pitboss.")}
    apart = {"compiled", "engine", "exact", "patterns", "simulator", "advantage", "report"}
    assert "witness" in own
    assert not own & apart


def test_a_seed_gives_the_same_rounds_whatever_the_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = prepare(House(game="reference/blackjack"))
    terms = read_terms(setup.configured)
    assert terms is not None
    chart = {"hard": {str(total): {"10": "S"} for total in range(4, 21)}}
    first, again = (run_witness(terms, chart, PIECE + 1000, seed=5) for _ in range(2))
    monkeypatch.setattr("os.cpu_count", lambda: 1)

    assert first == replace(again, seconds=first.seconds)
    alone = run_witness(terms, chart, PIECE + 1000, seed=5)
    assert first.gains == alone.gains != run_witness(terms, chart, PIECE + 1000, seed=6).gains


def test_a_player_who_always_stands_gains_what_can_be_counted() -> None:
    """Nothing is doubled or split: a round gains a wager, 3 to 2, nothing, or loses it."""
    terms = read_terms(configure(House(game="reference/blackjack", options={"decks": 1})))
    assert terms is not None
    seen = run_witness(terms, {}, 400_000, seed=2)
    naturals = Fraction(2 * 4 * 16, 52 * 51)
    both = naturals * Fraction(2 * 3 * 15, 50 * 49)
    share, error = seen.share(Fraction(3, 2))

    assert set(seen.gains) == {Fraction(-1), Fraction(0), Fraction(1), Fraction(3, 2)}
    assert abs(share - float(naturals - both)) < 4 * error
