"""The sheets that hang in the pit: what they say is what the table does."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import typst

from pitboss.engine.setup import Setup, prepare
from pitboss.report.document.strategy_svg import code_cell, draw_rows
from pitboss.report.sheets.citations import CLAUSES
from pitboss.report.sheets.every_sheet import sheets
from pitboss.report.sheets.html import sheets_html
from pitboss.report.sheets.parts import (
    HouseWords,
    Panels,
    Sheet,
    SheetLimits,
    Statements,
    Steps,
    What,
)
from pitboss.report.sheets.pdf import TEMPLATE, sheet_inputs, sheets_pdf
from pitboss.report.sheets.procedure import procedure
from pitboss.report.sheets.signs import felt_sign, posting, rack_card
from pitboss.rulebook.defaults import complete_table
from pitboss.rulebook.house import House, JackpotSetup, Limits, read_house
from pitboss.rulebook.model import Moment
from pitboss.rulebook.pays import Plain
from pitboss.rulebook.reading.library import games
from pitboss.text.numbers import short_money
from tests.tiers import IS_NIGHT

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.toml"))
NOBODY = HouseWords()
UNSOLVED = tuple(what for what in What if what is not What.STRATEGY_CARD)


@pytest.fixture(scope="module")
def houses() -> dict[str, Setup]:
    """Every example house, ready for play."""
    return {path.stem: prepare(read_house(path)) for path in EXAMPLES}


def words(sheet: Sheet) -> str:
    """Everything that is printed on a sheet."""
    return str(sheet.parts).replace("\\xa0", " ")


def test_every_pay_of_every_wager_is_on_the_rack_card_and_the_posting(
    houses: dict[str, Setup],
) -> None:
    missing = [
        (name, sheet.what, spot.wager.id, row.name)
        for name, setup in houses.items()
        for sheet in (rack_card(setup, NOBODY), posting(setup, NOBODY))
        for spot in setup.configured.spots.values()
        for row in (spot.table.rows if spot.table else ())
        if row.is_offered and row.pay is not Plain.LOSS and repr(row.name)[1:-1] not in words(sheet)
    ]
    assert missing == []


def test_every_limit_that_the_house_sets_is_posted(houses: dict[str, Setup]) -> None:
    """WAC 230-15-060 wants the limits of every wager, the jackpots' one amount too."""
    missing = []
    for name, setup in houses.items():
        for sheet in (felt_sign(setup, NOBODY), posting(setup, NOBODY)):
            (shown,) = (part for part in sheet.parts if isinstance(part, SheetLimits))
            amounts = {limit.amount for limit in (*shown.main, *shown.others)}
            for spot in setup.configured.spots.values():
                if spot.max is None or spot.wager.at_most or spot.wager.equals or spot.jackpot:
                    continue
                ends = dict.fromkeys((short_money(spot.min), short_money(spot.max)))
                amount = " – ".join(ends)
                if amount not in amounts:
                    missing.append((name, sheet.what, spot.wager.id))
    assert missing == []


def steps(sheet: Sheet) -> Iterator[str]:
    for part in sheet.parts:
        if isinstance(part, Steps):
            yield from (step.text for step in part.steps)


def test_the_procedure_takes_and_settles_every_wager_once(houses: dict[str, Setup]) -> None:
    wrong = []
    for name, setup in houses.items():
        settled = [text for text in steps(procedure(setup, NOBODY)) if ": settle " in text]
        for spot in setup.configured.spots.values():
            # What a fold may decide instead has a step of the game's own.
            if spot.table is not None and spot.wager.id not in setup.plan.tables_played:
                count = sum(f"pay table {spot.table.id}." in text for text in settled)
                if not count:
                    wrong.append((name, spot.wager.id))
    assert wrong == []


def test_a_down_card_wager_is_not_settled_with_the_up_card(houses: dict[str, Setup]) -> None:
    setup = houses["wa-spanish-21"]
    spots = setup.configured.spots
    assert spots["match-down"].wager.settled is Moment.DOWN_CARD
    order = list(steps(procedure(setup, NOBODY)))
    up = next(n for n, text in enumerate(order) if text.startswith("Match The Dealer Up Card: se"))
    down = next(n for n, t in enumerate(order) if t.startswith("Match The Dealer Down Card: se"))
    peek = next(n for n, text in enumerate(order) if "look at your down card" in text)
    assert up < peek < down


def test_the_clauses_that_a_procedure_cites_exist() -> None:
    """Each topic has at most one clause of a game, and no clause is of no game."""
    clauses = {clause for game in games() for clause in game.clauses}
    assert {c for named in CLAUSES.values() for c in named} <= clauses
    twice = [
        (game.id, topic)
        for game in games()
        for topic, named in CLAUSES.items()
        if sum(clause in game.clauses for clause in named) > 1
    ]
    assert twice == []


def test_washington_has_what_wac_230_15_060_wants(houses: dict[str, Setup]) -> None:
    """Limits and fees, jackpots, prizes, employees, disputes, and where the rules are."""
    sheet = posting(houses["wa-spanish-21"], HouseWords(employees="Employees do not play."))
    (part,) = (part for part in sheet.parts if isinstance(part, Statements))
    by_title = {statement.title: statement for statement in part.statements}
    for title in ("Fees to play", "Play by employees", "Disputes", "Rules of play"):
        assert by_title[title].cite == "WAC 230-15-060"
    assert by_title["Play by employees"].text == "Employees do not play."
    assert by_title["Disputes"].text == ""
    assert "$5,000" in by_title["Match The Dealer Jackpot"].text
    assert any(isinstance(part, Panels) for part in sheet.parts)


def test_a_house_jackpot_has_the_three_statements_of_wac_230_15_671() -> None:
    jackpot = JackpotSetup(scheme="house", wager=100, prize={"100%": "5000.00", "10%": "500.00"})
    house = House(
        game="wa/spanish-21",
        options={"decks": 6, "soft17": "hit"},
        tables={"jackpot-1": "3c-5"},
        jackpots={"jackpot-1": jackpot},
    )
    sheet = posting(prepare(house), NOBODY)
    (part,) = (part for part in sheet.parts if isinstance(part, Statements))
    (text,) = (
        statement.text for statement in part.statements if statement.cite == "WAC 230-15-671"
    )
    assert "$5,000, $500: a fixed amount" in text
    assert "involves no player-funded money" in text
    assert "may be removed without notice" in text
    (panels,) = (part for part in sheet.parts if isinstance(part, Panels))
    rows = dict(row for panel in panels.panels for row in panel.rows if len(row) == 2)
    assert rows["2 Suited Aces of ♠"] == "$5,000"


def test_a_rack_card_says_what_may_be_bet_and_insured_alone(houses: dict[str, Setup]) -> None:
    """2117 Big 3(1): no main wager is needed; 2105(8)(a): one or both wagers are insured."""
    extreme = list(steps(rack_card(houses["co-extreme-21"], NOBODY)))
    assert extreme[0] == "Before the deal, bet on Blackjack, or on Big 3 alone."
    switch = " ".join(steps(rack_card(houses["co-blackjack-switch"], NOBODY)))
    assert "insure either wager or both, each for up to half" in switch


def test_the_numbers_of_a_procedure_go_on_from_section_to_section(houses: dict[str, Setup]) -> None:
    parts = [p for p in procedure(houses["co-free-bet"], NOBODY).parts if isinstance(p, Steps)]
    following = 1
    for part in parts:
        assert part.first == following
        following += len(part.steps)


def page_ends(sheet: Sheet) -> list[float]:
    """Where the last line of every page stands, as a share of the page's height."""
    ends = typst.query(
        TEMPLATE.read_bytes(),
        "<page-end>",
        field="value",
        ignore_system_fonts=True,
        sys_inputs=sheet_inputs([sheet], "us-letter"),
    )
    return [float(end) for end in json.loads(ends)]


PAGES = {What.FELT_SIGN: 1, What.POSTING: 1, What.RACK_CARD: 2, What.PROCEDURE: 2}
"""Pages of a sheet at most; a card has two sides."""
SPARSE = {("reference-blackjack", What.POSTING), ("reference-blackjack", What.RACK_CARD)}
"""A game without side wagers has little to post, in the largest letters there are."""
LONGEST_AND_SHORTEST = {"wa-spanish-21", "co-pai-jack"}
NEXT_TO_THEM = {"co-ride-free", "co-deuces-wild-xtreme"} if IS_NIGHT else set()


def test_every_sheet_fits_its_pages_and_fills_them(houses: dict[str, Setup]) -> None:
    """The fewer words there are, the larger they are; no page has a line or two alone.

    By day the sheets with most words and with fewest, at night those of every game.
    """
    wrong = []
    house = HouseWords(name="The Emerald Card Room")
    for name, setup in houses.items():
        is_extreme = name in LONGEST_AND_SHORTEST | NEXT_TO_THEM
        kinds = tuple(PAGES) if is_extreme else (What.POSTING,) if IS_NIGHT else ()
        for sheet in sheets(setup, house, kinds):
            ends = page_ends(sheet)
            is_full = min(ends) >= 0.8 and max(ends) <= 0.96
            if len(ends) > PAGES[sheet.what] or not (is_full or (name, sheet.what) in SPARSE):
                wrong.append((name, sheet.what, ends))
    assert wrong == []


def test_a_long_label_of_a_chart_is_folded_and_not_cut() -> None:
    """First cards that are played alike are one row: 3 Card 21 has a row of 53 hands."""
    hands = " ".join(f"{low}{mid}{high}" for low in "A23" for mid in "456" for high in "789T")
    svg = draw_rows(
        "First cards", [(hands, [code_cell("H")] * 10), ("AA7", [code_cell("S")] * 10)]
    ).svg
    ends = re.findall(r'<text x="([\d.]+)"[^>]*text-anchor="end"[^>]*>([^<]*)<', svg)
    assert " ".join(text for _, text in ends) == f"{hands} AA7"
    # A capital or a digit of this size is five units wide.
    assert [text for x, text in ends if float(x) < 5 * len(text)] == []


def test_a_page_for_the_browser_and_a_pdf_have_every_sheet(houses: dict[str, Setup]) -> None:
    setup = houses["co-pai-jack"]
    made = sheets(setup, NOBODY, tuple(What))
    assert [sheet.what for sheet in made] == list(What)
    page = sheets_html(made, paper="a4")
    assert all(f'class="{sheet.page} {sheet.what}"' in page for sheet in made)
    assert "Set the house way if its high hand is 21." in page
    assert sheets_pdf(made, date="2026-11-16").startswith(b"%PDF")
    assert sheets_pdf(made, date="2026-11-16") == sheets_pdf(made, date="2026-11-16")


def test_a_posting_tells_the_truth_about_a_reserve(houses: dict[str, Setup]) -> None:
    """Of 21 % of a wager the meter shows 18.9 %; the rest and the seed start the next one."""
    said = words(posting(houses["wa-spanish-21"], NOBODY))
    assert "18.90% of each wager is added to it, and 2.10% is kept in reserve" in said
    assert "starts again at $2,500 plus the reserve" in said
    assert "21.00% of each wager is added to it. After 100%" in said, "the one without a reserve"


@pytest.mark.parametrize("name", ["wa-spanish-21", "co-free-bet"])
def test_a_strategy_card_has_two_faces_and_no_table_of_a_mathematician(
    houses: dict[str, Setup], name: str
) -> None:
    (card,) = sheets(houses[name], NOBODY, (What.STRATEGY_CARD,))
    assert "After a split" not in words(card)
    assert "°" not in words(card)
    pages = len(re.findall(rb"/Type\s*/Page[^s]", sheets_pdf([card], date="2026-11-16")))
    assert 1 <= pages <= 2


def test_a_sign_has_every_wager_that_is_offered_and_no_half_range() -> None:
    house = House(
        game="co/free-bet",
        limits={"main": Limits(min=500, max=40_000), "push-22": Limits(max=10_000)},
    )
    setup = prepare(complete_table(house)[0])
    for sheet in (felt_sign(setup, NOBODY), posting(setup, NOBODY)):
        (shown,) = (part for part in sheet.parts if isinstance(part, SheetLimits))
        posted = {limit.name: limit.amount for limit in (*shown.main, *shown.others)}
        assert posted["Push 22"] == "up to $100"
        offered = {spot.wager.title for spot in setup.configured.spots.values() if spot.table}
        assert offered <= posted.keys()
        assert posted["Pot of Gold"] == "any amount"


def test_a_sign_says_once_that_21_always_wins(houses: dict[str, Setup]) -> None:
    assert words(felt_sign(houses["wa-spanish-21"], NOBODY)).lower().count("21 always wins") == 1


def test_suit_specific_is_posted_with_its_suit(houses: dict[str, Setup]) -> None:
    setup = houses["co-21-plus-3"]
    suit = ("spades", "hearts", "diamonds", "clubs")[setup.specific_suit]
    for sheet in (rack_card(setup, NOBODY), posting(setup, NOBODY)):
        assert f"Suit Specific: {suit}." in words(sheet)
