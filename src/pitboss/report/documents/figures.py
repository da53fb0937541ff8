"""Every figure of the rule documents, beside the exact one.

>>> shown = figures()
>>> len(shown), sum(figure.agrees is True for figure in shown)
(407, 406)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from pitboss.engine.setup import prepare
from pitboss.exact.counting.distributions import ShoeKey
from pitboss.exact.kinds import house_edge_as_unsplit, is_solved
from pitboss.exact.odds.wager_odds import agrees_with, exact_figures, results
from pitboss.exact.odds.wagers import odds
from pitboss.report.documents import bet_bigger_edge as printed_edge
from pitboss.report.documents.bet_bigger_edge import RuleSet
from pitboss.rulebook.house import House
from pitboss.rulebook.model import Game, PayTable
from pitboss.rulebook.problems import RulesError
from pitboss.rulebook.reading.library import game as game_of
from pitboss.rulebook.reading.library import games, rulings

PRINTINGS: Mapping[str, tuple[str, ...]] = {
    "wa/spanish-21-v002": (
        "WSGC Spanish 21 v002, printed with the 2024 rules",
        "WSGC Spanish 21 v002, printed with the v003 rules",
    )
}
"""Game -> the documents that print its rules, if not only the cited one."""

RESTS_ON: Mapping[str, tuple[str, ...]] = {
    "match-each-card": (),
    "match-both-cards": ("B2", "B22", "B23"),
    "jackpot-up-card": ("W1", "W5"),
    "jackpot-up-and-down": ("W1", "W2", "W3"),
    "jackpot-four-suited": ("W1", "W5", "W10"),
    "main game": ("B26",),
}
"""Family of pay tables -> the rulings that reproduce its printed figures."""
_TWO_DECKS = ("W1", "W2", "W4", "W10")
"""Table 4a pays four of one rank, and an operator-set prize."""

PLAIN = "The text decides: a match is paid for each card."
_MORE_DIGITS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A printed figure and the exact one."""

    game: str
    document: str
    """The document; an edition printed in two documents gives two figures."""
    cite: str
    table: str
    """Empty for a figure about the whole game."""
    decks: int | None
    figure: str
    """Its kind: house_advantage, win_frequency, win_one_in, probability or return."""
    row: str
    printed: str
    exact: Fraction
    agrees: bool
    """Whether the exact value, rounded as printed, is the printed figure."""
    rulings: tuple[str, ...]
    """The rulings it rests on."""
    solved: bool = False
    """The solver found the exact value, to twelve digits, without a fraction."""
    yielded_by: tuple[RuleSet, ...] = ()
    """For an edge printed without rules: the rule sets that have it."""

    @property
    def reading(self) -> str:
        """The reading it rests on, in words."""
        texts = {ruling.id: ruling.ruling for ruling in rulings()}
        reading = " ".join(f"{ruling}: {texts[ruling]}" for ruling in self.rulings)
        return reading or PLAIN

    @property
    def name(self) -> str:
        """The subject of the figure, in words."""
        name = self.figure.replace("_", " ").replace("win one in", "win, 1 in")
        return f"{name}, {self.row}" if self.row else name

    @property
    def fraction(self) -> str:
        """The exact value as a fraction; empty if it is not known."""
        return "" if self.solved else str(self.exact)

    @property
    def exact_text(self) -> str:
        """The exact value, written like the printed one with three digits more."""
        number = self.printed.removesuffix("%")
        digits = len(number.partition(".")[2]) + _MORE_DIGITS
        form = f".{digits}%" if self.printed.endswith("%") else f".{digits}f"
        text = f"{float(self.exact):{form}}"
        return text.removeprefix("0") if self.printed.startswith(".") else text

    def as_json(self) -> dict[str, Any]:
        """Return the figure as `pitboss documents --json` prints it."""
        return {
            "game": self.game,
            "document": self.document,
            "cite": self.cite,
            "table": self.table,
            "decks": self.decks,
            "figure": self.figure,
            "row": self.row,
            "printed": self.printed,
            "exact": self.fraction or None,
            "exact_float": float(self.exact),
            "agrees": self.agrees,
            "reading": self.reading,
            "rulings": list(self.rulings),
            "yielded_by": [rule_set.as_json() for rule_set in self.yielded_by],
        }


@cache
def figures() -> tuple[Figure, ...]:
    """Return every printed figure of every document, in the order of the rule book."""
    return tuple(figure for game in games() for figure in _game_figures(game.id))


def verdict(figures: Iterable[Figure]) -> str:
    """Return one sentence about how many figures agree.

    >>> verdict(figures())
    '407 figures are printed: 406 are reproduced, 1 differs.'
    """
    results = [figure.agrees for figure in figures]
    right = sum(results)
    wrong = len(results) - right
    differ = f"{wrong} {'differs' if wrong == 1 else 'differ'}"
    return f"{len(results)} figures are printed: {right} are reproduced, {differ}."


def printed_figures(game_id: str, table: PayTable, decks: int) -> tuple[Figure, ...]:
    """Return the printed figures of one pay table at one deck count.

    >>> from pitboss.rulebook.reading.library import game
    >>> table = game("wa/spanish-21").tables_of("jackpot-1")[20]
    >>> [
    ...     (figure.table, figure.printed, figure.agrees)
    ...     for figure in printed_figures("wa/spanish-21", table, 6)
    ... ]
    [('3c-5', '10.45%', True)]
    """
    return tuple(
        figure
        for figure in _game_figures(game_id)
        if (figure.table, figure.decks) == (table.id, decks)
    )


@cache
def _game_figures(game_id: str) -> tuple[Figure, ...]:
    return tuple(_figures(game_of(game_id)))


def _figures(game: Game) -> Iterator[Figure]:
    exact = [figure for table in game.tables for figure in _table_figures(game, table)]
    for document in PRINTINGS.get(game.id, (game.document,)):
        if "house_advantage" in game.printed:
            yield from _main_game_figures(game, document, game.printed["house_advantage"])
        for table, decks, (name, row, text, value) in exact:
            yield Figure(
                game=game.id,
                document=document,
                cite=table.cite,
                table=table.id,
                decks=decks,
                figure=name,
                row=row,
                printed=text,
                exact=value,
                agrees=agrees_with(text, value),
                rulings=_rulings(table, decks),
            )


def _main_game_figures(game: Game, document: str, text: str) -> Iterator[Figure]:
    """Return the printed edge of a whole game, beside the edge with every choice by default."""
    catalogued = game.id == printed_edge.GAME
    own = printed_edge.by_its_own_rules().value if catalogued else _solve_edge(game)
    if own is not None:
        yield Figure(
            game=game.id,
            document=document,
            cite="Payouts and odds for wagers" if catalogued else game.section,
            table="",
            decks=_default_decks(game),
            figure="house_advantage",
            row="",
            printed=text,
            exact=own,
            agrees=agrees_with(text, own),
            rulings=RESTS_ON["main game"] if catalogued else (),
            solved=True,
            yielded_by=printed_edge.yielding(text) if catalogued else (),
        )


def _default_decks(game: Game) -> int:
    option = game.option("decks")
    return int(option.values[0] if option.default is None else option.default)


def _solve_edge(game: Game) -> Fraction | None:
    """Return the edge of a game of your own; None if it is not solved."""
    required = {option.id: option.values[0] for option in game.options if option.required}
    try:
        setup = prepare(House(game=game.id, options=required))
    except RulesError:
        return None
    return Fraction(house_edge_as_unsplit(setup)) if is_solved(setup) else None


def _rulings(table: PayTable, decks: int) -> tuple[str, ...]:
    four_of_a_rank = table.family == "jackpot-up-and-down" and decks == 2
    return _TWO_DECKS if four_of_a_rank else RESTS_ON.get(table.family, ())


_Exact = tuple[str, str, str, Fraction]


def _table_figures(game: Game, table: PayTable) -> Iterator[tuple[PayTable, int, _Exact]]:
    if not table.printed and not any(row.printed for row in table.rows):
        return
    for decks in table.printed_for or table.decks:
        (worth,) = odds(game.id, wager=table.wagers[0], table=table.id, decks=decks)
        happenings = results(table, ShoeKey(deck=game.deck, decks=decks))
        for exact in exact_figures(table, worth.edge, worth.hit_frequency, happenings):
            yield table, decks, exact
