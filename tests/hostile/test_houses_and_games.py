"""House configurations and games of one's own made to do harm."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

from pitboss.cli.commands.check import check_files
from pitboss.engine.setup import prepare
from pitboss.rulebook.check import problems
from pitboss.rulebook.house import House, Limits, house_from, parse_house, read_house
from pitboss.rulebook.limits import CENTS_MAX
from pitboss.rulebook.model import RoundKind
from pitboss.rulebook.problems import RulesError
from pitboss.rulebook.reading.library import game
from pitboss.rulebook.reading.playable import ROUND_WAGERS
from tests.own_games import OwnGame


def refusal(text: str) -> str:
    with pytest.raises(RulesError) as error:
        parse_house(text)
    (problem,) = error.value.problems
    assert problem.code == "house/malformed"
    return problem.message


# -- house configurations --------------------------------------------------------------------------


def test_a_house_is_read_within_limits() -> None:
    begin = time.thread_time()
    options = "".join(f"option-{number} = 1\n" for number in range(30_000))
    assert "at most 200 names" in refusal(f'game = "co/trilux"\n[options]\n{options}')
    assert "nested more than 32 deep" in refusal("a." * 20_000 + "a = 1")
    assert "at most 30 digits" in refusal("shoe.cut = " + "9" * 5000)
    assert "at most 30 digits" in refusal("shoe.cut = 0x" + "f" * 5000)
    assert "nan is not a number" in refusal("options.decks = nan")
    assert "too large or too small" in refusal("options.decks = 1e9999")
    assert time.thread_time() - begin < 10


def test_a_byte_order_mark_is_no_part_of_a_house(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_bytes(b'\xef\xbb\xbfgame = "co/trilux"\n')
    assert read_house(path).game == "co/trilux"


def test_numbers_of_a_house_keep_their_digits() -> None:
    house = parse_house('game = "x"\n[jackpots.j]\nseed = 5000.10\nprize = {"100%" = 1e3}\n')
    assert house.jackpots["j"].seed == "5000.10"
    assert house.jackpots["j"].prize == {"100%": "1000"}
    with pytest.raises(RulesError, match=r"write text in quotes, not 1\.5"):
        parse_house("game = 1.5")


def test_texts_of_a_house_are_escaped_on_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "house.toml"
    path.write_text(
        'game = "co/trilux"\n[options]\n"\\u001b[2J\\n" = 1\n[tables]\n"x\\u202e" = "\\u009b"\n',
        encoding="utf-8",
    )
    with pytest.raises(SystemExit):
        check_files([str(path)], as_json=False)
    output = capsys.readouterr()
    assert (output.out + output.err).replace("\n", "").isprintable()


def codes(house: House) -> list[tuple[str, str]]:
    return [(problem.key, problem.code) for problem in problems(house)]


@pytest.mark.parametrize(
    ("house", "offered", "key"),
    [
        (
            {
                "game": "co/3-card-21",
                "limits": {"main": {"max": 100}, "3-card-bonus": {"min": 500}},
            },
            "3-card-bonus",
            "limits.3-card-bonus",
        ),
        (
            {
                "game": "co/blackjack-switch",
                "limits": {"main-1": {"max": 100}, "main-2": {"min": 500}},
            },
            "",
            "limits.main-2",
        ),
        (
            {
                "game": "co/deuces-wild-xtreme",
                "limits": {"ante": {"max": 500}, "odds": {"min": 1000}},
            },
            "odds",
            "limits.odds",
        ),
    ],
)
def test_limits_that_leave_no_equal_amount_are_refused(
    house: dict[str, object], offered: str, key: str
) -> None:
    rules = game(str(house["game"]))
    tables = {wager: rules.tables_of(wager)[0].id for wager in offered.split()}
    assert (key, "option/conflict") in codes(house_from(house | {"tables": tables}))


def test_required_poker_needs_room_beside_the_main_wager() -> None:
    wide = Limits(min=500, max=1000)
    tight = Limits(min=500, max=500)
    for limits, refused in ((wide, False), (tight, True)):
        house = House(
            game="co/21-holdem",
            options={"poker": "required"},
            tables={"poker": game("co/21-holdem").tables_of("poker")[0].id},
            limits={"main": limits},
        )
        conflict = any(
            problem.key == "limits.main" and "main and poker together" in problem.message
            for problem in problems(house)
        )
        assert conflict == refused


def test_amounts_of_a_house_have_a_limit() -> None:
    house = House(game="co/trilux", limits={"main": Limits(max=CENTS_MAX + 1)})
    assert ("limits.main.max", "option/invalid") in codes(house)


def test_wider_limits_are_refused_and_the_message_says_why() -> None:
    house = House(game="bet-bigger/spanish-21", limits={"main": Limits(max=1001)})
    messages = [problem.message for problem in problems(house)]
    why = "a house may narrow the approved limits, never widen them"
    assert any(message.endswith(f"; {why}") for message in messages)


# -- games of one's own ----------------------------------------------------------------------------


def test_every_kind_of_round_says_which_wagers_it_settles() -> None:
    assert set(ROUND_WAGERS) == set(RoundKind)


@pytest.mark.parametrize(
    ("game_id", "changes", "reason"),
    [
        (
            "co/blackjack-switch",
            {'without_wagers = ["main", "insurance"]': 'without_wagers = ["main", "main"]'},
            "names 'main' twice",
        ),
        ("co/pai-jack", {'wagers = ["pai-jack-bonus"]': "wagers = []"}, "has no pay table"),
        ("co/blackjack-switch", {'equals = "main-1"\n': ""}, "must have equals = 'main-1'"),
        ("bet-bigger/spanish-21", {'equals = "main"\n': ""}, "must have equals = 'main'"),
        (
            "co/straight-jack",
            {'wagers = ["straight-jack"]': 'wagers = ["straight-jack", "main"]'},
            "is settled by the round",
        ),
        ("co/pai-jack", {'pai_jack_pays = "3:2"': 'pai_jack_pays = ""'}, "is not a ratio"),
        ("co/pai-jack", {'pai_jack_pays = "3:2"': 'pai_jack_pays = "100"'}, "is not a ratio"),
        ("co/3-card-21", {'three_card_21_pays = "1:1"': 'three_card_21_pays = "x"'}, "not a ratio"),
        ("bet-bigger/spanish-21", {"max = 1000\n": "max = 50\n"}, "has no amount"),
        ("co/pai-jack", {"[options.foul]": "[options.fool]"}, "is missing"),
        ("co/trilux", {"[options.decks]": '[options.decks]\nid = "x"'}, "written in its heading"),
        ("wa/spanish-21", {"[options.bonus_cards]": "[options.bonus_card]"}, "is missing"),
        (
            "co/21-holdem",
            {"[wagers.poker-3]\n": "[wagers.poker-3]\ncompulsory = true\n"},
            "cannot be compulsory",
        ),
        (
            "co/21-plus-3",
            {'schemes = ["progressive"]': "schemes = []"},
            "under no scheme",
        ),
        (
            "co/21-plus-3",
            {'tip = "forbidden"': 'aggregate = { round = "my rule" }'},
            "is for the pays of a table that no meter pays",
        ),
        (
            "co/21-holdem",
            {"[wagers.poker-3]\n": '[wagers.poker-3]\naggregate = { hand = "my rule" }\n'},
            "is for a round, not for a hand",
        ),
        (
            "co/21-plus-3",
            {'round = "2107 Start(3)"': 'round = ""'},
            "needs the clause that allows it",
        ),
        ("bet-bigger/spanish-21", {"burn = 1 ": "burn = -1 "}, "is 0 or more, not -1"),
        ("bet-bigger/spanish-21", {"cut = [36, 60]": "cut = [60, 36]"}, "the fewest cards"),
        (
            "reference/blackjack",
            {'"Blackjack"\nmade = "before the deal"': '"Blackjack"\nmade = "after the peek"'},
            "it opens the round",
        ),
    ],
)
def test_a_game_that_could_not_be_played_is_refused_when_it_is_read(
    game_id: str, changes: dict[str, str], reason: str, own_game: OwnGame
) -> None:
    own = own_game(game_id, changes)
    with pytest.raises(RulesError) as error:
        game(own)
    assert {problem.code for problem in error.value.problems} == {"rulebook/invalid"}
    assert reason in str(error.value)


@pytest.mark.parametrize(("option", "value"), [("specific_suit", "x"), ("rounding", "as")])
def test_a_value_that_the_table_does_not_know_is_refused(
    option: str, value: str, own_game: OwnGame
) -> None:
    more = f'[options.{option}]\ntitle = "x"\nvalues = ["{value}"]\ndefault = "{value}"\ncite = "1"'
    own = own_game("reference/blackjack", {}, more)
    with pytest.raises(RulesError, match=f"'{value}' is unknown"):
        game(own)


def test_a_variant_may_allow_a_limit_that_its_document_does_not(own_game: OwnGame) -> None:
    """Its own clause is cited; without it the limit is refused."""
    limits = {"poker": Limits(aggregate=100)}
    house = House(game="co/21-holdem", tables={"poker": "poker"}, limits=limits)
    assert [code for _, code in codes(house)] == ["option/conflict"]
    allowed = {"[wagers.poker]\n": '[wagers.poker]\naggregate = { round = "my rule 7" }\n'}
    own = own_game("co/21-holdem", allowed)
    assert codes(replace(house, game=own)) == []


def test_a_game_that_is_as_it_was_still_opens(own_game: OwnGame) -> None:
    assert prepare(House(game=own_game("co/pai-jack"))).configured.digest
