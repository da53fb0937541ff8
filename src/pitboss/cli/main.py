"""The command line. Each command imports its modules when it runs, which keeps `--help` quick."""

from __future__ import annotations

import gc
import os
import sys
import warnings
from collections.abc import Callable
from copy import copy
from dataclasses import MISSING
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from typer import Argument, Option

from pitboss.cli.floor.app import app as floor_app
from pitboss.cli.help import Commands
from pitboss.cli.orders.shared import GameId, Json, add_command, by_name, by_place, make_command
from pitboss.cli.streams import make_ready, write_no_more
from pitboss.version import __version__

app = typer.Typer(
    name="pitboss",
    cls=Commands,
    help="The rule book, the table and the mathematics of the blackjack family of table games.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=False,
    add_completion=False,
)

app.add_typer(floor_app, name="floor")

NO_CACHE = "--no-cache"
ORDERS = {
    "play": ("table:PlayOrder", "play:play"),
    "train": ("table:TrainOrder", "train:train"),
    "advise": ("table:AdviseOrder", "advise:print_advice"),
    "odds": ("figures:OddsOrder", "odds:print_odds"),
    "design": ("figures:DesignOrder", "design:design"),
    "agree": ("figures:AgreeOrder", "agree:agree"),
    "dataset": ("figures:DatasetOrder", "dataset:dataset"),
    "solve": ("figures:SolveOrder", "solve:solve"),
    "count": ("counting:CountOrder", "count:count"),
    "simulate": ("figures:SimulateOrder", "simulate:simulate_game"),
    "compare": ("figures:CompareOrder", "compare:compare"),
    "find": ("figures:FindOrder", "find:find"),
    "print": ("papers:PrintOrder", "print:print_sheets"),
    "settle": ("papers:SettleOrder", "settle:settle"),
    "report": ("papers:ReportOrder", "report:write_report"),
    "submit": ("papers:SubmitOrder", "submit:submit"),
    "rng": ("papers:RngOrder", "rng:handle_rng"),
    "site": ("papers:SiteOrder", "site:write_folder"),
    "risk": ("counting:RiskOrder", "risk:print_risk"),
    "protect": ("counting:ProtectOrder", "protect:print_protection"),
    "serve": ("serving:ServeOrder", "serve:serve"),
    "mcp": ("serving:McpOrder", "mcp:serve_agents"),
}
"""Command -> its order in `cli/orders`, and the function of `cli/commands` that carries it out."""
COMPLETE = "complete-words"
_OBJECTS_BETWEEN = 50_000
"""So many new objects before Python looks for garbage: most live until a command ends."""


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    *,
    version: Annotated[bool, Option("--version", help="Print the version and exit.")] = False,
    no_cache: Annotated[
        bool,
        Option(NO_CACHE, help="Solve again instead of reading solutions from disk; keep nothing."),
    ] = False,
) -> None:
    """Without a command: browse the catalogue."""
    if no_cache:
        context.call_on_close(_switch_cache_off())
    if version:
        print(f"pitboss {__version__}")
    elif context.invoked_subcommand is None:
        from pitboss.cli.commands.catalogue import browse

        browse()


@add_command(app, "pitboss.cli.commands.catalogue:print_games")
def games(*, as_json: Json = False) -> None:
    """List every game with its id, deck counts, wagers and pay tables."""


@add_command(app, "pitboss.cli.commands.catalogue:print_game")
def show(
    game: GameId,
    *,
    wager: str = by_name("Show the pay tables of this wager only.", default=""),
    table: list[str] | None = by_name(
        "Only this pay table; several stand side by side.", metavar="TABLE"
    ),
    as_json: Json = False,
) -> None:
    """Show the rules of a game: options, wagers and pay tables, each with its clause."""


@app.command()
def check(
    files: Annotated[
        list[str] | None,
        Argument(metavar="FILE", help="The house files (TOML); - reads standard input."),
    ] = None,
    *,
    profile: Annotated[str, Option(help="Judge legal limits by this profile, or by none.")] = "",
    list_profiles: Annotated[
        bool, Option("--profiles", help="List the legal profiles and check nothing.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Check house files against the rules of their games and name every problem at once.

    A file with a game of your own is checked too.
    """
    from pitboss.cli.commands.check import check_files, print_profiles

    if list_profiles:
        print_profiles(as_json=as_json)
        return
    if not files:
        raise typer.BadParameter("name a house file, or - for the standard input")
    check_files(files, profile=profile, as_json=as_json)


@add_command(app, "pitboss.cli.commands.new:write_new_house")
def new(
    game: GameId,
    *,
    out: str = by_name("Write this file; - prints it instead.", metavar="FILE", default=""),
    yes: bool = by_name("Ask nothing and take every proposal.", "--yes", default=False),
    force: bool = by_name("Replace an existing file.", "--force", default=False),
    as_json: Json = False,
) -> None:
    """Write a commented house file by asking for each choice of a game."""


@add_command(app, "pitboss.cli.commands.catalogue:print_schema")
def schema(
    name: str = by_place("house, game, count or record.", default=MISSING), *, as_json: Json = False
) -> None:
    """Print the JSON schema of house files, game files, counts or round records."""


@add_command(app, "pitboss.cli.commands.replay:replay_file")
def replay(
    file: str = by_place(
        "A round record, a .jsonl file, a .parquet file of simulate --export, or -.",
        default=MISSING,
    ),
    *,
    as_json: Json = False,
) -> None:
    """Play a round record again, settle it and verify the results that it carries."""


@add_command(app, "pitboss.cli.commands.sessions:print_sessions")
def sessions(
    name: str = by_place("The sitting to review: its name, its file, 'last' or 'all'.", default=""),
    *,
    folder: Path | None = by_name("Look here instead of into your data folder."),
    as_json: Json = False,
) -> None:
    """List past sittings, or review one or all: accuracy, themes and the worst decisions."""


@app.command()
def cache(
    action: Annotated[str, Argument(help="Either show or clear.")] = "show",
    *,
    as_json: Json = False,
) -> None:
    """Show or clear the solutions kept on disk, which make a second solve quick."""
    from pitboss.cli.commands.cache import clear_cache, show_cache

    commands = {"show": show_cache, "clear": clear_cache}
    if action not in commands:
        raise typer.BadParameter(f"say show or clear, not '{action}'")
    commands[action](as_json=as_json)


@add_command(app, "pitboss.cli.commands.doctor:examine")
def doctor(
    *,
    db: str = by_name(
        "Look at these books; the default: in your data folder.", metavar="URL", default=""
    ),
    digest: bool = by_name(
        "Only identify the program, as its reports do: digest, versions, platform.",
        "--digest",
        default=False,
    ),
    verify_files: bool = by_name(
        "Only compare the installed files with the release, byte for byte.",
        "--verify",
        default=False,
    ),
    manifest: Path | None = by_name(
        "With this list, which a release publishes beside its wheel.", metavar="FILE", default=None
    ),
    as_json: Json = False,
) -> None:
    """Check that this installation is complete, can write, and computes known answers."""


@add_command(app, "pitboss.cli.commands.documents:print_documents")
def documents(*, as_json: Json = False) -> None:
    """Compare every figure that the rule documents print with the exact one."""


@add_command(app, "pitboss.cli.commands.catalogue:print_outcomes")
def outcomes(
    family: str = by_place("A family of pay tables; leave it out for all.", default=""),
    *,
    as_json: Json = False,
) -> None:
    """List what the rows of a pay table can be paid on, for a game of your own."""


@app.command()
def completion(
    shell: Annotated[str, Argument(help="Your shell: bash, zsh or fish.")],
) -> None:
    """Print the script that completes commands, games and pay tables in your shell."""
    from pitboss.cli.commands.completion import SCRIPTS

    if shell not in SCRIPTS:
        raise typer.BadParameter(f"say {', '.join(SCRIPTS)}, not '{shell}'")
    print(SCRIPTS[shell], end="")


@app.command(COMPLETE, hidden=True)
def complete_words(
    context: typer.Context, words: Annotated[list[str] | None, Argument()] = None
) -> None:
    """Print the words that complete a command line, a line each; the shell scripts call it."""
    from pitboss.cli.commands.completion import print_words

    assert context.parent is not None
    print_words(context.parent.command, words or [""])


def main() -> None:
    """Run the command line; refuse in one sentence, never with a traceback."""
    make_ready()
    gc.set_threshold(_OBJECTS_BETWEEN)
    warnings.formatwarning = _format_warning
    try:
        try:
            if sys.argv[1:] == ["--version"]:  # no need to build the parser
                print(f"pitboss {__version__}")
                return
            code = _run(sys.argv[1:])
        finally:
            sys.stdout.flush()
    except typer.TyperException as error:
        _refuse("command/usage", error.format_message().rstrip("."))
    except ValueError as error:
        from pitboss.cli.output import refuse
        from pitboss.rulebook.problems import RulesError

        if not isinstance(error, RulesError):
            raise
        # Every command refuses so, with all its problems at once.
        refuse(error.problems, as_json="--json" in sys.argv)
    except (KeyboardInterrupt, typer.Abort):
        raise SystemExit(130) from None
    except BrokenPipeError:
        # The reader (`head`, a pager) has seen enough; nothing more can be written.
        write_no_more()
        raise SystemExit(0) from None
    except OSError as error:
        reason = (error.strerror or "unknown error").lower()
        if error.filename is not None:  # a path, not the standard output
            _refuse("file/unreadable", f"'{error.filename}' cannot be used: {reason}")
        from pitboss.cli.output import print_error

        print_error(f"the output cannot be written: {reason} [output/failed]")
        write_no_more()
        raise SystemExit(1) from None
    if code:
        raise SystemExit(code)


def _run(arguments: list[str]) -> int:
    """Run one command and return its exit code.

    Typer's own way of running would end with 1 if the reader of a pipe is gone.
    """
    from pitboss.rulebook.limits import ARGUMENT_LENGTH_MAX, ARGUMENTS_MAX

    if len(arguments) > ARGUMENTS_MAX:
        raise typer.BadParameter(f"a command has at most {ARGUMENTS_MAX:,} arguments")
    if any(len(text) > ARGUMENT_LENGTH_MAX for text in arguments):
        raise typer.BadParameter(f"an argument has at most {ARGUMENT_LENGTH_MAX:,} characters")
    if NO_CACHE in arguments:  # it may stand anywhere
        arguments = [NO_CACHE, *(text for text in arguments if text != NO_CACHE)]
    if "count" in arguments[:2]:
        from pitboss.cli.orders.counting import with_indices

        arguments = with_indices(arguments)
    command = parser(_named_command(arguments))
    try:
        with command.make_context("pitboss", arguments) as context:
            command.invoke(context)
    except typer.Exit as leaving:
        return leaving.exit_code
    return 0


def _named_command(arguments: list[str]) -> str:
    """Return the command that the arguments begin with; an empty text if they name none."""
    words = [text for text in arguments[:2] if text != NO_CACHE]
    every = *app.registered_commands, *app.registered_groups
    names = {*ORDERS, *map(_name_of, every)} - {COMPLETE}  # completion looks at all of them
    return words[0] if words and words[0] in names else ""


def _name_of(command: Any) -> str:  # noqa: ANN401 - types Typer keeps private
    return str(command.name or command.callback.__name__)


@lru_cache
def parser(name: str = "") -> Any:  # noqa: ANN401 - likewise
    """Return the parser of one command, or of all of them if *name* is empty.

    Parameters take long to prepare: those of other commands are left out.
    """

    def is_chosen(command: Any) -> bool:  # noqa: ANN401 - likewise
        return name in ("", _name_of(command))

    chosen = copy(app)
    chosen.registered_commands = []
    chosen.registered_groups = [*filter(is_chosen, app.registered_groups)]
    for order, places in ORDERS.items():
        if name in ("", order):
            chosen.command(order)(make_command(*places))
    chosen.registered_commands += filter(is_chosen, app.registered_commands)
    return typer.main.get_command(chosen)


def _format_warning(message: Warning | str, *_: object, **__: object) -> str:
    """Return a warning on one line, without its place in the program."""
    return f"pitboss: {message}\n"


def _switch_cache_off() -> Callable[[], None]:
    """Switch the cache off, for child processes too; return the function that undoes it."""
    before = os.environ.get("PITBOSS_CACHE", "")
    os.environ["PITBOSS_CACHE"] = "off"

    def undo() -> None:
        os.environ["PITBOSS_CACHE"] = before

    return undo


def _refuse(code: str, message: str) -> NoReturn:
    from pitboss.cli.output import refuse
    from pitboss.rulebook.problems import Problem

    refuse([Problem(code=code, key="", message=message)], as_json="--json" in sys.argv)


if __name__ == "__main__":
    main()
