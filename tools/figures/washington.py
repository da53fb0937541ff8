"""Washington: three editions of one document, two of them printed without column marks."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from tools.figures.text import Figure, between, deck_counts, fail, label, pay

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
    match = re.search(r"played with ([\d, or]+) decks", text)
    if match is None:
        fail(f"{game} does not say how many decks it is played with.")
    decks = deck_counts(match.group(1)).split()
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
    column = ""
    letters = ""
    for line in between(text, "General Rules", "Spanish 21 Dealing").splitlines():
        if match := re.match(r"In the ([\d, &]+) deck games", line):
            column = f"{deck_counts(match.group(1))} decks"
        elif match := re.fullmatch(r"\W*([a-j])\. (.+?) pays (.+?) *", line):
            letters += match.group(1)
            row = label(match.group(2))
            cell = pay(match.group(3))
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
    matches = re.findall(line, passage)
    if [cells[0] for cells in matches] != list(decks):
        fail(f"The Match The Dealer table of {game} does not cover its deck counts.")
    for deck, frequency, one_in, unsuited, suited, advantage in matches:
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
        if match := re.match(r"ATTACHMENT [A-E]: TABLES? (\d)(?:([a-z])-([a-z]))?$", line):
            self.attachment, first, last = match.groups()
            letters = range(ord(first), ord(last) + 1) if first else ()
            self.series[self.attachment] = [self.attachment + chr(code) for code in letters]
            self.marks[self.attachment] = []
            self.letter = ""
            self.close()
        elif match := re.fullmatch(r"Table (\d[a-e])", line):
            self.letter = match.group(1)
            self.close()
        elif match := re.fullmatch(r"([\d -]+) DECKS", line):
            self.marks.setdefault(self.attachment, []).append(deck_counts(match.group(1)))
        elif re.fullmatch(r"(?:Winning )?Matches(?: Paytable \d)+", line):
            self.close()
            self.open(re.findall(r"Paytable (\d)", line))
        elif match := re.fullmatch(r"Alternate (?:Jackpot Triggers, option (\d) )?Pays", line):
            self.close()
            self.open_alternate(match.group(1))
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
        match = re.fullmatch(pattern, line)
        if match is None or re.search(rf" (?:{JACKPOT_CELL})$", match.group(1)):
            if self.closes_with_advantage or re.search(rf" (?:{JACKPOT_CELL})$", line):
                fail(f"{self.game} {self.open_ids[0]}: {line!r} has not {width} cells.")
            self.open_ids = []
            return
        row = label(match.group(1))
        cells = re.findall(JACKPOT_CELL, match.group(2))
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
