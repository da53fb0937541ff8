"""Perft: count and value everything a tiny shoe can do, twice, and keep the numbers.

`search.py` walks the engine's own tree; `second.py` is another Spanish 21, `second_colorado.py` are
Colorado's blackjack games once more, `second_reference.py` is plain blackjack, and five files
beside them are Colorado's other games, all written from the rule text. `tools/regenerate.py` writes
the `*.perft` files only where both agree; here each is held to the file by itself, so that
whichever changes is named.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.engine.actions import ActionKind
from pitboss.rulebook.model import Game, Moment, OptionValue
from pitboss.rulebook.reading.library import games
from pitboss.text.options import option_text
from tests.perft.golden import Block, blocks, both_say, first_difference, paths, write_answers
from tests.rows import every_row

DEEP = "deep.perft"
BLOCKS = [block for path in paths() for block in blocks(path)]
GAMES = games()
REFERENCE = "reference/blackjack"
POSTED = [
    (option.id, value)
    for option in next(game for game in GAMES if game.id == REFERENCE).options
    # Not the decks nor what they are dealt from: the shoe of a position is all there is to deal.
    if option.id not in {"decks", "dealt_from"}
    for value in option.values
    if value != option.default
]
"""What a house of plain blackjack may post instead of the default."""

SPANISH_21 = {"hit", "stand", "double", "split", "surrender", "insure", "decline"}
WASHINGTON = {*SPANISH_21, "redouble", "rescue", "take-blackjack", "keep-blackjack"}
COLORADO = {"hit", "stand", "double", "split", "surrender", "insure", "decline"}
BUST_WAGER = {*COLORADO, "bust-bet"}
FREE_BETS = {"free-double", "free-split"}
ACTIONS = {
    "wa/spanish-21": WASHINGTON,
    "wa/spanish-21-v003": WASHINGTON,
    "wa/spanish-21-v002": WASHINGTON,
    "ilani/spanish-21": {*SPANISH_21, "rescue"},
    "bet-bigger/spanish-21": SPANISH_21,
    # Ruling C39: no surrender in Blackjack Switch.
    "co/blackjack-switch": {*COLORADO, "switch", "keep"} - {"surrender"},
    "co/21-plus-3": COLORADO,
    "co/golden-21": COLORADO,
    "co/straight-jack": COLORADO,
    "co/straight-jack-progressive": COLORADO,
    "co/buffalo-2": BUST_WAGER,
    "co/buffalo-3": BUST_WAGER,
    "co/trilux": BUST_WAGER,
    "co/free-bet": COLORADO | FREE_BETS,
    "co/extreme-21": BUST_WAGER,
    "co/ride-free": BUST_WAGER | FREE_BETS,
    "co/21-holdem": {*COLORADO, "bet", "fold"},
    # 2106(11)(d): surrender is not allowed.
    "co/ante-up-21": {*COLORADO, "bet", "fold"} - {"surrender"},
    "co/3-card-21": COLORADO,
    "co/pai-jack": {"set"},
    "co/deuces-wild-xtreme": {"bet", "fold"},
    REFERENCE: {"hit", "stand", "double", "split", "surrender", "insure", "decline", "rescue"},
}
"""Everything a player of a game may ever decide."""
LATER = {
    Moment.INSURANCE: "insure",
    Moment.AFTER_PEEK: "bust-bet",
    Moment.AFTER_HANDS: "bust-bet",
    Moment.AFTER_DEAL: "bet",
    Moment.IN_PLAY: "bet",
    Moment.AFTER_DEALER: "bet",
}
"""The action that puts money on a wager made during the round."""

positions = pytest.mark.parametrize(
    "block",
    [
        pytest.param(
            block,
            id=block.id,
            marks=[pytest.mark.nightly] if block.path.name.endswith(DEEP) else [],
        )
        for block in BLOCKS
    ],
)


def numbers(block: Block, word: str) -> dict[str, Fraction]:
    """Return the lines of one kind: what they are about, and the number at their end."""
    by_label = {}
    for line in block.answered:
        key, _, rest = line.partition(" ")
        if key == word:
            about, _, number = rest.rpartition(" ")
            by_label[about] = Fraction(number)
    return by_label


@pytest.mark.nightly(
    only=[
        "two-decks-seven-seven-seven-pays-two-to-one",
        "two-decks-super-bonus-needs-hearts-clubs-and-diamonds",
        "co-insurance-is-asked-hand-by-hand",
        "co-hand-one-busts-with-30-and-the-others-play-on",
        "co-two-kings-of-spades-against-an-ace",
        "co-a-bust-with-30-loses-hedge-22-and-bust-bonus",
        "split-sevens-are-paid-their-bonus-but-no-super-bonus",
    ]
)
@pytest.mark.nightly(every=14)
@positions
def test_the_engine_counts_and_values_what_the_file_says(block: Block) -> None:
    wrong = first_difference(block, block.answers(), block.answered)
    assert wrong is None, wrong


@pytest.mark.nightly(every=14)
@positions
def test_a_second_implementation_counts_and_values_the_same(block: Block) -> None:
    assert block.confirm() == both_say(block.answered)


@every_row("block", BLOCKS)
def test_best_play_is_worth_as_much_as_the_best_first_decision(block: Block) -> None:
    values = numbers(block, "ev")
    best = values.pop("")
    if values:
        assert best == max(values.values())


@every_row("block", BLOCKS)
def test_all_probability_is_accounted_for_at_every_depth(block: Block) -> None:
    nodes = numbers(block, "nodes")
    mass = numbers(block, "mass")
    assert list(nodes) == list(mass) == [str(depth) for depth in range(1, len(nodes) + 1)]
    assert set(mass.values()) == {1}


def test_every_position_has_a_name_of_its_own() -> None:
    assert [name for name, count in Counter(b.id for b in BLOCKS).items() if count > 1] == []


@every_row("game", GAMES)
def test_every_game_tries_every_action_it_has(game: Game) -> None:
    """A game without positions tries nothing, and one without a line in the table is not ready."""
    tried = {
        action
        for block in BLOCKS
        if block.fields["game"] == game.id
        for action in numbers(block, "tried")
    }
    assert tried == ACTIONS[game.id]


def test_no_action_of_the_engine_is_without_a_game() -> None:
    searched = set().union(*ACTIONS.values())
    kinds = {kind.value for kind in ActionKind}
    assert searched <= kinds <= searched | NOT_SEARCHED.keys()


NOT_SEARCHED = {
    "play-on": "asked after a supervisor's ruling, which is no move of the game",
    "back-out": "the same",
    "expose": "asked where cards are dealt face down, which the positions are not",
    "conceal": "the same",
}
"""Action -> why no position tries it."""


@pytest.mark.parametrize(
    "game",
    [game for game in GAMES if game.id.startswith("co/") or game.id == REFERENCE],
    ids=lambda game: game.id,
)
def test_every_wager_of_these_games_is_settled_somewhere(game: Game) -> None:
    """Before the deal it is among a position's wagers; later it is what an action puts money on."""
    own = [block for block in BLOCKS if block.fields["game"] == game.id]
    settle = {wager for block in own for wager in block.wagers}
    for block in own:
        tried = numbers(block, "tried")
        for wager in game.wagers:
            if wager.made != Moment.BEFORE_DEAL and LATER[wager.made] in tried:
                settle.add(wager.id)
    assert settle == {wager.id for wager in game.wagers}


@every_row("path", paths())
def test_a_file_is_written_as_regenerate_writes_it(path: Path) -> None:
    answers = {block.id: block.answered for block in blocks(path)}
    assert write_answers(path, answers) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("hits", "stands"),
    [
        (
            "ace-and-six-when-the-dealer-hits-soft-17",
            "ace-and-six-when-the-dealer-stands-on-soft-17",
        ),
        (
            "hard-seventeen-against-an-ace-that-draws-on-soft-17",
            "hard-seventeen-against-an-ace-that-stands-on-soft-17",
        ),
    ],
)
def test_the_soft_17_rule_changes_the_tree_and_the_value(hits: str, stands: str) -> None:
    """The same shoe both ways: a rule that changed nothing would be no rule."""
    by_id = {block.id: block for block in BLOCKS}
    assert by_id[hits].fields["shoe"] == by_id[stands].fields["shoe"]
    for word in ("nodes", "ev"):
        assert numbers(by_id[hits], word) != numbers(by_id[stands], word)


def without_option(block: Block, option: str) -> tuple[object, ...]:
    """Return what a position asks, but for its name and one option."""
    options = {name: text for name, text in block.options.items() if name != option}
    return options, block.shoe, block.wagers, block.start


@every_row(("option", "value"), POSTED)
def test_what_a_house_of_plain_blackjack_posts_changes_a_position(
    option: str, value: OptionValue
) -> None:
    """The same cards with it and by default, all else equal: the tree or the values differ."""
    own = [block for block in BLOCKS if block.fields["game"] == REFERENCE]
    posted = [block for block in own if block.options.get(option) == option_text(value)]
    by_default = [block for block in own if option not in block.options]
    assert any(
        without_option(one, option) == without_option(other, option)
        and both_say(one.answered) != both_say(other.answered)
        for one in posted
        for other in by_default
    )
