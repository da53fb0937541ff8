"""The file of every game and wager is what the solver and the enumerator find."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from pitboss.cli.options import open_main_table
from pitboss.engine.setup import prepare
from pitboss.exact import cache
from pitboss.exact.kinds import house_edge, is_solved, main_rules, solve
from pitboss.exact.odds.wagers import SUPER_BONUS
from pitboss.questions.table import AtTable
from pitboss.report.catalogue import every_game
from pitboss.report.catalogue.edges import (
    EXACT,
    FILE,
    EdgeEntry,
    edges_file,
    entries,
    game_edge,
    least_line,
    main_lines,
    read,
    ready_edges,
    ready_game_edge,
)
from pitboss.report.catalogue.every_game import catalogue, solve_games, solve_ready_tables
from pitboss.rulebook import cache_folder
from pitboss.rulebook.defaults import offer_everything
from pitboss.rulebook.reading.library import game, game_ids
from pitboss.rulebook.ready import ready_tables
from pitboss.sitting.amounts import least_wagers
from tests.tiers import IS_NIGHT

DIGITS = 1e-11
"""Numbers are written with twelve digits behind the point."""


def words(entry: EdgeEntry) -> tuple[object, ...]:
    """All that must be the same to the letter, the exact fraction too."""
    record = entry.as_json() | {"table": entry.table, "main": entry.main}
    record |= {"least": entry.least, "stakes": entry.stakes}
    return tuple(record[key] for key in record if key not in {"house_edge", "standard_deviation"})


def hold(again: Sequence[EdgeEntry], file: Sequence[EdgeEntry]) -> None:
    """Hold what is found now against the lines of the file."""
    assert list(map(words, again)) == list(map(words, file)), "run 'tools/generate_edges.py'"
    for now, kept in zip(again, file, strict=True):
        assert now.house_edge == pytest.approx(kept.house_edge, abs=DIGITS), words(now)
        deviation = pytest.approx(kept.standard_deviation, rel=DIGITS, abs=DIGITS)
        assert now.standard_deviation == deviation, words(now)


# Every game and wager of the catalogue; `make test` solves a few games of every kind.
@pytest.mark.nightly
def test_the_file_is_what_is_found_when_every_game_is_solved_again() -> None:
    """The one place where every game is solved: README and docs are held to the file."""
    hold(catalogue(), entries())


def test_the_main_games_are_in_the_file_as_they_are_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same without the other wagers, whose odds have tests of their own.

    It is solved here, where what is compiled and solved serves other tests: their solutions are
    kept, which an edge alone would not do.
    """
    for game_id in game_ids():
        solve(open_main_table(AtTable(game=game_id)).setup)
    monkeypatch.setattr(every_game, "process_pool", lambda: ThreadPoolExecutor(1))
    hold(solve_games(), main_lines())


def test_games_solved_as_one_have_the_same_edge_solved_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By day two of the games that share their main game with another, at night all of them."""
    monkeypatch.setenv(cache_folder.VARIABLE, cache_folder.OFF)
    cache.forget()
    setups = {game_id: open_main_table(AtTable(game=game_id)).setup for game_id in game_ids()}
    shared = Counter(map(main_rules, setups.values()))
    kept = {entry.game: entry.house_edge for entry in reversed(main_lines())}
    several = [one for one, setup in setups.items() if shared[main_rules(setup)] > 1]
    by_day = {"wa/spanish-21-v002", "co/trilux"}
    assert by_day <= set(several)
    for game_id in several if IS_NIGHT else sorted(by_day):
        assert house_edge(setups[game_id]) == pytest.approx(kept[game_id], abs=DIGITS), game_id


def test_the_file_is_read_as_it_was_written() -> None:
    assert read(edges_file(entries(), {"a": 0.1})) == entries()
    assert FILE.read_text(encoding="utf-8").endswith(edges_file((), ready_edges()))


def test_a_ready_table_with_the_rules_of_the_bare_one_costs_the_same() -> None:
    assert list(ready_edges()) == list(ready_tables())
    same = 0
    for game_id, ready in ready_tables().items():
        if main_rules(prepare(ready.house)) == main_rules(
            open_main_table(AtTable(game=game_id)).setup
        ):
            line = least_line(game_id)
            assert line is not None
            assert ready_edges()[game_id] == pytest.approx(line.edge_of_all, abs=DIGITS), game_id
            same += 1
    assert same >= 15


def test_tables_with_other_rules_are_not_solved_as_one() -> None:
    """Whatever the kind of round: decks and soft 17 change what the main game costs."""
    alike = []
    for game_id in game_ids():
        for option in game(game_id).options:
            if option.id in {"decks", "soft17"}:
                tables = [
                    open_main_table(AtTable(game=game_id, option=(f"{option.id}={value}",)))
                    for value in option.values
                ]
                if len({main_rules(table.setup) for table in tables}) < len(option.values):
                    alike.append((game_id, option.id))
    assert not alike


@pytest.mark.nightly
def test_the_edge_of_every_ready_table_is_what_is_found_when_it_is_solved_again() -> None:
    assert solve_ready_tables() == pytest.approx(ready_edges(), abs=DIGITS)
    assert ready_game_edge("wa/spanish-21") == "0.42%"  # with double-double down


@pytest.mark.parametrize("game_id", game_ids())
def test_every_wager_has_its_line(game_id: str) -> None:
    wagers = [wager for entry in entries() if entry.game == game_id for wager in entry.wagers]
    every = {wager.id for wager in game(game_id).wagers}
    assert set(wagers) - {SUPER_BONUS} == every
    assert (SUPER_BONUS in wagers) == bool(game(game_id).super_bonus)


@pytest.mark.parametrize("game_id", game_ids())
def test_the_full_felt_is_the_table_that_is_solved_with_every_wager_on_it(game_id: str) -> None:
    solved = open_main_table(AtTable(game=game_id)).setup
    full = prepare(offer_everything(game_id))
    assert main_rules(full) == main_rules(solved)
    assert set(full.configured.spots) == {wager.id for wager in game(game_id).wagers}
    spots = {option.id for option in game(game_id).options if option.offers}
    for name, value in solved.configured.options.items():
        assert name in spots or full.configured.options[name] == value


def test_the_edge_of_every_game_is_that_of_the_least_one_must_wager() -> None:
    """3 Card 21 pays the player 14.81% on the main wager alone, which nobody can make alone."""
    for game_id in game_ids():
        setup = open_main_table(AtTable(game=game_id)).setup
        assert is_solved(setup)
        lines = [entry for entry in main_lines() if entry.game == game_id and entry.least]
        assert len(lines) == 1, game_id
        assert set(least_wagers(setup)) <= set(lines[0].wagers), game_id
        assert game_edge(game_id) == f"{lines[0].house_edge / lines[0].stakes:.2%}"
    shown = [game_edge(f"co/{name}") for name in ("3-card-21", "ante-up-21", "deuces-wild-xtreme")]
    assert shown == ["0.90%", "0.62%", "1.73%"]


def test_what_is_exact_has_its_fraction_and_what_is_decided_its_strategy() -> None:
    for entry in entries():
        if entry.method.startswith(EXACT):
            assert entry.house_edge_fraction is not None
            assert float(entry.house_edge_fraction) == pytest.approx(entry.house_edge, abs=DIGITS)
        assert not entry.main or entry.strategy == f"pitboss solve {entry.game}"
