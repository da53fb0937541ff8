"""Which rulings apply to a table: those on its game and on what is on its felt."""

from __future__ import annotations

from fnmatch import fnmatch, fnmatchcase

from pitboss.rulebook.configured import configure
from pitboss.rulebook.house import House, house_from
from pitboss.rulebook.model import Game
from pitboss.rulebook.reading.library import games, rulings

JACKPOT = {"scheme": "progressive", "wager": 500, "seed": "5000.00"}


def features(game: Game) -> set[str]:
    """Return everything that a ruling on *game* could be about."""
    schemes = {f"jackpot:{s}" for w in game.wagers if w.jackpot for s in w.jackpot.schemes}
    options = {f"option:{o.id}={str(v).lower()}" for o in game.options for v in o.values}
    tables = {f"{key}:{value}" for table in game.tables
              for key, value in (("table", table.id), ("family", table.family))}  # fmt: skip
    return (
        {w.id for w in game.wagers} | schemes | options | tables | {"limit:aggregate", "limit:tips"}
    )


def test_every_pattern_is_about_something_that_each_of_its_games_has() -> None:
    """A pattern that nothing fits would leave its ruling out of every report."""
    wrong = []
    for ruling in rulings():
        named = [g for g in games() if any(fnmatch(g.id, name) for name in ruling.games)]
        known = {feature for g in named for feature in features(g)}
        wrong += [
            f"{ruling.id}: {pattern}"
            for pattern in ruling.about
            if not any(fnmatchcase(feature, pattern) for feature in known)
        ]
        wrong += [f"{ruling.id}: {g.id}" for g in named if not ruling.applies(features(g))]
    assert wrong == []


def test_rulings_on_tables_that_are_not_in_use_are_left_out() -> None:
    def applying(**more: object) -> set[str]:
        options = {"decks": 6, "soft17": "hit"}
        house = house_from({"game": "wa/spanish-21", "options": options, **more})
        return {ruling.id for ruling in configure(house).rulings}

    plain = applying()
    assert {"W13", "W15", "W22"} <= plain
    assert not {"W1", "W2", "W6", "W11", "W16", "W19", "W20"} & plain
    jackpot = applying(tables={"match-up": "2", "jackpot-1": "3c-5"},
                       jackpots={"jackpot-1": JACKPOT})  # fmt: skip
    assert {"W1", "W5", "W19", "W25"} <= jackpot
    assert not {"W2", "W4", "W6", "W11", "W20"} & jackpot
    assert configure(House(game="reference/blackjack")).rulings == ()
