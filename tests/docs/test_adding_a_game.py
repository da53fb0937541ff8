"""The tour of adding a game is true to the last line: its files, its commands, its changes.

It is followed from top to bottom in a folder of its own, with a copy of the program to change:
files are written and changes made where it says so, and a command runs on what stands there then.
What the changed program settles and counts is judged and counted here a second time. The new kind
of round has three witnesses: the table, the solver and the simulator.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pitboss.exact.odds.wagers import odds
from pitboss.report.catalogue.odds_entry import odds_record
from pitboss.rulebook.reading.library import _load_own_games
from tests.catalogue.test_kinds_are_compared_once import TABLES
from tests.docs.program import run_here
from tests.docs.test_readme import fits
from tests.tiers import IS_NIGHT

ROOT = Path(__file__).resolve().parents[2]
TOUR = (ROOT / "docs" / "guides" / "adding-a-game.md").read_text(encoding="utf-8")
GAME = "example/golden-21-aces"
NEW_KIND = "example/dealer-first"
LONG = ["pitboss solve my/rich-21", "pitboss simulate"]
"""Commands, by a part of them, that run at night; by day the tour solves its new kind of round."""


_LEFT_OUT = frozenset({"PITBOSS_GAMES", "CI", "BUILD_NUMBER"})
"""Games of somebody else's, and what makes pytest print its failures at full length."""


class Block(NamedTuple):
    """A fenced block: its language, the name of the file it is, and its text."""

    language: str
    name: str
    text: str


class Command(NamedTuple):
    """A command and what the tour shows below it."""

    text: str
    shown: str


BLOCKS = [
    Block(*parts)
    for parts in re.findall(r"^```(\w+) ?(\S*)\n(.*?)^```$", TOUR, re.MULTILINE | re.DOTALL)
]


def commands(block: Block) -> Iterator[Command]:
    before, *parts = re.split(r"^\$ ", block.text, flags=re.MULTILINE)
    assert before == "", "a console block begins with a command"
    for part in parts:
        text, _, shown = part.partition("\n")
        yield Command(text, shown)


COMMANDS = [c for block in BLOCKS if block.language == "console" for c in commands(block)]


def is_obeyed(command: Command) -> bool:
    """Whether a command runs: all at night, and by day those whose tests do."""
    return IS_NIGHT or not any(part in command.text for part in LONG)


class Walk:
    """A folder with a copy of the program, in which the tour is followed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {
            **{name: value for name, value in os.environ.items() if name not in _LEFT_OUT},
            "PYTHONPATH": str(folder / "src"),
            "COLUMNS": "100",
            "NO_COLOR": "1",
            "PYTHONIOENCODING": "utf-8",
        }
        self.exit_code = 0
        self.is_changed = False
        # What another process is compiling just now is gone before it can be copied.
        unfinished = shutil.ignore_patterns("*.pyc.*")
        shutil.copytree(ROOT / "src" / "pitboss", folder / "src" / "pitboss", ignore=unfinished)

    def follow(self) -> list[str]:
        """Do what the tour does, and return what each command printed."""
        printed: list[str] = []
        for block in BLOCKS:
            if block.language == "console":
                printed += (
                    self.obey(command) if is_obeyed(command) else "" for command in commands(block)
                )
            elif block.language == "diff":
                self.change(block.text)
            else:
                path = self.folder / block.name
                path.parent.mkdir(exist_ok=True)
                path.write_text(block.text, encoding="utf-8")
        return printed

    def obey(self, command: Command) -> str:
        program, *arguments = shlex.split(command.text)
        match program:
            case "export":
                name, _, value = arguments[0].partition("=")
                self.environment[name] = value
                return ""
            case "echo":
                assert arguments == ["$?"]
                return f"{self.exit_code}\n"
            case "make":
                target, options = arguments
                assert target == "test"
                return self.pytest(*shlex.split(options.removeprefix("ARGS=")))
            case "python":
                option, module, *rest = arguments
                assert option == "-m"
                return self.run(module, *rest, folder=ROOT)
            case _:
                assert program == "pitboss"
                answers = re.findall(r"^> (.*\n)", command.shown, re.MULTILINE)
                return self.pitboss(*arguments, answers="".join(answers))

    def pitboss(self, *arguments: str, answers: str = "") -> str:
        """Run the program as it stands now: here, as long as its copy is not changed."""
        if not self.is_changed:
            _load_own_games.cache_clear()
            printed, self.exit_code = run_here(arguments, self.folder, answers, self.environment)
            return printed
        return self.run("pitboss.cli.main", *arguments, answers=answers, folder=self.folder)

    def pytest(self, *arguments: str) -> str:
        """Run tests of the project on the copy of the program."""
        return self.run("pytest", "-p", "no:cacheprovider", *arguments, folder=ROOT)

    def run(self, module: str, *arguments: str, folder: Path, answers: str = "") -> str:
        """Run a module with the copy of the program, and return everything it prints."""
        done = subprocess.run(
            [sys.executable, "-m", module, *arguments],
            cwd=folder,
            env=self.environment,
            input=answers,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        self.exit_code = done.returncode
        return done.stdout

    def change(self, diff: str) -> None:
        """Make the changes of a diff; each must fit in exactly one place."""
        self.is_changed = True
        for part in re.split(r"^--- .*\n\+\+\+ ", diff, flags=re.MULTILINE)[1:]:
            name, *hunks = re.split(r"\n@@\n", part)
            path = self.folder / name
            text = path.read_text(encoding="utf-8")
            for hunk in hunks:
                lines = hunk.splitlines()
                before = "\n".join(line[1:] for line in lines if line[0] in " -")
                after = "\n".join(line[1:] for line in lines if line[0] in " +")
                assert text.count(before) == 1, f"a change of the tour does not fit into {name}"
                text = text.replace(before, after)
            path.write_text(text, encoding="utf-8")


class Followed(NamedTuple):
    """The tour at its end."""

    walk: Walk
    printed: list[str]


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> Followed:
    walk = Walk(tmp_path_factory.mktemp("tour"))
    return Followed(walk, walk.follow())


@pytest.mark.nightly(only=LONG)
@pytest.mark.parametrize("number", range(len(COMMANDS)), ids=lambda n: COMMANDS[n].text)
def test_a_command_prints_what_the_tour_shows(followed: Followed, number: int) -> None:
    printed = followed.printed[number]
    assert fits(COMMANDS[number].shown, printed), f"the tour shows something else:\n{printed}"


def test_the_tour_goes_through_every_command_that_knows_a_game() -> None:
    tried = {command.text.split()[1] for command in COMMANDS if command.text[:4] == "pitb"}
    assert tried == {
        *("games", "show", "check", "replay", "odds", "play", "advise", "solve", "simulate")
    }


# By day the tour itself solves and simulates its games, and others have reports.
@pytest.mark.nightly
def test_the_report_of_the_game_is_written_as_well(followed: Followed) -> None:
    (command,) = re.findall(r"`pitboss (report .*?)`", TOUR)
    followed.walk.pitboss(*shlex.split(command))
    assert followed.walk.exit_code == 0
    page = (followed.walk.folder / "report.html").read_text(encoding="utf-8")
    assert "Pair of aces" in page


# -- the new outcome, judged and counted a second time ------------------------------------------

DECK = [rank + suit for rank in "A23456789TJQK" for suit in "shdc"]
DECKS = 6
PAYS = {  # table A, as the changed file has it
    "Ace and king suited": Fraction(25),
    "Straight flush": Fraction(6),
    "Pair of aces": Fraction(12),
    "Pair": Fraction(3),
    "Blackjack": Fraction(3, 2),
    "Straight": Fraction(1),
}


def pay_row(first: str, second: str) -> str:
    """Return the row two cards are paid on, by their letters; "lose" if none."""
    ranks = first[0] + second[0]
    suited = first[1] == second[1]
    in_sequence = ranks in "A23456789TJQKA" or ranks[::-1] in "A23456789TJQKA"
    won = {
        "Ace and king suited": set(ranks) == {"A", "K"} and suited,
        "Straight flush": in_sequence and suited,
        "Pair of aces": ranks == "AA",
        "Pair": ranks[0] == ranks[1],
        "Blackjack": "A" in ranks and bool(set(ranks) & set("TJQK")),
        "Straight": in_sequence,
    }
    return max((row for row in PAYS if won[row]), key=PAYS.__getitem__, default="lose")


def ways(first: str, second: str, decks: int) -> int:
    """Return in how many ways a shoe deals two cards, in either order."""
    return decks * (decks - 1) if first == second else 2 * decks * decks


HANDS = list(combinations_with_replacement(DECK, 2))


def count_rows(decks: int) -> dict[str, Fraction]:
    """Return row -> its probability, by counting every two cards."""
    counts: Counter[str] = Counter()
    for hand in HANDS:
        counts[pay_row(*hand)] += ways(*hand, decks)
    return {row: Fraction(count, counts.total()) for row, count in counts.items()}


def record(first: str, second: str) -> dict[str, Any]:
    """Return a round in which a seat is dealt two cards and stands."""
    blackjack = pay_row(first, second) in {"Blackjack", "Ace and king suited"}
    return {
        "game": GAME,
        "options": {"decks": DECKS},
        "tables": {"golden-aces": "A"},
        "seats": [{"seat": 1, "wagers": {"main": 1000, "golden-aces": 200}}],
        "cards": f"{first} 9d {second} 8c",
        "decisions": [] if blackjack else [{"seat": 1, "action": "stand"}],
    }


def test_the_changed_table_settles_every_two_cards_on_the_row_they_make(followed: Followed) -> None:
    walk = followed.walk
    lines = "\n".join(json.dumps(record(*hand)) for hand in HANDS)
    (walk.folder / "hands.jsonl").write_text(lines, encoding="utf-8")
    settled = walk.pitboss("replay", "hands.jsonl", "--json").splitlines()
    assert walk.exit_code == 0
    for hand, line in zip(HANDS, settled, strict=True):
        (paid,) = (
            entry for entry in json.loads(line)["settlement"] if entry["wager"] == "golden-aces"
        )
        row = pay_row(*hand)
        assert (paid["outcome"], paid["net"]) == (row, 200 * PAYS.get(row, -1)), hand


@pytest.mark.parametrize("decks", [2, DECKS])
def test_the_changed_odds_are_those_of_counting_every_two_cards(
    followed: Followed, decks: int
) -> None:
    command = ("odds", GAME, "--wager", "golden-aces", "--table", "A", "--decks", str(decks))
    (record,) = json.loads(followed.walk.pitboss(*command, "--json"))
    expected = count_rows(decks)
    printed = {row["name"]: Fraction(row["probability"]) for row in record["outcomes"]}
    assert printed | {"lose": 1 - sum(printed.values())} == expected
    assert Fraction(record["edge"]) == -sum(p * PAYS.get(row, -1) for row, p in expected.items())


def test_the_change_leaves_the_odds_of_golden_21_poker_as_they_are(followed: Followed) -> None:
    printed = json.loads(followed.walk.pitboss("odds", "co/golden-21", "--json"))
    here = [odds_record(wager, None) for wager in odds("co/golden-21")]
    assert printed == json.loads(json.dumps(here))


def test_the_new_kind_is_learned_at_many_tables_at_once(followed: Followed) -> None:
    """The program asks a learner, and compiled code shows and pays what the table engine does."""
    walk = followed.walk
    (walk.folder / "many_tables.py").write_text(
        f"import sys\nsys.path.append({str(ROOT)!r})\n"
        "from tests.gym.test_same_table import play_side_by_side\n"
        f"play_side_by_side({NEW_KIND!r}, {{'soft17': 'stand'}}, 0.6, seed=1, steps=40)\n",
        encoding="utf-8",
    )
    printed = walk.run("many_tables", folder=walk.folder)
    assert walk.exit_code == 0, printed


# -- the new kind of round, judged a second time ------------------------------------------------

VALUES = {rank: min(number, 10) for number, rank in enumerate("A23456789TJQK", start=1)}
TABLE = ("-o", "soft17=stand")


def total(*cards: str) -> int:
    """Return the best total of cards, by their letters."""
    hard = sum(VALUES[card[0]] for card in cards)
    soft = any(card[0] == "A" for card in cards) and hard + 10 <= 21
    return hard + 10 * soft


def dealt_second(first: str, second: str) -> dict[str, Any]:
    """Return a round in which the dealer takes the first and the third card, 17 in all."""
    return {
        "game": NEW_KIND,
        "options": {"decks": DECKS},
        "seats": [{"seat": 1, "wagers": {"main": 1000}}],
        "cards": f"9d {first} 8c {second}",
        "decisions": [] if total(first, second) == 21 else [{"seat": 1, "action": "stand"}],
    }


def test_the_new_round_settles_every_two_cards_against_the_dealers_first(
    followed: Followed,
) -> None:
    walk = followed.walk
    lines = "\n".join(json.dumps(dealt_second(*hand)) for hand in HANDS)
    (walk.folder / "dealt-second.jsonl").write_text(lines, encoding="utf-8")
    settled = walk.pitboss("replay", "dealt-second.jsonl", "--json").splitlines()
    assert walk.exit_code == 0
    for hand, line in zip(HANDS, settled, strict=True):
        (paid,) = json.loads(line)["settlement"]
        points = total(*hand)
        units = Fraction(3, 2) if points == 21 else (points > 17) - (points < 17)
        assert paid["net"] == 1000 * units, hand


@pytest.mark.nightly
def test_solver_and_simulator_agree_on_the_new_round(followed: Followed) -> None:
    """Four standard errors are 0.15% here, and another rule for soft 17 is worth 0.2%."""
    walk = followed.walk
    solved = json.loads(walk.pitboss("solve", NEW_KIND, *TABLE, "--json"))
    run = json.loads(walk.pitboss("simulate", NEW_KIND, *TABLE, "--rounds", "1e7", "--json"))
    assert run["standard_error"] < 0.0004
    assert abs(run["house_edge"] - solved["house_edge"]) < 4 * run["standard_error"]


@pytest.mark.nightly
def test_the_order_of_the_deal_leaves_the_edge_as_it_is(followed: Followed) -> None:
    edges = [
        json.loads(followed.walk.pitboss("solve", game, *TABLE, "--json"))["house_edge"]
        for game in (GAME, NEW_KIND)
    ]
    assert edges[0] == edges[1]


def test_the_interval_that_the_tour_shows_holds_the_edge_that_it_shows() -> None:
    (edge,) = re.findall(r"^House edge +([\d.]+)%", TOUR, re.MULTILINE)
    (low, high) = re.findall(r"95% interval +([\d.]+)% to ([\d.]+)%", TOUR)[0]
    assert float(low) < float(edge) < float(high)


def test_the_tour_adds_the_new_kind_to_every_table_of_every_layer() -> None:
    diffs = "".join(block.text for block in BLOCKS if block.language == "diff")
    changed = re.findall(r"^\+\+\+ src/pitboss/(\S+)\n((?:(?!---).*\n)*)", diffs, re.MULTILINE)
    added = {name for name, hunks in changed if "RoundKind.DEALER_FIRST" in hunks}
    tables = {f"{layer}/{name}" for layer, names in TABLES.items() for name in names}
    faster = {"simulator/lanes/kinds.py", "simulator/backends/shares.py"}
    not_needed = {"sitting/basic_play.py"} | faster
    assert added == tables - not_needed, "nobody folds in the new round"


def test_the_list_of_places_names_every_table_of_every_layer() -> None:
    listed = {row[1].strip("`") for row in rows_below("Where everything is")}
    tables = {f"src/pitboss/{layer}/{name}" for layer, names in TABLES.items() for name in names}
    assert tables <= listed


# -- where everything is --------------------------------------------------------------------------


def rows_below(heading: str) -> list[list[str]]:
    """Return the cells of the tables of one section, their heads left out."""
    section = TOUR.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    tables = re.findall(r"^\| .*\n\| --- .*\n((?:\| .*\n)+)", section, re.MULTILINE)
    lines = [line for table in tables for line in table.splitlines()]
    return [line.strip("| ").split(" | ") for line in lines]


def test_every_place_the_tour_names_is_there() -> None:
    places = re.findall(r"`((?:src|tests|docs|examples|tools)/[^`]*)`", TOUR)
    assert len(places) > 20
    for place in places:
        assert (ROOT / place).exists(), place


@pytest.mark.parametrize("row", rows_below("Where everything is"), ids=lambda row: row[0])
def test_what_is_to_be_written_somewhere_has_its_neighbours_there(row: list[str]) -> None:
    _, where, what = row
    source = (ROOT / where.strip("`")).read_text(encoding="utf-8")
    for name in re.findall(r"`@?(\w+)`", what):
        assert re.search(rf"\b{name}\b", source), f"{name} is not in {where}"


def test_the_proofs_a_new_game_lacks_are_those_the_tour_lists(tmp_path: Path) -> None:
    """Method: run the suite as the tour does, with the game as it was before any change."""
    (suite, chosen) = re.findall(r'make test ARGS="(\S+) -k (\S+)"', TOUR)[0]
    game = next(block for block in BLOCKS if GAME.rpartition("/")[2] in block.name)
    (tmp_path / "game.toml").write_text(game.text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", suite, "-k", chosen],
        cwd=ROOT,
        env={**os.environ, "PITBOSS_GAMES": str(tmp_path), "COLUMNS": "200"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    failed = re.findall(rf"^FAILED \S+::(\w+)\[{GAME}\]", done.stdout, re.MULTILINE)
    assert failed == [row[0].strip("`") for row in rows_below("Into the catalogue")], done.stdout
