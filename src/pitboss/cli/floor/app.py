"""The commands of `pitboss floor`; each imports what it needs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.help import Commands

app = typer.Typer(
    name="floor",
    cls=Commands,
    help="Verify, replay, export and back up the books of a server, and manage who may log in.",
    rich_markup_mode=None,
    no_args_is_help=True,
)

Db = Annotated[
    str,
    typer.Option(
        metavar="URL",
        help="The books: a file, sqlite:///FILE or postgresql://USER@HOST/NAME. "
        "The default is the file in your data folder that 'pitboss serve' uses.",
    ),
]
Keys = Annotated[
    Path | None,
    typer.Option(help="The server's key file. The default is the one in your data folder."),
]
TableId = Annotated[str, typer.Option(metavar="ID", help="Only the table with this id.")]
Force = Annotated[bool, typer.Option("--force", help="Replace an existing file.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


@app.command()
def verify(
    *,
    db: Db = "",
    checkpoints: Annotated[
        Path | None,
        typer.Option(help="A copy of the checkpoints from another place, as 'export' writes it."),
    ] = None,
    witness: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="The folder that 'serve --witness' adds checkpoints to."),
    ] = None,
    keys: Annotated[
        Path | None,
        typer.Option(
            help="The server's key file, or a file with its public key, to check signatures. "
            "The default is the key file in your data folder."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Verify the books from the first entry to the last, and name the first one that is wrong.

    Chains, postings, floors, balances, checkpoints and their signatures are compared. Where
    everything is right nothing is printed, and the exit code is 0; otherwise it is 1.
    """
    from pitboss.cli.floor.verify import verify_books

    verify_books(db, checkpoints=checkpoints, witness=witness, keys=keys, as_json=as_json)


@app.command()
def replay(*, table: TableId = "", db: Db = "", keys: Keys = None, as_json: Json = False) -> None:
    """Play every round of the journal again and compare cards, settlement and money.

    Shuffles that are not revealed yet are opened with the key file. Without it the cards that
    were written down are dealt.
    """
    from pitboss.cli.floor.replay import replay_tables

    replay_tables(db, table=table, keys=keys, as_json=as_json)


@app.command()
def export(
    *,
    what: Annotated[
        str,
        typer.Option(
            metavar="WHAT",
            help="Write rounds, entries, accounts, checkpoints or the public-key.",
        ),
    ] = "rounds",
    table: TableId = "",
    out: Annotated[
        Path | None,
        typer.Option(help="Write this file, .jsonl or .csv; without it, JSON lines are printed."),
    ] = None,
    db: Db = "",
    keys: Keys = None,
) -> None:
    """Export what is in the books; every round is a record that 'pitboss replay' accepts."""
    from pitboss.cli.floor.export import export_books

    export_books(db, what=what, table=table, out=out, keys=keys)


@app.command()
def report(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Which report; without a name, list them.")
    ] = "",
    *,
    start: Annotated[
        str, typer.Option("--from", metavar="TIME", help="From this day or time (UTC) on.")
    ] = "",
    end: Annotated[
        str, typer.Option("--to", metavar="TIME", help="Up to this day or time, without it.")
    ] = "",
    day: Annotated[
        str,
        typer.Option(
            metavar="DAY", help="Only this day (2026-11-16), month (2026-11) or year (2026)."
        ),
    ] = "",
    table: TableId = "",
    player: Annotated[
        str, typer.Option(metavar="NAME", help="Only this player: a name or an account.")
    ] = "",
    operator: Annotated[
        str,
        typer.Option(metavar="NAME", help="The operator of the floor, for the head of the report."),
    ] = "",
    form: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help="Write text, json, csv, html, pdf or md. The default is what the file's name ends "
            "with, or text.",
        ),
    ] = "",
    output: Annotated[Path | None, typer.Option(help="Write this file.")] = None,
    db: Db = "",
) -> None:
    """Report from the books: wins, games, jackpots, funds, events; by default for all time.

    Every report comes from the journal alone. 'pitboss floor report' lists them.
    """
    from pitboss.cli.floor.report import ReportOrder, write_report

    write_report(ReportOrder(name, start, end, day, table, player, operator, form, output, db))


@app.command()
def components(*, as_json: Json = False) -> None:
    """Hash the files of the software; 'serve --components HASH' deals only with this hash."""
    from pitboss.cli.floor.components import print_components

    print_components(as_json=as_json)


@app.command()
def backup(
    *,
    out: Annotated[Path, typer.Option(help="Write the copy here, and its key file beside it.")],
    db: Db = "",
    keys: Keys = None,
    force: Force = False,
) -> None:
    """Copy the books and the key file while the server runs.

    For PostgreSQL it prints the command that makes the copy.
    """
    from pitboss.cli.floor.backup import back_up

    back_up(db, out=out, keys=keys, force=force)


@app.command()
def restore(
    copy: Annotated[Path, typer.Argument(metavar="FILE", help="The copy that 'backup' made.")],
    *,
    db: Db = "",
    keys: Keys = None,
    force: Force = False,
) -> None:
    """Verify a copy of the books and put it back; stop the server first.

    For PostgreSQL it prints the command that puts the copy back.
    """
    from pitboss.cli.floor.backup import restore as put_back

    put_back(copy, db=db, keys=keys, force=force)


@app.command()
def rebuild(*, db: Db = "", as_json: Json = False) -> None:
    """Compute balances and ends of streams again from the entries; stop the server first.

    The store keeps them only to answer faster. If an entry itself is wrong, this changes nothing,
    and the exit code is 1.
    """
    from pitboss.cli.floor.rebuild import rebuild_books

    rebuild_books(db, as_json=as_json)


@app.command("verify-shoe")
def verify_shoe(
    shoe: Annotated[
        str,
        typer.Argument(
            metavar="SHOE",
            help="A file, the address of a shoe at a server, or TABLE/N: shuffle N in the books.",
        ),
    ],
    *,
    db: Db = "",
    as_json: Json = False,
) -> None:
    """Deal a revealed shuffle again and compare every card with the commitment."""
    from pitboss.cli.floor.shoes import verify_shoe as verify_one

    verify_one(shoe, db=db, as_json=as_json)


@app.command()
def user(
    action: Annotated[
        str,
        typer.Argument(
            metavar="ACTION",
            help="One of list, add, lock, unlock, password, give, take, reset-factor or link.",
        ),
    ],
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="The name that the action is for.")
    ] = "",
    *,
    role: Annotated[
        str,
        typer.Option(
            metavar="ROLE",
            help="The role in the house: dealer, floor, shift-manager, cage, count, "
            "accounting, jackpot-admin, security, surveillance, auditor or sysadmin.",
        ),
    ] = "",
    db: Db = "",
    as_json: Json = False,
) -> None:
    """List who may log in, add a name, lock or unlock it, give it a password, or change its roles.

    A password is asked for at the terminal, or read as one line from the standard input.
    'give' and 'take' change a role, 'reset-factor' lets somebody enrol another second factor, and
    'link' prints a link by which one new person takes up a role.
    """
    from pitboss.cli.floor.users import manage_users

    manage_users(action, name, role, db=db, as_json=as_json)


@app.command()
def simulate(
    *,
    days: Annotated[int, typer.Option(help="How many gambling days.")] = 7,
    tables: Annotated[int, typer.Option(help="How many tables, of eight games.")] = 20,
    guests: Annotated[int, typer.Option(help="How many players come and go.")] = 300,
    minutes: Annotated[
        int, typer.Option(help="How long tables are open a day; each plays a round a minute.")
    ] = 600,
    seed: Annotated[int, typer.Option(help="The same seed plays the same floor.")] = 1,
    db: Annotated[
        str,
        typer.Option(metavar="URL", help="Where to write the books: a new file, rehearsal.db."),
    ] = "",
    keys: Annotated[
        Path | None, typer.Option(help="The key file; the default is beside the books.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Play days of a floor by itself, with guests and staff, on books of its own.

    Guests deposit, play, complain and withdraw; staff opens and closes tables with counts, signs
    fills and credits, counts drop boxes, pays jackpots and closes the day. Then the books are
    verified, and every sum is checked after every entry. Reports can be made of them.
    """
    from pitboss.cli.floor.simulate import simulate_floor
    from pitboss.rehearsal.plan import Plan

    plan = Plan(days=days, tables=tables, guests=guests, minutes=minutes, seed=seed)
    simulate_floor(plan, db=db, keys=keys, as_json=as_json)


@app.command()
def readiness(
    *,
    only: Annotated[
        str, typer.Option(metavar="STATE", help="Only those that are met, part or operator.")
    ] = "",
    as_json: Json = False,
) -> None:
    """List what regulators ask for: what is met, how it is tested, and what is still needed.

    It says what a licensed operation for real money would have to add to this software.
    """
    from pitboss.cli.floor.readiness import list_requirements

    list_requirements(only, as_json=as_json)
