"""The dealer's school in the browser: a question of a round, the verdict on the answer, the felt.

Nothing is kept between two requests: a seed, the number of a round and the number of a question in
it name a question for ever, so the page asks again what was answered wrong.
"""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Annotated

from msgspec import Meta, Struct, json

from pitboss.api.tables import Table
from pitboss.cards import format_cards
from pitboss.engine.setup import Setup
from pitboss.engine.view import view
from pitboss.report.sheets.citations import clause_behind
from pitboss.rulebook.house import house_data, house_from, parse_house
from pitboss.server.lab.settling import SettleSeat, dealer_shown, seats_shown
from pitboss.server.practice.wire import PracticeTable
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.limits import RECORD_BYTES_MAX
from pitboss.server.requests.routes import Access, Call, Routes
from pitboss.server.requests.wire import Word
from pitboss.server.rules.book import TABLE_CODES, open_table
from pitboss.sitting.training.dealer_school import DealerQuestion, Drill, round_questions
from pitboss.text.actions import dealer_words

ROUNDS_MAX = 1_000_000
ASKED_MAX = 1_000
ANSWER_LENGTH_MAX = 40
_ROUNDS_KEPT = 64


class SchoolQuestion(PracticeTable, frozen=True, kw_only=True):
    """Which question of the school, and what the learner answers to it."""

    toml: Annotated[
        str, Meta(max_length=50_000, description="A house file as text, in place of `house`.")
    ] = ""
    seed: Annotated[Word, Meta(description="The same text deals the same rounds.")] = ""
    round: Annotated[int, Meta(ge=1, le=ROUNDS_MAX)] = 1
    at: Annotated[
        int, Meta(ge=0, le=ASKED_MAX, description="Which question of the round, from 0.")
    ] = 0
    answer: Annotated[
        Annotated[str, Meta(max_length=ANSWER_LENGTH_MAX)] | None,
        Meta(description='As `pitboss train --dealer` reads it: "3", "d", "52.50", "push".'),
    ] = None


class SchoolVerdict(Struct, frozen=True):
    """Whether an answer is right, and why."""

    right: bool
    answer: Annotated[str, Meta(description="The right one.")]
    because: str


class SchoolPlace(Struct, frozen=True):
    """Where a question stands: send it to get the question again."""

    round: int
    at: int


class SchoolFelt(Struct, frozen=True):
    """The felt when the question is asked; no card that lies face down then."""

    titles: Annotated[dict[str, str], Meta(description="Wager -> its title.")]
    seats: list[SettleSeat]
    dealer: str
    dealer_words: str
    bonus: str


class SchoolStep(Struct, frozen=True):
    """A question of the school, and the verdict on the answer that was sent."""

    game: str
    title: str
    digest: Annotated[str, Meta(description="Of the rules: equal rules, equal digest.")]
    drill: Drill
    told: Annotated[list[str], Meta(description="What has happened since the last question.")]
    words: str
    choices: Annotated[list[str], Meta(description="What can be answered besides an amount.")]
    felt: SchoolFelt
    next: Annotated[SchoolPlace, Meta(description="The question after it.")]
    verdict: Annotated[SchoolVerdict | None, Meta(description="Null without an answer.")]


SCHOOL_ROUTES = Routes("lab")


@SCHOOL_ROUTES.post(
    "/lab/school",
    body=SchoolQuestion,
    access=Access.ANYONE,
    rate="lab",
    codes=(*TABLE_CODES, "action/amount", "question/unknown"),
    body_bytes_max=RECORD_BYTES_MAX,
)
async def ask_dealer(call: Call) -> SchoolStep:
    """Ask a dealer who learns: what comes next, what is paid, who is first, what is wrong."""
    return await asyncio.to_thread(_step, call.body)


def _step(body: SchoolQuestion) -> SchoolStep:
    table = _open(body)
    house = json.encode(house_data(table.house), order="sorted")
    questions = _round(house, body.seed, body.round)
    if body.at >= len(questions):
        message = f"round {body.round} has {len(questions)} questions, numbered from 0"
        raise ApiError("question/unknown", message)
    question = questions[body.at]
    is_last = body.at + 1 == len(questions)
    verdict = None
    if body.answer is not None:
        right = question.is_right(body.answer)
        verdict = SchoolVerdict(right, question.answer, question.because)
    return SchoolStep(
        game=table.game.id,
        title=table.game.title,
        digest=table.digest,
        drill=question.drill,
        told=[*question.told] if body.at else [],  # the bets lie on the felt
        words=question.words,
        choices=[*question.choices],
        felt=_felt(table.setup, question),
        next=SchoolPlace(body.round + 1, 0) if is_last else SchoolPlace(body.round, body.at + 1),
        verdict=verdict,
    )


def _open(body: SchoolQuestion) -> Table:
    if body.toml:
        return Table.open(parse_house(body.toml))
    return open_table(body.game, body.option, body.house)


@lru_cache(maxsize=_ROUNDS_KEPT)
def _round(house: bytes, seed: str, number: int) -> tuple[DealerQuestion, ...]:
    setup = Table.open(house_from(json.decode(house))).setup
    return tuple(round_questions(setup, seed, number, clause_behind))


def _felt(setup: Setup, question: DealerQuestion) -> SchoolFelt:
    state = question.state
    watcher = question.watcher
    seen = view(state, watcher or state.seats[0].number)
    titles = {name: spot.wager.title for name, spot in setup.configured.spots.items()}
    return SchoolFelt(
        titles=titles,
        seats=seats_shown(state, watcher),
        dealer=dealer_shown(state, seen, watcher),
        dealer_words=dealer_words(seen) if seen.dealer else "",
        bonus=format_cards(state.bonus),
    )
