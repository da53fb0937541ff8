"""A table and a strategy as the arrays that the kernels read."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.compiled.card_classes import CardClasses
from pitboss.compiled.dealer_graph import BLACKJACK, BUST, SEVENTEEN
from pitboss.compiled.hand_graph import VALUES
from pitboss.counts.index_play import IndexPlay
from pitboss.engine.setup import Setup
from pitboss.patterns.totals import TWENTY_ONE, best_total, dealer_draws
from pitboss.simulator.blackjack.automaton import Automaton, automaton
from pitboss.simulator.blackjack.play import COLUMN_BITS, COLUMNS, LATE_BLACKJACK, BlackjackTables
from pitboss.simulator.blackjack.strategy import Strategy
from pitboss.simulator.hand_results import HandResult


@dataclass(frozen=True, slots=True)
class Layout:
    """What a simulation of one table needs."""

    strategy: Strategy
    player: Automaton
    pays: Array
    """(end, column): cents won."""
    cards_a_hand = 4
    cards_most = 24
    """About how many cards a hand takes, and the most."""

    @property
    def placed(self) -> tuple[str, ...]:
        """The wagers that a seat makes before the deal, side wagers apart."""
        return self.setup.mains

    @property
    def hands_each(self) -> int:
        """How many hands are dealt to a seat."""
        return len(self.setup.mains)

    @property
    def setup(self) -> Setup:
        """The table."""
        return self.strategy.rules.setup

    @property
    def results(self) -> tuple[HandResult, ...]:
        """How hands may end."""
        return self.player.results

    def full(self, classes: CardClasses) -> Array:
        """Return the cards of the shoe in order, as classes."""
        return np.array(
            [classes.class_of[card] for card in self.setup.shoe.cards()], dtype=np.uint8
        )

    def tables(self, classes: CardClasses) -> BlackjackTables:
        """Return the arrays for cards in those classes, which may be finer than the strategy's."""
        rules = self.setup.rules
        player = self.player
        own = np.array([self.strategy.classes.class_of[card] for card in classes.cards])
        dealer_first, dealer_steps = dealer_automaton(self.setup, classes)
        return BlackjackTables(
            classes=np.uint32(classes.count),
            first=player.first[:, own][:, :, own][:, :, :, own].ravel(),
            steps=player.step[:, own].ravel(),
            starts=player.starts[:, own][:, :, own].ravel(),
            refused=player.refused[:, own][:, :, own][:, :, :, own].ravel(),
            peeked=player.peeked[own][:, own][:, :, own].ravel(),
            waits=np.array([result.waits for result in self.results], dtype=np.uint8),
            dealer_first=dealer_first,
            dealer_steps=dealer_steps,
            hands_max=np.array(
                [max(2, rules.hands_for(worth)) for worth in classes.values], dtype=np.uint8
            ),
            peeks=bool(rules.peek),
        )


def layout(strategy: Strategy, plays: tuple[IndexPlay, ...] = ()) -> Layout:
    """Lay a table out for a strategy, and for the index plays of a counter."""
    return lay_out(strategy, automaton(strategy, plays))


def lay_out(strategy: Strategy, player: Automaton) -> Layout:
    """Lay a table out for an automaton; the rules are the strategy's."""
    pays = np.zeros((len(player.results), 1 << COLUMN_BITS), dtype=np.int32)
    for number, result in enumerate(player.results):
        pays[number, :COLUMNS] = result.pays
        if looks_under_one_card(strategy.rules.setup):
            pays[number, LATE_BLACKJACK] = result.pays[BLACKJACK]
    return Layout(strategy, player, pays)


def looks_under_one_card(setup: Setup) -> bool:
    """Return whether the dealer looks under an ace alone, or under a ten-value card alone."""
    return setup.rules.peeks_under(1) != setup.rules.peeks_under(VALUES)


def dealer_automaton(setup: Setup, classes: CardClasses) -> tuple[Array, Array]:
    """Return the codes of up and down card, and the dealer's transitions."""
    hits = setup.rules.soft17 == "hit"
    numbers: dict[tuple[int, bool], int] = {}
    rows: list[list[int]] = []

    def code(hard: int, *, ace: bool, up: int = 0) -> int:
        total = best_total(hard, ace)
        if up and total == TWENTY_ONE:
            unseen = looks_under_one_card(setup) and not setup.rules.peeks_under(up)
            return ~LATE_BLACKJACK if unseen else ~BLACKJACK
        if not dealer_draws(hard, ace, hits):
            return ~min(total - SEVENTEEN, BUST)
        if (hard, ace) not in numbers:
            numbers[hard, ace] = len(rows)
            rows.append([])
            rows[numbers[hard, ace]] += [code(hard + v, ace=ace or v == 1) for v in classes.values]
        return numbers[hard, ace]

    first = [
        code(up + down, ace=1 in {up, down}, up=up)
        for up in classes.values
        for down in classes.values
    ]
    return np.array(first, dtype=np.int16), np.array(rows, dtype=np.int16).ravel()
