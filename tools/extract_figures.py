"""Read every pay-table cell out of the printed rule documents and write them as CSV.

The rule book holds the same figures as typed data. This script is the second, independent
route: it parses the scanned text, so that a slip of the typist and a slip of the parser would
have to agree before a wrong pay could pass. No pay is written in this file; what it knows is
structure only: where a table starts, how its header reads, which id it carries.

Usage: python tools/extract_figures.py DOCUMENTS_FOLDER > tests/transcription/figures.csv
"""

import csv
import io
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import NoReturn


class ExtractionError(ValueError):
    """A document does not look the way this script expects it to."""


def fail(sentence: str) -> NoReturn:
    """Stop: a figure that is silently missing would defeat the comparison."""
    raise ExtractionError(sentence)


@dataclass(frozen=True, slots=True)
class Figure:
    """One printed cell, named well enough to be looked up in the typed data."""

    game: str
    table: str
    row: str
    column: str
    kind: str
    cell: str


# ---------------------------------------------------------------------------------------------
# Text: undo what scanning and typesetting did, the same way for every document.

TYPOGRAPHY = str.maketrans(
    {
        "\u2010": "-",
        "\u2011": "-",
        "\u2012": "-",
        "\u2013": "-",
        "\u2014": "-",
        "\u2212": "-",
        "\u2018": "'",
        "\u2019": "'",
        "\u201c": '"',
        "\u201d": '"',
        "\u00a0": " ",
    }
)
SUITS = "\u2660\u2665\u2663\u2666"


def plain(text: str) -> str:
    """Drop page-break marks, tags and escapes; keep tabs, line breaks and asterisks."""
    text = re.sub(r"<\|[^|]*\|>", "", text)
    text = re.sub(r"</?[bi]>", "", text)
    return text.replace(r"\$", "$").replace("&gt;", ">").translate(TYPOGRAPHY)


def label(text: str) -> str:
    """Give a row or column label one spelling, however the editions space it."""
    text = " ".join(text.replace("*", "").split())
    text = re.sub(rf"\b([2-9AKQJ]) ([{SUITS}])", r"\1\2", text)
    return re.sub(rf"([{SUITS}]) (?=[2-9AKQJ][{SUITS}])", r"\1", text)


def compact(text: str) -> str:
    """Close the gaps that line wrapping tore into printed table ids."""
    return re.sub(r"[\s*]", "", text)


def deck_counts(text: str) -> str:
    """Turn a printed deck range or list into its integers, separated by spaces."""
    for word, digit in (("Single", "1"), ("Double", "2"), ("Six", "6")):
        text = text.replace(word, digit)
    counts: list[int] = []
    for first, last in re.findall(r"(\d+)(?: *- *(\d+))?", text):
        counts.extend(range(int(first), int(last or first) + 1))
    if not counts:
        fail(f"No deck count can be read from {text!r}.")
    return " ".join(str(count) for count in counts)


WORDS = {"push": "push", "loss": "loss", "lose": "loss", "-1": "loss", "n/a": "N/A", "-": "N/A"}
PAY_FORMS = (
    (r"(\d+(?:\.\d+)?) (to|for) (\d+)", r"\1 \2 \3"),
    (r"(\d+)[:-](\d+)", r"\1 to \2"),
    (r"(\d+%)(?: of (?:Jackpot|Progressive))?", r"\1"),
    (r"(\d+ to \d+ \+ \d+%)", r"\1"),
    (r"(\$\d*)", r"\1"),
)


def pay(text: str, *, bare_to_one: bool = False) -> str:
    """Write a pay in one canonical way.

    A bare number is accepted only where the caller has seen that pays are "to 1"; there a
    zero returns the wager and no more.
    """
    printed = re.sub(r"^Pays ", "", label(text))
    printed = re.sub(r"(?<=\d),(?=\d{3})", "", printed)
    if printed.lower() in WORDS:
        return WORDS[printed.lower()]
    for form, canonical in PAY_FORMS:
        if found := re.fullmatch(form, printed):
            return found.expand(canonical)
    if bare_to_one and re.fullmatch(r"\d+(?:\.\d+)?", printed):
        return "push" if Decimal(printed) == 0 else f"{printed} to 1"
    return fail(f"The pay {text!r} is written in no known way.")


def between(text: str, start: str, end: str) -> str:
    """Return the text from the first line that matches start up to the next end."""
    found = re.search(rf"^{start}.*?(?=^{end})", text, re.MULTILINE | re.DOTALL)
    if found is None:
        fail(f"No passage runs from {start!r} to {end!r}.")
    return found.group()


# ---------------------------------------------------------------------------------------------
# Washington: three editions of one document, two of them printed without column marks.

JACKPOT_CELL = r"\d+% of (?:Jackpot|Progressive)|\d+ for \d+|\d+\.\d+%|\$"
ADVANTAGE = "House Advantage"
PAYTABLES = [str(number) for number in range(1, 9)]


def editions(text: str) -> tuple[str, str]:
    """Cut a Washington file into its two rule sets, which begin with the same title."""
    parts = re.split(r"^SPANISH 21 *$", text, flags=re.MULTILINE)[1:]
    match parts:
        case [first, second]:
            return first, second
        case _:
            return fail(f"A Washington file holds {len(parts)} rule sets instead of two.")


def washington(game: str, text: str) -> list[Figure]:
    """Read one edition: the Bonus 21 list, Match The Dealer and the jackpot tables."""
    found = re.search(r"played with ([\d, or]+) decks", text)
    if found is None:
        fail(f"{game} does not say how many decks it is played with.")
    decks = deck_counts(found.group(1)).split()
    return [
        *washington_bonus(game, text),
        *match_the_dealer(game, text, decks),
        *JackpotReader(game).read(text, decks),
    ]


def washington_bonus(game: str, text: str) -> Iterator[Figure]:
    """Read the Bonus 21 list of the General Rules.

    One hand is listed twice with different pays, under lines that name the deck counts; those
    counts become the column, because the row labels alone would collide.
    """
    column, letters = "", ""
    for line in between(text, "General Rules", "Spanish 21 Dealing").splitlines():
        if found := re.match(r"In the ([\d, &]+) deck games", line):
            column = f"{deck_counts(found.group(1))} decks"
        elif found := re.fullmatch(r"\W*([a-j])\. (.+?) pays (.+?) *", line):
            letters += found.group(1)
            row, cell = label(found.group(2)), pay(found.group(3))
            yield Figure(game, "bonus-21", row, column, "pay", cell)
    if letters != "abcdefghij":
        fail(f"The Bonus 21 list of {game} has the letters {letters!r}.")


def match_the_dealer(game: str, text: str, decks: Sequence[str]) -> Iterator[Figure]:
    """Read Table 2 (7 in v002), whose rows are deck counts and so become our columns."""
    title = r"Table (?:2|7): Match The Dealer Bonus Wager Payouts"
    passage = " ".join(between(text, title, "Match The Dealer Progressive").split())
    rows = ("Unsuited Match Payout", "Suited Match Payout")
    if " ".join((*rows, ADVANTAGE)) not in passage:
        fail(f"The Match The Dealer table of {game} has unexpected columns.")
    line = r"(\d) deck ([\d.]+%), 1 in ([\d.]+) hands (\d+:\d+) (\d+:\d+) ([\d.]+%)"
    found = re.findall(line, passage)
    if [cells[0] for cells in found] != list(decks):
        fail(f"The Match The Dealer table of {game} does not cover its deck counts.")
    for deck, frequency, one_in, unsuited, suited, advantage in found:
        names = (game, passage[6], "", f"{deck} decks")
        yield Figure(*names, "win_frequency", frequency)
        yield Figure(*names, "win_one_in", one_in)
        for row, cell in zip(rows, (unsuited, suited), strict=True):
            yield Figure(game, passage[6], row, f"{deck} decks", "pay", pay(cell))
        yield Figure(*names, "house_advantage", advantage)


@dataclass(slots=True)
class JackpotReader:
    """Reads the attachments line by line, because page breaks fall inside the tables."""

    game: str
    attachment: str = ""
    letter: str = ""
    open_ids: list[str] = field(default_factory=list)
    closes_with_advantage: bool = False
    figures: dict[str, list[Figure]] = field(default_factory=dict)
    marks: dict[str, list[str]] = field(default_factory=dict)
    series: dict[str, list[str]] = field(default_factory=dict)

    def read(self, text: str, decks: Sequence[str]) -> list[Figure]:
        """Return the figures of every jackpot table, its deck counts first."""
        start = re.search(r"^ATTACHMENT", text, re.MULTILINE)
        if start is None:
            fail(f"{self.game} has no attachment with jackpot tables.")
        # The table layouts printed behind the last attachment are known to be misread.
        attachments = re.split(r"^SUPER BONUS", text[start.start() :], flags=re.MULTILINE)[0]
        for line in attachments.splitlines():
            self.read_line(" ".join(line.split()))
        if self.open_ids and self.closes_with_advantage:
            fail(f"{self.game} ends inside Table {self.open_ids[0]}.")
        self.check()
        counts = self.counts_by_table(decks)
        result: list[Figure] = []
        for table, figures in self.figures.items():
            if table in counts:
                result.append(Figure(self.game, table, "", "", "decks", counts[table]))
            result.extend(figures)
        return result

    def read_line(self, line: str) -> None:
        """Sort one line into heading, deck mark, header, row or prose."""
        if found := re.match(r"ATTACHMENT [A-E]: TABLES? (\d)(?:([a-z])-([a-z]))?$", line):
            self.attachment, first, last = found.groups()
            letters = range(ord(first), ord(last) + 1) if first else ()
            self.series[self.attachment] = [self.attachment + chr(code) for code in letters]
            self.marks[self.attachment] = []
            self.letter = ""
            self.close()
        elif found := re.fullmatch(r"Table (\d[a-e])", line):
            self.letter = found.group(1)
            self.close()
        elif found := re.fullmatch(r"([\d -]+) DECKS", line):
            self.marks.setdefault(self.attachment, []).append(deck_counts(found.group(1)))
        elif re.fullmatch(r"(?:Winning )?Matches(?: Paytable \d)+", line):
            self.close()
            self.open(re.findall(r"Paytable (\d)", line))
        elif found := re.fullmatch(r"Alternate (?:Jackpot Triggers, option (\d) )?Pays", line):
            self.close()
            self.open_alternate(found.group(1))
        elif self.open_ids:
            self.read_row(line)
        elif re.search(rf"(?:^| )(?:{JACKPOT_CELL})$", line):
            fail(f"{self.game} prints the row {line!r} outside every table.")

    def open(self, numbers: Iterable[str]) -> None:
        """Start the paytables of one header line."""
        self.closes_with_advantage = bool(self.letter)
        self.open_ids = [f"{self.letter or self.attachment}-{number}" for number in numbers]

    def open_alternate(self, option: str | None) -> None:
        """Start an alternate schedule; v003 prints its only Table 3 alternate unnumbered."""
        self.closes_with_advantage = False
        if option is None and self.attachment == "3":
            option = "1"
        self.open_ids = [f"{self.attachment}-alt" + (f"-{option}" if option else "")]

    def close(self) -> None:
        """End the open tables; those that print an advantage must have shown it."""
        if self.open_ids and self.closes_with_advantage:
            fail(f"{self.game} Table {self.open_ids[0]} ends without its advantage.")
        self.open_ids = []

    def read_row(self, line: str) -> None:
        """Split a row into its label and one cell for each open paytable."""
        if not line:
            return
        width = len(self.open_ids)
        pattern = rf"(.+?)((?: (?:{JACKPOT_CELL})){{{width}}})"
        found = re.fullmatch(pattern, line)
        if found is None or re.search(rf" (?:{JACKPOT_CELL})$", found.group(1)):
            if self.closes_with_advantage or re.search(rf" (?:{JACKPOT_CELL})$", line):
                fail(f"{self.game} {self.open_ids[0]}: {line!r} has not {width} cells.")
            self.open_ids = []
            return
        row = label(found.group(1))
        cells = re.findall(JACKPOT_CELL, found.group(2))
        for table, cell in zip(self.open_ids, cells, strict=True):
            self.figures.setdefault(table, []).append(self.figure(table, row, cell))
        if row == ADVANTAGE:
            self.open_ids = []

    def figure(self, table: str, row: str, cell: str) -> Figure:
        """Tell the printed advantage, which belongs to the table, from the pays."""
        if row == ADVANTAGE:
            return Figure(self.game, table, "", "", "house_advantage", cell)
        return Figure(self.game, table, row, "", "pay", pay(cell))

    def check(self) -> None:
        """Make sure that every lettered table gave its eight paytables."""
        for tables in self.series.values():
            for table in tables:
                for number in PAYTABLES:
                    if f"{table}-{number}" not in self.figures:
                        fail(f"{self.game} Table {table} has no Paytable {number}.")

    def counts_by_table(self, decks: Sequence[str]) -> dict[str, str]:
        """Give each lettered table its deck count.

        In one file the deck marks slipped to the page ends and some were lost with them. The
        letters run in the order of the deck counts and end with the largest, so the counts
        follow from the letters; every mark that survived has to agree.
        """
        counts: dict[str, str] = {}
        for attachment, tables in self.series.items():
            marks = self.marks[attachment]
            expected = list(decks[-len(tables) :]) if tables else marks
            if marks != expected[len(expected) - len(marks) :]:
                fail(f"{self.game} Tables {attachment}: the deck marks are {marks}.")
            for table, count in zip(tables, expected, strict=False):
                counts.update({f"{table}-{number}": count for number in PAYTABLES})
            if not tables:
                if len(marks) != 1:
                    fail(f"{self.game} Table {attachment} has {len(marks)} deck marks.")
                counts.update(
                    {table: marks[0] for table in self.figures if table[:2] == f"{attachment}-"}
                )
        return counts


# ---------------------------------------------------------------------------------------------
# The two short guides.


def ilani(text: str) -> Iterator[Figure]:
    """Read the dotted lists; one bonus is printed twice, alike, and is written once."""
    game = "ilani/spanish-21"
    passages = (
        ("match-the-dealer", r"\*\*Match the Dealer:", r"\*\*Splitting"),
        ("bonus-21", r"\*\*Bonus Payoffs", r"\*\*Match the Dealer Prog"),
        ("progressive", r"\*\*Match the Dealer Prog", r"ilani is"),
    )
    for table, start, end in passages:
        seen: list[Figure] = []
        lines = between(text, start, end).splitlines()
        for line in lines:
            if "...." not in line:
                continue
            cells = re.findall(r"([^\t]+?) *\.{4,}\t?([^\t]+)", line)
            if not cells or line.count("....") != len(cells):
                fail(f"{game} {table}: {line!r} cannot be split.")
            seen.extend(Figure(game, table, label(a), "", "pay", pay(b)) for a, b in cells)
        if not seen:
            fail(f"{game} has no table {table}.")
        yield from dict.fromkeys(seen)


def bet_bigger(text: str) -> Iterator[Figure]:
    """Read the procedures: the printed edge, three lists and the probability block."""
    game = "bet-bigger/spanish-21"
    edge = re.search(r"^House edge- (\S+%)", text, re.MULTILINE)
    if edge is None:
        fail(f"{game} prints no edge.")
    yield Figure(game, "", "", "", "house_advantage", edge.group(1))
    yield from bet_bigger_list(game, "bonus-21", between(text, "Super 21 Bonus", "Match the"))
    yield from probability_block(game, between(text, "Matches Probability", "BONUS OPTIONS"))
    yield from bet_bigger_list(game, "bonus-options", between(text, "BONUS OPTIONS", "Break"))
    yield from bet_bigger_list(game, "break-bonus", between(text, "Break Bonus:", r"\Z"))


def bet_bigger_list(game: str, table: str, passage: str) -> list[Figure]:
    """Read a list whose items say what pays what, with or without a letter in front."""
    items = re.findall(r"^- (?:[a-z]\. )?(.+?) pays (.+?)(?: \(even\))?$", passage, re.MULTILINE)
    if not items or len(items) != len(re.findall(r"^- ", passage, re.MULTILINE)):
        fail(f"{game}: the list {table} cannot be read.")
    return [Figure(game, table, label(row), "", "pay", pay(cell)) for row, cell in items]


def probability_block(game: str, passage: str) -> Iterator[Figure]:
    """Read label, probability, pay and return from text that lost its line breaks.

    In two rows the scan glued the pay to the probability. The return is the pay times the
    probability, so the one cut that satisfies this (to the rounding of the printed figures)
    recovers both. The returns, with the lost wager for the rest, make the pays "to 1".
    """
    words = " ".join(passage.split()).removeprefix("Matches Probability Pays Return")
    table, rows = "probability-block", words.removesuffix("No matches").strip()
    pattern = r"([A-Z][A-Za-z -]+) ((?:\.?\d+(?: |$))+)"
    if re.sub(pattern, "", rows).strip():
        fail(f"{game}: the probability block cannot be read.")
    for name, numbers in re.findall(pattern, rows):
        probability, odds, expected = cut_glued(numbers.split())
        yield Figure(game, table, label(name), "", "pay", pay(odds, bare_to_one=True))
        yield Figure(game, table, label(name), "", "probability", probability)
        yield Figure(game, table, label(name), "", "return", expected)


def cut_glued(numbers: list[str]) -> tuple[str, str, str]:
    """Return probability, pay and return, cutting the first two apart where glued."""
    match numbers:
        case [probability, odds, _]:
            cuts = [(probability, odds)]
        case [glued, _]:
            cuts = [(glued[:at], glued[at:]) for at in range(2, len(glued))]
        case _:
            fail(f"The figures {numbers} are not those of one row.")
    fitting = [
        (chance, odds)
        for chance, odds in cuts
        if abs(Decimal(chance) * Decimal(odds) - Decimal(numbers[-1]))
        <= Decimal("0.5e-6") * (Decimal(odds) + 1)
    ]
    if len(fitting) != 1:
        fail(f"The figures {numbers} are not a probability, a pay and their product.")
    return (*fitting[0], numbers[-1])


# ---------------------------------------------------------------------------------------------
# Colorado: grids with tabs. What differs between them is described as data.


class Role(Enum):
    """What a header row says about the columns below it."""

    SKIP = "skip"
    ID = "id"
    NAME = "name"
    DECKS = "decks"


class Bare(Enum):
    """Where a grid says that its bare numbers are "to 1"."""

    REFUSED = "every cell is complete"
    HEADER = "the header says it"
    NOTE = "the first note behind the grid says it"
    UNSTATED = "nothing says it, and no other reading is offered"


Head = tuple[tuple[Role, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """Grids of one shape in one section, and how many pay tables they hold together.

    A grid begins at a heading line (whose groups may name the table and its decks) or, without
    one, at its first header row. Ids printed in the header are closed up and rewritten by
    ident.
    """

    tables: int
    head: Head = ()
    heading: str = ""
    table: str = ""
    ident: tuple[str, str] = (r"(.+)", r"\1")
    bare: Bare = Bare.REFUSED


@dataclass(frozen=True, slots=True)
class Column:
    """One printed column of figures: the table it belongs to, its name and its kind."""

    table: str
    name: str
    kind: str


PROGRESSIVE_213 = Family(tables=11, head=((Role.ID, r"Outcome\tPT-"),))
BUFFALO = (
    Family(
        tables=2,
        head=((Role.ID, r"Outcome\tPay Table A: "),),
        ident=(r"PayTable([AB]):.+", r"\1"),
    ),
    Family(tables=1, head=((Role.NAME, r"Up Card\t"),), table="bust-bonus", bare=Bare.UNSTATED),
    PROGRESSIVE_213,
)
EXTREME_HEAD = ((Role.ID, r"Paytable ->\t"), (Role.SKIP, r"Hand\tPay \(to 1\)"))
GAMES: dict[str, tuple[str, tuple[Family, ...]]] = {
    "co/21-holdem": (
        "04",
        (Family(tables=1, head=((Role.SKIP, r"Player Holds\t"),), table="poker"),),
    ),
    "co/blackjack-switch": (
        "05",
        (
            Family(
                tables=2,
                head=((Role.ID, r"Super Match Pay Tables\t"), (Role.DECKS, r"First 4 cards\t")),
                ident=(r"(\d)", r"super-match-\1"),
            ),
            Family(
                tables=1,
                head=((Role.ID, r"Buster Blackjack .*\t"),),
                ident=(r"PaySchedule(\d)", r"buster-\1"),
            ),
        ),
    ),
    "co/ante-up-21": ("06", (Family(tables=4, heading=r"Schedule (?P<table>[A-D])"),)),
    "co/21-plus-3": (
        "07",
        (
            Family(
                tables=1,
                head=((Role.SKIP, r"21\+3 Xtreme\t"), (Role.SKIP, r"HAND\tPAY OUT")),
                table="xtreme",
            ),
            PROGRESSIVE_213,
        ),
    ),
    "co/golden-21": (
        "08",
        (
            Family(
                tables=7,
                heading=r"(?:Additional )?Pay Schedule (?P<table>\d+): .+\((?P<decks>.+)\)",
                head=((Role.SKIP, r"HAND\tPAY OUT"),),
            ),
        ),
    ),
    "co/straight-jack": (
        "09",
        (Family(tables=1, head=((Role.SKIP, r"Length of Straight\tPays"),), table="standard"),),
    ),
    "co/straight-jack-progressive": (
        "10",
        (
            Family(
                tables=4,
                head=((Role.ID, r"Length of Straight\tSJP"),),
                ident=(r"(SJP\d)Pays", r"\1"),
            ),
        ),
    ),
    "co/3-card-21": (
        "11",
        (
            Family(
                tables=5,
                heading=r"Pay Table (?P<table>\d)",
                head=((Role.SKIP, r"THREE CARD BONUS\t"),),
            ),
        ),
    ),
    "co/pai-jack": (
        "12",
        (
            Family(
                tables=4,
                head=((Role.ID, r"Hand\tPay Table 1"),),
                ident=(r"PayTable(\d)", r"\1"),
            ),
        ),
    ),
    "co/buffalo-2": ("13", BUFFALO),
    "co/buffalo-3": (
        "14",
        (
            *BUFFALO,
            Family(
                tables=2,
                head=((Role.ID, r"Outcome\tPay Table A\t"),),
                ident=(r"PayTable([AB])", r"top-3-\1"),
            ),
        ),
    ),
    "co/trilux": (
        "15",
        (
            Family(tables=7, head=((Role.ID, r"Hand\tTRI-"), (Role.NAME, r"\tPays"))),
            Family(
                tables=4,
                head=(
                    (Role.ID, r"Hand\tTRILG-"),
                    (Role.NAME, r"\tPays"),
                    (Role.NAME, r"\t\tGeorge"),
                ),
            ),
            Family(tables=3, head=((Role.ID, r"Hand\tSUP-"), (Role.NAME, r"\tPays"))),
            Family(
                tables=2,
                head=((Role.ID, r"Dealer up-card\t"), (Role.NAME, r"\tDealer Bust")),
                ident=(r"PayTable(\d)", r"bust-bonanza-\1"),
            ),
        ),
    ),
    "co/free-bet": (
        "16",
        (
            Family(
                tables=3,
                head=((Role.SKIP, r"Push 22\t"), (Role.ID, r"Hand\tA\t")),
                ident=(r"([A-C])", r"push-22-\1"),
            ),
            Family(
                tables=2,
                head=((Role.SKIP, r"Pot of Gold\t"), (Role.ID, r"Free Bets\t")),
                ident=(r"POG(\d\d)", r"POG-\1"),
            ),
            Family(tables=1, head=((Role.SKIP, r"King's Bounty\t"), (Role.ID, r"Hand\tKB"))),
        ),
    ),
    "co/extreme-21": (
        "17",
        (
            Family(
                tables=26,
                heading=r"(?P<decks>\d Decks?) - Extreme 21 - Pays:",
                head=EXTREME_HEAD,
                bare=Bare.HEADER,
            ),
            Family(
                tables=5,
                heading=r"(?P<decks>\d Decks?) - Big 3 - Pays:",
                head=EXTREME_HEAD,
                ident=(r"(.+)", r"big-3-\1"),
                bare=Bare.HEADER,
            ),
            Family(
                tables=1,
                head=((Role.NAME, r"Outcome\t\w+ up-card \(to 1\)"),),
                table="bust-the-house",
                bare=Bare.HEADER,
            ),
        ),
    ),
    "co/deuces-wild-xtreme": (
        "18",
        (
            Family(tables=1, head=((Role.ID, r"Hand\tPT-FLT-DWHF-ODS"),), bare=Bare.NOTE),
            Family(tables=3, head=((Role.ID, r"Losing Hand\t"),), bare=Bare.NOTE),
            Family(
                tables=6,
                head=((Role.ID, r"Hand\tPT-FLT- ?DWHF-TPW"), (Role.NAME, r"\tNatural\tWild")),
                bare=Bare.NOTE,
            ),
            Family(tables=2, head=((Role.ID, r"Hand\tPT-FLT-TW-GW"),), bare=Bare.NOTE),
            Family(tables=3, head=((Role.ID, r"Hand\tPT-PRG-"),)),
            Family(tables=11, head=((Role.ID, r"Hand\tPT-BJS-5CL-\d"),)),
            Family(
                tables=3,
                head=((Role.ID, r"Hand\tPT-BJS-5CL-E"), (Role.NAME, r"\tPays\tEnvy")),
            ),
        ),
    ),
    "co/ride-free": (
        "19",
        (
            Family(tables=3, head=((Role.ID, r"Triggering Event\tPT-FLT-SB1"),), bare=Bare.NOTE),
            Family(tables=2, head=((Role.ID, r"Number of .*\t"),), bare=Bare.NOTE),
            Family(
                tables=1,
                head=((Role.ID, r"Dealer's Up-Card\t"), (Role.NAME, r"\tPays with")),
                bare=Bare.NOTE,
            ),
            Family(
                tables=2,
                head=((Role.ID, r"Hand\tPT-FLT-213-0"), (Role.DECKS, r"\t\d Decks")),
                bare=Bare.NOTE,
            ),
            Family(
                tables=4,
                head=(
                    (Role.ID, r"Hand\tPT-FLT-213-E"),
                    (Role.DECKS, r"\t\d Decks"),
                    (Role.NAME, r"\tPays\tEnvy"),
                ),
                bare=Bare.NOTE,
            ),
            Family(
                tables=3,
                head=((Role.ID, r"Hand\tPT-FLT-213XT"), (Role.DECKS, r"\t\d-\d Decks")),
                bare=Bare.NOTE,
            ),
            Family(tables=2, head=((Role.ID, r"Hand\tPT-FLT-TOP3"),), bare=Bare.NOTE),
            Family(
                tables=3,
                head=((Role.ID, r"Triggering Event\tPT-FLT-LL"), (Role.DECKS, r"\t\d Decks")),
                bare=Bare.NOTE,
            ),
            Family(tables=11, head=((Role.ID, r"Hand\tPT-BJS-213"),)),
            Family(
                tables=10,
                head=(
                    (Role.DECKS, r"Triggering Events\t\d-\d Decks"),
                    (Role.ID, r"\tPT-BJS- ?LL"),
                ),
            ),
        ),
    ),
}
# Sub-headers that say what kind of figure stands below, and not which of several pays.
COLUMN_KINDS = {"Pays": "pay", "Envy": "envy", "Lucky George": "envy"}
# One of two grids drops a word from a row that the other prints in full.
MENDED_ROWS = {"Suited 888": "Suited 888 bust"}
# Definitions of hands and the outcome table of Pai Jack have tabs but hold no pays.
NO_PAYS = r"[^\t]+:\t|3 Card High Hand Result\t|(?:Player (?:Win|Lose)s|Tie)\t|Player loses\t"

Located = list[tuple[int, Figure]]


@dataclass(slots=True)
class Section:
    """One game's article, remembering which lines have been read."""

    game: str
    lines: list[str]
    starts: set[int] = field(default_factory=set)
    taken: set[int] = field(default_factory=set)

    def bare_line(self, index: int) -> str:
        """Return a line without heading marks, as headings are matched."""
        return self.lines[index].strip("#* \t")

    def next_row(self, index: int) -> int | None:
        """Return the next table row behind a line, over page breaks but not over text."""
        for at in range(index + 1, len(self.lines)):
            line = self.lines[at]
            if not line.strip():
                continue
            if "\t" not in line:
                return None
            if re.fullmatch(r"[-\t]+", line):
                self.taken.add(at)
                continue
            return at
        return None

    def take(self, index: int) -> list[str]:
        """Return the cells of a row and remember that it was read."""
        self.taken.add(index)
        return [cell.strip() for cell in self.lines[index].split("\t")]

    def body(self, index: int) -> Iterator[tuple[int, list[str]]]:
        """Yield the rows behind a header until text or another grid begins."""
        at = self.next_row(index)
        while at is not None and at not in self.starts and self.lines[at][0] != "\t":
            yield at, self.take(at)
            at = self.next_row(at)

    def unread(self) -> None:
        """Fail if a row of figures was left over: the surest sign of a torn table."""
        for at, line in enumerate(self.lines):
            if "\t" in line and line.strip() and at not in self.taken:
                if re.fullmatch(r"[-\t]+", line) or re.match(NO_PAYS, line):
                    continue
                fail(f"{self.game} has a row that no table claims: {line!r}.")


def colorado(text: str) -> Iterator[Figure]:
    """Read all sixteen games, each in its own article."""
    parts = re.split(r"^[#* ]*30-21(\d\d) [^\t\n]*$", text, flags=re.MULTILINE)
    articles = dict(zip(parts[1::2], parts[2::2], strict=True))
    for game, (number, families) in GAMES.items():
        if number not in articles:
            fail(f"The article of {game} was not found.")
        section = Section(game, articles[number].split("\n"))
        located: Located = []
        grids = [(family, list(grid_starts(section, family))) for family in families]
        for _, starts in grids:
            section.starts.update(at for at, _ in starts)
        for family, starts in grids:
            located.extend(read_family(section, family, starts))
        located.extend(special(section))
        section.unread()
        yield from (figure for _, figure in sorted(located, key=lambda pair: pair[0]))


def grid_starts(section: Section, family: Family) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield where each grid of a family begins and what its heading tells."""
    for at in range(len(section.lines)):
        if family.heading:
            if found := re.fullmatch(family.heading, section.bare_line(at)):
                yield at, found.groupdict()
        elif re.match(family.head[0][1], section.lines[at]):
            yield at, {}


def read_family(
    section: Section, family: Family, starts: Sequence[tuple[int, dict[str, str]]]
) -> Located:
    """Read all grids of a family and count their tables."""
    located: Located = []
    for at, told in starts:
        figures = read_grid(section, family, at, told)
        located.extend((at, figure) for figure in figures)
    tables = {figure.table for _, figure in located}
    if len(tables) != family.tables:
        fail(f"{section.game} has the tables {sorted(tables)}, not {family.tables} of them.")
    return located


def read_grid(section: Section, family: Family, start: int, told: dict[str, str]) -> list[Figure]:
    """Read one grid: its header rows, then its body, then put them out table by table."""
    head, header = read_head(section, family, start)
    columns = columns_of(section, family, head, told)
    decks = [told.get("decks", "")] * len(columns)
    for role, cells in head:
        if role is Role.DECKS:
            decks = spread(cells[1:], len(columns))
    rows: list[tuple[str, list[str]]] = []
    for _, cells in section.body(header):
        if cells[0].startswith("*") and not any(cells[1:]):
            continue
        if cells[0] == "Deck Type":
            decks = spread(cells[1:], len(columns))
            continue
        if len(cells) <= len(columns) or any(cells[len(columns) + 1 :]):
            fail(f"{section.game}: {cells} has not {len(columns)} cells.")
        rows.append((row_label(cells[0]), cells[1 : len(columns) + 1]))
    if not rows:
        fail(f"{section.game}: the table at {section.bare_line(start)!r} has no rows.")
    to_one = bare_to_one(section, family, head, header)
    return by_table(section.game, columns, decks, rows, to_one=to_one)


def read_head(
    section: Section, family: Family, start: int
) -> tuple[list[tuple[Role, list[str]]], int]:
    """Return the header rows with their roles, and the line of the last one."""
    head: list[tuple[Role, list[str]]] = []
    at: int | None = start
    if family.heading:
        section.take(start)
    for number, (role, pattern) in enumerate(family.head):
        if number or family.heading:
            # A heading is text: only blank lines may stand between it and its grid.
            at = section.next_row(start)
        if at is None or not re.match(pattern, section.lines[at]):
            fail(f"{section.game}: the table at {section.bare_line(start)!r} has no header.")
        head.append((role, section.take(at)))
        start = at
    return head, start


def columns_of(
    section: Section,
    family: Family,
    head: Sequence[tuple[Role, list[str]]],
    told: dict[str, str],
) -> list[Column]:
    """Work out what each column holds from the header rows.

    A printed id stands over the first of its columns only, so where columns have names the id
    is carried on to the right.
    """
    ids = [cells[1:] for role, cells in head if role is Role.ID]
    names = [cells[1:] for role, cells in head if role is Role.NAME]
    table = told.get("table") or family.table
    if not names:
        tables = [ident(family, cell) for cell in ids[0] if cell] if ids else [table]
        return [Column(name, "", "pay") for name in tables]
    joined = [column_name(parts) for parts in zip(*names, strict=True)]
    width = sum(1 for name in joined if name)
    if not all(joined[:width]):
        fail(f"{section.game}: the column names {joined} have a gap.")
    tables = [table] * width
    if ids:
        tables = [ident(family, cell) for cell in spread(ids[0], width)]
    return [
        Column(owner, "" if name in COLUMN_KINDS else name, COLUMN_KINDS.get(name, "pay"))
        for owner, name in zip(tables, joined, strict=False)
    ]


def column_name(parts: Iterable[str]) -> str:
    """Join a column name that was printed over several header rows."""
    return label(" ".join(parts)).removesuffix(" (to 1)")


def row_label(text: str) -> str:
    """Return a row label, with the one shortened label given its full form."""
    row = label(text)
    return MENDED_ROWS.get(row, row)


def ident(family: Family, cell: str) -> str:
    """Turn a printed table id into the id the project uses."""
    pattern, template = family.ident
    found = re.fullmatch(pattern, compact(cell))
    if found is None:
        fail(f"The table id {cell!r} does not read like {pattern!r}.")
    return found.expand(template)


def spread(cells: Sequence[str], width: int) -> list[str]:
    """Carry a merged cell, which is printed once, over all columns it covers."""
    result: list[str] = []
    for cell in cells[:width]:
        result.append(cell or (result[-1] if result else ""))
    if len(result) != width or not all(result):
        fail(f"The header cells {list(cells)} do not cover {width} columns.")
    return result


def bare_to_one(
    section: Section, family: Family, head: Sequence[tuple[Role, list[str]]], header: int
) -> bool:
    """Check that the document really says what a bare number means."""
    if family.bare is Bare.HEADER:
        said = all("(to 1)" in cell for cell in head[-1][1][1:])
    elif family.bare is Bare.NOTE:
        notes = [line for line in section.lines[header:] if "All pays are" in line]
        said = bool(notes) and '"to 1."' in notes[0]
    else:
        return family.bare is Bare.UNSTATED
    if not said:
        fail(f"{section.game}: nothing says that the pays of {head[0][1]} are to 1.")
    return True


def by_table(
    game: str,
    columns: Sequence[Column],
    decks: Sequence[str],
    rows: Sequence[tuple[str, list[str]]],
    *,
    to_one: bool,
) -> list[Figure]:
    """Put the figures of a grid out one table after the other, decks first."""
    figures: list[Figure] = []
    for table in dict.fromkeys(column.table for column in columns):
        printed = {d for c, d in zip(columns, decks, strict=True) if c.table == table}
        if len(printed) != 1:
            fail(f"{game} {table} is printed with the deck counts {sorted(printed)}.")
        if any(printed):
            figures.append(Figure(game, table, "", "", "decks", deck_counts(printed.pop())))
        for row, cells in rows:
            for column, cell in zip(columns, cells, strict=True):
                if column.table == table:
                    value = pay(cell, bare_to_one=to_one and column.kind == "pay")
                    figures.append(Figure(game, table, row, column.name, column.kind, value))
    return figures


# ---------------------------------------------------------------------------------------------
# Colorado figures that stand in a sentence, beside the grid, or in two tables side by side.


def special(section: Section) -> Located:
    """Read what fits no family."""
    match section.game:
        case "co/21-plus-3":
            return standard_21_plus_3(section)
        case "co/3-card-21":
            return three_card_decks(section)
        case "co/trilux":
            return trilux_progressives(section)
        case _:
            return []


def standard_21_plus_3(section: Section) -> Located:
    """Read the standard version, whose only pay stands in a sentence that lists the hands."""
    for at, line in enumerate(section.lines):
        if found := re.search(r"hands of an? (.+?) are paid (\d+ to \d+) ", line):
            hands = re.split(r", | and ", found.group(1))
            cell = pay(found.group(2))
            return [
                (at, Figure(section.game, "standard", label(hand), "", "pay", cell))
                for hand in hands
            ]
    return fail(f"{section.game} does not say what its standard version pays.")


def three_card_decks(section: Section) -> Located:
    """Give the two deck marks printed behind Pay Table 2 to Pay Tables 1 and 2 (ruling C17)."""
    marks = [at for at, line in enumerate(section.lines) if re.fullmatch(r"\d Deck Only *", line)]
    tables = ("1", "2")
    if len(marks) != len(tables):
        fail(f"{section.game} has {len(marks)} deck marks.")
    return [
        (at, Figure(section.game, table, "", "", "decks", deck_counts(section.lines[at])))
        for at, table in zip(marks, tables, strict=True)
    ]


def trilux_progressives(section: Section) -> Located:
    """Read four progressive tables, printed in pairs, and the settings of their meters."""
    located: Located = []
    for at, line in enumerate(section.lines):
        if re.match(r"\tProgressive Pay table \d", line):
            located.extend((at, figure) for figure in side_by_side(section, at))
        elif re.match(r"\tPay table \d", line):
            located.extend((at, figure) for figure in meter_settings(section, at))
    tables = {figure.table for _, figure in located}
    settings = [figure for _, figure in located if figure.kind in {"seed", "increment"}]
    if len(settings) != 2 * len(tables):
        fail(f"{section.game}: not every meter of {sorted(tables)} has a seed and an increment.")
    return located


def side_by_side(section: Section, start: int) -> list[Figure]:
    """Read two tables that share their lines.

    Each half is a hand, its pay and perhaps the dealer's envy. A page break left an empty
    column between the halves of some rows. A half may be blank, and so may an envy.
    """
    tables = [progressive_id(cell) for cell in section.take(start) if cell]
    header = section.next_row(start)
    if header is None:
        fail(f"{section.game}: the progressive tables have no header.")
    width = len(section.take(header)) // 2
    halves: list[list[list[str]]] = [[], []]
    at = section.next_row(header)
    while at is not None:
        cells = section.take(at)
        if len(cells) == 2 * width + 1 and not cells[width]:
            del cells[width]
        if len(cells) != 2 * width:
            fail(f"{section.game}: {cells} is not two times {width} cells.")
        halves[0].append(cells[:width])
        halves[1].append(cells[width:])
        at = section.next_row(at)
    return [
        figure
        for table, rows in zip(tables, halves, strict=True)
        for figure in half_figures(section.game, table, rows)
    ]


def half_figures(game: str, table: str, rows: Iterable[list[str]]) -> Iterator[Figure]:
    """Put out one of two tables printed side by side."""
    for row, *cells in rows:
        if row == "Deck Type":
            yield Figure(game, table, "", "", "decks", deck_counts(cells[0]))
        elif row:
            for kind, cell in zip(("pay", "envy"), cells, strict=False):
                if cell or kind == "pay":
                    yield Figure(game, table, label(row), "", kind, pay(cell))
        elif any(cells):
            fail(f"{game} {table} pays {cells} for no hand.")


def meter_settings(section: Section, start: int) -> Iterator[Figure]:
    """Read the seed and the increment rate of two meters."""
    tables = [progressive_id(cell) for cell in section.take(start)[1:]]
    kinds = {"Seed/Reseed Value": "seed", "Increment Rate": "increment"}
    for _, (row, *cells) in section.body(start):
        if row not in kinds or len(cells) != len(tables):
            fail(f"{section.game}: {row!r} is no setting of {len(tables)} meters.")
        for table, cell in zip(tables, cells, strict=True):
            yield Figure(section.game, table, "", "", kinds[row], cell)


def progressive_id(cell: str) -> str:
    """Name a progressive table by its number, which is printed with and without a zero."""
    found = re.fullmatch(r"(?:Progressive )?Pay table (\d+)", cell)
    if found is None:
        fail(f"{cell!r} names no progressive table.")
    return f"progressive-{int(found.group(1)):02}"


# ---------------------------------------------------------------------------------------------
# All documents together.

# How many pay tables and cells each game prints. A row that is lost as a whole, or torn so that
# it reads like prose, leaves no other trace than a wrong count.
SIZES = {
    "bet-bigger/spanish-21": (4, 36),
    "co/21-holdem": (1, 9),
    "co/21-plus-3": (13, 85),
    "co/3-card-21": (5, 41),
    "co/ante-up-21": (4, 36),
    "co/blackjack-switch": (3, 15),
    "co/buffalo-2": (14, 107),
    "co/buffalo-3": (16, 113),
    "co/deuces-wild-xtreme": (29, 288),
    "co/extreme-21": (32, 335),
    "co/free-bet": (6, 33),
    "co/golden-21": (7, 42),
    "co/pai-jack": (4, 16),
    "co/ride-free": (41, 295),
    "co/straight-jack": (1, 4),
    "co/straight-jack-progressive": (4, 22),
    "co/trilux": (20, 189),
    "ilani/spanish-21": (3, 20),
    "wa/spanish-21": (114, 951),
    "wa/spanish-21-v002": (66, 547),
    "wa/spanish-21-v003": (108, 913),
}


def document(folder: Path, number: str) -> str:
    """Return the cleaned text of the document with a number."""
    paths = sorted(folder.glob(f"{number}_*.txt"))
    if len(paths) != 1:
        fail(f"There are {len(paths)} files for document {number} instead of one.")
    return plain(paths[0].read_text(encoding="utf-8")) + "\n"


def extract(folder: Path) -> list[Figure]:
    """Return the figures of all documents, by game and then in the order of printing."""
    newest, old = editions(document(folder, "000"))
    middle, old_again = editions(document(folder, "001"))
    v002 = washington("wa/spanish-21-v002", old_again)
    if v002 != washington("wa/spanish-21-v002", old):
        fail("The two printings of the v002 edition differ.")
    figures = [
        *washington("wa/spanish-21", newest),
        *washington("wa/spanish-21-v003", middle),
        *v002,
        *colorado(document(folder, "002")),
        *ilani(document(folder, "003")),
        *bet_bigger(document(folder, "004")),
    ]
    seen: dict[tuple[str, ...], Figure] = {}
    for figure in figures:
        key = (figure.game, figure.table, figure.row, figure.column, figure.kind)
        if key in seen:
            fail(f"Two cells have the same name: {figure} and {seen[key]}.")
        seen[key] = figure
    check_sizes(figures)
    return sorted(figures, key=lambda figure: figure.game)


def check_sizes(figures: Sequence[Figure]) -> None:
    """Fail unless every game has its number of tables and cells."""
    for game, expected in SIZES.items():
        own = [figure for figure in figures if figure.game == game]
        size = (len({figure.table for figure in own if figure.table}), len(own))
        if size != expected:
            fail(f"{game} has {size} tables and cells instead of {expected}.")


def as_csv(figures: Iterable[Figure]) -> str:
    """Write figures as CSV with a header line."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("game", "table", "row", "column", "kind", "cell"))
    for one in figures:
        writer.writerow((one.game, one.table, one.row, one.column, one.kind, one.cell))
    return text.getvalue()


def main(arguments: Sequence[str]) -> int:
    """Run the command; nothing is written unless every table was read."""
    if len(arguments) != 1:
        sys.stderr.write("Usage: python tools/extract_figures.py DOCUMENTS_FOLDER\n")
        return 1
    try:
        text = as_csv(extract(Path(arguments[0])))
    except (ExtractionError, OSError) as problem:
        sys.stderr.write(f"{problem}\n")
        return 1
    sys.stdout.buffer.write(text.encode())
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
