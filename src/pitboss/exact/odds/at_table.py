"""The odds of a wager as one house offers it: its pay table, deck count, options and prizes."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.engine.setup import Setup
from pitboss.exact.odds.play_dependent.wagers import Aim, play_dependent_odds, side_wager
from pitboss.exact.odds.wager_odds import WagerOdds, depends_on_play
from pitboss.exact.odds.wagers import odds
from pitboss.rulebook.check.tables import ALTERNATE
from pitboss.rulebook.configured import Spot
from pitboss.rulebook.house import House, OperatorPay
from pitboss.rulebook.model import OptionValue


def odds_at_table(house: House, setup: Setup, spot: Spot) -> tuple[WagerOdds, ...]:
    """Return the odds of one wager; two if a player may play for it in two ways.

    A wager whose outcome the player's play decides is priced under optimal play of the main game.

    >>> from pitboss.engine.setup import prepare
    >>> house = House(game="ilani/spanish-21")
    >>> setup = prepare(house)
    >>> odds_at_table(house, setup, setup.configured.spots["match-up"])[0].edge
    Fraction(2184, 73153)
    """
    if spot.table is not None and depends_on_play(spot.table.family, spot.wager):
        return tuple(_play_dependent_odds(setup, spot))
    configured = setup.configured
    game_id, wager_id, decks = configured.game.id, spot.wager.id, int(configured.options["decks"])
    if spot.table is None:
        options = dict(configured.options)
        return odds(game_id, wager=wager_id, decks=decks, options=options, solved=False)
    pays = house.pays.get(wager_id, {})
    return odds(
        game_id,
        wager=wager_id,
        table=spot.table.id,
        decks=decks,
        options=_options(setup, pays.get(ALTERNATE)),
        pays={row: _pay_text(entry) for row, entry in pays.items() if row != ALTERNATE},
        solved=False,
    )


def _options(setup: Setup, alternate: object) -> dict[str, OptionValue]:
    """Return the options that decide side wagers."""
    chosen = setup.configured.options
    options: dict[str, OptionValue] = {
        "soft17": setup.blackjack.soft17 if setup.blackjack else "hit"
    }
    if "specific_suit" in chosen:
        options["specific_suit"] = chosen["specific_suit"]
    return options | ({} if alternate is None else {ALTERNATE: str(alternate)})


def _play_dependent_odds(setup: Setup, spot: Spot) -> Iterator[WagerOdds]:
    """Yield the odds under optimal play of the main game, and when the wager is played for too.

    With money on a meter the play for both would change; then only the first is stated.
    """
    wager_id = spot.wager.id
    yield play_dependent_odds(setup, wager_id)
    if side_wager(setup, wager_id).family == "straight-length" and spot.jackpot is None:
        yield play_dependent_odds(setup, wager_id, Aim.BOTH)


def _pay_text(entry: str | OperatorPay) -> str:
    return entry.pay if isinstance(entry, OperatorPay) else entry
