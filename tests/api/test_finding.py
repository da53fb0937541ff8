"""`pitboss.find`, `compare` and `odds(every=True)` answer as the commands do."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import pitboss

Called = Callable[..., Any]


@pytest.fixture
def called(command_line: Callable[..., str]) -> Called:
    """Return what a command prints as data."""
    return lambda *arguments: json.loads(command_line(*arguments, "--json"))


def as_data(value: object) -> object:
    return json.loads(json.dumps(value))


def test_find_finds_what_the_command_prints(called: Called) -> None:
    found = pitboss.find("jackpot", decks=6, edge=(0.08, 0.12), sort="hit")
    words = ("--wager", "jackpot", "--decks", "6", "--edge", "8%..12%", "--sort", "hit")
    assert as_data(found.as_json()) == called("find", *words)
    assert len(found) > 9
    assert found[0].wagers
    assert isinstance(found[:2], pitboss.FoundTables)


def test_every_pay_table_of_the_book_is_a_row_of_numbers() -> None:
    rows = pitboss.find().as_rows()
    assert len({tuple(row.items()) for row in rows}) == len(rows) > 1000
    assert all(isinstance(row["edge"], float) and isinstance(row["decks"], int) for row in rows)


def test_a_search_that_cannot_be_made_names_every_keyword() -> None:
    with pytest.raises(pitboss.RulesError) as refused:
        pitboss.find(game="chess", sort="colour")
    assert {problem.key for problem in refused.value.problems} == {"game", "sort"}
    with pytest.raises(pitboss.RulesError, match=r"edge: '8%\.\.12%' is not a range"):
        pitboss.find(edge="8%..12%")


def test_pay_tables_are_compared_as_the_command_does(called: Called) -> None:
    names = ("wa/spanish-21:jackpot-1:3c-5", ":3c-7")
    found = pitboss.compare(names)
    assert as_data(found.as_json()) == called("compare", *names)
    assert pitboss.compare({"old": names[0], "new": names[1]}).labels == ("old", "new")


def test_games_are_compared_as_the_command_does(called: Called) -> None:
    tables = [pitboss.table("reference/blackjack", soft17=rule) for rule in ("stand", "hit")]
    found = pitboss.compare(tables, decks=6)
    texts = ("reference/blackjack soft17=stand", "reference/blackjack soft17=hit")
    record = called("compare", *texts, "--decks", "6")
    ours = found.as_json()
    assert as_data(ours["differences"]) == record["differences"]
    for mine, theirs in zip(ours["subjects"], record["subjects"], strict=True):
        assert (mine["digest"], mine["main"]) == (theirs["digest"], theirs["main"])
    stand, hit = (row for row in found.as_rows() if row["wager"] == "main")
    assert isinstance(stand["edge"], float)
    assert isinstance(hit["edge"], float)
    assert stand["edge"] < hit["edge"]
    assert [row["what"] for row in found.differences] == ["options.soft17"]


@pytest.mark.parametrize(
    ("subjects", "words"),
    [
        (["co/trilux"], "name two or more tables"),
        (["co/trilux", "wa/spanish-21:match-up:2"], "compare pay tables with pay tables"),
        ("co/trilux", "is not a list of subjects"),
        (["co/trilux", "co/nothing"], "there is no game 'co/nothing'"),
        (["wa/spanish-21:jackpot-1:3c-5", ":nothing"], "has no pay table 'nothing'"),
    ],
)
def test_what_cannot_be_compared_is_refused_in_a_sentence(subjects: list[str], words: str) -> None:
    with pytest.raises(pitboss.RulesError, match=words):
        pitboss.compare(subjects)


def test_odds_of_every_pay_table_are_those_of_the_command(called: Called) -> None:
    found = pitboss.odds("wa/spanish-21", "jackpot-1", every=True, decks=6)
    records = called("odds", "wa/spanish-21", "--wager", "jackpot-1", "--decks", "6")
    assert [(odds.table, str(odds.edge)) for odds in found] == [
        (record["table"], record["edge"]) for record in records
    ]
    assert found[0].progressive is not None


def test_odds_of_every_pay_table_refuse_what_they_do_not_know() -> None:
    with pytest.raises(pitboss.RulesError, match="every pay table is priced without 'limits'"):
        pitboss.odds("wa/spanish-21", every=True, limits={}, soft17="never")
