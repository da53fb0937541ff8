"""Counts as data: shipped systems, files, tags on a line, ramps and true counts."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.cards import FRENCH, SPANISH, Shoe, parse_cards
from pitboss.cards.unseen import Unseen
from pitboss.counts import (
    TrueCount,
    find_system,
    parse_ramp,
    read_ramp,
    read_system,
    system_from,
    system_names,
    true_count,
    true_counts,
)
from pitboss.rulebook.problems import RulesError

SIX = Shoe(FRENCH, 6)
BALANCED = {"ace-five", "halves", "hi-lo", "hi-opt-1", "hi-opt-2", "omega-2", "ten-count", "zen"}


def codes(refused: pytest.ExceptionInfo[RulesError]) -> list[str]:
    return [problem.code for problem in refused.value.problems]


def test_the_known_counts_are_balanced_or_not_as_their_books_say() -> None:
    balanced = {name for name in system_names() if not find_system(name).total(SIX)}
    assert balanced >= BALANCED
    assert find_system("ko").starting_count(SIX) == 4 - 4 * 6
    assert find_system("red-7").starting_count(SIX) == -2 * 6


def test_every_known_count_can_be_used_with_every_shoe() -> None:
    """A Spanish deck has no tens: their tags are not used, and the start follows the deck."""
    for name in system_names():
        for deck in (FRENCH, SPANISH):
            shoe = Shoe(deck, 6)
            system = read_system(name, shoe)
            assert system.starting_count(shoe) + system.total(shoe) == system.pivot * system.unit
            assert system.starting_count(shoe) in system.count_range(shoe)
    assert find_system("hi-lo").starting_count(Shoe(SPANISH, 6)) == -24


def test_a_count_says_the_same_of_every_order_of_the_cards() -> None:
    gone = parse_cards("As 5h 5c Kd 7h 7s 2c")
    left = Unseen.from_shoe(SIX).without(*gone)
    assert find_system("hi-lo").running(left, SIX) == 3 - 2
    assert find_system("red-7").running(left, SIX) == -12 + 3 - 2 + 1
    assert find_system("halves").running(left, SIX) == 3 + 3 + 1 + 1 + 1 - 2 - 2


def test_a_suit_difference_is_counted_from_what_is_left() -> None:
    system = read_system("suit difference", SIX)
    left = Unseen.from_shoe(SIX).without(*parse_cards("2h 3h 4h 5s"))
    assert system.running(left, SIX) == 3
    assert system.starting_count(SIX) == 0


def test_side_counts_serve_bets_and_start_so_that_they_end_at_0() -> None:
    system = system_from(
        {"name": "x", "tags": "0 1 1 1 1 0 0 0 -1 0", "side_counts": {"aces": {"A": -1}}}
    )
    assert system.starting_count(SIX) == 24
    assert system.starting_count(SIX, plays=True) == 0
    assert system.tags[0] == 0
    assert system.bet_tags[0] == -1


@pytest.mark.parametrize("convention", TrueCount)
def test_the_table_of_true_counts_is_the_function(convention: TrueCount) -> None:
    running = range(-45, 46)
    for unit, per, step in ((1, 52, 1), (2, 48, 26)):
        table = true_counts(running, 312, convention, per=per, unit=unit, step=step, limit=3000)
        for rc in running:
            for unseen in (1, 2, 51, 52, 53, 130, 311, 312):
                exact = true_count(rc, unseen, convention, per=per, unit=unit, step=step)
                assert table[rc - running.start, unseen] == exact // 1, (rc, unseen)


def test_a_ramp_is_read_back_from_what_it_writes() -> None:
    for text in ("1-8", "1-12@4", "0@<=0 1@1 4@3", "5-5", "2@-3 1@0", "0@<=1 1@2"):
        ramp = parse_ramp(text)
        again = parse_ramp(str(ramp))
        assert [again.units(count) for count in range(-9, 9)] == [
            ramp.units(count) for count in range(-9, 9)
        ], text


@pytest.mark.parametrize(
    "text",
    ["", "x", "8-1", "1-8@1", "1-8@999", "1@0 2@0", "1@1 2@<=2", "0-0", "0@0", "1-999999", "1@x"],
)
def test_a_malformed_spread_is_refused(text: str) -> None:
    with pytest.raises(RulesError) as refused:
        parse_ramp(text)
    assert set(codes(refused)) == {"spread/malformed"}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("hi-low", "count/unknown-system"),
        ("1 1 1", "count/tags"),
        ("5=x A=-1", "count/tags"),
        ("5=1 5=2", "count/tags"),
        ("Z=1", "count/tags"),
        ("5=1000", "count/tags"),
        ("5=1/997", "count/tags"),
        ("10=-1 5=1", "count/tags"),
        ("Th=-1 5=1", "count/tags"),
        ("Jk=1 5=1", "count/tags"),
        ("missing.toml", "file/missing"),
    ],
)
def test_tags_that_cannot_be_counted_are_refused(text: str, code: str) -> None:
    with pytest.raises(RulesError) as refused:
        read_system(text, Shoe(SPANISH, 6))
    assert codes(refused) == [code]


def test_an_unknown_count_names_the_nearest() -> None:
    with pytest.raises(RulesError, match="did you mean hi-lo"):
        read_system("hi low", SIX)


def test_every_problem_of_a_file_is_named_at_once(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    plays = [
        {"hand": "17,3", "up": "T", "action": "stand", "at": 0},
        {"hand": "16", "up": "1", "action": "stand", "at": 0},
        {"hand": "16", "up": "T", "action": "split", "at": 0},
        {"hand": "16", "up": "T", "action": "fold", "at": 0},
        {"hand": "insurance", "up": "A", "action": "insure", "at": 3},
    ]
    data = {"name": "x", "tags": {"5": 1, "Z": 1}, "per": 0, "true": "ceiling", "ramp": "9-1"}
    path.write_text(json.dumps(data | {"indices": plays}))
    with pytest.raises(RulesError) as refused:
        read_system(str(path), SIX)
    problems = codes(refused)
    assert problems.count("count/index-play") == 4
    assert {"count/malformed", "count/tags", "spread/malformed"} <= set(problems)


@pytest.mark.parametrize(
    ("data", "keys"),
    [
        ({"tags": {"5": True, "A": None}}, ["tags.5", "tags.A"]),
        ({"start": [1], "ramp": [[1, "x"]]}, ["start", "ramp[0][1]"]),
        ({"name": "x" * 201}, ["name"]),
        ({"name": "x\x1b[31m"}, ["name"]),
        ({"tags": {"5": 1e-9, "A": 0.33333}}, ["tags.5", "tags.A"]),
        ({"tags": "5=1 5=2 Z=1"}, ["tags", "tags"]),
    ],
)
def test_what_is_wrong_with_a_file_is_said_once(data: dict[str, object], keys: list[str]) -> None:
    with pytest.raises(RulesError) as refused:
        system_from({"name": "x", "tags": "5=1 A=-1"} | data)
    assert [problem.key for problem in refused.value.problems] == keys


@pytest.mark.parametrize("text", ["[1, 2]", "{}", '{"ramp": 7}'])
def test_a_file_without_a_ramp_is_a_malformed_spread(tmp_path: Path, text: str) -> None:
    path = tmp_path / "ramp.json"
    path.write_text(text)
    with pytest.raises(RulesError) as refused:
        read_ramp(str(path))
    assert codes(refused) == ["spread/malformed"]


def test_a_count_that_is_divided_ends_at_0(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('name = "KO, divided"\ntags = "1 1 1 1 1 1 0 0 -1 -1"\nstart = -20\n')
    with pytest.raises(RulesError, match="start it at -24") as refused:
        read_system(str(path), SIX)
    assert codes(refused) == ["count/unbalanced-start"]
    path.write_text(path.read_text() + 'true = "running"\nramp = [[0, 1], [4, 8]]\n')
    system = read_system(str(path), SIX)
    assert system.start == Fraction(-20)
    assert read_ramp(str(path)) == system.ramp


def test_an_unknown_count_is_refused_under_the_name_that_the_user_gave() -> None:
    with pytest.raises(RulesError) as refused:
        read_system("hi-low", Shoe(FRENCH, 6), key="count")
    assert [problem.key for problem in refused.value.problems] == ["count"]
