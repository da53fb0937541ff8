"""The dealer's sheet and the posting as `pitboss print` writes them, read beside the documents.

A row names a table, a clause that its sheet must cite, words that its steps must have and words
that no step may have, all written from the documents.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import NamedTuple

import pytest

from pitboss.engine.setup import Setup, prepare
from pitboss.report.sheets.every_sheet import sheets
from pitboss.report.sheets.parts import HouseWords, What
from pitboss.rulebook.check import problems
from pitboss.rulebook.defaults import complete_table
from pitboss.rulebook.house import read_house
from pitboss.rulebook.model import Game, Option, OptionValue
from pitboss.rulebook.reading.library import games
from tests.cli.conftest import Run
from tests.rows import every_row

EXAMPLES = Path(__file__).parents[2] / "examples"


class Line(NamedTuple):
    """A step of a printed sheet."""

    text: str
    cite: str


ITEMS = {
    "procedure": r"<li><b>\d+</b><span>(?P<text>.*?)</span><cite>(?P<cite>.*?)</cite></li>",
    "posting": r'"statement"><b>.*?</b> <cite>(?P<cite>.*?)</cite><br>(?P<text>.*?)</div>',
}
"""Sheet -> a step or a statement as the page has it."""

Print = Callable[..., list[Line]]


@pytest.fixture
def printed(called: Run, tmp_path: Path) -> Print:
    """Return what prints a sheet of a table and reads its steps or statements."""
    known: dict[tuple[str, ...], list[Line]] = {}

    def print_sheet(table: str, *options: str, what: str = "procedure") -> list[Line]:
        key = (table, what, *options)
        if key not in known:
            house = str(EXAMPLES / f"{table}.toml") if "/" not in table else table
            out = tmp_path / "sheet.html"
            flags = [flag for option in options for flag in ("-o", option)]
            done = called("print", house, "--what", what, "--out", str(out), *flags)
            assert done.returncode == 0, done.stderr
            page = out.read_text()
            known[key] = [
                Line(plain(item["text"]), plain(item["cite"]))
                for item in re.finditer(ITEMS[what], page)
            ]
        return known[key]

    return print_sheet


def plain(html: str) -> str:
    return unescape(re.sub("<.*?>", "", html))


MENTIONS: list[tuple[str, str, str, str]] = [
    # table, clause, words of the step that cites it, words that no step has
    ("co-free-bet", "2116(8)(d)", "face down and put its bet on top", "the cards at once"),
    ("co-free-bet", "2116(8)(d)", "Collect it at the end of the round", ""),
    ("co-free-bet", "2116(8)(d)", "collect the original bet that bust", ""),
    ("co-free-bet", "2116(8)(d)(ii)", "two fingers", ""),
    ("co-free-bet", "2116(8)(a)(i)", "paid the original wager", ""),
    ("co-free-bet", "2116(8)(b)(i)", "in front of the player's Pot of Gold wager", ""),
    ("co-free-bet", "2116(7)(h)", "Push 22 is live", ""),
    ("co-ride-free", "2119(18)", "face down and put its bet on top", "the cards at once"),
    ("co-ride-free", "2119(18)", "collect the original bet that bust", ""),
    ("co-ride-free", "2119(9)(a)", "With a Hedge 22 wager, leave the cards", ""),
    ("co-ride-free", "2119(16)", "Silver Stack wager", ""),
    ("co-21-holdem", "2104(4)", "Then go on to the poker", "ends the round"),
    ("co-21-holdem", "2104(12)", "The open wagers on that hand come back", ""),
    ("co-21-holdem", "2104(6)", "Take all others back and shuffle them", ""),
    ("co-3-card-21", "2111(3)", "A third card face up", "the first two cards"),
    ("co-3-card-21", "30-2102", "Double on the first three cards", "equal value, up to"),
    ("co-3-card-21", "2111 Player(2)(a)", "split into 3 hands", ""),
    ("co-3-card-21", "2111 Player(3)(a)", "surrender, which costs half the wager", ""),
    ("co-3-card-21", "2111 Player(3)(a)", "They are no bust", ""),
    ("co-blackjack-switch", "2105(8)(a)", "any of Hand 1 and Hand 2", "half the wager on hand 1"),
    ("co-blackjack-switch", "2105(4)", "The player's open wagers come back", ""),
    ("co-blackjack-switch", "2105(4)", "every wager comes back", ""),
    ("wa-spanish-21", "DP10", "leave the hand on the table", ""),
    ("wa-spanish-21", "DP10", "Now pay the Super Bonus", ""),
    ("wa-spanish-21", "DP10", "void after a double or split", ""),
    ("wa-spanish-21", "DP10", "$50 to every other player", ""),
    ("wa-spanish-21", "GR11", "by the Bonus 21 table if it was not doubled", ""),
    ("wa-spanish-21", "DP6d", "No added portion may pass the maximum bet", ""),
    ("bet-bigger-spanish-21", "Method of Play shuffle", "spread every deck", ""),
    ("bet-bigger-spanish-21", "Method of Play shuffle", "Wash all decks", ""),
    ("bet-bigger-spanish-21", "Method of Play cut", "cuts at least one deck", ""),
    ("bet-bigger-spanish-21", "Method of Play", "burn the first card", ""),
    ("bet-bigger-spanish-21", "Method of Play", "two to yourself face down", "face up to yourself"),
    ("bet-bigger-spanish-21", "Method of Play", "turn your first card face up on top", ""),
    ("bet-bigger-spanish-21", "Rules of the Game", "Players do not touch the cards", ""),
    (
        "bet-bigger-spanish-21",
        "Method of Play signals",
        "Hand motions overrule voice commands",
        "",
    ),
    (
        "bet-bigger-spanish-21",
        "Insurance",
        "each by itself, for exactly half of it",
        "half the ante",
    ),
    ("bet-bigger-spanish-21", "Types of wagers", "blackjacks and bonuses too", "1X: settle 1 to 1"),
    ("co-extreme-21", "30-2102", "Big 3 may be made without it", "every player makes it"),
    ("co-trilux", "2115(6)", "Lucky George", ""),
    ("co-trilux", "2115(5)", "in front of the betting area", ""),
    ("co-deuces-wild-xtreme", "2118(13)(f)(i)(C)", "Envy on Five-Card Linked Progressive", ""),
    ("co-deuces-wild-xtreme", "2118(8)(b)(i)", "Optional wagers stay", ""),
    ("co-pai-jack", "2112(4)", "wrong number of cards", ""),
    ("co-pai-jack", "2112(4)", "falls from the table", ""),
    ("co-pai-jack", "2112(11)(i)(i)", "is a foul", ""),
    ("co-ante-up-21", "2106(7)(a)", "every wager comes back", ""),
    ("co-ante-up-21", "2106(11)(e)", "The cards stay on the 21 spot", "the cards at once"),
    ("co-ante-up-21", "2106(10)(a)", "every BET is a push", ""),
    ("co-straight-jack", "2109(6)(b)", "do not follow each other lose", ""),
    ("co-straight-jack-progressive", "2110(9)", "may back out", ""),
    ("co-straight-jack-progressive", "2110(15)(a)", "stop the deal and call the supervisor", ""),
    ("co-golden-21", "2108 Golden(3)", "may not be larger than the main wager", ""),
    ("co-golden-21", "2108 Golden(4)", "in whole dollars", ""),
    ("ilani-spanish-21", "Bonus Payoffs", "not doubled or split", ""),
]


@every_row("table, clause, words, unsaid", MENTIONS)
def test_a_sheet_says_what_the_clause_says(
    printed: Print, table: str, clause: str, words: str, unsaid: str
) -> None:
    lines = printed(table)
    assert [line for line in lines if words in line.text and cites(line.cite, clause)], (
        f"{clause}: {words}"
    )
    assert not [line.text for line in lines if unsaid and unsaid in line.text]


def cites(cite: str, clause: str) -> bool:
    """Whether a margin names a clause; only its first one repeats the section."""
    section = re.match(r"\d+", clause)
    short = clause.removeprefix(section[0]).strip() if section else clause
    first, *others = cite.split(", ")
    return first == clause or short in others or clause in others


ORDER: list[tuple[str, str, str]] = [
    ("co-blackjack-switch", "exchange the second cards", "hit or stand"),
    ("co-blackjack-switch", "Super Match: settle", "ask every player in turn: insurance"),
    ("co-blackjack-switch", "Buster Blackjack: settle", "Hand 1 and Hand 2: the higher total"),
    ("co-21-holdem", "Lay your up card", "A paid hand wins on PK, 2 and 3"),
    ("co-21-holdem", "Blackjack (B-J): the higher total", "Take all others back and shuffle"),
    ("wa-spanish-21", "pay the 7-7-7 bonus", "Main wager: the higher total"),
    ("wa-spanish-21", "Main wager: the higher total", "Now pay the Super Bonus"),
    ("wa-spanish-21", "Now pay the Super Bonus", "Then pay the Envy Bonus"),
    ("co-free-bet", "Blackjack: the higher total", "collect the original bet that bust"),
    ("co-ante-up-21", "POKER BONUS: settle", "a BET as large as the ANTE"),
    ("co-ante-up-21", "a BET as large as the ANTE", "ask every player in turn: insurance"),
    ("bet-bigger-spanish-21", "turn your first card face up", "Match the Dealer Up Card: settle"),
    ("co-pai-jack", "Pay the main wager 3 to 2", "sets a low hand"),
]


@every_row("table, before, after", ORDER)
def test_a_sheet_has_the_order_of_the_document(
    printed: Print, table: str, before: str, after: str
) -> None:
    texts = [line.text for line in printed(table)]
    (first,) = (n for n, text in enumerate(texts) if before in text)
    (second,) = (n for n, text in enumerate(texts) if after in text)
    assert first < second


def test_dealer_envy_of_ride_free_is_on_its_sheet(printed: Print) -> None:
    lines = printed("co/ride-free", "decks=8", "table.21-plus-3-classic=PT-FLT-213-E01")
    assert any("Dealer envy on 21+3 Classic" in line.text for line in lines)
    assert any(cites(line.cite, "2119(26)(a)(iv)") for line in lines)


@every_row("table", sorted(path.stem for path in EXAMPLES.glob("*.toml")))
def test_every_step_cites_a_clause_of_its_game(printed: Print, table: str) -> None:
    lines = printed(table)
    game_id = re.search(r'(?m)^game = "(.*?)"', (EXAMPLES / f"{table}.toml").read_text())
    assert game_id
    (game,) = (game for game in games() if game.id == game_id[1])
    assert len(lines) > 15
    assert [line for line in lines if not is_cited(game, line.cite)] == []


def is_cited(game: Game, cite: str) -> bool:
    """Whether a margin begins with a clause of the game, or one that holds for all games."""
    first = re.split(r", |-\(", cite)[0]
    known = (*game.clauses, {"Colorado": "30-2102"}.get(game.jurisdiction, "Introduction"))
    return bool(first) and any(
        clause.startswith(first) or first.startswith(f"{clause} ") for clause in known
    )


# -- options -------------------------------------------------------------------------------------


ABOUT: Mapping[str, Mapping[str, OptionValue]] = {
    "charlie_pays": {"charlie": 5},
    "suited_blackjack_in": {"suited_blackjack": "2:1"},
}
"""Option -> the choice that it says more about: without that there is nothing to say."""


def chosen(game: Game, option: Option, value: OptionValue) -> Setup:
    """Return an example house with one option changed, and with what that value needs."""
    met = [one for one in option.conditions if one.value == value]
    needed = {name: values[0] for one in met for name, values in one.needs.items()}
    needed |= ABOUT.get(option.id, {})
    for other in game.options:  # an option such as bonus_cards offers wagers by itself
        if any(
            other.offers and w.startswith(other.offers) for one in met for w in one.needs_wagers
        ):
            needed[other.id] = other.values[-1]
    house = read_house(EXAMPLES / f"{game.id.replace('/', '-')}.toml")
    required = {one.id: one.usual for one in game.options if one.required}
    for options, is_own in ((house.options, True), (house.options, False), (required, False)):
        changed = replace(house, options={**options, **needed, option.id: value})
        if not is_own:
            bare = replace(changed, tables=None, jackpots={}, pays={}, limits={})
            changed = complete_table(bare)[0]
        if not problems(changed):
            return prepare(changed)
    raise AssertionError(f"{game.id}: {option.id} = {value} could not be set up")


def words(setup: Setup) -> str:
    """Return everything that the sheets of a table say, without the digest of the set-up."""
    kinds = (What.PROCEDURE, What.POSTING, What.FELT_SIGN)
    made = sheets(setup, HouseWords(), kinds)
    return "\n".join(f"{sheet.subtitle} {sheet.parts}" for sheet in made)


@every_row("game", games())
def test_every_value_of_every_option_is_on_a_sheet(game: Game) -> None:
    """Whatever a house may choose, a dealer or a player can read it."""
    silent = []
    for option in game.options:
        said = [words(chosen(game, option, value)) for value in option.values]
        if len(set(said)) < len(said):
            silent.append(option.id)
    assert silent == []


RESTRICTIONS = [
    ("co-golden-21", ("tips=false",), "No bets for the dealer are taken."),
    ("co-golden-21", ("tips_even_dollars=true",), "up to its amount, in whole dollars"),
    ("co-golden-21", ("golden_21_up_to_main=true",), "may not be larger than the main wager"),
    ("co-buffalo-3", (), "A bet for the dealer on 21+3, Top 3 or Bust Bonus needs one on the main"),
    ("co-trilux", (), "A player may bet for the dealer beside an own wager on Blackjack, TriLux"),
    ("co-trilux", ("multiple_hands=false",), "A player may play one hand only."),
    ("co-pai-jack", ("foul=lose",), "The hand loses the main wager at once."),
    ("co-pai-jack", ("foul=house-way",), "The hand is set the house way."),
    ("co-pai-jack", ("house_way_help=false",), "Nobody of the house helps a player"),
    ("co-buffalo-2", ("specific_suit=h",), "The suit of 'Suit Specific': hearts."),
]


@every_row("table, options, words", RESTRICTIONS)
def test_a_restriction_of_the_house_is_posted(
    printed: Print, table: str, options: tuple[str, ...], words: str
) -> None:
    """2115(1)(c): any restriction on tip wagers must be posted; so are the others."""
    game = re.search(r'(?m)^game = "(.*?)"', (EXAMPLES / f"{table}.toml").read_text())
    assert game
    for what in ("procedure", "posting"):
        lines = printed(game[1] if options else table, *options, what=what)
        assert any(words in line.text for line in lines), what
