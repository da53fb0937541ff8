"""A game written as the changes to another: nothing else changes, and mistakes are named."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pytest

import pitboss
from pitboss.rulebook.model import Game
from pitboss.rulebook.problems import RulesError
from pitboss.rulebook.reading.library import game, game_ids, game_of_file

CATALOGUE = game_ids()
HEAD = {"id", "jurisdiction", "document", "section", "effective", "printed"}
"""What a variant has otherwise than the game it extends."""

Variant = Callable[..., Game]


@pytest.fixture
def variant(tmp_path: Path) -> Variant:
    """Return `variant("wa/spanish-21", "[rules] ...")`: the game that those changes make."""

    def load(base: str, changes: str = "", before: str = "", name: str = "mine") -> Game:
        path = tmp_path / f"{name}.toml"
        head = f'[game]\nid = "my/{name}"\n'
        path.write_text(f'extends = "{base}"\n{before}\n{head}{changes}', encoding="utf-8")
        return game_of_file(path)

    return load


def problems(variant: Variant, *arguments: str) -> list[str]:
    with pytest.raises(RulesError) as error:
        variant(*arguments)
    return [f"{p.key.partition('.toml: ')[2]}: {p.message}" for p in error.value.problems]


def differences(one: Game, other: Game) -> set[str]:
    names = (field.name for field in fields(Game))
    return {name for name in names if getattr(one, name) != getattr(other, name)}


def test_without_changes_every_game_of_the_catalogue_stays_as_it_is(variant: Variant) -> None:
    for name in CATALOGUE:
        same = variant(name)
        assert differences(same, game(name)) <= HEAD, name
        assert (same.id, same.document) == ("my/mine", f"a variant of {name}")


def test_half_of_the_pay_tables_taken_away_leaves_the_other_half_as_printed(
    variant: Variant,
) -> None:
    """Every grid of the catalogue is cut: pays, envy, seeds and figures stay with their tables."""
    for name in CATALOGUE:
        base = game(name)
        chosen = [[table.id for table in base.tables_of(wager.id)] for wager in base.wagers]
        stay = {*base.default_tables.values(), *(ids[0] for ids in chosen if ids)}
        gone = sorted({table_id for ids in chosen for table_id in ids[1::2]} - stay)
        kept = variant(name, before=f"without_tables = {gone}")
        left = [table for table in base.tables if table.id not in gone]
        assert list(kept.tables) == left, name


def test_a_table_takes_the_place_of_that_with_its_id_and_wager(variant: Variant) -> None:
    rich = variant(
        "wa/spanish-21",
        '[[tables]]\nids = ["3c-5"]\ntitle = "Mine"\nwagers = ["jackpot-1"]\n'
        'family = "jackpot-up-card"\ndecks = [6]\ncite = "1"\n'
        'rows = [{ name = "One", on = "one-suited", pays = ["20 for 1"] }]\n'
        '[clauses]\n"1" = "Mine."',
    )
    base = game("wa/spanish-21")
    mine = [table for table in rich.tables if table.id == "3c-5"]
    assert {table.wagers: table.title for table in mine} == {
        ("jackpot-2",): base.tables_of("jackpot-2")[0].title,
        ("jackpot-1",): "Mine",
    }
    others = [table for table in base.tables if table.id != "3c-5"]
    by_wager = {(w, t.id, t.decks): t.rows for t in others for w in t.wagers}
    assert (
        by_wager.items()
        <= {(w, t.id, t.decks): t.rows for t in rich.tables for w in t.wagers}.items()
    )


def test_a_rule_that_is_fixed_is_no_longer_an_option(variant: Variant) -> None:
    fixed = variant("reference/blackjack", "[rules]\nsoft17 = 'stand'\ndouble_after_split = true")
    assert fixed.fixed["soft17"] == "stand"
    gone = {option.id for option in game("reference/blackjack").options}
    gone -= {option.id for option in fixed.options}
    assert gone == {"soft17", "das"}


def test_a_default_takes_the_place_of_a_required_option(variant: Variant) -> None:
    easy = variant("wa/spanish-21", "[options.decks]\ndefault = 6\n[options.soft17]\ndefault='hit'")
    assert [(o.default, o.required) for o in easy.options[:2]] == [(6, False), ("hit", False)]


def test_a_field_of_another_kind_of_round_is_overridden(variant: Variant) -> None:
    rich = variant("co/pai-jack", '[kind]\npai_jack_pays = "3:1"')
    assert getattr(rich.kind_rules, "pai_jack_pays", "") == "3:1"
    assert differences(rich, game("co/pai-jack")) <= {*HEAD, "kind_rules"}


def test_a_wager_that_is_taken_away_takes_its_tables_with_it(variant: Variant) -> None:
    less = variant(
        "wa/spanish-21", before='without_wagers = ["jackpot-2"]\nwithout_super_bonus=true'
    )
    assert "jackpot-2" not in {wager.id for wager in less.wagers}
    assert not any("jackpot-2" in table.wagers for table in less.tables)
    assert less.super_bonus is None


def test_a_variant_of_a_variant_has_the_changes_of_both(variant: Variant) -> None:
    variant("reference/blackjack", "[rules]\nsoft17 = 'stand'", name="one")
    two = variant("my/one", "[rules]\nmax_hands = 2", name="two")
    assert (two.fixed["soft17"], two.fixed["max_hands"]) == ("stand", 2)


def test_a_variant_is_solved_as_the_same_table_of_its_base(
    variant: Variant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    variant("reference/blackjack", "[rules]\nsoft17 = 'stand'")
    monkeypatch.setenv("PITBOSS_GAMES", str(tmp_path))
    mine = pitboss.table("my/mine", decks=6)
    base = pitboss.table("reference/blackjack", decks=6, soft17="stand")
    assert mine.solve().house_edge == base.solve().house_edge
    assert mine.digest != base.digest


WRONG = {
    "an unknown game": (("wa/spanish21",), "extends: there is no game 'wa/spanish21'; the nearest"),
    "itself": (("my/mine",), "extends: leads back to itself"),
    "an unknown wager": (
        ("wa/spanish-21", "", 'without_wagers = ["jackpot"]'),
        "without_wagers: there is no 'jackpot'; the nearest is 'jackpot-2'",
    ),
    "an unknown table": (
        ("wa/spanish-21", "", 'without_tables = ["9z-*"]'),
        "without_tables: there is no '9z-*'; ",
    ),
    "names that are no list": (
        ("wa/spanish-21", "", 'without_options = "decks"'),
        "without_options: is a list of names",
    ),
    "an option that is missed": (
        ("wa/spanish-21", "", 'without_options = ["soft17"]'),
        "rules.soft17: ",
    ),
    "an unknown outcome": (
        (
            "ilani/spanish-21",
            """[[tables]]
            ids=["bonus-21"]
            title="x"
            wagers=["main"]
            family="bonus-21"
            cite="x"
            rows=[{name="x", on="five-card", pays=["2 to 1"]}]""",
        ),
        "has no outcome 'five-card'; the nearest is 'five-cards', and 'pitboss outcomes bonus-21'",
    ),
}


@pytest.mark.parametrize(("arguments", "message"), WRONG.values(), ids=WRONG)
def test_what_cannot_be_changed_is_named(
    variant: Variant, arguments: tuple[str, ...], message: str
) -> None:
    assert any(message in text for text in problems(variant, *arguments))


def test_all_problems_of_a_variant_are_named_at_once(variant: Variant) -> None:
    listed = problems(variant, "wa/spanish-21", "[rules]\nnothing = 1", 'without_wagers = ["x"]')
    assert len(listed) == 2


def test_a_table_that_collides_names_the_remedy(tmp_path: Path) -> None:
    text = (
        'include = ["spanish-21-washington"]\n[game]\nid = "my/x"\ntitle = "x"\n'
        'jurisdiction = "x"\ndocument = "x"\nround = "blackjack"\ndeck = "spanish-48"\n'
        'summary = "x"\n[[tables]]\nids = ["bonus-21"]\ntitle = "x"\nwagers = ["main"]\n'
        'family = "bonus-21"\ncite = "x"\nautomatic = true\n'
        'rows = [{ name = "x", on = "five-cards", pays = ["2 to 1"] }]\n[clauses]\nx = "x"\n'
    )
    path = tmp_path / "x.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RulesError, match="write extends instead of include to replace a table"):
        game_of_file(path)


def test_without_keys_are_for_variants_alone(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text('without_tables = ["x"]\n[game]\nid = "my/x"\n', encoding="utf-8")
    with pytest.raises(RulesError, match="is for a game that extends another"):
        game_of_file(path)
