"""The runs of the lab: their figures are those of the command line."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli.main import main as run_command
from pitboss.rulebook.house import house_data
from pitboss.server.lab.runs.simulating import simulate
from pitboss.server.lab.runs.terms import SimulateTerms
from pitboss.server.requests.limits import LAB_ROUNDS_MAX
from pitboss.server.rules.book import open_main_table
from tests.server.asgi import Client, Clock, run_with
from tests.server.player import FREE

Json = dict[str, Any]
Printed = Callable[..., Any]


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Printed:
    """Return a function that runs a command and reads the JSON that it prints."""

    def run(*words: str) -> Any:  # noqa: ANN401 - JSON
        monkeypatch.setattr("sys.argv", ["pitboss", *words, "--json"])
        with suppress(SystemExit):
            run_command()
        found = capsys.readouterr()
        assert found.out, found.err
        return json.loads(found.out)

    return run


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
    found: list[Json] = []
    query = "&".join([f"game={game}", *(f"option={it}" for it in options)])

    async def steps(client: Client, clock: Clock) -> None:
        del clock
        found.append((await client.get(f"/api/1/lab/setup?{query}")).data)

    run_with(tmp_path, steps, rates=FREE)
    return found[0]


@pytest.mark.parametrize("penetration", [None, 0.75])
def test_a_simulation_has_the_counts_of_the_command_line(
    tmp_path: Path, printed: Printed, penetration: float | None
) -> None:
    options = ["table.push-22=push-22-B"]
    house = house_data(open_main_table("co/free-bet", options).house)
    terms = SimulateTerms(rounds=150_000, seed=11, penetration=penetration)
    reports = Reports()
    found = json.loads(simulate(house, terms, reports))
    words = setup_of(tmp_path, "co/free-bet", options)["command"]
    cut = [] if penetration is None else ["--penetration", str(penetration)]
    said = printed("simulate", *words, "--rounds", "150000", "--seed", "11", *cut)
    measured = {"seconds", "rounds_per_second", "workers", "assumed"}
    same = said.keys() - measured
    assert {key: found["simulation"][key] for key in same} == {key: said[key] for key in same}

    rounds, edge = found["looks"]["rounds"], found["looks"]["edges"]["main"]
    assert rounds == sorted({*rounds})
    assert rounds[-1] == 150_000
    assert len(rounds) > 40
    assert edge["mean"][-1] == pytest.approx(said["house_edge"], rel=1e-5)
    assert edge["error"][-1] == pytest.approx(said["standard_error"], rel=1e-5)
    assert reports.progress == sorted(reports.progress)
    assert reports.partial[-1]["looks"] == found["looks"]
    wagers = {it["subject"]: it for it in found["comparisons"]}
    assert wagers["main"]["exact"] == found["exact"]["main"]
    edge = said["wagers"][0]["house_edge"]
    assert wagers["push-22"]["simulated"] == pytest.approx(edge, abs=1e-12)
    assert all(abs(it["errors"]) < 4.5 for it in found["comparisons"])


def test_a_table_of_the_lab_says_what_may_be_chosen_and_too_much_is_refused(tmp_path: Path) -> None:
    much = {"kind": "simulate", "game": "co/free-bet", "terms": {"rounds": LAB_ROUNDS_MAX + 1}}

    async def steps(client: Client, clock: Clock) -> None:
        del clock
        found = (await client.get("/api/1/lab/setup?game=wa/spanish-21&option=decks=8")).data
        decks = next(it for it in found["options"] if it["id"] == "decks")
        assert (decks["value"], found["decks"], found["cards"]) == ("8", 8, 384)
        offered = {it["id"]: it["value"] for it in found["wagers"]}
        assert offered["table.match-up"] == "none"  # the ready table's is for 6 decks
        pai = (await client.get("/api/1/lab/setup?game=co/pai-jack")).data
        assert pai["why_not_counted"].startswith("One deck is shuffled")
        assert (await client.get("/api/1/lab/setup?game=wa/nothing")).code == "game/unknown"
        wrong = await client.get("/api/1/lab/setup?game=wa/spanish-21&option=table.match-up=9")
        assert wrong.status == 422
        assert (await client.post("/api/1/lab/jobs", much)).code == "job/terms"

    run_with(tmp_path, steps, rates=FREE)
