"""Every paragraph of the documents has a row, and every row says truly how it is shown."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from re import findall, search
from types import SimpleNamespace
from typing import cast

import pytest

from pitboss.rulebook.reading.library import game
from tests.rows import every_row
from tests.rules.clauses import (
    FOLDER,
    HEADINGS,
    NOT_OURS,
    PARAGRAPHS,
    PLAYED_GAMES,
    RULINGS_NOT_OURS,
    Link,
    clause_tests,
    find_words,
    links,
    played_rulings,
    ruling_tests,
    unshown,
)
from tests.rules.evidence import Seen, Watch, asserts, looks_at_order, names
from tools.generate_clause_table import main, page

PROMISES = tuple(f"test_{name}_" for name in ("wsgc", "ruling", "ilani", "bet_bigger", "reference"))
"""How the names of tests begin that are about a clause or a ruling."""


@every_row("game_id", PARAGRAPHS)
def test_every_paragraph_of_a_document_has_a_row(game_id: str) -> None:
    assert not set(PARAGRAPHS[game_id]) - set(game(game_id).clauses)


@every_row("game_id", PARAGRAPHS)
def test_no_number_is_left_out_of_the_list_of_paragraphs(game_id: str) -> None:
    """After (2) comes (3), (2)(a) or a new part; 2110(15)(b) has (ii) alone in the document."""
    numbered = [name for name in PARAGRAPHS[game_id] if "(" in name and "(b)(ii)" not in name]
    listed = {tuple(findall(r"\w+|[^\w()]+", name)) for name in numbered}
    for name in numbered:
        *before, last = findall(r"\w+|[^\w()]+", name)
        assert last in {"1", "a", "i", "A"} or any(
            (*before, earlier) in listed for earlier in _befores(last)
        ), name


def _befores(number: str) -> set[str]:
    """Return what may come before a number: (i) may follow (h), and (v) may be a letter or five."""
    roman = ["i", "ii", "iii", "iv", "v", "vi", "vii"]
    befores = {earlier for earlier, later in pairwise(roman) if later == number}
    return befores | {str(int(number) - 1) if number.isdigit() else chr(ord(number[-1]) - 1)}


@every_row("game_id", PLAYED_GAMES)
def test_every_row_is_shown_or_says_why_not(game_id: str) -> None:
    tested = clause_tests()
    for clause in game(game_id).clauses:
        proofs = tested.get((game_id, clause), ())
        assert bool(proofs) or clause in HEADINGS or clause in NOT_OURS, (game_id, clause)
        assert not (clause in HEADINGS and clause in NOT_OURS), clause
        if "" in NOT_OURS.get(clause, {}):
            assert not proofs, f"{clause} is not ours, and yet it is shown"


@every_row("game_id", PLAYED_GAMES)
def test_every_word_of_a_row_is_shown(game_id: str) -> None:
    for clause in game(game_id).clauses:
        assert not unshown(game_id, clause), (clause, unshown(game_id, clause))


def test_every_ruling_has_a_test() -> None:
    tested = ruling_tests()
    for ruling in played_rulings():
        assert (ruling.id in tested) != (ruling.id in RULINGS_NOT_OURS), ruling.id


def test_what_is_a_heading_or_not_ours_is_in_the_rule_book() -> None:
    texts = {name: text for game_id in PLAYED_GAMES for name, text in game(game_id).clauses.items()}
    assert texts.keys() >= HEADINGS
    for name, reasons in NOT_OURS.items():
        for words, reason in reasons.items():
            assert find_words(texts[name], words) is not None, name
            assert reason
    assert RULINGS_NOT_OURS.keys() <= {ruling.id for ruling in played_rulings()}


def test_every_linked_test_is_watched() -> None:
    """A decorator that hides the links of a test would hide it from the watch too."""
    for (_, clause), proofs in clause_tests().items():
        for proof in proofs:
            module = import_module(f"tests.{proof.place[0].removesuffix('.py').replace('/', '.')}")
            claimed = links(getattr(module, proof.test.partition("::")[2]))
            assert Link(clause, proof.how, proof.words) in claimed, proof


def test_every_test_that_a_row_names_asserts_something() -> None:
    linked = {proof.test for proofs in clause_tests().values() for proof in proofs}
    assert [test for test in sorted(linked) if not asserts(test)] == []


IN_ORDER = (
    r"\b(?:settled|paid|pays|taken|collected)\b[^.;]*"
    r"\b(?:before|at once|counter-clockwise|from the dealer's|until|after all)\b"
)
"""What a row about the order of pay says."""


def test_a_row_about_the_order_of_pay_has_a_test_that_looks_at_the_order() -> None:
    """Nets are the same in every order."""
    without = []
    for (game_id, clause), proofs in clause_tests().items():
        in_order = search(IN_ORDER, game(game_id).clauses[clause])
        if in_order and not any(looks_at_order(proof.test) for proof in proofs):
            without.append((clause, in_order[0]))
    assert without == []


def test_a_test_named_after_a_clause_or_ruling_is_linked_to_one() -> None:
    """A name that begins as these do promises a link; a forgotten decorator would break it."""
    linked = {proof.test for proofs in clause_tests().values() for proof in proofs}
    linked |= {proof.test for proofs in ruling_tests().values() for proof in proofs}
    for path in FOLDER.rglob("test_*.py"):
        for line in path.read_text(encoding="utf-8").splitlines():
            name = line.removeprefix("def ").partition("(")[0]
            if name.startswith(PROMISES):
                assert f"{path.name}::{name}" in linked


@every_row(
    "how, seen, is_shown",
    [
        ("played", Seen(), False),
        ("played", Seen(rounds=1), True),
        ("played", Seen(refusals=["no"]), True),
        ("played", Seen(refusals=["no"], cites=["2104(12)"]), False),
        ("judged", Seen(rounds=1), False),
        ("judged", Seen(cites=["2104(13)"]), False),
        ("judged", Seen(cites=["2104(11)-(13); ruling H1"]), True),
        ("posted", Seen(sheets=["2104(1)"]), False),
        ("posted", Seen(sheets=["2104(1), (12)"]), True),
        ("kept", Seen(rounds=1), False),
        ("kept", Seen(books=1), True),
    ],
)
def test_a_link_that_claims_what_its_test_did_not_do_fails_it(
    how: str, seen: Seen, *, is_shown: bool
) -> None:
    assert bool(seen.lacks(Link("2104(12)", how, ""))) != is_shown  # type: ignore[arg-type]


def test_the_watch_fails_a_test_that_did_not_do_what_its_link_says(
    pytestconfig: pytest.Config,
) -> None:
    (watch,) = (it for it in pytestconfig.pluginmanager.get_plugins() if isinstance(it, Watch))

    def idle() -> None:
        """Play nothing."""

    vars(idle)["_links"] = (Link("2104(12)", "played", ""),)
    call = watch.pytest_runtest_call(cast(pytest.Item, SimpleNamespace(function=idle)))
    next(call)
    with pytest.raises(AssertionError, match=r"2104\(12\) is not played: no round was played"):
        next(call)


@every_row(
    "cite, clause, named",
    [
        ("Introduction, JP, Attachments A-D", "Introduction-equipment", True),
        ("Introduction, JP, Attachments A-D", "JP-house", True),
        ("Attachment D, Table 6; ruling W11", "D-highest", True),
        ("2112(2), 2112(5)", "2112(2) tip", True),
        ("2107 Start(1)-(3)", "2107 Start(2)", True),
        ("2107 Start(1)-(3)", "2107(2)", False),
        ("2119(30)(a)(iv)-(vi)", "2119(30)(a)(v)", True),
        ("2110", "2110(3)", False),
        ("2110(1)-(4), (7)-(12), (14)", "2110(8)", True),
        ("2110(11), (11)(b)", "2110(11)(b)", True),
        ("2110(1)-(4), (7)-(12), (14)", "2110(13)", False),
    ],
)
def test_a_citation_names_its_clauses(cite: str, clause: str, *, named: bool) -> None:
    assert names(cite, clause) == named


def test_the_page_is_the_same_whatever_was_imported_before() -> None:
    """Two processes of a run of tests import the files from both ends."""
    last = max(path.stem for path in FOLDER.glob("test_wsgc_*.py"))
    code = f"import tests.rules.{last}; from tools.generate_clause_table import page; print(page())"
    command = [sys.executable, "-c", code]
    other = subprocess.run(command, capture_output=True, text=True, check=True, encoding="utf-8")
    assert other.stdout == page() + "\n"


@pytest.fixture
def is_right(monkeypatch: pytest.MonkeyPatch) -> Callable[..., bool]:
    """Return a function that runs the tool, and returns whether it found no fault."""

    def run_tool(*arguments: str) -> bool:
        monkeypatch.setattr("sys.argv", ["", *arguments])
        try:
            main()
        except SystemExit as stop:
            return not stop.code
        return True

    return run_tool


def test_the_table_of_clauses_is_up_to_date(is_right: Callable[..., bool]) -> None:
    assert is_right("--check"), "run 'python -m tools.generate_clause_table'"


def test_a_stale_table_fails_the_check_and_is_written_again(
    tmp_path: Path, is_right: Callable[..., bool], capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "clauses.md"
    tool = "--page", str(page)
    assert not is_right(*tool, "--check")
    assert not page.exists()
    assert "stale" in capsys.readouterr().out
    assert is_right(*tool)
    page.write_text(page.read_text(encoding="utf-8") + "more\n", encoding="utf-8")
    assert not is_right(*tool, "--check")
    assert is_right(*tool)
    assert is_right(*tool, "--check")
