"""The list of hands that are played otherwise if a split made them, and its marks in the charts."""

from __future__ import annotations

import pytest

from pitboss.cards import Card, parse_cards
from pitboss.engine.actions import ActionKind
from pitboss.engine.setup import Setup, prepare
from pitboss.exact.blackjack.advice import Adviser, Position
from pitboss.exact.blackjack.best_splits import BestSplits
from pitboss.exact.blackjack.solution import AfterSplit, plays_of_split, solve
from pitboss.exact.blackjack.solver import PAID
from pitboss.exact.blackjack.split_play import SplitPlay
from pitboss.exact.charts.model import up_name
from pitboss.report.document.blocks import Grid, Heading
from pitboss.report.games.blackjack import blackjack_report
from pitboss.rulebook.house import house_from
from tests.exact.solved_positions import Position as AtTheTable
from tests.exact.solved_positions import Solved
from tests.tiers import by_day


def table(game: str, **options: object) -> Setup:
    return prepare(house_from({"game": game, "options": options, "tables": {}}))


ONE_DECK = table("reference/blackjack", decks=1)
GAMES = {
    "one deck": ONE_DECK,
    "redoubling": table("wa/spanish-21", decks=6, soft17="hit", redouble=True),
    "lammers": table("co/free-bet"),
}


def cards_of(play: AfterSplit) -> tuple[Card, ...]:
    """The cards of a hand in an order in which it may have been drawn; suits do not matter."""
    first, *rest = play.cards
    second = next(value for value in rest if (value == first) == play.paired)
    rest.remove(second)
    suits = "hdcs"
    values = "".join(up_name(value).replace("10", "T") for value in (first, second, *rest))
    return parse_cards(" ".join(v + suits[at % 4] for at, v in enumerate(values)))


@pytest.mark.nightly(every=3)
@pytest.mark.parametrize("name", GAMES)
def test_each_gain_is_the_difference_of_what_advice_says_of_the_two_choices(name: str) -> None:
    plays = solve(GAMES[name]).after_split
    adviser = Adviser(GAMES[name])
    assert plays
    for play in plays[:: by_day(9, 1)]:
        (up,) = parse_cards(up_name(play.up).replace("10", "T") + "s")
        values = adviser.values(
            Position(
                cards=cards_of(play),
                up=up,
                doublings=play.doublings,
                after_split=True,
                carried=play.carried,
            )
        )
        more = float(values[play.action] - values[play.otherwise])
        assert play.gain == pytest.approx(more, abs=1e-12)
        assert play.gain > 0


def test_the_kinds_of_hands_are_told_apart() -> None:
    assert not any(play.paired for play in solve(ONE_DECK).after_split), "four cards of a value"
    assert {play.doublings for play in solve(GAMES["redoubling"]).after_split} == {0, 1, 2}
    kinds = {(play.paired, play.carried) for play in solve(GAMES["lammers"]).after_split}
    assert {(False, False), (False, True), (True, True)} <= kinds


def test_nothing_is_listed_where_the_play_is_the_same() -> None:
    assert solve(ONE_DECK, split_play=SplitPlay.AS_UNSPLIT).after_split == ()
    six_decks = solve(table("reference/blackjack"))
    assert six_decks.after_split == ()
    strategy = blackjack_report(six_decks).strategy["Strategy"]
    assert "After a split" not in [block.text for block in strategy if isinstance(block, Heading)]


def test_a_pair_that_is_not_split_again_is_listed() -> None:
    rules = {"game": "reference/blackjack", "options": {"das": False, "max_hands": 3}}
    at = AtTheTable(rules, "6h 6d", "7s", "6s 4h 9d" + 8 * " Kd")
    splits = Solved(at, SplitPlay.BEST).play.splits
    assert isinstance(splits, BestSplits)
    *_, kept = plays_of_split(splits, 6, PAID)
    assert (kept.cards, kept.otherwise) == ((6, 6), ActionKind.SPLIT)
    assert kept.action is not ActionKind.SPLIT
    assert kept.gain > 0


def test_the_charts_mark_the_cells_and_the_table_below_says_what_is_played() -> None:
    strategy = blackjack_report(solve(ONE_DECK)).strategy["Strategy"]
    charts = {
        chart.caption: chart.table for block in strategy for chart in getattr(block, "charts", ())
    }
    assert charts["Hard hands"] is not None
    rows = {row[0]: row[1:] for row in charts["Hard hands"].rows}
    assert rows["9"][:6] == ("D", "D", "D", "D", "D", "H°")
    grids = [block for block in strategy if isinstance(block, Grid)]
    assert ("3 3", "3 6", "7", "double", "hit", "0.008043") in grids[-1].rows
    assert len(grids[-1].rows) < len(solve(ONE_DECK).after_split)
