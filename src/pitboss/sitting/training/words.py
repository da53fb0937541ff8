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
from pitboss.text.say import say, say_many

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
    return say("poker folded") if seat.folded else say("ANTE and BET made")


def _situation(hand: HandView, poker: str) -> str:
    """Return the history of a hand, if it is not as dealt, and the wager on it."""
    parts = (
        say("a free hand") if hand.made_free else say("after a split") if hand.split else "",
        doubling_words(hand, _ROOM),
        poker,
    )
    return "".join(f", {words}" for words in parts if words)


def describe_hand(dealt: DealtDecision) -> str:
    """Return the cards of the decision, with everything its values depend on but the up card."""
    seat = dealt.state.seat(SEAT)
    if seat.poker:
        common = pretty_cards(community(dealt.state))
        return say("{common} in common, {cards}", common=common, cards=pretty_cards(seat.poker))
    hands = dealt.state.hands_to_decide(dealt.question)
    shown = say(" and ").join(pretty_cards(hand.cards) for hand in hands)
    if not TABLE_KINDS[dealt.state.setup.round].shows_other_starts:
        return shown
    # Cards that are split here need not be alike, and a player sees what started the others.
    starts = [other.cards[0] for other in seat.hands if other not in hands]
    beside = say(" and ").join(map(pretty_card, starts))
    return say("{cards} beside {starts}", cards=shown, starts=beside) if starts else shown


def verdict_words(judged: DecisionJudgement) -> str:
    """Return whether an answer was right, and the cost of another."""
    if judged.is_mistake:
        return say("Wrong: {cost}", cost=cost_words(judged))
    others = [choice for choice in judged.worth.values if not _is_what_was_done(choice, judged)]
    if not others:
        return say("Right.")
    after = judged.worth.cents(judged.value - others[0].value)
    words = choice_words(others[0])
    if after <= 0:
        return say("Right: {next} is as good", next=words)
    amount = rounded_money(after)
    return say("Right. Next best: {next} (costs {amount})", next=words, amount=amount)


def _is_what_was_done(choice: Advice, judged: DecisionJudgement) -> bool:
    """Return whether two choices are the same; low hands with equal values are."""
    return choice.action is judged.action and (choice.low is None or choice.value == judged.value)


def sets_hand(question: Question) -> bool:
    """Return whether a hand must be set."""
    return any(choice.kind is ActionKind.SET for choice in question.choices)


def score_words(session: Session, score: TableScore) -> Iterator[str]:
    """Return the summary of this session, and of all sessions."""
    if not session.asked:
        yield say("No decision was answered.")
        return
    told = _accuracy(session.asked, session.wrong)
    yield say("{result}; an expected loss of {lost}.", result=told, lost=_units(session.loss))
    if session.best_streak > 1:
        yield _streak(session.best_streak)
    if len(score.sessions) > 1:
        total = _accuracy(score.decision_count, score.wrong)
        said = "Over {count} sessions: {result}; a loss of {lost}."
        yield say(said, count=len(score.sessions), result=total, lost=_units(score.loss))
    if score.owed_count:
        one = "{count} decision answered wrongly will come again more often."
        many = "{count} decisions answered wrongly will come again more often."
        yield say_many(score.owed_count, one, many)


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
    told = say_many(answers, "{count} decision", "{count} decisions")
    share = f"{100 * right / answers:.1f}%"
    return say("{answers}, {right} right ({share})", answers=told, right=right, share=share)


def _units(units: float) -> str:
    return say("{units} units", units=f"{units:.4f}")


def _streak(answers: int) -> str:
    return say("Your longest streak: {count} right answers in a row.", count=answers)


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
        yield say("Nothing was answered.")
        return
    yield f"{_result(session)}."
    if session.off:
        off = f"{session.off / session.wrong:.1f}"
        yield say("A wrong count was off by {off} on average.", off=off)
    if session.best_streak > 1:
        yield _streak(session.best_streak)
    if len(score.sessions) > 1:
        told = _result(score.total)
        yield say("Over {count} sessions: {result}.", count=len(score.sessions), result=told)
    if score.owed:
        yield say("These come again more often: {plays}.", plays=", ".join(score.owed))


def _result(session: CountSession) -> str:
    """Return how many answers were right, and how long they took."""
    answers = session.asked
    right = session.asked - session.wrong
    told = say_many(answers, "{count} answer", "{count} answers")
    if session.cards:
        seconds = f"{_DECK * session.seconds / session.cards:.1f}"
        speed = say("{seconds} seconds a deck", seconds=seconds)
    else:
        speed = say("{seconds} seconds an answer", seconds=f"{session.seconds / answers:.1f}")
    share = f"{100 * right / answers:.1f}%"
    result = say("{answers}, {right} right ({share})", answers=told, right=right, share=share)
    return f"{result}, {speed}"
