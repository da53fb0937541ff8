"""Main games that are more than a blackjack hand, in the maths report."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from html import unescape

import pytest

from pitboss.engine.setup import prepare
from pitboss.exact.ante_up.solution import METHOD as ANTE_UP_METHOD
from pitboss.exact.holdem.poker import solved_poker
from pitboss.exact.holdem.solution import METHOD as POKER_METHOD
from pitboss.exact.kinds import house_edge
from pitboss.exact.pai_jack.setting_rules import SettingRules
from pitboss.exact.pai_jack.solution import METHOD as PAI_JACK_METHOD
from pitboss.exact.pai_jack.solution import solved_pai_jack
from pitboss.exact.pai_jack.strategy_text import rule_words
from pitboss.exact.three_card_21.solution import METHOD as THREE_CARD_METHOD
from pitboss.exact.wild_poker.solution import METHOD as WILD_METHOD
from pitboss.exact.wild_poker.solution import solved_wild
from pitboss.report.document.blocks import Block, Charts, Facts, Grid, Heading, Paragraph
from pitboss.report.document.html import html_page
from pitboss.report.games.report import ToldGame
from pitboss.report.games.reports import is_told, told_game
from pitboss.report.maths.main_game import solved_main
from pitboss.report.maths.main_page import NOT_SOLVED
from pitboss.report.maths.model import MathsReport, maths
from pitboss.report.maths.page import maths_page
from pitboss.rulebook.defaults import add_compulsory_tables
from pitboss.rulebook.house import House
from pitboss.text.numbers import percent

ANTE_UP, HOLDEM, PAI_JACK = "co/ante-up-21", "co/21-holdem", "co/pai-jack"
THREE_CARD, WILD = "co/3-card-21", "co/deuces-wild-xtreme"
METHODS = {
    HOLDEM: POKER_METHOD,
    PAI_JACK: PAI_JACK_METHOD,
    THREE_CARD: THREE_CARD_METHOD,
    WILD: WILD_METHOD,
    ANTE_UP: ANTE_UP_METHOD,
}
GAMES = list(METHODS)
"""To solve Ante Up 21 takes half a minute."""


def house_of(game: str) -> House:
    if game == HOLDEM:
        return House(game=game, tables={"poker": "poker"})
    return add_compulsory_tables(House(game=game))[0]


@cache
def told_of(game: str) -> ToldGame:
    return told_game(house_of(game))


@cache
def report_of(game: str) -> MathsReport:
    main = solved_main(house_of(game)) if game == HOLDEM else None
    return maths(house_of(game), main=main, told=told_of(game))


@cache
def blocks_of(game: str) -> tuple[Block, ...]:
    return maths_page(report_of(game), date="2025-11-15").blocks


@cache
def text_of(game: str) -> str:
    return unescape(html_page(maths_page(report_of(game), date="2025-11-15")))


@pytest.mark.parametrize("game", GAMES)
def test_the_section_has_every_figure_the_parts_and_the_method(game: str) -> None:
    told, text = told_of(game), text_of(game)
    assert NOT_SOLVED not in text
    assert "not stated" not in text
    for name, said in told.figures:
        figure, _, rest = said.partition(" ")
        assert f"{name[0].upper()}{name[1:]}" in text
        assert figure.rstrip(",").replace("-", "−") in text or said in text
        assert rest in text
    titles = {block.text for block in blocks_of(game) if isinstance(block, Heading)}
    assert set(told.parts) | {"Actual against theoretical hold", "Method and limits"} <= titles
    method = METHODS[game]
    assert f"{method[0].upper()}{method[1:]}." in text


@pytest.mark.parametrize("game", GAMES)
def test_the_summary_has_every_stake(game: str) -> None:
    summary = next(b for b in blocks_of(game) if isinstance(b, Grid) and b.heads[0] == "wager")
    rows = {row[0]: row for row in summary.rows}
    for stake in told_of(game).stakes:
        row = rows[stake.name, f"{stake.aim}, of {stake.unit}"]
        assert row[2:4] == (percent(stake.edge), percent(1 - stake.edge))
        deviation = stake.standard_deviation
        assert row[5] == ("–" if deviation is None else f"{deviation:.4f}")


@pytest.mark.parametrize("game", GAMES)
def test_results_add_up_to_the_edge_and_the_deviation(game: str) -> None:
    known = [stake for stake in told_of(game).stakes if stake.distribution]
    assert bool(known) == (game != ANTE_UP)  # of which only how poker ends is known
    for stake in known:
        chances = [it.probability for it in stake.distribution]
        mean = sum(it.gain * it.probability for it in stake.distribution)
        square = sum(it.gain**2 * it.probability for it in stake.distribution)
        assert sum(chances) == pytest.approx(1, abs=1e-9)
        assert mean == pytest.approx(-stake.house_edge, abs=1e-6)
        deviation = (square - mean**2) ** 0.5
        assert deviation == pytest.approx(stake.standard_deviation, abs=1e-6)
        assert sum(stake.chance(sign=sign) for sign in (-1, 0, 1)) == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("game", GAMES)
def test_options_are_compared_by_the_edge_of_the_first_stake(game: str) -> None:
    told = told_of(game)
    if told.beside:
        assert told.effects == ()
        return
    assert told.stake.house_edge == pytest.approx(house_edge(prepare(house_of(game))), abs=1e-12)
    for effect in told.effects:
        assert effect.change == pytest.approx(effect.house_edge - told.stake.house_edge)
        assert percent(effect.house_edge) in text_of(game)


def test_exact_edges_are_written_as_fractions() -> None:
    exact = {
        HOLDEM: solved_poker(prepare(house_of(HOLDEM))).poker_edge,
        PAI_JACK: solved_pai_jack(prepare(house_of(PAI_JACK))).house_edge,
        WILD: solved_wild(prepare(house_of(WILD))).house_edge,
    }
    for game, edge in exact.items():
        assert isinstance(edge, Fraction)
        assert told_of(game).stake.edge == edge
        fractions = next(
            b
            for b in blocks_of(game)
            if isinstance(b, Grid) and b.heads[1:] == ("figure", "exactly")
        )
        assert (told_of(game).stake.name, "House edge", str(edge)) in fractions.rows
        assert str(edge) in text_of(game)


def test_the_poker_part_stands_beside_the_blackjack_solved_or_not() -> None:
    numbered = {b.text: b.number for b in blocks_of(HOLDEM) if isinstance(b, Heading) and b.number}
    assert numbered["The poker part"] == "4.7"
    assert report_of(HOLDEM).unsolved == ()
    alone = maths_page(maths(house_of(HOLDEM), told=told_of(HOLDEM)), date="2025-11-15")
    text = unescape(html_page(alone))
    assert NOT_SOLVED in text
    assert percent(told_of(HOLDEM).stake.edge, 6) in text


def test_a_table_without_poker_tells_none() -> None:
    assert not is_told(prepare(House(game=HOLDEM, tables={})))
    assert is_told(prepare(house_of(HOLDEM)))
    assert not is_told(prepare(House(game="co/free-bet")))


def test_how_to_set_is_said_in_the_words_of_the_solver() -> None:
    rules = SettingRules(solved_pai_jack(prepare(house_of(PAI_JACK))))
    said = [b.text for b in blocks_of(PAI_JACK) if isinstance(b, Paragraph)]
    for number, words in enumerate(rule_words(rules), start=1):
        assert f"{number}. {words}" in said


def test_three_cards_are_charted_and_every_bonus_stated() -> None:
    blocks = blocks_of(THREE_CARD)
    captions = {c.caption for b in blocks if isinstance(b, Charts) for c in b.charts}
    assert {"Four cards and more: hard totals", "Four cards and more: soft totals"} <= captions
    bonuses = next(b for b in blocks if isinstance(b, Grid) and b.heads[0] == "pay table")
    here = [row for row in bonuses.rows if str(row[0]).endswith("(here)")]
    assert len(here) == 1
    assert here[0][2] == percent(told_of(THREE_CARD).stakes[1].edge, 6)


def test_the_command_that_solves_it_again_names_the_compulsory_table() -> None:
    facts = [f for b in blocks_of(WILD) if isinstance(b, Facts) for f in b.facts]
    (again,) = (fact.text for fact in facts if fact.name == "To solve it again")
    assert "-o table.odds=PT-FLT-DWHF-ODS-01" in again
