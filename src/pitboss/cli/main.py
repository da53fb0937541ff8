"""The command line. Each command imports what it needs, so that `pitboss --help` is instant."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from pitboss.cli.help import Commands
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

NO_CACHE = "--no-cache"
GameId = Annotated[str, typer.Argument(help="The id of a game; 'pitboss games' lists them.")]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "-o",
        metavar="KEY=VALUE",
        help="Set a house option, a pay table or a limit: decks=6, table.match-up=2, min=$5. "
        "Repeat it for each.",
    ),
]
HouseFile = Annotated[Path | None, typer.Option(help="Start from this house file (TOML).")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    *,
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
    no_cache: Annotated[
        bool,
        typer.Option(
            NO_CACHE, help="Solve again instead of reading solutions from disk; keep nothing."
        ),
    ] = False,
) -> None:
    """Without a command: browse the catalogue."""
    if no_cache:
        context.call_on_close(_switch_cache_off())
    if version:
        print(f"pitboss {__version__}")
    elif context.invoked_subcommand is None:
        from pitboss.cli.commands.browse import browse

        browse()


@app.command()
def games(*, as_json: Json = False) -> None:
    """List every game with its id, deck counts, wagers and pay tables."""
    from pitboss.cli.commands.catalogue import print_games

    print_games(as_json=as_json)


@app.command()
def show(
    game: GameId,
    *,
    wager: Annotated[str, typer.Option(help="Show the pay tables of this wager only.")] = "",
    table: Annotated[
        list[str] | None,
        typer.Option(metavar="TABLE", help="Only this pay table; several stand side by side."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Show the rules of a game: options, wagers and pay tables, each with its clause."""
    from pitboss.cli.commands.catalogue import print_game

    print_game(game, wager_id=wager, table_ids=table or (), as_json=as_json)


@app.command()
def check(
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE...", help="The house files (TOML); - reads standard input."),
    ] = None,
    *,
    profile: Annotated[
        str, typer.Option(help="Judge legal limits by this profile, or by none.")
    ] = "",
    list_profiles: Annotated[
        bool, typer.Option("--profiles", help="List the legal profiles and check nothing.")
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


@app.command()
def new(
    game: GameId,
    *,
    out: Annotated[
        str, typer.Option(metavar="FILE", help="Write this file; - prints it instead.")
    ] = "",
    yes: Annotated[
        bool, typer.Option("--yes", help="Ask nothing and take every proposal.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
    as_json: Json = False,
) -> None:
    """Write a commented house file by asking for each choice of a game."""
    from pitboss.cli.commands.new import write_new_house

    write_new_house(game, out=out, yes=yes, force=force, as_json=as_json)


@app.command()
def schema(
    name: Annotated[str, typer.Argument(help="house or game.")],
    *,
    as_json: Json = False,
) -> None:
    """Print the JSON schema of house files or of game files, for editors."""
    from pitboss.cli.commands.schema import print_schema

    del as_json  # a schema is JSON in any case
    print_schema(name)


@app.command()
def replay(
    file: Annotated[
        str,
        typer.Argument(
            help="A round record, a .jsonl file, a .parquet file of simulate --export, or -."
        ),
    ],
    *,
    as_json: Json = False,
) -> None:
    """Play a round record again, settle it and verify the results that it carries."""
    from pitboss.cli.commands.replay import replay_file

    replay_file(file, as_json=as_json)


@app.command()
def play(
    game: GameId = "",
    *,
    option: Options = None,
    house: HouseFile = None,
    seats: Annotated[int, typer.Option(help="Play this many seats yourself.")] = 1,
    bots: Annotated[int, typer.Option(help="Seat this many other players.")] = 0,
    bankroll: Annotated[
        str | None,
        typer.Option(help="Sit down with this many dollars; without it, with what you left with."),
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Start with $500 and new meters, and keep neither.")
    ] = False,
    seed: Annotated[
        str | None, typer.Option(help="Any text; the same text gives the same shoes.")
    ] = None,
    record: Annotated[
        Path | None, typer.Option(help="Write the session here instead of into your data folder.")
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Use plain lines instead of the screen, for scripts.")
    ] = False,
    rounds: Annotated[int | None, typer.Option(help="Leave after this many rounds.")] = None,
    hints: Annotated[
        bool, typer.Option("--hints/--no-hints", help="Show what each mistake costs, or do not.")
    ] = True,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print each round's record as a line of JSON.")
    ] = False,
) -> None:
    """Play a game at the terminal table and keep every round as a record."""
    from pitboss.cli.commands.play import Sitting
    from pitboss.cli.commands.play import play as play_at

    sitting = Sitting(
        game=game,
        options=option or (),
        house=house,
        seats=seats,
        bots=bots,
        bankroll=bankroll,
        fresh=fresh,
        seed=seed,
        record=record,
        plain=plain,
        rounds=rounds,
        hints=hints,
        as_json=as_json,
    )
    play_at(sitting)


@app.command()
def sessions(
    name: Annotated[
        str, typer.Argument(help="The sitting to review: its name, its file, or 'last'.")
    ] = "",
    *,
    folder: Annotated[
        Path | None, typer.Option(help="Look here instead of into your data folder.")
    ] = None,
    as_json: Json = False,
) -> None:
    """List past sittings, or review one: results, accuracy and the worst decisions."""
    from pitboss.cli.commands.sessions import sessions as print_sessions

    print_sessions(name, folder=folder, as_json=as_json)


@app.command()
def odds(
    game: Annotated[
        str | None, typer.Argument(help="The id of a game; leave it out for all games.")
    ] = None,
    *,
    wager: Annotated[str | None, typer.Option(help="Show this wager only.")] = None,
    table: Annotated[str | None, typer.Option(help="Show this pay table only.")] = None,
    decks: Annotated[int | None, typer.Option(help="Show this deck count only.")] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "-o",
            metavar="KEY=VALUE",
            help="Set a house option, an operator-set pay (pay.ROW) or an alternate. "
            "Repeat it for each.",
        ),
    ] = None,
    meter: Annotated[
        str | None, typer.Option(help="Value the wager with this many dollars on its meter.")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Show every wager of every game.")
    ] = False,
    best_play: Annotated[
        bool | None,
        typer.Option(
            "--best-play/--no-best-play",
            help="Solve the main game where its play decides a wager; the default for one game.",
        ),
    ] = None,
    as_csv: Annotated[
        bool, typer.Option("--csv", help="Print CSV, a line for each row of a pay table.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Compute the exact odds of wagers: probabilities, house edge, variance and meter."""
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
def compare(
    subjects: Annotated[
        list[str],
        typer.Argument(
            metavar="A B ...", help="Games, house files, or pay tables as GAME:WAGER:TABLE."
        ),
    ],
    *,
    option: Annotated[
        list[str] | None,
        typer.Option("-o", metavar="KEY=VALUE", help="An option for all of them: decks=6 ..."),
    ] = None,
    decks: Annotated[int | None, typer.Option(help="The deck count for all of them.")] = None,
    pace: Annotated[
        int | None, typer.Option(help="Rounds an hour: also show what the tables earn.")
    ] = None,
    average_bet: Annotated[
        list[str] | None,
        typer.Option(metavar="DOLLARS", help="With --pace: 15 for the main wager, match-up=5."),
    ] = None,
    share: Annotated[
        list[str] | None,
        typer.Option(metavar="WAGER=SHARE", help="With --pace: match-up=40% of hands make it."),
    ] = None,
    seats: Annotated[int, typer.Option(help="With --pace: seats that play.")] = 5,
    shift: Annotated[int, typer.Option(help="With --pace: hours of a shift.")] = 8,
    drop: Annotated[
        str | None,
        typer.Option(metavar="DOLLARS", help="With --pace: what one seat buys in for in an hour."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Write a file instead: .html, .pdf, .md or .csv.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Put games, house files or pay tables side by side: what differs, pays, edges, hits."""
    from pitboss.cli.commands.compare import Order, Pace
    from pitboss.cli.commands.compare import compare as compare_them

    at_pace = None
    if pace is not None:
        at_pace = Pace(
            rounds_per_hour=pace,
            seats=seats,
            shift_hours=shift,
            drop=drop,
            averages=average_bet or (),
            shares=share or (),
        )
    elif average_bet or share or drop:
        raise typer.BadParameter("--average-bet, --share and --drop need --pace")
    compare_them(
        Order(
            subjects=subjects,
            options=option or (),
            decks=decks,
            pace=at_pace,
            out=out,
            as_json=as_json,
        )
    )


@app.command()
def find(
    *,
    wager: Annotated[
        str, typer.Option(help="A word of the wager's id or name; jackpot is every jackpot wager.")
    ] = "",
    game: Annotated[str, typer.Option(help="A part of the game's id: spanish, co/ ...")] = "",
    decks: Annotated[int | None, typer.Option(help="Only this deck count.")] = None,
    edge: Annotated[
        str, typer.Option(metavar="RANGE", help="House edge: 8%..12%, ..5% or 3%.. .")
    ] = "",
    hit: Annotated[
        str, typer.Option(metavar="RANGE", help="How often anything is paid: 15%.. .")
    ] = "",
    sort: Annotated[str, typer.Option(help="edge, hit, sd or table.")] = "edge",
    as_json: Json = False,
) -> None:
    """Find pay tables in the whole rule book by wager, deck count, edge and hit frequency."""
    from pitboss.cli.commands.find import Search
    from pitboss.cli.commands.find import find as find_tables

    find_tables(
        Search(
            wager=wager,
            game=game,
            decks=decks,
            edge=edge,
            hit=hit,
            sort=sort,
            as_json=as_json,
        )
    )


@app.command("print")
def print_(
    house: Annotated[
        str, typer.Argument(help="A house file, or a game id with options behind it in quotes.")
    ],
    *,
    out: Annotated[Path, typer.Option(help="The file to write: .pdf or .html.")],
    what: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SHEET",
            help="felt-sign, rack-card, procedure, posting, strategy-card or all; repeat it.",
        ),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option("-o", metavar="KEY=VALUE", help="decks=6, limit.main.max=50000 ..."),
    ] = None,
    paper: Annotated[str, typer.Option(help="letter or a4.")] = "letter",
    name: Annotated[str, typer.Option(help="The name of the house, on every sheet.")] = "",
    fees: Annotated[str, typer.Option(help="Posting: the fees to play.")] = "",
    employees: Annotated[str, typer.Option(help="Posting: whether employees may play.")] = "",
    disputes: Annotated[str, typer.Option(help="Posting: how a dispute is settled.")] = "",
    as_json: Json = False,
) -> None:
    """Print what hangs in the pit: felt sign, rack card, procedure, posting, strategy card."""
    from pitboss.cli.commands.print import Order, print_sheets
    from pitboss.report.sheets.house_words import HouseWords

    words = HouseWords(name=name, fees=fees, employees=employees, disputes=disputes)
    print_sheets(
        Order(
            house=house,
            out=out,
            what=what or (),
            options=option or (),
            paper=paper,
            words=words,
            as_json=as_json,
        )
    )


@app.command()
def cache(
    action: Annotated[str, typer.Argument(help="Either show or clear.")] = "show",
    *,
    as_json: Json = False,
) -> None:
    """Show or clear the solutions kept on disk, which make a second solve quick."""
    from pitboss.cli.commands.cache import clear_cache, show_cache

    commands = {"show": show_cache, "clear": clear_cache}
    if action not in commands:
        raise typer.BadParameter(f"say show or clear, not '{action}'")
    commands[action](as_json=as_json)


@app.command()
def documents(*, as_json: Json = False) -> None:
    """Compare every figure that the rule documents print with the exact one."""
    from pitboss.cli.commands.documents import print_documents

    print_documents(as_json=as_json)


@app.command()
def report(
    game: GameId,
    *,
    out: Annotated[Path, typer.Option(help="Write this file, which ends in .html, .pdf or .json.")],
    option: Options = None,
    house: HouseFile = None,
    paper: Annotated[str, typer.Option(help="Use this paper for a PDF: a4 or letter.")] = "a4",
    simulate: Annotated[
        str | None, typer.Option(metavar="ROUNDS", help="Also simulate this many rounds: 1e7.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="Seed of --simulate; the same seed gives the same rounds.")
    ] = None,
    details: Annotated[
        Path | None,
        typer.Option(help="Read document fields and the pace from this TOML file."),
    ] = None,
    number: Annotated[str, typer.Option(help="Number of the document.")] = "",
    revision: Annotated[str, typer.Option(help="Revision of the document.")] = "",
    csv: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Also write every table there as CSV."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Write the maths report of a table: pay tables, probabilities, house edge and jackpots."""
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
            details=details,
            number=number,
            revision=revision,
            csv=csv,
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
        bool,
        typer.Option(
            "--all", help="Solve every game with its usual options and list them in one table."
        ),
    ] = False,
    option: Options = None,
    wager: Annotated[
        str | None,
        typer.Option(help="Count the Super Bonus for a main wager of this many dollars."),
    ] = None,
    effects: Annotated[
        bool, typer.Option("--effects", help="Also solve the game with each option changed.")
    ] = False,
    charts: Annotated[
        Path | None,
        typer.Option(help="Write the strategy charts to a file that ends in .html, .pdf or .txt."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Solve the main game: its exact house edge, its best strategy and what each rule costs."""
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
    game: GameId,
    *,
    hand: Annotated[str, typer.Option(help='The cards of the hand: "6h 7h".')] = "",
    up: Annotated[str, typer.Option(help="The dealer's up card: 2s.")] = "",
    other: Annotated[
        str | None,
        typer.Option(
            help="Blackjack Switch: your other hand. 3 Card 21: the cards that start the others."
        ),
    ] = None,
    community: Annotated[
        str | None,
        typer.Option(help="21-Hold 'em: the two community cards, to decide whether to fold."),
    ] = None,
    option: Options = None,
    doubled: Annotated[int, typer.Option(help="How many times the hand has been doubled.")] = 0,
    after_split: Annotated[
        bool, typer.Option("--after-split", help="The hand was made by a split.")
    ] = False,
    free: Annotated[
        bool, typer.Option("--free", help="The hand is a free bet: a lammer stands for its wager.")
    ] = False,
    as_json: Json = False,
) -> None:
    """List every legal choice with a hand and its expected value, the best first."""
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
    game: GameId,
    *,
    option: Options = None,
    count: Annotated[int, typer.Option(help="Ask for this many decisions.")] = 20,
    theme: Annotated[
        str,
        typer.Option(
            help="Ask only these: pairs, soft, hard, rescue, insurance, switch, poker, setting."
        ),
    ] = "all",
    seed: Annotated[
        str | None, typer.Option(help="Any text; the same text gives the same hands.")
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Use plain lines instead of the screen, for scripts.")
    ] = False,
    score: Annotated[
        Path | None, typer.Option(help="Keep the score here instead of in your data folder.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Practise decisions, the hard ones more often, and keep your score."""
    from pitboss.cli.commands.train import Lesson
    from pitboss.cli.commands.train import train as train_at

    lesson = Lesson(
        game=game,
        options=option or (),
        count=count,
        theme=theme,
        seed=seed,
        plain=plain,
        score=score,
        as_json=as_json,
    )
    train_at(lesson)


@app.command()
def simulate(
    game: GameId,
    *,
    rounds: Annotated[str, typer.Option(metavar="N", help="Play this many rounds: 1000000, 1e9.")],
    option: Options = None,
    house: HouseFile = None,
    strategy: Annotated[
        str,
        typer.Option(
            metavar="NAME|FILE",
            help="Play by the optimal strategy, by its chart, or by a strategy file.",
        ),
    ] = "optimal",
    seats: Annotated[int, typer.Option(help="Let this many seats play, 1 to 7.")] = 1,
    penetration: Annotated[
        str | None,
        typer.Option(
            metavar="P", help="Deal this part of each shoe before shuffling: 0.75 or 75%."
        ),
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Shuffle before every round; the default.")
    ] = False,
    seed: Annotated[int, typer.Option(help="The same seed gives the same rounds.")] = 0,
    device: Annotated[str, typer.Option(help="Run on this device: cpu, cuda or auto.")] = "cpu",
    threads: Annotated[
        int | None, typer.Option(help="Use this many threads; the default is one for each core.")
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="Run on the cluster of this scheduler: tcp://host:8786."
        ),
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(
            metavar="ERROR",
            help="Stop once the standard error of the house edge is this small: 0.01%.",
        ),
    ] = None,
    parquet: Annotated[
        Path | None, typer.Option(help="Also write the result as a Parquet table.")
    ] = None,
    export: Annotated[
        Path | None,
        typer.Option(
            help="Also write every round to a Parquet file, a row for each seat, with cards and "
            "decisions; at most 1,000,000 rounds, a few hundred a second."
        ),
    ] = None,
    checkpoint: Annotated[
        Path | None, typer.Option(help="Keep the run in this file and continue from it.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Simulate a table and report its house edge with the standard error."""
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
            export=export,
            checkpoint=checkpoint,
            as_json=as_json,
        )
    )


@app.command()
def serve(
    *,
    db: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help="Keep the books here: a file, sqlite:///FILE or postgresql://USER@HOST/NAME. "
            "The default is a file in your data folder.",
        ),
    ] = "",
    host: Annotated[str, typer.Option(help="Answer on this address.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Answer on this port; 0 takes a free one.")] = 8021,
    house: Annotated[
        list[Path] | None,
        typer.Option(help="Open a table of this house file; repeat it. The default: every game."),
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            metavar="URL", help="The public address of the server: https://floor.example."
        ),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS", help="Believe the X-Forwarded headers of this proxy; repeat it."
        ),
    ] = None,
    log: Annotated[
        str, typer.Option(metavar="LEVEL", help="Log debug, info, warning or error.")
    ] = "info",
) -> None:
    """Serve live tables with play money over HTTP and WebSocket."""
    from pitboss.cli.commands.serve import Order
    from pitboss.cli.commands.serve import serve as serve_tables

    serve_tables(
        Order(
            db=db,
            host=host,
            port=port,
            houses=house or (),
            origins=origin or (),
            proxies=proxy or (),
            log=log,
        )
    )


@app.command()
def outcomes(
    family: Annotated[
        str, typer.Argument(help="A family of pay tables; leave it out for all.")
    ] = "",
    *,
    as_json: Json = False,
) -> None:
    """List what the rows of a pay table can be paid on, for a game of your own."""
    from pitboss.cli.commands.outcomes import print_outcomes

    print_outcomes(family, as_json=as_json)


@app.command()
def completion(
    shell: Annotated[str, typer.Argument(help="Your shell: bash, zsh or fish.")],
) -> None:
    """Print the script that completes commands, games and pay tables in your shell."""
    from pitboss.cli.commands.completion import SCRIPTS

    if shell not in SCRIPTS:
        raise typer.BadParameter(f"say {', '.join(SCRIPTS)}, not '{shell}'")
    print(SCRIPTS[shell], end="")


@app.command("complete-words", hidden=True)
def complete_words(
    context: typer.Context, words: Annotated[list[str] | None, typer.Argument()] = None
) -> None:
    """Print the words that complete a command line, a line each; the shell scripts call it."""
    from pitboss.cli.commands.completion import print_words

    assert context.parent is not None
    print_words(context.parent.command, words or [""])


def main() -> None:
    """Run the command line; what it refuses it says in one sentence, never a traceback."""
    make_ready()
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


def _format_warning(message: Warning | str, *_: object, **__: object) -> str:
    """Write a warning on one line; where in the program it arose says nothing to a user."""
    return f"pitboss: {message}\n"


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
