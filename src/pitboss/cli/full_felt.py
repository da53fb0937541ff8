"""The table that opens where nothing is said, with every wager of the game on its felt."""

from __future__ import annotations

from pitboss.cli.felt_defaults import first_tables, open_felt
from pitboss.rulebook.check import resolved_options
from pitboss.rulebook.house import House
from pitboss.rulebook.library import game as game_of


def full_felt(game_id: str) -> House:
    """Return the house that offers all it may, each wager with the first table that fits.

    >>> sorted(full_felt("ilani/spanish-21").tables or ())
    ['jackpot-1', 'match-up']
    """
    game, (felt, _) = game_of(game_id), open_felt(House(game=game_id))
    decks = resolved_options(game, felt.options)["decks"]
    # As many further spots as the house may offer (the bonus cards of Match The Dealer).
    more = {option.id: option.values[-1] for option in game.options if option.offers}
    tables = first_tables(game, decks) | dict(felt.tables or game.default_tables)
    house, _ = open_felt(House(game=game_id, options={**felt.options, **more}, tables=tables))
    return house
