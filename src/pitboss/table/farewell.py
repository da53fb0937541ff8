"""The summary of a sitting when its player leaves: money first, then the decisions."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.table.sitting import Sitting
from pitboss.text.numbers import money


def farewell_words(session: Sitting) -> Iterator[str]:
    """Return the game, the result, and the best and worst decisions."""
    game, hands = session.setup.configured.game, len(session.history)
    if not hands:
        yield f"{game.title}: no round was played. You leave with {money(session.bankroll)}."
        return
    rounds = "1 round" if hands == 1 else f"{hands} rounds"
    yield f"{game.title}: {rounds} played, {net_words(session.net)}."
    tips = sum(played.tips for played in session.history)
    given = f" You tipped {money(tips)}." if tips else ""
    added = f" You bought in for {money(session.added)} more." if session.added else ""
    yield f"You leave with {money(session.bankroll)}.{added}{given}"
    session.hear(wait=True)
    yield from session.coach.tally.words()


def net_words(cents: int) -> str:
    """Return the net in words.

    >>> net_words(-1500), net_words(0), net_words(250)
    ('you lost $15.00', 'you broke even', 'you won $2.50')
    """
    if cents == 0:
        return "you broke even"
    return f"you {'won' if cents > 0 else 'lost'} {money(abs(cents))}"
