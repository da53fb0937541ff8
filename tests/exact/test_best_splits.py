"""The best play after a split: no other wins more, and the other class of play is as it was."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from pitboss.cards import parse_cards
from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import hand_graph
from pitboss.engine.setup import Setup, prepare
from pitboss.exact.blackjack.arithmetic import FLOATS
from pitboss.exact.blackjack.best_splits import BestSplits
from pitboss.exact.blackjack.first_hands import SolvedGame
from pitboss.exact.blackjack.solution import solve
from pitboss.exact.blackjack.solver import Splits
from pitboss.exact.blackjack.split_play import ALWAYS, SplitPlay, Start, split_patterns
from pitboss.patterns.totals import value
from pitboss.rulebook.house import house_from
from tests.exact.every_play import EveryPlay
from tests.exact.solved_positions import FREE, PLAIN, WASHINGTON, Position, Solved, walked
from tests.perft.golden import FOLDER, blocks
from tests.tiers import by_day

THREE_HANDS = {"game": "reference/blackjack", "options": {"das": False, "max_hands": 3}}
DOUBLING = {"game": "reference/blackjack", "options": {"max_hands": 3}}
PLAYED = {
    "sixes against a seven": Position(THREE_HANDS, "6h 6d", "7s", "6s 3d 3d" + 9 * " Kd"),
    "sixes against an eight": Position(THREE_HANDS, "6h 6d", "8s", "6s 3d 5d" + 9 * " Kd"),
    "sevens against an eight": Position(THREE_HANDS, "7h 7d", "8s", "7s 3d 4d" + 9 * " Kd"),
    "sixes not split again": Position(THREE_HANDS, "6h 6d", "7s", "6s 4h 9d" + 8 * " Kd"),
    "nines that double": Position(DOUBLING, "9h 9d", "8s", "9s 3d" + 9 * " Kd"),
    "a free split": Position(FREE, "8h 8d", "6s", "8s 4h" + 8 * " Kd"),
}
"""Tiny shoes: every play of the split is tried at the table."""
WALKED = PLAYED | {
    "a split, and again": Position(PLAIN, "8h 8d", "6s", "8s 8s 3h Kd Kd Kd Kd 9h 9h Kd Kd"),
    "suited sevens": Position(WASHINGTON, "7h 7h", "5s", "7s 6h 8h Kd Kd Kd Kd Kd Kd Kd"),
    "sixes whose suits matter": Position(WASHINGTON, "6h 6s", "6d", "7h 8h 7s 8s Kd Kd Kd Kd Kd"),
}
DIFFERENT = {name for name in PLAYED if name not in {"a free split", "nines that double"}}
"""Where hands are played otherwise than unsplit."""


@cache
def solved(name: str, play: SplitPlay) -> Solved:
    return Solved(WALKED[name], play)


def split_value(name: str, play: SplitPlay) -> Fraction:
    """What the split is worth, whether it is made or not."""
    position = solved(name, play)
    free = WALKED[name].house is FREE
    pair = int(WALKED[name].hand[0])
    return Fraction(position.play.splits.value(pair, free=free))


# By day two splits; a tiny shoe of each is walked too.
@pytest.mark.nightly(but=["sixes against an eight", "a free split"])
@pytest.mark.parametrize("name", PLAYED)
def test_no_play_of_the_split_hands_wins_more(name: str) -> None:
    """Try every play by the cards of the hand, the pair and the up card at the table itself."""
    every = EveryPlay(PLAYED[name])
    assert every.plays > 30
    assert float(split_value(name, SplitPlay.BEST)) == pytest.approx(every.values.max(), abs=1e-12)


# By day a tiny shoe has its best play after a split counted by two implementations.
@pytest.mark.nightly
def test_it_is_better_than_the_play_of_hands_that_were_not_split() -> None:
    for name in PLAYED:
        best, unsplit = (split_value(name, play) for play in (SplitPlay.BEST, SplitPlay.AS_UNSPLIT))
        assert (best > unsplit) == (name in DIFFERENT), name


@pytest.mark.nightly(only=["suited sevens"])
@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("name", WALKED)
def test_its_value_is_what_it_is_worth_at_the_table(name: str) -> None:
    best = solved(name, SplitPlay.BEST)
    assert best.value == walked(WALKED[name], best)[0]


def test_it_is_worth_what_two_implementations_count_on_tiny_shoes() -> None:
    """The file holds what every play of the split is worth at most, by either of them."""
    tried = 0
    for block in blocks(FOLDER / "best-splits.perft"):
        position = block.split_position
        stake = block.wagers["main"]
        assert position is not None
        (line,) = (text for text in block.answered if text.startswith("ev split best "))
        pair = value(parse_cards(position.hand)[0])
        best, unsplit = (
            stake * Fraction(Solved(position, play).play.splits.value(pair))
            for play in (SplitPlay.BEST, SplitPlay.AS_UNSPLIT)
        )
        assert best == Fraction(line.rpartition(" ")[2])
        assert unsplit < best
        tried += 1
    assert tried == 3


def test_a_paired_hand_may_be_played_otherwise_than_the_same_cards_in_another_order() -> None:
    play = solved("sixes against an eight", SplitPlay.BEST).play.splits.actions(6, 1)
    differs = play.usual.action != play.paired.action
    assert differs[hand_graph().cards[:, 5] > 1].any()
    assert not differs[hand_graph().cards[:, 5] < 2].any()


def test_pairs_are_split_again_only_where_that_is_better() -> None:
    again = solved("sixes not split again", SplitPlay.BEST).play.splits.split_again(6)
    assert again == frozenset()
    assert solved("sixes against a seven", SplitPlay.BEST).play.splits.split_again(6) == ALWAYS


def test_floats_find_what_fractions_find() -> None:
    for name, position in WALKED.items():
        floats = Solved(position, SplitPlay.BEST, FLOATS)
        exact = solved(name, SplitPlay.BEST)
        pair = int(position.hand[0])
        assert float(exact.value) == pytest.approx(float(floats.value), abs=1e-12)
        assert floats.play.splits.split_again(pair) == exact.play.splits.split_again(pair)


def test_patterns_know_which_hands_are_split_again() -> None:
    never = split_patterns(4, frozenset())
    assert [(pattern.pairs, len(pattern.hands), pattern.no_pairs) for pattern in never] == [
        (0, 2, 0)
    ]
    first = split_patterns(3, frozenset({Start.FIRST}))
    assert [(pattern.pairs, pattern.no_pairs) for pattern in first] == [(1, 0), (0, 1)]


def table(game: str, **options: object) -> Setup:
    return prepare(house_from({"game": game, "options": options, "tables": {}}))


AS_BEFORE = {
    table("reference/blackjack", decks=2, soft17="hit"): "0.0038044507547090583",
    table("co/free-bet"): "0.010143694387037026",
    table("wa/spanish-21", decks=6, soft17="hit", redouble=True): "0.004168707635254719",
}
"""What was found before hands of a split had a play of their own, to the last bit."""


def test_the_play_as_unsplit_is_valued_to_the_same_bit_as_ever() -> None:
    for setup, edge in AS_BEFORE.items():
        game = SolvedGame(setup, split_play=SplitPlay.AS_UNSPLIT)
        value = sum(float(hand.probability * hand.value) for hand in game.first_hands())
        assert repr(float(-value)) == edge


GAMES = [
    table("reference/blackjack", decks=2),
    table("co/free-bet"),
    table("reference/blackjack", decks=1, soft17="stand"),
    table("reference/blackjack", decks=4, das=False),
    table("reference/blackjack", decks=8, hit_split_aces=True, resplit_aces=True),
    table("reference/blackjack", decks=2, peek=False, max_hands=3),
    table("reference/blackjack", decks=2, surrender="late", double_cards="any"),
    table("wa/spanish-21", decks=2, soft17="stand"),
    table("wa/spanish-21", decks=6, soft17="hit", redouble=True),
    table("ilani/spanish-21"),
    table("co/ride-free"),
]


def test_choices_that_are_not_close_are_never_the_best() -> None:
    """Compare all choices of every hand with the close ones, on real shoes."""
    for setup in GAMES[: by_day(1, len(GAMES))]:
        game = SolvedGame(setup, split_play=SplitPlay.BEST)
        for up, close in game.splits.items():
            every = BestSplits(game.ups[up], everything=True)
            for pair in range(1, 11):
                _compare(game, up, pair, close, every)


def _compare(game: SolvedGame, up: int, pair: int, close: Splits, every: BestSplits) -> None:
    """Where the pair is split, nothing else may be better; elsewhere it stays unsplit."""
    node = hand_graph().node(pair, pair)
    legal = int(game.rules.first.legal[node])
    unsplit = game.ups[up].first.best[node]
    free = bool(legal >> action_codes.FREE_SPLIT & 1)
    best = every.value(pair, free=free)
    kept = close.value(pair, free=free)
    if best > unsplit or kept > unsplit:
        assert kept == pytest.approx(best, abs=1e-13)


def test_the_edge_is_never_higher_than_that_of_the_other_play() -> None:
    for setup in GAMES[: by_day(2, len(GAMES))]:
        edges = [solve(setup, split_play=play).house_edge for play in SplitPlay]
        assert edges[1] <= edges[0]
        assert edges[1] > edges[0] - 3e-5


def test_both_solutions_are_kept_apart() -> None:
    first, second = (solve(GAMES[0], split_play=play) for play in SplitPlay)
    assert (first.split_play, second.split_play) == tuple(SplitPlay)
    assert first.key != second.key
    assert first.house_edge != second.house_edge


def test_the_results_of_rounds_add_up_to_the_edge() -> None:
    """The distribution follows the same play: its mean is off by what hands of a split share."""
    solution = solve(GAMES[0], split_play=SplitPlay.BEST)
    gains = solution.results.gains
    assert sum(gains.values()) == pytest.approx(1)
    mean = sum(float(gain) * chance for gain, chance in gains.items())
    assert mean == pytest.approx(solution.value, abs=2e-5)


def test_hands_of_a_pair_that_is_never_split_are_played_as_unsplit() -> None:
    game = SolvedGame(GAMES[0], split_play=SplitPlay.BEST)
    play = game.splits[6].actions(5, 1)
    assert np.array_equal(play.usual.action, game.ups[6].split[False, 1].action)
