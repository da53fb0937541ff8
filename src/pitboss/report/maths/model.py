"""The numbers of a maths report: every wager of one configured game, and its jackpots.

>>> from pitboss.rulebook.house import House
>>> tables = {"match-up": "2"}
>>> options = {"decks": 6, "soft17": "hit"}
>>> report = maths(House(game="wa/spanish-21", options=options, tables=tables))
>>> [(wager.title, f"{float(wager.edge):.2%}") for wager in report.wagers]
[('Insurance', '24.74%'), ('Match The Dealer Up Card', '3.06%')]
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from pitboss.engine.setup import make_setup
from pitboss.exact.odds.wager_odds import WagerOdds
from pitboss.exact.odds.wagers import SUPER_BONUS, odds
from pitboss.report.games.report import GameReport, ReportPart, main_wagers
from pitboss.report.maths.jackpot_maths import JackpotMaths, jackpot_maths
from pitboss.report.maths.wager_maths import WagerMaths, side_wagers
from pitboss.rulebook.configured import ConfiguredGame, configure
from pitboss.rulebook.house import House
from pitboss.rulebook.model import Wager


@dataclass(frozen=True, slots=True, kw_only=True)
class MathsReport:
    """All numbers of a maths report."""

    house: House
    configured: ConfiguredGame
    wagers: tuple[WagerMaths, ...]
    jackpots: tuple[JackpotMaths, ...]
    games: tuple[GameReport, ...]
    """The main game, then the parts beside it; empty if they are not solved."""
    main_wagers: tuple[Wager, ...]
    """The wagers that the main game decides, all alike."""
    unsolved: tuple[Wager, ...]
    """Other wagers on the felt whose odds depend on a strategy that is not solved."""
    super_bonus: tuple[WagerOdds, ...]
    """One for each size of wager with another pay; none without the bonus."""
    assumed: tuple[str, ...] = field(default=())
    """Options that the house did not set and that were filled in."""

    @property
    def main(self) -> ReportPart | None:
        """The edge of the main wager; None if the main game is not solved."""
        return next((game.main for game in self.games if not game.title), None)


def maths(
    house: House,
    *,
    games: tuple[GameReport, ...] = (),
    assumed: Iterable[str] = (),
    proven: bool = True,
) -> MathsReport:
    """Return the numbers for the game as *house* runs it; raise `RulesError` if it is not allowed.

    *games* report its main game, which takes longer to solve than all the rest. Without *proven*,
    the second count of every wager and its other deck counts are left out.
    """
    configured = configure(house)
    wagers = side_wagers(house, configured, proven=proven)
    solved = {wager.id for item in wagers for wager in item.wagers}
    mains = main_wagers(make_setup(configured))
    solved |= {wager.id for wager in mains}.union(*(game.wagers for game in games))
    return MathsReport(
        house=house,
        configured=configured,
        wagers=wagers,
        jackpots=tuple(jackpot_maths(wagers)),
        games=games,
        main_wagers=mains,
        unsolved=tuple(s.wager for s in configured.spots.values() if s.wager.id not in solved),
        super_bonus=_super_bonus(configured),
        assumed=tuple(assumed),
    )


def _super_bonus(configured: ConfiguredGame) -> tuple[WagerOdds, ...]:
    if configured.game.super_bonus is None:
        return ()
    return odds(configured.game.id, wager=SUPER_BONUS, decks=int(configured.options["decks"]))
