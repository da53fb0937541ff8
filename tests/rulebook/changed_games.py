"""Games with one rule changed, and whether anything comes of it at the table.

A seed draws a house, bets and shoes of a game as the catalogue has it. The same house, bets and
shoes are then given to the changed game: a problem, a refusal or an event that differs is seen.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from pitboss.engine.bets import Bets, refuse_bets
from pitboss.engine.drive import Round
from pitboss.engine.setup import Setup, make_setup
from pitboss.rulebook.configured import ConfiguredGame, configure
from pitboss.rulebook.house import House, house_from
from pitboss.rulebook.model import BlackjackRules, Game
from pitboss.rulebook.problems import RulesError
from pitboss.rulebook.reading import library
from tests.engine.bets import random_bets
from tests.engine.houses import cards_for, random_house
from tests.engine.players import random_player

SEEDS = 150
ROUNDS = 6

Change = Callable[[Game], Game]
Rules = Callable[[ConfiguredGame], ConfiguredGame]


@dataclass(frozen=True)
class Sitting:
    """A house, and what its players put down in each round."""

    seed: str
    house: House
    bets: tuple[list[Bets], ...]


def sittings(game_id: str, **stated: Any) -> Iterator[Sitting]:  # noqa: ANN401 - keys of a house
    """Yield as many as are tried; *stated* is laid over what is drawn of the house."""
    for seed in range(SEEDS):
        rng = random.Random(f"{game_id} {seed}")
        data = random_house(rng, game_id)
        for key, value in stated.items():
            data[key] = {**data.get(key, {}), **value}
        house = house_from(data)
        try:
            setup = make_setup(configure(house))
        except RulesError:
            continue  # what is stated does not go with what was drawn
        bets = tuple(random_bets(rng, setup) for _ in range(ROUNDS))
        yield Sitting(f"{game_id} {seed}", house, bets)


def happenings(sitting: Sitting, rules: Rules = lambda configured: configured) -> list[str]:
    """Return what is refused, and every event of every round."""
    try:
        setup = make_setup(rules(configure(sitting.house)))
    except RulesError as error:
        return [str(problem) for problem in error.problems]
    return [line for number, bets in enumerate(sitting.bets)
            for line in _round(setup, bets, f"{sitting.seed} {number}")]  # fmt: skip


def _round(setup: Setup, bets: list[Bets], seed: str) -> Iterator[str]:
    refused = refuse_bets(setup, bets)
    if refused is not None:
        yield str(refused)
        return
    rng = random.Random(seed)
    round_ = Round.start(setup, bets)
    player = random_player(rng)
    round_.play(cards_for(rng, round_), lambda _, question: player(question))
    yield from map(repr, round_.events)


def is_seen(
    game_id: str,
    change: Change,
    monkeypatch: pytest.MonkeyPatch,
    **stated: Any,  # noqa: ANN401 - keys of a house
) -> bool:
    """Whether a changed game is played otherwise, or refuses what was taken."""
    changed = change(library.game(game_id))
    assert changed != library.game(game_id), "nothing was changed"
    for sitting in sittings(game_id, **stated):
        before = happenings(sitting)
        with monkeypatch.context() as patched:
            patched.setattr(library, "_catalogue_game", lambda _: changed)
            after = happenings(sitting)
        if before != after:
            return True
    return False


def is_rule_seen(game_id: str, name: str, value: object, **stated: Any) -> bool:  # noqa: ANN401
    """Whether a blackjack rule that is set to *value* is played otherwise."""

    def rules(configured: ConfiguredGame) -> ConfiguredGame:
        assert isinstance(configured.rules, BlackjackRules)
        changes: dict[str, Any] = {name: value}
        options = dict(configured.options) | (changes if name == "decks" else {})
        return replace(configured, options=options, rules=replace(configured.rules, **changes))

    return any(
        happenings(sitting) != happenings(sitting, rules)
        for sitting in sittings(game_id, **stated)
        if getattr(configure(sitting.house).rules, name) != value
    )
