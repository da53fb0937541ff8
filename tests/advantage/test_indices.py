"""Index plays: what the count changes, against published lists and against shuffled shoes."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from pitboss.advantage.indices.decisions import list_decisions, mark_needed_hands
from pitboss.advantage.indices.lines import ShoeDraws, ValueTags, hand_effects
from pitboss.advantage.indices.plays import (
    CountedTable,
    cards_to_cut,
    index_plays,
    insurance_play,
    table_left,
)
from pitboss.advantage.indices.rated_play import RatedPlay
from pitboss.cards.unseen import Unseen
from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.counts import find_system, index_list, parse_ramp
from pitboss.counts.index_play import IndexPlay
from pitboss.engine.actions import ActionKind
from pitboss.engine.setup import Setup, prepare
from pitboss.exact.blackjack.solution import solve
from pitboss.exact.blackjack.solver import Rules, Splits, UpCard
from pitboss.exact.charts.cells import check_playable, playable
from pitboss.patterns.totals import value as value_of
from pitboss.rulebook.defaults import complete_main_game
from pitboss.rulebook.house import House
from pitboss.rulebook.problems import RulesError
from tests.distinct_games import distinct_games
from tests.rows import every_row
from tools.playing_efficiency import gains_by_row

HI_LO = find_system("hi-lo")
DRAWS = ShoeDraws(penetration=0.75)
TEN = 10


@cache
def stands_on_soft_17() -> Setup:
    return prepare(House(game="reference/blackjack", options={"soft17": "stand"}))


@cache
def against(up: int) -> dict[tuple[str, ActionKind], RatedPlay]:
    table = CountedTable(setup=stands_on_soft_17(), system=HI_LO, draws=DRAWS)
    return {(play.hand, play.action): play for play in table.plays_against(up)}


def test_the_well_known_plays_against_a_ten_and_a_two_have_their_indices() -> None:
    """10 v T is printed as +4: both plays are worth the same below the middle of +3."""
    stand = ActionKind.STAND
    double = ActionKind.DOUBLE
    printed = {(TEN, "16", stand): 0, (TEN, "15", stand): 4, (2, "12", stand): 3,
               (2, "13", stand): -1, (2, "9", double): 1}  # fmt: skip
    indices = {key: against(key[0])[key[1:]].index for key in printed}
    assert indices == printed
    ten = against(TEN)["10", double]
    assert ten.critical is not None
    assert 3.2 < ten.critical < 3.5
    assert ten.index == 3
    assert not any(
        play.below for play in (*against(TEN).values(), *against(2).values()) if play.gain > 1e-6
    )


def test_plays_that_gain_have_the_right_direction_and_size() -> None:
    """A gain is never more than the frequency times the largest difference within reach."""
    for play in against(TEN).values():
        assert abs(play.correlation) <= 1
        assert play.gain <= play.frequency * (abs(play.difference) + 10 * abs(play.slope))
        assert (play.slope < 0) == play.below
    sixteen = against(TEN)["16", ActionKind.STAND]
    assert sixteen.gain == max(play.gain for play in against(TEN).values())
    assert 0.03 < sixteen.frequency < 0.04


def test_other_shoes_of_the_same_law_say_the_same() -> None:
    other = CountedTable(setup=stands_on_soft_17(), system=HI_LO, draws=replace(DRAWS, seed=99))
    for play in other.plays_against(TEN):
        known = against(TEN)[play.hand, play.action]
        if min(play.gain, known.gain) > 2e-6:
            assert play.critical is not None
            assert known.critical is not None
            assert abs(play.critical - known.critical) < 0.3, play


def test_a_ramp_weighs_the_counts_it_bets_more_at() -> None:
    table = CountedTable(
        setup=stands_on_soft_17(), system=HI_LO, draws=DRAWS, ramp=parse_ramp("1-8")
    )
    ramped = {(play.hand, play.action): play for play in table.plays_against(TEN)}
    flat = against(TEN)
    key = ("15", ActionKind.STAND)
    assert ramped[key].gain > 3 * flat[key].gain
    assert ramped[key].index == flat[key].index


@pytest.mark.parametrize("up", [6, TEN])
def test_a_card_that_nobody_saw_changes_no_difference(up: int) -> None:
    """Play kept: over all cards left, effects of removal of a play's difference cancel.

    With a ten up the dealer has looked, and a card that is gone was not face down: only nearly.
    """
    setup = stands_on_soft_17()
    decisions = list_decisions(solve(setup), up)
    solved = decisions.solution
    needed = mark_needed_hands(solved, decisions.node)
    pairs = (8, 10) if up == 6 else ()
    full = decisions.play.values(solved.left, needed, pairs)
    left = solved.left[None, :] - hand_graph().cards[decisions.node]
    change = np.zeros(len(left))
    for place in range(VALUES):
        fewer = solved.left - (np.arange(VALUES) == place)
        values = decisions.play.values(fewer, needed, pairs)
        change += left[:, place] * (decisions.differences(values) - decisions.differences(full))
    split = np.isin(decisions.action, (5, 6)) | np.isin(decisions.otherwise, (5, 6))
    whole = ~split | (hand_graph().cards[decisions.node][:, [7, 9]].max(axis=1) > 1)
    assert abs(change[whole]).max() < (1e-11 if up == 6 else 0.002)


def test_hands_of_a_split_are_played_as_the_solution_plays_them() -> None:
    """With one deck the best play after a split is not that of unsplit hands."""
    game = solve(prepare(House(game="reference/blackjack", options={"decks": 1})))
    gains = []
    for up, splits in game.game.splits.items():
        decisions = list_decisions(game, up)
        needed = mark_needed_hands(splits.up, decisions.node)
        values = decisions.play.values(splits.up.left, needed, range(1, VALUES + 1))
        unsplit = Splits(splits.up)
        for pair in range(1, VALUES + 1):
            value = values[hand_graph().node(pair, pair), action_codes.SPLIT]
            if pair in decisions.play.pairs:
                assert value == pytest.approx(splits.value(pair), abs=1e-13)
                gains.append(value - unsplit.value(pair))
            else:
                assert value == pytest.approx(unsplit.value(pair), abs=1e-13)
    assert max(gains) > 1e-4


def shuffled_difference(
    up: int,
    cards: tuple[int, int],
    plays: tuple[int, int],
    between: tuple[float, float],
    shoes: int,
) -> tuple[float, float]:
    """Return the mean difference of two plays in shuffled shoes of a true count, and its error.

    Nothing is drawn by the law given the count: shoes are shuffled, and kept if their count is the
    one wanted. Every shoe is solved anew, so later play is the best for it.
    """
    setup = stands_on_soft_17()
    graph = hand_graph()
    unseen = 150
    generator = np.random.default_rng(up)
    full = np.array([24] * 9 + [96])
    gone = np.bincount([up - 1, cards[0] - 1, cards[1] - 1], minlength=VALUES)
    tags = np.array([-1, 1, 1, 1, 1, 1, 0, 0, 0, -1])
    drawn = generator.multivariate_hypergeometric(full - gone, unseen, size=300_000)
    counts = -(drawn @ tags) * 52 / unseen
    kept = drawn[(counts >= between[0]) & (counts < between[1])][:shoes]
    assert len(kept) == shoes
    rules = Rules.from_setup(setup)
    node = graph.node(*cards)
    differences = []
    hand = np.bincount([worth - 1 for worth in cards], minlength=VALUES)
    for left in kept:
        values = UpCard(rules, left + hand, up).first.values[node]
        differences.append(values[plays[0]] - values[plays[1]])
    return float(np.mean(differences)), float(np.std(differences) / shoes**0.5)


STAND = action_codes.STAND
HIT = action_codes.HIT
DOUBLE = action_codes.DOUBLE


def test_shuffled_shoes_agree_with_the_index_of_a_hard_16_against_a_ten() -> None:
    """Standing must lose below the index and gain above, by 3 standard errors."""
    below, error = shuffled_difference(TEN, (10, 6), (STAND, HIT), (-3, -1.5), 60)
    assert below < -3 * error
    above, error = shuffled_difference(TEN, (10, 6), (STAND, HIT), (1.5, 3), 60)
    assert above > 3 * error


# By day one hand is held to shuffled shoes.
@pytest.mark.nightly
@every_row(
    "up, cards, action, plays",
    [
        (TEN, (10, 5), ActionKind.STAND, (STAND, HIT)),
        (TEN, (6, 4), ActionKind.DOUBLE, (DOUBLE, HIT)),
        (2, (10, 2), ActionKind.STAND, (STAND, HIT)),
        (2, (10, 3), ActionKind.STAND, (STAND, HIT)),
        (2, (6, 3), ActionKind.DOUBLE, (DOUBLE, HIT)),
        (1, (7, 4), ActionKind.DOUBLE, (DOUBLE, HIT)),
    ],
)
def test_shuffled_shoes_turn_where_the_index_play_is_even(
    up: int, cards: tuple[int, int], action: ActionKind, plays: tuple[int, int]
) -> None:
    """A hand of the row is even within 0.4 of where the row is: its cards count a little."""
    even = against(up)[str(sum(cards)), action].critical
    assert even is not None
    low, low_error = shuffled_difference(up, cards, plays, (even - 1.2, even - 0.8), 200)
    high, high_error = shuffled_difference(up, cards, plays, (even + 0.8, even + 1.2), 200)
    turns = even - 1 + 2 * -low / (high - low)
    error = 2 * max(low_error, high_error) / (high - low)
    assert abs(turns - even) < 0.4 + 3 * error, turns


def test_the_shipped_list_is_cut_to_what_a_table_allows_and_a_players_list_is_refused() -> None:
    plays = index_list("i18")
    surrender = {"soft17": "stand", "surrender": "late"}
    late = prepare(House(game="reference/blackjack", options=surrender))
    assert playable(late, plays) == plays
    assert len(playable(stands_on_soft_17(), plays)) == 18
    with pytest.raises(RulesError) as refused:
        check_playable(stands_on_soft_17(), plays)
    assert [problem.key for problem in refused.value.problems] == [
        f"indices.{number}" for number in range(18, 22)
    ]
    assert "14 v T: surrender at +3 or more: no hand of this row may surrender" in str(
        refused.value
    )
    split = IndexPlay(hand="9", up="7", action=ActionKind.SPLIT, at=3)
    with pytest.raises(RulesError, match="no hand of this row may split"):
        check_playable(stands_on_soft_17(), [replace(split)])


def test_a_count_that_follows_plays_better_catches_more_of_what_perfect_play_gains() -> None:
    """Against a ten: between nothing and all of it, and Omega II more than Hi-Lo."""
    effects = hand_effects(list_decisions(solve(stands_on_soft_17()), TEN))
    shares = []
    for name in ("hi-lo", "omega-2"):
        tags = ValueTags.from_system(find_system(name), Unseen.from_shoe(stands_on_soft_17().shoe))
        gains = np.array(gains_by_row(effects, tags, 0.75))
        assert (gains[:, 0] <= gains[:, 1]).all()
        shares.append(gains[:, 0].sum() / gains[:, 1].sum())
    assert 0.2 < shares[0] < shares[1] < 0.9


@pytest.mark.nightly
@pytest.mark.parametrize("system", ["hi-lo", "ko"])
def test_every_index_play_of_every_game_is_legal(system: str) -> None:
    """Against an ace and a six; a game without charts has none."""
    charted = 0
    for game in distinct_games():
        setup = prepare(complete_main_game(House(game=game))[0])
        table = CountedTable(setup=setup, system=find_system(system), draws=replace(DRAWS, shoes=1))
        for up in {1, 6} & set(table.ups):
            gaining = [rated.play for rated in table.plays_against(up) if rated.gain > 1e-7]
            check_playable(setup, gaining)
            assert gaining
        charted += bool(table.ups)
    assert charted == 8


def test_cards_that_are_gone_move_the_indices() -> None:
    """With every card left they stay; without the fives a hard 16 stands far below the count."""
    setup = stands_on_soft_17()
    hi_lo = find_system("hi-lo")
    ten = 10
    shoe = Unseen.from_shoe(setup.shoe)
    fives = [card for card in shoe.cards() if value_of(card) == 5]
    full, same, without = (
        CountedTable(setup=setup, system=hi_lo, draws=DRAWS, unseen=unseen)
        for unseen in (None, shoe, shoe.without(*fives))
    )
    plays = full.plays_against(ten)
    assert same.plays_against(ten) == plays
    (usual,) = (play for play in plays if (play.hand, play.action) == ("16", ActionKind.STAND))
    (gone,) = (
        play
        for play in without.plays_against(ten)
        if (play.hand, play.action) == ("16", ActionKind.STAND)
    )
    assert full.law.level == 0
    assert without.law.level == pytest.approx(52 * 24 / 288)
    assert usual.critical == pytest.approx(0, abs=0.5)
    assert gone.first_order is not None
    assert gone.first_order < -3
    assert gone.difference > usual.difference


DEALT = {2: 6, 4: 10, 5: 10, 10: 20}
"""Cards that are gone from a shoe that was dealt from, by value."""
TAGS = np.array([-1, 1, 1, 1, 1, 1, 0, 0, 0, -1])
"""Hi-Lo by value."""


def shoe_without(gone: dict[int, int]) -> Unseen:
    """Return the cards left without so many of each value."""
    shoe = Unseen.from_shoe(stands_on_soft_17().shoe)
    for worth, count in gone.items():
        shoe = shoe.without(*[card for card in shoe.cards() if value_of(card) == worth][:count])
    return shoe


def by_value(unseen: Unseen) -> np.ndarray:
    """Return the cards left by value."""
    return np.bincount([value_of(card) - 1 for card in unseen.cards()], minlength=VALUES)


@every_row("up, soft", [(6, 8), (5, 8)])
def test_plays_of_a_shoe_that_was_dealt_from_gain_what_shuffled_shoes_say(
    up: int, soft: int
) -> None:
    """Cards are dealt on at random to the cut card, and every shoe is solved anew.

    A soft 19 is doubled or stands: nothing is played after either, so both values are exact. The
    gain is over the best play at first, within four standard errors.
    """
    setup = stands_on_soft_17()
    left = shoe_without(DEALT)
    plays = table_left(setup, HI_LO, left).plays_against(up)
    (play,) = (p for p in plays if (p.hand, p.action) == (f"A,{soft}", ActionKind.DOUBLE))
    cards = by_value(left)
    dealt = cards_to_cut(setup, left)
    shoes = 500
    assert dealt == 312 - 52 - sum(DEALT.values()), "one deck lies behind the cut card"
    hand = np.bincount([0, soft - 1], minlength=VALUES)
    shown = hand + np.bincount([up - 1], minlength=VALUES)
    rules = Rules.from_setup(setup)
    node = hand_graph().node(1, soft)
    random = np.random.default_rng(up)

    def difference(unseen: np.ndarray) -> float:
        values = UpCard(rules, unseen + hand, up).first.values[node]
        return float(values[DOUBLE] - values[STAND])

    usual = difference(cards - shown) > 0
    gains = []
    for number in range(shoes):
        size = round(left.size - dealt * (number + 0.5) / shoes)
        unseen = random.multivariate_hypergeometric(cards - shown, min(size, left.size - 3))
        is_made = -(unseen @ TAGS) * 52 // unseen.sum() >= play.index
        gains.append(difference(unseen) * (int(is_made) - int(usual)))
    error = float(np.std(gains)) / shoes**0.5
    assert play.gain / play.frequency == pytest.approx(float(np.mean(gains)), abs=4 * error)
    assert error < play.gain / play.frequency / 5


@every_row("gone", [DEALT, {5: 24, 6: 24, 4: 20}, {10: 15}])
def test_insurance_of_a_shoe_that_was_dealt_from_gains_what_shuffled_shoes_say(
    gone: dict[int, int],
) -> None:
    """With many small cards gone it is insured without a count: only leaving it gains then."""
    setup = stands_on_soft_17()
    left = shoe_without(gone)
    law = table_left(setup, HI_LO, left).law
    play = insurance_play(setup, HI_LO, law, None, left)
    assert play is not None
    cards = by_value(left)
    dealt = cards_to_cut(setup, left)
    shoes = 40_000
    cards[0] -= 1  # the ace that is up
    random = np.random.default_rng(len(gone))
    gains = []
    usual = 3 * cards[9] > cards.sum()
    for size in np.linspace(left.size, left.size - dealt, 81)[1::2].round().astype(int):
        unseen = random.multivariate_hypergeometric(cards, min(size, left.size - 1), shoes // 40)
        sizes = unseen.sum(axis=1)
        is_made = -(unseen @ TAGS) * 52 // sizes >= play.index
        gains.append((3 * unseen[:, 9] / sizes - 1) / 2 * (is_made * 1 - int(usual)))
    error = float(np.std(np.concatenate(gains))) / shoes**0.5
    expected = float(np.mean(np.concatenate(gains)))
    assert play.gain / play.frequency == pytest.approx(expected, abs=4 * error)
    assert play.gain > 0
    assert usual == (gone == {5: 24, 6: 24, 4: 20})


def test_a_game_shuffled_before_every_round_has_no_index_plays() -> None:
    assert index_plays(prepare(House(game="co/21-holdem")), HI_LO) == ()
