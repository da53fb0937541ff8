"""Wagers that depend on the play, against every card order the table itself can deal.

A small shoe, one position: the engine is walked through every card that may come and settles the
wager. What it pays on must come as often as computed, as a fraction, to the last digit; only the
main wager's own value is a float.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import perm, prod

import pytest

from pitboss.cards import Card, Deck, Shoe, parse_cards
from pitboss.compiled import action_codes
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.rounds.plan import CardNeeded
from pitboss.engine.setup import Setup, SideWager, prepare
from pitboss.engine.side_wagers import CLASS_OF, is_void
from pitboss.engine.state import State
from pitboss.exact.blackjack.first_hands import FirstHand, SolvedGame
from pitboss.exact.blackjack.split_play import SplitPlay
from pitboss.exact.odds.play_dependent.hand_of_30 import Thirty
from pitboss.exact.odds.play_dependent.lammers import Lammers
from pitboss.exact.odds.play_dependent.straights import Play, Straights
from pitboss.exact.odds.play_dependent.strategy import Kinds, MainStrategy, UnseenKinds
from pitboss.exact.odds.play_dependent.wagers import printed_strategy, side_wager, straight_pays
from pitboss.patterns.busts import NO_BUST
from pitboss.rulebook.house import house_from
from pitboss.rulebook.model import Moment
from tests.exact.table_play import by_straights, by_strategy

Decide = Callable[[State, Question], Action]
LOST = "lost by the hand of 30"


def table(game: str, tables: Mapping[str, str], cards: str) -> Setup:
    """Return a table whose shoe holds just *cards*."""
    setup = prepare(house_from({"game": game, "tables": dict(tables)}))
    return replace(setup, shoe=Shoe(Deck("small", "small deck", parse_cards(cards)), 1))


def walked(round_: Round, left: Counter[Card], decide: Decide) -> Iterator[tuple[Fraction, State]]:
    """Yield every end a round may come to, with its probability."""
    while isinstance(round_.due, Question):
        round_.act(decide(round_.state, round_.due))
    if round_.due is None:
        yield Fraction(1), round_.state
        return
    assert isinstance(round_.due, CardNeeded)
    assert left, "the shoe must be large enough for every round"
    for card, copies in sorted(left.items()):
        then = Round(round_.opening, round_.state, [], round_.due)
        then.deal(card)
        for chance, state in walked(then, left - Counter([card]), decide):
            yield chance * Fraction(copies, left.total()), state


def starts(setup: Setup, kinds: Kinds, first: str) -> Iterator[tuple[Fraction, tuple[Card, ...]]]:
    """Yield the cards that count as *first* do, with the share of each."""
    wanted = [kinds.place[card] for card in parse_cards(first)]
    cards = Counter(setup.shoe.cards())
    ways = {}
    for chosen in product(sorted(cards), repeat=len(wanted)):
        if [kinds.place[card] for card in chosen] == wanted:
            held = Counter(chosen)
            ways[chosen] = prod(perm(cards[card], count) for card, count in held.items())
    for chosen, count in ways.items():
        if count:
            yield Fraction(count, sum(ways.values())), chosen


def walked_classes(
    setup: Setup, wager_id: str, kinds: Kinds, first: str, decide: Decide
) -> tuple[dict[object, Fraction], Fraction]:
    """Return the wager's classes after cards like *first*, up card second, and the main's value."""
    wager = side_wager(setup, wager_id)
    late = wager.spot.wager.made != Moment.BEFORE_DEAL
    bets = Bets(1, {"main": 200} if late else {"main": 200, wager_id: 200})
    classes: dict[object, Fraction] = {}
    main = Fraction(0)
    for share, dealt in starts(setup, kinds, first):
        round_ = Round.start(setup, [bets])
        for card in dealt:
            round_.deal(card)
        left = Counter(setup.shoe.cards()) - Counter(dealt)
        for chance, state in walked(round_, left, decide):
            name = settled_class(state, wager)
            classes[name] = classes.get(name, Fraction(0)) + share * chance
            net = sum(line.net for line in state.settled if line.wager == "main")
            main += share * chance * Fraction(net, 200)
    return classes, main


def settled_class(state: State, wager: SideWager) -> object:
    """Return what decides the wager, once the table is seen to have paid on just that."""
    seat = state.seats[0]
    kind = CLASS_OF[wager.family](state, seat)
    void = is_void(seat, wager)
    row = None if void else wager.by_class[0].get(kind)
    lines = [line.outcome for line in state.settled if line.wager == wager.id]
    late = wager.spot.wager.made != Moment.BEFORE_DEAL
    if not (late and state.dealer_blackjack):  # then it is not offered
        assert lines == [row.name if row else "lose"]
    return LOST if void else kind


def position(kinds: Kinds, first: str) -> tuple[int, tuple[int, int], UnseenKinds]:
    """Return the up card, the two cards and what is unseen, as kinds."""
    one, up, two = (kinds.place[card] for card in parse_cards(first))
    return up, (one, two), kinds.against(up).without(one, two)


LAMMER_SHOE = "8h 8h 8h 8h 8h 3h 3h Kh Kh Kh Kh Kh Kh Kh Kh Ah"
FOUR_SHOE = "4h 4h 4h 4h 4h 9h 9h 3h 8h Kh Kh Kh Kh Kh"
STRAIGHT_SHOE = "4h 4h 5h 5h 6h 6h 6h 3h 3h 7h Kh Kh Kh Kh Kh Ah As"
ACE_SHOE = "Kh Kd Kh Kd Kh Kd Ah Ad Ah Ad 6h 6d 6h 6d"
SIX_SHOE = "Kh Kh Kh Kh Kh Kh Kh Kh Kh Kh Kh Kh Kh 6h 6h 6h 6h 6d"


@pytest.mark.parametrize("first", ["8h Kh 8h", "8h 3h 3h"])
def test_lammers_come_as_often_as_the_table_gives_them(first: str) -> None:
    """A pair of eights against a ten, where the dealer looks; and a free double without a look.

    Eights are split free up to four hands, and 8-3 is doubled free.
    """
    setup = table("co/free-bet", {"pot-of-gold": "POG-01"}, LAMMER_SHOE)
    strategy = printed_strategy(setup)
    lammers = Lammers(strategy)
    up, cards, unseen = position(lammers.kinds, first)
    blackjack = unseen.blackjack
    expected = {0: blackjack}
    for count, chance in lammers.count_lammers(up, cards, unseen).items():
        expected[count] = expected.get(count, Fraction(0)) + (1 - blackjack) * chance
    classes, _ = walked_classes(setup, "pot-of-gold", lammers.kinds, first, by_strategy(strategy))
    assert classes == {count: chance for count, chance in expected.items() if chance}
    assert len(classes) == (6 if first == "8h Kh 8h" else 1)


def test_lammers_follow_the_best_play_after_a_split() -> None:
    """Here a first hand with two fours against a nine is not split again; unsplit play would."""
    setup = table("co/free-bet", {"pot-of-gold": "POG-01"}, FOUR_SHOE)
    first = "4h 9h 4h"
    strategy = printed_strategy(setup)
    assert not strategy.is_split_again(9, 4, carried=False)
    unsplit = MainStrategy(SolvedGame(setup, split_play=SplitPlay.AS_UNSPLIT))
    best, other = (Lammers(source).count_lammers for source in (strategy, unsplit))
    kinds = Lammers(strategy).kinds
    classes, _ = walked_classes(setup, "pot-of-gold", kinds, first, by_strategy(strategy))
    assert classes == best(*position(kinds, first)) != other(*position(kinds, first))


@cache
def straight_strategy() -> MainStrategy:
    """Solve a shoe of straights."""
    setup = table("co/straight-jack", {"straight-jack": "standard"}, STRAIGHT_SHOE)
    return printed_strategy(setup)


def straights(*, both: bool) -> Straights:
    """Play for the main wager, or for both."""
    strategy = straight_strategy()
    pays = straight_pays(side_wager(strategy.game.setup, "straight-jack"))
    return Straights(strategy, pays if both else None)


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("both", [False, True])
@pytest.mark.parametrize("first", ["4h Kh 5h", "5h Kh 6h", "5h 6h 4h", "Ah 6h Kh", "3h As 4h"])
def test_straights_grow_as_they_do_at_the_table(first: str, *, both: bool) -> None:
    """Hits, doubles and a blackjack; against a ten and an ace the dealer looks first."""
    play = straights(both=both)
    setup = play.strategy.game.setup
    up, cards, unseen = position(play.kinds, first)
    classes, main = walked_classes(setup, "straight-jack", play.kinds, first, by_straights(play))
    chosen = play.find_play(up, cards)
    blackjack = unseen.blackjack
    expected = {2: blackjack}
    for length, chance in chosen.ends.items():
        expected[length] = expected.get(length, Fraction(0)) + (1 - blackjack) * chance
    assert classes == {length: chance for length, chance in expected.items() if chance}
    worths = tuple(map(play.kinds.worth, cards))
    against = play.strategy.first_hand(play.kinds.worth(up), worths).against_blackjack
    value = float(1 - blackjack) * chosen.main + float(blackjack) * against
    assert float(main) == pytest.approx(value, abs=1e-12)


def test_playing_for_both_wagers_beats_every_other_start() -> None:
    """Whatever is done first and played on for both, the table never pays more than the choice.

    5-4 against a six: the main wager is doubled; for both it is hit, so that two cards may come.
    """
    alone = straights(both=False)
    together = straights(both=True)
    first = "5h 6h 4h"
    up, cards, _ = position(together.kinds, first)
    assert alone.find_play(up, cards).action == action_codes.DOUBLE
    best = together.find_play(up, cards)
    assert best.action == action_codes.HIT
    tried = together.choices(up, cards)
    values = [table_value(together, first, play) for play in tried]
    assert values == pytest.approx([together.worth(play) for play in tried], abs=1e-12)
    assert max(values) == values[tried.index(best)] > values[action_codes.DOUBLE]


def table_value(play: Straights, first: str, start: Play) -> float:
    """Return what both wagers bring at the table when the hand is started that way."""

    def decide(state: State, question: Question) -> Action:
        if len(state.seats[0].hand(1).cards) == 2 and question.choices[0].kind != ActionKind.INSURE:
            kind = {
                action_codes.STAND: "stand",
                action_codes.HIT: "hit",
                action_codes.DOUBLE: "double",
            }
            return Action(seat=1, kind=ActionKind(kind[start.action]))
        return by_straights(play)(state, question)

    setup = play.strategy.game.setup
    classes, main = walked_classes(setup, "straight-jack", play.kinds, first, decide)
    pays = straight_pays(side_wager(setup, "straight-jack"))
    return float(main + sum(chance * pays[int(str(length))] for length, chance in classes.items()))


class HitsTwenty(MainStrategy):
    """A player who splits tens against a six and else hits every hard 20: nobody is told to."""

    def action(self, up: int, values: tuple[int, ...]) -> int:
        """Hit a hard 20, but split it against a six."""
        if sum(values) != 20:
            return super().action(up, values)
        return action_codes.SPLIT if up == 6 and values == (10, 10) else action_codes.HIT

    def first_hand(self, up: int, values: Iterable[int]) -> FirstHand:
        """Pairs are split again as they are split first."""
        hand = super().first_hand(up, values)
        return (
            replace(hand, action=action_codes.SPLIT)
            if up == 6 and hand.values == (10, 10)
            else hand
        )

    def after_split(self, up: int, values: tuple[int, ...], *, carried: bool) -> int:
        """Hit a hard 20 of a split too."""
        printed = super().after_split(up, values, carried=carried)
        return action_codes.HIT if sum(values) == 20 else printed

    def actions_after_split(self, up: int, values: tuple[int, ...]) -> set[int]:
        """Hit a hard 20 of any split."""
        return {action_codes.HIT} if sum(values) == 20 else super().actions_after_split(up, values)

    def is_split_again(self, up: int, pair: int, *, carried: bool) -> bool:  # noqa: ARG002
        """Tens are split again too, though that is no better than to split them at all."""
        return True


@cache
def hits_twenty(shoe: str) -> HitsTwenty:
    """Solve a shoe, and play 20 that way all the same."""
    tables = {"hedge-22": "PT-FLT-SB1-01", "bust-bonus": "PT-FLT-BB-01"}
    return HitsTwenty(SolvedGame(table("co/ride-free", tables, shoe)))


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize(
    ("shoe", "first", "may_lose"),
    [
        (SIX_SHOE, "Kh 6h Kh", True),  # split up to four hands
        (SIX_SHOE, "Kh Kh 6h", False),
        (ACE_SHOE, "Kh Ad Kd", True),  # hit, the dealer having looked
    ],
)
@pytest.mark.parametrize("wager_id", ["hedge-22", "bust-bonus"])
def test_a_first_hand_of_30_loses_as_it_does_at_the_table(
    shoe: str, first: str, wager_id: str, *, may_lose: bool
) -> None:
    """Rulings C24, C44-C46: only hand 1 counts, and the dealer's suits are told apart."""
    strategy = hits_twenty(shoe)
    setup = strategy.game.setup
    thirty = Thirty(strategy, side_wager(setup, wager_id))
    up, cards, unseen = position(thirty.kinds, first)

    def decide(state: State, question: Question) -> Action:
        if any(choice.kind == ActionKind.BUST_BET for choice in question.choices):
            if wager_id == "bust-bonus":
                return Action(seat=1, kind=ActionKind.BUST_BET, amount=200)
            return Action(seat=1, kind=ActionKind.DECLINE)
        return by_strategy(strategy)(state, question)

    classes, _ = walked_classes(setup, wager_id, thirty.kinds, first, decide)
    blackjack = unseen.blackjack
    expected: dict[object, Fraction] = {}
    for kind, chance in thirty.against(up, cards, unseen).items():
        expected[kind] = (1 - blackjack) * chance
    expected[LOST] = 1 - blackjack - sum(expected.values())
    nothing = 0 if wager_id == "hedge-22" else NO_BUST + thirty.kinds.worth(up)
    expected[nothing] = expected.get(nothing, Fraction(0)) + blackjack
    assert classes == {kind: chance for kind, chance in expected.items() if chance}
    assert (LOST in classes) == may_lose
