"""Main games of every kind in the maths report."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from html import unescape
from pathlib import Path

import pytest

from pitboss.engine.setup import prepare
from pitboss.exact.ante_up.solution import METHOD as ANTE_UP_METHOD
from pitboss.exact.holdem.poker import poker_solution
from pitboss.exact.holdem.solution import METHOD as POKER_METHOD
from pitboss.exact.kinds import house_edge
from pitboss.exact.pai_jack.settings import SettingRules, rule_words
from pitboss.exact.pai_jack.solution import METHOD as PAI_JACK_METHOD
from pitboss.exact.pai_jack.solution import pai_jack_solution
from pitboss.exact.three_card_21.solution import METHOD as THREE_CARD_METHOD
from pitboss.exact.wild_poker.solution import METHOD as WILD_METHOD
from pitboss.exact.wild_poker.solution import wild_solution
from pitboss.report.document.blocks import Block, Cell, Charts, Facts, Grid, Heading, Paragraph
from pitboss.report.document.html import html_page
from pitboss.report.document.terminal import terminal_text
from pitboss.report.games.page import game_sections
from pitboss.report.games.report import GameReport
from pitboss.report.kinds import KINDS, game_reports
from pitboss.report.maths.model import MathsReport, maths
from pitboss.report.maths.page import NOT_SOLVED, maths_page
from pitboss.rulebook.defaults import add_compulsory_tables
from pitboss.rulebook.house import House
from pitboss.rulebook.model import RoundKind
from pitboss.text.numbers import percent
from tests.tiers import IS_NIGHT

DOCS = Path(__file__).resolve().parents[2] / "docs"
ANTE_UP = "co/ante-up-21"
HOLDEM = "co/21-holdem"
PAI_JACK = "co/pai-jack"
THREE_CARD = "co/3-card-21"
WILD = "co/deuces-wild-xtreme"
METHODS = {
    HOLDEM: POKER_METHOD,
    PAI_JACK: PAI_JACK_METHOD,
    THREE_CARD: THREE_CARD_METHOD,
    WILD: WILD_METHOD,
    ANTE_UP: ANTE_UP_METHOD,
}
GAMES = [game for game in METHODS if IS_NIGHT or game != ANTE_UP]
"""What every option of Ante Up 21 is worth takes long."""


def house_of(game: str) -> House:
    if game == HOLDEM:
        return House(game=game, tables={"poker": "poker"})
    return add_compulsory_tables(House(game=game))[0]


@cache
def reports_of(game: str) -> tuple[GameReport, ...]:
    return game_reports(house_of(game))


def last_of(game: str) -> GameReport:
    """The report of the game, of 21-Hold 'em that of its poker part."""
    return reports_of(game)[-1]


@cache
def report_of(game: str) -> MathsReport:
    return maths(house_of(game), games=reports_of(game))


@cache
def blocks_of(game: str) -> tuple[Block, ...]:
    return maths_page(report_of(game), date="2025-11-15").blocks


@cache
def text_of(game: str) -> str:
    return unescape(html_page(maths_page(report_of(game), date="2025-11-15")))


def test_every_kind_of_round_is_reported() -> None:
    assert set(KINDS) == set(RoundKind)


@pytest.mark.parametrize("kind", RoundKind)
def test_the_page_that_explains_a_kind_is_there(kind: RoundKind) -> None:
    page, _, anchor = KINDS[kind].page.partition("#")
    text = (DOCS / page).read_text(encoding="utf-8")
    titles = {
        line.strip("# ").lower().replace(" ", "-") for line in text.splitlines() if "#" in line
    }
    assert not anchor or anchor in titles


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("game", GAMES)
def test_the_section_has_every_figure_the_parts_and_the_method(game: str) -> None:
    report = last_of(game)
    text = text_of(game)
    assert NOT_SOLVED not in text
    assert "not stated" not in text
    for fact in report.figures:
        assert all(words in text for words in (fact.name, fact.text, fact.below))
    titles = {block.text for block in blocks_of(game) if isinstance(block, Heading)}
    assert {*report.sections, *report.strategy} <= titles
    assert {"Actual against theoretical win", "Method and limits"} <= titles
    method = METHODS[game]
    assert f"{method[0].upper()}{method[1:]}." in text


# By day whole pages of other games are written for the terminal.
@pytest.mark.nightly(but=["co/pai-jack"])
@pytest.mark.parametrize("game", GAMES)
def test_a_terminal_shows_every_figure_and_table_in_eighty_columns(game: str) -> None:
    """Words may be broken over lines, but no figure is lost."""
    shown = terminal_text(game_sections(reports_of(game), ""))
    assert max(map(len, shown.splitlines())) <= 80
    words = set(shown.split())
    for report in reports_of(game):
        for fact in report.figures:
            assert set(plain(f"{fact.name} {fact.text} {fact.below}").split()) <= words
        for blocks in (*report.sections.values(), *report.strategy.values()):
            for block in blocks:
                if isinstance(block, Grid):
                    cells = (text for row in block.rows for cell in row for text in lines_of(cell))
                    assert all(set(plain(text).split()) <= words for text in cells)


def plain(text: str) -> str:
    return text.replace("−", "-").replace("–", "-")


def lines_of(cell: Cell) -> tuple[str, ...]:
    return (cell,) if isinstance(cell, str) else cell


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("game", GAMES)
def test_the_summary_has_every_part(game: str) -> None:
    summary = next(b for b in blocks_of(game) if isinstance(b, Grid) and b.heads[0] == "wager")
    assert summary.heads[2:7] == (
        *("house edge", "return", "hit frequency", "win frequency", "std. deviation"),
    )
    rows = {row[0]: row for row in summary.rows}
    for part in last_of(game).parts:
        row = rows[part.name, f"{part.aim}, of {part.unit}"]
        assert row[2:4] == (percent(part.edge), percent(1 - part.edge))
        if part.distribution:
            gained = [result.probability for result in part.distribution if result.gain > 0]
            pushed = [result.probability for result in part.distribution if result.gain == 0]
            assert row[4:6] == (percent(sum(gained + pushed), 3), percent(sum(gained), 3))
        else:
            assert row[4:6] == ("–", "–")
        deviation = part.standard_deviation
        assert row[6] == ("–" if deviation is None else f"{deviation:.4f}")


@pytest.mark.parametrize("game", GAMES)
def test_results_add_up_to_the_edge_and_the_deviation(game: str) -> None:
    known = [part for part in last_of(game).parts if part.distribution]
    assert bool(known) == (game != ANTE_UP)  # of which only how poker ends is known
    for part in known:
        chances = [result.probability for result in part.distribution]
        mean = sum(result.gain * result.probability for result in part.distribution)
        square = sum(result.gain**2 * result.probability for result in part.distribution)
        assert sum(chances) == pytest.approx(1, abs=1e-9)
        assert mean == pytest.approx(-part.house_edge, abs=1e-6)
        deviation = (square - mean**2) ** 0.5
        assert deviation == pytest.approx(part.standard_deviation, abs=1e-6)
        assert sum(part.chance(sign=sign) for sign in (-1, 0, 1)) == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("game", GAMES)
def test_options_are_compared_by_the_edge_of_the_first_part(game: str) -> None:
    report = last_of(game)
    if report.title:
        assert report.effects is None
        return
    assert report.effects is not None
    assert report.main.house_edge == pytest.approx(house_edge(prepare(house_of(game))), abs=1e-12)
    for effect in report.effects.changes:
        assert effect.change == pytest.approx(effect.house_edge - report.main.house_edge)
        assert percent(effect.house_edge) in text_of(game)


def test_exact_edges_are_written_as_fractions() -> None:
    exact = {
        HOLDEM: poker_solution(prepare(house_of(HOLDEM))).poker_edge,
        PAI_JACK: pai_jack_solution(prepare(house_of(PAI_JACK))).house_edge,
        WILD: wild_solution(prepare(house_of(WILD))).house_edge,
    }
    for game, edge in exact.items():
        assert isinstance(edge, Fraction)
        assert last_of(game).main.edge == edge
        fractions = next(
            b
            for b in blocks_of(game)
            if isinstance(b, Grid) and b.heads[1:] == ("figure", "exactly")
        )
        assert (last_of(game).main.name, "House edge", str(edge)) in fractions.rows
        assert str(edge) in text_of(game)


def test_the_poker_part_stands_beside_the_blackjack_solved_or_not() -> None:
    numbered = {b.text: b.number for b in blocks_of(HOLDEM) if isinstance(b, Heading) and b.number}
    assert numbered["The poker part"] == "4.7"
    assert report_of(HOLDEM).unsolved == ()
    alone = maths_page(maths(house_of(HOLDEM), games=(last_of(HOLDEM),)), date="2025-11-15")
    text = unescape(html_page(alone))
    assert NOT_SOLVED in text
    assert percent(last_of(HOLDEM).main.edge, 6) in text


def test_a_table_without_poker_reports_none() -> None:
    assert [report.title for report in reports_of(HOLDEM)] == ["", "The poker part"]
    (alone,) = game_reports(House(game=HOLDEM, tables={}))
    assert not alone.title


def test_how_to_set_is_said_in_the_words_of_the_solver() -> None:
    rules = SettingRules(pai_jack_solution(prepare(house_of(PAI_JACK))))
    texts = [b.text for b in blocks_of(PAI_JACK) if isinstance(b, Paragraph)]
    for number, words in enumerate(rule_words(rules), start=1):
        assert f"{number}. {words}" in texts


def test_three_cards_are_charted_and_every_bonus_stated() -> None:
    blocks = blocks_of(THREE_CARD)
    captions = {c.caption for b in blocks if isinstance(b, Charts) for c in b.charts}
    assert {"Four cards and more: hard totals", "Four cards and more: soft totals"} <= captions
    bonuses = next(b for b in blocks if isinstance(b, Grid) and b.heads[0] == "pay table")
    here = [row for row in bonuses.rows if str(row[0]).endswith("(here)")]
    assert len(here) == 1
    assert here[0][2] == percent(last_of(THREE_CARD).parts[1].edge, 6)


def test_the_command_that_solves_it_again_names_the_compulsory_table() -> None:
    facts = [f for b in blocks_of(WILD) if isinstance(b, Facts) for f in b.facts]
    (again,) = (fact.text for fact in facts if fact.name == "To solve it again")
    assert "-o table.odds=PT-FLT-DWHF-ODS-01" in again
