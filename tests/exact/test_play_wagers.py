"""Wagers that depend on the play: what the whole shoe gives, and what the table deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import sqrt

import pytest

from pitboss.cards import SeededBits, parse_cards, shuffle_cards
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.exact.blackjack.first_hands import SolvedGame
from pitboss.exact.blackjack.split_play import SplitPlay
from pitboss.exact.counting.distributions import ShoeKey, dealer_distribution
from pitboss.exact.odds import play_bounds as played
from pitboss.exact.odds.play_dependent.hand_of_30 import Thirty
from pitboss.exact.odds.play_dependent.lammers import Lammers
from pitboss.exact.odds.play_dependent.straights import Straights
from pitboss.exact.odds.play_dependent.strategy import MainStrategy
from pitboss.exact.odds.play_dependent.wagers import (
    Aim,
    make_odds,
    play_dependent_odds,
    played_classes,
    printed_strategy,
    side_wager,
    straight_pays,
    table_with_wager,
)
from pitboss.exact.odds.progressive import meter_value
from pitboss.exact.odds.wager_odds import MeterValue
from pitboss.patterns.straights import Straight
from pitboss.rulebook.model import Moment
from pitboss.rulebook.reading.library import game as game_of
from tests.exact.table_play import by_straights, by_strategy
from tests.tiers import by_day

ROUNDS = by_day(1000, 3000)
RARE = 10
"""An outcome expected less often than this is not compared by its standard error."""


def table(game: str, wager: str, pay_table: str, *, decks: int = 6) -> Setup:
    """Return a table where the dealer hits soft 17."""
    return table_with_wager(game, wager, pay_table, decks=decks, soft17="hit")


def dealt(
    setup: Setup,
    wager_id: str,
    decide: Callable[[State, Question], Action],
    seed: str,
    first: str = "",
) -> tuple[Counter[str], list[float]]:
    """Play many rounds from fresh shoes; return what the wager was paid on, and its nets.

    *first* are cards that lie on the table already: one, up card, two.
    """
    wager = side_wager(setup, wager_id)
    fixed = parse_cards(first) if first else ()
    late = wager.spot.wager.made != Moment.BEFORE_DEAL
    bets = Bets(1, {"main": 1000} if late else {"main": 1000, wager_id: 100})

    def betting(state: State, question: Question) -> Action:
        if any(choice.kind == ActionKind.BUST_BET for choice in question.choices):
            return Action(seat=1, kind=ActionKind.BUST_BET, amount=100)
        return decide(state, question)

    rest = list((Counter(setup.shoe.cards()) - Counter(fixed)).elements())
    outcomes: Counter[str] = Counter()
    nets: list[float] = []
    for number in range(ROUNDS):
        cards = shuffle_cards(rest, SeededBits(f"{seed}/{number}"))
        round_ = Round.start(setup, [bets])
        round_.play(iter((*fixed, *cards)), betting)
        lines = [line for line in round_.state.settled if line.wager == wager_id]
        outcomes.update(line.outcome for line in lines)
        nets += [line.net / 100 for line in lines]
    return outcomes, nets


def close(times: int, rounds: int, chance: float) -> bool:
    """Whether something came as often as expected, within four standard errors."""
    return abs(times - rounds * chance) <= 4 * sqrt(rounds * chance * (1 - chance))


METER = Fraction(100_000)
"""What is played for where a meter counts; nothing lies on it, so that it pays nothing."""
WAGERS = [
    ("co/straight-jack", "straight-jack", "standard", Aim.MAIN),
    ("co/straight-jack", "straight-jack", "standard", Aim.BOTH),
    ("co/straight-jack-progressive", "straight-jack", "SJP1", Aim.BOTH),
    ("co/free-bet", "pot-of-gold", "POG-02", Aim.MAIN),
    ("co/ride-free", "silver-stack", "PT-FLT-SB2-01", Aim.MAIN),
    ("co/ride-free", "hedge-22", "PT-FLT-SB1-01", Aim.MAIN),
    ("co/ride-free", "bust-bonus", "PT-FLT-BB-01", Aim.MAIN),
]


LAMMERS_AND_STRAIGHTS = (
    ("co/free-bet", "pot-of-gold", "POG-01"),
    ("co/ride-free", "silver-stack", "PT-FLT-SB2-01"),
    ("co/straight-jack", "straight-jack", "standard"),
)


@pytest.mark.nightly(every=5)
@pytest.mark.parametrize(("game", "wager_id", "pay_table", "aim"), WAGERS)
def test_the_table_deals_what_is_computed(
    game: str, wager_id: str, pay_table: str, aim: Aim
) -> None:
    """Every row, and what is won altogether, within four standard errors; the seed is fixed."""
    setup = table(game, wager_id, pay_table)
    strategy = printed_strategy(setup)
    decide = by_strategy(strategy)
    if aim is Aim.BOTH:
        pays = straight_pays(side_wager(setup, wager_id), METER)
        decide = by_straights(Straights(strategy, pays))
    outcomes, nets = dealt(setup, wager_id, decide, f"{wager_id}/{aim.name}")
    expected = play_dependent_odds(setup, wager_id, aim, meter=METER)
    rounds = outcomes.total()
    chances: Counter[str] = Counter()
    for row in expected.rows:
        chances[row.name] += float(row.probability)  # type: ignore[assignment]
    for name, chance in chances.items():
        if chance * rounds >= RARE:
            assert close(outcomes[name], rounds, chance), name
    assert close(sum(net > 0 for net in nets), rounds, float(expected.hit_frequency))
    error = expected.standard_deviation / sqrt(rounds)
    assert abs(sum(nets) / rounds + float(expected.edge)) <= 4 * error


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("first", ["8h 6d 8c", "4h Kd 4c", "5h 9d 5c", "Ah Td Ac"])
def test_a_seats_lammers_are_those_of_the_table(first: str) -> None:
    """From a full shoe: pairs split up to four hands, some doubled free after the split."""
    setup = table("co/free-bet", "pot-of-gold", "POG-01", decks=6)
    strategy = printed_strategy(setup)
    lammers = Lammers(strategy)
    outcomes, _ = dealt(setup, "pot-of-gold", by_strategy(strategy), first, first)
    one, up, two = (lammers.kinds.place[card] for card in parse_cards(first))
    unseen = lammers.kinds.against(up).without(one, two)
    counts = lammers.count_lammers(up, (one, two), unseen)
    assert sum(counts.values()) == 1
    for count, chance in counts.items():
        assert close(outcomes[str(count)], ROUNDS, float(chance * (1 - unseen.blackjack)))


@pytest.mark.parametrize("decks", [1, 6])
def test_a_straight_starts_as_often_as_two_cards_make_one(decks: int) -> None:
    """Whatever is played, the wager wins as often as counted, and gets no longer than can be."""
    setup = table("co/straight-jack", "straight-jack", "standard", decks=decks)
    shoe = ShoeKey(deck="french-52", decks=decks)
    starts = played.straights(shoe, played.NEVER)["2-cards"]
    most = played.straights(shoe, played.ALWAYS)
    for aim in Aim:
        classes = dict(played_classes(setup, "straight-jack", aim).classes)
        assert classes.pop(Straight.NONE) == 1 - starts
        assert sum(classes.values()) == starts
        assert classes[Straight.TWO_CARDS] >= most["2-cards"]
        assert 3 * classes[Straight.SIX_CARDS_SPADE_ACE] == classes[Straight.SIX_CARDS_OTHER_ACE]


def test_both_plays_after_a_split_give_these_wagers_the_same_odds() -> None:
    """At night at every table; only the main wager beside a straight gains a little."""
    for game, wager_id, pay_table in LAMMERS_AND_STRAIGHTS[-by_day(1, 3) :]:
        decks, rules = (game_of(game).option(name).values for name in ("decks", "soft17"))
        tables = [(count, rule) for count in decks for rule in rules]
        for count, rule in tables[:: by_day(len(tables), 1)]:
            setup = table_with_wager(game, wager_id, pay_table, decks=int(count), soft17=str(rule))
            best, unsplit = (
                MainStrategy(SolvedGame(setup, split_play=play)) for play in reversed(SplitPlay)
            )
            if "straight-jack" in game:
                assert Straights(best).classes() == Straights(unsplit).classes()
                assert best.edge <= unsplit.edge
            else:
                assert Lammers(best).classes() == Lammers(unsplit).classes()


def test_playing_for_both_is_worth_it() -> None:
    """The main wager costs more, the straight less, and both together less than apart."""
    setup = table("co/straight-jack", "straight-jack", "standard")
    alone = played_classes(setup, "straight-jack")
    both = played_classes(setup, "straight-jack", Aim.BOTH)
    assert alone.given_up == pytest.approx(0, abs=1e-14)
    assert both.given_up > 0
    edges = [make_odds(setup, "straight-jack", one).edge for one in (alone, both)]
    assert edges[1] + both.given_up < edges[0]


def test_a_large_meter_changes_the_play() -> None:
    """SJP1 pays all of the meter on six cards with the ace of spades: that is worth drawing for."""
    setup = table("co/straight-jack-progressive", "straight-jack", "SJP1")
    small = play_dependent_odds(setup, "straight-jack", Aim.BOTH)
    large = play_dependent_odds(setup, "straight-jack", Aim.BOTH, meter=Fraction(1_000_000))
    assert small.meter is not None
    assert large.meter is not None
    assert large.meter.full_awards > small.meter.full_awards
    worth = meter_value(small, MeterValue(meter=5000_00))
    assert worth.edge_at_meter == small.edge - small.meter.share * 5000


@pytest.mark.nightly
@pytest.mark.parametrize("decks", [1, 6])
def test_nobody_who_plays_well_makes_30(decks: int) -> None:
    """No printed strategy draws to a hard 20: the dealer's hand alone decides these wagers."""
    shoe = ShoeKey(deck="french-52", decks=decks)
    for wager_id, pay_table in (("hedge-22", "PT-FLT-SB1-01"), ("bust-bonus", "PT-FLT-BB-01")):
        setup = table("co/ride-free", wager_id, pay_table, decks=decks)
        thirty = Thirty(printed_strategy(setup), side_wager(setup, wager_id))
        assert not thirty.reached
        classes = thirty.classes()
        assert sum(classes.values()) == 1
        assert classes == _dealers(thirty, decks)
        whole = dealer_distribution(thirty.family, shoe).values()
        assert classes == {k: sum(c.get(k, 0) for c in whole) for k in classes}


def _dealers(thirty: Thirty, decks: int) -> dict[int, Fraction]:
    """The dealer's hand from the cards unseen, up card by up card."""
    classes: dict[int, Fraction] = {}
    for up, copies in enumerate(thirty.kinds.copies):
        unseen = thirty.kinds.against(up)
        chance = Fraction(copies, 52 * decks)
        for kind, share in thirty.dealer.final_classes(up, unseen, thirty.family).items():
            weight = chance * (1 - unseen.blackjack)
            classes[kind] = classes.get(kind, Fraction(0)) + weight * share
        if not thirty.after_peek:
            classes[0] += chance * unseen.blackjack
    total = sum(classes.values())
    return {kind: chance / total for kind, chance in classes.items()}


def test_only_wagers_that_depend_on_play_are_answered() -> None:
    """Push 22 loses nothing by the player's hand; Pot of Gold is not played for by itself."""
    setup = table("co/free-bet", "push-22", "push-22-A")
    with pytest.raises(ValueError, match="depends on play"):
        played_classes(setup, "push-22")
    setup = table("co/free-bet", "pot-of-gold", "POG-01")
    with pytest.raises(ValueError, match="main wager only"):
        played_classes(setup, "pot-of-gold", Aim.BOTH)
