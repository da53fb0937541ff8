"""How each kind of round is solved: one table for everything that solves a game."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from pitboss.cards import Card, Unseen
from pitboss.engine.setup import Setup
from pitboss.exact.any_shoe import ShoeValue, ShoeValues
from pitboss.exact.blackjack.split_play import SplitPlay
from pitboss.exact.cache import Keep, load_or_compute
from pitboss.exact.solution import Solution
from pitboss.exact.solved_kind import SolvedKind, own_rules
from pitboss.rulebook.kind_table import KindTable
from pitboss.rulebook.model import RoundKind

SOLVERS: Mapping[RoundKind, SolvedKind] = KindTable(
    {
        RoundKind.BLACKJACK: "pitboss.exact.blackjack.kind:KIND",
        RoundKind.SWITCH: "pitboss.exact.switch.kind:KIND",
        RoundKind.THREE_CARD_21: "pitboss.exact.three_card_21.kind:KIND",
        RoundKind.HOLDEM: "pitboss.exact.holdem.kind:KIND",
        RoundKind.ANTE_UP: "pitboss.exact.ante_up.kind:KIND",
        RoundKind.PAI_JACK: "pitboss.exact.pai_jack.kind:KIND",
        RoundKind.WILD_POKER: "pitboss.exact.wild_poker.kind:KIND",
    }
)
"""How every kind of round is solved."""


def solve(setup: Setup, keep: Keep = Keep.DISK) -> Solution:
    """Return the solution of a table, cached or new.

    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import House
    >>> solution = solve(prepare(House(game="co/pai-jack")))
    >>> [(part.id, part.unit, f"{part.edge:.6%}") for part in solution.parts]
    [('main', 'the main wager', '1.676340%')]
    """
    return SOLVERS[setup.round].solve(setup, keep)


def has_split_plays(setup: Setup) -> bool:
    """Whether a table can be solved for either play of hands made by a split."""
    return SOLVERS[setup.round].solve_split_play is not None


def solve_split_play(setup: Setup, split_play: SplitPlay, keep: Keep = Keep.DISK) -> Solution:
    """Return the solution of a table for one play of hands made by a split.

    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import House
    >>> setup = prepare(House(game="reference/blackjack", options={"decks": 2}))
    >>> [f"{solve_split_play(setup, play).house_edge:.7%}" for play in SplitPlay]
    ['0.3804451%', '0.3802420%']
    """
    make = SOLVERS[setup.round].solve_split_play
    assert make is not None, "asked by has_split_plays"
    return make(setup, keep, split_play)


def is_solved(setup: Setup) -> bool:
    """Whether the main game of a table can be solved."""
    return SOLVERS[setup.round].is_solved(setup)


def is_charted(setup: Setup) -> bool:
    """Return whether the main game is solved, and its hands are played by a chart."""
    return SOLVERS[setup.round].is_charted and is_solved(setup)


def house_edge(setup: Setup, split_play: SplitPlay | None = None) -> float:
    """Return the edge of the main wager or wagers, solved or cached.

    Without *split_play* hands made by a split are played best. Only the edge is cached here: a
    solution takes a thousand times the room.
    """

    def compute() -> float:
        if split_play is None:
            return float(solve(setup, Keep.NOWHERE).house_edge)
        return float(solve_split_play(setup, split_play, Keep.NOWHERE).house_edge)

    play = () if split_play is None else (split_play.value,)
    return load_or_compute(setup, "edge", compute, *play, rules=_shared_rules(setup))


def house_edge_as_unsplit(setup: Setup) -> float:
    """Return the edge that others publish: hands made by a split are played as unsplit.

    A game with a play of its own after a split has one edge only.
    """
    return house_edge(setup, SplitPlay.AS_UNSPLIT if has_split_plays(setup) else None)


def _shared_rules(setup: Setup) -> Hashable:
    """Return the rules by which tables share a cached value; None: each has its own."""
    kind = SOLVERS[setup.round]
    return None if kind.main_rules is own_rules else kind.main_rules(setup)


def any_shoe(setup: Setup, base: Unseen | None = None) -> ShoeValues | None:
    """Return the values of the main game with any cards left; None if no card can be counted.

    The play that is kept is the best of the shoe *base*; None: of a full shoe.
    """
    make = SOLVERS[setup.round].any_shoe
    return None if make is None else make(setup, base)


def values_with_one_gone(
    setup: Setup, base: Unseen | None = None
) -> tuple[tuple[tuple[Card, ...], ShoeValue], ...] | None:
    """Return the value of the shoe *base* and, class by class, with one card of it gone.

    The first has no cards: nothing is gone. None: there is nothing to count.
    """
    shoes = any_shoe(setup, base)
    if shoes is None:
        return None

    def compute() -> tuple[tuple[tuple[Card, ...], ShoeValue], ...]:
        left = [shoes.base.without(cards[0]) for cards in shoes.classes]
        whole = ShoeValue(shoes.base_value, shoes.base_value)
        return ((), whole), *zip(shoes.classes, shoes.values(left), strict=True)

    return load_or_compute(
        setup, "one-card-gone", compute, shoes.base.counts, rules=_shared_rules(setup)
    )


def main_rules(setup: Setup) -> Hashable:
    """Return the rules of the main game: equal ones have equal solutions."""
    return SOLVERS[setup.round].main_rules(setup)
