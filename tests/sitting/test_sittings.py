"""Past sittings: the list of them, and a review that finds the mistakes again."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.cli.main import main
from pitboss.exact.decisions import Decisions
from pitboss.rulebook.house import House
from pitboss.rulebook.problems import RulesError
from pitboss.sitting.session import TableSession
from pitboss.sitting.session_file import SessionFile
from pitboss.sitting.sittings import list_sittings, read_sitting, review_sitting

Sessions = Callable[..., str]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two sittings, in which every hand stands, and with files that are none."""
    folder = tmp_path_factory.mktemp("sessions")
    for name, game in (("2026-01-01", "reference/blackjack"), ("2026-01-02", "co/free-bet")):
        session = sat(game, folder / f"{name}.jsonl")
        session.hear(wait=True)
    (folder / "2026-01-03.jsonl").write_text("{broken\n", encoding="utf-8")
    (folder / "2026-01-04.jsonl").write_text('{"game": "no/such"}\n', encoding="utf-8")
    (folder / "2026-01-05.jsonl").touch()
    return folder


def sat(game: str, path: Path) -> TableSession:
    """Play three rounds, standing always."""
    file = SessionFile(path)
    session = TableSession(
        House(game=game), file, valuer=Decisions, bots=1, seed="stand", hints=True
    )
    for _ in range(3):
        session.clear()
        session.start({session.seats[0]: {"main": 1000}})
        session.run()
        while session.question is not None:
            kinds = [choice.kind for choice in session.question.choices]
            session.decide(next(kind for kind in kinds if kind in {"stand", "decline"}))
            session.run()
    return session


def test_sittings_are_listed_and_files_that_are_none_are_named_and_skipped(folder: Path) -> None:
    sittings, problems = list_sittings(folder)
    assert [(sitting.name, sitting.game, sitting.rounds) for sitting in sittings] == [
        ("2026-01-01", "reference/blackjack", 3),
        ("2026-01-02", "co/free-bet", 3),
    ]
    assert [problem.code for problem in problems] == ["session/malformed"] * 3
    assert all(f"2026-01-0{day}.jsonl" in p.message for day, p in zip("345", problems, strict=True))


def test_a_review_finds_what_the_table_found(folder: Path, tmp_path: Path) -> None:
    for game, path in (("reference/blackjack", "2026-01-01"), ("co/free-bet", "2026-01-02")):
        session = sat(game, tmp_path / f"{path}.jsonl")
        session.hear(wait=True)
        review = review_sitting(folder / f"{path}.jsonl", Decisions)
        at_table = [(decision.words, decision.round) for decision in session.coach.tally.judged]
        assert [(decision.words, decision.round) for decision in review.tally.judged] == at_table
        assert review.tally.loss == pytest.approx(session.coach.tally.loss)
        assert review.sitting.net == session.net
        assert review.tally.mistakes


def test_a_changed_record_is_no_sitting(folder: Path, tmp_path: Path) -> None:
    record = json.loads((folder / "2026-01-01.jsonl").read_text(encoding="utf-8").splitlines()[0])
    record["cards"] = "As"
    path = tmp_path / "short.jsonl"
    path.write_text(json.dumps(record) + "\n", encoding="utf-8")
    assert read_sitting(path).rounds == 1
    with pytest.raises(RulesError, match=r"short\.jsonl' is no sitting: line 1: "):
        review_sitting(path, Decisions)


@pytest.fixture
def sessions(
    capsys: pytest.CaptureFixture[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Sessions:
    def run(*arguments: str, code: int = 0) -> str:
        monkeypatch.setattr(
            "sys.argv", ["pitboss", "sessions", *arguments, "--folder", str(folder)]
        )
        ended = 0
        try:
            main()
        except SystemExit as leaving:
            ended = int(leaving.code or 0)
        assert ended == code
        return capsys.readouterr().out

    return run


def test_the_command_lists_and_reviews(sessions: Sessions) -> None:
    listed = sessions()
    assert "2026-01-01  Blackjack" in listed
    assert "2 sittings, 6 rounds: you " in listed
    review = sessions("2026-01-02")
    assert review.startswith("Free Bet Blackjack (co/free-bet), 3 rounds: you ")
    assert "Accuracy: " in review
    assert "Worst: round " in review
    assert "  seat 1  stands" in review
    last = json.loads(sessions("last", "--json"))
    assert last["name"] == "2026-01-02"
    assert last["mistakes"] == len(last["worst"]) > 0
    assert last["worst"][0]["best"] != "stand"
    record = json.loads(sessions("--json"))
    assert [session["rounds"] for session in record["sessions"]] == [3, 3]
    assert len(record["problems"]) == 3


def test_all_sittings_are_reviewed_over_time_and_by_theme(sessions: Sessions) -> None:
    """The themes of all are those of each together, and the costliest is named to be trained."""
    one = sessions("2026-01-02")
    assert "Train what cost most: pitboss train co/free-bet --theme " in one
    told = sessions("all").splitlines()
    assert [line.split()[0] for line in told[:2]] == ["2026-01-01", "2026-01-02"]
    assert all(" right (" in line for line in told)
    record = json.loads(sessions("all", "--json"))
    parts = [
        json.loads(sessions(session["name"], "--json"))["themes"] for session in record["sessions"]
    ]
    for key in ("decisions", "right", "loss_cents"):
        summed = sum(theme[key] for part in parts for theme in part)
        assert sum(theme[key] for theme in record["themes"]) == pytest.approx(summed)
    assert all("worst" not in session for session in record["sessions"])


def test_an_unknown_sitting_is_refused(sessions: Sessions) -> None:
    refused = json.loads(sessions("yesterday", "--json", code=2))
    assert refused["refused"]["code"] == "session/unknown"
