"""Clauses that are words to the dealer or to the players: the printed sheets say them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pitboss.engine.setup import prepare
from pitboss.report.sheets.every_sheet import sheets
from pitboss.report.sheets.parts import (
    HouseStatement,
    HouseWords,
    Sheet,
    Statements,
    Step,
    Steps,
    What,
)
from pitboss.rulebook.house import house_from, parse_house_data
from pitboss.rulebook.reading.library import game
from tests.catalogue.evidence import example
from tests.rules.clauses import clause
from tests.rules.evidence import names

HOLDEM = "co/21-holdem"
ANTE_UP = "co/ante-up-21"
PLUS_3 = "co/21-plus-3"
GOLDEN = "co/golden-21"
STRAIGHT = "co/straight-jack"
PROGRESSIVE = "co/straight-jack-progressive"
SWITCH = "co/blackjack-switch"
PAI_JACK = "co/pai-jack"
TRILUX = "co/trilux"
BUFFALO_2 = "co/buffalo-2"
BUFFALO_3 = "co/buffalo-3"
FREE_BET = "co/free-bet"
DEUCES = "co/deuces-wild-xtreme"
RIDE_FREE = "co/ride-free"


def said(game_id: str, cite: str, what: What = What.PROCEDURE, **house: object) -> str:
    """Return what a sheet of the example house says under a clause; *house* adds to the house."""
    given = parse_house_data(example(game(game_id)).read_text(encoding="utf-8"))
    for key, values in house.items():
        assert isinstance(values, Mapping)
        given[key] = {**given.get(key, {}), **values}
    (sheet,) = sheets(prepare(house_from(given)), HouseWords(), (what,))
    lines = [line for line in _lines(sheet) if names(line.cite, cite)]
    return " ".join(line.text for line in lines).replace("\xa0", " ")


def _lines(sheet: Sheet) -> Iterator[Step | HouseStatement]:
    for part in sheet.parts:
        if isinstance(part, Steps):
            yield from part.steps
        elif isinstance(part, Statements):
            yield from part.statements


@clause(HOLDEM, "2104(1)", how="posted", words="forgetting to is harmless")
@clause(HOLDEM, "2104(5)", how="posted", words="mixing the spots up is harmless")
def test_2104_harmless_errors_are_on_the_dealers_sheet() -> None:
    assert "Forgot to burn a card: a harmless error." in said(HOLDEM, "2104(1)")
    assert "on the wrong community spots. Play goes on." in said(HOLDEM, "2104(5)")


@clause(HOLDEM, "2104(12)", how="posted")
@clause(SWITCH, "2105(4)", how="posted")
@clause(PAI_JACK, "2112(4)", how="posted")
@clause(PROGRESSIVE, "2110(9)", how="posted", words="before another card ... from the hand")
def test_misdeals_and_dead_hands_are_on_the_dealers_sheet() -> None:
    assert "wagers on that hand come back; the rest is played on." in said(HOLDEM, "2104(12)")
    for game_id, cite in ((SWITCH, "2105(4)"), (PAI_JACK, "2112(4)")):
        line = said(game_id, cite)
        assert "The player's open wagers come back; the others play on." in line
        assert "The round is void, and every wager comes back." in line
    line = said(PROGRESSIVE, "2110(9)")
    assert "Before another card, each player may back out of the hand." in line


@clause(ANTE_UP, "2106(13)", how="posted", words="The dealer shows ... announces both hands")
def test_2106_13_the_dealer_shows_and_announces_both_hands() -> None:
    assert "announce both hands" in said(ANTE_UP, "2106(13)")


@clause(SWITCH, "2105(10)", how="posted")
@clause(ANTE_UP, "2106(14)(a)", how="posted")
@clause(BUFFALO_2, "2113(10)", how="posted")
@clause(BUFFALO_3, "2114(9)", how="posted")
@clause(FREE_BET, "2116(10)", how="posted")
def test_the_schedules_in_use_are_displayed() -> None:
    shown = {
        SWITCH: "2105(10)",
        ANTE_UP: "2106(14)(a)",
        BUFFALO_2: "2113(10)",
        BUFFALO_3: "2114(9)",
        FREE_BET: "2116(10)",
    }
    for game_id, cite in shown.items():
        line = said(game_id, cite, What.POSTING)
        assert "The schedules above are those in use at this table." in line, game_id


@clause(PLUS_3, "2107 Start(3)", how="posted")
@clause(BUFFALO_2, "2113(2)", how="posted")
@clause(BUFFALO_3, "2114(2)", how="posted")
@clause(DEUCES, "2118(4)", how="posted")
@clause(RIDE_FREE, "2119(4)", how="posted")
def test_aggregate_limits_are_posted() -> None:
    posted = {
        PLUS_3: ("2107 Start(3)", "21-plus-3-xtreme"),
        BUFFALO_2: ("2113(2)", "21-plus-3"),
        BUFFALO_3: ("2114(2)", "21-plus-3"),
        DEUCES: ("2118(4)", "trips-plus-wild"),
        RIDE_FREE: ("2119(4)", "silver-stack"),
    }
    for game_id, (cite, wager) in posted.items():
        limits = {wager: {"min": 100, "max": 500, "aggregate": 4_321_000}}
        line = said(game_id, cite, What.POSTING, limits=limits)
        assert "All players together are paid at most $43,210 on it in one round." in line, game_id


@clause(RIDE_FREE, "2119(23)(a)(iii)", how="posted")
@clause(RIDE_FREE, "2119(24)(a)(iii)", how="posted")
def test_2119_23_a_iii_a_limit_of_a_round_or_of_a_hand_is_posted() -> None:
    for wager, cite in (("hedge-22", "2119(23)(a)(iii)"), ("silver-stack", "2119(24)(a)(iii)")):
        limits = {wager: {"min": 100, "max": 500, "aggregate": 4_321_000}}
        assert "at most $43,210 on it in one round" in said(RIDE_FREE, cite, limits=limits)


@clause(GOLDEN, "2108 Golden(3)", how="posted", words="Its limits are posted")
@clause(GOLDEN, "2108 Golden(4)", how="posted", words="may cap them")
@clause(BUFFALO_2, "2113(4)", how="posted", words="may cap them")
@clause(BUFFALO_3, "2114(4)", how="posted", words="may cap them")
@clause(TRILUX, "2115(1)(c)", how="posted", words="any restriction on them must be posted")
def test_limits_and_what_restricts_tips_are_posted() -> None:
    limits = {"golden-21": {"min": 300, "max": 700}}
    assert "$3 to $7" in said(GOLDEN, "2108 Golden(3)", limits=limits)
    capped = {
        GOLDEN: ("2108 Golden(4)", "golden-21"),
        BUFFALO_2: ("2113(4)", "21-plus-3"),
        BUFFALO_3: ("2114(4)", "21-plus-3"),
        TRILUX: ("2115(1)(c)", "trilux-bonus"),
    }
    for game_id, (cite, wager) in capped.items():
        limits = {f"tip:{wager}": {"max": 300}}
        line = said(game_id, cite, What.POSTING, limits=limits)
        assert "A wager for the dealer is at most $3." in line, game_id
    line = said(TRILUX, "2115(1)(c)", What.POSTING, options={"tips": False})
    assert "No bets for the dealer are taken." in line


@clause(PLUS_3, "2107 Start(2)", how="posted", words="locked in by the dealer")
@clause(BUFFALO_2, "2113(3)", how="posted", words="locked in by the dealer")
@clause(BUFFALO_3, "2114(3)", how="posted", words="locked in by the dealer")
@clause(PROGRESSIVE, "2110(7)", how="posted", words="When all bets are down the dealer locks them")
def test_the_dealer_locks_progressive_wagers_in() -> None:
    locked = {
        PLUS_3: "2107 Start(2)",
        BUFFALO_2: "2113(3)",
        BUFFALO_3: "2114(3)",
        PROGRESSIVE: "2110(7)",
    }
    tables = {"21-plus-3-progressive": "PT-BJS-213-01"}
    terms = {"scheme": "progressive", "wager": 100, "contribution": "20%", "seed": "1000.00"}
    jackpots = {"21-plus-3-progressive": terms}
    for game_id, cite in locked.items():
        if game_id == PROGRESSIVE:
            line = said(game_id, cite)
        else:
            line = said(game_id, cite, tables=tables, jackpots=jackpots)
        assert "each wager is counted before the first card" in line, game_id


@clause(STRAIGHT, "2109(9)(c)", how="posted")
@clause(PROGRESSIVE, "2110(13)", "2110(15)(a)", "2110(15)(b)(ii)", how="posted")
def test_2110_what_dealer_and_supervisor_do_with_the_progressive_system() -> None:
    assert said(PROGRESSIVE, "2110(13)") == (
        "Put the cards into the discard rack and key in the end of the game."
    )
    assert "Then put the cards into the discard rack." in said(STRAIGHT, "2109(9)(c)")
    stop = "On a winning progressive hand stop the deal and call the supervisor"
    assert stop in said(PROGRESSIVE, "2110(15)(a)")
    assert "has you key in the win" in said(PROGRESSIVE, "2110(15)(b)(ii)")


@clause(PAI_JACK, "2112(5)", how="posted", words="shown and announced")
@clause(
    PAI_JACK,
    "2112(7)",
    how="posted",
    words="and is laid, all five cards face down, on the high spot",
)
@clause(PAI_JACK, "2112(11)(j)", "2112(11)(j) note", how="posted")
def test_2112_what_players_and_staff_do_with_the_cards() -> None:
    assert "shows and announces it" in said(PAI_JACK, "2112(5)")
    assert "all five cards face down on the high spot" in said(PAI_JACK, "2112(7)")
    help_ = said(PAI_JACK, "2112(11)(j)", options={"house_way_help": True})
    assert "help a player set the hand, asked or unasked, but only the house way" in help_


@clause(
    FREE_BET, "2116(8)", how="posted", words="a lammer is put at the dealer's right of the wager"
)
@clause(
    FREE_BET, "2116(9)", how="posted", words="a lammer is put at the dealer's right of the wager"
)
@clause(FREE_BET, "2116(8)(d)", how="posted", words="its cards stay face down ... the round's end")
@clause(FREE_BET, "2116(8)(d)(ii)", how="posted", words="with two fingers ... beside the wager")
@clause(RIDE_FREE, "2119(9)(a)", how="posted")
@clause(
    RIDE_FREE, "2119(18)", how="posted", words="A bust original hand lies face down under its wager"
)
def test_where_lammers_bets_and_bust_hands_lie() -> None:
    assert "put a lammer at your right of the wager" in said(FREE_BET, "2116(9)")
    assert "a lammer for each new hand" in said(FREE_BET, "2116(8)")
    for game_id, cite in ((FREE_BET, "2116(8)(d)"), (RIDE_FREE, "2119(18)")):
        line = said(game_id, cite)
        assert "lay the original hand face down and put its bet on top" in line
        assert "collect the original bet that bust and its cards" in line
    assert "two fingers face down beside the wager" in said(FREE_BET, "2116(8)(d)(ii)")
    assert "on the table until that wager is settled" in said(RIDE_FREE, "2119(9)(a)")
