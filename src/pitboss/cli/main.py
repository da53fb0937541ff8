"""The command line. Each command imports what it needs, so that `pitboss --help` is instant."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    name="pitboss",
    help="The rule book, the table and the mathematics of the blackjack family of table games.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=False,
    add_completion=False,
)

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    *,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Without a command: browse the catalogue."""
    if version:
        from pitboss import __version__

        print(f"pitboss {__version__}")
    elif context.invoked_subcommand is None:
        from pitboss.cli.browse import browse

        browse()


@app.command()
def games(*, as_json: Json = False) -> None:
    """List every game: id, title, document, section, decks, options, wagers."""
    from pitboss.cli.catalogue import print_games

    print_games(as_json=as_json)


@app.command()
def show(
    game: Annotated[str, typer.Argument(help="A game id, as 'pitboss games' lists them.")],
    *,
    wager: Annotated[str, typer.Option(help="Only this wager's pay tables.")] = "",
    table: Annotated[str, typer.Option(help="Only this pay table.")] = "",
    as_json: Json = False,
) -> None:
    """Show a game's rules sheet: rules, options, wagers, pay tables, each with its clause."""
    from pitboss.cli.catalogue import print_game

    print_game(game, wager_id=wager, table_id=table, as_json=as_json)


@app.command()
def check(
    file: Annotated[Path, typer.Argument(help="A house configuration in TOML.")],
    *,
    as_json: Json = False,
) -> None:
    """Check a house configuration against the approved rules; all problems at once."""
    from pitboss.cli.check import check_file

    check_file(file, as_json=as_json)


@app.command()
def replay(
    file: Annotated[str, typer.Argument(help="A record, JSON lines (.jsonl), or - for stdin.")],
    *,
    as_json: Json = False,
) -> None:
    """Play a round record: its events and settlement; results it carries are verified."""
    from pitboss.cli.replay import replay_file

    replay_file(file, as_json=as_json)


@app.command()
def play(
    game: Annotated[str, typer.Argument(help="A game id, as 'pitboss games' lists them.")] = "",
    *,
    option: Annotated[
        list[str] | None,
        typer.Option("-o", metavar="KEY=VALUE", help="decks=6, table.match-up=2, min=500 ..."),
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
) -> None:
    """Play a game at the terminal table; the session is kept as round records."""
    from pitboss.cli.play import Sitting
    from pitboss.cli.play import play as play_at

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
    )
    play_at(sitting)


def main() -> None:
    """Run the command line; what it refuses it says in one sentence, never a traceback."""
    try:
        app(standalone_mode=False)
    except typer.TyperException as error:
        print(f"pitboss: {error.format_message().rstrip('.')} [command/usage]", file=sys.stderr)
        raise SystemExit(2) from None
    except (KeyboardInterrupt, typer.Abort):
        raise SystemExit(130) from None
    except BrokenPipeError:
        # The reader (`head`, a pager) has seen enough; nothing more can be written.
        sys.stderr.close()
        raise SystemExit(0) from None


if __name__ == "__main__":
    main()
