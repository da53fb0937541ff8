"""`pitboss check`: exit 0 allowed, 1 with every problem, 2 if nothing can be judged."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from pitboss.cli.console import output_console
from pitboss.cli.output import EXIT_BAD_INPUT, EXIT_NO, print_json, print_problems, refusal_json
from pitboss.engine.setup import make_setup
from pitboss.floor.terms import TableTerms
from pitboss.rulebook.check import data_problems, warnings
from pitboss.rulebook.check.tables import offered_tables, used_tables
from pitboss.rulebook.configured import ConfiguredGame, configure
from pitboss.rulebook.export import house_sheet, judgement_basis
from pitboss.rulebook.files import read_stream, read_text
from pitboss.rulebook.house import MALFORMED, House, parse_house_data
from pitboss.rulebook.limits import HOUSE_BYTES_MAX, printable
from pitboss.rulebook.model import Game
from pitboss.rulebook.phrases import deck_counts
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.library import game as game_of
from pitboss.rulebook.reading.library import game_of_file, is_own, is_printed
from pitboss.rulebook.reading.parse import NotReadableError, parse_toml
from pitboss.rulebook.reading.profiles import profiles
from pitboss.text.numbers import short_money
from pitboss.text.options import option_text

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
    """The game as the house runs it, if its rules allow it."""
    problems: tuple[Problem, ...] = ()

    @property
    def exit_code(self) -> int:
        """2 if a part could not be read or judged, 1 with problems, otherwise 0."""
        if any(problem.code.startswith(_NOT_JUDGED) for problem in self.problems):
            return EXIT_BAD_INPUT
        return EXIT_NO if self.problems else 0

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """What is allowed and still seldom meant."""
        assert self.house
        found = [*warnings(self.house)]
        if self.configured is not None:
            found += _unpaid(self.house) if is_own(self.house.game) else ()
            found += _losing_jackpots(self.house, self.configured)
        return tuple(found)

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
            "warnings": [warning.as_json() for warning in self.warnings],
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
    verdicts: list[Verdict | GameVerdict | FloorVerdict] = []
    for file in files:
        verdict = judge_file(file, profile)
        verdicts.append(verdict)
        if as_json:
            continue
        if isinstance(verdict, GameVerdict | FloorVerdict):
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


def judge_file(file: str, profile: str = "") -> Verdict | GameVerdict | FloorVerdict:
    """Judge one configuration, of a file or the standard input; *profile* overrides its own."""
    try:
        text = _text(file)
        # First a game: its own pay tables are a list too, as the tables of a floor are.
        if file != STDIN and is_game_file(text):
            return judge_game_file(Path(file))
        if file != STDIN and is_floor_file(text):
            return judge_floor_file(Path(file))
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
        count = _count(verdict.problems)
        head.append(printable(f"{count} with {verdict.house.game}"), "bold red")
        console.print(head)
        for problem in verdict.problems:
            _print_problem(console, problem)
        _print_warnings(console, verdict)
    else:
        head.append("allowed", "bold green")
        console.print(head.append(f" by the rules of {verdict.house.game}"))
        _print_warnings(console, verdict)
        judged = judged_lines(judgement_basis(verdict.house))
        table = house_lines(house_sheet(verdict.house, verdict.configured))
        for heading, text in (*judged, *table, ("digest", verdict.configured.digest)):
            line = Text.assemble((f"  {heading:<{_HEADING_WIDTH}}", "dim"), printable(text))
            console.print(line, soft_wrap=True)


def _print_problem(console: Console, problem: Problem, mark: str = "") -> None:
    key = Text.assemble("  ", (mark, "yellow"), (printable(problem.key), "cyan"))
    console.print(key.append(f"  {problem.cite}" if problem.cite else "", "dim"))
    body = Text.assemble(printable(problem.message), (f"  [{problem.code}]", "dim"))
    console.print(Padding(body, (0, 0, 0, 4)))


def _print_warnings(console: Console, verdict: Verdict) -> None:
    for warning in verdict.warnings:
        _print_problem(console, warning, "warning  ")


def _unpaid(house: House) -> Iterator[Problem]:
    """Yield what an inventor may have overlooked, for the tables of a game of one's own."""
    from pitboss.exact.odds.wagers import table_warnings  # only own games are counted

    game = game_of(house.game)
    offered = offered_tables(game, house, house.options)
    yield from table_warnings(game, used_tables(game, house, offered).values())


def _losing_jackpots(house: House, configured: ConfiguredGame) -> Iterator[Problem]:
    """Yield the progressives that run empty, or pay back more than is wagered in the long run."""
    fed = [
        wager
        for wager, spot in configured.spots.items()
        if spot.jackpot is not None and spot.jackpot.scheme == "progressive"
    ]
    if not fed:
        return
    from pitboss.api.pricing import price, spots_with_odds  # they count deals; few have a meter

    setup = make_setup(configured)
    for wager in spots_with_odds(setup).keys() & fed:
        progressive = price(house, setup, wager).progressive
        edge = None if progressive is None else progressive.long_run_edge
        if progressive is not None and progressive.mean_meter == 0:
            message = (
                "the pays from the jackpot take more than contribution and seed bring: the meter"
                " is empty most of the time, and the house pays the rest"
            )
            yield Problem(code="jackpot/empty", key=f"jackpots.{wager}", message=message)
        if edge is not None and edge < 0:
            message = (
                f"contribution and seed pay back more than is wagered: the long-run edge is"
                f" {float(edge):.2%}"
            )
            yield Problem(code="jackpot/loses", key=f"jackpots.{wager}", message=message)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameVerdict:
    """The verdict on one game file."""

    file: str
    game: Game | None = None
    """None if the file cannot be used."""
    problems: tuple[Problem, ...] = ()

    @property
    def exit_code(self) -> int:
        """1 with problems, else 0."""
        return EXIT_NO if self.problems else 0

    def as_json(self) -> dict[str, Any]:
        """Return the verdict as `--json` prints it."""
        listed = [problem.as_json() for problem in self.problems]
        warned = [warning.as_json() for warning in self.warnings]
        game = self.game.id if self.game else ""
        return {"game": game, "ok": not listed, "problems": listed, "warnings": warned}

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """What an inventor may have overlooked; tables of the catalogue are as printed."""
        from pitboss.exact.odds.wagers import table_warnings  # a house's check needs no odds

        if self.game is None:
            return ()
        own = [table for table in self.game.tables if not is_printed(table)]
        return tuple(table_warnings(self.game, own))

    def print_text(self) -> None:
        """Print the verdict for people."""
        game = self.game
        problems = self.problems
        if game is not None:
            tables = f"{len(game.wagers)} wagers, {len(game.tables)} pay tables"
            print(printable(f"{self.file}: the game {game.id} can be used"))
            print(printable(f"  title     {game.title}"))
            print(printable(f"  document  {game.document}"))
            print(printable(f"  size      {tables}, {deck_counts(game.decks)}"))
            for warning in self.warnings:
                print(printable(f"  warning   {warning.key}: {warning.message}"))
            return
        print(printable(f"{self.file}: {_count(problems)} with this game"))
        for problem in problems:
            key = problem.key.removeprefix(self.file).removeprefix(": ") or "file"
            print(printable(f"  {key}"))
            print(printable(f"    {problem.message}  [{problem.code}]"))


def _count(problems: Sequence[Problem]) -> str:
    return f"{len(problems)} problem{'s' if len(problems) > 1 else ''}"


def is_game_file(text: str) -> bool:
    """Return whether a file describes a game: a house file names one, `game = "wa/spanish-21"`."""
    try:
        return isinstance(parse_toml(text).get("game"), dict)
    except NotReadableError:
        return False


def judge_game_file(path: Path) -> GameVerdict:
    """Check a game of your own."""
    try:
        return GameVerdict(file=str(path), game=game_of_file(path))
    except RulesError as error:
        return GameVerdict(file=str(path), problems=error.problems)


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorVerdict:
    """The verdict on one floor file, with every table that it names."""

    file: str
    tables: tuple[TableTerms, ...] = ()
    jackpots: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def exit_code(self) -> int:
        """1 with problems, else 0."""
        return EXIT_NO if self.problems else 0

    def as_json(self) -> dict[str, Any]:
        """Return the verdict as `--json` prints it."""
        return {
            "floor": self.file,
            "ok": not self.problems,
            "problems": [problem.as_json() for problem in self.problems],
            "tables": [
                {"id": terms.id, "name": terms.name, "game": terms.house.game}
                for terms in self.tables
            ],
            "jackpots": [*self.jackpots],
        }

    def print_text(self) -> None:
        """Print the verdict for people."""
        if self.problems:
            print(printable(f"{self.file}: {_count(self.problems)} with this floor"))
            for problem in self.problems:
                print(printable(f"  {problem.key}{f'  {problem.cite}' if problem.cite else ''}"))
                print(printable(f"    {problem.message}  [{problem.code}]"))
            return
        print(printable(f"{self.file}: this floor can open"))
        for terms in self.tables:
            print(printable(f"  {terms.id:<16}  {terms.house.game:<28}  {terms.name}"))
        if self.jackpots:
            print(printable(f"  jackpots          {', '.join(self.jackpots)}"))


def is_floor_file(text: str) -> bool:
    """Return whether a file describes a floor: its tables are a list, `[[tables]]`."""
    try:
        return isinstance(parse_toml(text).get("tables"), list)
    except NotReadableError:
        return False


def judge_floor_file(path: Path) -> FloorVerdict:
    """Check a floor file, as `pitboss serve --floor` does before it opens."""
    from pitboss.server.opening.floor_file import read_floor  # a house's check needs no server

    try:
        plan = read_floor(path)
    except RulesError as error:
        return FloorVerdict(file=str(path), problems=error.problems)
    jackpots = tuple(jackpot.id for jackpot in plan.jackpots)
    return FloorVerdict(file=str(path), tables=plan.tables, jackpots=jackpots)


# -- the table of a house, in lines for people -----------------------------------------------------

Sheet = Mapping[str, Any]
"""What `house_sheet` returns."""
Line = tuple[str, str]
"""A heading and its text; an empty heading continues the one above."""


def house_lines(sheet: Sheet) -> Iterator[Line]:
    """Yield the whole table in lines; amounts are dollars."""
    for heading in ("options", "assumed"):
        if sheet[heading]:
            values = (f"{name} {option_text(value)}" for name, value in sheet[heading].items())
            yield heading, ", ".join(values)
    yield from _with_heading("wagers", _wagers(sheet["wagers"]))
    yield from _with_heading("pays", _pays(sheet["pays"]))
    yield from _with_heading("jackpots", _jackpots(sheet["jackpots"]))
    shoe = sheet["shoe"]
    cut = "one deck" if shoe["cut"] is None else f"{shoe['cut']} cards"
    burn = f"burn {shoe['burn']}" if shoe["burn"] else "no card burned"
    yield "shoe", f"{burn} after a shuffle, cut card {cut} from the end"
    if pace := sheet.get("pace"):
        yield "pace", ", ".join(_PACE[key].format(number) for key, number in pace.items())


_PACE = {
    "rounds_per_hour": "{} rounds an hour",
    "seats": "{} seats",
    "shift_hours": "{} hours a shift",
}


def judged_lines(judged: Sheet) -> Iterator[Line]:
    """Yield the rules that a house was judged by, and the parts that were not judged."""
    profile = judged["profile"]
    document = ", ".join(filter(None, (judged["document"], judged["section"])))
    dated = f", effective {judged['effective']}" if judged["effective"] else ""
    yield "against", f"the rules of {document}{dated}"
    if profile:
        yield "", f"legal profile {profile['id']}: {legal_limit(profile)} ({profile['cite']})"
    yield from _with_heading("not judged", iter(judged["not_judged"]))


def legal_limit(profile: Sheet) -> str:
    """Return the limits of a profile, and when they hold."""
    most = profile["single_wager_max_cents"]
    text = "no legal maximum" if most is None else f"a single wager is at most {short_money(most)}"
    if count := profile["hand_wagers_max"]:
        text += f", {count} separate wagers ride on one hand"
    if count := profile["larger_wagers_max"]:
        text += f", {count} of them over {short_money(profile['larger_wager_cents'])}"
    since = f" from {profile['effective']}" if profile["effective"] else ""
    until = f" to {profile['until']}" if profile["until"] else ""
    return f"{profile['jurisdiction']}{since}{until}, {text}"


def _with_heading(heading: str, lines: Iterator[str]) -> Iterator[Line]:
    for number, line in enumerate(lines):
        yield "" if number else heading, line


def _wagers(wagers: list[Sheet]) -> Iterator[str]:
    amounts = [_amount(wager) for wager in wagers]
    id_width = max(len(wager["id"]) for wager in wagers)
    amount_width = max(map(len, amounts))
    for wager, amount in zip(wagers, amounts, strict=True):
        line = f"{wager['id']:<{id_width}}  {amount:<{amount_width}}  {_pay_table(wager)}"
        yield line.rstrip()


def _amount(wager: Sheet) -> str:
    """Return the limits of a wager, in dollars.

    >>> limits = {"equals": None, "at_most": None, "aggregate_cents": None, "tip_max_cents": None}
    >>> _amount({"min_cents": 500, "max_cents": 40000, **limits})
    '$5 to $400'
    >>> _amount({"min_cents": 1, "max_cents": None, **limits, "at_most": "half the main wager"})
    'up to half the main wager'
    """
    low = wager["min_cents"]
    high = wager["max_cents"]
    bound = wager["at_most"]
    if high is not None and low == high:
        text = f"{short_money(low)} exactly"
    elif high is not None:
        text = f"{short_money(low)} to {short_money(high)}"
    elif low > 1:
        text = f"from {short_money(low)}, no maximum"
    elif bound or wager["equals"]:
        text = ""
    else:
        text = "any amount"
    if wager["equals"]:
        text += f"{', ' if text else ''}equal to {wager['equals']}"
    if bound:
        exact = "" if bound.startswith("exactly") else "up to "
        text += f"{', ' if text else ''}{exact}{bound}"
    if wager["aggregate_cents"] is not None:
        most = short_money(wager["aggregate_cents"])
        cite = wager["aggregate_cite"]
        text += f", paying at most {most} a {wager['aggregate_per']} ({cite})"
    if wager["tip_max_cents"] is not None:
        text += f", tips up to {short_money(wager['tip_max_cents'])}"
    return text


def _pay_table(wager: Sheet) -> str:
    if wager["table"] is None:
        return ""
    alternate = f" with {wager['alternate']}" if wager["alternate"] else ""
    return f"pay table {wager['table']}{alternate}"


def _pays(pays: Mapping[str, Sheet]) -> Iterator[str]:
    for wager, rows in pays.items():
        for row, prize in rows.items():
            yield f"{wager}, {row}: {prize['pay']} from the {prize['from']}"


def _jackpots(jackpots: Mapping[str, Sheet]) -> Iterator[str]:
    for wager, jackpot in jackpots.items():
        if jackpot["scheme"] == "house":
            prizes = (f"{k} {short_money(v)}" for k, v in jackpot["prizes_cents"].items())
            yield f"{wager}: house jackpot, posted prizes {', '.join(prizes) or 'none'}"
            continue
        reserve = "" if jackpot["reserve"] == "0%" else f" ({jackpot['reserve']} of it in reserve)"
        share = f"{jackpot['contribution']} of each wager to the meter{reserve}"
        yield f"{wager}: progressive, {share}, seed {short_money(jackpot['seed_cents'])}"
