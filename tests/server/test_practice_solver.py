"""Advice, charts and drills over HTTP: the values, words and cells of the terminal.

The functions are called here in the process of the test; one test of `test_practice` asks for them
in the process of the solver, as a server does.
"""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

import pitboss
from pitboss.cards import format_cards
from pitboss.engine.actions import Question
from pitboss.exact.decisions import Decisions
from pitboss.rulebook.problems import RulesError
from pitboss.rulebook.reading.library import game_ids
from pitboss.rulebook.ready import ready_tables
from pitboss.server.practice.advice import advise, advise_round
from pitboss.server.practice.charts import draw_chart, solve
from pitboss.server.practice.drills import step_drill
from pitboss.server.practice.rounds import play_body
from pitboss.server.practice.wire import DrillAnswer, PracticeDecision, PracticeDrill
from pitboss.server.practice.wire import PracticeRound as Body
from pitboss.server.rules.book import open_house, open_main_table, open_table
from pitboss.sitting.amounts import with_required
from pitboss.sitting.practice import PracticeRound
from pitboss.sitting.session import TableSession
from pitboss.sitting.session_file import SessionFile
from pitboss.sitting.sitting import Stage
from pitboss.sitting.training.chart import chart_of_table, find_cell
from tests.rows import every_row
from tests.tiers import IS_NIGHT, by_day

BLACKJACK = "reference/blackjack"
PAI_JACK = "co/pai-jack"
GAMES = tuple(game_ids()) if IS_NIGHT else (BLACKJACK, PAI_JACK)
DAY = "2026-11-16"


@cache
def decisions_of(game: str) -> Decisions:
    return Decisions(open_table(game).setup)


def body_of(game: str, seed: str, **given: Any) -> Body:  # noqa: ANN401 - of the body
    setup = open_table(game).setup
    bets = with_required(setup, dict.fromkeys(setup.mains, setup.main_min))
    return Body(game=game, bets={"1": bets}, seed=seed, bankroll=50_000, **given)


def chosen(rng: random.Random, question: Question) -> PracticeDecision:
    choice = rng.choice(question.choices)
    low = format_cards(rng.choice(choice.lows)) if choice.lows else ""
    amount = choice.low if choice.default is None else None
    return PracticeDecision(
        action=choice.kind.value, seat=question.seat, hand=question.hand, amount=amount, low=low
    )


def rounds(game: str, count: int) -> list[PracticeRound]:
    """Return practice rounds of random decisions, with all that led to them."""
    rng = random.Random(f"advice {game}")
    played = []
    for number in range(count):
        body = body_of(game, f"{number}")
        played.append(play_body(open_table(game), body))
        while (question := played[-1].question) is not None:
            taken = [*body.decisions, chosen(rng, question)]
            body = msgspec.structs.replace(body, decisions=taken)
            played.append(play_body(open_table(game), body))
    return played


@every_row("game", GAMES)
def test_advice_is_what_the_coach_at_the_terminal_says(game: str) -> None:
    """Goal: one coach. Method: the same rounds are played at a terminal table with hints."""
    rng = random.Random(f"coach {game}")
    table = open_table(game)
    session = TableSession(
        table.house, SessionFile(Path("/dev/null")), valuer=Decisions, seed="c", hints=True
    )
    session.coach.patient = True
    shoe = 1
    dealt = 0
    for _ in range(by_day(2, 6)):
        body = body_of(game, "c", shoe=shoe, dealt=dealt)
        session.bankroll = 50_000
        before = len(session.coach.tally.judged)
        session.start({1: body.bets["1"]})
        session.run()
        game_round = play_body(table, body)
        while session.stage is Stage.DECIDING:
            assert game_round.question is not None
            taken = chosen(rng, game_round.question)
            body = msgspec.structs.replace(body, decisions=[*body.decisions, taken])
            game_round = play_body(table, body)
            action = game_round.terms.decisions[-1]
            session.decide(action.kind, action.amount, action.tip, low=action.low)
            session.run()
        session.hear(wait=True)
        advice = advise_round(game_round, decisions_of(game))
        judged = session.coach.tally.judged[before:]
        made = [decision for decision in advice.made if decision.cost is not msgspec.UNSET]
        assert [(decision.words, decision.cost) for decision in made] == [
            (decision.words, decision.judged.cost) for decision in judged
        ]
        lost = sum(decision.judged.cost_cents for decision in judged if decision.judged.is_mistake)
        assert advice.cost_cents == pytest.approx(lost)
        shoe, dealt, _ = game_round.next_shoe
        session.clear()


@every_row("game", GAMES)
def test_every_choice_of_the_open_question_has_its_value(game: str) -> None:
    for game_round in rounds(game, by_day(3, 8)):
        advice = advise_round(game_round, decisions_of(game))
        if game_round.question is None:
            assert advice.choices == []
            assert advice.cell is None
            continue
        if advice.unknown:
            assert advice.choices == []
            continue
        worth = decisions_of(game).worth(game_round.state, game_round.question)
        assert [choice.kind for choice in advice.choices] == [
            str(value.action) for value in worth.values
        ]
        assert advice.choices[0].best
        assert all(choice.cents == choice.value * worth.unit for choice in advice.choices)
        assert len(advice.words) == len(advice.choices)
        assert advice.assumes


def test_a_question_lights_its_cell_of_the_chart() -> None:
    table = open_table(BLACKJACK)
    drawn = json.loads(draw_chart(open_house(BLACKJACK, [])))
    chart = chart_of_table(table.setup)
    assert chart is not None
    cells = {
        (part["id"], row["name"], up): cell
        for part in drawn["parts"]
        for row in part["rows"]
        for up, cell in zip(drawn["ups"], row["cells"], strict=True)
        if cell
    }
    written = {(row["part"], row["hand"], row["up"]): row["cell"] for row in chart.as_rows()}
    assert cells == written
    assert set(cells.values()) <= drawn["meanings"].keys()
    lit = 0
    for game_round in rounds(BLACKJACK, 40):
        advice = advise_round(game_round, decisions_of(BLACKJACK))
        place = (
            find_cell(chart, game_round.state, game_round.question) if game_round.question else None
        )
        if advice.cell is not None and place is not None:
            assert msgspec.to_builtins(advice.cell) == place.as_json()
            assert (advice.cell.part, advice.cell.row, advice.cell.up) in cells
            lit += 1
    assert lit > 20


@every_row("game, option", [("wa/spanish-21", "decks=8"), ("co/21-plus-3", "decks=8")])
def test_options_that_the_side_wagers_do_not_take_still_have_a_chart(
    game: str, option: str
) -> None:
    """A page asks by options alone, and the ready table has progressives of one deck count."""
    name, _, value = option.partition("=")
    assert open_main_table(game, [option]).options[name] == int(value)


def test_an_option_that_no_table_has_is_refused() -> None:
    with pytest.raises(RulesError) as refused:
        open_main_table(BLACKJACK, ["decks=101"])
    assert [problem.code for problem in refused.value.problems] == ["option/invalid"]


def test_games_without_a_chart_have_rules_in_words() -> None:
    drawn = json.loads(draw_chart(open_house(PAI_JACK, [])))
    assert (drawn["charted"], drawn["parts"], drawn["ups"]) == (False, [], [])
    (rules,) = drawn["rules"]
    assert rules["title"] == "How to set a hand"
    assert rules["blocks"][0]["text"].startswith("1. ")


def test_a_solution_is_what_the_command_prints() -> None:
    data = json.loads(solve(open_house(PAI_JACK, [])))
    printed = pitboss.table(house=ready_tables()[PAI_JACK].house).solve().as_json()
    assert data | {"assumed": []} == json.loads(json.dumps(printed)) | {"assumed": []}


def _drill(game: str, **given: Any) -> dict[str, Any]:  # noqa: ANN401 - of the body
    body = PracticeDrill(game=game, seed="d", day=DAY, **given)
    answer = step_drill(open_house(game, []), msgspec.json.encode(body).decode())
    data: dict[str, Any] = json.loads(answer)
    return data


@every_row("game", GAMES)
def test_a_drill_asks_judges_and_keeps_the_score(game: str) -> None:
    step = _drill(game, fresh=True)
    assert step["verdict"] is None
    for right in (True, False, True):
        situation = step["situation"]
        table = {choice["kind"] for choice in situation["ask"]["choices"]}
        assert situation["scene"]["seats"][0]["number"] == 1
        assert situation["aloud"].startswith(("You have ", "In hand 1 you have "))
        assert ". Your turn" in situation["aloud"]
        known = advised(game, situation)
        wanted = known[0 if right else -1]
        low = wanted.get("low", "")
        answer = DrillAnswer(**situation["deal"], action=wanted["kind"], low=low)
        assert wanted["kind"] in table
        step = _drill(game, progress=step["progress"], answer=answer)
        verdict = step["verdict"]
        assert verdict["right"] is right
        assert verdict["words"].startswith("Right" if right else "Wrong")
        assert verdict["cost"] == pytest.approx(0 if right else known[0]["value"] - wanted["value"])
        assert verdict["question"] == situation["words"]
        assert [choice["value"] for choice in verdict["choices"]] == [
            choice["value"] for choice in known
        ]
    score = step["score"]
    assert (score["session"]["asked"], score["session"]["wrong"]) == (3, 1)
    assert [(day["day"], day["asked"], day["wrong"]) for day in score["days"]] == [(DAY, 3, 1)]
    assert [missed["owed"] for missed in score["missed"]] == [3]


def advised(game: str, situation: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the values of a drill's question, from the verdict on any answer to it."""
    first = situation["ask"]["choices"][0]
    low = first["lows"][0] if "lows" in first else ""
    answer = DrillAnswer(**situation["deal"], action=first["kind"], low=low)
    choices: list[dict[str, Any]] = _drill(game, answer=answer)["verdict"]["choices"]
    return choices


def test_advice_takes_a_body_as_text() -> None:
    body = body_of(BLACKJACK, "t", cards={"1": "6h 5s", "dealer": "5c"})
    answer = advise(open_house(BLACKJACK, []), msgspec.json.encode(body).decode())
    assert isinstance(answer, bytes)
    data = json.loads(answer)
    assert data["choices"][0]["kind"] == "double"
    assert data["cell"] == {"part": "hard", "row": "11", "up": "5"}
