"""Wagers in words: what sentences mean, where they are wrong, and every deal counted by hand."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest

from pitboss.cards import FRENCH, Shoe, parse_cards
from pitboss.cards.unseen import Unseen
from pitboss.exact.any_wager.deal_wagers import table_outcomes
from pitboss.exact.counting.distributions import ShoeKey, distribution
from pitboss.exact.odds.wagers import odds
from pitboss.patterns.families import FAMILIES
from pitboss.rulebook.problems import RulesError
from pitboss.rulebook.reading.library import game_of_file
from pitboss.rulebook.wager_patterns import CARDS, PatternError, pattern_name, read_pattern
from tests.rows import every_row

SIDE_BETS = Path(__file__).resolve().parents[2] / "examples" / "side-bets" / "side-bets.toml"
TRUE = """
player 2 | same rank and same suit | 8h 8h
player 2 | same rank and same colour | 8h 8d
player 2 | same value and not same rank | Kh Qd
player 2 | total is 20 | As 9d
player 2 | low total under 13 | As 9d
player 2 | soft and total at least 20 | As 9d
player 2 | blackjack and suited | As Ks
player 2 | ranks king queen and suited | Qs Ks
player 2 | contains ace of spades | As 2d
player 2 | no faces | As 2d
player 2 | exactly one red ace or anything | 2s 2d
player 2 and up | straight | As Kd Qc
player 2 and up | straight flush | 2h Ah 3h
player 2 and up | three of a kind | 7h 7d 7c
player 2 and up | all sevens of hearts | 7h 7h 7h
player 2 and up | at least two aces | Ah Ad 3c
player 2 and up | up is ace and player total 12 | 6h 6d Ac
player 2 and up | first same suit as up | 6h 6d Ah
player 2 and dealer 2 | two pairs | 6h 6d Ah Ad
player 2 and dealer 2 | dealer blackjack and player all queens of hearts | Qh Qh As Kd
dealer 2 | different suits and hard | Kh 6d
up | all red | 6h
"""
FALSE = """
player 2 | same rank | 8h 9h
player 2 | pair and suited | 8h 8d
player 2 | total 19 to 20 | Ts 8d
player 2 and up | straight | Ks As 2s
player 2 and up | two pairs | 6h 6d 6c
player 2 and up | flush | 6h 7h 8d
player 2 | contains two aces | As Kd
"""
WRONG = {
    "same rnak": (6, "rank"),
    "smae rank": (1, "same"),
    "same rank an same suit": (11, "and"),
    "total is twenty": (10, "number"),
    "contains a kign": (12, "king"),
    "(same rank": (None, "bracket"),
    "same rank and": (None, "ends"),
    "down is ace": (1, "no such card"),
    "dealer blackjack": (1, "dealer"),
    "three of a kind": (1, "2 cards"),
    "ace of spods": (1, "test"),
    "contains ace of spods": (17, "spade"),
    "": (None, "nothing"),
}


def holds(line: str) -> bool:
    cards, when, deal = line.split(" | ")
    pattern = read_pattern(pattern_name(cards, [when]))
    dealt = parse_cards(deal)
    return bool(pattern.classify(*(dealt if len(dealt) > 1 else dealt * 2)))


@every_row("line", TRUE.strip().splitlines())
def test_a_sentence_holds(line: str) -> None:
    assert holds(line)


@every_row("line", FALSE.strip().splitlines())
def test_a_sentence_does_not_hold(line: str) -> None:
    assert not holds(line)


@every_row("when", list(WRONG))
def test_an_error_points_at_the_word(when: str) -> None:
    place, word = WRONG[when]
    with pytest.raises(PatternError) as caught:
        read_pattern(pattern_name("player 2", [when]))
    assert caught.value.place == place
    assert word in str(caught.value)


FEATURES = ("rank", "suit", "colour", "value")
NOUNS = ("aces", "sevens", "red kings", "hearts", "ten-values", "queens of spades", "faces")
ATOMS = (
    *(f"{how} {what}" for how in ("same", "different") for what in FEATURES),
    *("pair", "suited", "straight", "soft", "hard", "blackjack", "anything"),
    *(f"{how} {what}" for how in ("contains", "all", "no", "at least 2") for what in NOUNS),
    *("total 19 to 21", "total over 13", "low total under 13", "total at most 12", "ranks 7 7"),
)


def random_sentence(rng: random.Random, depth: int = 2) -> str:
    if depth == 0 or rng.random() < 0.3:
        return rng.choice(ATOMS)
    parts = [random_sentence(rng, depth - 1) for _ in range(2)]
    join = rng.choice((" and ", " or ", " and not "))
    return f"({parts[0]}){join}({parts[1]})"


@every_row("number", list(range(12)))
def test_random_patterns_are_counted_as_dealing_every_deal_counts_them(number: int) -> None:
    """Every order of real cards of one pack, against the count of whole arrays of card kinds."""
    rng = random.Random(number)
    cards = rng.choice([name for name, roles in CARDS.items() if len(roles) <= 2])
    name = pattern_name(cards, [random_sentence(rng) for _ in range(3)])
    family = FAMILIES[name]
    counted: Counter[int] = Counter()
    for deal in permutations(range(52), len(family.cards)):
        ((_, row),) = family.classify(*deal, 0)
        counted[row] += 1
    total = counted.total()
    expected = {((0, row),): Fraction(count, total) for row, count in counted.items()}
    assert distribution(name, ShoeKey(deck="french-52", decks=1)) == expected


def test_four_cards_are_counted_as_three_where_the_fourth_does_not_matter() -> None:
    whens = ["player total 20 and up is ace", "player same rank"]
    shoe = ShoeKey(deck="french-52", decks=6)
    four = distribution(pattern_name("player 2 and dealer 2", whens), shoe)
    assert four == distribution(pattern_name("player 2 and up", whens), shoe)


def test_both_ways_to_count_a_shoe_agree() -> None:
    game = game_of_file(SIDE_BETS)
    for wager in ("perfect-pairs", "lucky-lucky", "over-13", "red"):
        (table,) = game.tables_of(wager)
        shoe = ShoeKey(deck="french-52", decks=4)
        by_row = distribution(table.family, shoe)
        lost = by_row[((0, 0),)]
        chances = table_outcomes(table, "french-52").chances(Unseen.from_shoe(Shoe(FRENCH, 4)))
        assert chances[Fraction(-1), Fraction(0)] == lost


def test_a_file_names_every_word_that_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(
        'extends = "reference/blackjack"\n[game]\nid = "my/wrong"\n'
        '[wagers.pairs]\ncards = "player 2"\n'
        '[[wagers.pairs.rows]]\nname = "One"\nwhen = "same rnak"\npays = "5 to 1"\n'
        '[[wagers.pairs.rows]]\nname = "Two"\nwhen = "smae rank"\npays = "5 for"\nodd = 1\n',
        encoding="utf-8",
    )
    with pytest.raises(RulesError) as caught:
        game_of_file(path)
    keys = {problem.key.removeprefix(f"{path}: ") for problem in caught.value.problems}
    assert {"wagers.pairs.rows[0].when", "wagers.pairs.rows[1].when"} <= keys
    assert "wagers.pairs.rows[1].odd" in keys


PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "side-bets.md"
LINES = [
    tuple(cell.strip(" `") for cell in line.strip("|").split("|"))
    for line in PAGE.read_text("utf-8").splitlines()
    if line.startswith("| ") and "`" in line
]
"""The lines of the page: title, wager, decks, published, ours, verdict."""
SLOW = {"kings-bounty", "kings-bounty-2-decks", "lucky-ladies", "lucky-ladies-b", "queens"}
"""Wagers on four cards, of which every deal is classified."""


def edge_line(line: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """Compute a line of the page again, and judge its verdict."""
    monkeypatch.setenv("PITBOSS_GAMES", str(SIDE_BETS.parent))
    _, wager, decks, published, ours, verdict = line
    (item,) = odds("example/side-bets", wager=wager, decks=int(decks))
    percent = 100 * float(item.edge)
    assert ours == f"{percent:.4f}%"
    digits = len(published.removesuffix("%").partition(".")[2])
    agrees = published == f"{percent:.{digits}f}%"
    assert (verdict == "agrees") == agrees
    assert agrees or verdict.startswith("Unexplained") or published == "–"


@every_row("line", [line for line in LINES if line[1] not in SLOW])
def test_published_side_bets_have_their_published_edge(
    line: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    edge_line(line, monkeypatch)


@pytest.mark.nightly
@every_row("line", [line for line in LINES if line[1] in SLOW])
def test_published_side_bets_on_four_cards_have_their_published_edge(
    line: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    edge_line(line, monkeypatch)


def test_the_page_names_every_side_bet_of_the_file_but_one() -> None:
    wagers = {wager.id for wager in game_of_file(SIDE_BETS).wagers} - {"main", "insurance"}
    assert len(wagers) == 30
    assert wagers - {line[1] for line in LINES} == {"queens"}, "whose edge nobody prints"
