"""A clause stands on the sheet and in the digest, and no game can state it otherwise."""

from __future__ import annotations

from dataclasses import asdict, fields

import pytest

from pitboss.rulebook.model import KIND_RULES, RoundKind, SuperBonus, clauses
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.library import game, games
from tests.own_games import OwnGame

GAMES = {
    RoundKind.SWITCH: "co/blackjack-switch",
    RoundKind.THREE_CARD_21: "co/3-card-21",
    RoundKind.HOLDEM: "co/21-holdem",
    RoundKind.ANTE_UP: "co/ante-up-21",
    RoundKind.PAI_JACK: "co/pai-jack",
    RoundKind.WILD_POKER: "co/deuces-wild-xtreme",
}
CLAUSES = [(kind, name) for kind, shape in KIND_RULES.items() for name in clauses(shape)]
assert len(CLAUSES) > 19


def toml(value: object) -> str:
    """Write a value as a file has it."""
    if isinstance(value, tuple):
        return f"[{', '.join(map(toml, value))}]"
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def other(value: object) -> object:
    """Return another value of the same type."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return f"not {value}"
        case tuple():
            return value[::-1]
        case _:
            raise AssertionError(value)


def stating(own_game: OwnGame, kind: RoundKind, line: str) -> str:
    """Return a game of that kind whose `[kind]` has one more line."""
    if "[kind]" in (text := own_game.text(GAMES[kind])):
        return own_game(GAMES[kind], {"[kind]\n": f"[kind]\n{line}\n"})
    assert "[kind" not in text
    return own_game(GAMES[kind], more=f"[kind]\n{line}")


def refusals(game_id: str) -> tuple[Problem, ...]:
    with pytest.raises(RulesError) as error:
        game(game_id)
    return error.value.problems


@pytest.mark.parametrize(("kind", "name"), CLAUSES, ids=str)
def test_a_clause_may_be_stated_and_not_changed(
    kind: RoundKind, name: str, own_game: OwnGame
) -> None:
    value, cite = clauses(KIND_RULES[kind])[name]
    stated = stating(own_game, kind, f"{name} = {toml(value)}")
    assert game(stated).kind_rules == game(GAMES[kind]).kind_rules

    (problem,) = refusals(stating(own_game, kind, f"{name} = {toml(other(value))}"))
    assert problem.code == "rulebook/invalid"
    assert problem.key.endswith(f"own.toml: kind.{name}")
    assert problem.message.startswith("is always ")
    assert problem.message.endswith(f"and cannot be set: {cite}")


def test_every_clause_cites_where_it_is_written() -> None:
    for shape in (*KIND_RULES.values(), SuperBonus):
        assert all(cite for _, cite in clauses(shape).values())


def test_the_rules_have_their_clauses_in_json_and_so_in_the_digest() -> None:
    for a_game in games():
        if a_game.kind_rules is not None:
            names = {item.name for item in fields(a_game.kind_rules)}
            assert set(asdict(a_game.kind_rules)) == names >= set(clauses(type(a_game.kind_rules)))


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ('void = ["double"]', "super_bonus.void: is always double; split and cannot be set: GR10"),
        ("bands = []", "super_bonus.bands: needs a band"),
        ("bands = [{ wager_min = 0, pays = 5 }]", "super_bonus.bands: needs a band"),
        (
            'hands = [{ decks = [2, 4, 5, 6, 8], player = "three suited sevens", up_card = "7s" }]',
            "super_bonus.hands: three suited sevens win against any seven, not 7s",
        ),
        (
            'hands = [{ decks = [4, 5, 6, 8], player = "7h 7c 7d", up_card = "7s" }]',
            "super_bonus.hands: needs one hand for 2 decks, not 0",
        ),
    ],
)
def test_a_super_bonus_that_the_table_would_not_play_is_refused(
    lines: str, reason: str, own_game: OwnGame
) -> None:
    (problem,) = refusals(own_game("wa/spanish-21", more=f"[super_bonus]\n{lines}"))
    assert f"own.toml: {reason}" in str(problem)


@pytest.mark.parametrize(
    ("kind", "old", "new", "reason"),
    [
        (RoundKind.PAI_JACK, '"3:2" ', '"three" ', "kind.pai_jack_pays: "),
        (
            RoundKind.WILD_POKER,
            "play_multiple = 2",
            "play_multiple = 0",
            "kind.play_multiple: is 1",
        ),
        (RoundKind.ANTE_UP, '"queen high"', '"two pair"', "kind.dealer_qualifies: "),
    ],
)
def test_a_setting_of_the_kind_that_cannot_be_played_is_refused(
    kind: RoundKind, old: str, new: str, reason: str, own_game: OwnGame
) -> None:
    (problem,) = refusals(own_game(GAMES[kind], {old: new}))
    assert f"own.toml: {reason}" in str(problem)


def test_a_wager_that_prints_another_pay_than_the_rules_is_refused(own_game: OwnGame) -> None:
    text = '[wagers.insurance]\npays = "2 to 1"\n[rules]\ninsurance_pays = "3:1"'
    (problem,) = refusals(own_game("co/trilux", more=text))
    assert str(problem).endswith(
        "wagers.insurance.pays: is '2 to 1' where the rules pay 3 to 1 [rulebook/invalid]"
    )
    (problem,) = refusals(own_game("co/pai-jack", {'win_pays = "1:1"': 'win_pays = "2:1"'}))
    assert "wagers.main.pays: is '1 to 1' where the rules pay 2 to 1" in str(problem)
    assert (
        game(own_game("co/trilux", more='[rules]\ninsurance_pays = "3:1"')).wager("insurance").pays
        == "3 to 1"
    )
