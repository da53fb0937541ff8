"""A player at a table here, or at a server's."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager

from pitboss.cli.remote.line import ServerLine
from pitboss.cli.remote.session import RemoteSession
from pitboss.client import Client
from pitboss.floor.terms import TableTerms
from pitboss.sitting.sitting import Sitting, Stage
from tests.engine.bets import random_wagers
from tests.engine.players import random_player
from tests.remote.served import Served

CENTS = 50_000


@contextmanager
def seated(
    server: Served, terms: TableTerms, seats: Sequence[int] = (1,)
) -> Iterator[RemoteSession]:
    """Sit down at a server's table as a new guest."""
    with closing(ServerLine(Client(server.address))) as line:
        line.do(line.client.guest())
        line.watch(terms.id)
        view = line.take(300)
        assert view is not None
        for seat in seats:
            line.ask("sit", seat=seat, cents=CENTS // len(seats))
        session = RemoteSession(line, terms.house, seats=seats, cents=CENTS, place="here")
        session.take(view)
        yield session
        session.leave()


def play(session: Sitting, rounds: int, rng: random.Random) -> list[tuple[object, ...]]:
    """Play rounds as a seeded player does; return all that there is to see of them."""
    views: list[tuple[object, ...]] = []
    for _ in range(rounds):
        wagers = {seat: random_wagers(rng, session.setup) for seat in session.seats}
        if sum(sum(bets.values()) for bets in wagers.values()) > session.bankroll:
            break
        session.start(wagers)
        views += finish(session, rng)
    return views


def finish(session: Sitting, rng: random.Random) -> list[tuple[object, ...]]:
    """Decide at random until a round is over, and clear the felt."""
    views: list[tuple[object, ...]] = []
    player = random_player(rng)
    session.run()
    while (question := session.question) is not None:
        action = player(question)
        views.append((question, session.view, session.money_left))
        session.decide(action.kind, action.amount, action.tip, low=action.low)
        session.run()
    assert session.stage is Stage.OVER
    over = session.history[-1]
    texts = [line.text for line in over.lines]
    meters = {wager: meter.display for wager, meter in session.meters.items()}
    views.append((texts, over.net, over.tips, session.bankroll, session.view, meters))
    session.clear()
    return views
