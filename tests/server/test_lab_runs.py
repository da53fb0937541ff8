"""The runs of the lab: their figures are those of the command line."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins

from pitboss.api.tables import Table
from pitboss.cli.main import main as run_command
from pitboss.cli.options import read_options
from pitboss.questions.advantage import Protect
from pitboss.questions.runs import Simulate
from pitboss.rulebook.house import house_data
from pitboss.rulebook.problems import RulesError
from pitboss.rulebook.reading import library
from pitboss.server.lab.results import LabCube
from pitboss.server.lab.runs.cubes import GAMES, shipped_cube
from pitboss.server.lab.runs.jobs import count_rounds, protect, simulate
from pitboss.server.lab.runs.risk_answer import SPREADS, answer_risk
from pitboss.server.lab.runs.wire import LabCutRow, LabRisk, LabRiskQuestion
from pitboss.server.lab.terms import CubeTerms
from pitboss.server.requests.limits import LAB_ROUNDS_MAX
from pitboss.server.rules.book import open_main_table, table_words
from tests.server.asgi import Client, Clock, run_with
from tests.server.lab_answers import holds
from tests.server.player import FREE
from tools import lab_cubes

Json = dict[str, Any]
Printed = Callable[..., Any]


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Printed:
    """Return a function that runs a command and reads the JSON that it prints."""

    def run(*words: str) -> Any:  # noqa: ANN401 - JSON
        monkeypatch.setattr("sys.argv", ["pitboss", *words, "--json"])
        with suppress(SystemExit):
            run_command()
        output = capsys.readouterr()
        assert output.out, output.err
        return json.loads(output.out)

    return run


def rows_of(answer: LabRisk) -> list[Json]:
    """Return the rows of a risk page by count, as the command line prints them."""
    return [
        {key: value for key, value in to_builtins(row).items() if key != "units"}
        for row in answer.by_count
    ]


class Reports:
    """What a job reported."""

    def __init__(self) -> None:
        self.progress: list[float] = []
        self.partial: list[Json] = []

    def __call__(self, progress: float, partial: Json | None = None) -> None:
        self.progress.append(progress)
        if partial is not None:
            self.partial.append(partial)


def setup_of(tmp_path: Path, game: str, options: Sequence[str] = ()) -> Json:
    answers: list[Json] = []
    query = "&".join([f"game={game}", *(f"option={option}" for option in options)])

    async def steps(client: Client, clock: Clock) -> None:
        del clock
        answers.append((await client.get(f"/api/1/lab/setup?{query}")).data)

    run_with(tmp_path, steps, rates=FREE)
    return answers[0]


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("penetration", [None, 0.75])
def test_a_simulation_has_the_counts_of_the_command_line(
    tmp_path: Path, printed: Printed, penetration: float | None
) -> None:
    options = ["table.push-22=push-22-B"]
    house = house_data(open_main_table("co/free-bet", options).house)
    terms = Simulate(rounds=150_000, seed=11, penetration=penetration)
    reports = Reports()
    data = json.loads(simulate(house, terms, reports))
    words = setup_of(tmp_path, "co/free-bet", options)["command"]
    cut = [] if penetration is None else ["--penetration", str(penetration)]
    output = printed("simulate", *words, "--rounds", "150000", "--seed", "11", *cut)
    measured = {"seconds", "rounds_per_second", "workers", "assumed"}
    same = output.keys() - measured
    assert {key: data["simulation"][key] for key in same} == {key: output[key] for key in same}

    rounds = data["looks"]["rounds"]
    edge = data["looks"]["edges"]["main"]
    assert rounds == sorted({*rounds})
    assert rounds[-1] == 150_000
    assert len(rounds) > 40
    assert edge["mean"][-1] == pytest.approx(output["house_edge"], rel=1e-5)
    assert edge["error"][-1] == pytest.approx(output["standard_error"], rel=1e-5)
    assert reports.progress == sorted(reports.progress)
    assert reports.partial[-1]["looks"] == data["looks"]
    wagers = {comparison["subject"]: comparison for comparison in data["comparisons"]}
    assert wagers["main"]["exact"] == data["exact"]["main"]
    edge = output["wagers"][0]["house_edge"]
    assert wagers["push-22"]["simulated"] == pytest.approx(edge, abs=1e-12)
    assert all(abs(comparison["errors"]) < 4.5 for comparison in data["comparisons"])


def test_a_table_of_the_lab_says_what_may_be_chosen_and_too_much_is_refused(tmp_path: Path) -> None:
    much = {"kind": "simulate", "game": "co/free-bet", "terms": {"rounds": LAB_ROUNDS_MAX + 1}}

    async def steps(client: Client, clock: Clock) -> None:
        del clock
        answer = (await client.get("/api/1/lab/setup?game=wa/spanish-21&option=decks=8")).data
        decks = next(option for option in answer["options"] if option["id"] == "decks")
        assert (decks["value"], answer["decks"], answer["cards"]) == ("8", 8, 384)
        offered = {wager["id"]: wager["value"] for wager in answer["wagers"]}
        assert offered["table.jackpot-1"] == "none"  # the ready table's is for 6 decks
        pai = (await client.get("/api/1/lab/setup?game=co/pai-jack")).data
        assert pai["why_not_counted"].startswith("One deck is shuffled")
        assert (await client.get("/api/1/lab/setup?game=wa/nothing")).code == "game/unknown"
        wrong = await client.get("/api/1/lab/setup?game=wa/spanish-21&option=table.match-up=9")
        assert wrong.status == 422
        assert (await client.post("/api/1/lab/jobs", much)).code == "job/terms"

    run_with(tmp_path, steps, rates=FREE)


# By day shipped cubes answer, and a simulation of the lab is that of the command line.
@pytest.mark.nightly
def test_one_counted_run_answers_as_the_command_line_does(printed: Printed) -> None:
    house = house_data(open_main_table("reference/blackjack", ()).house)
    result = count_rounds(house, CubeTerms(rounds=200_000), Reports())
    data = printed(*json.loads(result)["command"], "--spread", "1-8")
    question = LabRiskQuestion(
        cube="", ramp="1-8", bank=300, trip=200, goal=100, kelly=0.5, begin=None, cut=None
    )
    answer = answer_risk(result, question)
    holds(LabCube, json.loads(result))
    assert (to_builtins(answer.bets), answer.rounds) == (data["bets"], 200_000)
    assert rows_of(answer) == data["by_count"]
    bet = {"--ev": answer.bets.expectation, "--sd": answer.bets.sd_long_run}
    words = [text for name, value in bet.items() for text in (name, repr(value))]
    words += ["--bank", "300", "--rounds", "200", "--goal", "100", "--kelly", "0.5"]
    assert answer.risk == {key: printed("risk", *words)[key] for key in answer.risk}
    best = answer_risk(result, LabRiskQuestion(cube="", ramp="best", most=12))
    ramps = {row["spread"]: row["ramp"] for row in data["best_ramps"]}
    assert best.ramp == ramps["1-12"]
    assert [row.cards for row in best.by_cut][-2:] == [273, 281]


@pytest.mark.parametrize(
    "asked",
    [
        {"ramp": "1-8", "cut": 234},
        {"ramp": "best", "cut": 208, "begin": 1},
        {"ramp": "1@<=0 2@1 4@2 8@3", "cut": 234, "two_from": 2},
        {"ramp": "1-8", "cut": 281},
    ],
)
def test_the_command_of_a_risk_page_prints_the_bets_of_the_page(
    asked: Json, printed: Printed
) -> None:
    house = house_data(open_main_table("reference/blackjack", ()).house)
    terms = CubeTerms(rounds=60_000, two_hands="two_from" in asked)
    answer = answer_risk(count_rounds(house, terms, Reports()), LabRiskQuestion(cube="", **asked))
    data = printed(*answer.command)
    assert data["bets"] == to_builtins(answer.bets)
    assert rows_of(answer) == data["by_count"]


def test_a_cut_card_has_the_best_ramp_of_every_spread() -> None:
    assert [it for it in LabCutRow.__struct_fields__ if it.startswith("best_")] == [
        f"best_{most}" for most in SPREADS
    ]


def test_shipped_cubes_are_found_and_agree_with_each_other() -> None:
    for game in GAMES:
        house = house_data(open_main_table(game, ()).house)
        one, two = (
            shipped_cube(house, CubeTerms(two_hands=two_hands)) for two_hands in (False, True)
        )
        assert json.loads(one)["rounds"] == json.loads(two)["rounds"] == lab_cubes.ROUNDS
        flat = LabRiskQuestion(cube="", ramp="1-1", cut=208)
        alone = answer_risk(one, flat).bets
        beside = answer_risk(two, flat).bets
        error = (alone.standard_error**2 + beside.standard_error**2) ** 0.5
        assert abs(alone.expectation - beside.expectation) < 5 * error, game
    assert not shipped_cube(house, CubeTerms(seed=2))


def test_a_second_hand_and_rounds_sat_out_win_more() -> None:
    house = house_data(open_main_table("reference/blackjack", ()).house)
    one, two = (shipped_cube(house, CubeTerms(two_hands=two_hands)) for two_hands in (False, True))
    usual = answer_risk(one, LabRiskQuestion(cube="", cut=234))
    wonging = answer_risk(one, LabRiskQuestion(cube="", cut=234, begin=1))
    both = answer_risk(two, LabRiskQuestion(cube="", cut=234, begin=1, two_from=2))
    gains = [answer.bets.score for answer in (usual, wonging, both)]
    assert gains == sorted(gains)
    assert all(row.units == 0 for row in both.by_count if row.count < 1)
    written = answer_risk(one, LabRiskQuestion(cube="", ramp="1-8@4", begin=2))
    assert written.ramp == "0@<=1 3@2 5@3 8@4"
    with pytest.raises(RulesError, match="multiple of 13"):
        answer_risk(one, LabRiskQuestion(cube="", cut=200))


# By day shipped cubes are found, and a short run answers as the command line does.
@pytest.mark.nightly
def test_a_shipped_cube_is_what_the_run_gives() -> None:
    game = GAMES[0]
    terms = CubeTerms()
    house = house_data(open_main_table(game, ()).house)
    assert lab_cubes.make_cube(game, terms, lab_cubes.ROUNDS) == shipped_cube(house, terms)


@pytest.mark.nightly(but=["co/pai-jack"])
@pytest.mark.parametrize("game", ["co/pai-jack", "co/free-bet"])
def test_a_protection_has_the_figures_of_the_command_line(game: str, printed: Printed) -> None:
    house = house_data(open_main_table(game, ()).house)
    reports = Reports()
    terms = Protect(low=2_500, high=100_000, penetration=0.8, rounds=20_000)
    data = json.loads(protect(house, terms, reports))
    assert data["protection"] == printed(*data["command"])
    assert data["titles"].keys() == {row["wager"] for row in data["protection"]["wagers"]}
    assert reports.progress == sorted(reports.progress)
    assert reports.partial[1]["doing"] == "valuing the side wagers"


def test_the_command_of_every_ready_table_sets_up_the_same_rules() -> None:
    for game in library.games():
        table = open_main_table(game.id, ())
        name, *words = table_words(table)
        house, unread = read_options(name, words[1::2])
        assert not unread
        assert Table.open(house).digest == table.digest, game.id
