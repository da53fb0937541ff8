"""`pitboss sessions`: list past sittings, and review one: results, accuracy, worst decisions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pitboss.api.advice import decisions
from pitboss.cli.output import print_json, print_problems
from pitboss.cli.problems import refusal
from pitboss.cli.waiting import waiting
from pitboss.rulebook.phrases import choice
from pitboss.sitting.coach import JudgedDecision, choice_words, cost_words, loss_words, margin_words
from pitboss.sitting.session_file import sessions_folder
from pitboss.sitting.sitting import net_words
from pitboss.sitting.sittings import PastSitting, Review, list_sittings, review_sitting
from pitboss.text.history import story
from pitboss.text.numbers import money

LAST = "last"
_WORST = 5


def print_sessions(*, name: str, folder: Path | None, as_json: bool) -> None:
    """List the sittings in a folder, or review the one that is named."""
    place = folder or sessions_folder()
    if name:
        _print_review(_find(name, place), as_json=as_json)
        return
    sittings, problems = list_sittings(place)
    if as_json:
        record = {"folder": str(place), "sessions": [_summary(sitting) for sitting in sittings]}
        print_json(record | {"problems": [problem.as_json() for problem in problems]})
        return
    if problems:
        print_problems(problems)
    for line in _list_lines(sittings, place):
        print(line)


def _find(name: str, folder: Path) -> Path:
    """Return the file of a sitting: the last one, one by its name, or any file."""
    if name == LAST:
        sittings, _ = list_sittings(folder)
        if sittings:
            return sittings[-1].path
    for path in (folder / f"{name}.jsonl", Path(name)):
        if path.is_file():
            return path
    names = [path.stem for path in sorted(folder.glob("*.jsonl"))[-3:]]
    known = f"; there is {choice([*names, LAST])}" if names else f"; there is none in '{folder}'"
    raise refusal("session/unknown", f"there is no sitting '{name}'{known}")


def _list_lines(past: tuple[PastSitting, ...], folder: Path) -> Iterator[str]:
    if not past:
        yield f"There is no sitting in {folder} yet: 'pitboss play GAME' makes one."
        return
    wide = max(len(sitting.name) for sitting in past)
    title = max(len(sitting.title) for sitting in past)
    for sitting in past:
        rounds, net = _rounds(sitting.rounds), money(sitting.net)
        yield f"{sitting.name:{wide}}  {sitting.title:{title}}  {rounds:>12}  {net:>12}"
    rounds_of_all = sum(sitting.rounds for sitting in past)
    total = sum(sitting.net for sitting in past)
    sittings = "1 sitting" if len(past) == 1 else f"{len(past)} sittings"
    yield f"{sittings}, {_rounds(rounds_of_all)}: {net_words(total)}."
    yield "Review one with: pitboss sessions NAME, or: pitboss sessions last"


def _print_review(path: Path, *, as_json: bool) -> None:
    with waiting("judging the decisions"):
        review = review_sitting(path, decisions)
    if as_json:
        print_json(_record(review))
        return
    for line in _review_lines(review):
        print(line)


def _review_lines(review: Review) -> Iterator[str]:
    sitting, tally = review.sitting, review.tally
    rounds = _rounds(sitting.rounds)
    yield f"{sitting.title} ({sitting.game}), {rounds}: {net_words(sitting.net)}."
    if not tally.judged:
        yield "There is no decision to judge."
        return
    right = len(tally.judged) - len(tally.mistakes)
    taken = len(tally.judged)
    yield f"Accuracy: {right} of {taken} decisions were the best ({right / taken:.1%})."
    if tally.mistakes:
        yield f"The others cost {loss_words(tally.loss, tally.loss_cents)} on average."
    if tally.not_valued:
        yield f"Not judged: {tally.not_valued} without a known value."
    if best := tally.hardest:
        yield f"Best: round {best.round}: {best.words}: {margin_words(best.judged)}."
    for decision in tally.worst[:_WORST]:
        yield ""
        yield f"Worst: round {decision.round}: {decision.words}: {cost_words(decision.judged)}"
        yield from (f"  {line}" for line in story(review.rounds[decision.round - 1]))


def _rounds(count: int) -> str:
    return "1 round" if count == 1 else f"{count} rounds"


def _summary(sitting: PastSitting) -> dict[str, Any]:
    return {
        "name": sitting.name,
        "file": str(sitting.path),
        "game": sitting.game,
        "rounds": sitting.rounds,
        "net": sitting.net,
    }


def _record(review: Review) -> dict[str, Any]:
    tally = review.tally
    judged = len(tally.judged)
    return _summary(review.sitting) | {
        "decisions": tally.decisions,
        "not_valued": tally.not_valued,
        "mistakes": len(tally.mistakes),
        "accuracy": (judged - len(tally.mistakes)) / judged if judged else None,
        "loss": tally.loss,
        "loss_cents": tally.loss_cents,
        "worst": [_decision(decision) for decision in tally.worst],
    }


def _decision(decision: JudgedDecision) -> dict[str, Any]:
    return {
        "round": decision.round,
        "seat": decision.seat,
        "hand": decision.hand,
        "decision": decision.words,
        "action": str(decision.judged.action),
        "best": choice_words(decision.judged.worth.best),
        "cost": decision.judged.cost,
        "cost_cents": decision.judged.cost_cents,
    }
