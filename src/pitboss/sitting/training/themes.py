"""Themes of training: kinds of decisions that can be practised alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pitboss.engine.actions import ActionKind, Question
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.exact.kinds import is_solved
from pitboss.rulebook.phrases import choice
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.sitting.kinds import TABLE_KINDS

ALL = "all"
COUNTDOWN = "countdown"
TRUE_COUNT = "true-count"
INDEX_PLAYS = "index-plays"
DECKS = "decks"
BETS = "bets"
COUNT_THEMES: Mapping[str, str] = {
    COUNTDOWN: "Countdown",
    TRUE_COUNT: "True counts",
    INDEX_PLAYS: "Index plays",
    DECKS: "Decks left",
    BETS: "Bets by the count",
}
"""Counting drills -> their titles."""
_SPLITS = frozenset({ActionKind.SPLIT, ActionKind.FREE_SPLIT})
_DOUBLED = frozenset({ActionKind.RESCUE, ActionKind.REDOUBLE})


@dataclass(frozen=True, slots=True)
class Theme:
    """A kind of decision."""

    title: str
    holds: Callable[[State, Question], bool]
    """Whether a decision is of this kind."""
    is_offered: Callable[[Setup], bool]
    """Whether a table can ask such decisions."""


def _kinds(question: Question) -> frozenset[ActionKind]:
    return frozenset(choice.kind for choice in question.choices)


def _is_soft(state: State, question: Question) -> bool:
    hand = state.seat(question.seat).hand(question.hand)
    return hand.soft and not _kinds(question) & (_SPLITS | _DOUBLED) and question.wager is None


def _is_hard(state: State, question: Question) -> bool:
    hand = state.seat(question.seat).hand(question.hand)
    others = _SPLITS | _DOUBLED | {ActionKind.SWITCH, ActionKind.SET}
    return not hand.soft and not _kinds(question) & others and question.wager is None


def _offers(*kinds: ActionKind) -> Callable[[State, Question], bool]:
    return lambda _, question: not _kinds(question).isdisjoint(kinds)


def _is_blackjack(setup: Setup) -> bool:
    return setup.blackjack is not None


def _doubles_on(setup: Setup) -> bool:
    rules = setup.blackjack
    return rules is not None and (rules.rescue or rules.redouble)


def _kind_themes(theme: str) -> Callable[[Setup], bool]:
    return lambda setup: theme in TABLE_KINDS[setup.round].themes


THEMES: Mapping[str, Theme] = {
    "pairs": Theme("Pairs", _offers(*_SPLITS), _is_blackjack),
    "rescue": Theme("Doubled hands", _offers(*_DOUBLED), _doubles_on),
    "switch": Theme("Switching", _offers(ActionKind.SWITCH), _kind_themes("switch")),
    "insurance": Theme("Insurance", _offers(ActionKind.INSURE), _is_blackjack),
    "poker": Theme("Bet or fold", _offers(ActionKind.FOLD), _kind_themes("poker")),
    "setting": Theme("Setting a hand", _offers(ActionKind.SET), _kind_themes("setting")),
    "soft": Theme("Soft hands", _is_soft, _is_blackjack),
    "hard": Theme("Hard hands", _is_hard, _is_blackjack),
}
"""Name -> theme; a decision belongs to the first that holds."""


def offered_themes(setup: Setup) -> tuple[str, ...]:
    """Return the themes that a table can ask.

    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import House
    >>> offered_themes(prepare(House(game="co/pai-jack")))
    ('setting',)
    """
    if not is_solved(setup):
        return ()
    return tuple(name for name, theme in THEMES.items() if theme.is_offered(setup))


def check_theme(setup: Setup, name: str) -> None:
    """Refuse a theme that this table cannot ask."""
    offered = offered_themes(setup)
    if name != ALL and name not in offered:
        message = f"this table has no theme '{name}'; it has {choice([ALL, *offered])}"
        raise RulesError([Problem(code="option/invalid", key="--theme", message=message)])


def theme_title(state: State, question: Question) -> str:
    """Return the theme of a decision, for a heading."""
    fitting = (theme.title for theme in THEMES.values() if theme.holds(state, question))
    return next(fitting, "Other decisions")
