"""The words of counting drills: how a session went, and all of them."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.table.training.score import CountScore, CountSession

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
    asked, right = session.asked, session.asked - session.wrong
    noun = "answer" if asked == 1 else "answers"
    if session.cards:
        speed = f"{_DECK * session.seconds / session.cards:.1f} seconds a deck"
    else:
        speed = f"{session.seconds / asked:.1f} seconds an answer"
    return f"{asked} {noun}, {right} right ({100 * right / asked:.1f}%), {speed}"
