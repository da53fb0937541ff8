"""Themes of training: kinds of decisions that can be practised alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pitboss.engine.actions import ActionKind, Question
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.exact.kinds import is_solved
from pitboss.rulebook.model import BlackjackRules
from pitboss.rulebook.phrases import choice
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.table.kinds import TABLE_KINDS

ALL = "all"
COUNTDOWN, TRUE_COUNT, INDEX_PLAYS = "countdown", "true-count", "index-plays"
COUNT_THEMES: Mapping[str, str] = {
    COUNTDOWN: "Countdown",
    TRUE_COUNT: "True counts",
    INDEX_PLAYS: "Index plays",
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


def _rule(test: Callable[[BlackjackRules], bool]) -> Callable[[Setup], bool]:
    return lambda setup: setup.blackjack is not None and test(setup.blackjack)


def _kind_themes(theme: str) -> Callable[[Setup], bool]:
    return lambda setup: theme in TABLE_KINDS[setup.round].themes


THEMES: Mapping[str, Theme] = {
    "pairs": Theme(
        "Pairs", lambda _, question: bool(_kinds(question) & _SPLITS), _rule(lambda _: True)
    ),
    "rescue": Theme(
        "Doubled hands",
        lambda _, question: bool(_kinds(question) & _DOUBLED),
        _rule(lambda rules: rules.rescue or rules.redouble),
    ),
    "switch": Theme(
        "Switching",
        lambda _, question: ActionKind.SWITCH in _kinds(question),
        _kind_themes("switch"),
    ),
    "insurance": Theme(
        "Insurance",
        lambda _, question: ActionKind.INSURE in _kinds(question),
        _rule(lambda _: True),
    ),
    "poker": Theme(
        "Bet or fold",
        lambda _, question: ActionKind.FOLD in _kinds(question),
        _kind_themes("poker"),
    ),
    "setting": Theme(
        "Setting a hand",
        lambda _, question: ActionKind.SET in _kinds(question),
        _kind_themes("setting"),
    ),
    "soft": Theme("Soft hands", _is_soft, _rule(lambda _: True)),
    "hard": Theme("Hard hands", _is_hard, _rule(lambda _: True)),
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
    return next(
        (theme.title for theme in THEMES.values() if theme.holds(state, question)),
        "Other decisions",
    )
