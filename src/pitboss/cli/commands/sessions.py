"""`pitboss sessions`: list past sittings, and review one: results, accuracy, worst decisions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pitboss.api.advice import decisions
from pitboss.cli.output import print_json, print_problems, refuse
from pitboss.cli.waiting import waiting
from pitboss.rulebook.phrases import choice
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.table.coach import JudgedDecision
from pitboss.table.coach_text import choice_words, cost_words, loss_words, margin_words
from pitboss.table.session_file import sessions_folder
from pitboss.table.sitting import net_words
from pitboss.table.sittings import PastSitting, Review, list_sittings, review_sitting
from pitboss.text.history import story
from pitboss.text.numbers import money

LAST = "last"
_WORST = 5


def sessions(name: str, *, folder: Path | None, as_json: bool) -> None:
    """List the sittings in a folder, or review the one that is named."""
    place = folder or sessions_folder()
    try:
        if name:
            _print_review(_find(name, place), as_json=as_json)
            return
        found, problems = list_sittings(place)
    except RulesError as error:
        refuse(error.problems, as_json=as_json)
    if as_json:
        record = {"folder": str(place), "sessions": [_summary(each) for each in found]}
        print_json(record | {"problems": [problem.as_json() for problem in problems]})
        return
    if problems:
        print_problems(problems)
    for line in _list_lines(found, place):
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
    message = f"there is no sitting '{name}'{known}"
    raise RulesError([Problem(code="session/unknown", key="", message=message)])


def _list_lines(found: tuple[PastSitting, ...], folder: Path) -> Iterator[str]:
    if not found:
        yield f"There is no sitting in {folder} yet: 'pitboss play GAME' makes one."
        return
    wide = max(len(each.name) for each in found)
    title = max(len(each.title) for each in found)
    for each in found:
        rounds = _rounds(each.rounds)
        yield f"{each.name:{wide}}  {each.title:{title}}  {rounds:>12}  {money(each.net):>12}"
    rounds_of_all, net = sum(each.rounds for each in found), sum(each.net for each in found)
    sittings = "1 sitting" if len(found) == 1 else f"{len(found)} sittings"
    yield f"{sittings}, {_rounds(rounds_of_all)}: {net_words(net)}."
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
    for each in tally.worst[:_WORST]:
        yield ""
        yield f"Worst: round {each.round}: {each.words}: {cost_words(each.judged)}"
        yield from (f"  {line}" for line in story(review.rounds[each.round - 1]))


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
        "worst": [_decision(each) for each in tally.worst],
    }


def _decision(each: JudgedDecision) -> dict[str, Any]:
    return {
        "round": each.round,
        "seat": each.seat,
        "hand": each.hand,
        "decision": each.words,
        "action": str(each.judged.action),
        "best": choice_words(each.judged.worth.best),
        "cost": each.judged.cost,
        "cost_cents": each.judged.cost_cents,
    }
