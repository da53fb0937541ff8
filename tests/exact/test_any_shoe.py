"""Main games with any cards left in the shoe.

A card that nobody has seen changes nothing: with the play of a shoe kept, the values with one card
gone average to that of the shoe. This holds only if every value is exact. So all games are held to
it, with options and shoes of many kinds; and on tiny shoes both values are those of the table.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from pitboss.advantage.removal import removal
from pitboss.cards import JOKER, Card, Unseen, parse_cards
from pitboss.engine.setup import Setup, prepare
from pitboss.exact.any_shoe import ShoeValues, shoe_problems
from pitboss.exact.blackjack.arithmetic import fractions
from pitboss.exact.blackjack.first_hands import SolvedGame
from pitboss.exact.blackjack.kept_play import KeptPlay, KeptPlayGame
from pitboss.exact.kinds import any_shoe, solve
from pitboss.patterns.totals import value as value_of
from pitboss.rulebook.check import problems
from pitboss.rulebook.defaults import complete_main_game
from pitboss.rulebook.house import House
from pitboss.rulebook.problems import RulesError
from pitboss.rulebook.reading.library import game as game_of
from tests.distinct_games import distinct_games
from tests.exact.shoes_at_the_table import value_at_the_table
from tests.rows import every_row
from tests.tiers import by_day

ROUNDING = 1e-12
Options = dict[str, bool | int | str]
NOTHING_TO_COUNT = ("co/21-holdem", "co/pai-jack", "co/deuces-wild-xtreme")
APPROXIMATE = "co/ante-up-21"
EXACT = [game for game in distinct_games() if game not in {*NOTHING_TO_COUNT, APPROXIMATE}]
OPTIONS: dict[str, list[Options]] = {
    "wa/spanish-21": [{"redouble": True, "soft17": "hit"}, {"soft17": "stand", "decks": 8}],
    "co/21-plus-3": [{"soft17": "stand", "surrender": True, "decks": 1}],
    "co/free-bet": [{"soft17": "stand"}],
    "reference/blackjack": [
        {"peek": False, "hit_split_aces": True, "resplit_aces": True, "max_hands": 3},
        {"blackjack": "6:5", "soft17": "hit"},
    ],
}


def table(game: str, options: Options | None = None) -> Setup:
    return prepare(complete_main_game(House(game=game, options=options or {}))[0])


def shoes_of(setup: Setup, base: Unseen | None = None) -> ShoeValues:
    shoes = any_shoe(setup, base)
    assert shoes is not None
    return shoes


def small_shoe(setup: Setup, seed: int) -> Unseen:
    """Return a few cards of five values, with tens, such that one may be gone and a round lasts."""
    random = Random(seed)
    full = Unseen.from_shoe(setup.shoe)
    values = {*random.sample(range(1, 10), 4), 10}
    kinds = [card for card in full.kinds if value_of(card) in values]
    cards = [card for card in kinds for _ in range(full.counts[card])]
    random.shuffle(cards)
    for count in range(8, len(cards) + 1):
        unseen = Unseen.from_cards(cards[:count])
        if not any(shoe_problems(setup, unseen.without(max(unseen.kinds)), hands=4)):
            return unseen
    raise AssertionError("too few cards")


def legal_options(game: str, seed: int) -> Options:
    """Return values of all options of a game, drawn at random until they are legal together."""
    random = Random(f"{game} {seed}")
    while True:
        options: Options = {
            option.id: random.choice(option.values) for option in game_of(game).options
        }
        if not problems(complete_main_game(House(game=game, options=options))[0]):
            return options


DRAWN = by_day(0, 4)
"""Sets of options that are drawn for every game: none by day."""
SMALL = [
    (game, options, seed)
    for game in EXACT
    for seed, options in enumerate(
        [{}, *OPTIONS.get(game, []), *(legal_options(game, seed) for seed in range(DRAWN))]
    )
][:: by_day(4, 1)]


def mean_is_kept(shoes: ShoeValues) -> bool:
    """Hold one shoe to the identity, and return whether another play was ever better.

    The kept play may be better too: hands of a split, and of Switch, are played without a look at
    the cards of the other hands, and on so few cards that costs some.
    """
    left = [shoes.base.without(cards[0]) for cards in shoes.classes]
    whole, *gone = shoes.values([shoes.base, *left])
    counts = [sum(shoes.base.counts[card] for card in cards) for cards in shoes.classes]
    total = sum(count * value.fixed for count, value in zip(counts, gone, strict=True))
    assert total / shoes.base.size == pytest.approx(whole.fixed, abs=ROUNDING)
    assert whole.best == pytest.approx(whole.fixed, abs=ROUNDING)
    return any(value.best > value.fixed + ROUNDING for value in gone)


def test_an_unseen_card_changes_nothing_in_any_game_with_any_cards_left() -> None:
    better = Counter(
        mean_is_kept(shoes_of(setup, small_shoe(setup, seed)))
        for game, options, seed in SMALL
        for setup in [table(game, options)]
    )
    assert better[True], "other cards never asked for another play: the shoes prove too little"


# Full shoes, and tiny ones at the table; by day any game has an identity on a small shoe.
@pytest.mark.nightly
@pytest.mark.parametrize("game", EXACT)
def test_an_unseen_card_changes_nothing_in_a_full_shoe(game: str) -> None:
    for options in [{}, *OPTIONS.get(game, [])]:
        setup = table(game, options)
        effects = removal(setup)
        assert effects is not None
        assert abs(effects.mean_fixed) < ROUNDING
        assert all(row.reoptimised >= row.fixed for row in effects.rows)
        assert effects.expectation == pytest.approx(-float(solve(setup).house_edge), abs=ROUNDING)


@pytest.mark.nightly
def test_ante_up_21_is_approximate_by_a_thousandth_of_what_one_card_does() -> None:
    effects = removal(table(APPROXIMATE))
    assert effects is not None
    assert abs(effects.mean_fixed) < 2e-3 * effects.sd_of_one_card


@every_row("game", NOTHING_TO_COUNT)
def test_there_is_nothing_to_count_where_every_round_has_a_whole_deck(game: str) -> None:
    assert any_shoe(table(game)) is None
    assert removal(table(game)) is None


EIGHT_KINGS = 8 * " Kd"
TINY: dict[str, tuple[str, Options, str, str]] = {
    "suits": (
        "wa/spanish-21",
        {"redouble": True, "soft17": "hit", "decks": 8},
        "6h 7h 7s 8h" + EIGHT_KINGS + 5 * " Kh",
        "8h 7s Kh",
    ),
    "aces": (
        "reference/blackjack",
        {"max_hands": 2, "decks": 8},
        "As Ad 6h" + EIGHT_KINGS,
        "5h Kh Kh",
    ),
    "no peek": (
        "reference/blackjack",
        {"peek": False, "max_hands": 2, "decks": 8},
        "As 7h" + EIGHT_KINGS,
        "4h 9c",
    ),
    "free": ("co/free-bet", {"decks": 8}, "5h 6d 6h" + EIGHT_KINGS + 6 * " Kh", "5h 9c"),
}
"""Game, options, the cards that are left, and what else the shoe held whose play is kept."""


@pytest.mark.nightly(only=["suits", "free"])
@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("name", TINY)
def test_on_a_tiny_shoe_both_values_are_those_of_the_table(name: str) -> None:
    """Solve with fractions, then play every possible round at the table by the same decisions."""
    game, options, cards, more = TINY[name]
    setup = table(game, options)
    unseen = Unseen.from_cards(parse_cards(cards))
    base = Unseen.from_cards([*unseen.cards(), *parse_cards(more)])
    solved = SolvedGame(setup, fractions(), unseen)
    kept = KeptPlayGame(solved, KeptPlay(SolvedGame(setup, fractions(), base)))
    shoes = shoes_of(setup, base).value(unseen)
    for value, played in ((shoes.best, solved), (shoes.fixed, kept)):
        exact = sum(hand.probability * hand.value for hand in played.first_hands())
        assert exact == value_at_the_table(played, unseen)[0]
        assert value == pytest.approx(float(exact), abs=ROUNDING)


def test_cards_that_cannot_be_left_are_refused_all_at_once() -> None:
    shoes = shoes_of(table("wa/spanish-21", {"decks": 6, "soft17": "hit"}))
    with pytest.raises(RulesError) as error:
        shoes.value(Unseen.from_cards([*parse_cards("Th " + "9h " * 7), Card(JOKER)]))
    codes = [problem.code for problem in error.value.problems]
    assert codes == [*["shoe/cards"] * 3, "shoe/too-small"]
