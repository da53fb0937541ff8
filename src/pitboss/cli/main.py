"""The command line. Each command imports what it needs, so that `pitboss --help` is instant."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from pitboss.cli.streams import make_ready, write_no_more

app = typer.Typer(
    name="pitboss",
    help="The rule book, the table and the mathematics of the blackjack family of table games.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=False,
    add_completion=False,
)

NO_CACHE = "--no-cache"
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    *,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
    no_cache: Annotated[
        bool, typer.Option(NO_CACHE, help="Solve anew: neither read nor write cached solutions.")
    ] = False,
) -> None:
    """Without a command: browse the catalogue."""
    if no_cache:
        context.call_on_close(_switch_cache_off())
    if version:
        from pitboss.version import __version__

        print(f"pitboss {__version__}")
    elif context.invoked_subcommand is None:
        from pitboss.cli.commands.browse import browse

        browse()


@app.command()
def games(*, as_json: Json = False) -> None:
    """List every game: id, title, document, section, decks, options, wagers."""
    from pitboss.cli.commands.catalogue import print_games

    print_games(as_json=as_json)


@app.command()
def show(
    game: Annotated[str, typer.Argument(help="A game id, as 'pitboss games' lists them.")],
    *,
    wager: Annotated[str, typer.Option(help="Only this wager's pay tables.")] = "",
    table: Annotated[
        list[str] | None,
        typer.Option(metavar="TABLE", help="Only this pay table; several stand side by side."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Show a game's rules sheet: rules, options, wagers, pay tables, each with its clause."""
    from pitboss.cli.commands.catalogue import print_game

    print_game(game, wager_id=wager, table_ids=table or (), as_json=as_json)


@app.command()
def check(
    file: Annotated[Path, typer.Argument(help="A house configuration in TOML.")],
    *,
    as_json: Json = False,
) -> None:
    """Check a house configuration against the approved rules; all problems at once."""
    from pitboss.cli.commands.check import check_file

    check_file(file, as_json=as_json)


@app.command()
def replay(
    file: Annotated[str, typer.Argument(help="A record, JSON lines (.jsonl), or - for stdin.")],
    *,
    as_json: Json = False,
) -> None:
    """Play a round record: its events and settlement; results it carries are verified."""
    from pitboss.cli.commands.replay import replay_file

    replay_file(file, as_json=as_json)


@app.command()
def play(
    game: Annotated[str, typer.Argument(help="A game id, as 'pitboss games' lists them.")] = "",
    *,
    option: Annotated[
        list[str] | None,
        typer.Option("-o", metavar="KEY=VALUE", help="decks=6, table.match-up=2, min='$5' ..."),
    ] = None,
    house: Annotated[Path | None, typer.Option(help="A house configuration in TOML.")] = None,
    seats: Annotated[int, typer.Option(help="How many seats are yours.")] = 1,
    bots: Annotated[int, typer.Option(help="How many others play.")] = 0,
    bankroll: Annotated[str, typer.Option(help="What you sit down with, in dollars.")] = "500",
    seed: Annotated[str | None, typer.Option(help="A text: the same one, the same shoes.")] = None,
    record: Annotated[
        Path | None, typer.Option(help="The session's file; else one in your data folder.")
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Line by line, for scripts.")] = False,
    rounds: Annotated[int | None, typer.Option(help="Leave after this many rounds.")] = None,
    hints: Annotated[
        bool, typer.Option("--hints/--no-hints", help="Say what mistakes cost, and sum them up.")
    ] = True,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print each round's record as a line of JSON.")
    ] = False,
) -> None:
    """Play a game at the terminal table; the session is kept as round records."""
    from pitboss.cli.commands.play import Sitting
    from pitboss.cli.commands.play import play as play_at

    sitting = Sitting(
        game=game,
        options=option or (),
        house=house,
        seats=seats,
        bots=bots,
        bankroll=bankroll,
        seed=seed,
        record=record,
        plain=plain,
        rounds=rounds,
        hints=hints,
        as_json=as_json,
    )
    play_at(sitting)


@app.command()
def odds(
    game: Annotated[str | None, typer.Argument(help="A game id; left out: the whole book.")] = None,
    *,
    wager: Annotated[str | None, typer.Option(help="Only this wager.")] = None,
    table: Annotated[str | None, typer.Option(help="Only this pay table.")] = None,
    decks: Annotated[int | None, typer.Option(help="Only this many decks.")] = None,
    option: Annotated[
        list[str] | None, typer.Option("-o", help="key=value: an option, pay.ROW, alternate ...")
    ] = None,
    meter: Annotated[str | None, typer.Option(help="Dollars on a progressive's meter.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="The whole rule book.")] = False,
    best_play: Annotated[
        bool | None,
        typer.Option(
            "--best-play/--no-best-play",
            help="Solve the main game for wagers that play decides; for one game this is so.",
        ),
    ] = None,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV, a line for each row.")] = False,
    as_json: Json = False,
) -> None:
    """Compute the exact odds of wagers: every row, the edge, the variance, the meter's part."""
    from pitboss.cli.commands.odds import print_odds

    print_odds(
        None if everything else game,
        wager=wager,
        table=table,
        decks=decks,
        settings=option or [],
        meter=meter,
        best_play=best_play,
        as_json=as_json,
        as_csv=as_csv,
        everything=everything or game is None,
    )


@app.command()
def cache(
    action: Annotated[str, typer.Argument(help="show or clear.")] = "show",
    *,
    as_json: Json = False,
) -> None:
    """Show or clear the cached solutions, from which a second solve of a table is read."""
    from pitboss.cli.commands.cache import clear_cache, show_cache

    commands = {"show": show_cache, "clear": clear_cache}
    if action not in commands:
        raise typer.BadParameter(f"say show or clear, not '{action}'")
    commands[action](as_json=as_json)


@app.command()
def documents(*, as_json: Json = False) -> None:
    """Show every figure the documents print beside the exact one, and their errata."""
    from pitboss.cli.commands.documents import print_documents

    print_documents(as_json=as_json)


@app.command()
def report(
    game: Annotated[str, typer.Argument(help="A game id, as 'pitboss games' lists them.")],
    *,
    out: Annotated[Path, typer.Option(help="The file to write: .html or .pdf.")],
    option: Annotated[
        list[str] | None,
        typer.Option("-o", metavar="KEY=VALUE", help="decks=6, table.jackpot-1=3c-5 ..."),
    ] = None,
    house: Annotated[Path | None, typer.Option(help="A house configuration in TOML.")] = None,
    paper: Annotated[str, typer.Option(help="The paper of a PDF: a4 or letter.")] = "a4",
    simulate: Annotated[
        str | None, typer.Option(metavar="ROUNDS", help="Also simulate so many rounds: 1e7 ...")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="With --simulate: the same one gives the same rounds.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Write the maths report of a configured game: pay tables, probabilities, edge, jackpots."""
    from pitboss.cli.commands.report import Order, write_report

    write_report(
        Order(
            game=game,
            out=out,
            options=option or (),
            house=house,
            paper=paper,
            simulate=simulate,
            seed=seed,
            as_json=as_json,
        )
    )


@app.command()
def solve(
    game: Annotated[
        str | None, typer.Argument(help="A game id, as 'pitboss games' lists them.")
    ] = None,
    *,
    everything: Annotated[
        bool, typer.Option("--all", help="Every game as it stands, in one table.")
    ] = False,
    option: Annotated[
        list[str] | None,
        typer.Option("-o", metavar="KEY=VALUE", help="decks=6, soft17=hit, redouble=true ..."),
    ] = None,
    wager: Annotated[
        str | None, typer.Option(help="Dollars on the main wager, to count the Super Bonus.")
    ] = None,
    effects: Annotated[
        bool, typer.Option("--effects", help="Also the edge with each option changed.")
    ] = False,
    charts: Annotated[
        Path | None, typer.Option(help="Write strategy charts: .html, .pdf or .txt.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Solve the main game: exact house edge, spread, best strategy, what each rule costs."""
    if everything:
        from pitboss.cli.commands.solve import solve_all

        beside = {"-o": option, "--wager": wager, "--effects": effects, "--charts": charts}
        solve_all(game, beside, as_json=as_json)
        return
    if game is None:
        raise typer.BadParameter("name a game, or say --all for every game")
    from pitboss.cli.commands.solve import Order, solve_game

    solve_game(
        Order(
            game=game,
            options=option or (),
            wager=wager,
            effects=effects,
            charts=charts,
            as_json=as_json,
        )
    )


@app.command()
def advise(
    game: Annotated[str, typer.Argument(help="A game id, as 'pitboss games' lists them.")],
    *,
    hand: Annotated[str, typer.Option(help='The cards of the hand, as in "6h 7h".')] = "",
    up: Annotated[str, typer.Option(help="The dealer's up card, as in 2s.")] = "",
    other: Annotated[
        str | None,
        typer.Option(help="Blackjack Switch: the seat's other hand. 3 Card 21: the other starts."),
    ] = None,
    community: Annotated[
        str | None,
        typer.Option(help="21-Hold 'em: the community cards; whether to fold is asked."),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option("-o", metavar="KEY=VALUE", help="decks=6, soft17=hit, redouble=true ..."),
    ] = None,
    doubled: Annotated[int, typer.Option(help="How often the hand has been doubled.")] = 0,
    after_split: Annotated[
        bool, typer.Option("--after-split", help="It was made by a split of its first card.")
    ] = False,
    free: Annotated[
        bool, typer.Option("--free", help="A lammer carries it, after a free split.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Value every legal choice with a hand, the best first."""
    from pitboss.cli.commands.advise import print_advice
    from pitboss.exact.advising.shown_cards import ShownCards

    shown = ShownCards(
        hand=hand,
        up=up,
        other=other,
        community=community,
        doubled=doubled,
        after_split=after_split,
        free=free,
    )
    print_advice(game, option or (), shown, as_json=as_json)


@app.command()
def train(
    game: Annotated[str, typer.Argument(help="A game id, as 'pitboss games' lists them.")],
    *,
    option: Annotated[
        list[str] | None,
        typer.Option("-o", metavar="KEY=VALUE", help="decks=6, soft17=hit, redouble=true ..."),
    ] = None,
    count: Annotated[int, typer.Option(help="How many decisions.")] = 20,
    seed: Annotated[str | None, typer.Option(help="A text: the same one, the same hands.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Line by line, for scripts.")] = False,
    score: Annotated[
        Path | None, typer.Option(help="The file of your score; else one in your data folder.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Train: decide hands, the hard ones more often, and keep the score over sessions."""
    from pitboss.cli.commands.train import Lesson
    from pitboss.cli.commands.train import train as train_at

    lesson = Lesson(
        game=game,
        options=option or (),
        count=count,
        seed=seed,
        plain=plain,
        score=score,
        as_json=as_json,
    )
    train_at(lesson)


@app.command()
def simulate(
    game: Annotated[str, typer.Argument(help="A game id, as 'pitboss games' lists them.")],
    *,
    rounds: Annotated[str, typer.Option(metavar="N", help="How many rounds: 1000000, 1e9.")],
    option: Annotated[
        list[str] | None,
        typer.Option("-o", metavar="KEY=VALUE", help="decks=6, table.match-up=2 ..."),
    ] = None,
    house: Annotated[Path | None, typer.Option(help="A house configuration in TOML.")] = None,
    strategy: Annotated[
        str, typer.Option(metavar="NAME|FILE", help="optimal, chart, or a strategy's file.")
    ] = "optimal",
    seats: Annotated[int, typer.Option(help="How many seats play, 1 to 7.")] = 1,
    penetration: Annotated[
        str | None,
        typer.Option(metavar="P", help="Deal shoes to a cut card at this part: 0.75, 75%."),
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="A fresh shoe every round, as without --penetration.")
    ] = False,
    seed: Annotated[int, typer.Option(help="The same one, the same rounds.")] = 0,
    device: Annotated[str, typer.Option(help="cpu, cuda or auto.")] = "cpu",
    threads: Annotated[
        int | None, typer.Option(help="How many threads; else one for each core.")
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A scheduler, as in tcp://host:8786.")
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(metavar="ERROR", help="End at this standard error of the edge: 0.01%."),
    ] = None,
    parquet: Annotated[Path | None, typer.Option(help="Write the result as a table.")] = None,
    checkpoint: Annotated[
        Path | None, typer.Option(help="Keep the run in this file, and go on from it.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Simulate a game: edge with its error, every event, every side wager, jackpot meters."""
    from pitboss.cli.commands.simulate import Order, simulate_game

    simulate_game(
        Order(
            game=game,
            rounds=rounds,
            options=option or (),
            house=house,
            strategy=strategy,
            seats=seats,
            penetration=penetration,
            fresh=fresh,
            seed=seed,
            device=device,
            threads=threads,
            cluster=cluster,
            until=until,
            parquet=parquet,
            checkpoint=checkpoint,
            as_json=as_json,
        )
    )


def main() -> None:
    """Run the command line; what it refuses it says in one sentence, never a traceback."""
    make_ready()
    try:
        try:
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
        # A file of the rule book cannot be used: one of the house's own, in PITBOSS_GAMES.
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

    Typer's own way of running would end with 1 where the reader of a pipe is gone.
    """
    from pitboss.rulebook.limits import ARGUMENT_LENGTH_MAX, ARGUMENTS_MAX

    if len(arguments) > ARGUMENTS_MAX:
        raise typer.BadParameter(f"a command has at most {ARGUMENTS_MAX:,} arguments")
    if any(len(text) > ARGUMENT_LENGTH_MAX for text in arguments):
        raise typer.BadParameter(f"an argument has at most {ARGUMENT_LENGTH_MAX:,} characters")
    if NO_CACHE in arguments:  # it may stand anywhere
        arguments = [NO_CACHE, *(text for text in arguments if text != NO_CACHE)]
    command = typer.main.get_command(app)
    try:
        with command.make_context("pitboss", arguments) as context:
            command.invoke(context)
    except typer.Exit as leaving:
        return leaving.exit_code
    return 0


def _switch_cache_off() -> Callable[[], None]:
    """Switch the cache off, for other processes of this command too; return what undoes it."""
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
