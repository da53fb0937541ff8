"""A game of the lab: shipped solutions, effects, refusals and hands are those of the solver."""

from __future__ import annotations

import random
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from msgspec import json

from pitboss.exact.advising.advise import advise
from pitboss.exact.advising.shown_cards import ShownCards, show_cards
from pitboss.exact.kinds import SOLVERS
from pitboss.questions.game import Advise
from pitboss.rulebook.house import house_data
from pitboss.rulebook.model import RoundKind
from pitboss.rulebook.reading import library
from pitboss.server.lab.game.calculator import FORMS, WHOLE_DECK
from pitboss.server.lab.game.jobs import find_index_plays, solution_json, solve_effects, solve_rules
from pitboss.server.lab.game.page import game_page
from pitboss.server.lab.game.shipped import load_shipped
from pitboss.server.lab.game.wire import LabHandValues
from pitboss.server.lab.results import LabEffects
from pitboss.server.lab.terms import IndexTerms, NoTerms, WagerTerms
from pitboss.server.rules.book import open_main_table
from tests.server.asgi import Answer, Client, Clock, run_with
from tests.server.lab_answers import holds
from tests.server.player import FREE
from tests.tiers import IS_NIGHT, by_day
from tools.lab_solutions import common_tables

HANDS: dict[str, dict[str, Any]] = {
    "reference/blackjack": {"hand": "Th 6d", "up": "Tc", "gone": "5s 5s 5h 5h 5d 5d 5c 5c"},
    "wa/spanish-21": {"hand": "6h 7h", "up": "2s", "gone": "8h 8h"},
    "co/free-bet": {"hand": "8h 8c", "up": "6d", "after_split": True},
    "co/blackjack-switch": {"hand": "Th 6d", "other": "8c 5s", "up": "Tc"},
    "co/21-holdem": {"hand": "8h 2c", "community": "Ks 7d"},
    "co/pai-jack": {"hand": "Ts 9h 5d 4c As"},
}
"""Game -> a hand of it."""


REFUSED: dict[str, dict[str, Any]] = {
    "shoe/whole-deck": {"game": "co/pai-jack", "hand": "Ts 9h 5d 4c As", "gone": "2s"},
    "record/card-unknown": {"game": "co/trilux", "hand": "Th 6x", "up": "Tc"},
    "record/card-not-in-shoe": {
        "game": "co/trilux",
        "option": ["decks=1"],
        "hand": "Th Th",
        "up": "Tc",
    },
    "hand/no-up-card": {"game": "co/trilux", "hand": "Th 6d"},
}
"""Code -> a hand that is refused with it."""


def no_report(*_: Any) -> None:  # noqa: ANN401 - whatever a job says
    """Say nothing."""


def same(given: Any, wanted: Any) -> bool:  # noqa: ANN401 - JSON
    """Whether two answers are equal, numbers to the last digits of a float."""
    if isinstance(wanted, dict):
        return given.keys() == wanted.keys() and all(same(given[k], wanted[k]) for k in wanted)
    if isinstance(wanted, list):
        return len(given) == len(wanted) and all(map(same, given, wanted))
    if isinstance(wanted, float):
        return bool(given == pytest.approx(wanted, rel=1e-9, abs=1e-13))
    return bool(given == wanted)


def test_shipped_solutions_are_those_of_the_solver() -> None:
    tables = [*common_tables()] if IS_NIGHT else []
    ready = [open_main_table(game, ()) for game in ("wa/spanish-21", "co/pai-jack")]
    other = open_main_table("reference/blackjack", ["decks=2", "soft17=stand", "das=false"])
    for table in (*ready, other, *tables):
        wanted = json.decode(json.encode(solution_json(table)))
        solution = load_shipped().solution(table.setup.configured)
        assert solution is not None, table
        assert same({key: solution[key] for key in wanted}, wanted), table
    again = json.decode(solve_rules(house_data(other.house), WagerTerms(), no_report))
    assert same(again, wanted if not IS_NIGHT else again)


def test_every_common_table_is_shipped() -> None:
    tables = (
        [*common_tables()]
        if IS_NIGHT
        else [open_main_table(game.id, ()) for game in library.games()]
    )
    missing = [table for table in tables if load_shipped().solution(table.setup.configured) is None]
    assert missing == []


def test_index_plays_are_shipped_for_every_ready_table_with_a_chart() -> None:
    for game in library.games():
        table = open_main_table(game.id, ())
        solution = load_shipped().solution(table.setup.configured)
        assert solution is not None
        rows = {
            part["id"]: {row["name"] for row in part["rows"]} for part in solution["chart"]["parts"]
        }
        for part, cells in solution["plays"]["cells"].items():
            assert cells.keys() <= rows[part]
    if IS_NIGHT:
        table = open_main_table("reference/blackjack", ())
        data = json.decode(find_index_plays(house_data(table.house), IndexTerms(), no_report))
        solution = load_shipped().solution(table.setup.configured)
        assert solution is not None
        assert same(solution["plays"], data)


# By day the shipped solutions are compared with the solver's.
@pytest.mark.nightly
def test_what_each_rule_changes_is_what_the_solver_says() -> None:
    game_id = "co/golden-21"
    house = house_data(open_main_table(game_id, ()).house)
    answer = json.decode(solve_effects(house, NoTerms(), no_report))
    holds(LabEffects, answer)
    solved = answer["changes"]
    shown = [
        {"option": rule.id, "value": value.value, "edge": value.edge, "change": value.change}
        for rule in game_page(game_id, ()).rules
        for value in rule.values
        if not value.chosen
    ]
    assert same(shown, solved)
    assert game_page(game_id, ()).unsolved == 0


def test_rules_that_do_not_go_together_are_named_with_their_clause_and_a_way_out() -> None:
    page = game_page("wa/spanish-21", ["soft17=stand"])
    assert [problem.cite for problem in page.problems] == ["GR8, DP6"]
    assert page.solution is None
    values = {(rule.id, value.value): value.problem for rule in page.rules for value in rule.values}
    assert values["redouble", False] is None
    assert values["decks", 8] is not None
    right = game_page("wa/spanish-21", ["soft17=stand", "redouble=false"])
    assert right.problems == []
    unknown = game_page("wa/spanish-21", ["decks=7", "colour=red", "decks"])
    assert [problem.code for problem in unknown.problems] == [
        "option/invalid",
        "option/unknown",
        "option/invalid",
    ]


def test_every_kind_of_round_has_a_hand_calculator() -> None:
    assert FORMS.keys() == set(RoundKind)
    assert {kind for kind, solver in SOLVERS.items() if solver.any_shoe is None} == WHOLE_DECK


def test_hands_are_worth_what_the_command_line_says(tmp_path: Path) -> None:
    games = random.Random("hands").sample(sorted(HANDS), by_day(3, len(HANDS)))

    async def steps(client: Client, clock: Clock) -> None:
        del clock
        for game in games:
            hand = HANDS[game]
            answer = await valued(client, {"game": game, **hand})
            wanted = advise(open_main_table(game, ()).setup, ShownCards(**hand))
            holds(LabHandValues, answer.data)
            record = json.decode(json.encode(wanted.as_json()))
            shown = {key: value for key, value in answer.data.items() if key != "command"}
            assert same(shown, record | {"heading": [*wanted.heading]})
        for code, value in REFUSED.items():
            problems = (await valued(client, value)).data["problems"]
            assert {problem["code"] for problem in problems} == {code}
        page = await client.send("GET", "/api/1/lab/games/wa/spanish-21?option=decks=8")
        assert page.data["option"][0] == "decks=8"
        nothing = await client.send("GET", "/api/1/lab/games/wa/nothing")
        assert (nothing.status, nothing.code) == (404, "game/unknown")

    run_with(tmp_path, steps, rates=FREE)


def test_a_hand_of_a_large_wager_is_valued_as_the_command_does(tmp_path: Path) -> None:
    option = ["decks=6", "soft17=hit", "redouble=true"]
    most = open_main_table("wa/spanish-21", option).setup.main_max
    assert most is not None, "doubles of the largest wager are capped"
    hand: dict[str, Any] = {"hand": "5h 4h", "up": "6s", "wager": f"{most / 100:.2f}"}

    async def steps(client: Client, clock: Clock) -> None:
        del clock
        large = (await valued(client, {"game": "wa/spanish-21", "option": option, **hand})).data
        small = await valued(
            client, {"game": "wa/spanish-21", "option": option, **hand, "wager": None}
        )
        table = open_main_table("wa/spanish-21", option)
        wanted = advise(table.setup, show_cards(Advise(**hand)))
        assert same(large["actions"], json.decode(json.encode(wanted.as_json()["actions"])))
        assert large["actions"] != small.data["actions"]
        wrong = await valued(
            client, {"game": "wa/spanish-21", "option": option, **hand, "wager": "much"}
        )
        assert [problem["code"] for problem in wrong.data["problems"]] == ["option/invalid"]

    run_with(tmp_path, steps, rates=FREE)


async def valued(client: Client, hand: dict[str, Any]) -> Answer:
    """Ask about a hand until there is an answer."""
    answer = await client.post("/api/1/lab/hand", hand)
    while answer.status == HTTPStatus.ACCEPTED:
        answer = await client.post("/api/1/lab/hand", hand)
    return answer
