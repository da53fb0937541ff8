"""The words of training: questions, verdicts, scores and lessons, for every front end."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.cards import pretty_card
from pitboss.engine.actions import ActionKind, Question
from pitboss.engine.rounds.ante_up import ANTE
from pitboss.engine.rounds.holdem import community
from pitboss.engine.view import HandView
from pitboss.exact.worth import Advice, DecisionJudgement
from pitboss.sitting.coach import choice_words, cost_words
from pitboss.sitting.kinds import TABLE_KINDS
from pitboss.sitting.questions import question_words
from pitboss.sitting.training.chart import chart_of_table, find_cell
from pitboss.sitting.training.dealing import SEAT, DealtDecision
from pitboss.sitting.training.score import CountScore, CountSession, Session, TableScore
from pitboss.sitting.training.themes import theme_title
from pitboss.sitting.training.trainer import Answer, Trainer
from pitboss.sitting.views import FeltView, view_table
from pitboss.text.actions import doubling_words
from pitboss.text.history import pretty_cards
from pitboss.text.numbers import rounded_money

_ROOM = 40
"""Columns of a line for the number of doublings."""


def question_text(trainer: Trainer, dealt: DealtDecision, felt: FeltView | None = None) -> str:
    """Return the decision in words: "16 against K♠"; *felt* shows the chosen cards so far."""
    felt = felt or view_table(dealt.state, (SEAT,))
    words = question_words(trainer.setup, felt, dealt.question)
    words = words.removeprefix(f"seat {SEAT}").removeprefix(": ").strip()
    poker = _poker_words(felt) if dealt.question.wager is None else ""
    return f"{words}{_situation(felt.hand(SEAT, dealt.question.hand), poker)}"


def _poker_words(felt: FeltView) -> str:
    """Return whether a hand is still played for both 21 and poker (2106(9))."""
    seat = felt.seat(SEAT)
    if not TABLE_KINDS[felt.table.round].two_card_poker or ANTE not in seat.wagers:
        return ""
    return "poker folded" if seat.folded else "ANTE and BET made"


def _situation(hand: HandView, poker: str) -> str:
    """Return the history of a hand, if it is not as dealt, and the wager on it."""
    parts = (
        "a free hand" if hand.made_free else "after a split" if hand.split else "",
        doubling_words(hand, _ROOM),
        poker,
    )
    return "".join(f", {words}" for words in parts if words)


def describe_hand(dealt: DealtDecision) -> str:
    """Return the cards of the decision, with everything its values depend on but the up card."""
    seat = dealt.state.seat(SEAT)
    if seat.poker:
        return f"{pretty_cards(community(dealt.state))} in common, {pretty_cards(seat.poker)}"
    hands = dealt.state.hands_to_decide(dealt.question)
    shown = " and ".join(pretty_cards(hand.cards) for hand in hands)
    if not TABLE_KINDS[dealt.state.setup.round].shows_other_starts:
        return shown
    # Cards that are split here need not be alike, and a player sees what started the others.
    starts = [other.cards[0] for other in seat.hands if other not in hands]
    return f"{shown} beside {' and '.join(map(pretty_card, starts))}" if starts else shown


def verdict_words(judged: DecisionJudgement) -> str:
    """Return whether an answer was right, and the cost of another."""
    if judged.is_mistake:
        return f"Wrong: {cost_words(judged)}"
    others = [choice for choice in judged.worth.values if not _is_what_was_done(choice, judged)]
    if not others:
        return "Right."
    after = judged.worth.cents(judged.value - others[0].value)
    words = choice_words(others[0])
    if after <= 0:
        return f"Right: {words} is as good"
    return f"Right. Next best: {words} (costs {rounded_money(after)})"


def _is_what_was_done(choice: Advice, judged: DecisionJudgement) -> bool:
    """Return whether two choices are the same; low hands with equal values are."""
    return choice.action is judged.action and (choice.low is None or choice.value == judged.value)


def sets_hand(question: Question) -> bool:
    """Return whether a hand must be set."""
    return any(choice.kind is ActionKind.SET for choice in question.choices)


def score_words(session: Session, score: TableScore) -> Iterator[str]:
    """Return the summary of this session, and of all sessions."""
    if not session.asked:
        yield "No decision was answered."
        return
    yield f"{_accuracy(session.asked, session.wrong)}; an expected loss of {_units(session.loss)}."
    if session.best_streak > 1:
        yield f"Your longest streak: {session.best_streak} right answers in a row."
    if len(score.sessions) > 1:
        total = _accuracy(score.decision_count, score.wrong)
        yield f"Over {len(score.sessions)} sessions: {total}; a loss of {_units(score.loss)}."
    if score.owed_count:
        hands = "1 decision" if score.owed_count == 1 else f"{score.owed_count} decisions"
        yield f"{hands} answered wrongly will come again more often."


def lesson_words(trainer: Trainer) -> Iterator[str]:
    """Return the mistakes of this session, by theme, with the chart's answer."""
    groups: dict[str, list[Answer]] = {}
    for decision in trainer.wrong:
        title = theme_title(decision.dealt.state, decision.dealt.question)
        groups.setdefault(title, []).append(decision)
    if not groups:
        return
    chart = chart_of_table(trainer.setup)
    yield "What to learn from it:"
    for title, missed in sorted(groups.items(), key=lambda group: -len(group[1])):
        yield f"  {title}: {len(missed)} missed"
        for dealt, judged in missed:
            yield f"    {decision_in_words(trainer, dealt)}: {judged.action} {cost_words(judged)}"
            cell = find_cell(chart, dealt.state, dealt.question) if chart else None
            if chart is not None and cell is not None:
                yield f"      chart: {cell.words(chart)}"


def decision_in_words(trainer: Trainer, dealt: DealtDecision) -> str:
    """Return a decision in words: "9♠ 4♦: 13 against 9♥"."""
    question = question_text(trainer, dealt)
    return question if sets_hand(dealt.question) else f"{describe_hand(dealt)}: {question}"


def _accuracy(answers: int, wrong: int) -> str:
    """Write how many were right.

    >>> _accuracy(8, 2), _accuracy(1, 0)
    ('8 decisions, 6 right (75.0%)', '1 decision, 1 right (100.0%)')
    """
    right = answers - wrong
    noun = "decision" if answers == 1 else "decisions"
    return f"{answers} {noun}, {right} right ({100 * right / answers:.1f}%)"


def _units(units: float) -> str:
    return f"{units:.4f} units"


_DECK = 52


def count_score_words(session: CountSession, score: CountScore) -> Iterator[str]:
    r"""Return the summary of this session, and of all sessions.

    >>> session = CountSession(asked=4, wrong=1, off=2.0, cards=104, seconds=60.0)
    >>> score = CountScore(game="x", theme="countdown", system="Hi-Lo", sessions=[session])
    >>> print(*count_score_words(session, score), sep="\n")
    4 answers, 3 right (75.0%), 30.0 seconds a deck.
    A wrong count was off by 2.0 on average.
    """
    if not session.asked:
        yield "Nothing was answered."
        return
    yield f"{_result(session)}."
    if session.off:
        yield f"A wrong count was off by {session.off / session.wrong:.1f} on average."
    if session.best_streak > 1:
        yield f"Your longest streak: {session.best_streak} right answers in a row."
    if len(score.sessions) > 1:
        yield f"Over {len(score.sessions)} sessions: {_result(score.total)}."
    if score.owed:
        yield f"These come again more often: {', '.join(score.owed)}."


def _result(session: CountSession) -> str:
    """Return how many answers were right, and how long they took."""
    answers = session.asked
    right = session.asked - session.wrong
    noun = "answer" if answers == 1 else "answers"
    if session.cards:
        speed = f"{_DECK * session.seconds / session.cards:.1f} seconds a deck"
    else:
        speed = f"{session.seconds / answers:.1f} seconds an answer"
    return f"{answers} {noun}, {right} right ({100 * right / answers:.1f}%), {speed}"
