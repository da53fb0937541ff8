"""What to learn next, and the hand of the day; computed in another process."""

from __future__ import annotations

from msgspec import json, structs

from pitboss.api.tables import Table
from pitboss.engine.actions import RefusedError
from pitboss.rulebook.house import house_from
from pitboss.server.live.scene import Eyes, label_question
from pitboss.server.practice.advice import open_solver
from pitboss.server.practice.rounds import play_body, write_link
from pitboss.server.practice.wire import HandOfTheDay, Lesson, Lessons
from pitboss.server.practice.wire import PracticeRound as Body
from pitboss.server.rules.house_work import HouseData
from pitboss.sitting.amounts import least_wagers
from pitboss.sitting.training.lessons import lessons
from pitboss.text.say import say_name

_SEAT = 1
_TRIES = 40
_HARD = (0.004, 0.12)
"""Units between the best choice and the next: a hand that is worth thinking about."""


def list_lessons(house: HouseData, _: str) -> bytes:
    """Return what to learn of a game, one thing after the other."""
    table = Table.open(house_from(house))
    listed = [
        Lesson(**lesson._asdict(), name=say_name(lesson.title)) for lesson in lessons(table.setup)
    ]
    return json.encode(Lessons(table.game.id, table.game.title, listed))


def deal_hand_of_day(house: HouseData, day: str) -> bytes:
    """Return the hand of a day: the first one of its seeds that is a hard one."""
    table, decisions = open_solver(house)
    bets = {str(_SEAT): least_wagers(table.setup)}
    kept: Body | None = None
    for number in range(_TRIES):
        body = Body(game=table.game.id, bets=bets, seed=f"{day}/{number}")
        played = play_body(table, body)
        if played.question is None:
            continue
        kept = kept or body
        try:
            gap = decisions.worth(played.state, played.question).gap
        except RefusedError:
            continue
        if _HARD[0] <= gap <= _HARD[1]:
            kept = body
            break
    assert kept is not None, "some round of forty asks something"
    played = play_body(table, kept)
    assert played.question is not None
    asked = label_question(played.state, played.question, Eyes(_SEAT, (_SEAT,)))
    link = f"/practice/{table.game.id}?round={write_link(kept)}&day={day}"
    hand = HandOfTheDay(
        day=day, game=table.game.id, title=table.game.title, words=asked["words"], link=link
    )
    return json.encode(structs.asdict(hand))
