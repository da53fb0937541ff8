"""The bets of training: the wagers that decisions are about."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.engine.bets import Bets, refuse_bets
from pitboss.engine.setup import Setup
from pitboss.rulebook.house import House
from pitboss.rulebook.model import Game
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.library import game as game_of
from pitboss.table.amounts import legal_amount, main_wagers
from pitboss.table.bots import flat_wagers
from pitboss.table.training.dealing import SEAT


def poker_wager(game: Game) -> str | None:
    """Return the wager of a poker part beside blackjack, which decisions then raise or fold."""
    return getattr(game.kind_rules, "bet_equals", None)


def poker_table(house: House) -> dict[str, str]:
    """Return the pay table of the poker part if the house names none, if there is one.

    >>> poker_table(House(game="co/21-holdem"))
    {'poker': 'poker'}
    """
    game = game_of(house.game)
    wager = poker_wager(game)
    tables = game.tables_of(wager) if wager else ()
    return {wager: tables[0].id} if wager and tables and house.tables is None else {}


def training_bets(setup: Setup) -> Bets:
    """Return the bets of the one seat; raise `RulesError` if this table takes none."""
    refusals = []
    for wagers in _candidate_bets(setup):
        bets = Bets(SEAT, wagers)
        refused = refuse_bets(setup, [bets])
        if refused is None:
            return bets
        refusals.append(Problem(code=refused.code, key="", message=refused.message))
    raise RulesError(refusals[:1])


def _candidate_bets(setup: Setup) -> Iterator[dict[str, int]]:
    """Yield the poker part as large as the main wager, or smaller; last without it."""
    flat, poker = flat_wagers(setup, 0), poker_wager(setup.configured.game) or ""
    spot = setup.configured.spots.get(poker)
    if spot is not None:
        yield flat | {poker: legal_amount(spot, flat[setup.mains[0]])}
        yield flat | main_wagers(setup, 0) | {poker: legal_amount(spot, 0)}
    yield flat
