"""The commands of `pitboss floor`; each imports what it needs."""

from __future__ import annotations

from dataclasses import MISSING
from pathlib import Path
from typing import Annotated

import typer
from typer import Option

from pitboss.cli.help import Commands
from pitboss.cli.orders.shared import Json, add_command, by_name, by_place

app = typer.Typer(
    name="floor",
    cls=Commands,
    help="Verify, replay, export and back up the books of a server, and manage who may log in.",
    rich_markup_mode=None,
    no_args_is_help=True,
)

Db = Annotated[
    str,
    Option(
        metavar="URL",
        help="The books: a file, sqlite:///FILE or postgresql://USER@HOST/NAME. "
        "The default is the file in your data folder that 'pitboss serve' uses.",
    ),
]
Keys = Annotated[
    Path | None,
    Option(help="The server's key file. The default is the one in your data folder."),
]
TableId = Annotated[str, Option(metavar="ID", help="Only the table with this id.")]
Force = Annotated[bool, Option("--force", help="Replace an existing file.")]


@add_command(app, "pitboss.cli.floor.verify:verify_books")
def verify(
    *,
    db: Db = "",
    checkpoints: Path | None = by_name(
        "A copy of the checkpoints from another place, as 'export' writes it."
    ),
    witness: Path | None = by_name(
        "The folder that 'serve --witness' adds checkpoints to.", metavar="DIR"
    ),
    keys: Path | None = by_name(
        "The server's key file, or a file with its public key, to check signatures. "
        "The default is the key file in your data folder."
    ),
    as_json: Json = False,
) -> None:
    """Verify the books from the first entry to the last, and name the first one that is wrong.

    Chains, postings, floors, balances, checkpoints and all signatures are compared. Where
    everything is right nothing is printed, and the exit code is 0; otherwise it is 1.
    """


@add_command(app, "pitboss.cli.floor.replay:replay_tables")
def replay(*, table: TableId = "", db: Db = "", keys: Keys = None, as_json: Json = False) -> None:
    """Play every round of the journal again and compare cards, settlement and money.

    Shuffles that are not revealed yet are opened with the key file. Without it the cards that
    were written down are dealt.
    """


@add_command(app, "pitboss.cli.floor.export:export_books")
def export(
    *,
    what: str = by_name(
        "Write rounds, entries, accounts, checkpoints or the public-key.",
        metavar="WHAT",
        default="rounds",
    ),
    table: TableId = "",
    out: Path | None = by_name(
        "Write this file, .jsonl or .csv; without it, JSON lines are printed."
    ),
    db: Db = "",
    keys: Keys = None,
) -> None:
    """Export what is in the books; every round is a record that 'pitboss replay' accepts."""


@add_command(app, "pitboss.cli.floor.report:write_report")
def report(
    name: str = by_place("Which report; without a name, list them.", metavar="NAME", default=""),
    *,
    start: str = by_name("From this day or time (UTC) on.", "--from", metavar="TIME", default=""),
    end: str = by_name("Up to this day or time, without it.", "--to", metavar="TIME", default=""),
    day: str = by_name(
        "Only this day (2026-11-16), month (2026-11) or year (2026).", metavar="DAY", default=""
    ),
    table: TableId = "",
    player: str = by_name("Only this player: a name or an account.", metavar="NAME", default=""),
    operator: str = by_name(
        "The operator of the floor, for the head of the report.", metavar="NAME", default=""
    ),
    form: str = by_name(
        "Write text, json, csv, html, pdf or md. The default is what the file's name ends "
        "with, or text.",
        "--format",
        metavar="FORMAT",
        default="",
    ),
    output: Path | None = by_name("Write this file."),
    db: Db = "",
) -> None:
    """Report from the books: wins, games, jackpots, funds, events; by default for all time.

    Every report comes from the journal alone. 'pitboss floor report' lists them.
    """


@add_command(app, "pitboss.cli.floor.verify:print_components")
def components(*, as_json: Json = False) -> None:
    """Hash the files of the software; 'serve --components HASH' deals only with this hash."""


@add_command(app, "pitboss.cli.floor.prove:prove")
def prove(
    entry: str = by_place(
        "An entry, STREAM#NUMBER, or a round, TABLE/ROUND.", metavar="ENTRY", default=""
    ),
    *,
    check: Path | None = by_name(
        "Verify the proof in this file; no books are needed.", metavar="FILE"
    ),
    out: Path | None = by_name("Write the proof to this file; without it, it is printed."),
    db: Db = "",
    keys: Path | None = by_name(
        "The server's key file, or a file with its public key. "
        "The default is the key file in your data folder."
    ),
    as_json: Json = False,
) -> None:
    """Prove that an entry or a round is in the books, under a signed checkpoint.

    The proof has the entry and about twenty hashes for a million entries. Whoever has the
    public key can verify it; exit code 1 if it is wrong.
    """


@add_command(app, "pitboss.cli.floor.backup:back_up")
def backup(
    *,
    out: Path = by_name("Write the copy here, and its key file beside it.", default=MISSING),
    db: Db = "",
    keys: Keys = None,
    force: Force = False,
) -> None:
    """Copy the books and the key file while the server runs.

    For PostgreSQL it prints the command that makes the copy.
    """


@add_command(app, "pitboss.cli.floor.backup:restore")
def restore(
    copy: Path = by_place("The copy that 'backup' made.", metavar="FILE", default=MISSING),
    *,
    db: Db = "",
    keys: Keys = None,
    force: Force = False,
) -> None:
    """Verify a copy of the books and put it back; stop the server first.

    For PostgreSQL it prints the command that puts the copy back.
    """


@add_command(app, "pitboss.cli.floor.new_key:begin_new_key", "new-key")
def new_key(
    *,
    lost: Annotated[
        bool, Option("--lost", help="Say that the key file of the books is lost for good.")
    ] = False,
    db: Db = "",
    keys: Keys = None,
    as_json: Json = False,
) -> None:
    """Go on with another key file where that of the books is lost; stop the server first.

    Open rounds are void and their wagers go back, promised shuffles are abandoned, second
    factors are removed: each by an entry. The key file is made if there is none.
    """


@add_command(app, "pitboss.cli.floor.verify:rebuild_books")
def rebuild(*, db: Db = "", as_json: Json = False) -> None:
    """Compute balances and ends of streams again from the entries; stop the server first.

    The store keeps them only to answer faster. If an entry itself is wrong, this changes nothing,
    and the exit code is 1.
    """


@add_command(app, "pitboss.cli.floor.replay:verify_shoe", "verify-shoe")
def verify_shoe(
    shoe: str = by_place(
        "A file, the address of a shoe at a server, or TABLE/N: shuffle N in the books.",
        metavar="SHOE",
        default=MISSING,
    ),
    *,
    db: Db = "",
    as_json: Json = False,
) -> None:
    """Deal a revealed shuffle again and compare every card with the commitment."""


@add_command(app, "pitboss.cli.floor.users:manage_users")
def user(
    action: str = by_place(
        "One of list, add, lock, unlock, password, give, take, reset-factor or link.",
        metavar="ACTION",
        default=MISSING,
    ),
    name: str = by_place("The name that the action is for.", metavar="NAME", default=""),
    *,
    role: str = by_name(
        "The role in the house: dealer, floor, shift-manager, cage, count, "
        "accounting, jackpot-admin, security, surveillance, auditor or sysadmin.",
        metavar="ROLE",
        default="",
    ),
    db: Db = "",
    keys: Keys = None,
    as_json: Json = False,
) -> None:
    """List who may log in, add a name, lock or unlock it, give it a password, or change its roles.

    A password is asked for at the terminal, or read as one line from the standard input.
    'give' and 'take' change a role, 'reset-factor' lets somebody enrol another second factor, and
    'link' prints a link by which one new person takes up a role.
    """


@add_command(app, "pitboss.cli.floor.simulate:simulate_floor")
def simulate(
    *,
    days: int = by_name("How many gambling days.", default=7),
    tables: int = by_name("How many tables, of eight games.", default=20),
    guests: int = by_name("How many players come and go.", default=300),
    minutes: int = by_name(
        "How long tables are open a day; each plays a round a minute.", default=600
    ),
    seed: int = by_name("The same seed plays the same floor.", default=1),
    db: str = by_name(
        "Where to write the books: a new file, rehearsal.db.", metavar="URL", default=""
    ),
    keys: Path | None = by_name("The key file; the default is beside the books."),
    as_json: Json = False,
) -> None:
    """Play days of a floor by itself, with guests and staff, on books of its own.

    Guests deposit, play, complain and withdraw; staff opens and closes tables with counts, signs
    fills and credits, counts drop boxes, pays jackpots and closes the day. Then the books are
    verified, and every sum is checked after every entry. Reports can be made of them.
    """


@add_command(app, "pitboss.cli.floor.feed:feed_table")
def feed(
    table: str = by_place("The id of the physical table.", metavar="TABLE"),
    *,
    server: str = by_name("The server.", metavar="URL", default="http://127.0.0.1:8021"),
    device: Path | None = by_name(
        "A serial port or a pipe that speaks the lines; the default is the standard input."
    ),
    token_file: Path | None = by_name(
        "A file with the session token of the table's dealer; the default is PITBOSS_TOKEN."
    ),
) -> None:
    """Feed a physical table from a device: cards of a shoe's reader, sensors, a scanner.

    The device writes one line for each card, and reads what the table asks for next and what each
    seat is paid. A misread or missing card is corrected without losing the round.
    """


@add_command(app, "pitboss.cli.floor.readiness:list_requirements")
def readiness(
    *,
    only: str = by_name(
        "Only those that are met, inside, part or operator.", metavar="STATE", default=""
    ),
    as_json: Json = False,
) -> None:
    """List what regulators ask for: what is met, how it is tested, and what is still needed.

    It says what a licensed operation for real money would have to add to this software.
    """
