"""What a prompt and a notebook show: short texts, tables, and values that can be keys."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyarrow as pa  # type: ignore[import-untyped]
import pytest

import pitboss
from pitboss.rulebook.tabular import Tabular

REPR_LENGTH_MAX = 200


@pytest.fixture(scope="module")
def table() -> pitboss.Table:
    return pitboss.table("wa/spanish-21", house=Path("examples/wa-spanish-21.toml"))


@pytest.fixture(scope="module")
def shown(table: pitboss.Table) -> dict[str, Any]:
    """One value of every class that a user meets at a prompt."""
    blackjack = pitboss.table("reference/blackjack")
    hand = blackjack.deal(seed=7)
    over = blackjack.deal(seed=7, seats=7)
    while not over.is_over:
        over.act(over.choices[-1])
    solution = blackjack.solve()
    return {
        "game": table.game,
        "pay table": table.game.tables[-1],
        "table": table,
        "set-up": table.setup,
        "configured game": table.setup.configured,
        "odds": table.odds("jackpot-1"),
        "round": hand,
        "round that is over": over,
        "settlement": over.settlement,
        "replay": pitboss.replay(over.record()),
        "solution": solution,
        "solver's solution": solution.solved,
        "chart": solution.chart,
        "row of a pay table": table.odds("jackpot-1").rows[0],
    }


def test_every_value_is_short_at_a_prompt(shown: dict[str, Any]) -> None:
    long = {name: repr(value) for name, value in shown.items()}
    assert {name: len(text) for name, text in long.items() if len(text) >= REPR_LENGTH_MAX} == {}
    assert not any("\n" in text for text in long.values())


def test_no_game_and_no_pay_table_is_long_at_a_prompt() -> None:
    values = [value for game in pitboss.games() for value in (game, *game.tables)]
    values += [pitboss.table(game) for game in pitboss.games()]
    assert [repr(value) for value in values if len(repr(value)) >= REPR_LENGTH_MAX] == []


def test_every_table_of_a_notebook_can_be_a_data_frame(shown: dict[str, Any]) -> None:
    """Goal: rows of plain values, all with the same columns; Arrow is as strict as pandas."""
    tabular = {name: value for name, value in shown.items() if isinstance(value, Tabular)}
    assert len(tabular) == 7
    for name, value in tabular.items():
        rows = value.as_rows()
        assert pa.Table.from_pylist(rows).num_rows == len(rows) > 0, name
        assert len({tuple(row) for row in rows}) == 1, name
        page = value._repr_html_()
        assert page.startswith("<table>"), name
        assert page.count("<table>") == page.count("</table>"), name


def test_html_escapes_what_a_file_says() -> None:
    page = pitboss.game("co/21-holdem")._repr_html_()
    assert "21-Hold &#x27;em" in page


def test_a_data_frame_is_made_by_pandas_where_it_is_installed(
    monkeypatch: pytest.MonkeyPatch, table: pitboss.Table
) -> None:
    odds = table.odds("match-up")
    monkeypatch.setattr("pitboss.rulebook.tabular.find_spec", lambda _: None)
    with pytest.raises(ImportError, match=r"to_dataframe\(\) needs pandas; as_rows\(\)"):
        odds.to_dataframe()

    monkeypatch.setattr("pitboss.rulebook.tabular.find_spec", lambda _: True)
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=tuple))
    assert odds.to_dataframe() == tuple(odds.as_rows())


def test_what_is_frozen_can_be_a_key(table: pitboss.Table) -> None:
    again = pitboss.table("wa/spanish-21", house=Path("examples/wa-spanish-21.toml"))
    pairs = [
        (table, again),
        (table.house, again.house),
        (table.setup, again.setup),
        (table.setup.configured, again.setup.configured),
        (table.odds("match-up"), again.odds("match-up")),
        *((option, option) for option in table.game.options),
        *((wager, wager) for wager in table.game.wagers),
        *((pay_table, pay_table) for pay_table in table.game.tables),
        *((row, row) for row in table.game.tables[0].rows),
        *((game, game) for game in pitboss.games()),
    ]
    for one, other in pairs:
        assert one == other
        assert {one: "kept"}[other] == "kept"
    assert table != pitboss.table("wa/spanish-21", decks=8)


def test_a_game_is_taken_for_its_id(table: pitboss.Table) -> None:
    game = pitboss.game("wa/spanish-21")
    assert pitboss.odds(game, "match-up", decks=6).edge == table.odds("match-up").edge
    assert pitboss.table(game, house=Path("examples/wa-spanish-21.toml")) == table


def test_a_changed_game_is_not_taken_for_that_of_the_rule_book() -> None:
    from dataclasses import replace  # noqa: PLC0415 - only this test changes a game

    changed = replace(pitboss.game("co/trilux"), title="Mine")
    with pytest.raises(pitboss.RulesError, match="differs from co/trilux of the rule book"):
        pitboss.table(changed)


@pytest.mark.parametrize("rounds", ["1e3", True, None, [1000]])
def test_rounds_that_are_no_number_are_refused_in_one_sentence(rounds: Any) -> None:  # noqa: ANN401
    with pytest.raises(pitboss.RulesError) as caught:
        pitboss.simulate("reference/blackjack", rounds=rounds)
    (problem,) = caught.value.problems
    assert (problem.code, problem.key) == ("option/invalid", "rounds")
    assert problem.message.startswith(f"{rounds!r} is not a number")


def test_a_table_checks_what_was_given_and_not_what_was_filled_in() -> None:
    assert [p.key for p in pitboss.table("wa/spanish-21").check()] == [
        "options.decks",
        "options.soft17",
    ]
    assert pitboss.table("wa/spanish-21", decks=6, soft17="hit").check() == ()


def test_a_report_is_written_whole_or_refused(tmp_path: Path) -> None:
    table = pitboss.table("co/pai-jack")
    page = table.report(tmp_path / "pai-jack.html", rounds=1000, seed=3)
    text = page.read_text(encoding="utf-8")
    assert table.digest in text
    assert "1,000" in text
    with pytest.raises(pitboss.RulesError) as caught:
        table.report(tmp_path / "pai-jack.doc", paper="a5")
    assert [problem.key for problem in caught.value.problems] == ["path", "paper"]
    assert [file.name for file in tmp_path.iterdir()] == ["pai-jack.html"]
