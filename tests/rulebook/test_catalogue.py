"""The shelf is full: every game, wager and pay table has its name, and everything its clause."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator

import pytest

from pitboss.cards import DECKS
from pitboss.rulebook.check.options import resolved_options
from pitboss.rulebook.configured import configure
from pitboss.rulebook.house import House, parse_share
from pitboss.rulebook.model import WITHOUT_BLACKJACK, BlackjackRules, Game, PayTable
from pitboss.rulebook.money import parse_dollars
from pitboss.rulebook.pays import Odds, parse_pay, parse_ratio
from pitboss.rulebook.phrases import nearest
from pitboss.rulebook.problems import RulesError
from pitboss.rulebook.reading.library import game, game_ids, games, rulings
from tests.rows import every_row

IDS = (
    "wa/spanish-21",
    "wa/spanish-21-v003",
    "wa/spanish-21-v002",
    "ilani/spanish-21",
    "bet-bigger/spanish-21",
    "co/21-holdem",
    "co/blackjack-switch",
    "co/ante-up-21",
    "co/21-plus-3",
    "co/golden-21",
    "co/straight-jack",
    "co/straight-jack-progressive",
    "co/3-card-21",
    "co/pai-jack",
    "co/buffalo-2",
    "co/buffalo-3",
    "co/trilux",
    "co/free-bet",
    "co/extreme-21",
    "co/deuces-wild-xtreme",
    "co/ride-free",
    "reference/blackjack",
)
REFERENCE = IDS[-1]
"""The one game without a document, and so without rulings on it and without pay tables."""
BLACKJACK = [one.id for one in games() if one.round not in WITHOUT_BLACKJACK]

Offer = Callable[..., House]


def test_the_catalogue_has_the_contracts_games_in_the_documents_order() -> None:
    assert len(IDS) == len({*IDS}) == 21 + 1
    assert game_ids() == IDS
    assert tuple(one.id for one in games()) == IDS


def test_an_unknown_game_is_refused_with_the_nearest_names() -> None:
    with pytest.raises(RulesError) as error:
        game("co/free-bed")

    (problem,) = error.value.problems
    assert problem.code == "game/unknown"
    assert "'co/free-bed'" in problem.message
    assert "co/free-bet" in problem.message


def test_a_game_is_found_by_the_part_behind_the_slash_too() -> None:
    assert nearest("trilux", IDS).startswith("co/trilux")
    assert nearest("xyzzy", IDS) == ""


def cites(one: Game) -> Iterator[tuple[str, str]]:
    """Yield what a game consists of, and the clause each piece cites."""
    for option in one.options:
        yield f"option {option.id}", option.cite
        for condition in option.conditions:
            yield f"condition of {option.id}", condition.cite
    for wager in one.wagers:
        yield f"wager {wager.id}", wager.cite
        if wager.jackpot:
            yield f"jackpot {wager.id}", wager.jackpot.cite
    for printed in one.tables:
        yield f"table {printed.id}", printed.cite
    if one.super_bonus:
        yield "super bonus", one.super_bonus.cite


@every_row("game_id", IDS)
def test_everything_in_a_game_cites_its_clause(game_id: str) -> None:
    one = game(game_id)

    assert [piece for piece, cite in cites(one) if not cite.strip()] == []
    assert [ruling.id for ruling in one.rulings if not ruling.cite.strip()] == []


@every_row("game_id", IDS)
def test_every_game_has_a_title_a_source_clauses_and_rulings(game_id: str) -> None:
    one = game(game_id)

    assert one.id == game_id
    assert all((one.title, one.document, one.jurisdiction, one.summary))
    assert one.clauses
    assert all(name and text for name, text in one.clauses.items())
    assert bool(one.rulings) == bool(one.tables) == (game_id != REFERENCE)
    assert one.deck in DECKS
    assert one.wagers[0].id in {"main", "main-1", "ante"}


@every_row("game_id", IDS)
def test_every_ruling_that_is_cited_is_there_and_is_about_the_game(game_id: str) -> None:
    one = game(game_id)
    known = {ruling.id for ruling in one.rulings}
    unknown = {piece: rulings_in(cite) - known for piece, cite in cites(one)}

    assert {piece: named for piece, named in unknown.items() if named} == {}


def rulings_in(cite: str) -> set[str]:
    """Return the rulings a clause names: "rulings C5-C7, D1" is C5, C6, C7 and D1.

    >>> sorted(rulings_in("2115(1); rulings C5-C7, D1"))
    ['C5', 'C6', 'C7', 'D1']
    """
    ids: set[str] = set()
    for words in re.findall(r"rulings? ([A-Z0-9, -]+)", cite):
        for letter, first, last in re.findall(r"\b([A-Z])(\d+)(?:-[A-Z]?(\d+))?", words):
            ids |= {f"{letter}{n}" for n in range(int(first), int(last or first) + 1)}
    return ids


def test_some_rulings_are_cited_so_that_the_test_above_reads_something() -> None:
    named = [rulings_in(cite) for one in games() for _, cite in cites(one)]

    assert {"W2", "W3", "W4", "C1", "C60", "C67"} <= set().union(*named)


def test_every_ruling_says_what_was_asked_and_how_it_is_read() -> None:
    ids = [ruling.id for ruling in rulings()]

    assert len(ids) == len(set(ids))
    assert all(ruling.question and ruling.ruling and ruling.games for ruling in rulings())


@every_row("game_id", IDS)
def test_every_text_that_stands_for_a_number_can_be_read(game_id: str) -> None:
    one = game(game_id)
    ratios = [one.fixed.get("blackjack"), one.fixed.get("insurance_pays")]
    ratios += [v for option in one.options if option.id == "blackjack" for v in option.values]

    for ratio in ratios:
        assert ratio is None or parse_ratio(str(ratio)).to > 0
    for wager in one.wagers:
        assert wager.pays is None or isinstance(parse_pay(wager.pays), Odds)
        assert bool(wager.pays) != bool(one.tables_of(wager.id)), wager.id
        if wager.jackpot and wager.jackpot.contribution:
            assert parse_share(wager.jackpot.contribution) > 0
    for printed in one.tables:
        assert printed.seed is None or (parse_dollars(printed.seed) > 0 and printed.base_wager)
        assert printed.increment is None or parse_share(printed.increment) > 0


@every_row("game_id", BLACKJACK)
def test_a_blackjack_games_rules_are_complete_whatever_the_house_chooses(
    game_id: str, offering: Offer
) -> None:
    """The smallest house, and every value of every option in turn where it stands alone."""
    house = offering(game_id)
    names = {field.name for field in dataclasses.fields(BlackjackRules)}
    accepted = 0
    for option in game(game_id).options:
        for value in option.values:
            chosen = dataclasses.replace(house, options={**house.options, option.id: value})
            try:
                configured = configure(chosen)
            except RulesError as error:
                # Nothing but a condition, or a table for other decks, stands in the way.
                assert {p.code for p in error.problems} == {"option/conflict"}  # noqa: PT017
                continue
            accepted += 1
            assert configured.rules is not None
            decided = dataclasses.asdict(configured.rules)
            assert set(decided) == names
            assert None not in decided.values()
            assert configured.options[option.id] == value
            rule, meant = option.decides(value)
            assert decided.get(rule, meant) == meant
    assert accepted > len(game(game_id).options)


@every_row("game_id", [one for one in IDS if one not in BLACKJACK])
def test_a_game_without_blackjack_has_its_own_rules_instead(game_id: str, offering: Offer) -> None:
    configured = configure(offering(game_id))

    assert configured.rules is None
    assert configured.game.kind_rules is not None


def test_only_washington_leaves_decks_and_soft_17_without_a_default() -> None:
    required = {(one.id, option.id) for one in games() for option in one.options if option.required}
    washington = ("wa/spanish-21", "wa/spanish-21-v003", "wa/spanish-21-v002")

    assert required == {(one, name) for one in washington for name in ("decks", "soft17")}
    for one in games():
        assert set(resolved_options(one, {})) == {
            option.id for option in one.options if not option.required
        }


PROGRESSIVE_21_PLUS_3 = tuple(f"PT-BJS-213-{number:02}" for number in range(1, 12))


def table(game_id: str, table_id: str) -> PayTable:
    (only,) = (one for one in game(game_id).tables if one.id == table_id)
    return only


def cells(game_id: str, table_id: str) -> list[tuple[str, str]]:
    return [(row.outcome, row.text) for row in table(game_id, table_id).rows]


@every_row("table_id", PROGRESSIVE_21_PLUS_3)
@every_row("game_id", ["co/buffalo-2", "co/buffalo-3"])
def test_the_21_plus_3_progressive_tables_are_the_same_in_2107_2113_and_2114(
    game_id: str, table_id: str
) -> None:
    assert table(game_id, table_id).rows == table("co/21-plus-3", table_id).rows
    assert table(game_id, table_id).base_wager == table("co/21-plus-3", table_id).base_wager == 100
    # It belongs to each section all the same.
    assert table(game_id, table_id).cite != table("co/21-plus-3", table_id).cite


@every_row("table_id", PROGRESSIVE_21_PLUS_3)
def test_ride_free_prints_them_with_another_second_row_in_02_05_and_08(table_id: str) -> None:
    """Ruling C1: 2119 pays three aces, kings or queens there, the other sections three aces.

    For a flush, the last row, tables 10 and 11 print "N/A" where the others print "loss".
    """
    expected = cells("co/21-plus-3", table_id)
    if table_id in {"PT-BJS-213-02", "PT-BJS-213-05", "PT-BJS-213-08"}:
        assert expected[1][0] == "three-aces-suited"
        expected[1] = ("three-aces-kings-or-queens-suited", expected[1][1])
    if table_id in {"PT-BJS-213-10", "PT-BJS-213-11"}:
        assert expected[-1] == ("flush", "loss")
        expected[-1] = ("flush", "N/A")

    assert cells("co/ride-free", table_id) == expected


def test_ride_free_words_the_rows_in_its_own_way() -> None:
    names = [row.name for row in table("co/ride-free", "PT-BJS-213-03").rows]

    assert "Three-of-a-Kind (Offsuit)" in names
    assert "Three of a Kind" in [row.name for row in table("co/21-plus-3", "PT-BJS-213-03").rows]


WASHINGTON_PAIRS = [
    (f"{old}-{number}", f"{new}-{number}")
    for old, new in {
        **{f"8{letter}": f"3{letter}" for letter in "abcd"},
        **dict(zip(("9a", "9b", "9c", "9d"), ("4b", "4c", "4d", "4e"), strict=True)),
    }.items()
    for number in range(1, 9)
]


@every_row(("old", "new"), WASHINGTON_PAIRS)
def test_washingtons_tables_8_and_9_of_v002_are_tables_3_and_4b_to_e_cell_by_cell(
    old: str, new: str
) -> None:
    v002 = table("wa/spanish-21-v002", old)

    for game_id in ("wa/spanish-21", "wa/spanish-21-v003"):
        later = table(game_id, new)
        assert v002.rows == later.rows
        assert v002.printed == later.printed
        assert v002.decks == later.decks
        assert v002.settled == later.settled


def test_washingtons_match_the_dealer_table_is_the_same_in_all_three_editions() -> None:
    per_deck = {
        game_id: {
            decks: printed.rows
            for printed in game(game_id).tables
            if printed.id == table_id
            for decks in printed.decks
        }
        for game_id, table_id in {
            "wa/spanish-21": "2",
            "wa/spanish-21-v003": "2",
            "wa/spanish-21-v002": "7",
        }.items()
    }

    assert set(per_deck["wa/spanish-21"]) == {2, 4, 5, 6, 8}
    assert per_deck["wa/spanish-21"] == per_deck["wa/spanish-21-v003"]
    assert per_deck["wa/spanish-21"] == per_deck["wa/spanish-21-v002"]
