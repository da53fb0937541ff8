"""The shoe driver: burn, cut card, change of shoe, discards shuffled in; no card is ever lost."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import SPANISH, Card, Shoe
from pitboss.engine.setup import prepare
from pitboss.rulebook.defaults import complete_table
from pitboss.rulebook.house import House, ShoeSettings
from pitboss.rulebook.model import OptionValue
from pitboss.sitting.shoe import DealingShoe, make_shoe
from tests.rows import every_row

SIX = Shoe(SPANISH, 6)


def spanish(decks: int = 6, seed: str | None = "a seed", **settings: int) -> DealingShoe:
    return DealingShoe(Shoe(SPANISH, decks), ShoeSettings(**settings), seed)


def deal(dealing: DealingShoe, count: int) -> list[Card]:
    dealing.begin_round()
    return [dealing.draw() for _ in range(count)]


@every_row("decks", range(1, 9))
@every_row("burn", [0, 1, 5])
def test_a_whole_shoe_dealt_out_is_every_card_of_its_decks(decks: int, burn: int) -> None:
    dealing = spanish(decks, burn=burn, cut=0)
    dealing.begin_round()
    dealt = [dealing.draw() for _ in range(48 * decks - burn)]
    assert Counter([*dealing.burned, *dealt]) == Counter(Shoe(SPANISH, decks).cards())
    assert len(dealing.burned) == burn
    assert dealing.cards_left == 0


def test_one_card_is_burned_after_a_shuffle_where_the_house_says_nothing() -> None:
    dealing = spanish()
    first = deal(dealing, 1)
    assert len(dealing.burned) == 1
    assert [*dealing.burned, *first] == list(dealing.cards[:2])


def test_the_cut_card_lies_one_deck_from_the_end_where_the_house_says_nothing() -> None:
    dealing = spanish()
    assert dealing.cut == 5 * 48
    deal(dealing, 5 * 48 - 2)
    assert not dealing.last_round
    dealing.draw()
    assert dealing.last_round


@given(st.integers(2, 8), st.integers(0, 48), st.integers(0, 10), st.integers(2, 30))
def test_the_shoe_is_changed_before_a_round_exactly_when_the_cut_card_is_out(
    decks: int, cut: int, burn: int, cards_a_round: int
) -> None:
    """A round that begins before the cut card is finished from the same shoe."""
    dealing = spanish(decks, cut=cut, burn=burn)
    assert dealing.begin_round(), "the first round opens a shoe"
    for _ in range(60):
        shoes = dealing.shoes
        before = dealing.cards_left
        list(islice(dealing, min(cards_a_round, before)))
        assert dealing.shoes == shoes, "no shuffle while there are cards"
        out = 48 * decks - dealing.cards_left >= 48 * decks - cut
        assert dealing.last_round == out
        changed = dealing.begin_round()
        assert changed == out
        if changed:
            assert dealing.cards_left == 48 * decks - burn
            assert dealing.shoes == shoes + 1


def test_a_seed_gives_the_same_shoes_and_another_seed_others() -> None:
    once = spanish(seed="7")
    again = spanish(seed="7")
    other = spanish(seed="8")
    for _ in range(12):
        first = deal(once, 48)
        assert first == deal(again, 48)
        assert first != deal(other, 48)


def test_every_shoe_of_a_seed_is_another() -> None:
    dealing = spanish(cut=48 * 3)
    orders = []
    for _ in range(5):
        dealing.begin_round()
        orders.append(dealing.cards)
        list(islice(dealing, 48 * 3))
    assert len(set(orders)) == 5
    assert all(Counter(order) == Counter(SIX.cards()) for order in orders)


def test_without_a_seed_no_two_tables_deal_the_same() -> None:
    """Two orders of six decks agree with a probability of 2**-1487."""
    assert deal(spanish(seed=None), 48) != deal(spanish(seed=None), 48)


def test_where_cards_run_out_in_a_round_the_discards_come_back_and_the_table_does_not() -> None:
    dealing = spanish(1, cut=0, burn=1)
    earlier = deal(dealing, 30)
    burned = list(dealing.burned)
    on_table = deal(dealing, 17)
    assert dealing.cards_left == 0
    more = [dealing.draw() for _ in range(31)]
    assert Counter(more) == Counter([*earlier, *burned]), "the cards of this round stay out"
    assert not Counter(more) & Counter(on_table)
    assert dealing.cards_left == 0


@every_row("seed", range(5))
def test_every_card_is_in_one_place_however_long_the_table_runs(seed: int) -> None:
    """Cards of the running round, to come and gone before: always exactly the shoe."""
    rng = random.Random(seed)
    decks = rng.choice((1, 2, 6))
    dealing = spanish(
        decks, seed=f"table {seed}", cut=rng.choice((0, 5, 20)), burn=rng.choice((0, 1))
    )
    whole = Counter(Shoe(SPANISH, decks).cards())
    for _ in range(200):
        dealing.begin_round()
        drawn = Counter(dealing.draw() for _ in range(rng.randint(4, 40)))
        assert Counter(dealing.cards) == whole
        assert not drawn - whole, "a card was dealt more often than the shoe holds it"
        assert 0 <= dealing.round_start <= dealing.position <= len(dealing.cards)


def test_a_shoe_of_one_deck_is_shuffled_for_every_round() -> None:
    """The cut card one deck from the end lies on top of a single deck."""
    dealing = spanish(1)
    for number in range(1, 4):
        assert dealing.begin_round()
        list(islice(dealing, 10))
        assert dealing.shoes == number


def test_the_poker_part_reshuffles_all_but_the_community_cards() -> None:
    """2104(6): fifty cards are left, whatever was dealt before; the next round has all again."""
    setup = prepare(House(game="co/21-holdem"))
    dealing = make_shoe(setup, ShoeSettings(), "a seed")
    dealing.begin_round()
    before = [dealing.draw() for _ in range(20)]
    kept = before[5:7]
    dealing.reshuffle_but(kept)
    assert dealing.cards_left == 50
    fifty = [dealing.draw() for _ in range(50)]
    assert Counter([*kept, *fifty]) == Counter(setup.shoe.cards())
    assert fifty != [card for card in dealing.shoe.cards() if card not in kept]
    assert dealing.begin_round()
    assert Counter(dealing.cards) == Counter(setup.shoe.cards())


@every_row(("burns", "burned"), [(False, 0), (True, 1)])
def test_burning_is_the_houses_choice_in_21_holdem(*, burns: bool, burned: int) -> None:
    """2104(1): one card or more, before a round of dealing."""
    setup = prepare(House(game="co/21-holdem", options={"burn_cards": burns}))
    dealing = make_shoe(setup, ShoeSettings(), "a seed")
    dealing.begin_round()
    assert len(dealing.burned) == dealing.position == burned


@every_row(
    ("game", "options", "every_round"),
    [
        ("co/21-holdem", {}, True),
        ("co/pai-jack", {}, True),
        ("co/deuces-wild-xtreme", {}, True),
        ("co/3-card-21", {"dealt_from": "continuous shuffler"}, True),
        ("co/3-card-21", {"dealt_from": "shoe"}, False),
        ("co/ante-up-21", {}, False),
    ],
)
def test_one_deck_or_a_shuffler_is_shuffled_for_every_round(
    game: str, options: dict[str, OptionValue], *, every_round: bool
) -> None:
    setup = prepare(complete_table(House(game=game, options=options))[0])
    dealing = make_shoe(setup, ShoeSettings(cut=10), "a seed")
    assert dealing.begin_round()
    dealing.draw()
    assert dealing.begin_round() is every_round
