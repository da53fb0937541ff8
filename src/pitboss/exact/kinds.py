"""How each kind of round is solved: one table for everything that solves a game."""
# ruff: noqa: PLC0415 - a solver is imported when it is first needed

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Protocol

from pitboss.cards import Card, Unseen
from pitboss.engine.actions import Question
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.exact.any_shoe import ShoeValue, ShoeValues
from pitboss.exact.blackjack.arithmetic import Arithmetic
from pitboss.exact.blackjack.split_play import SplitPlay
from pitboss.exact.cache import Keep, cached
from pitboss.exact.made_once import MadeWhenAsked
from pitboss.exact.solution import Solution
from pitboss.exact.worth import Worth
from pitboss.rulebook.model import RoundKind


def _always(_: Setup) -> bool:
    return True


def _own_rules(setup: Setup) -> Hashable:
    """Return the main rules of a game that shares its main wager with no other.

    Not all of its rules are among them: two editions of a game of one's own may have the same.
    """
    return setup.configured.game.id, setup.blackjack, setup.shoe.size


class KindDecisions(Protocol):
    """Values the decisions of one table."""

    def worth(self, state: State, question: Question) -> Worth:
        """Return the expected value of every choice; raise `RefusedError` if it is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SolvedKind:
    """How the main game of one kind of round is solved."""

    solve: Callable[[Setup, Keep], Solution]
    """Solves a table, or returns the cached solution."""
    decisions: Callable[[Setup, Arithmetic, Unseen | None], KindDecisions]
    """Values the decisions of a table with a full shoe, or with the cards that are left."""
    is_solved: Callable[[Setup], bool] = _always
    """Whether the solver knows the rules of a table; a house may write others."""
    is_charted: bool = False
    """Whether hands are played by charts against an up card, like blackjack hands."""
    main_rules: Callable[[Setup], Hashable] = _own_rules
    """The rules that decide the solution."""
    any_shoe: Callable[[Setup, Unseen | None], ShoeValues] | None = None
    """Values the game with any cards left; None if every round starts with a whole deck."""
    solve_split_play: Callable[[Setup, Keep, SplitPlay], Solution] | None = None
    """Solves a table for either play of hands made by a split; None: it has a play of its own."""


def _blackjack() -> SolvedKind:
    from pitboss.exact.blackjack.any_shoe import BlackjackShoes
    from pitboss.exact.blackjack.decisions import BlackjackDecisions
    from pitboss.exact.blackjack.solution import solve
    from pitboss.exact.blackjack.solver import main_rules

    return SolvedKind(
        solve=solve,
        decisions=BlackjackDecisions,
        is_charted=True,
        main_rules=main_rules,
        any_shoe=BlackjackShoes,
        solve_split_play=solve,
    )


def _switch() -> SolvedKind:
    from pitboss.exact.switch.any_shoe import SwitchShoes
    from pitboss.exact.switch.decisions import SwitchDecisions
    from pitboss.exact.switch.play import switch_is_solved
    from pitboss.exact.switch.solution import switch_rules, switch_solution

    return SolvedKind(
        solve=switch_solution,
        decisions=SwitchDecisions,
        is_solved=switch_is_solved,
        is_charted=True,
        main_rules=switch_rules,
        any_shoe=SwitchShoes,
    )


def _three_card_21() -> SolvedKind:
    from pitboss.exact.three_card_21.any_shoe import ThreeCardShoes
    from pitboss.exact.three_card_21.decisions import ThreeCardDecisions
    from pitboss.exact.three_card_21.solution import three_card_solution

    return SolvedKind(
        solve=three_card_solution, decisions=ThreeCardDecisions, any_shoe=ThreeCardShoes
    )


def _holdem() -> SolvedKind:
    from pitboss.exact.holdem.decisions import HoldemDecisions
    from pitboss.exact.holdem.solution import holdem_solution

    return SolvedKind(
        solve=holdem_solution,
        decisions=HoldemDecisions,
        is_charted=True,
        solve_split_play=holdem_solution,
    )


def _ante_up() -> SolvedKind:
    from pitboss.exact.ante_up.any_shoe import AnteUpShoes
    from pitboss.exact.ante_up.decisions import AnteUpDecisions
    from pitboss.exact.ante_up.solution import ante_up_rules, ante_up_solution

    return SolvedKind(
        solve=ante_up_solution,
        decisions=AnteUpDecisions,
        main_rules=ante_up_rules,
        any_shoe=AnteUpShoes,
    )


def _pai_jack() -> SolvedKind:
    from pitboss.exact.pai_jack.decisions import PaiJackDecisions
    from pitboss.exact.pai_jack.solution import pai_jack_solution

    return SolvedKind(solve=pai_jack_solution, decisions=PaiJackDecisions)


def _wild_poker() -> SolvedKind:
    from pitboss.exact.wild_poker.decisions import WildDecisions
    from pitboss.exact.wild_poker.solution import wild_solution

    return SolvedKind(solve=wild_solution, decisions=WildDecisions)


SOLVERS: Mapping[RoundKind, SolvedKind] = MadeWhenAsked(
    {
        RoundKind.BLACKJACK: _blackjack,
        RoundKind.SWITCH: _switch,
        RoundKind.THREE_CARD_21: _three_card_21,
        RoundKind.HOLDEM: _holdem,
        RoundKind.ANTE_UP: _ante_up,
        RoundKind.PAI_JACK: _pai_jack,
        RoundKind.WILD_POKER: _wild_poker,
    }
)
"""How every kind of round is solved; nobody imports the solvers of other kinds."""


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

    def solved() -> float:
        if split_play is None:
            return float(solve(setup, Keep.NOWHERE).house_edge)
        return float(solve_split_play(setup, split_play, Keep.NOWHERE).house_edge)

    play = () if split_play is None else (split_play.value,)
    return cached(setup, "edge", solved, *play, rules=_shared_rules(setup))


def house_edge_as_unsplit(setup: Setup) -> float:
    """Return the edge that others publish: hands made by a split are played as unsplit.

    A game with a play of its own after a split has one edge only.
    """
    return house_edge(setup, SplitPlay.AS_UNSPLIT if has_split_plays(setup) else None)


def _shared_rules(setup: Setup) -> Hashable:
    """Return the rules by which tables share a cached value; None: each has its own."""
    kind = SOLVERS[setup.round]
    return None if kind.main_rules is _own_rules else kind.main_rules(setup)


def any_shoe(setup: Setup, base: Unseen | None = None) -> ShoeValues | None:
    """Return what values the main game with any cards left; None: there is nothing to count.

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

    def valued() -> tuple[tuple[tuple[Card, ...], ShoeValue], ...]:
        left = [shoes.base.without(cards[0]) for cards in shoes.classes]
        whole = ShoeValue(shoes.base_value, shoes.base_value)
        return ((), whole), *zip(shoes.classes, shoes.values(left), strict=True)

    return cached(setup, "one-card-gone", valued, shoes.base.counts, rules=_shared_rules(setup))


def main_rules(setup: Setup) -> Hashable:
    """Return the rules of the main game: equal ones have equal solutions."""
    return SOLVERS[setup.round].main_rules(setup)
