"""`pitboss check`: exit 0 approved, 1 with every problem, 2 if nothing can be judged."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from pitboss.cli.console import output_console
from pitboss.cli.house_lines import house_lines, judged_lines, legal_limit
from pitboss.cli.output import (
    EXIT_BAD_INPUT,
    EXIT_NO,
    print_json,
    print_problems,
    refusal_json,
)
from pitboss.rulebook.check import data_problems, warnings
from pitboss.rulebook.configured import ConfiguredGame, configure
from pitboss.rulebook.export import house_sheet, judgement_basis
from pitboss.rulebook.files import read_stream, read_text
from pitboss.rulebook.house import MALFORMED, House, parse_house_data
from pitboss.rulebook.limits import HOUSE_BYTES_MAX, printable
from pitboss.rulebook.model import Game
from pitboss.rulebook.phrases import deck_counts
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.library import game_of_file
from pitboss.rulebook.reading.parse import NotReadableError, parse_toml
from pitboss.rulebook.reading.profiles import profiles

STDIN = "-"
"""Names the standard input instead of a file."""
_HEADING_WIDTH = 12
_NOT_JUDGED = (MALFORMED, "game/unknown", "file/", "rulebook/")


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The verdict on one configuration."""

    file: str
    house: House | None = None
    """None if nothing could be read."""
    configured: ConfiguredGame | None = None
    """The game as the house runs it, if it is approved."""
    problems: tuple[Problem, ...] = ()

    @property
    def exit_code(self) -> int:
        """2 if a part could not be read or judged, 1 with problems, otherwise 0."""
        if any(problem.code.startswith(_NOT_JUDGED) for problem in self.problems):
            return EXIT_BAD_INPUT
        return EXIT_NO if self.problems else 0

    def as_json(self) -> dict[str, Any]:
        """Return the verdict as `--json` prints it."""
        if self.exit_code == EXIT_BAD_INPUT:
            return refusal_json(self.problems)
        assert self.house
        sheet = self.configured and house_sheet(self.house, self.configured)
        return {
            "game": self.house.game,
            "ok": not self.problems,
            "digest": self.configured.digest if self.configured else "",
            "problems": [problem.as_json() for problem in self.problems],
            "warnings": [warning.as_json() for warning in warnings(self.house)],
            "table": sheet,
            "judged_by": judgement_basis(self.house),
        }


def print_profiles(*, as_json: bool) -> None:
    """Print the legal profiles that a house may be judged by."""
    if as_json:
        print_json([profile.as_json() for profile in profiles()])
        return
    console = output_console()
    for profile in profiles():
        usual = f", the default for {', '.join(profile.games)}" if profile.default else ""
        limit = f"{legal_limit(profile.as_json())} ({profile.cite}; {profile.source})"
        console.print(Text.assemble((profile.id, "cyan"), f"  {profile.title}{usual}"))
        console.print(Padding(Text(limit), (0, 0, 0, 4)))


def check_files(files: Sequence[str], *, profile: str = "", as_json: bool) -> None:
    """Judge house configurations, one after the other; end with the worst exit code."""
    verdicts: list[Verdict | GameVerdict] = []
    for file in files:
        verdict = judge_file(file, profile)
        verdicts.append(verdict)
        if as_json:
            continue
        if isinstance(verdict, GameVerdict):
            verdict.print_text()
        else:
            _print_verdict(verdict, named=len(files) > 1)
    if as_json and len(verdicts) == 1:
        print_json(verdicts[0].as_json())
        if verdicts[0].exit_code == EXIT_BAD_INPUT:
            print_problems(verdicts[0].problems)
    elif as_json:
        print_json([{"file": verdict.file} | verdict.as_json() for verdict in verdicts])
    if code := max(verdict.exit_code for verdict in verdicts):
        raise SystemExit(code)


def judge_file(file: str, profile: str = "") -> Verdict | GameVerdict:
    """Judge one configuration, of a file or the standard input; *profile* overrides its own."""
    try:
        text = _text(file)
        if file != STDIN and is_game_file(text):
            return judge_game_file(Path(file))
        data = parse_house_data(text)
        house, problems = data_problems(data | ({"profile": profile} if profile else {}))
    except RulesError as error:
        return Verdict(file=file, problems=error.problems)
    configured = None if problems or house is None else configure(house)
    return Verdict(file=file, house=house, configured=configured, problems=problems)


def _text(file: str) -> str:
    if file == STDIN:
        return read_stream(sys.stdin.buffer, "the standard input", HOUSE_BYTES_MAX)
    return read_text(Path(file), HOUSE_BYTES_MAX)


def _print_verdict(verdict: Verdict, *, named: bool) -> None:
    if verdict.exit_code == EXIT_BAD_INPUT:
        print_problems(verdict.problems, file=verdict.file if named else "")
        return
    assert verdict.house
    console = output_console()
    head = Text(f"{printable(verdict.file)}: ", style="bold")
    if verdict.configured is None:
        count = f"{len(verdict.problems)} problem{'s' if len(verdict.problems) > 1 else ''}"
        head.append(printable(f"{count} with {verdict.house.game}"), "bold red")
        console.print(head)
        for problem in verdict.problems:
            _print_problem(console, problem)
        _print_warnings(console, verdict.house)
    else:
        console.print(head.append("approved", "bold green").append(f" as {verdict.house.game}"))
        _print_warnings(console, verdict.house)
        _print_judged(console, verdict.house)
        _print_table(console, verdict.house, verdict.configured)


def _print_problem(console: Console, problem: Problem, mark: str = "") -> None:
    key = Text.assemble("  ", (mark, "yellow"), (printable(problem.key), "cyan"))
    console.print(key.append(f"  {problem.cite}" if problem.cite else "", "dim"))
    body = Text.assemble(printable(problem.message), (f"  [{problem.code}]", "dim"))
    console.print(Padding(body, (0, 0, 0, 4)))


def _print_warnings(console: Console, house: House) -> None:
    for warning in warnings(house):
        _print_problem(console, warning, "warning  ")


def _print_table(console: Console, house: House, configured: ConfiguredGame) -> None:
    table = house_lines(house_sheet(house, configured))
    for heading, text in (*table, ("digest", configured.digest)):
        _print_line(console, heading, text)


def _print_judged(console: Console, house: House) -> None:
    for heading, text in judged_lines(judgement_basis(house)):
        _print_line(console, heading, text)


def _print_line(console: Console, heading: str, text: str) -> None:
    line = Text.assemble((f"  {heading:<{_HEADING_WIDTH}}", "dim"), printable(text))
    console.print(line, soft_wrap=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameVerdict:
    """The verdict on one game file."""

    file: str
    game: Game | None
    """None if the file cannot be used."""
    problems: tuple[Problem, ...]

    @property
    def exit_code(self) -> int:
        """1 with problems, else 0."""
        return EXIT_NO if self.problems else 0

    def as_json(self) -> dict[str, Any]:
        """Return the verdict as `--json` prints it."""
        listed = [problem.as_json() for problem in self.problems]
        return {"game": self.game.id if self.game else "", "ok": not listed, "problems": listed}

    def print_text(self) -> None:
        """Print the verdict for people."""
        if self.game is not None:
            _print_game(self.file, self.game)
        else:
            _print_problems(self.file, self.problems)


def is_game_file(text: str) -> bool:
    """Return whether a file describes a game: a house file names one, `game = "wa/spanish-21"`."""
    try:
        return isinstance(parse_toml(text).get("game"), dict)
    except NotReadableError:
        return False


def judge_game_file(path: Path) -> GameVerdict:
    """Check a game of your own."""
    game, problems = _load(path)
    return GameVerdict(file=str(path), game=game, problems=problems)


def _load(path: Path) -> tuple[Game | None, tuple[Problem, ...]]:
    try:
        return game_of_file(path), ()
    except RulesError as error:
        return None, error.problems


def _print_game(path: str, game: Game) -> None:
    size = f"{len(game.wagers)} wagers, {len(game.tables)} pay tables, {deck_counts(game.decks)}"
    print(printable(f"{path}: the game {game.id} can be used"))
    print(printable(f"  title     {game.title}"))
    print(printable(f"  document  {game.document}"))
    print(printable(f"  size      {size}"))


def _print_problems(path: str, problems: tuple[Problem, ...]) -> None:
    count = f"{len(problems)} problem{'s' if len(problems) > 1 else ''}"
    print(printable(f"{path}: {count} with this game"))
    for problem in problems:
        key = problem.key.removeprefix(path).removeprefix(": ") or "file"
        print(printable(f"  {key}"))
        print(printable(f"    {problem.message}  [{problem.code}]"))
