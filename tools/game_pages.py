"""A game of the rule book as a Markdown page, the pages' index, and all rulings on one page.

A page only shows what is in the rule book.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from pitboss.cards import DECKS
from pitboss.report.document.markdown import bullets, join_parts, pipe_table, plain
from pitboss.rulebook.model import BlackjackRules, Game, Option, PayRow, PayTable, Ruling, Wager
from pitboss.rulebook.pays import format_dollars
from pitboss.rulebook.phrases import choice, format_value
from pitboss.text.rules import (
    PRINTED,
    choices_text,
    deck_range,
    deck_words,
    default_text,
    figure_lines,
    has_envy,
    irregularity_lines,
    kind_lines,
    meanings,
    rule_text,
    side_by_side,
    super_bonus_lines,
    table_columns,
    table_terms,
    wager_facts,
)

BESIDE = 8
"""Pay tables side by side, as many as the widest document prints."""

LISTED = 12
"""The most pay tables of a wager that are named; more are counted."""

FAMILIES = {
    "W": "Spanish 21 in Washington",
    "I": "Spanish 21 at ilani",
    "B": "Bet Bigger Spanish 21",
    "C": "Colorado: blackjack and what stands beside it",
    "H": "Colorado: 21-Hold 'em",
    "A": "Colorado: Ante Up 21",
    "T": "Colorado: 3 Card 21",
    "P": "Colorado: Pai Jack",
    "G": "Colorado: Golden 21 Poker",
    "L": "Colorado: TriLux Blackjack",
    "D": "Colorado: Deuces Wild Xtreme",
    "M": "Misdeals and other irregularities of one seat",
}
"""The letter a ruling's id begins with, and what those rulings are about."""

RULINGS_OPENING = (
    "A rule document cannot foresee everything: here it says nothing, there two sentences disagree,"
    " elsewhere a printed figure looks like a slip. But a game can be dealt, paid and computed in"
    " only one way, so each such place has a *ruling*: the question, the answer that Pitboss goes"
    " by, and the clause it is about. There are {count} of them. A ruling is a reading of the"
    " document and no part of it; where the regulator reads it otherwise, the regulator is right."
)

RULING_STATUSES = (
    "*ruling*: our reading, where the document is silent or unclear.",
    "*as printed*: it looks like a misprint, and it stands as printed all the same.",
    "*inferred*: worked out from the figures the document prints.",
)

RULE_HEADS = ("rule", "what it says", "here")

Blocks = Iterator[str]
"""Paragraphs, lists and tables, to be joined by an empty line."""


def page_name(game_id: str) -> str:
    """Return the file name of a game's page.

    >>> page_name("wa/spanish-21")
    'wa-spanish-21.md'
    """
    return f"{game_id.replace('/', '-')}.md"


def game_page(game: Game, links: str = "") -> str:
    """Return everything in the rule book about *game*, as Markdown, *links* below its summary.

    >>> from pitboss.rulebook.reading.library import game
    >>> game_page(game("co/free-bet")).splitlines()[0]
    '# Free Bet Blackjack'
    """
    parts = [f"# {plain(game.title)}", plain(game.summary)]
    parts += [links] if links else []
    parts += [_source(game), _contents(game)]
    parts += _rules(game)
    parts += _options(game.options)
    parts += _wagers(game)
    parts += _super_bonus(game)
    parts += _pay_tables(game)
    parts += ["## Irregularities", "What may go wrong in a round, and what then follows."]
    wrong = irregularity_lines(game)
    parts.append(bullets(f"`{name}`: {plain(text)}" for name, text in wrong))
    parts += ["## Clauses", "What each clause says, in our words."]
    clauses = game.clauses.items()
    parts.append(bullets(f"**{plain(name)}**: {plain(text)}" for name, text in clauses))
    parts += _rulings(game)
    return join_parts(parts)


def index_page(games: Iterable[Game]) -> str:
    """Return the list of *games* with a link to the page of each.

    >>> from pitboss.rulebook.reading.library import games
    >>> "[Pai Jack](co-pai-jack.md)" in index_page(games())
    True
    """
    every = tuple(games)
    tables = sum(len(game.tables) for game in every)
    opening = (
        f"{len(every)} games with {tables} pay tables, each game on a page of its own. A game's id"
        " is what the command line and a house configuration call it."
    )
    parts = ["# The games", opening]
    for jurisdiction, listed in groupby(every, key=lambda game: game.jurisdiction):
        members = tuple(listed)
        # A house that writes its own name small is called as its document calls it.
        own_name = jurisdiction in members[0].document
        parts.append(f"## {jurisdiction if own_name else jurisdiction.capitalize()}")
        rows = [
            (
                f"[{plain(game.title)}]({page_name(game.id)})",
                f"`{game.id}`",
                plain(", ".join(filter(None, (game.document, game.section)))),
                deck_range(game.decks),
                *(str(len(part)) for part in (game.options, game.wagers, game.tables)),
            )
            for game in members
        ]
        heads = ("game", "id", "document", "decks", "options", "wagers", "pay tables")
        parts.append(pipe_table(heads, rows, right=range(4, 7)))
        parts.append(bullets(f"**{plain(game.title)}**: {plain(game.summary)}" for game in members))
    return join_parts(parts)


def rulings_page(rulings: Iterable[Ruling]) -> str:
    """Return every ruling, family by family.

    >>> from pitboss.rulebook.reading.library import rulings
    >>> rulings_page(rulings()).splitlines()[0]
    '# Rulings'
    """
    every = tuple(rulings)
    parts = ["# Rulings", RULINGS_OPENING.format(count=len(every)), bullets(RULING_STATUSES)]
    for letter, title in FAMILIES.items():
        members = [ruling for ruling in every if ruling.id[0] == letter]
        if members:
            parts.append(f"## {title}")
        for ruling in members:
            parts.append(f"### {ruling.id}")
            parts.append(f"**{plain(ruling.question)}** {plain(ruling.ruling)}")
            games = ", ".join(f"`{pattern}`" for pattern in ruling.games)
            parts.append(
                bullets(
                    (f"Status: {ruling.status}", f"Clause: {plain(ruling.cite)}", f"Games: {games}")
                )
            )
    unknown = {ruling.id for ruling in every if ruling.id[0] not in FAMILIES}
    assert not unknown, f"rulings of no family: {unknown}"
    return join_parts(parts)


def _source(game: Game) -> str:
    effective = f"effective {game.effective}" if game.effective else ""
    facts = {
        "Game id": f"`{game.id}`",
        "Document": plain(", ".join(filter(None, (game.document, game.section, effective)))),
        "Rights holder": plain(game.rights_holder),
        "Cards": f"{DECKS[game.deck].title}; {deck_words(game.decks)}",
        "Seats": f"at most {game.seats_max}" if game.seats_max else "",
        "A house configuration": _example(game),
    }
    return bullets(f"{name}: {text}" for name, text in facts.items() if text)


def _example(game: Game) -> str:
    name = f"examples/{game.id.replace('/', '-')}.toml"
    return f"[{name}](../../{name})"


def _contents(game: Game) -> str:
    titles = ["Rules", "The house's options", "Wagers"]
    titles += ["Super Bonus"] * (game.super_bonus is not None)
    titles += ["Pay tables"] * bool(game.tables)
    titles += ["Irregularities", "Clauses"]
    titles += ["Rulings"] * bool(game.rulings)
    return " | ".join(
        f"[{title}](#{title.lower().replace(' ', '-').replace(chr(39), '')})" for title in titles
    )


def _rules(game: Game) -> Blocks:
    yield "## Rules"
    if game.fixed:
        yield "What the document fixes, and no house may change."
        texts = meanings(BlackjackRules)
        rows = [
            (_with_name(name), texts[name], rule_text(value, name))
            for name, value in game.fixed.items()
        ]
        yield pipe_table(RULE_HEADS, map(_plain_cells, rows))
    if game.kind_rules is not None:
        shape = type(game.kind_rules)
        yield f"The kind of round: {plain(_lower_first(shape.__doc__ or ''))}"
        texts = meanings(shape)
        rows = [(_with_name(name), texts.get(name, ""), value) for name, value in kind_lines(game)]
        heads = RULE_HEADS if texts else (RULE_HEADS[0], RULE_HEADS[-1])
        cells = rows if texts else [(name, value) for name, _, value in rows]
        yield pipe_table(heads, map(_plain_cells, cells))
    for name, figure in game.printed.items():
        yield f"The document prints a {_with_name(name)} of {plain(figure)} for the game."


def _with_name(name: str) -> str:
    return name.replace("_", " ")


def _lower_first(sentence: str) -> str:
    return f"{sentence[:1].lower()}{sentence[1:]}"


def _plain_cells(cells: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(plain, cells))


def _options(options: tuple[Option, ...]) -> Blocks:
    yield "## The house's options"
    yield "What the document leaves to the house, under `[options]` in its configuration."
    rows = []
    for option in options:
        default = "must be given" if option.required else default_text(option)
        choices = choices_text(option)
        if len(option.values) == 1:
            choices = f"always {choices}"
            default = ""
        cells = _plain_cells((option.title, choices, default, option.cite))
        rows.append((f"`{option.id}`", *cells))
    yield pipe_table(("option", "what it is", "choices", "default", "clause"), rows)
    yield bullets(line for option in options for line in _conditions(option))


def _conditions(option: Option) -> Blocks:
    for condition in option.conditions:
        setting = f"`{option.id} = {_toml(condition.value)}`"
        yield f"{setting}: {plain(condition.reason)} ({plain(condition.cite)})."
    if option.offers:
        yield (
            f"`{option.id}` offers `{option.offers}1` and on, as many as it says, with the pay"
            f" table of `{option.offers_like}`."
        )


def _toml(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else format_value(value)


def _wagers(game: Game) -> Blocks:
    yield "## Wagers"
    for wager in game.wagers:
        yield f"### {plain(wager.title)} (`{wager.id}`)"
        yield f"Made {wager.made}, settled {wager.settled}. {plain(wager.note)}".rstrip()
        yield bullets((*map(plain, wager_facts(wager)), *_wager_tables(game, wager)))
        yield f"Clause: {plain(wager.cite)}"
        if wager.jackpot:
            yield f"Clause of the jackpot: {plain(wager.jackpot.cite)}"


def _wager_tables(game: Game, wager: Wager) -> Blocks:
    ids = tuple(dict.fromkeys(table.id for table in game.tables_of(wager.id)))
    if not ids:
        return
    if len(ids) <= LISTED:
        named = choice(f"`{table_id}`" for table_id in ids)
        yield f"pay table {named}"
    else:
        yield f"one of {len(ids)} [pay tables](#pay-tables), `{ids[0]}` to `{ids[-1]}`"
    if wager.id in game.default_tables:
        yield f"offered with `{game.default_tables[wager.id]}` where no tables are named"


def _super_bonus(game: Game) -> Blocks:
    if game.super_bonus is None:
        return
    yield "## Super Bonus"
    yield "A prize that needs no wager of its own."
    yield bullets(plain(text) for _, text in super_bonus_lines(game))
    yield f"Clause: {plain(game.super_bonus.cite)}"


def _pay_tables(game: Game) -> Blocks:
    if not game.tables:
        return
    yield "## Pay tables"
    last = ""
    for group in side_by_side(game.tables, BESIDE):
        opening = join_parts(_opening(game, group))
        # Tables that one line of the page cannot hold go on under the same heading.
        if opening != last:
            yield opening.rstrip("\n")
        last = opening
        # A table with columns of its own is wide enough to stand alone.
        alone = bool(table_columns(group[0]))
        for tables in [(table,) for table in group] if alone else [group]:
            yield _felt(tables, decks=_has_mixed_decks(group))


def _opening(game: Game, group: tuple[PayTable, ...]) -> Blocks:
    first = group[0]
    decks = f" ({deck_words(first.decks)})"
    if _has_mixed_decks(group) or first.title.endswith(deck_words(first.decks)):
        decks = ""
    yield f"### {plain(first.title)}{decks}"
    spots = _list_items(f"`{wager}`" for wager in first.wagers)
    yield f"For {spots}. Clause: {plain(first.cite)}"
    yield bullets(plain(term) for term in table_terms(game, group))


def _list_items(words: Iterable[str]) -> str:
    *firsts, last = words
    return f"{', '.join(firsts)} and {last}" if firsts else last


def _has_mixed_decks(group: tuple[PayTable, ...]) -> bool:
    return len({table.decks for table in group}) > 1


def _felt(tables: tuple[PayTable, ...], *, decks: bool) -> str:
    """Pay tables of the same lines side by side; one with columns has its id in the corner."""
    first = tables[0]
    heads = [_id(first, decks=decks) if table_columns(first) else ""]
    heads += [head for table in tables for head in _heads(table, decks=decks)]
    names = dict.fromkeys(row.name for row in first.rows)
    rows = [
        [plain(name), *(cell for table in tables for cell in _cells(table, name))] for name in names
    ]
    figures = tuple(dict.fromkeys(figure for row in first.rows for figure in row.printed))
    if figures:
        # Figures beside single rows stand in one table of the documents, which is printed alone.
        assert len(tables) == 1
        heads += [f"{PRINTED}{_with_name(figure)}" for figure in figures]
        for line, name in zip(rows, names, strict=True):
            line.extend(_figure_cells(first, name, figures))
    for line in figure_lines(tables):
        cells = [f"*{cell}*" if cell else "" for cell in _plain_cells(line)]
        rows.append(cells + [""] * len(figures))
    return pipe_table(heads, rows, right=range(1, len(heads)))


def _heads(table: PayTable, *, decks: bool) -> Iterator[str]:
    yield from _plain_cells(table_columns(table)) or (_id(table, decks=decks),)
    if has_envy(table):
        yield "dealer envy" if table.envy_to == "dealer" else "envy"


def _id(table: PayTable, *, decks: bool) -> str:
    return f"{plain(table.id)}, {deck_words(table.decks)}" if decks else plain(table.id)


def _cells(table: PayTable, name: str) -> Iterator[str]:
    rows = _find_rows(table, name)
    yield from (plain(row.text) for row in rows)
    if has_envy(table):
        envy = rows[0].envy
        yield "" if envy is None else format_dollars(envy)


def _find_rows(table: PayTable, name: str) -> list[PayRow]:
    return [row for row in table.rows if row.name == name]


def _figure_cells(table: PayTable, name: str, figures: tuple[str, ...]) -> list[str]:
    row = _find_rows(table, name)[0]
    return [row.printed.get(figure, "") for figure in figures]


def _rulings(game: Game) -> Blocks:
    if not game.rulings:
        return
    yield "## Rulings"
    yield "How unclear places are read; [what a ruling is](../reference/rulings.md)."
    yield bullets(
        f"[{ruling.id}](../reference/rulings.md#{ruling.id.lower()}): **{plain(ruling.question)}**"
        f" {plain(ruling.ruling)} *({ruling.status})*"
        for ruling in game.rulings
    )
