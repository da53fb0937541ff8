"""A house that is set up in the browser is judged, priced and written as on the command line."""

from __future__ import annotations

import io
import json
import random
from base64 import b64decode
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import convert

from pitboss.cli.commands.check import Verdict, judge_file
from pitboss.cli.commands.new import Interview
from pitboss.report.compare.houses import price_house
from pitboss.report.details import OperationFields
from pitboss.report.maths.operation import played_wagers
from pitboss.rulebook.check import judge
from pitboss.rulebook.configured import configure
from pitboss.rulebook.house import house_from, parse_house
from pitboss.rulebook.house_file import write_house
from pitboss.rulebook.problems import RulesError
from pitboss.rulebook.reading.library import games
from pitboss.server.lab.house import jobs
from pitboss.server.lab.house.check import HouseAnswers, HouseForm, answered_form
from pitboss.server.lab.results import LabFile, LabWin
from pitboss.server.lab.terms import ReportTerms, SheetTerms, WinTerms
from tests.server.asgi import Client, Clock, as_test, run_with
from tests.server.lab_answers import holds
from tests.server.player import FREE
from tests.tiers import IS_NIGHT, by_day

JACKPOT = {
    "tables.jackpot-1": "3c-5",
    "pays.jackpot-1.alternate": "3-alt-1",
    "pays.jackpot-1.3-Card Suited Match: 2s - Ks": "40 for 1 from jackpot",
    "jackpots.jackpot-1.seed": "8000",
    "limits.main.max": "$300",
    "limits.match-up.max": "$50",
    "shoe.cut": "70",
    "profile": "wa-2009",
}
POSTED = {
    "tables.jackpot-1": "3c-5",
    "jackpots.jackpot-1.scheme": "house",
    "jackpots.jackpot-1.prize.10%": "750",
}
JUNK = ["", "-1", "$5", "5.00", "9" * 30, "50 for 1", "21%", "none", "true", "\0", "1e5"]
WRONG = {
    "options.decks": "7",
    "options.soft17": "stand",
    "options.redouble": "true",
    "options.colour": "red",
    "tables.jackpot-1": "3z-1",
    "tables.match-down": "none",
    "limits.main.min": "five",
    "limits.main.max": "$9,000",
    "shoe.burn": "1000",
    "profile": "texas",
}


def form_of(answers: dict[str, str] | None = None, game: str = "wa/spanish-21") -> HouseForm:
    return answered_form(HouseAnswers(game, answers or {}))


def checked(form: HouseForm, folder: Path) -> Verdict:
    """Return what `pitboss check` says of the file of a form."""
    path = folder / form.file
    path.write_text(form.toml, encoding="utf-8")
    verdict = judge_file(str(path))
    assert isinstance(verdict, Verdict)
    return verdict


def test_without_answers_every_game_gets_the_file_of_pitboss_new(tmp_path: Path) -> None:
    for game in games():
        form = form_of(game=game.id)
        proposed = Interview(game=game, answers=None, prompts=io.StringIO()).run()
        assert form.toml == write_house(proposed, name=form.file), game.id
        verdict = checked(form, tmp_path)
        assert verdict.configured is not None
        assert (form.ok, form.digest) == (True, verdict.configured.digest)


@pytest.mark.parametrize("answers", [JACKPOT, POSTED])
def test_the_file_of_a_form_passes_the_check_with_its_digest(
    tmp_path: Path, answers: dict[str, str]
) -> None:
    form = form_of(answers)
    assert form.problems == []
    verdict = checked(form, tmp_path)
    assert verdict.configured is not None
    assert verdict.configured.digest == form.digest != form_of().digest
    written = parse_house(form.toml)
    kept = house_from(form.house)
    assert written == replace(kept, options=written.options)
    assert kept.options.items() <= written.options.items()
    shown = {field.key: field.value for section in form.sections for field in section.fields}
    assert {key: shown[key] for key in answers} == answers


@pytest.mark.parametrize(
    ("game", "answers"),
    [
        (
            "co/ride-free",
            {
                "tables.hedge-22": "PT-FLT-SB1-01",
                "limits.hedge-22.aggregate": "$900",
                "limits.hedge-22.aggregate_per": "hand",
            },
        ),
        ("co/trilux", {"limits.tip:main.max": "$5"}),
    ],
)
def test_a_limit_that_a_clause_allows_is_asked_for_and_approved(
    game: str, answers: dict[str, str], tmp_path: Path
) -> None:
    form = form_of(answers, game)
    fields = {field.key: field for section in form.sections for field in section.fields}
    assert {key: fields[key].value for key in answers} == answers
    assert all(fields[key].cite for key in answers)
    verdict = checked(form, tmp_path)
    assert verdict.configured is not None
    assert verdict.configured.digest == form.digest != form_of(game=game).digest


def test_a_limit_that_no_clause_allows_is_not_asked_for() -> None:
    for game in games():
        form = form_of({f"tables.{w.id}": t.id for w in game.wagers
                        for t in game.tables_of(w.id)[:1]}, game.id)  # fmt: skip
        keys = {field.key for section in form.sections for field in section.fields}
        for wager in game.wagers:
            assert bool(wager.aggregate) >= (f"limits.{wager.id}.aggregate" in keys), wager.id
            assert bool(wager.tip_max) >= (f"limits.tip:{wager.id}.max" in keys), wager.id


def test_every_problem_is_the_one_of_pitboss_check(tmp_path: Path) -> None:
    """The same set-up, written as a file by hand, has the same problems in the same order."""
    form = form_of(WRONG)
    path = tmp_path / "wrong.toml"
    path.write_text(as_toml(form.house), encoding="utf-8")
    verdict = judge_file(str(path))
    assert [problem.as_json() for problem in verdict.problems] == [
        {"code": problem.code, "key": problem.key, "message": problem.message, "cite": problem.cite}
        for problem in form.problems
    ]
    assert len(form.problems) >= 7
    assert (form.ok, form.toml, form.digest) == (False, "", "")
    keys = {field.key for section in form.sections for field in section.fields}
    assert {"options.decks", "limits.main.max", "shoe.burn"} <= keys


def as_toml(data: dict[str, Any]) -> str:
    """Write the data of a house, whatever is in it."""
    lines = [
        f"{key} = {json.dumps(value)}" for key, value in data.items() if not isinstance(value, dict)
    ]
    for section, entries in data.items():
        if isinstance(entries, dict):
            plain = {k: v for k, v in entries.items() if not isinstance(v, dict)}
            lines += [f"[{section}]", *(f"{k} = {json.dumps(v)}" for k, v in plain.items())]
            for name, more in entries.items():
                if isinstance(more, dict):
                    lines += [f"[{section}.{name}]"]
                    lines += [f"{json.dumps(k)} = {json.dumps(v)}" for k, v in more.items()]
    return "\n".join(lines)


def test_whatever_is_answered_is_judged_and_what_is_approved_passes_the_check() -> None:
    rng = random.Random(22)
    approved = 0
    for _ in range(by_day(60, 3_000)):
        game = rng.choice(games()).id
        answers = dict[str, str]()
        for _ in range(3):
            form = form_of(answers, game)
            fields = [field for section in form.sections for field in section.fields]
            for field in rng.sample(fields, min(len(fields), 3)):
                values = [choice.value for choice in field.choices] or [*JUNK, *[field.value] * 9]
                answers[field.key] = rng.choice(values if rng.random() < 0.9 else JUNK)
        form = form_of(answers, game)
        assert form.ok is (not form.problems)
        if form.ok:
            house = parse_house(form.toml)
            assert (judge(house), configure(house).digest) == ((), form.digest), answers
            approved += 1
    assert approved


def test_the_expected_win_is_that_of_the_report() -> None:
    house = form_of(game="co/pai-jack").house
    terms = WinTerms(rounds_per_hour=70, seats=6, wagers={"main": "25"})
    data = json.loads(jobs.expect_win(house, terms, lambda *_: None))
    fields = OperationFields(rounds_per_hour=70, seats=6, wagers={"main": "25"})
    played = played_wagers(price_house(house_from(house), label="").report, fields)
    assert [wager["name"] for wager in data["wagers"]] == [wager.action.name for wager in played]
    per_hand = sum(wager.action.win for wager in played)
    assert data["operation"]["win_per_hour"] == round(per_hand * 70 * 6)
    assert data["operation"]["win_per_round"] == pytest.approx(per_hand * 6)
    holds(LabWin, data)
    with pytest.raises(RulesError, match="seats"):
        jobs.expect_win(house, WinTerms(seats=0), lambda *_: None)


@pytest.mark.parametrize("form", ["html", "pdf"] if IS_NIGHT else ["html"])
def test_report_and_sheets_are_files_of_this_house(form: Any) -> None:  # noqa: ANN401 - a literal
    house_form = form_of(game="co/pai-jack")
    nothing = lambda *_: None  # noqa: E731
    files = [
        json.loads(jobs.write_report(house_form.house, ReportTerms(form=form), nothing)),
        json.loads(jobs.print_sheets(house_form.house, SheetTerms(form=form, name="Ann"), nothing)),
    ]
    assert [file["name"] for file in files] == [
        f"co-pai-jack-report.{form}",
        f"co-pai-jack-sheets.{form}",
    ]
    for file in files:
        holds(LabFile, file)
    report, sheets = (b64decode(file["base64"]) for file in files)
    if form == "pdf":
        assert report.startswith(b"%PDF")
        assert sheets.startswith(b"%PDF")
    else:
        assert house_form.digest in report.decode()
        assert "Ann" in sheets.decode()


@as_test(run_with, rates=FREE)
async def test_the_form_is_filled_over_http(client: Client, clock: Clock) -> None:
    del clock
    path = "/api/1/lab/house"
    answer = await client.post(path, {"game": "wa/spanish-21", "answers": POSTED})
    assert convert(answer.data, HouseForm) == form_of(POSTED)
    assert (await client.post(path, {"game": "wa/nothing"})).code == "game/unknown"
    many = {f"options.{number}": "x" for number in range(20_000)}
    body = {"game": "wa/spanish-21", "answers": many}
    assert (await client.post(path, body)).status in {400, 413}
