"""The clause that a general step of the procedure cites, topic by topic."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.engine.events import TIP, WagerSettled
from pitboss.engine.settle import SUPER_BONUS
from pitboss.engine.setup import Setup

CLAUSES: Mapping[str, tuple[str, ...]] = {
    "shuffle": (
        *("GR2", "Object", "Method of Play", "R1", "2104(4)", "2105(7)", "2106(1)", "2107(1)"),
        *("2108(2)", "2109(4)", "2110(5)", "2111(1)", "2112(1)", "2113(1)", "2114(1)", "2115"),
        *("2116(1)", "2117(1)", "2118(1)", "2119(8)"),
    ),
    "lock": ("JP-wager", "2107 Start(2)", "2110(7)", "2113(3)", "2114(3)", "2118(3)", "2119(3)"),
    "tips": (
        *("2104(3)", "2105(3)", "2106(6)", "2108 Golden(4)", "2112(2) tip", "2113(4)"),
        *("2114(4)", "2115(1)(c)", "2116(6)", "2118(7)", "2119(7)"),
    ),
    "deal": (
        *("DP12", "Object", "Method of Play", "R1", "2104(4)", "2105(7)", "2106(7)"),
        *("2107 Start(4)", "2108 Main(2)", "2111(3)", "2112(3)", "2115(2)", "2118(8)", "2119(8)"),
    ),
    "bonus cards": ("DP12",),
    "replacement": ("2118(13)(f)(i)(F)",),
    "decided by the deal": ("JP-pays", "2109(6)(b)", "2110(8)(c)"),
    "blackjacks": (
        *("DP2", "Object", "Rules of the Game", "R2", "2105(8)(e)", "2106(11)(c)", "2108(4)"),
        *("2116(7)(i)", "2119(8)(b)"),
    ),
    "peek": ("GR9", "Insurance/Surrender", "Method of Play", "R5", "2106(10)", "2111(7)"),
    "dealer blackjack": ("2104(4)", "2105(8)(e)", "2106(10)(a)", "R5"),
    "no peek": ("R6",),
    "exposed": ("2107 Winner(2) face down",),
    "face down": ("2115(3)(b)",),
    "hands": (
        *("DP3", "Object", "Method of Play", "R7", "2105(8)(f)", "2106(11)(a)", "2108 Main(3)"),
        "2111 Player(2)",
    ),
    "every 21": ("2111 Player(5)",),
    "bonus 21": ("GR11", "Bonus Payoffs", "Super 21 Bonus payouts"),
    "super bonus": ("DP10",),
    "charlie": ("R18",),
    "posted splits": ("R22",),
    "shuffler": ("R27",),
    "dealer pushes": ("R24",),
    "original bets": ("R17",),
    "surrender": ("DP9", "Insurance/Surrender", "Types of wagers", "R14", "2119(8)(c)"),
    "double": (
        *("DP5a", "Doubling Down", "Types of wagers", "R8", "2105(8)(d)", "2116(7)(f)"),
        "2119(13)",
    ),
    "redouble": ("DP6a",),
    "double cap": ("DP6d",),
    "rescue": ("DP7a", "Doubling Down", "R21"),
    "split": (
        *("DP4a", "Splitting Pairs", "Types of wagers", "R11", "2105(8)(c)", "2116(7)(e)"),
        "2119(17)",
    ),
    "free double": ("2116(9)", "2119(11)"),
    "free split": ("2116(8)", "2119(15)"),
    "free bust": ("2116(8)(d)", "2119(18)"),
    "lammers": ("2116(8)(a)(i)", "2119(15)(a)"),
    "lammers kept": ("2116(8)(b)(i)", "2119(16)"),
    "dealer": (
        *("GR5", "Object", "Rules of the Game", "R3", "2104(4)", "2105(9)", "2106(12)", "2108(7)"),
        *("2111 Player(6)", "2112(8)", "2113(9)", "2114(8)", "2116(7)(h)", "2117 Bust(3)"),
        *("2118(9)", "2119(8)(a)"),
    ),
    "22": ("2105(8)(e)", "2116(7)(g)", "2119(19)", "R24"),
    "settle": (
        *("DP12", "Object", "Method of Play", "R15", "2105(9)", "2106(13)(b)", "2109(9)(a)"),
        *("2110(12)(a)", "2112(10)", "2116(8)", "2118(9)", "2119(20)"),
    ),
    "dealer envy": ("2115(6)", "2119(26)(a)(iv)"),
    "envy": ("2118(13)(f)(i)(C)",),
    "late awards": ("JP-pays",),
    "jackpot hit": ("2110(15)(a)",),
}
"""Topic of a step -> the clauses of all documents about it; a game has at most one."""
_STANDARD: Mapping[str, str] = {"Colorado": "30-2102"}
"""Jurisdiction -> the clause by which standard blackjack applies where a game says nothing."""
_OPTIONAL = frozenset({"lock", "decided by the deal", "dealer blackjack", "jackpot hit"})
"""Topics whose step cites its wager instead, where no clause is about them."""


_BY_OUTCOME: Mapping[str, str] = {
    "blackjack": "blackjacks",
    "dealer blackjack": "blackjacks",
    "surrendered": "surrender",
    "rescued": "rescue",
    "bust": "hands",
}
"""Outcome of a hand -> the topic of the clause that decides it; any other is about settling."""


def clause_behind(setup: Setup, line: WagerSettled) -> str:
    """Return the clause by which a wager was settled: of its pay table, its bonus or its hand."""
    wager = line.wager.removeprefix(TIP)
    spot = setup.configured.spots.get(wager)
    if spot is not None and spot.table is not None:
        return spot.table.cite
    if wager == SUPER_BONUS:
        return clause_about(setup, "super bonus")
    if wager not in setup.mains:
        return spot.wager.cite if spot is not None else ""
    if any(line.outcome == row.name for table in setup.configured.automatic for row in table.rows):
        return clause_about(setup, "bonus 21")
    return clause_about(setup, _BY_OUTCOME.get(line.outcome, "settle"))


def clause_about(setup: Setup, topic: str) -> str:
    """Return the clause of a game about *topic*, or that by which standard blackjack applies.

    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import House
    >>> free_bet = prepare(House(game="co/free-bet"))
    >>> [clause_about(free_bet, topic) for topic in ("dealer", "peek", "jackpot hit")]
    ['2116(7)(h)', '30-2102', '']
    """
    game = setup.configured.game
    for clause in CLAUSES[topic]:
        if clause in game.clauses:
            return clause
    return "" if topic in _OPTIONAL else _STANDARD.get(game.jurisdiction, "")
