"""Colorado Rule 21: grids with tabs, and the figures beside them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from tools.figures.colorado_layout import GAMES, Bare, Column, Family, Role
from tools.figures.text import Figure, compact, deck_counts, fail, label, pay

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
            if heading := re.fullmatch(family.heading, section.bare_line(at)):
                yield at, heading.groupdict()
        elif re.match(family.head[0][1], section.lines[at]):
            yield at, {}


def read_family(
    section: Section, family: Family, starts: Sequence[tuple[int, dict[str, str]]]
) -> Located:
    """Read all grids of a family and count their tables."""
    located: Located = []
    for at, names in starts:
        figures = read_grid(section, family, at, names)
        located.extend((at, figure) for figure in figures)
    tables = {figure.table for _, figure in located}
    if len(tables) != family.tables:
        fail(f"{section.game} has the tables {sorted(tables)}, not {family.tables} of them.")
    return located


def read_grid(section: Section, family: Family, start: int, names: dict[str, str]) -> list[Figure]:
    """Read one grid: its header rows, then its body, then put them out table by table."""
    head, header = read_head(section, family, start)
    columns = columns_of(section, family, head, names)
    decks = [names.get("decks", "")] * len(columns)
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
    printed: dict[str, str],
) -> list[Column]:
    """Work out what each column holds from the header rows.

    A printed id stands over the first of its columns only, so where columns have names the id
    is carried on to the right.
    """
    ids = [cells[1:] for role, cells in head if role is Role.ID]
    names = [cells[1:] for role, cells in head if role is Role.NAME]
    table = printed.get("table") or family.table
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
    match = re.fullmatch(pattern, compact(cell))
    if match is None:
        fail(f"The table id {cell!r} does not read like {pattern!r}.")
    return match.expand(template)


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
        to_one = all("(to 1)" in cell for cell in head[-1][1][1:])
    elif family.bare is Bare.NOTE:
        notes = [line for line in section.lines[header:] if "All pays are" in line]
        to_one = bool(notes) and '"to 1."' in notes[0]
    else:
        return family.bare is Bare.UNSTATED
    if not to_one:
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
        if match := re.search(r"hands of an? (.+?) are paid (\d+ to \d+) ", line):
            hands = re.split(r", | and ", match.group(1))
            cell = pay(match.group(2))
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
    match = re.fullmatch(r"(?:Progressive )?Pay table (\d+)", cell)
    if match is None:
        fail(f"{cell!r} names no progressive table.")
    return f"progressive-{int(match.group(1)):02}"
